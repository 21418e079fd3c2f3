"""Pooling with Caffe's sizes.

The number of windows is rounded up by default. A last window that starts beyond the image and its
padding is dropped. An average divides by the elements of a window in image and padding, but not by
those beyond, where rounding up makes a window hang over.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, prod
from typing import Any

import onnx_ir

from aoe.errors import counted
from aoe.frontends.caffe.layer import Layer, integers, layer, scalar
from aoe.frontends.graph_builder import Operand, UnsupportedNodeError, shape_of

_MAX, _AVE = 0, 1
_FLOOR = 1
_INT64, _FLOAT = 7, 1


@layer("Pooling")
def pooling(layer: Layer) -> list[Operand]:
    """Maxima or averages of windows; a second top has the positions of the maxima."""
    given, (height, width) = layer.parameter("pooling"), _image(layer)
    if given.global_pooling:
        return _pooled(layer, given.pool, (height, width), (1, 1), (0, 0), False)
    if not (given.kernel_size or given.HasField("kernel_h") or given.HasField("kernel_w")):
        raise ValueError("pooling_param needs kernel_size, or kernel_h and kernel_w")
    kernel = _pair(given, "kernel", given.kernel_size)
    stride = _pair(given, "stride", given.stride)
    pad = _pair(given, "pad", given.pad)
    down = given.round_mode == _FLOOR or not given.ceil_mode  # The latter is of forks.
    return _pooled(layer, given.pool, kernel, stride, pad, down)


@layer("SPP")
def spatial_pyramid(layer: Layer) -> Operand:
    """Poolings into 1, 4, 16 … windows, flattened and put after each other."""
    given, sizes = layer.parameter("spp"), _image(layer)
    if not 1 <= given.pyramid_height <= 16:
        raise ValueError(f"pyramid_height {given.pyramid_height}")
    levels: list[Operand] = []
    for level in range(given.pyramid_height):
        kernel = [ceil(size / 2**level) for size in sizes]
        pad = [(k * 2**level - size + 1) // 2 for k, size in zip(kernel, sizes, strict=True)]
        if any(p >= k for p, k in zip(pad, kernel, strict=True)):
            raise ValueError(f"level {level} of the pyramid has more windows than pixels")
        (pooled,) = _pooled(layer, given.pool, kernel, kernel, pad, False)
        shape = shape_of(pooled)
        levels.append(layer.reshaped(pooled, (shape[0], prod(shape[1:]))))
    return levels[0] if len(levels) == 1 else layer.node("Concat", *levels, axis=1)


def average(layer: Layer, x: Operand, size: int) -> Operand:
    """The average of the window around each pixel, in which padding counts."""
    return layer.node(
        "AveragePool",
        x,
        kernel_shape=[size, size],
        pads=[(size - 1) // 2] * 4,
        count_include_pad=1,
    )


def _image(layer: Layer) -> tuple[int, int]:
    if len(layer.shape()) != 4:
        raise ValueError(f"an input of {counted(len(layer.shape()), 'dimension')}, not 4")
    _, _, height, width = layer.shape()
    return height, width


def _pair(given: Any, name: str, both: int) -> tuple[int, int]:
    if given.HasField(f"{name}_h") != given.HasField(f"{name}_w"):
        raise ValueError(f"{name}_h and {name}_w must both be given")
    if given.HasField(f"{name}_h"):
        return getattr(given, f"{name}_h"), getattr(given, f"{name}_w")
    return both, both


def _pooled(
    layer: Layer,
    method: int,
    kernel: Sequence[int],
    stride: Sequence[int],
    pad: Sequence[int],
    floor: bool,
) -> list[Operand]:
    if method not in (_MAX, _AVE):
        raise UnsupportedNodeError("stochastic pooling is not computed")
    if layer.tops > 1 and method != _MAX:
        raise UnsupportedNodeError("only maxima have positions")
    sizes = _image(layer)
    if min(*kernel, *stride) < 1 or any(p >= k for p, k in zip(pad, kernel, strict=True)):
        raise ValueError(f"kernel {list(kernel)}, stride {list(stride)}, pad {list(pad)}")
    #: What windows need beyond the image.
    ends = []
    for size, k, s, p in zip(sizes, kernel, stride, pad, strict=True):
        number = _windows(size, k, s, p, floor, any(pad))
        if (number - 1) * s >= size + p:
            raise UnsupportedNodeError("its last window lies outside of the image")
        ends.append(max(0, (number - 1) * s + k - size - p))
    x = layer.inputs[0]
    if method == _MAX:
        return _maxima(layer, kernel, stride, [*pad, *ends])
    if any(end > p for end, p in zip(ends, pad, strict=True)):
        if any(pad):
            x = layer.node("Pad", x, integers([0, 0, *pad] * 2), scalar(0))
        over = [max(0, end - p) for end, p in zip(ends, pad, strict=True)]
        pads, counted = [0, 0, *over], 0
    else:
        pads, counted = [*pad, *ends], 1
    return [
        layer.node(
            "AveragePool",
            x,
            kernel_shape=list(kernel),
            strides=list(stride),
            pads=pads,
            count_include_pad=counted,
        )
    ]


def _windows(size: int, kernel: int, stride: int, pad: int, floor: bool, padded: bool) -> int:
    room = size + 2 * pad - kernel
    if room < 0:
        raise ValueError(f"a window of {kernel} in an image of {size}")
    number = (room // stride if floor else -(-room // stride)) + 1
    return number - 1 if padded and (number - 1) * stride >= size + pad else number


def _maxima(
    layer: Layer, kernel: Sequence[int], stride: Sequence[int], pads: Sequence[int]
) -> list[Operand]:
    count = min(layer.tops, 2) or 1
    values: tuple[onnx_ir.Value, ...] = layer.builder.nodes(
        "MaxPool",
        count,
        layer.inputs[0],
        kernel_shape=list(kernel),
        strides=list(stride),
        pads=list(pads),
    )
    if count == 1:
        return list(values)
    plane = integers([prod(layer.shape()[2:])])
    position = layer.node("Mod", values[1], plane)
    return [values[0], layer.node("Cast", position, to=_FLOAT)]
