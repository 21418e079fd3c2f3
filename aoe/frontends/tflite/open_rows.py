"""Rows of a `.tflite` file whose number depends on data: WHERE, UNIQUE, and what follows from them.

Each row alone goes on: its elements are converted, indexed with, or computed with constants. The
model's output has as many rows as there are.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from math import prod
from types import MappingProxyType
from typing import TypeAlias

import numpy as np
import onnx_ir

from aoe.frontends.graph_builder import UnsupportedNodeError, shape_of
from aoe.frontends.layout import LayoutOperand
from aoe.frontends.tflite.call import Call, Special, axis_of, int64


@dataclass(frozen=True, eq=False)
class Rows(Special):
    """Rows whose number depends on data.

    Attributes:
        value: Rows × the shape of a row.
        row: The shape of a row.
    """

    value: onnx_ir.Value
    row: tuple[int, ...]
    what = "rows whose number depends on data"


#: An operand that may be rows.
Given: TypeAlias = "LayoutOperand | Special"
#: Operators that give rows.
OPENING = ("WHERE", "UNIQUE")
_BINARY = MappingProxyType({"ADD": "Add", "SUB": "Sub", "MUL": "Mul", "DIV": "Div"})


def open_rows(call: Call, operands: Sequence[Given | None]) -> list[Given] | None:
    """The results of an operator that gives or takes rows; None for others.

    Args:
        call: The operator. Its own operands have no meaning if one of them is rows.
        operands: Its operands.

    Raises:
        UnsupportedNodeError: It needs more than each row.
    """
    kind = call.operator.kind
    if kind in OPENING and not any(isinstance(item, Special) for item in operands):
        return _places(call) if kind == "WHERE" else _distinct(call)
    special = [item for item in operands if isinstance(item, Special)]
    if not special:
        return None
    function = _FUNCTIONS.get(kind)
    if function is None or len(special) > 1 or not isinstance(special[0], Rows):
        raise UnsupportedNodeError(f"it takes {special[0].what}")
    plain = tuple(None if isinstance(item, Special) else item for item in operands)
    place = next(n for n, item in enumerate(operands) if isinstance(item, Special))
    return [function(replace(call, inputs=plain), special[0], place)]


def _places(call: Call) -> list[Given]:
    """The indices of elements that are true: elements × dimensions."""
    x = call.plain(0)
    rank = len(shape_of(x))
    if isinstance(x, np.ndarray):
        return [np.argwhere(x).astype(np.int64)]
    if not rank:
        raise UnsupportedNodeError("its operand is a number")
    found = call.builder.open_node("NonZero", x)
    return [Rows(call.builder.open_node("Transpose", found, perm=[1, 0]), (rank,))]


def _distinct(call: Call) -> list[Given]:
    """Each number once, in the order in which they come first, and where each element's is."""
    x = call.plain(0)
    if len(shape_of(x)) != 1 or not shape_of(x)[0]:
        raise UnsupportedNodeError(f"its operand has the shape {list(shape_of(x))}")
    numbers, _, places = call.builder.open_nodes("Unique", 3, x, sorted=0)
    places.shape = onnx_ir.Shape(shape_of(x))
    dtype = call.output_tensors[1].dtype if len(call.output_tensors) > 1 else None
    return [Rows(numbers, ()), call.cast(places, dtype or np.dtype(np.int32))]


def _cast(call: Call, rows: Rows, place: int) -> Rows:
    _check_numbers(call)
    to = int(onnx_ir.DataType.from_numpy(call.dtype))
    return Rows(call.builder.open_node("Cast", rows.value, to=to), rows.row)


def _gathered(call: Call, rows: Rows, place: int) -> Rows:
    """Rows are indices of a tensor."""
    if place != 1 or call.option("batch_dims") or axis_of(call.option("axis"), 1 << 8):
        raise UnsupportedNodeError(f"it takes {rows.what}")
    table = call.plain(0)
    found = call.builder.open_node("Gather", table, rows.value, axis=0)
    return Rows(found, (*rows.row, *shape_of(table)[1:]))


def _gathered_elements(call: Call, rows: Rows, place: int) -> Rows:
    """Rows are indices of several dimensions."""
    table = call.plain(0) if place == 1 else None
    if table is None or not rows.row or rows.row[-1] > len(shape_of(table)):
        raise UnsupportedNodeError(f"it takes {rows.what}")
    index = call.builder.open_node("Cast", rows.value, to=int(onnx_ir.DataType.INT64))
    found = call.builder.open_node("GatherND", table, index)
    return Rows(found, (*rows.row[:-1], *shape_of(table)[rows.row[-1] :]))


def _reshaped(call: Call, rows: Rows, place: int) -> Rows:
    """Rows stay rows: a reshape has -1 for their number, a squeeze names axes behind it."""
    kind, rank = call.operator.kind, 1 + len(rows.row)
    if kind == "SQUEEZE":
        axes = {axis_of(int(axis), rank) for axis in call.vector("squeeze_dims")}
        row = [size for axis, size in enumerate(rows.row, 1) if axis not in axes]
        fits = bool(axes) and 0 not in axes
    elif kind == "EXPAND_DIMS":
        axis = axis_of(call.integers(1, "axes")[0], rank + 1)
        row = [*rows.row[: axis - 1], 1, *rows.row[axis - 1 :]]
        fits = axis > 0
    else:
        given = [int(size) for size in call.vector("new_shape")]
        first, *row = call.integers(1, "sizes") if call.has(1) else given or [0]
        fits = first == -1 and min(row, default=1) > 0
    if not fits or prod(row) != prod(rows.row) or not prod(row):
        raise UnsupportedNodeError(f"it takes {rows.what}")
    found = call.builder.open_node("Reshape", rows.value, int64([-1, *row]))
    return Rows(found, tuple(row))


def _combined(call: Call, rows: Rows, place: int) -> Rows:
    """Each row with a constant that is not larger than a row."""
    _check_numbers(call)
    other = call.constant(1 - place, "operands beside such rows")
    if len(other.shape) > len(rows.row) + (other.size == 1):
        raise UnsupportedNodeError(f"it takes {rows.what}")
    if call.activation != "NONE" or (call.operator.kind == "DIV" and call.dtype.kind != "f"):
        raise UnsupportedNodeError(f"it takes {rows.what}, and rounds or clips")
    flat = other.reshape(()) if other.size == 1 else other
    operands = (rows.value, flat) if place == 0 else (flat, rows.value)
    row = np.broadcast_shapes(rows.row, flat.shape)
    return Rows(call.builder.open_node(_BINARY[call.operator.kind], *operands), row)


def _check_numbers(call: Call) -> None:
    tensors = (*call.input_tensors, *call.output_tensors)
    if any(tensor is not None and tensor.is_quantized for tensor in tensors):
        raise UnsupportedNodeError(f"it takes {Rows.what}, of quantised numbers")


_Function: TypeAlias = "Callable[[Call, Rows, int], Rows]"
_FUNCTIONS: Mapping[str, _Function] = MappingProxyType(
    {
        "CAST": _cast,
        "GATHER": _gathered,
        "GATHER_ND": _gathered_elements,
        **dict.fromkeys(("RESHAPE", "SQUEEZE", "EXPAND_DIMS"), _reshaped),
        **dict.fromkeys(_BINARY, _combined),
    }
)
