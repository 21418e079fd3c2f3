"""Primitives that move or repeat elements: shapes, order, joining, taking apart."""

from __future__ import annotations

import math

import numpy as np

from aoe.errors import counted, quoted
from aoe.frontends.graph_builder import Operand, UnsupportedNodeError, shape_of
from aoe.frontends.mindspore.arguments import axis as axis_of
from aoe.frontends.mindspore.arguments import (
    dimension,
    known,
    names_axes,
    operand,
    operands,
    whole,
    wholes,
)
from aoe.frontends.mindspore.emitter import Emitter, ints
from aoe.frontends.mindspore.items import Item
from aoe.frontends.mindspore.table import Primitives
from aoe.frontends.shared_operators.block_moves import batch_to_space, space_to_batch
from aoe.frontends.shared_operators.channel_shuffle import shuffled_channels

PRIMITIVES = Primitives()
#: Most tensors that one is taken apart into.
MOST_PARTS = 4096


@PRIMITIVES.reads("Reshape", "View", "ReshapeView")
def _reshape(emit: Emitter, x: Item, shape: Item) -> Item:
    return emit.reshaped(operand(x), _full_shape(operand(x), wholes(shape, "shape")))


def _full_shape(value: Operand, shape: tuple[int, ...]) -> tuple[int, ...]:
    """A shape with the size in place of -1."""
    if shape.count(-1) > 1 or min(shape, default=0) < -1:
        raise UnsupportedNodeError(f"its shape is {shape}")
    given, size = math.prod(k for k in shape if k != -1), math.prod(shape_of(value))
    if -1 in shape and (given == 0 or size % given):
        raise UnsupportedNodeError(f"its shape is {shape} for {counted(size, 'element')}")
    return tuple(size // given if k == -1 else k for k in shape)


@PRIMITIVES.reads("ExpandDims", "ExpandDimsView")
def _expand(emit: Emitter, x: Item, axis: Item) -> Item:
    shape = list(shape_of(operand(x)))
    shape.insert(dimension(whole(axis, "axis"), len(shape) + 1), 1)
    return emit.reshaped(operand(x), shape)


@PRIMITIVES.reads("Squeeze")
def _squeeze(emit: Emitter, x: Item, axis: Item = ()) -> Item:
    shape = shape_of(operand(x))
    if not names_axes(axis):
        return emit.reshaped(operand(x), [size for size in shape if size != 1])
    removed = {dimension(number, len(shape)) for number in wholes(axis, "axis")}
    if any(shape[k] != 1 for k in removed):
        raise UnsupportedNodeError(f"it removes dimensions {sorted(removed)} of {shape}")
    return emit.reshaped(operand(x), [size for k, size in enumerate(shape) if k not in removed])


@PRIMITIVES.reads("Flatten")
def _flatten(emit: Emitter, x: Item) -> Item:
    shape = shape_of(operand(x))
    return emit.reshaped(operand(x), (shape[0], math.prod(shape[1:])))


@PRIMITIVES.reads("FlattenExt")
def _flatten_range(emit: Emitter, x: Item, start_dim: Item = 0, end_dim: Item = -1) -> Item:
    value = operand(x)
    shape = shape_of(value)
    if not shape:
        return emit.reshaped(value, (1,))
    first, last = axis_of(start_dim, value, "start_dim"), axis_of(end_dim, value, "end_dim")
    joined = math.prod(shape[first : last + 1])
    return emit.reshaped(value, (*shape[:first], joined, *shape[last + 1 :]))


@PRIMITIVES.reads("Transpose", "TransposeView")
def _transpose(emit: Emitter, x: Item, perm: Item) -> Item:
    rank = len(shape_of(operand(x)))
    order = [dimension(number, rank) for number in wholes(perm, "perm")]
    if sorted(order) != list(range(rank)):
        raise UnsupportedNodeError(f"its order of dimensions is {order}")
    return emit.transposed(operand(x), order)


@PRIMITIVES.reads("TransposeExtView", "TransposeExt")
def _exchange(emit: Emitter, x: Item, dim0: Item, dim1: Item) -> Item:
    value = operand(x)
    order = list(range(len(shape_of(value))))
    first, second = axis_of(dim0, value, "dim0"), axis_of(dim1, value, "dim1")
    order[first], order[second] = order[second], order[first]
    return emit.transposed(value, order)


@PRIMITIVES.reads("TExt")
def _matrix_transpose(emit: Emitter, x: Item) -> Item:
    rank = len(shape_of(operand(x)))
    return emit.transposed(operand(x), list(range(rank))[::-1])


@PRIMITIVES.reads("Concat")
def _concat(emit: Emitter, tensors: Item, axis: Item = 0) -> Item:
    parts = operands(tensors)
    return emit.node("Concat", *parts, axis=axis_of(axis, parts[0]))


@PRIMITIVES.reads("Stack", "Pack", "StackExt")
def _stack(emit: Emitter, tensors: Item, axis: Item = 0, *, dim: Item = None) -> Item:
    parts = operands(tensors)
    place = whole(axis if dim is None else dim, "axis")
    expanded = [operand(_expand(emit, part, place)) for part in parts]
    return emit.node("Concat", *expanded, axis=axis_of(place, expanded[0]))


@PRIMITIVES.reads("Unstack", "Unpack", "UnstackExtView", "UnstackExt")
def _unstack(emit: Emitter, x: Item, axis: Item = 0, *, dim: Item = None) -> Item:
    value = operand(x)
    place = axis_of(axis if dim is None else dim, value)
    return tuple(
        emit.node("Gather", value, np.asarray(index, np.int64), axis=place)
        for index in range(_bounded(shape_of(value)[place]))
    )


@PRIMITIVES.reads("Split", "SplitD")
def _split(emit: Emitter, x: Item, axis: Item = 0, output_num: Item = 1) -> Item:
    value, count = operand(x), _bounded(whole(output_num, "output_num"))
    size = shape_of(value)[axis_of(axis, value)]
    if count < 1 or size % count:
        raise UnsupportedNodeError(f"it makes {count} equal parts of {counted(size, 'element')}")
    return _parts(emit, value, [size // count] * count, axis)


@PRIMITIVES.reads("SplitWithSize", "SplitWithSizeView", "SplitV")
def _split_by_sizes(
    emit: Emitter, x: Item, split_size: Item = (), dim: Item = 0, *, size_splits: Item = None,
    split_dim: Item = None,
) -> Item:  # fmt: skip
    sizes = wholes(split_size if size_splits is None else size_splits, "split_size")
    return _parts(emit, operand(x), list(sizes), dim if split_dim is None else split_dim)


@PRIMITIVES.reads("SplitTensor", "SplitTensorView")
def _split_by_size(emit: Emitter, x: Item, split_size: Item, dim: Item = 0) -> Item:
    value, size = operand(x), whole(split_size, "split_size")
    return _chunks(emit, value, size, dim)


@PRIMITIVES.reads("Chunk", "ChunkView")
def _chunk(emit: Emitter, x: Item, chunks: Item, dim: Item = 0) -> Item:
    value, count = operand(x), whole(chunks, "chunks")
    total = shape_of(value)[axis_of(dim, value)]
    return _chunks(emit, value, -(-total // max(count, 1)), dim)


def _chunks(emit: Emitter, value: Operand, size: int, dim: Item) -> Item:
    total = shape_of(value)[axis_of(dim, value)]
    if size < 1 or total < 1:
        raise UnsupportedNodeError(f"it makes parts of {size} elements of {total}")
    _bounded(-(-total // size))
    return _parts(emit, value, [min(size, total - k) for k in range(0, total, size)], dim)


def _parts(emit: Emitter, value: Operand, sizes: list[int], axis: Item) -> Item:
    place = axis_of(axis, value)
    if sum(sizes) != shape_of(value)[place] or min(sizes, default=0) < 0:
        raise UnsupportedNodeError(f"its parts have {sizes} elements")
    if len(sizes) == 1:
        return (value,)
    return emit.nodes("Split", _bounded(len(sizes)), value, ints(sizes), axis=place)


def _bounded(count: int) -> int:
    if count > MOST_PARTS:
        raise UnsupportedNodeError(f"it makes {count} tensors of one")
    return count


@PRIMITIVES.reads("Tile")
def _tile(emit: Emitter, x: Item, multiples: Item) -> Item:
    value, counts = operand(x), wholes(multiples, "multiples")
    missing = max(0, len(counts) - len(shape_of(value)))
    value = emit.reshaped(value, (*[1] * missing, *shape_of(value)))
    counts = (*[1] * (len(shape_of(value)) - len(counts)), *counts)
    return value if set(counts) <= {1} else emit.node("Tile", value, ints(counts))


@PRIMITIVES.reads("BroadcastTo", "BroadcastToView", "DynamicBroadcastTo")
def _broadcast(emit: Emitter, x: Item, shape: Item) -> Item:
    value, sizes = operand(x), wholes(shape, "shape")
    own = (*[1] * (len(sizes) - len(shape_of(value))), *shape_of(value))
    full = tuple(k if size == -1 else size for k, size in zip(own, sizes, strict=True))
    return value if full == shape_of(value) else emit.node("Expand", value, ints(full))


@PRIMITIVES.reads("ExpandAs")
def _expand_as(emit: Emitter, x: Item, other: Item) -> Item:
    return _broadcast(emit, x, shape_of(operand(other)))


@PRIMITIVES.reads("ReverseV2")
def _reverse(emit: Emitter, x: Item, axis: Item) -> Item:
    value = operand(x)
    places = [dimension(number, len(shape_of(value))) for number in wholes(axis, "axis")]
    ends = [-shape_of(value)[k] - 1 for k in places]
    if not places:
        return value
    steps = [-1] * len(places)
    return emit.node("Slice", value, ints(steps), ints(ends), ints(places), ints(steps))


@PRIMITIVES.reads("Roll")
def _roll(emit: Emitter, x: Item, shifts: Item = (), dims: Item = None, *, shift: Item = None,
          axis: Item = None) -> Item:  # fmt: skip
    value, amounts = operand(x), wholes(shifts if shift is None else shift, "shifts")
    places = dims if dims is not None else axis
    if places is None or (places == () and shape_of(value)):
        flat = emit.reshaped(value, (math.prod(shape_of(value)),))
        return emit.reshaped(operand(_roll(emit, flat, amounts, (0,))), shape_of(value))
    for amount, number in zip(amounts, wholes(places, "dims"), strict=True):
        place = dimension(number, len(shape_of(value)))
        size = shape_of(value)[place]
        if size and (cut := -amount % size):
            first, second = emit.nodes("Split", 2, value, ints((cut, size - cut)), axis=place)
            value = emit.node("Concat", second, first, axis=place)
    return value


@PRIMITIVES.reads("Meshgrid")
def _mesh(emit: Emitter, tensors: Item, indexing: Item = "xy") -> Item:
    vectors = operands(tensors)
    order = list(range(len(vectors)))
    if indexing in ("xy", 1) and len(vectors) > 1:
        order[:2] = [1, 0]
    sizes = [shape_of(vector)[0] for vector in vectors]
    shape = [sizes[k] for k in order]
    found = []
    for k, vector in enumerate(vectors):
        line = [sizes[k] if place == order.index(k) else 1 for place in range(len(vectors))]
        found.append(emit.node("Expand", emit.reshaped(vector, line), ints(shape)))
    return tuple(found)


@PRIMITIVES.reads("SpaceToDepth")
def _space_to_depth(emit: Emitter, x: Item, *, block_size: Item) -> Item:
    return emit.node("SpaceToDepth", operand(x), blocksize=whole(block_size, "block_size"))


@PRIMITIVES.reads("DepthToSpace")
def _depth_to_space(emit: Emitter, x: Item, *, block_size: Item) -> Item:
    return emit.node("DepthToSpace", operand(x), blocksize=whole(block_size, "block_size"))


@PRIMITIVES.reads("PixelShuffle")
def _pixel_shuffle(emit: Emitter, x: Item, upscale_factor: Item) -> Item:
    size = whole(upscale_factor, "upscale_factor")
    return emit.node("DepthToSpace", operand(x), blocksize=size, mode="CRD")


@PRIMITIVES.reads("ChannelShuffle")
def _shuffled(emit: Emitter, x: Item, groups: Item = None, *, group: Item = None) -> Item:
    """Channels of all groups in turn."""
    count = whole(group if groups is None else groups, "group")
    return shuffled_channels(emit.builder, operand(x), count)


@PRIMITIVES.reads("SpaceToBatchND", "SpaceToBatch")
def _to_batch(emit: Emitter, x: Item, *, block_shape: Item, paddings: Item) -> Item:
    """Blocks of the last axes, behind zeros, become part of the batch."""
    value, pads = operand(x), _pairs(paddings, "paddings")
    rank = len(shape_of(value))
    blocks = _blocks(block_shape, len(pads), rank)
    first = rank - len(blocks)
    befores, afters = ([0] * first + [pair[end] for pair in pads] for end in (0, 1))
    if any(befores + afters):
        value = emit.node("Pad", value, ints([*befores, *afters]))
    return space_to_batch(emit.builder, value, blocks, first)


@PRIMITIVES.reads("BatchToSpaceND", "BatchToSpaceNDV2", "BatchToSpace")
def _to_space(emit: Emitter, x: Item, block_shape: Item, crops: Item) -> Item:
    """Parts of the batch become blocks of the last axes, of which the ends are cut off."""
    value, cuts = operand(x), _pairs(crops, "crops")
    rank = len(shape_of(value))
    blocks = _blocks(block_shape, len(cuts), rank)
    axes = range(rank - len(blocks), rank)
    found = batch_to_space(emit.builder, value, blocks, axes[0])
    if not any(start or end for start, end in cuts):
        return found
    ends = [shape_of(found)[axis] - end for axis, (_, end) in zip(axes, cuts, strict=True)]
    return emit.node("Slice", found, ints([start for start, _ in cuts]), ints(ends), ints(axes))


def _blocks(item: Item, count: int, rank: int) -> tuple[int, ...]:
    """The size of a block along each of the last axes."""
    blocks = wholes(item, "block size")
    if len(blocks) == 1:
        blocks *= count
    if len(blocks) != count or not 0 < count < rank:
        raise UnsupportedNodeError(
            f"its blocks are {list(blocks)} of {counted(rank, 'axis', 'axes')}"
        )
    return blocks


def _pairs(item: Item, what: str) -> list[tuple[int, int]]:
    found = known(item, what)
    pairs = [wholes(part, what) for part in found] if isinstance(found, tuple) else []
    if any(len(pair) != 2 or min(pair) < 0 for pair in pairs):
        raise UnsupportedNodeError(f"its {what} are {quoted(repr(found))}")
    return [(pair[0], pair[1]) for pair in pairs]
