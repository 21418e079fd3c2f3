"""Variables of a file become inputs and outputs, where they are kept from one run to the next."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

import aoe
from aoe.frontends.graph_builder import UnsupportedNodeError
from aoe.frontends.tflite.state import Handle, Variables
from tests.frontends.tflite.files import Graph, Operator, Tensor, tflite

_READ = [
    Operator("VAR_HANDLE", [], ["handle"], {"name": "sum"}),
    Operator("READ_VARIABLE", ["handle"], ["before"]),
]
_ADD = Operator("ADD", ["x", "before"], ["after"])
_WRITE = Operator("ASSIGN_VARIABLE", ["handle", "after"], [])


def _file(folder: Path, operators: Sequence[Operator], first: float = 0, *more: Graph) -> Path:
    """A model with a variable of 3 numbers, which the first run fills."""
    tensors = [
        *(Tensor("x", shape=(3,)), Tensor("handle", "RESOURCE"), Tensor("before", shape=(3,))),
        *(Tensor("after", shape=(3,)), Tensor("c", "BOOL", (1,))),
        *(Tensor("x2", shape=(3,)), Tensor("j", "INT32")),
        Tensor("i", "INT32", data=np.asarray(0, np.int32)),
    ]
    kinds = [operator.kind for operator in operators]
    inputs = ["x", "c"] if "IF" in kinds else ["x"]
    once = Operator("CALL_ONCE", [], [], {"subgraph": 1})
    fill = Graph(
        [
            Tensor("handle", "RESOURCE"),
            Tensor("zero", shape=(3,), data=np.full(3, first, np.float32)),
        ],
        [_READ[0], Operator("ASSIGN_VARIABLE", ["handle", "zero"], [])],
        [],
        [],
    )
    path = folder / "m.tflite"
    path.write_bytes(tflite(Graph(tensors, [once, *operators], inputs, ["after"]), fill, *more))
    return path


def test_a_state_is_an_input_and_an_output(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    path = _file(tmp_path, [*_READ, _ADD, _WRITE], 2)
    with caplog.at_level(logging.WARNING), aoe.compile(path, device="reference") as session:
        assert [item.name for item in session.get_inputs()] == ["x", "sum"]
        assert [item.name for item in session.get_outputs()] == ["after", "sum/next"]
        x, state = np.asarray([1, 2, 3], np.float32), np.full(3, 2, np.float32)
        for run in range(3):
            after, state = session.run(None, {"x": x, "sum": state})
            np.testing.assert_array_equal(after, 2 + x * (run + 1))
            np.testing.assert_array_equal(state, after)
    assert "the state 'sum' is an input, and its next value the output 'sum/next'" in caplog.text
    assert "before the first run it is 2.0 everywhere, float32 [3]" in caplog.text


def test_an_output_of_a_state_can_be_left_out(tmp_path: Path) -> None:
    path = _file(tmp_path, [*_READ, _ADD, _WRITE])
    options = aoe.ModelOptions(out_nodes=["after"])
    with aoe.compile(path, device="reference", model_options=options) as session:
        assert [item.name for item in session.get_outputs()] == ["after"]


def test_a_variable_that_only_the_first_run_fills_is_constant(tmp_path: Path) -> None:
    path = _file(tmp_path, [*_READ, _ADD], 4)
    with aoe.compile(path, device="reference") as session:
        (found,) = session.run(None, {"x": np.asarray([1, 2, 3], np.float32)})
    np.testing.assert_array_equal(found, [5, 6, 7])


def test_a_variable_that_is_written_before_it_is_read_is_no_state(tmp_path: Path) -> None:
    write = Operator("ASSIGN_VARIABLE", ["handle", "x"], [])
    path = _file(tmp_path, [_READ[0], write, _READ[1], _ADD])
    with aoe.compile(path, device="reference") as session:
        (found,) = session.run(None, {"x": np.asarray([1, 2, 3], np.float32)})
    np.testing.assert_array_equal(found, [2, 4, 6])


def _assigning(kind: str) -> Graph:
    """A branch that gives the variable what an operator makes of `x`."""
    return Graph(
        [Tensor("x", shape=(3,)), Tensor("handle", "RESOURCE"), Tensor("y", shape=(3,))],
        [
            _READ[0],
            Operator(kind, ["x"], ["y"]),
            Operator("ASSIGN_VARIABLE", ["handle", "y"], []),
        ],
        ["x"],
        ["y"],
    )


_X = np.asarray([1, 2, 3], np.float32)


@pytest.mark.parametrize("taken", [True, False])
def test_a_variable_gets_what_the_branch_that_is_taken_gives_it(
    taken: bool, tmp_path: Path
) -> None:
    chosen = Operator("IF", ["c", "x"], ["x2"], {"then_subgraph": 2, "else_subgraph": 3})
    path = _file(tmp_path, [chosen, *_READ, _ADD], 5, _assigning("NEG"), _assigning("SQUARE"))
    with aoe.compile(path, device="reference") as session:
        assert [item.name for item in session.get_inputs()] == ["x", "c"]
        (found,) = session.run(None, {"x": _X, "c": np.asarray([taken])})
    np.testing.assert_array_equal(found, _X + (-_X if taken else _X * _X))


@pytest.mark.parametrize("taken", [True, False])
def test_a_variable_that_one_branch_changes_is_a_state(taken: bool, tmp_path: Path) -> None:
    chosen = Operator("IF", ["c", "x"], ["x2"], {"then_subgraph": 2, "else_subgraph": 3})
    plain = Graph(
        [Tensor("x", shape=(3,)), Tensor("y", shape=(3,))],
        [Operator("NEG", ["x"], ["y"])],
        ["x"],
        ["y"],
    )
    path = _file(tmp_path, [chosen, *_READ, _ADD], 5, _assigning("SQUARE"), plain)
    with aoe.compile(path, device="reference") as session:
        before = np.full(3, 7, np.float32)
        feeds = {"x": _X, "c": np.asarray([taken]), "sum": before}
        after, state = session.run(["after", "sum/next"], feeds)
    np.testing.assert_array_equal(state, _X * _X if taken else before)
    np.testing.assert_array_equal(after, _X + state)


def _counting(limit: int) -> list[Graph]:
    """The condition and the body of a loop that adds `x` to the variable in each turn."""
    tensors = [Tensor("i", "INT32"), Tensor("x", shape=(3,))]
    condition = Graph(
        [*tensors, Tensor("n", "INT32", data=np.asarray(limit, np.int32)), Tensor("go", "BOOL")],
        [Operator("LESS", ["i", "n"], ["go"])],
        ["i", "x"],
        ["go"],
    )
    body = Graph(
        [
            *tensors,
            *(Tensor("one", "INT32", data=np.asarray(1, np.int32)), Tensor("next", "INT32")),
            *(Tensor("handle", "RESOURCE"), Tensor("before", shape=(3,))),
            Tensor("after", shape=(3,)),
        ],
        [Operator("ADD", ["i", "one"], ["next"]), *_READ, _ADD, _WRITE],
        ["i", "x"],
        ["next", "x"],
    )
    return [condition, body]


def test_each_turn_of_a_loop_changes_a_variable(tmp_path: Path) -> None:
    loop = Operator("WHILE", ["i", "x"], ["j", "x2"], {"cond_subgraph": 2, "body_subgraph": 3})
    path = _file(tmp_path, [loop, *_READ, _ADD], 1, *_counting(4))
    with aoe.compile(path, device="reference") as session:
        after, state = session.run(["after", "sum/next"], {"x": _X, "sum": np.ones(3, np.float32)})
    np.testing.assert_array_equal(state, 1 + 4 * _X)
    np.testing.assert_array_equal(after, _X + state)


def test_variables_change_again_after_a_loop_that_is_refused() -> None:
    variables, handle = Variables([], lambda *_: None), Handle("v")  # type: ignore[arg-type]
    with pytest.raises(UnsupportedNodeError, match="changes a variable"), variables.unchanged():
        variables.assign(handle, np.zeros(1))
    variables.assign(handle, np.ones(1))
    assert not variables.loops


def _rnn(number: int, state: str) -> tuple[list[Tensor], Operator]:
    """An RNN of one step whose state has a name."""
    own = [
        *(Tensor(f"w{number}", shape=(2, 3), data=np.ones((2, 3), np.float32)),),
        *(Tensor(f"u{number}", shape=(2, 2), data=np.ones((2, 2), np.float32)),),
        *(Tensor(f"b{number}", shape=(2,), data=np.zeros(2, np.float32)),),
        *(Tensor(state, shape=(1, 2), variable=True), Tensor(f"y{number}", shape=(1, 2))),
    ]
    names = ["x", *(tensor.name for tensor in own[:-1])]
    return own, Operator("RNN", names, [f"y{number}"], {"activation": 0})


def test_two_states_of_one_name_are_refused(tmp_path: Path) -> None:
    # The writer finds tensors by name, so the second state gets its name afterwards.
    (first, one), (second, two) = _rnn(0, "kept"), _rnn(1, "kep2")
    graph = Graph([Tensor("x", shape=(1, 3)), *first, *second], [one, two], ["x"], ["y0", "y1"])
    path = tmp_path / "m.tflite"
    path.write_bytes(tflite(graph))
    with aoe.compile(path, device="reference") as session:
        assert [item.name for item in session.get_inputs()] == ["x", "kept", "kep2"]
    path.write_bytes(tflite(graph).replace(b"kep2", b"kept"))
    with pytest.raises(aoe.AoeError, match="another state is called 'kept', too"):
        aoe.compile(path, device="reference")


def test_a_state_that_is_called_as_a_variable_is_refused(tmp_path: Path) -> None:
    own, step = _rnn(0, "sum")
    tensors = [
        *(Tensor("x", shape=(1, 3)), Tensor("handle", "RESOURCE"), Tensor("before", shape=(1, 2))),
        *(*own, Tensor("after", shape=(1, 2))),
    ]
    add = Operator("ADD", ["y0", "before"], ["after"])
    path = tmp_path / "m.tflite"
    path.write_bytes(tflite(Graph(tensors, [*_READ, step, add, _WRITE], ["x"], ["after"])))
    with pytest.raises(aoe.AoeError, match="another state is called 'sum', too"):
        aoe.compile(path, device="reference")


def test_a_variable_that_is_called_as_an_input_is_refused(tmp_path: Path) -> None:
    path = _file(tmp_path, [*_READ, _ADD, _WRITE])
    path.write_bytes(path.read_bytes().replace(b"\3\0\0\0sum\0", b"\1\0\0\0x\0\0\0"))
    with pytest.raises(aoe.AoeError, match="'x'"):
        aoe.compile(path, device="reference")


def test_a_variable_of_texts_is_refused(tmp_path: Path) -> None:
    tensors = [
        *(Tensor("x", shape=(3,)), Tensor("y", shape=(3,)), Tensor("handle", "RESOURCE")),
        Tensor("word", "STRING", (1,), np.zeros(8, np.uint8)),
    ]
    write = Operator("ASSIGN_VARIABLE", ["handle", "word"], [])
    negated = Operator("NEG", ["x"], ["y"])
    path = tmp_path / "m.tflite"
    path.write_bytes(tflite(Graph(tensors, [_READ[0], write, negated], ["x"], ["y"])))
    with pytest.raises(aoe.AoeError, match=r"ASSIGN_VARIABLE '' \(STRING is not computed\)"):
        aoe.compile(path, device="reference")


@pytest.mark.parametrize(
    ("output", "told"),
    [
        (Tensor("handle", "RESOURCE"), "RESOURCE"),
        (Tensor("handle", "STRING", (1,), np.zeros(8, np.uint8)), "STRING"),
    ],
)
def test_an_output_that_is_no_number_is_refused(output: Tensor, told: str, tmp_path: Path) -> None:
    tensors = [Tensor("x", shape=(3,)), Tensor("y", shape=(3,)), output]
    reading = [_READ[0]] if told == "RESOURCE" else []
    negated = Operator("NEG", ["x"], ["y"])
    path = tmp_path / "m.tflite"
    path.write_bytes(tflite(Graph(tensors, [*reading, negated], ["x"], ["y", "handle"])))
    with pytest.raises(aoe.AoeError, match=f"the output 'handle' \\({told} is not computed"):
        aoe.compile(path, device="reference")
    options = aoe.ModelOptions(out_nodes=["handle"])
    with pytest.raises(aoe.AoeError, match="'handle'"):
        aoe.compile(path, device="reference", model_options=options)


_HANDLE_OF_FLOATS = Operator("VAR_HANDLE", [], ["after"], {"name": "sum"})
#: A subgraph whose result is a variable, though its tensor says that it is numbers.
_GIVES_VARIABLE = Graph(
    [Tensor("x", shape=(3,)), Tensor("after", shape=(3,))], [_HANDLE_OF_FLOATS], ["x"], ["after"]
)


@pytest.mark.parametrize(
    ("operators", "reason"),
    [
        ([*_READ, Operator("ASSIGN_VARIABLE", ["handle", "handle"], []), _ADD], "it keeps a var"),
        (
            [*_READ, Operator("ASSIGN_VARIABLE", ["handle", ""], []), _ADD],
            "it keeps a variable, or",
        ),
        ([_HANDLE_OF_FLOATS], "the output 'after' \\(it is a variable; give what READ_VARIABLE"),
        (
            [Operator("IF", ["c", "x"], ["after"], {"then_subgraph": 2, "else_subgraph": 2})],
            "its branches give a variable",
        ),
        (
            [Operator("WHILE", ["x"], ["after"], {"cond_subgraph": 2, "body_subgraph": 2})],
            "its condition is a variable",
        ),
        (
            [Operator("CALL", ["x"], ["after"], {"subgraph": 2})],
            "the output 'after' \\(it is a variable",
        ),
    ],
)
def test_variables_in_the_place_of_tensors_are_named(
    operators: Sequence[Operator], reason: str, tmp_path: Path
) -> None:
    path = _file(tmp_path, operators, 0, _GIVES_VARIABLE)
    with pytest.raises(aoe.UnsupportedModelError, match=reason):
        aoe.compile(path, device="reference")
