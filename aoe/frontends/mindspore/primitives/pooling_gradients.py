"""Gradients of pools (`aoe.frontends.shared_operators.pool_gradients`)."""

from __future__ import annotations

from math import prod

from aoe.frontends.graph_builder import Operand, UnsupportedNodeError, shape_of
from aoe.frontends.mindspore.arguments import operand, require_channels_first
from aoe.frontends.mindspore.emitter import Emitter
from aoe.frontends.mindspore.items import Item
from aoe.frontends.mindspore.primitives.pooling import mode_pads, window_over
from aoe.frontends.mindspore.table import Primitives
from aoe.frontends.shared_operators.pool_gradients import (
    PoolWindow,
    average_gradient,
    maximum_gradient,
)
from aoe.operators.types.window.pool_indices import MOST_TAPS

PRIMITIVES = Primitives()

#: Most windows over one element of an image that a gradient is pulled from.
_MOST_WINDOWS = 64


@PRIMITIVES.reads("MaxPoolGrad", "MaxPoolGradV1")
def _max_pool_gradient(
    emit: Emitter,
    x_origin: Item,
    out_origin: Item,
    grad: Item,
    kernel_size: Item = 1,
    strides: Item = 1,
    pad_mode: Item = "valid",
    data_format: Item = None,
) -> Item:
    require_channels_first(data_format)
    window = _window(operand(x_origin), kernel_size, strides, pad_mode)
    if prod(window.kernel) > MOST_TAPS:
        raise UnsupportedNodeError(f"its windows have {prod(window.kernel)} elements")
    image, largest, gradient = (
        emit.builder.value(operand(item)) for item in (x_origin, out_origin, grad)
    )
    return maximum_gradient(emit.builder, image, largest, gradient, window)


@PRIMITIVES.reads("AvgPoolGrad")
def _average_pool_gradient(
    emit: Emitter,
    x: Item,
    out: Item,
    dout: Item,
    kernel_size: Item = 1,
    strides: Item = 1,
    pad_mode: Item = "valid",
    data_format: Item = None,
) -> Item:
    require_channels_first(data_format)
    window = _window(operand(x), kernel_size, strides, pad_mode)
    over = zip(window.kernel, window.strides, strict=True)
    if prod(-(-size // step) for size, step in over) > _MOST_WINDOWS:
        raise UnsupportedNodeError("many windows are over one element")
    gradient = emit.builder.value(operand(dout))
    return average_gradient(emit.builder, gradient, shape_of(operand(x)), window)


def _window(image: Operand, kernel_size: Item, strides: Item, mode: Item) -> PoolWindow:
    window = window_over(image, kernel_size, strides)
    return PoolWindow(window.kernel, window.strides, tuple(mode_pads(image, window, mode)))
