"""Rows whose number depends on data, against NumPy."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

import aoe
from aoe.errors import UnsupportedModelError
from tests.frontends.tflite.files import Graph, Operator, Tensor, tflite

_TABLE = np.arange(24, dtype=np.float32).reshape(4, 3, 2)


def _file(folder: Path, operators: Sequence[Operator], outputs: Sequence[str]) -> Path:
    """A model whose input `m` is a mask of 4 × 3 elements, and `x` a vector of 9 numbers."""
    used = {name for operator in operators for name in operator.inputs}
    inputs = [name for name in ("m", "x") if name in used]
    tensors = [
        *(Tensor("m", "BOOL", (4, 3)), Tensor("x", "INT32", (9,))),
        *(Tensor("p", "INT64", (1, 2)), Tensor("u", "INT32", (1,)), Tensor("i", "INT64", (9,))),
        Tensor("table", "FLOAT32", _TABLE.shape, _TABLE),
        *(Tensor("e", shape=(1, 2)), Tensor("f", shape=(1, 2)), Tensor("g", shape=(1, 2, 3, 2))),
        Tensor("c", "INT32", (1, 2)),
        Tensor("sizes", "INT32", (3,), np.asarray([-1, 2, 1], np.int32)),
        *(Tensor("r", "INT64", (1, 2, 1)), Tensor("s", "INT64", (1, 2))),
        Tensor("half", shape=(2,), data=np.asarray([0.5, 2], np.float32)),
        Tensor("sum", "INT64", (2,)),
        Tensor("deep", "INT64", (1, 1, 1), np.ones((1, 1, 1), np.int64)),
        Tensor("zero", "INT32", (1,), np.asarray([0], np.int32)),
    ]
    path = folder / "m.tflite"
    path.write_bytes(tflite(Graph(tensors, operators, inputs, outputs)))
    return path


_WHERE = Operator("WHERE", ["m"], ["p"])
_MASKS = [
    np.random.default_rng(1).random((4, 3)) < 0.4,
    np.ones((4, 3), bool),
    np.zeros((4, 3), bool),
]


@pytest.mark.parametrize("device", ["cpu", "reference"])
def test_where_gives_as_many_rows_as_there_are(device: str, tmp_path: Path) -> None:
    operators = [
        _WHERE,
        Operator("GATHER_ND", ["table", "p"], ["e"]),
        Operator("MUL", ["e", "half"], ["f"], {"activation": 0}),
        Operator("CAST", ["p"], ["c"]),
        Operator("RESHAPE", ["p", "sizes"], ["r"]),
        Operator("SQUEEZE", ["r"], ["s"], {"squeeze_dims": [2]}),
    ]
    path = _file(tmp_path, operators, ["p", "f", "c", "s"])
    with aoe.compile(path, device=device) as session:
        for mask in _MASKS:
            p, f, c, s = session.run(None, {"m": mask})
            places = np.argwhere(mask)
            np.testing.assert_array_equal(p, places)
            np.testing.assert_array_equal(f, _TABLE[mask] * np.asarray([0.5, 2], np.float32))
            assert c.dtype == np.int32
            np.testing.assert_array_equal(c, places)
            np.testing.assert_array_equal(s, places)


def test_rows_are_indices(tmp_path: Path) -> None:
    operators = [_WHERE, Operator("GATHER", ["table", "p"], ["g"], {"axis": 0, "batch_dims": 0})]
    path = _file(tmp_path, operators, ["g"])
    with aoe.compile(path) as session:
        for mask in _MASKS:
            (found,) = session.run(None, {"m": mask})
            np.testing.assert_array_equal(found, _TABLE[np.argwhere(mask)])


@pytest.mark.parametrize("device", ["cpu", "reference"])
def test_unique_gives_numbers_in_the_order_in_which_they_come(device: str, tmp_path: Path) -> None:
    path = _file(tmp_path, [Operator("UNIQUE", ["x"], ["u", "i"])], ["u", "i"])
    with aoe.compile(path, device=device) as session:
        for x in ([5, 2, 5, 9, 2, 1, 1, 7, 5], [3] * 9, range(9, 0, -1)):
            given = np.asarray(list(x), np.int32)
            numbers, places = session.run(None, {"x": given})
            assert (numbers.dtype.name, places.dtype.name) == ("int32", "int64")
            np.testing.assert_array_equal(numbers, list(dict.fromkeys(given.tolist())))
            np.testing.assert_array_equal(numbers[places], given)


def test_different_numbers_of_a_constant_are_constants(tmp_path: Path) -> None:
    numbers = np.asarray([5, 2, 5, 9, 2], np.int32)
    tensors = [
        Tensor("c", "INT32", (5,), numbers),
        *(Tensor("x", "INT32", (3,)), Tensor("u", "INT32", (3,)), Tensor("i", "INT32", (5,))),
        *(Tensor("y", "INT32", (3,)), Tensor("two", "INT32", (2,))),
    ]
    operators = [
        Operator("UNIQUE", ["c"], ["u", "i"]),
        Operator("MAXIMUM", ["u", "x"], ["y"]),
    ]
    path = tmp_path / "m.tflite"
    path.write_bytes(tflite(Graph(tensors, operators, ["x"], ["y", "i"])))
    with aoe.compile(path, device="reference") as session:
        y, i = session.run(None, {"x": np.asarray([6, 1, 10], np.int32)})
    np.testing.assert_array_equal(y, [6, 2, 10])
    np.testing.assert_array_equal(i, [0, 1, 0, 2, 1])


@pytest.mark.parametrize(
    "operator",
    [
        Operator("SUM", ["p", "zero"], ["sum"]),
        Operator("SQUEEZE", ["p"], ["s"]),
        Operator("ADD", ["p", "p"], ["s"], {"activation": 0}),
        Operator("ADD", ["p", "deep"], ["s"], {"activation": 0}),
        Operator("RESHAPE", ["table", "p"], ["s"], {"new_shape": [-1, 2]}),
    ],
)
def test_what_needs_more_than_each_row_is_refused(operator: Operator, tmp_path: Path) -> None:
    path = _file(tmp_path, [_WHERE, operator], [operator.outputs[0]])
    with pytest.raises(UnsupportedModelError, match="rows whose number depends on data"):
        aoe.compile(path)
