"""Images of another size, blocks of pixels as channels and back."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

import numpy as np
import onnx_ir

from aoe.errors import counted
from aoe.frontends.graph_builder import Operand, UnsupportedNodeError, dtype_of, shape_of
from aoe.frontends.layout import LayoutOperand
from aoe.frontends.shared_operators.block_moves import batch_to_space, space_to_batch
from aoe.frontends.shared_operators.resizing import coordinate_transformation, nearest_pixels
from aoe.frontends.tflite.call import INTEGERS, Call, int64, moves, numbers
from aoe.frontends.tflite.operators.movement import zero_of
from aoe.frontends.tflite.operators.quantized import are_same_bytes, nearest_bytes


@numbers("RESIZE_BILINEAR")
def _resize_bilinear(call: Call) -> LayoutOperand:
    x = call.nchw(0)
    _, sizes = _sizes(call, x)
    align, half = bool(call.option("align_corners")), bool(call.option("half_pixel_centers"))
    return call.view(_linear(call, x, sizes, align, half))


def _linear(call: Call, x: Operand, sizes: Sequence[int], align: bool, half: bool) -> Operand:
    """Images of real numbers between the pixels of others."""
    return call.node(
        "Resize",
        x,
        None,
        None,
        int64([*shape_of(x)[:2], *sizes]),
        mode="linear",
        coordinate_transformation_mode=coordinate_transformation(align, half),
    )


def _byte_bilinear(call: Call) -> LayoutOperand | None:
    """Images of bytes as TFLite resizes them, with halves away from zero. Those of uint8 are
    computed as real numbers, those of int8 with integers only, at positions in 1024th parts of a
    pixel.

    TFLite rounds the scale to such parts, so positions drift: by half a pixel along 1,000 pixels.
    Where positions are few parts of a pixel, Resize is exact and faster.
    """
    if not are_same_bytes(call.input_tensors[0], call.output_tensors[0]):
        return None
    x = call.nchw(0)
    old, sizes = _sizes(call, x)
    align, half = bool(call.option("align_corners")), bool(call.option("half_pixel_centers"))
    pairs = list(zip(sizes, old, strict=True))
    places = [_byte_places(size, one, align, half) for size, one in pairs]
    exact = [_exact_places(size, one, align, half) * _PARTS for size, one in pairs]
    if call.dtype == np.uint8 or all(
        np.array_equal(found, wanted) and not (found % _COARSE).any()
        for found, wanted in zip(places, exact, strict=True)
    ):
        value = call.node("Cast", x, to=int(onnx_ir.DataType.FLOAT))
        return call.view(nearest_bytes(call, _linear(call, value, sizes, align, half)))
    value = call.node("Cast", x, to=int(onnx_ir.DataType.INT32))
    value = _between(call, value, places)
    half_one = np.asarray(_PARTS * _PARTS // 2, np.int32)
    is_negative = call.node("Less", value, call.scalar(0, value))
    value = call.node("Add", value, call.node("Where", is_negative, -half_one, half_one))
    whole = call.node("Div", value, np.asarray(_PARTS * _PARTS, np.int32))
    return call.view(call.node("Cast", whole, to=int(onnx_ir.DataType.INT8)))


INTEGERS["RESIZE_BILINEAR"] = _byte_bilinear


def word_bilinear(call: Call) -> LayoutOperand:
    """Images of words, in float64 and in units of 2^-20, at the positions of int8."""
    x = call.nchw(0)
    old, sizes = _sizes(call, x)
    align, half = bool(call.option("align_corners")), bool(call.option("half_pixel_centers"))
    places = [_byte_places(size, one, align, half) for size, one in zip(sizes, old, strict=True)]
    value = call.node("Cast", x, to=int(onnx_ir.DataType.DOUBLE))
    return call.view(_between(call, value, places))


def _between(call: Call, value: Operand, places: Sequence[np.ndarray]) -> Operand:
    """Integers between pixels, times 1024 for each axis. `places`: positions in 1024th parts."""
    for axis, found in enumerate(places, 2):
        lower = found // _PARTS
        upper = np.minimum(lower + 1, shape_of(value)[axis] - 1)
        part = (found - lower * _PARTS).astype(dtype_of(value))
        part = part[:, None] if axis == 2 else part
        low = call.node("Mul", call.node("Gather", value, lower, axis=axis), _PARTS - part)
        high = call.node("Mul", call.node("Gather", value, upper, axis=axis), part)
        value = call.node("Add", low, high)
    return value


#: Parts of a pixel in positions among bytes. Among positions that are multiples of 16 parts,
#: float32 is exact: the product of a byte and two 64th parts has 19 bits.
_PARTS, _COARSE = 1 << 10, 16


def _byte_places(size: int, old: int, align: bool, half: bool) -> np.ndarray:
    """The position of each pixel of a new axis in 1024th parts, int64 of shape [size].

    Positions outside are those of the edge. TFLite reads behind the image for some of them.
    """
    steps, whole = (size - 1, old - 1) if align and size > 1 else (size, old)
    scale = (_PARTS * whole + steps // 2) // steps
    places = np.arange(size, dtype=np.int64) * scale
    if half:
        places += scale // 2 - _PARTS // 2
    return np.asarray(np.clip(places, 0, (old - 1) * _PARTS))


def _exact_places(size: int, old: int, align: bool, half: bool) -> np.ndarray:
    """The same without rounding, in pixels."""
    scale = (old - 1) / (size - 1) if align and size > 1 else old / size
    shift = 0.5 if half and not align else 0.0
    places = (np.arange(size, dtype=np.float64) + shift) * scale - shift
    return np.asarray(np.clip(places, 0, old - 1))


#: Whole numbers up to here are exact in float32, in which positions are computed.
_EXACT = 1 << 24
#: Pixels of the largest image.
_MOST_PIXELS = 1 << 31


def _sizes(call: Call, x: Operand) -> tuple[tuple[int, ...], list[int]]:
    """Height and width of images, before and after."""
    old, sizes = shape_of(x)[2:], call.integers(1, "sizes")
    if len(old) != 2:
        raise UnsupportedNodeError(
            f"its operand has {counted(len(shape_of(x)), 'axis', 'axes')}, not 4"
        )
    if (
        len(sizes) != 2
        or min(*sizes, *old) < 1
        or max(sizes) > _EXACT
        or prod(sizes) > _MOST_PIXELS
    ):
        raise UnsupportedNodeError(f"its sizes are {sizes}")
    return old, sizes


@moves("RESIZE_NEAREST_NEIGHBOR")
def _resize_nearest(call: Call) -> LayoutOperand:
    """Pixels at positions that are computed in float32, as TFLite does."""
    x = call.nchw(0)
    old, sizes = _sizes(call, x)
    align, half = call.option("align_corners"), call.option("half_pixel_centers")
    if not align and all(size % one == 0 for size, one in zip(sizes, old, strict=True)):
        made = call.node(
            "Resize",
            x,
            None,
            None,
            int64([*shape_of(x)[:2], *sizes]),
            mode="nearest",
            coordinate_transformation_mode="asymmetric",
            nearest_mode="floor",
        )
        return call.view(made)
    for axis, (size, one) in enumerate(zip(sizes, old, strict=True), 2):
        x = call.node("Gather", x, nearest_pixels(size, one, bool(align), bool(half)), axis=axis)
    return call.view(x)


@moves("DEPTH_TO_SPACE")
def _depth_to_space(call: Call) -> LayoutOperand:
    size = call.option("block_size")
    return call.view(call.node("DepthToSpace", call.nchw(0), blocksize=size, mode="DCR"))


@moves("SPACE_TO_DEPTH")
def _space_to_depth(call: Call) -> LayoutOperand:
    return call.view(call.node("SpaceToDepth", call.nchw(0), blocksize=call.option("block_size")))


@moves("SPACE_TO_BATCH_ND")
def _space_to_batch(call: Call) -> LayoutOperand:
    """Zeros around the spatial axes, whose blocks then become images."""
    x = call.plain(0)
    blocks, pads = call.integers(1, "blocks"), call.integers(2, "pads")
    others = [0] * (len(shape_of(x)) - 1 - len(blocks))
    around = int64([0, *pads[::2], *others, 0, *pads[1::2], *others])
    x = call.node("Pad", x, around, call.scalar(zero_of(call, x), x))
    return space_to_batch(call.builder, x, blocks)


@moves("BATCH_TO_SPACE_ND")
def _batch_to_space(call: Call) -> LayoutOperand:
    """Images become blocks of the spatial axes, from which pixels are cut off."""
    blocks, crops = call.integers(1, "blocks"), call.integers(2, "crops")
    x = batch_to_space(call.builder, call.plain(0), blocks)
    axes = range(1, len(blocks) + 1)
    ends = [shape_of(x)[axis] - crop for axis, crop in zip(axes, crops[1::2], strict=True)]
    return call.node("Slice", x, int64(crops[::2]), int64(ends), int64(axes))
