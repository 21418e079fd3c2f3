"""Operators that read or write elements by indices: gather, scatter, advanced indexing.

Indices may be negative, as in PyTorch. Rows that several indices name are added in their order.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType

import onnx_ir
import torch

from aoe.torch.translate.emitter import Emitter
from aoe.torch.translate.facts import (
    axis_of,
    rank_of,
    require,
    require_held,
    row_shape_of,
    shape_of,
    tensor_of,
    type_of,
)
from aoe.torch.translate.table import Operators

OPERATORS = Operators()
#: Element types of indices; a bool is a mask.
_INDICES = ("int64", "int32")
#: How a scattered element joins what was there: ONNX's word by PyTorch's.
_REDUCTIONS: Mapping[str, str] = MappingProxyType(
    {"": "none", "sum": "add", "prod": "mul", "amax": "max", "amin": "min"}
)


@OPERATORS.translates("index_select")
def _index_select(
    emit: Emitter, node: torch.fx.Node, a: torch.fx.Node, dim: int, index: torch.fx.Node
) -> onnx_ir.Value:
    axis = axis_of(dim, len(row_shape_of(a)))
    found = emit.node("Gather", emit.row(a), emit.row(index), axis=axis)
    return found if rank_of(a) else emit.reshaped(found, [])


@OPERATORS.translates("take")
def _take(
    emit: Emitter, node: torch.fx.Node, a: torch.fx.Node, index: torch.fx.Node
) -> onnx_ir.Value:
    """Elements by their places in row-major order."""
    flat = emit.reshaped(emit.value(a), [tensor_of(a).numel()])
    return emit.node("Gather", flat, emit.value(index), axis=0)


@OPERATORS.translates("put")
def _put(
    emit: Emitter,
    node: torch.fx.Node,
    a: torch.fx.Node,
    index: torch.fx.Node,
    source: torch.fx.Node,
    accumulate: bool = False,
) -> onnx_ir.Value:
    count = [tensor_of(index).numel()]
    found = emit.node(
        "ScatterElements",
        emit.reshaped(emit.value(a), [tensor_of(a).numel()]),
        emit.reshaped(emit.value(index), count),
        emit.reshaped(emit.value(source), count),
        axis=0,
        reduction="add" if accumulate else "none",
    )
    return emit.reshaped(found, shape_of(node))


@OPERATORS.translates("gather")
def _gather(
    emit: Emitter,
    node: torch.fx.Node,
    a: torch.fx.Node,
    dim: int,
    index: torch.fx.Node,
    **_: object,
) -> onnx_ir.Value:
    shape = row_shape_of(index)
    # One of no elements may have any rank.
    require(len(row_shape_of(a)) == len(shape), "its index has another rank")
    axis = axis_of(dim, len(shape))
    found = emit.node("GatherElements", _cut_to(emit, a, shape, axis), emit.row(index), axis=axis)
    return found if rank_of(index) else emit.reshaped(found, [])


@OPERATORS.translates("scatter.src", "scatter.value", "scatter_add", "scatter_reduce.two")
def _scatter(
    emit: Emitter,
    node: torch.fx.Node,
    a: torch.fx.Node,
    dim: int,
    index: torch.fx.Node,
    source: object,
    reduce: str = "",
    *,
    include_self: bool = True,
) -> onnx_ir.Value:
    require(include_self, "what was there before is left out")
    joined = "sum" if "scatter_add" in str(node.target) else reduce
    require(joined in _REDUCTIONS, f"it makes a {joined}")
    dtype, shape = type_of(node), row_shape_of(index)
    require(len(row_shape_of(a)) == len(shape), "its index has another rank")
    if isinstance(source, torch.fx.Node) and len(row_shape_of(source)) == len(shape):
        written = emit.row(source, dtype)
        for axis, size in enumerate(shape):  # the rest of the source is not written
            if row_shape_of(source)[axis] > size:
                written = emit.part(written, axis, 0, size)
    else:
        require_held(source, dtype)
        written = emit.node("Expand", emit.value(source, dtype), emit.integers(shape))
    found = emit.node(
        "ScatterElements",
        emit.row(a, dtype),
        emit.row(index),
        written,
        axis=axis_of(dim, len(shape)),
        reduction=_REDUCTIONS[joined],
    )
    return found if rank_of(a) else emit.reshaped(found, [])


@OPERATORS.translates("index.Tensor", "_unsafe_index.Tensor")
def _index(
    emit: Emitter,
    node: torch.fx.Node,
    a: torch.fx.Node,
    indices: Sequence[torch.fx.Node | None],
) -> onnx_ir.Value:
    used = _used(indices)
    if len(used) == 1:
        axis, index = used[0]
        return emit.node("Gather", emit.value(a), emit.value(index), axis=axis)
    axes = [axis for axis, _ in used]
    # The indexed dimensions come first, are looked up, and what they give moves back.
    first, count, rank = _first(axes), len(axes), rank_of(a)
    others = [axis for axis in range(rank) if axis not in axes]
    front = emit.permuted(emit.value(a), [*axes, *others])
    shape = _common_shape(used)
    found = emit.node("GatherND", front, _tuples(emit, used, shape))
    new = list(range(len(shape)))
    rest = [len(shape) + number for number in range(rank - count)]
    return emit.permuted(found, [*rest[:first], *new, *rest[first:]])


@OPERATORS.translates("index_put", "_unsafe_index_put")
def _index_put(
    emit: Emitter,
    node: torch.fx.Node,
    a: torch.fx.Node,
    indices: Sequence[torch.fx.Node | None],
    source: torch.fx.Node,
    accumulate: bool = False,
) -> onnx_ir.Value:
    masks = [(axis, index) for axis, index in enumerate(indices) if index is not None]
    if len(masks) == 1 and type_of(masks[0][1]) == "bool":
        return _put_by_mask(emit, node, a, *masks[0], source, accumulate)
    used = _used(indices)
    axes = [axis for axis, _ in used]
    others = [axis for axis in range(rank_of(a)) if axis not in axes]
    order, shape, first = [*axes, *others], _common_shape(used), _first(axes)
    kept = [shape_of(a)[axis] for axis in others]
    whole = [*kept[:first], *shape, *kept[first:]]
    written = emit.node("Expand", emit.value(source, type_of(node)), emit.integers(whole))
    places = list(range(len(whole)))
    new, rest = places[first : first + len(shape)], places[:first] + places[first + len(shape) :]
    found = emit.node(
        "ScatterND",
        emit.permuted(emit.value(a), order),
        _tuples(emit, used, shape),
        emit.permuted(written, [*new, *rest]),
        reduction="add" if accumulate else "none",
    )
    back = sorted(range(len(order)), key=order.__getitem__)
    return emit.permuted(found, back)


def _put_by_mask(
    emit: Emitter,
    node: torch.fx.Node,
    a: torch.fx.Node,
    axis: int,
    mask: torch.fx.Node,
    source: torch.fx.Node,
    accumulate: bool,
) -> onnx_ir.Value:
    """What is written at the places of a mask, which is of dimensions from an axis on: the same
    elements at all places, or one after the other in row-major order. A mask is one dimension of
    what is written there.
    """
    require(not tensor_of(a).is_complex(), "it is complex")
    masked, behind = rank_of(mask), rank_of(a) - axis - rank_of(mask)
    given = [1] * (axis + 1 + behind - rank_of(source)) + list(shape_of(source))
    dtype, whole = type_of(node), emit.value(a)
    written = emit.value(source, dtype)
    if given[axis] == 1:
        shape = [*given[:axis], *[1] * masked, *given[axis + 1 :]]
    elif given[axis] == 0:
        return whole  # the mask is nowhere
    else:
        shape = [*given[:axis], *shape_of(mask), *given[axis + 1 :]]
        written = emit.reshaped(written, given)
        written = emit.node("Gather", written, _ranks(emit, mask, given[axis]), axis=axis)
    written = emit.reshaped(written, shape)
    if accumulate:
        written = emit.node("Add", whole, written)
    places = emit.reshaped(emit.value(mask), [*shape_of(mask), *[1] * behind])
    return emit.node("Where", places, written, whole)


def _ranks(emit: Emitter, mask: torch.fx.Node, count: int) -> onnx_ir.Value:
    """For each place of a mask, how many of its places come before: the number of what is written
    there. It is below `count` elsewhere, too.
    """
    flags = emit.cast(emit.reshaped(emit.value(mask), [tensor_of(mask).numel()]), "int64")
    until = emit.node("CumSum", flags, emit.constant(0, "int64"))
    ranks = emit.node("Sub", until, emit.constant(1, "int64"))
    first, last = emit.constant(0, "int64"), emit.constant(count - 1, "int64")
    return emit.node("Min", emit.node("Max", ranks, first), last)


def _used(indices: Sequence[torch.fx.Node | None]) -> list[tuple[int, torch.fx.Node]]:
    """The indexed dimensions, each with its index."""
    used = [(axis, index) for axis, index in enumerate(indices) if index is not None]
    require(bool(used), "it has no index")
    require(all(type_of(index) in _INDICES for _, index in used), "it has a mask as index")
    return used


def _first(axes: Sequence[int]) -> int:
    """Where the dimensions of the indices begin in the result: at the indexed dimensions, or at the
    front if there are others between these.
    """
    return axes[0] if list(axes) == list(range(axes[0], axes[0] + len(axes))) else 0


def _common_shape(used: Sequence[tuple[int, torch.fx.Node]]) -> list[int]:
    return list(torch.broadcast_shapes(*[shape_of(index) for _, index in used]))


def _tuples(
    emit: Emitter, used: Sequence[tuple[int, torch.fx.Node]], shape: Sequence[int]
) -> onnx_ir.Value:
    """The indices of several dimensions, as tuples along a new last dimension."""
    parts = []
    for _, index in used:
        value = emit.value(index, "int64")
        if list(shape_of(index)) != list(shape):
            value = emit.node("Expand", value, emit.integers(shape))
        parts.append(emit.reshaped(value, [*shape, 1]))
    return parts[0] if len(parts) == 1 else emit.node("Concat", *parts, axis=-1)


def _cut_to(emit: Emitter, a: torch.fx.Node, shape: Sequence[int], axis: int) -> onnx_ir.Value:
    """A tensor without what no index reaches: indices may be of fewer rows than it."""
    value = emit.row(a)
    for other, size in enumerate(shape):
        if other != axis and row_shape_of(a)[other] > size:
            value = emit.part(value, other, 0, size)
    return value
