"""Operators that move elements: views, transpositions, ranges, concatenations, paddings, parts of
memory by strides. Such a part is rows that a list of places names, as long as its last dimensions
and its strides allow.
"""

from __future__ import annotations

import operator
from collections.abc import Sequence
from dataclasses import dataclass
from math import prod
from typing import Any

import numpy as np
import onnx_ir
import torch

from aoe.torch.layouts import dense_order
from aoe.torch.translate.emitter import Emitter, inverse
from aoe.torch.translate.facts import (
    axes_of,
    axis_of,
    rank_of,
    require,
    require_held,
    shape_of,
    tensor_of,
    type_of,
)
from aoe.torch.translate.table import Operators, UntranslatedError

OPERATORS = Operators()
#: The most places that a model lists for one tensor. They are constants of eight bytes.
_MOST_PLACES = 1 << 20


@dataclass(frozen=True, slots=True)
class _Rows:
    """A tensor of strides, as rows of the memory of another one.

    Attributes:
        width: How many elements a row has.
        places: The numbers of the rows, in the shape of the dimensions before those of a row.
    """

    width: int
    places: np.ndarray


@OPERATORS.translates(
    "view", "_unsafe_view", "reshape", "unsqueeze", "squeeze", "squeeze.dim", "squeeze.dims",
    "_reshape_alias", "flatten.using_ints", "view_copy", "unsqueeze_copy",
)  # fmt: skip
def _reshaped(emit: Emitter, node: torch.fx.Node, a: torch.fx.Node, *_: object) -> onnx_ir.Value:
    if shape_of(a) == shape_of(node):
        return emit.value(a)
    return emit.reshaped(emit.value(a), shape_of(node))


