"""Loops of TensorFlow 1 whose end depends on data, and what reads at places that data decide."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import aoe
from aoe.errors import UnsupportedModelError
from tests.frontends.tensorflow.graphs import constant, node, placeholder, read, write


def _run(path: Path, feeds: dict[str, Any], device: str = "reference") -> list[np.ndarray]:
    with aoe.compile(path, device=device) as session:
        return [np.asarray(item) for item in session.run(None, feeds)]


def _variable(name: str, first: str, following: str, frame: str, condition: str) -> list[Any]:
    """The nodes of one variable of a loop; the body has it as `name/in:1`."""
    return [
        node("Enter", f"{name}/enter", first, frame_name=frame),
        node("Merge", name, f"{name}/enter", f"{name}/next"),
        node("Switch", f"{name}/in", name, condition),
        node("NextIteration", f"{name}/next", following),
        node("Exit", f"{name}/exit", f"{name}/in"),
    ]


@pytest.mark.parametrize("device", ["cpu", "reference"])
@pytest.mark.parametrize("x", [1.5, 20.0, 1.0001])
def test_a_loop_ends_when_data_say(x: float, device: str, tmp_path: Path) -> None:
    path = write(
        tmp_path,
        placeholder("x"),
        constant("limit", 9.0),
        constant("zero", 0, np.int32),
        constant("one", 1, np.int32),
        node("Less", "less", "square", "limit"),
        node("LoopCond", "cond", "less"),
        *_variable("square", "x", "squared", "f", "cond"),
        *_variable("count", "zero", "counted", "f", "cond"),
        node("Square", "squared", "square/in:1"),
        node("AddV2", "counted", "count/in:1", "one"),
        node("Identity", "y", "square/exit"),
        node("Identity", "n", "count/exit"),
    )
    found, count = _run(path, {"x": np.float32(x)}, device)
    value, times = np.float32(x), 0
    while value < 9:
        value, times = value * value, times + 1
    np.testing.assert_allclose(found, value, rtol=1e-6)
    assert count == times


@pytest.mark.parametrize("device", ["cpu", "reference"])
@pytest.mark.parametrize("x", [1.2, 20.0])
def test_values_that_are_the_same_before_a_loop_are_told_apart(
    x: float, device: str, tmp_path: Path
) -> None:
    path = write(
        tmp_path,
        placeholder("x"),
        constant("limit", 9.0),
        node("Less", "less", "square", "limit"),
        node("LoopCond", "cond", "less"),
        *_variable("square", "x", "squared", "f", "cond"),
        *_variable("before", "x", "square/in:1", "f", "cond"),
        *_variable("earlier", "x", "before/in:1", "f", "cond"),
        *_variable("first", "x", "first/in:1", "f", "cond"),
        node("Square", "squared", "square/in:1"),
        node("Identity", "y", "square/exit"),
        node("Identity", "b", "before/exit"),
        node("Identity", "e", "earlier/exit"),
        node("Identity", "f", "first/exit"),
    )
    value = before = earlier = first = np.float32(x)
    while value < 9:
        value, before, earlier = value * value, value, before
    found = _run(path, {"x": np.float32(x)}, device)
    np.testing.assert_allclose(found, [value, before, earlier, first], rtol=1e-6)


@pytest.mark.parametrize("x", [0.5, 4.5, 30.0])
def test_a_loop_within_a_loop_ends_when_data_say(x: float, tmp_path: Path) -> None:
    path = write(
        tmp_path,
        placeholder("x"),
        constant("limit", 25.0),
        constant("five", 5.0),
        constant("step", 1.25),
        constant("three", 3.0),
        node("Less", "less", "outer", "limit"),
        node("LoopCond", "cond", "less"),
        *_variable("outer", "x", "tripled", "f", "cond"),
        node("Enter", "bound", "five", frame_name="g"),
        node("Less", "less2", "inner", "bound"),
        node("LoopCond", "cond2", "less2"),
        *_variable("inner", "outer/in:1", "stepped", "g", "cond2"),
        node("AddV2", "stepped", "inner/in:1", "step"),
        node("Mul", "tripled", "inner/exit", "three"),
        node("Identity", "y", "outer/exit"),
    )
    value = np.float32(x)
    while value < 25:
        while value < 5:
            value += np.float32(1.25)
        value *= 3
    np.testing.assert_allclose(_run(path, {"x": np.float32(x)})[0], value, rtol=1e-6)


def test_a_loop_that_fills_a_list_until_data_say_is_refused(tmp_path: Path) -> None:
    path = write(
        tmp_path,
        placeholder("x"),
        constant("limit", 9.0),
        constant("shape", [], np.int32),
        constant("length", 4, np.int32),
        constant("first", 0, np.int32),
        node("TensorListReserve", "list", "shape", "length", element_dtype=np.dtype("f4")),
        node("Less", "less", "square", "limit"),
        node("LoopCond", "cond", "less"),
        *_variable("square", "x", "squared", "f", "cond"),
        *_variable("filled", "list", "set", "f", "cond"),
        node("Square", "squared", "square/in:1"),
        node("TensorListSetItem", "set", "filled/in:1", "first", "square/in:1"),
        node("TensorListStack", "y", "filled/exit", "shape", element_dtype=np.dtype("f4")),
    )
    with pytest.raises(UnsupportedModelError, match="it changes a list or a variable"):
        read(path)


@pytest.mark.parametrize("start", [(0, 0, 0), (1, 2, 3), (1, 0, 1)])
def test_a_slice_starts_where_data_say(start: tuple[int, ...], tmp_path: Path) -> None:
    path = write(
        tmp_path,
        placeholder("x", 2, 4, 5),
        placeholder("start", 3, dtype=np.int32),
        constant("size", [1, 2, 2], np.int32),
        node("Slice", "y", "x", "start", "size"),
    )
    x = np.arange(40, dtype=np.float32).reshape(2, 4, 5)
    (found,) = _run(path, {"x": x, "start": np.asarray(start, np.int32)})
    a, b, c = start
    np.testing.assert_array_equal(found, x[a : a + 1, b : b + 2, c : c + 2])


@pytest.mark.parametrize("place", [0, 2, -1])
def test_an_index_is_what_data_say(place: int, tmp_path: Path) -> None:
    masks = {"begin_mask": 0b1001, "end_mask": 0b1001, "new_axis_mask": 0b10}
    path = write(
        tmp_path,
        placeholder("x", 2, 3, 4),
        placeholder("begin", 4, dtype=np.int32),
        constant("end", [0, 0, 0, 0], np.int32),
        constant("steps", [1, 1, 1, 1], np.int32),
        node("StridedSlice", "y", "x", "begin", "end", "steps", shrink_axis_mask=0b100, **masks),
    )
    x = np.arange(24, dtype=np.float32).reshape(2, 3, 4)
    begin = np.asarray([7, 7, place, 7], np.int32)
    (found,) = _run(path, {"x": x, "begin": begin})
    np.testing.assert_array_equal(found, x[:, None, place])


def test_a_slice_whose_end_data_decide_is_refused(tmp_path: Path) -> None:
    path = write(
        tmp_path,
        placeholder("x", 6),
        placeholder("begin", 1, dtype=np.int32),
        constant("end", [6], np.int32),
        constant("steps", [1], np.int32),
        node("StridedSlice", "y", "x", "begin", "end", "steps"),
    )
    with pytest.raises(UnsupportedModelError, match="its limits depend on the data of an input"):
        read(path)


@pytest.mark.parametrize("x", [-2.0, 3.0])
def test_branches_that_wait_for_one_node_are_chosen(x: float, tmp_path: Path) -> None:
    # A function in the place of its call waits by a NoOp for the branch that it is in.
    path = write(
        tmp_path,
        placeholder("x"),
        constant("zero", 0.0),
        node("Greater", "positive", "x", "zero"),
        node("Switch", "pivot", "positive", "positive"),
        node("Identity", "then", "pivot:1"),
        node("Identity", "else", "pivot"),
        node("NoOp", "begin", "^then"),
        node("NoOp", "other", "^else"),
        node("Switch", "given", "x", "positive"),
        node("Identity", "same", "given:1", "^begin"),
        _waiting(constant("least", -1.0), "^other"),
        node("Merge", "y", "same", "least"),
    )
    assert _run(path, {"x": np.float32(x)})[0] == (x if x > 0 else -1)


def _waiting(made: Any, control: str) -> Any:
    made.input.append(control)
    return made
