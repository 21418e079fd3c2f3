"""Rows whose number depends on data, such as the places where a mask holds.

Each row alone goes on: its elements are converted, indexed with, or computed with what is the same
for all rows. An output of the model has as many rows as there are.

The readers of TFLite and MindSpore say which of their operators give and take such rows. That of
TensorFlow keeps a place for each row that may be there (`tensorflow/operations/rows`), since its
training steps add rows to tables of known sizes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import prod

import numpy as np
import onnx_ir

from aoe.frontends.graph_builder import (
    GraphBuilder,
    Operand,
    UnsupportedNodeError,
    dtype_of,
    shape_of,
)

#: What such rows are called in refusals.
OPEN_ROWS = "rows whose number depends on data"
REFUSED = f"it takes {OPEN_ROWS}"


@dataclass(frozen=True, eq=False)
class OpenRows:
    """Rows whose number depends on data.

    Attributes:
        value: Rows × the shape of a row.
        row: The shape of a row.
        origin: The value that had as many rows first. Rows of one origin are equally many.
    """

    value: onnx_ir.Value
    row: tuple[int, ...]
    origin: onnx_ir.Value

    def holding(self, value: onnx_ir.Value, row: Sequence[int]) -> OpenRows:
        """As many rows with another content. `row`: the shape of each."""
        return replace(self, value=value, row=tuple(row))


def opened(value: onnx_ir.Value, row: Sequence[int] = ()) -> OpenRows:
    """Rows of which nothing else has the number."""
    return OpenRows(value, tuple(row), value)


def places(builder: GraphBuilder, x: onnx_ir.Value) -> OpenRows:
    """The indices of elements that are not zero, int64: elements × dimensions.

    Raises:
        UnsupportedNodeError: `x` has no dimensions.
    """
    rank = len(shape_of(x))
    if not rank:
        raise UnsupportedNodeError("its operand is a number")
    found = builder.open_node("NonZero", x)
    return opened(builder.open_node("Transpose", found, perm=[1, 0]), (rank,))


def distinct(builder: GraphBuilder, x: onnx_ir.Value) -> tuple[OpenRows, onnx_ir.Value]:
    """Each element once, in the order in which they come first, and where each element's is.

    Args:
        builder: Takes the nodes.
        x: A vector.

    Returns:
        The elements, and int64 of the shape of `x`.

    Raises:
        UnsupportedNodeError: `x` is no vector, or empty.
    """
    if len(shape_of(x)) != 1 or not shape_of(x)[0]:
        raise UnsupportedNodeError(f"its operand has the shape {list(shape_of(x))}")
    numbers, _, inverse = builder.open_nodes("Unique", 3, x, sorted=0)
    inverse.shape = onnx_ir.Shape(shape_of(x))
    return opened(numbers), inverse


def known_distinct(x: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """As `distinct`, of a known vector, which may be empty; and how often each element is there.
    Each NaN is an element of its own.
    """
    if x.ndim != 1:
        raise UnsupportedNodeError(f"its operand has the shape {list(x.shape)}")
    found, first, inverse, counts = np.unique(
        x, return_index=True, return_inverse=True, return_counts=True, equal_nan=False
    )
    order = np.argsort(first)
    return found[order], np.argsort(order)[inverse], counts[order]


def converted(builder: GraphBuilder, rows: OpenRows, dtype: np.dtype | type) -> OpenRows:
    """Rows with elements of another type."""
    if dtype_of(rows.value) == np.dtype(dtype):
        return rows
    to = int(onnx_ir.DataType.from_numpy(np.dtype(dtype)))
    return rows.holding(builder.open_node("Cast", rows.value, to=to), rows.row)


def slices_at(builder: GraphBuilder, table: Operand, rows: OpenRows) -> OpenRows:
    """Slices of a tensor along its first axis, by rows of their numbers."""
    numbers = rows if dtype_of(rows.value) == np.int32 else converted(builder, rows, np.int64)
    found = builder.open_node("Gather", table, numbers.value, axis=0)
    return rows.holding(found, (*rows.row, *shape_of(table)[1:]))


def elements_at(builder: GraphBuilder, table: Operand, rows: OpenRows) -> OpenRows:
    """Elements of a tensor, or slices of it, by rows of indices of several dimensions.

    Raises:
        UnsupportedNodeError: There are more indices than dimensions.
    """
    if not rows.row or rows.row[-1] > len(shape_of(table)):
        raise UnsupportedNodeError(REFUSED)
    index = converted(builder, rows, np.int64).value
    found = builder.open_node("GatherND", table, index)
    return rows.holding(found, (*rows.row[:-1], *shape_of(table)[rows.row[-1] :]))


def reshaped(builder: GraphBuilder, rows: OpenRows, row: Sequence[int]) -> OpenRows:
    """Rows of another shape.

    Raises:
        UnsupportedNodeError: A row has not as many elements, or none.
    """
    if prod(row) != prod(rows.row) or min(row, default=1) <= 0:
        raise UnsupportedNodeError(REFUSED)
    shape = np.asarray([-1, *row], np.int64)
    return rows.holding(builder.open_node("Reshape", rows.value, shape), row)


def row_beside(rows: Sequence[OpenRows], shapes: Sequence[tuple[int, ...]]) -> tuple[int, ...]:
    """The shape of a row of what is computed of rows, and of tensors that are the same for all.

    Args:
        rows: The rows, at least one.
        shapes: The shapes of the tensors.

    Raises:
        UnsupportedNodeError: The rows are not equally many for sure, or a tensor may have something
            else for each.
    """
    first, rank = rows[0], 1 + len(rows[0].row)
    if any(item.origin is not first.origin or len(item.row) != len(first.row) for item in rows):
        raise UnsupportedNodeError(f"{REFUSED}, which may not be equally many")
    parts = [shape[1:] if len(shape) == rank else shape for shape in shapes]
    if any(len(s) > rank or (len(s) == rank and s[0] != 1) for s in shapes):
        raise UnsupportedNodeError(f"{REFUSED}, and a tensor that may have something else for each")
    return np.broadcast_shapes(*(item.row for item in rows), *parts)
