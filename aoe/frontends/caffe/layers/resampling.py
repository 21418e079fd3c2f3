"""Layers that enlarge images: Upsample and Interp."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

import numpy as np

from aoe.frontends.caffe.layer import LARGEST_CONSTANT, Layer, check_fields, integers, layer
from aoe.frontends.caffe.layers.activations import affine
from aoe.frontends.graph_builder import Operand, UnsupportedNodeError

_INT64 = 7


@layer("Upsample")
def upsample(layer: Layer) -> Operand:
    """Of Ascend, with one bottom: each pixel becomes `stride` × `stride` pixels, times `scale`.
    Of SegNet, with two: maxima go back to the positions in the second bottom. Of MobileNet-YOLO:
    each pixel becomes `scale` × `scale` pixels.
    """
    given = layer.parameter("upsample")
    if len(layer.inputs) > 1:
        return _unpooled(layer)
    if layer.is_of_mobilenet_yolo:
        check_fields(given, ("scale",))
        if given.scale < 1 or given.scale != int(given.scale):
            raise ValueError(f"scale {given.scale:g}")
        return _enlarged(layer, (int(given.scale), int(given.scale)))
    strides = [
        getattr(given, name) if given.HasField(name) else given.stride
        for name in ("stride_h", "stride_w")
    ]
    if given.scale != 1 and not any(
        given.HasField(name) for name in ("stride", "stride_h", "stride_w")
    ):
        raise UnsupportedNodeError("forks of Caffe differ in what scale means; give stride")
    if given.upsample_h or given.upsample_w or min(strides) < 1:
        raise UnsupportedNodeError("it has a size, but no positions of maxima")
    return affine(layer, _enlarged(layer, strides), given.scale, 0)


def _enlarged(layer: Layer, factors: Sequence[int]) -> Operand:
    """Each pixel as often as two factors say, along both axes."""
    batch, channels, height, width = layer.shape()
    return layer.node(
        "Resize",
        layer.inputs[0],
        None,
        None,
        integers((batch, channels, height * factors[0], width * factors[1])),
        mode="nearest",
        coordinate_transformation_mode="asymmetric",
        nearest_mode="floor",
    )


def _unpooled(layer: Layer) -> Operand:
    given, (batch, channels, height, width) = layer.parameter("upsample"), layer.shape()
    if any(given.HasField(name) for name in ("stride", "stride_h", "stride_w")):
        raise UnsupportedNodeError("it has both stride and positions of maxima")
    scale = int(given.scale) if given.HasField("scale") else 2
    sizes = (given.upsample_h or height * scale, given.upsample_w or width * scale)
    if scale < 1 or batch * channels * prod(sizes) > LARGEST_CONSTANT:
        raise UnsupportedNodeError(f"its result has the size {list(sizes)}")
    flat = (batch, channels, height * width)
    positions = layer.node("Cast", layer.reshaped(layer.inputs[1], flat), to=_INT64)
    zeros = np.zeros((batch, channels, prod(sizes)), np.float32)
    values = layer.reshaped(layer.inputs[0], flat)
    filled = layer.node("ScatterElements", zeros, positions, values, axis=2)
    return layer.reshaped(filled, (batch, channels, *sizes))


@layer("Interp")
def interp(layer: Layer) -> Operand:
    """Of PSPNet: bilinear, with corners on corners. Negative padding crops."""
    given, x = layer.parameter("interp"), layer.inputs[0]
    begin, end = given.pad_beg, given.pad_end
    if begin > 0 or end > 0:
        raise UnsupportedNodeError("it pads")
    batch, channels, *image = layer.shape()
    sizes = [size + begin + end for size in image]
    if begin or end:
        stops = [size + end for size in image]
        x = layer.node("Slice", x, integers([-begin] * 2), integers(stops), integers([2, 3]))
    wanted = [_resized(layer, size) for size in sizes]
    if given.HasField("height") and given.HasField("width"):
        if any(given.HasField(name) for name in ("zoom_factor", "shrink_factor")):
            raise UnsupportedNodeError("it has both a size and a factor")
        wanted = [given.height, given.width]
    elif len(layer.inputs) > 1:
        wanted = list(layer.shape(1)[2:])
    if min(*sizes, *wanted) < 1:
        raise ValueError(f"sizes {sizes} become {wanted}")
    if wanted == sizes:
        return x
    return layer.node(
        "Resize",
        x,
        None,
        None,
        integers([batch, channels, *wanted]),
        mode="linear",
        coordinate_transformation_mode="align_corners",
    )


def _resized(layer: Layer, size: int) -> int:
    given = layer.parameter("interp")
    if min(given.zoom_factor, given.shrink_factor) < 1:
        raise ValueError(f"factors {given.zoom_factor} and {given.shrink_factor}")
    size = (size - 1) // given.shrink_factor + 1
    return int(size + (size - 1) * (given.zoom_factor - 1))
