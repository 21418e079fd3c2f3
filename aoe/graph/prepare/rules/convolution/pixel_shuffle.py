"""Reorders the filters of a convolution whose channels become pixels (pixel shuffle).

With filters numbered channel by pixel (`DepthToSpace` mode CRD), neighbouring channels of one pixel
are as far apart as a block has pixels, and the copy picks single numbers. Numbered pixel by channel
(mode DCR), the copy moves runs of channels. The filters are constants, so their order is free.

Source of the layer: Shi et al., "Real-Time Single Image and Video Super-Resolution Using an
Efficient Sub-Pixel Convolutional Neural Network", 2016.
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
    """The pixel shuffle of a Conv with filters by channel becomes one of a Conv with filters by
    pixel.

    It is a Transpose of channels that are split to (channels, block…). Afterwards they are split to
    (block…, channels).
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
    split = build.reshape(made, (batch, *block, channels, *image))
    order = [axis if axis >= 2 + rank else axis - 1 for axis in inside]
    return build.make("Transpose", [split], shape_of(node.outputs[0]), perm=(0, 1 + rank, *order))


def _by_pixel(array: np.ndarray, channels: int) -> np.ndarray:
    """An array with a row for each channel and pixel of a block, with the rows pixel by pixel."""
    split = array.reshape(channels, -1, *array.shape[1:])
    return np.ascontiguousarray(split.swapaxes(0, 1).reshape(array.shape))


RULES: tuple[Rule, ...] = (filters_by_pixel,)