@OPERATORS.translates("as_strided")
def _strided(
    emit: Emitter,
    node: torch.fx.Node,
    a: torch.fx.Node,
    size: Sequence[int],
    stride: Sequence[int],
    storage_offset: int | None = None,
) -> onnx_ir.Value:
    """Elements of a dense tensor, by their places in its memory."""
    before, count = _memory_order(a), tensor_of(a).numel()
    flat, first = emit.permuted(emit.value(a), before), _first(a, storage_offset)
    after = dense_order(tensor_of(node))
    if after is not None and first == 0 and tensor_of(node).numel() == count:
        found = emit.reshaped(flat, [shape_of(node)[axis] for axis in after])
        return emit.permuted(found, inverse(after))
    rows = _rows(size, stride, first, count)
    listed = emit.reshaped(flat, [count // rows.width, rows.width])
    found = emit.node("Gather", listed, emit.constant(rows.places, "int64"), axis=0)
    return emit.reshaped(found, shape_of(node))


@OPERATORS.translates("as_strided_scatter")
def _strided_scatter(
    emit: Emitter,
    node: torch.fx.Node,
    a: torch.fx.Node,
    source: torch.fx.Node,
    size: Sequence[int],
    stride: Sequence[int],
    storage_offset: int | None = None,
) -> onnx_ir.Value:
    """A dense tensor with other elements at places of its memory."""
    before, count = _memory_order(a), tensor_of(a).numel()
    written, first = emit.value(source, type_of(node)), _first(a, storage_offset)
    shape = [shape_of(a)[axis] for axis in before]
    meant = torch.empty_strided(size, stride, dtype=tensor_of(a).dtype, device="meta")
    order = dense_order(meant)
    if order is not None and first == 0 and meant.numel() == count:
        found = emit.reshaped(emit.permuted(written, order), shape)
        return emit.permuted(found, inverse(before))
    rows = _rows(size, stride, first, count)
    require(np.unique(rows.places).size == rows.places.size, "it writes places more than once")
    flat = emit.permuted(emit.value(a), before)
    found = emit.node(
        "ScatterND",
        emit.reshaped(flat, [count // rows.width, rows.width]),
        emit.constant(rows.places.reshape(-1, 1), "int64"),
        emit.reshaped(written, [rows.places.size, rows.width]),
    )
    return emit.permuted(emit.reshaped(found, shape), inverse(before))


@OPERATORS.translates("permute")
def _permute(
    emit: Emitter, node: torch.fx.Node, a: torch.fx.Node, dims: Sequence[int]
) -> onnx_ir.Value:
    return emit.permuted(emit.value(a), axes_of(list(dims), rank_of(a)))


@OPERATORS.translates("t", "numpy_T")
def _dimensions_reversed(emit: Emitter, node: torch.fx.Node, a: torch.fx.Node) -> onnx_ir.Value:
    return emit.permuted(emit.value(a), list(reversed(range(rank_of(a)))))


@OPERATORS.translates("transpose.int")
def _transpose(
    emit: Emitter, node: torch.fx.Node, a: torch.fx.Node, first: int, second: int
) -> onnx_ir.Value:
    rank = rank_of(a)
    order = list(range(rank))
    if rank:
        one, other = axis_of(first, rank), axis_of(second, rank)
        order[one], order[other] = order[other], order[one]
    return emit.permuted(emit.value(a), order)


@OPERATORS.translates("expand", "broadcast_to")
def _expand(
    emit: Emitter, node: torch.fx.Node, a: torch.fx.Node, *_: object, **__: object
) -> onnx_ir.Value:
    if shape_of(a) == shape_of(node):
        return emit.value(a)
    return emit.node("Expand", emit.value(a), emit.integers(shape_of(node)))


@OPERATORS.translates("repeat")
def _repeat(
    emit: Emitter, node: torch.fx.Node, a: torch.fx.Node, repeats: Sequence[int]
) -> onnx_ir.Value:
    missing = len(repeats) - rank_of(a)
    value = emit.value(a)
    if missing:
        value = emit.reshaped(value, [1] * missing + list(shape_of(a)))
    return emit.node("Tile", value, emit.integers(repeats))


@OPERATORS.translates("slice.Tensor")
def _slice(
    emit: Emitter,
    node: torch.fx.Node,
    a: torch.fx.Node,
    dim: int = 0,
    start: int | None = None,
    end: int | None = None,
    step: int = 1,
) -> onnx_ir.Value:
    axis = axis_of(dim, rank_of(a))
    first, last = bounds(start, end, shape_of(a)[axis])
    if (first, last, step) == (0, shape_of(a)[axis], 1):
        return emit.value(a)
    return emit.part(emit.value(a), axis, first, last, step)


@OPERATORS.translates("select.int")
def _select(
    emit: Emitter, node: torch.fx.Node, a: torch.fx.Node, dim: int, index: int
) -> onnx_ir.Value:
    axis = axis_of(dim, rank_of(a))
    place = int(index) % shape_of(a)[axis]
    return emit.reshaped(emit.part(emit.value(a), axis, place, place + 1), shape_of(node))


@OPERATORS.translates("unfold", "unfold_copy")
def _windows(
    emit: Emitter, node: torch.fx.Node, a: torch.fx.Node, dim: int, size: int, step: int
) -> onnx_ir.Value:
    """Windows of a dimension, whose elements are the last dimension."""
    require(rank_of(a) > 0, "it is of a scalar")
    axis = axis_of(dim, rank_of(a))
    starts = step * np.arange(shape_of(node)[axis])
    places = emit.constant(starts[:, None] + np.arange(size), "int64")
    found = emit.node("Gather", emit.value(a), places, axis=axis)
    order = [number for number in range(rank_of(a) + 1) if number != axis + 1]
    return emit.permuted(found, [*order, axis + 1])


@OPERATORS.translates("cat")
def _cat(
    emit: Emitter, node: torch.fx.Node, tensors: Sequence[torch.fx.Node], dim: int = 0
) -> onnx_ir.Value:
    dtype = type_of(node)
    # One of no elements and one dimension is skipped by PyTorch, whatever the others' shapes are.
    parts = [emit.value(item, dtype) for item in tensors if tensor_of(item).numel()]
    require(bool(parts), "all its tensors are empty")
    if len(parts) == 1:
        return parts[0]
    return emit.node("Concat", *parts, axis=axis_of(dim, rank_of(node)))


@OPERATORS.translates("split_with_sizes", "split.Tensor", "unsafe_split.Tensor", "unbind.int")
def _split(
    emit: Emitter, node: torch.fx.Node, a: torch.fx.Node, sizes: object = 0, dim: int = 0
) -> Sequence[onnx_ir.Value]:
    unbinds = "unbind" in str(node.target)
    if unbinds:
        require(isinstance(sizes, int), "its dimension is no number")
        dim = int(sizes)  # type: ignore[call-overload]
    axis, value = axis_of(dim, rank_of(a)), emit.value(a)
    parts, start = [], 0
    for item in tensor_of(node):
        width = 1 if unbinds else int(item.shape[axis])
        part = emit.part(value, axis, start, start + width)
        parts.append(emit.reshaped(part, [int(size) for size in item.shape]) if unbinds else part)
        start += width
    return parts


@OPERATORS.translates("constant_pad_nd")
def _pad(
    emit: Emitter, node: torch.fx.Node, a: torch.fx.Node, pads: Sequence[int], value: float = 0.0
) -> onnx_ir.Value:
    rank, dtype = rank_of(a), type_of(node)
    before, after = [0] * rank, [0] * rank
    for number in range(len(pads) // 2):
        before[rank - 1 - number] = int(pads[2 * number])
        after[rank - 1 - number] = int(pads[2 * number + 1])
    padded = emit.value(a)
    for axis in range(rank):  # what is cut off, first
        cut = max(0, -before[axis]), shape_of(a)[axis] + min(0, after[axis])
        if cut != (0, shape_of(a)[axis]):
            padded = emit.part(padded, axis, *cut)
    grown = [max(0, size) for size in before + after]
    if not any(grown):
        return padded
    require_held(value, dtype)
    filler = emit.constant(bool(value) if dtype == "bool" else value, dtype)
    return emit.node("Pad", padded, emit.integers(grown), filler)


@OPERATORS.translates("flip")
def _flip(
    emit: Emitter, node: torch.fx.Node, a: torch.fx.Node, dims: Sequence[int]
) -> onnx_ir.Value:
    axes = axes_of(list(dims), rank_of(a)) if dims else []
    return emit.flipped(emit.value(a), axes) if axes else emit.value(a)


@OPERATORS.translates("select_scatter")
def _select_scatter(
    emit: Emitter, node: torch.fx.Node, a: torch.fx.Node, source: object, dim: int, index: int
) -> onnx_ir.Value:
    axis, shape = axis_of(dim, rank_of(a)), list(shape_of(a))
    place = int(index) % shape[axis]
    shape[axis] = 1
    part = emit.reshaped(emit.value(source, type_of(node)), shape)
    return _with_part(emit, a, part, axis, place, place + 1)


@OPERATORS.translates("slice_scatter")
def _slice_scatter(
    emit: Emitter,
    node: torch.fx.Node,
    a: torch.fx.Node,
    source: object,
    dim: int = 0,
    start: int | None = None,
    end: int | None = None,
    step: int = 1,
) -> onnx_ir.Value:
    axis = axis_of(dim, rank_of(a))
    first, last = bounds(start, end, shape_of(a)[axis])
    part = emit.value(source, type_of(node))
    if step > 1:
        return _with_indices(emit, a, part, axis, range(first, last, step))
    return _with_part(emit, a, part, axis, first, last)


def bounds(start: int | None, end: int | None, size: int) -> tuple[int, int]:
    """The first index of a range and the one behind it, both inside the dimension."""

    def inside(bound: int) -> int:
        return min(max(bound + size if bound < 0 else bound, 0), size)

    first = inside(0 if start is None else int(start))
    return first, max(first, inside(size if end is None else int(end)))


def _with_indices(
    emit: Emitter, a: torch.fx.Node, part: onnx_ir.Value, axis: int, places: range
) -> onnx_ir.Value:
    """A tensor with others at regular places along an axis. `part` is spread to the axis by gaps of
    zeros, of which nothing is taken.
    """
    size, step, shape = shape_of(a)[axis], places.step, list(shape_of(a))
    apart = emit.reshaped(part, [*shape[:axis], len(places), 1, *shape[axis + 1 :]])
    gaps = [0] * 2 * (len(shape) + 1)
    gaps[len(shape) + 1 + axis + 1] = step - 1
    zero = emit.constant(0, type_of(a))
    spread = emit.node("Pad", apart, emit.integers(gaps), zero)
    spread = emit.reshaped(spread, [*shape[:axis], len(places) * step, *shape[axis + 1 :]])
    ends = [0] * 2 * len(shape)
    ends[axis], ends[len(shape) + axis] = (
        places.start,
        max(0, size - places.start - len(places) * step),
    )
    spread = emit.node("Pad", spread, emit.integers(ends), zero)
    spread = emit.part(spread, axis, 0, size)
    taken = [place in places for place in range(size)]
    along = [size if number == axis else 1 for number in range(len(shape))]
    mask = emit.constant(np.reshape(taken, along), "bool")
    return emit.node("Where", mask, spread, emit.value(a))


def _with_part(
    emit: Emitter, a: torch.fx.Node, part: onnx_ir.Value, axis: int, start: int, end: int
) -> onnx_ir.Value:
    """A tensor with another range along an axis: what is before the range, the range, the rest."""
    size, whole = shape_of(a)[axis], emit.value(a)
    parts = [part]
    if start > 0:
        parts.insert(0, emit.part(whole, axis, 0, start))
    if end < size:
        parts.append(emit.part(whole, axis, end, size))
    return part if len(parts) == 1 else emit.node("Concat", *parts, axis=axis)


def _memory_order(a: torch.fx.Node) -> tuple[int, ...]:
    """How a tensor lies whose memory another one reads."""
    order = dense_order(tensor_of(a))
    if order is None:
        raise UntranslatedError("its tensors have gaps")
    return order


def _first(a: torch.fx.Node, storage_offset: int | None) -> int:
    """The place of the first element, counted from where a tensor begins. Arguments of a graph may
    begin elsewhere in its next run, which nothing guards.
    """
    if storage_offset is None:
        return 0
    require(not _shows_argument(a), "its offset is one in the memory of an argument")
    return int(storage_offset) - int(tensor_of(a).storage_offset())


def _shows_argument(a: torch.fx.Node) -> bool:
    """Whether a tensor is an argument of the graph, or a view of one."""
    while a.op == "call_function" and a.all_input_nodes:
        schema: Any = getattr(a.target, "_schema", None)
        views = schema is not None and schema.arguments[0].alias_info is not None
        if not views and a.target is not operator.getitem:
            return False
        a = a.all_input_nodes[0]
    return bool(a.op == "placeholder")


def _rows(size: Sequence[int], stride: Sequence[int], first: int, count: int) -> _Rows:
    """What a tensor of strides reads of so many elements."""
    sizes, strides = [int(item) for item in size], [int(item) for item in stride]
    require(prod(sizes) > 0, "it is empty")
    last = first + sum((n - 1) * step for n, step in zip(sizes, strides, strict=True))
    require(first >= 0 and last < count, "it reads beyond its tensor")
    kept, width = len(sizes), 1
    while kept and (strides[kept - 1] == width or sizes[kept - 1] == 1):
        wider = width * sizes[kept - 1]
        if any(step % wider for step in (*strides[: kept - 1], first, count)):
            break
        kept, width = kept - 1, wider
    require(prod(sizes[:kept]) <= _MOST_PLACES, "it reads too many places")
    places = np.full([1] * kept, first // width, np.int64)
    for axis in range(kept):
        along = np.arange(sizes[axis]) * (strides[axis] // width)
        places = places + along.reshape([-1 if other == axis else 1 for other in range(kept)])
    return _Rows(width, places)
