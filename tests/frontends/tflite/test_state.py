"""Variables of a file become inputs and outputs, where they are kept from one run to the next."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

import aoe
from aoe.errors import UnsupportedModelError
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


def test_a_branch_that_changes_a_variable_is_refused(tmp_path: Path) -> None:
    branch = Graph(
        [Tensor("x", shape=(3,)), Tensor("handle", "RESOURCE"), Tensor("y", shape=(3,))],
        [
            _READ[0],
            Operator("ASSIGN_VARIABLE", ["handle", "x"], []),
            Operator("NEG", ["x"], ["y"]),
        ],
        ["x"],
        ["y"],
    )
    both = {"then_subgraph": 2, "else_subgraph": 2}
    path = _file(tmp_path, [Operator("IF", ["c", "x"], ["after"], both)], 0, branch)
    with pytest.raises(UnsupportedModelError, match="a branch of a condition changes a variable"):
        aoe.compile(path, device="reference")
