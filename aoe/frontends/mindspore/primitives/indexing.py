"""Primitives that take or put elements by index, and sort them."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

import numpy as np

from aoe.frontends.graph_builder import Operand, UnsupportedNodeError, dtype_of, shape_of
from aoe.frontends.mindspore.arguments import axis as axis_of
from aoe.frontends.mindspore.arguments import choice, flag, operand, whole, wholes
from aoe.frontends.mindspore.emitter import MOST_MADE, Emitter, ints
from aoe.frontends.mindspore.items import Item
from aoe.frontends.mindspore.table import Handler, Primitives

PRIMITIVES = Primitives()
#: Primitives that change slices of a tensor, and what they make of the old and the new one.
_SCATTERS: Mapping[str, str | None] = MappingProxyType(
    {
        "TensorScatterUpdate": None,
        "TensorScatterAdd": "add",
        "TensorScatterMul": "mul",
        "TensorScatterMax": "max",
        "TensorScatterMin": "min",
    }
)
_REDUCTIONS = ("none", "add")


@PRIMITIVES.reads("Gather", "GatherV2", "SparseGatherV2")
def _gather(emit: Emitter, x: Item, indices: Item, axis: Item = 0, batch_dims: Item = 0) -> Item:
    if whole(batch_dims, "batch_dims") != 0:
        raise UnsupportedNodeError(f"its batch_dims is {batch_dims!r}")
    return emit.node("Gather", operand(x), _index(emit, indices), axis=axis_of(axis, operand(x)))


def _index(emit: Emitter, indices: Item) -> Operand:
    """Indices of a type that ONNX takes."""
    value = operand(indices)
    return value if dtype_of(value) in (np.int32, np.int64) else emit.cast(value, np.int64)


@PRIMITIVES.reads("Embedding")
def _embedding(
    emit: Emitter, x: Item, weight: Item, padding_idx: Item = None, max_norm: Item = None, *_: Item
) -> Item:
    if max_norm is not None:
        raise UnsupportedNodeError("it has a max_norm")
    return emit.node("Gather", operand(weight), _index(emit, x), axis=0)


@PRIMITIVES.reads("EmbeddingLookup")
def _embedding_lookup(emit: Emitter, weight: Item, indices: Item, offset: Item = 0) -> Item:
    if whole(offset, "offset") != 0:
        raise UnsupportedNodeError("it has an offset")
    return emit.node("Gather", operand(weight), _index(emit, indices), axis=0)


@PRIMITIVES.reads("IndexSelect")
def _index_select(emit: Emitter, x: Item, dim: Item, index: Item) -> Item:
    return emit.node("Gather", operand(x), _index(emit, index), axis=axis_of(dim, operand(x)))


@PRIMITIVES.reads("GatherD")
def _gather_elements(emit: Emitter, x: Item, dim: Item, index: Item) -> Item:
    value, places = operand(x), _index(emit, index)
    return emit.node("GatherElements", value, places, axis=axis_of(dim, value))


@PRIMITIVES.reads("GatherDGradV2")
def _gather_elements_gradient(emit: Emitter, x: Item, dim: Item, index: Item, dout: Item) -> Item:
    slope = operand(dout)
    shape = ints(shape_of(operand(x)))
    zeros = emit.node("Expand", np.zeros((), dtype_of(slope)), shape)
    return _scattered(emit, zeros, dim, index, slope, "add")


@PRIMITIVES.reads("GatherNd", "GatherNdExt")
def _gather_nd(emit: Emitter, x: Item, indices: Item) -> Item:
    return emit.node("GatherND", operand(x), emit.cast(operand(indices), np.int64))


def _slices_scattered(
    emit: Emitter, x: Item, indices: Item, updates: Item, reduction: str | None
) -> Operand:
    """A tensor with other slices at some indices. `reduction`: what is made of both."""
    places = emit.cast(operand(indices), np.int64)
    return emit.node("ScatterND", operand(x), places, operand(updates), reduction=reduction)


def _scatter_nd(reduction: str | None) -> Handler:
    def read(emit: Emitter, x: Item, indices: Item, updates: Item) -> Item:
        return _slices_scattered(emit, x, indices, updates, reduction)

    return read


for _name, _reduction in _SCATTERS.items():
    PRIMITIVES.reads(_name)(_scatter_nd(_reduction))


@PRIMITIVES.reads("TensorScatterSub")
def _scatter_nd_sub(emit: Emitter, x: Item, indices: Item, updates: Item) -> Item:
    return _slices_scattered(emit, x, indices, emit.node("Neg", operand(updates)), "add")


@PRIMITIVES.reads("ScatterNd")
def _scatter_to_zeros(emit: Emitter, indices: Item, updates: Item, shape: Item) -> Item:
    sizes = wholes(shape, "shape")
    if min(sizes, default=1) < 0 or np.prod(sizes, dtype=np.float64) > MOST_MADE:
        raise UnsupportedNodeError(f"its shape is {sizes}")
    zeros = np.zeros(sizes, dtype_of(operand(updates)))
    return _slices_scattered(emit, zeros, indices, updates, "add")


@PRIMITIVES.reads("TensorScatterElements")
def _scatter_elements(
    emit: Emitter,
    x: Item,
    indices: Item,
    updates: Item,
    axis: Item = 0,
    reduce: Item = "none",
    *,
    reduction: Item = None,
) -> Item:
    kind = choice(reduce if reduction is None else reduction, "reduction", _REDUCTIONS)
    return _scattered(emit, x, axis, indices, updates, kind)


@PRIMITIVES.reads("Scatter", "ScatterAddExt")
def _scatter(
    emit: Emitter, x: Item, dim: Item, index: Item, src: Item, reduce: Item = None
) -> Item:
    if reduce is None:
        raise UnsupportedNodeError("it has no reduction")
    return _scattered(emit, x, dim, index, src, choice(reduce, "reduce", _REDUCTIONS))


@PRIMITIVES.reads("InplaceScatterSrc")
def _scatter_source(emit: Emitter, input: Item, dim: Item, index: Item, src: Item) -> Item:
    """Of a larger source the first elements of each dimension count."""
    taken, count = operand(src), shape_of(operand(index))
    if shape_of(taken) != count:
        axes = range(len(count))
        taken = emit.node("Slice", taken, ints([0] * len(count)), ints(count), ints(axes))
    return _scattered(emit, input, dim, index, taken, "none")


def _scattered(
    emit: Emitter, x: Item, axis: Item, indices: Item, updates: Item, kind: str
) -> Operand:
    value, places = operand(x), _index(emit, indices)
    return emit.node(
        "ScatterElements",
        value,
        places,
        operand(updates),
        axis=axis_of(axis, value),
        reduction=kind,
    )


@PRIMITIVES.reads("OneHot")
def _one_hot(
    emit: Emitter, indices: Item, depth: Item, on_value: Item, off_value: Item, axis: Item = -1
) -> Item:
    """Indices outside of 0 to depth - 1 give no hot element; ONNX takes negative ones otherwise."""
    on, off = emit.pair(operand(on_value), operand(off_value))
    count, place = whole(depth, "depth"), whole(axis, "axis")
    value = emit.cast(operand(indices), np.int64)
    rank = len(shape_of(value))
    place = rank if place == -1 else place
    if not 0 <= place <= rank or not 0 < count <= MOST_MADE:
        raise UnsupportedNodeError(f"it puts {count} classes in dimension {place}")
    classes = np.arange(count, dtype=np.int64).reshape(-1, *[1] * (rank - place))
    shape = list(shape_of(value))
    expanded = emit.reshaped(value, [*shape[:place], 1, *shape[place:]])
    scalars = [emit.reshaped(item, ()) for item in (on, off)]
    return emit.node("Where", emit.node("Equal", expanded, classes), *scalars)


@PRIMITIVES.reads("TopK")
def _top_k(emit: Emitter, x: Item, k: Item, *, sorted: Item = True) -> Item:
    values, places = _largest(emit, operand(x), whole(k, "k"), -1, 1)
    return values, emit.cast(places, np.int32)


@PRIMITIVES.reads("TopkExt")
def _top_k_extended(
    emit: Emitter,
    x: Item,
    k: Item,
    dim: Item = -1,
    largest: Item = True,
    sorted: Item = True,
) -> Item:
    return _largest(emit, operand(x), whole(k, "k"), dim, int(flag(largest, "largest")))


def _largest(
    emit: Emitter, value: Operand, count: int, dim: Item, largest: int
) -> tuple[Operand, ...]:
    place = axis_of(dim, value, "dim")
    if not 0 <= count <= shape_of(value)[place]:
        raise UnsupportedNodeError(f"it takes {count} of {shape_of(value)[place]} elements")
    return emit.nodes("TopK", 2, value, ints((count,)), axis=place, largest=largest, sorted=1)


@PRIMITIVES.reads("Sort")
def _sort(emit: Emitter, x: Item, *, axis: Item = -1, descending: Item = False) -> Item:
    values, places = _ordered(emit, operand(x), axis, descending)
    return values, emit.cast(places, np.int32)


@PRIMITIVES.reads("SortExt")
def _sort_extended(
    emit: Emitter, x: Item, dim: Item = -1, descending: Item = False, stable: Item = False
) -> Item:
    return _ordered(emit, operand(x), dim, descending)


def _ordered(emit: Emitter, value: Operand, axis: Item, descending: Item) -> tuple[Operand, ...]:
    size = shape_of(value)[axis_of(axis, value)]
    return _largest(emit, value, size, axis, int(flag(descending, "descending")))


@PRIMITIVES.reads("Tril", "TrilExt")
def _lower(emit: Emitter, x: Item, diagonal: Item = 0) -> Item:
    offset = np.asarray(whole(diagonal, "diagonal"), np.int64)
    return emit.node("Trilu", operand(x), offset, upper=0)


@PRIMITIVES.reads("Triu")
def _upper(emit: Emitter, x: Item, diagonal: Item = 0) -> Item:
    offset = np.asarray(whole(diagonal, "diagonal"), np.int64)
    return emit.node("Trilu", operand(x), offset, upper=1)


@PRIMITIVES.reads("IndexAdd")
def _add_rows(
    emit: Emitter, x: Item, indices: Item, y: Item, use_lock: Item = True, *, axis: Item = 0
) -> Item:
    """Slices of `y` are added to those of `x` along an axis."""
    updates, places = operand(y), operand(indices)
    shape = shape_of(updates)
    place = axis_of(axis, updates)
    wide = [1] * len(shape)
    wide[place] = shape[place]
    places = emit.node("Expand", emit.reshaped(places, wide), ints(shape))
    return _scattered(emit, x, axis, places, updates, "add")


@PRIMITIVES.reads("Diag")
def _diagonal(emit: Emitter, x: Item) -> Item:
    value = operand(x)
    if len(shape_of(value)) != 1:
        raise UnsupportedNodeError(f"its operand has the shape {shape_of(value)}")
    size = shape_of(value)[0]
    if size * size > MOST_MADE:
        raise UnsupportedNodeError(f"it makes {size} × {size} elements")
    column = emit.reshaped(value, (size, 1))
    return emit.node("Where", np.eye(size, dtype=bool), column, np.zeros((), dtype_of(value)))
