"""Gradients of pools (`aoe.frontends.shared_operators.pool_gradients`)."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

import numpy as np

from aoe.frontends.graph_builder import Operand, UnsupportedNodeError, dtype_of, shape_of
from aoe.frontends.mindspore.arguments import (
    choice,
    flag,
    operand,
    require_channels_first,
    wholes,
)
from aoe.frontends.mindspore.emitter import Emitter
from aoe.frontends.mindspore.items import Item
from aoe.frontends.mindspore.primitives.pooling import (
    averages,
    mode_pads,
    require_no_divisor,
    window_over,
)
from aoe.frontends.mindspore.primitives.windows import begin_end
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
    window = _window(shape_of(operand(x_origin)), kernel_size, strides, pad_mode)
    return _of_maxima(emit, x_origin, out_origin, grad, window)


@PRIMITIVES.reads("MaxPool3DGrad")
def _max_pool_3d_gradient(
    emit: Emitter,
    x_origin: Item,
    out_origin: Item,
    grad: Item,
    kernel_size: Item = 1,
    strides: Item = 1,
    pad_mode: Item = "valid",
    pad_list: Item = 0,
    data_format: Item = None,
) -> Item:
    require_channels_first(data_format)
    window = _padded_window(shape_of(operand(x_origin)), kernel_size, strides, pad_mode, pad_list)
    return _of_maxima(emit, x_origin, out_origin, grad, window)


def _of_maxima(
    emit: Emitter, x_origin: Item, out_origin: Item, grad: Item, window: PoolWindow
) -> Item:
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
    window = _window(shape_of(operand(x)), kernel_size, strides, pad_mode)
    return _of_averages(emit, dout, shape_of(operand(x)), window)


@PRIMITIVES.reads("AvgPool3DGrad")
def _average_pool_3d_gradient(
    emit: Emitter,
    origin_input_shape: Item,
    grads: Item,
    kernel_size: Item = 1,
    strides: Item = 1,
    pads: Item = 0,
    ceil_mode: Item = False,
    count_include_pad: Item = True,
    divisor_override: Item = 0,
    data_format: Item = None,
    pad_mode: Item = "valid",
    *,
    pad_list: Item = None,
) -> Item:
    require_channels_first(data_format)
    require_no_divisor(divisor_override)
    image = wholes(origin_input_shape, "shape")
    given = pads if pad_list is None else pad_list
    window = _padded_window(image, kernel_size, strides, pad_mode, given)
    if any(window.pads) or flag(ceil_mode, "ceil_mode"):
        raise UnsupportedNodeError("it has padding or ceil_mode")
    return _of_averages(emit, grads, image, window)


def _of_averages(emit: Emitter, gradient: Item, shape: tuple[int, ...], window: PoolWindow) -> Item:
    over = zip(window.kernel, window.strides, strict=True)
    if prod(-(-size // step) for size, step in over) > _MOST_WINDOWS:
        raise UnsupportedNodeError("many windows are over one element")
    return average_gradient(emit.builder, emit.builder.value(operand(gradient)), shape, window)


@PRIMITIVES.reads("AdaptiveAvgPool2DGrad")
def _adaptive_average_gradient(emit: Emitter, gradient: Item, shape: Item) -> Item:
    return _of_adaptive(emit, operand(gradient), wholes(shape, "shape"), 2)


@PRIMITIVES.reads("AdaptiveAvgPool3DGrad")
def _adaptive_average_3d_gradient(emit: Emitter, gradient: Item, shape: Item) -> Item:
    return _of_adaptive(emit, operand(gradient), wholes(shape, "shape"), 3)


def _of_adaptive(emit: Emitter, value: Operand, shape: tuple[int, ...], rank: int) -> Operand:
    """Products with the averages of each axis, transposed."""
    axes = len(shape)
    for place in range(axes - rank, axes):
        size, parts = shape[place], shape_of(value)[place]
        if size == parts:
            continue
        order = [k for k in range(axes) if k != place] + [place]
        shares = np.ascontiguousarray(averages(size, parts).T.astype(dtype_of(value)))
        product = emit.node("MatMul", emit.transposed(value, order), shares)
        value = emit.transposed(product, [order.index(k) for k in range(axes)])
    return value


def _window(image: Sequence[int], kernel_size: Item, strides: Item, mode: Item) -> PoolWindow:
    """The window of a pool. `image`: the shape of the images."""
    window = window_over(image, kernel_size, strides)
    return PoolWindow(window.kernel, window.strides, tuple(mode_pads(image, window, mode)))


def _padded_window(
    image: Sequence[int], kernel_size: Item, strides: Item, mode: Item, pads: Item
) -> PoolWindow:
    """As `_window`, where the mode may stand for sizes of the padding."""
    if choice(mode, "pad_mode", ("pad", "same", "valid", "calculated")) in ("same", "valid"):
        return _window(image, kernel_size, strides, mode)
    window = window_over(image, kernel_size, strides)
    around = begin_end(wholes(pads, "padding"), len(window.kernel))
    return PoolWindow(window.kernel, window.strides, tuple(around))
