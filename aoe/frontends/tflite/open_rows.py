"""Rows of a `.tflite` file whose number depends on data: WHERE, UNIQUE, and what follows from them.

`shared_operators/open_rows.py` says what goes on. Beside such rows only constants are taken.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import TypeAlias

import numpy as np

from aoe.frontends.graph_builder import UnsupportedNodeError
from aoe.frontends.layout import LayoutOperand
from aoe.frontends.shared_operators.open_rows import (
    OPEN_ROWS,
    REFUSED,
    OpenRows,
    converted,
    distinct,
    elements_at,
    known_distinct,
    places,
    reshaped,
    row_beside,
    slices_at,
)
from aoe.frontends.tflite.call import Call, Special, axis_of


@dataclass(frozen=True, eq=False)
class Rows(Special):
    """Rows whose number depends on data.

    Attributes:
        rows: The rows.
    """

    rows: OpenRows
    what = OPEN_ROWS


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
    return [Rows(function(replace(call, inputs=plain), special[0].rows, place))]


def _places(call: Call) -> list[Given]:
    """The indices of elements that are true: elements × dimensions."""
    x = call.plain(0)
    if isinstance(x, np.ndarray):
        return [np.argwhere(x).astype(np.int64)]
    return [Rows(places(call.builder, x))]


def _distinct(call: Call) -> list[Given]:
    """Each number once, in the order in which they come first, and where each element's is."""
    x = call.plain(0)
    dtype = call.output_tensors[1].dtype if len(call.output_tensors) > 1 else None
    to = dtype or np.dtype(np.int32)
    if isinstance(x, np.ndarray):
        elements, places_of, _ = known_distinct(x)
        return [elements, places_of.astype(to)]
    numbers, where = distinct(call.builder, x)
    return [Rows(numbers), call.cast(where, to)]


def _cast(call: Call, rows: OpenRows, place: int) -> OpenRows:
    _check_numbers(call)
    return converted(call.builder, rows, call.dtype)


def _gathered(call: Call, rows: OpenRows, place: int) -> OpenRows:
    """Rows are indices of a tensor."""
    if place != 1 or call.option("batch_dims") or axis_of(call.option("axis"), 1 << 8):
        raise UnsupportedNodeError(REFUSED)
    return slices_at(call.builder, call.plain(0), rows)


def _gathered_elements(call: Call, rows: OpenRows, place: int) -> OpenRows:
    """Rows are indices of several dimensions."""
    if place != 1:
        raise UnsupportedNodeError(REFUSED)
    return elements_at(call.builder, call.plain(0), rows)


def _reshaped(call: Call, rows: OpenRows, place: int) -> OpenRows:
    """Rows stay rows: a reshape has -1 for their number, a squeeze names axes behind it."""
    if place:
        raise UnsupportedNodeError(REFUSED)
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
        first, *row = (call.integers(1, "sizes") if call.has(1) else given) or [0]
        fits = first == -1
    if not fits:
        raise UnsupportedNodeError(REFUSED)
    return reshaped(call.builder, rows, row)


def _combined(call: Call, rows: OpenRows, place: int) -> OpenRows:
    """Each row with a constant that is not larger than a row."""
    _check_numbers(call)
    other = call.constant(1 - place, "operands beside such rows")
    if call.activation != "NONE" or (call.operator.kind == "DIV" and call.dtype.kind != "f"):
        raise UnsupportedNodeError(f"{REFUSED}, and rounds or clips")
    flat = other.reshape(()) if other.size == 1 and other.ndim <= 1 + len(rows.row) else other
    row = row_beside([rows], [flat.shape])
    operands = (rows.value, flat) if place == 0 else (flat, rows.value)
    return rows.holding(call.builder.open_node(_BINARY[call.operator.kind], *operands), row)


def _check_numbers(call: Call) -> None:
    tensors = (*call.input_tensors, *call.output_tensors)
    if any(tensor is not None and tensor.is_quantized for tensor in tensors):
        raise UnsupportedNodeError(f"{REFUSED}, of quantised numbers")


_Function: TypeAlias = "Callable[[Call, OpenRows, int], OpenRows]"
_FUNCTIONS: Mapping[str, _Function] = MappingProxyType(
    {
        "CAST": _cast,
        "GATHER": _gathered,
        "GATHER_ND": _gathered_elements,
        **dict.fromkeys(("RESHAPE", "SQUEEZE", "EXPAND_DIMS"), _reshaped),
        **dict.fromkeys(_BINARY, _combined),
    }
)
