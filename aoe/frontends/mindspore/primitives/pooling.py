"""Pools."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from aoe.frontends.graph_builder import Operand, UnsupportedNodeError, shape_of
from aoe.frontends.mindspore.arguments import (
    element_type,
    flag,
    known,
    operand,
    pad_mode,
    require_channels_first,
    spread,
    whole,
    wholes,
)
from aoe.frontends.mindspore.emitter import Emitter
from aoe.frontends.mindspore.items import Item, Unknown
from aoe.frontends.mindspore.primitives.windows import Window, begin_end
from aoe.frontends.mindspore.table import Primitives

PRIMITIVES = Primitives()
_NAME = pad_mode


def window_over(
    image: Sequence[int], kernel_size: Item, strides: Item, dilation: Item = 1
) -> Window:
    """The window of a pool. `image`: the shape of the images."""
    rank = len(image) - 2
    if rank < 1:
        raise UnsupportedNodeError(f"its operand has {rank + 2} dimensions")
    return Window(
        spread(kernel_size, rank, "kernel_size"),
        spread(strides, rank, "strides"),
        spread(dilation, rank, "dilation"),
    )


def mode_pads(image: Sequence[int], window: Window, mode: Item) -> list[int]:
    """Pads of ONNX by `pad_mode`. `image`: the shape of the images."""
    name = _NAME(mode)
    if name == "pad":
        raise UnsupportedNodeError("its pad_mode is 'pad' without sizes")
    return window.same_pads(image[2:]) if name == "same" else [0] * 2 * len(window.kernel)


@PRIMITIVES.reads("MaxPool", "MaxPoolV1")
def _max_pool(
    emit: Emitter,
    x: Item,
    kernel_size: Item = 1,
    strides: Item = 1,
    pad_mode: Item = "valid",
    data_format: Item = None,
) -> Item:
    require_channels_first(data_format)
    window = window_over(shape_of(operand(x)), kernel_size, strides)
    return _largest(emit, operand(x), window, mode_pads(shape_of(operand(x)), window, pad_mode))


@PRIMITIVES.reads("AvgPool", "AvgPoolV1")
def _average_pool(
    emit: Emitter,
    x: Item,
    kernel_size: Item = 1,
    strides: Item = 1,
    pad_mode: Item = "valid",
    data_format: Item = None,
) -> Item:
    require_channels_first(data_format)
    window = window_over(shape_of(operand(x)), kernel_size, strides)
    return _average(
        emit, operand(x), window, mode_pads(shape_of(operand(x)), window, pad_mode), False
    )


@PRIMITIVES.reads("MaxPool3D")
def _max_pool_3d(
    emit: Emitter,
    x: Item,
    kernel_size: Item = 1,
    strides: Item = 1,
    pad_mode: Item = "valid",
    pad_list: Item = 0,
    ceil_mode: Item = None,
    data_format: Item = None,
) -> Item:
    require_channels_first(data_format)
    window = window_over(shape_of(operand(x)), kernel_size, strides)
    if _NAME(pad_mode) != "pad":
        return _largest(emit, operand(x), window, mode_pads(shape_of(operand(x)), window, pad_mode))
    pads = begin_end(wholes(pad_list, "pad_list"), len(window.kernel))
    if ceil_mode is not None and flag(ceil_mode, "ceil_mode"):
        pads = window.ceil_pads(shape_of(operand(x))[2:], pads)
    return _largest(emit, operand(x), window, pads)


@PRIMITIVES.reads("AvgPool3D")
def _average_pool_3d(
    emit: Emitter,
    x: Item,
    kernel_size: Item = 1,
    strides: Item = 1,
    pad_mode: Item = "valid",
    pad: Item = 0,
    ceil_mode: Item = False,
    count_include_pad: Item = True,
    divisor_override: Item = 0,
    data_format: Item = None,
    *,
    pad_list: Item = None,
) -> Item:
    require_channels_first(data_format)
    window = window_over(shape_of(operand(x)), kernel_size, strides)
    if _NAME(pad_mode) == "pad":
        pads = begin_end(wholes(pad if pad_list is None else pad_list, "pad"), len(window.kernel))
    else:
        pads = mode_pads(shape_of(operand(x)), window, pad_mode)
    if any(pads) and _NAME(pad_mode) == "same":
        raise UnsupportedNodeError("its pad_mode is 'same' with padding")
    include = flag(count_include_pad, "count_include_pad")
    return _checked_average(emit, operand(x), window, pads, include, ceil_mode, divisor_override)


@PRIMITIVES.reads("AvgPool1D", "AvgPool2D", "AvgPool3DExt")
def _average_pool_extended(
    emit: Emitter,
    x: Item,
    kernel_size: Item,
    stride: Item = None,
    padding: Item = 0,
    ceil_mode: Item = False,
    count_include_pad: Item = True,
    divisor_override: Item = None,
) -> Item:
    window = window_over(
        shape_of(operand(x)), kernel_size, kernel_size if stride is None else stride
    )
    rank = len(window.kernel)
    pads = begin_end(spread(padding, rank, "padding"), rank)
    include = flag(count_include_pad, "count_include_pad")
    return _checked_average(emit, operand(x), window, pads, include, ceil_mode, divisor_override)


def require_no_divisor(divisor_override: Item) -> None:
    """Refuses another divisor of averages than the elements of the window. 0 is none."""
    if divisor_override is not None and whole(divisor_override, "divisor_override") != 0:
        raise UnsupportedNodeError("it has a divisor_override")


def _checked_average(
    emit: Emitter,
    value: Operand,
    window: Window,
    pads: list[int],
    include: bool,
    ceil_mode: Item,
    divisor_override: Item,
) -> Operand:
    require_no_divisor(divisor_override)
    if flag(ceil_mode, "ceil_mode") and window.ceil_pads(shape_of(value)[2:], pads) != pads:
        raise UnsupportedNodeError("its last windows are partial (ceil_mode)")
    return _average(emit, value, window, pads, include)


@PRIMITIVES.reads("MaxPoolWithMask")
def _max_pool_with_mask(
    emit: Emitter,
    x: Item,
    kernel_size: Item,
    strides: Item = None,
    pads: Item = 0,
    dilation: Item = 1,
    ceil_mode: Item = False,
    argmax_type: Item = None,
) -> Item:
    found = _max_pool_with_indices(emit, x, kernel_size, strides, pads, dilation, ceil_mode)
    assert isinstance(found, tuple)
    return found[0], Unknown("the mask of a maximum is not read")


@PRIMITIVES.reads("MaxPoolWithIndices")
def _max_pool_with_indices(
    emit: Emitter,
    x: Item,
    kernel_size: Item,
    strides: Item = None,
    pads: Item = 0,
    dilation: Item = 1,
    ceil_mode: Item = False,
    argmax_type: Item = None,
) -> Item:
    value = operand(x)
    steps = kernel_size if strides is None else strides
    window = window_over(shape_of(value), kernel_size, steps, dilation)
    rank = len(window.kernel)
    amounts = begin_end(spread(pads, rank, "pads"), rank)
    if flag(ceil_mode, "ceil_mode"):
        amounts = window.ceil_pads(shape_of(value)[2:], amounts)
    places = _indices_of_maxima(emit, value, window, amounts)
    places = emit.cast(places, _place_type(argmax_type))
    return _largest(emit, value, window, amounts), places


def _place_type(item: Item) -> np.dtype:
    """The type of places. The attribute has numbers of its own for the two that there are."""
    if item is None or item == 4:
        return np.dtype(np.int64)
    return np.dtype(np.int32) if item == 3 else element_type(item)


@PRIMITIVES.reads("MaxPoolWithArgmaxV2")
def _max_pool_with_argmax(
    emit: Emitter,
    x: Item,
    *,
    kernel_size: Item,
    strides: Item = None,
    pads: Item = 0,
    dilation: Item = 1,
    ceil_mode: Item = False,
    argmax_type: Item = None,
) -> Item:
    return _max_pool_with_indices(
        emit, x, kernel_size, strides, pads, dilation, ceil_mode, argmax_type
    )


@PRIMITIVES.reads("MaxPool3DWithArgmax")
def _max_pool_3d_with_argmax(
    emit: Emitter,
    x: Item,
    *,
    ksize: Item,
    strides: Item,
    pads: Item,
    dilation: Item = 1,
    ceil_mode: Item = False,
    argmax_type: Item = None,
    data_format: Item = None,
) -> Item:
    require_channels_first(data_format)
    return _max_pool_with_indices(emit, x, ksize, strides, pads, dilation, ceil_mode, argmax_type)


@PRIMITIVES.reads("FuncMaxPool2D")
def _max_pool_function(
    emit: Emitter,
    x: Item,
    kernel_size: Item,
    stride: Item = None,
    padding: Item = 0,
    dilation: Item = 1,
    ceil_mode: Item = False,
    return_indices: Item = False,
) -> Item:
    found = _max_pool_with_indices(emit, x, kernel_size, stride, padding, dilation, ceil_mode)
    assert isinstance(found, tuple)
    return found if flag(return_indices, "return_indices") else found[0]


@PRIMITIVES.reads(
    "AdaptiveAvgPool1D", "AdaptiveAvgPool2D", "AdaptiveAvgPool3D", "AdaptiveAvgPool2DExt",
    "AdaptiveAvgPool3DExt",
)  # fmt: skip
def _adaptive_average(emit: Emitter, x: Item, output_size: Item) -> Item:
    value = operand(x)
    spatial, sizes = _adaptive_sizes(value, output_size)
    if not any(size % parts for size, parts in zip(spatial, sizes, strict=True)):
        return _average(emit, value, _even(spatial, sizes), [0] * 2 * len(sizes), False)
    return _uneven_average(emit, value, spatial, sizes)


@PRIMITIVES.reads("AdaptiveMaxPool1D", "AdaptiveMaxPool2D", "AdaptiveMaxPool3D")
def _adaptive_maximum(emit: Emitter, x: Item, output_size: Item) -> Item:
    value = operand(x)
    spatial, sizes = _adaptive_sizes(value, output_size)
    if any(size % parts for size, parts in zip(spatial, sizes, strict=True)):
        raise UnsupportedNodeError(f"it makes {sizes} of {spatial} elements, unevenly")
    window, pads = _even(spatial, sizes), [0] * 2 * len(sizes)
    return _largest(emit, value, window, pads), _indices_of_maxima(emit, value, window, pads)


def _adaptive_sizes(value: Operand, output_size: Item) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Sizes before and after; a size that is None or -1 stays."""
    found = known(output_size, "output_size")
    parts = found if isinstance(found, tuple) else (found,)
    rank = len(shape_of(value)) - 2 if len(parts) == 1 else len(parts)
    parts = parts * rank if len(parts) == 1 else parts
    spatial = shape_of(value)[-rank:]
    sizes = tuple(
        size if part in (None, -1) else int(part) for size, part in zip(spatial, parts, strict=True)
    )
    if rank < 1 or min(sizes) < 1:
        raise UnsupportedNodeError(f"its output_size is {sizes}")
    return spatial, sizes


