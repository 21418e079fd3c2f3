"""Resizing by a matrix of weights for each axis: cubics, areas, kernels of ScaleAndTranslate, and
gradients of all resizing.

Each new row is a weighted sum of old rows, and each new column of old columns. The weights are
known while the model is read. A gradient goes back through the same matrices, transposed.
ResizeBilinear and ResizeNearestNeighbor are in `pooling`, as ONNX has operators for them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

import numpy as np
import onnx_ir

from aoe.frontends.graph_builder import Operand, UnsupportedNodeError, dtype_of, shape_of
from aoe.frontends.layout import NchwView, dtype_of_tensor, shape_of_tensor
from aoe.frontends.shared_operators.resizing import (
    cubic_weights,
    linear_weights,
    nearest_pixels,
)
from aoe.frontends.tensorflow.context import (
    Context,
    bounded,
    integers,
    required,
    whole_numbers,
)
from aoe.frontends.tensorflow.node import Node
from aoe.frontends.tensorflow.operations.operation_table import OperationTable
from aoe.frontends.tensorflow.values import Held

TABLE = OperationTable()
#: Weights whose sum is no larger are not divided by it, as in TensorFlow.
_LEAST_TOTAL = 1000 * np.finfo(np.float32).tiny
#: Weights of an axis, float32 of shape [size, old], for its number, the new size and the old one.
_Weights = Callable[[int, int, int], np.ndarray]


def _linear(node: Node) -> _Weights:
    rule = _rule(node)
    return lambda axis, size, old: linear_weights(size, old, *rule)


def _cubic(node: Node) -> _Weights:
    rule = _rule(node)
    return lambda axis, size, old: cubic_weights(size, old, *rule)


def _rule(node: Node) -> tuple[bool, bool]:
    return node.flag("align_corners"), node.flag("half_pixel_centers")


@TABLE.add("ResizeBicubic")
def _resize_cubic(context: Context, node: Node, values: Sequence[Held]) -> Held:
    return _resized(context, values, _cubic(node))


@TABLE.add("ResizeArea")
def _resize_area(context: Context, node: Node, values: Sequence[Held]) -> Held:
    align = node.flag("align_corners")
    return _resized(context, values, lambda axis, size, old: _area_weights(size, old, align))


@TABLE.add("ScaleAndTranslate")
def _scale_and_translate(context: Context, node: Node, values: Sequence[Held]) -> Held:
    return _resized(context, values, _placed(node, values))


def _placed(node: Node, values: Sequence[Held]) -> _Weights:
    """The weights of ScaleAndTranslate, or of its gradient."""
    name = node.text("kernel_type", "lanczos3")
    kernel = _KERNELS.get(name)
    if kernel is None:
        raise UnsupportedNodeError(f"its kernel is {name!r}")
    antialias = node.flag("antialias", True)
    scales = required(values[2], "scale").reshape(-1)
    shifts = required(values[3], "translation").reshape(-1)

    def weights(axis: int, size: int, old: int) -> np.ndarray:
        place = _Placement(scales[axis], shifts[axis], antialias)
        return _kernel_weights(size, old, kernel, place)

    return weights


def _resized(context: Context, values: Sequence[Held], weights: _Weights) -> NchwView:
    """Images whose rows and columns are sums of old ones."""
    held = context.first(values[0])
    sizes = whole_numbers(values[1], "size")
    height, width = shape_of(held)[2:]
    rows, columns = _both(weights, sizes, (height, width))
    return _products(context, held, rows, columns.T)


@TABLE.add("ResizeBilinearGrad", "ResizeBicubicGrad", "ScaleAndTranslateGrad")
def _of_resized(context: Context, node: Node, values: Sequence[Held]) -> Held:
    """Of the second operand, the images before they were resized, only the size counts."""
    gradient, image = context.first(values[0]), context.tensor(values[1])
    old = shape_of_tensor(image)[1:3]
    if node.op == "ScaleAndTranslateGrad":
        weights = _placed(node, values)
    else:
        weights = _linear(node) if node.op == "ResizeBilinearGrad" else _cubic(node)
    rows, columns = _both(weights, shape_of(gradient)[2:], old)
    found = _products(context, gradient, rows.T, columns)
    return _cast(context, found, dtype_of_tensor(image))


@TABLE.add("ResizeNearestNeighborGrad")
def _of_nearest(context: Context, node: Node, values: Sequence[Held]) -> Held:
    """Each pixel gets the sum of the gradients of those that repeat it."""
    gradient = context.builder.value(context.first(values[0]))
    height, width = whole_numbers(values[1], "size")
    batch, channels, rows, columns = shape_of(gradient)
    if rows % height == columns % width == 0 and not node.flag("align_corners"):
        apart = [batch, channels, height, rows // height, width, columns // width]
        windows = context.node("Reshape", gradient, integers(apart))
        return NchwView(context.node("ReduceSum", windows, integers([3, 5]), keepdims=0))

    dtype = dtype_of(gradient)
    exact = np.float64 if dtype == np.float64 else np.float32

    def weights(axis: int, size: int, old: int) -> np.ndarray:
        pixels = nearest_pixels(size, old, *_rule(node))
        return np.asarray(pixels[:, None] == np.arange(old), exact)

    over, across = _both(weights, (rows, columns), (height, width))
    return _cast(context, _products(context, gradient, over.T, across), dtype)


def _both(
    weights: _Weights, sizes: Sequence[int], old: Sequence[int]
) -> tuple[np.ndarray, np.ndarray]:
    """The weights of rows and those of columns."""
    for size, before in zip(sizes, old, strict=True):
        bounded([size, before])
    return weights(0, sizes[0], old[0]), weights(1, sizes[1], old[1])


def _products(context: Context, held: Operand, rows: np.ndarray, columns: np.ndarray) -> NchwView:
    """`rows @ image @ columns` for each channel, in the type of these."""
    if dtype_of(held) != rows.dtype:
        held = context.node("Cast", held, to=int(onnx_ir.DataType.from_numpy(rows.dtype)))
    held = context.node("MatMul", np.ascontiguousarray(rows), held)
    return NchwView(context.node("MatMul", held, np.ascontiguousarray(columns)))


def _cast(context: Context, image: NchwView, dtype: np.dtype) -> NchwView:
    if dtype_of(image.value) == dtype:
        return image
    kind = int(onnx_ir.DataType.from_numpy(dtype))
    return NchwView(context.node("Cast", image.value, to=kind))


def _area_weights(size: int, old: int, align: bool) -> np.ndarray:
    """How much of each old pixel lies in each new one. Behind the edge is its pixel again."""
    scale = np.float32((old - 1) / (size - 1) if align and size > 1 else old / size)
    found = np.zeros((size, old), np.float32)
    for number in range(size):
        start, end = np.float32(number) * scale, np.float32(number + 1) * scale
        for pixel in range(int(np.floor(start)), int(np.ceil(end))):
            part = min(np.float32(pixel + 1), end) - max(np.float32(pixel), start)
            found[number, min(max(pixel, 0), old - 1)] += part
    return found / scale


@dataclass(frozen=True)
class _Kernel:
    """A weight by the distance in pixels, which is 0 from a radius on."""

    radius: float
    weight: Callable[[np.ndarray], np.ndarray]


@dataclass(frozen=True)
class _Placement:
    """Where an axis of the new image lies: `new = scale * old + shift`, in pixels. With
    `antialias`, the kernel of a smaller image is wider.
    """

    scale: np.floating
    shift: np.floating
    antialias: bool


def _kernel_weights(size: int, old: int, kernel: _Kernel, place: _Placement) -> np.ndarray:
    """Normalized weights. A new pixel whose middle is outside of the old image has none."""
    step = np.float32(1) / np.float32(place.scale)
    wider = max(step, np.float32(1)) if place.antialias else np.float32(1)
    middles = (np.arange(size, dtype=np.float32) + np.float32(0.5)) * step
    middles += -step * np.float32(place.shift)
    reach = np.float32(kernel.radius) * wider
    first = np.clip(np.ceil(middles - reach - np.float32(0.5)), 0, old - 1)
    last = np.clip(np.floor(middles + reach - np.float32(0.5)), 0, old - 1)
    pixels = np.arange(old, dtype=np.float32)
    distances = np.abs(pixels + np.float32(0.5) - middles[:, None]) / wider
    weights = kernel.weight(distances.astype(np.float64))
    weights[(pixels < first[:, None]) | (pixels > last[:, None])] = 0
    weights[(middles < 0) | (middles > old)] = 0
    total = weights.sum(axis=1, keepdims=True)
    weights /= np.where(np.abs(total) >= _LEAST_TOTAL, total, 1)
    return weights.astype(np.float32)


def _lanczos(radius: int) -> _Kernel:
    return _Kernel(
        radius,
        lambda x: np.where(x > radius, 0, np.sinc(x) * np.sinc(x / radius)),
    )


def _piecewise(near: Sequence[float], far: Sequence[float]) -> _Kernel:
    """Cubic polynomials for distances below 1 and from 1 to 2."""
    return _Kernel(
        2, lambda x: np.where(x < 1, np.polyval(near, x), np.where(x < 2, np.polyval(far, x), 0))
    )


_KERNELS: Mapping[str, _Kernel] = MappingProxyType(
    {
        "lanczos1": _lanczos(1),
        "lanczos3": _lanczos(3),
        "lanczos5": _lanczos(5),
        "gaussian": _Kernel(1.5, lambda x: np.where(x >= 1.5, 0, np.exp(-2 * x * x))),
        "box": _Kernel(1, lambda x: np.where(x < 0.5, 1.0, np.where(x == 0.5, 0.5, 0.0))),
        "triangle": _Kernel(1, lambda x: np.maximum(1 - x, 0)),
        "keyscubic": _piecewise((1.5, -2.5, 0, 1), (-0.5, 2.5, -4, 2)),
        "mitchellcubic": _piecewise((7 / 6, -2, 0, 8 / 9), (-7 / 18, 2, -10 / 3, 16 / 9)),
    }
)
