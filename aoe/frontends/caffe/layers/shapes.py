"""Layers that move elements without computing with them."""

from __future__ import annotations

from itertools import pairwise
from math import prod

import numpy as np

from aoe.errors import counted
from aoe.frontends.caffe.layer import Layer, integers, layer
from aoe.frontends.graph_builder import Operand, UnsupportedNodeError
from aoe.frontends.node_writer import flipped
from aoe.frontends.shared_operators.channel_shuffle import shuffled_channels


@layer("Concat")
def concat(layer: Layer) -> Operand:
    """Values put after each other along `axis`, or `concat_dim` of old networks."""
    given = layer.parameter("concat")
    axis = layer.axis(given.concat_dim if given.HasField("concat_dim") else given.axis)
    if all(isinstance(x, np.ndarray) for x in layer.inputs):
        return np.concatenate([np.asarray(x) for x in layer.inputs], axis)
    return layer.node("Concat", *layer.inputs, axis=axis)


@layer("Slice")
def slices(layer: Layer) -> list[Operand]:
    """Parts along `axis`, cut at `slice_point`, or as long as each other."""
    given, tops = layer.parameter("slice"), layer.tops
    axis = layer.axis(given.slice_dim if given.HasField("slice_dim") else given.axis)
    size = layer.shape()[axis]
    cuts = [0, *given.slice_point, size]
    if not given.slice_point:
        cuts = [number * (size // tops) for number in range(tops + 1)]
    lengths = [after - before for before, after in pairwise(cuts)]
    if len(lengths) != tops or min(lengths) < 1 or sum(lengths) != size:
        raise ValueError(
            f"{counted(size, 'element')} cut into {lengths} for {counted(tops, 'top')}"
        )
    if tops == 1:
        return [layer.inputs[0]]
    parts = layer.builder.nodes("Split", tops, layer.inputs[0], integers(lengths), axis=axis)
    return list(parts)


@layer("Crop")
def crop(layer: Layer) -> Operand:
    """As much of the first bottom as the second is large, from `axis` on."""
    given, shape, wanted = layer.parameter("crop"), layer.shape(), layer.shape(1)
    axis = layer.axis(given.axis)
    axes = range(axis, len(shape))
    offsets = list(given.offset) or [0]
    offsets = offsets * len(axes) if len(offsets) == 1 else offsets
    if len(offsets) != len(axes) or len(wanted) != len(shape):
        raise ValueError(
            f"{counted(len(offsets), 'offset')} of {counted(len(axes), 'axis', 'axes')}"
        )
    ends = [offset + wanted[i] for offset, i in zip(offsets, axes, strict=True)]
    if any(end > shape[i] for end, i in zip(ends, axes, strict=True)):
        raise ValueError(f"{list(wanted)} at {offsets} in {list(shape)}")
    return layer.node("Slice", layer.inputs[0], integers(offsets), integers(ends), integers(axes))


@layer("Flatten")
def flatten(layer: Layer) -> Operand:
    """Axes from `axis` to `end_axis` become one."""
    given, shape = layer.parameter("flatten"), layer.shape()
    start, end = layer.axis(given.axis), layer.axis(given.end_axis)
    middle = prod(shape[start : end + 1])
    return layer.reshaped(layer.inputs[0], (*shape[:start], middle, *shape[end + 1 :]))


@layer("Reshape")
def reshape(layer: Layer) -> Operand:
    """Axes from `axis` on get another shape, where 0 is that of before and -1 what is left."""
    given, shape = layer.parameter("reshape"), layer.shape()
    start = given.axis if given.axis >= 0 else len(shape) + given.axis + 1
    end = len(shape) if given.num_axes == -1 else start + given.num_axes
    if not 0 <= start <= end <= len(shape):
        raise ValueError(f"axes {start} to {end} of {counted(len(shape), 'dimension')}")
    new = [shape[start + i] if size == 0 else size for i, size in enumerate(given.shape.dim)]
    whole = [*shape[:start], *new, *shape[end:]]
    if whole.count(-1) > 1:
        raise ValueError(f"shape {new} has two sizes of -1")
    if -1 in whole:
        rest = -prod(whole)
        whole[whole.index(-1)] = prod(shape) // rest
    return layer.reshaped(layer.inputs[0], whole)


@layer("Tile")
def tile(layer: Layer) -> Operand:
    """`tiles` copies along `axis`."""
    given = layer.parameter("tile")
    if given.tiles < 1:
        raise ValueError(f"{given.tiles} tiles")
    repeats = [1] * len(layer.shape())
    repeats[layer.axis(given.axis)] = given.tiles
    return layer.node("Tile", layer.inputs[0], integers(repeats))


@layer("Permute")
def permute(layer: Layer) -> Operand:
    """Of SSD: axes in another order; those that are not named keep theirs, at the end."""
    rank = len(layer.shape())
    order = list(layer.parameter("permute").order)
    order += [axis for axis in range(rank) if axis not in order]
    if sorted(order) != list(range(rank)):
        raise ValueError(f"order {order} of {counted(rank, 'axis', 'axes')}")
    if order == list(range(rank)):
        return layer.inputs[0]
    return layer.node("Transpose", layer.inputs[0], perm=order)


@layer("ShuffleChannel")
def shuffle_channel(layer: Layer) -> Operand:
    """Of ShuffleNet: channels of the groups in turn."""
    groups = layer.parameter("shuffle_channel").group
    return shuffled_channels(layer.builder, layer.inputs[0], groups)


@layer("Reverse")
def reverse(layer: Layer) -> Operand:
    """Of Ascend: elements in the opposite order along some axes."""
    axes = [layer.axis(axis) for axis in layer.parameter("reverse").axis]
    if not axes:
        raise UnsupportedNodeError("it names no axis")
    return flipped(layer.builder, layer.inputs[0], axes)


@layer("Reorg")
def reorg(layer: Layer) -> Operand:
    """Of Ascend: pixels of a block become channels, the channels of a pixel next to each other; the
    other way with `reverse`. Of darknet, as in MobileNet-YOLO: what is read as fewer channels of
    larger images, and written as more of smaller ones.
    """
    given = layer.parameter("reorg")
    images, channels, height, width = layer.shape()
    size = given.stride
    is_of_darknet = layer.is_of_mobilenet_yolo and not given.reverse
    if (given.reverse or is_of_darknet) and (not size or channels % (size * size)):
        raise ValueError(f"{counted(channels, 'channel')} for blocks of {size} x {size}")
    if given.reverse:
        return layer.node("DepthToSpace", layer.inputs[0], blocksize=size, mode="DCR")
    if not size or height % size or width % size:
        raise ValueError(f"{height} x {width} pixels in blocks of {size} x {size}")
    if not is_of_darknet:
        return layer.node("SpaceToDepth", layer.inputs[0], blocksize=size)
    fewer, more = channels // (size * size), channels * size * size
    larger = layer.reshaped(layer.inputs[0], (images, fewer, height * size, width * size))
    blocks = layer.node("SpaceToDepth", larger, blocksize=size)
    return layer.reshaped(blocks, (images, more, height // size, width // size))
