"""A convolution whose channels become pixels, with its filters in another order.

Pixel shuffle cuts each channel's neighbours apart: of filters numbered channel by pixel, those of
one pixel lie as far apart as a block has pixels, and moving them to where they belong picks single
numbers. Numbered pixel by channel, as the other mode of `DepthToSpace` has them, runs of channels
are moved as they are. The filters are constants, so that order costs nothing.
"""

from __future__ import annotations

from math import prod

import numpy as np
import onnx_ir

from aoe.graph.prepare.rewriting import (
    Builder,
    Rule,
    constant_of,
    has_shape,
    integer,
    integers,
    operand,
    producer,
    shape_of,
    used_once,
)


def filters_by_pixel(node: onnx_ir.Node, build: Builder) -> onnx_ir.Value | None:
    """Transpose of a Conv's channels, cut to (channels, block…), into the image: that of channels
    cut to (block…, channels), of a Conv with its filters in this order.
    """
    if node.op_type != "Transpose" or not has_shape(node.inputs[0], *node.outputs):
        return None
    cut = producer(node.inputs[0], "Reshape")
    maker = producer(cut.inputs[0], "Conv") if cut is not None else None
    if cut is None or maker is None or not used_once(cut.outputs[0]):
        return None
    result = maker.outputs[0]
    if not used_once(result) or not has_shape(result) or integer(maker, "group", 1) > 1:
        return None
    batch, channels, *others = shape_of(cut.outputs[0])
    rank = len(others) // 2
    block, image = others[:rank], others[rank:]
    inside = [axis for number in range(rank) for axis in (2 + rank + number, 2 + number)]
    whole = (batch, channels * prod(block), *image) == tuple(shape_of(result))
    if not whole or channels == 1 or prod(block) == 1:
        return None
    constants = [constant_of(value) for value in maker.inputs[1:] if value is not None]
    arrays = [array for array in constants if array is not None]
    if integers(node, "perm") != (0, 1, *inside) or len(arrays) < len(constants):
        return None
    by_pixel = [build.constant(_by_pixel(array, channels)) for array in arrays]
    made = build.again(maker, [operand(maker, 0), *by_pixel], shape_of(result))
    apart = build.reshape(made, (batch, *block, channels, *image))
    order = [axis if axis >= 2 + rank else axis - 1 for axis in inside]
    return build.make("Transpose", [apart], shape_of(node.outputs[0]), perm=(0, 1 + rank, *order))


def _by_pixel(array: np.ndarray, channels: int) -> np.ndarray:
    """What has a row for each channel and pixel of a block, with the rows pixel by pixel."""
    apart = array.reshape(channels, -1, *array.shape[1:])
    return np.ascontiguousarray(apart.swapaxes(0, 1).reshape(array.shape))


RULES: tuple[Rule, ...] = (filters_by_pixel,)