def _even(spatial: tuple[int, ...], sizes: tuple[int, ...]) -> Window:
    steps = tuple(size // parts for size, parts in zip(spatial, sizes, strict=True))
    return Window(steps, steps, (1,) * len(steps))


def _uneven_average(
    emit: Emitter, value: Operand, spatial: tuple[int, ...], sizes: tuple[int, ...]
) -> Operand:
    """Window i of a dimension goes from ⌊i·n/m⌋ to ⌈(i+1)·n/m⌉: a product with those averages."""
    rank = len(shape_of(value))
    for index, (size, parts) in enumerate(zip(spatial, sizes, strict=True)):
        place = rank - len(sizes) + index
        order = [k for k in range(rank) if k != place] + [place]
        back = [order.index(k) for k in range(rank)]
        moved = emit.transposed(value, order)
        product = emit.node("MatMul", moved, averages(size, parts))
        value = emit.transposed(product, back)
    return value


def averages(size: int, parts: int) -> np.ndarray:
    """The matrix (size, parts) whose columns take the average of each window."""
    matrix = np.zeros((size, parts), np.float32)
    for part in range(parts):
        begin, end = part * size // parts, -(-(part + 1) * size // parts)
        matrix[begin:end, part] = 1 / (end - begin)
    return matrix


def _largest(emit: Emitter, value: Operand, window: Window, pads: list[int]) -> Operand:
    return emit.node("MaxPool", value, **_pooled(window, pads))


def _indices_of_maxima(emit: Emitter, value: Operand, window: Window, pads: list[int]) -> Operand:
    """Where the maxima are among the elements of their channel, by a node of its own, which is left
    out where nothing reads it. ONNX counts through all channels.
    """
    _, found = emit.nodes("MaxPool", 2, value, **_pooled(window, pads))
    images, channels, *sizes = shape_of(value)
    first = np.arange(images * channels).reshape(images, channels, *[1] * len(sizes))
    return emit.node("Sub", found, first * math.prod(sizes))


def _pooled(window: Window, pads: list[int]) -> dict[str, list[int] | None]:
    return {
        "kernel_shape": list(window.kernel),
        "strides": list(window.strides),
        "pads": pads,
        "dilations": list(window.dilations) if max(window.dilations) > 1 else None,
    }


def _average(
    emit: Emitter, value: Operand, window: Window, pads: list[int], include: bool
) -> Operand:
    return emit.node(
        "AveragePool",
        value,
        kernel_shape=window.kernel,
        strides=window.strides,
        pads=pads,
        count_include_pad=int(include),
    )
