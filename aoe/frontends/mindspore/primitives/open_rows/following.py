"""Primitives that may take rows whose number depends on data.

A primitive that is given such rows has a function of its own here, or is refused. All that compute
element by element do so with each row.
"""

from __future__ import annotations

from functools import wraps

import onnx_ir

from aoe.frontends.graph_builder import Attribute, Operand, UnsupportedNodeError, dtype_of, shape_of
from aoe.frontends.mindspore.arguments import axis as axis_of
from aoe.frontends.mindspore.arguments import dimension, flag, names_axes, operand, whole, wholes
from aoe.frontends.mindspore.emitter import Emitter, ints, is_real
from aoe.frontends.mindspore.items import Item, is_tensor
from aoe.frontends.mindspore.primitives import activations, arithmetic, special_values
from aoe.frontends.mindspore.table import Handler, Primitives
from aoe.frontends.shared_operators.open_rows import (
    REFUSED,
    OpenRows,
    elements_at,
    reshaped,
    row_beside,
    slices_at,
)

PRIMITIVES = Primitives()
#: Functions of single elements that take or give several tensors.
_SEVERAL = ("Dropout", "Dropout2D", "Dropout3D", "AddN", "AccumulateNV2")
#: Bytes of the smallest integers that ONNX adds up.
_SMALLEST_SUMMED = 4
#: Activations that do not compute element by element.
_WHOLE = ("GLU", "Softmax", "LogSoftmax", "LogSoftmaxExt", "PReLU")


@PRIMITIVES.reads_rows("Gather", "GatherV2", "SparseGatherV2")
def _slices(emit: Emitter, x: Item, indices: Item, axis: Item = 0, batch_dims: Item = 0) -> Item:
    table, rows = _table(x), _rows(indices)
    if whole(batch_dims, "batch_dims") or axis_of(axis, table):
        raise UnsupportedNodeError(REFUSED)
    return slices_at(emit.builder, table, rows)


@PRIMITIVES.reads_rows("GatherNd", "GatherNdExt")
def _elements(emit: Emitter, x: Item, indices: Item) -> Item:
    return elements_at(emit.builder, _table(x), _rows(indices))


@PRIMITIVES.reads_rows("Reshape", "View", "ReshapeView")
def _reshaped(emit: Emitter, x: Item, shape: Item) -> Item:
    """A shape that has -1 for the number of rows."""
    first, *row = wholes(shape, "shape") or (0,)
    if first != -1:
        raise UnsupportedNodeError(REFUSED)
    return reshaped(emit.builder, _rows(x), row)


@PRIMITIVES.reads_rows("ExpandDims", "ExpandDimsView")
def _expanded(emit: Emitter, x: Item, axis: Item) -> Item:
    rows = _rows(x)
    place = dimension(whole(axis, "axis"), len(rows.row) + 2)
    if not place:
        raise UnsupportedNodeError(REFUSED)
    return reshaped(emit.builder, rows, [*rows.row[: place - 1], 1, *rows.row[place - 1 :]])


@PRIMITIVES.reads_rows("Squeeze")
def _squeezed(emit: Emitter, x: Item, axis: Item = ()) -> Item:
    rows = _rows(x)
    if not names_axes(axis):
        raise UnsupportedNodeError(REFUSED)
    axes = {dimension(number, len(rows.row) + 1) for number in wholes(axis, "axis")}
    if 0 in axes:
        raise UnsupportedNodeError(REFUSED)
    kept = [size for number, size in enumerate(rows.row, 1) if number not in axes]
    return reshaped(emit.builder, rows, kept)


@PRIMITIVES.reads_rows("ReduceSum")
def _sum(
    emit: Emitter, x: Item, axis: Item = (), keep_dims: Item = False, skip_mode: Item = False
) -> Item:
    rows = _rows(x)
    dtype = dtype_of(rows.value)
    if flag(skip_mode, "skip_mode") and not names_axes(axis):
        return rows
    if dtype.itemsize < _SMALLEST_SUMMED and not is_real(dtype):
        raise UnsupportedNodeError(f"it adds up {dtype}")
    return _reduced(emit, "ReduceSum", rows, axis, keep_dims)


@PRIMITIVES.reads_rows("ReduceMean")
def _mean(emit: Emitter, x: Item, axis: Item = (), keep_dims: Item = False) -> Item:
    rows = _rows(x)
    if not is_real(dtype_of(rows.value)):
        raise UnsupportedNodeError("it takes the average of integers")
    return _reduced(emit, "ReduceMean", rows, axis, keep_dims)


def _reduced(emit: Emitter, kind: str, x: OpenRows, axis: Item, keep_dims: Item) -> Item:
    """A sum or an average of each row, or over the rows."""
    rank, keeps = len(x.row) + 1, flag(keep_dims, "keep_dims")
    given = wholes(axis, "axis") if names_axes(axis) else range(rank)
    axes = sorted({dimension(number, rank) for number in given})
    found = emit.builder.open_node(kind, x.value, ints(axes), keepdims=int(keeps))
    sizes = [1 if n in axes else size for n, size in enumerate((0, *x.row))]
    kept = [size for n, size in enumerate(sizes) if keeps or n not in axes]
    if 0 not in axes:
        return x.holding(found, kept[1:])
    found.shape = onnx_ir.Shape(kept)
    return found


@PRIMITIVES.reads_rows("Shape", "shape")
def _shape(emit: Emitter, x: Item) -> Item:
    rows = _rows(x)
    count = emit.builder.open_node("Shape", rows.value, start=0, end=1)
    return (emit.reshaped(count, ()), *rows.row)


@PRIMITIVES.reads_rows("Rank")
def _rank(emit: Emitter, x: Item) -> Item:
    return len(_rows(x).row) + 1


def _rows(item: Item) -> OpenRows:
    """An operand that must be rows; another operand of the primitive is, then."""
    if not isinstance(item, OpenRows):
        raise UnsupportedNodeError(REFUSED)
    return item


def _table(item: Item) -> Operand:
    """An operand that must be a tensor."""
    if isinstance(item, OpenRows):
        raise UnsupportedNodeError(REFUSED)
    return operand(item)


class _OpenEmitter(Emitter):
    """Makes nodes whose results have as many rows as data say."""

    def nodes(
        self, kind: str, count: int, *operands: Operand | None, **attributes: Attribute | None
    ) -> tuple[Operand, ...]:
        return self.builder.open_nodes(kind, count, *operands, **attributes)


def _row_by_row(handler: Handler) -> Handler:
    """A function that computes element by element, for rows and what is the same for all rows."""

    @wraps(handler)
    def read(emit: Emitter, *given: Item, **named: Item) -> Item:
        every = (*given, *named.values())
        rows = [item for item in every if isinstance(item, OpenRows)]
        row = row_beside(rows, [shape_of(operand(item)) for item in every if is_tensor(item)])
        plain = {name: _value(item) for name, item in named.items()}
        found = handler(_OpenEmitter(emit.builder), *map(_value, given), **plain)
        assert isinstance(found, onnx_ir.Value), "functions of elements give one tensor"
        return rows[0].holding(found, row)

    return read


def _value(item: Item) -> Item:
    return item.value if isinstance(item, OpenRows) else item


for _name, _handler in (
    *arithmetic.PRIMITIVES.handlers.items(),
    *activations.PRIMITIVES.handlers.items(),
    *special_values.PRIMITIVES.handlers.items(),
):
    if _name not in (*_SEVERAL, *_WHOLE):
        PRIMITIVES.reads_rows(_name)(_row_by_row(_handler))
