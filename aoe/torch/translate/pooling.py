"""Pooling and resizing of images, and their gradients.

An image in another size without what that cannot show (`antialias=True`) is a product of matrices:
one makes rows of rows, another one columns of columns.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from math import prod
from typing import Any

import numpy as np
import onnx_ir
import torch

from aoe.element_types import is_floating
from aoe.torch.translate.emitter import Emitter
from aoe.torch.translate.facts import rank_of, require, shape_of, sizes_of, tensor_of, type_of
from aoe.torch.translate.table import Operators
from aoe.torch.translate.window_sums import (
    adaptive_windows,
    padded,
    readers,
    summed,
    window_counts,
)

OPERATORS = Operators()


@OPERATORS.translates("max_pool2d_with_indices", "max_pool3d_with_indices")
def _max_pool(
    emit: Emitter,
    node: torch.fx.Node,
    x: torch.fx.Node,
    kernel: Sequence[int],
    stride: Sequence[int] = (),
    padding: int | Sequence[int] = 0,
    dilation: int | Sequence[int] = 1,
    ceil_mode: bool = False,
) -> Sequence[onnx_ir.Value]:
    dimensions = _dimensions(node)
    return _maxima(
        emit,
        node,
        x,
        kernel_shape=sizes_of(kernel, dimensions),
        strides=sizes_of(stride or kernel, dimensions),
        pads=sizes_of(padding, dimensions) * 2,
        dilations=sizes_of(dilation, dimensions),
        ceil_mode=int(ceil_mode),
    )


@OPERATORS.translates("adaptive_max_pool2d", "adaptive_max_pool3d")
def _adaptive_max_pool(
    emit: Emitter, node: torch.fx.Node, x: torch.fx.Node, sizes: Sequence[int]
) -> Sequence[onnx_ir.Value]:
    dimensions = _dimensions(node)
    image, result = shape_of(x)[-dimensions:], tensor_of(node)[0].shape[-dimensions:]
    if _are_even(image, result):
        window = [size // count for size, count in zip(image, result, strict=True)]
        return _maxima(emit, node, x, kernel_shape=window, strides=window)
    require(is_floating(type_of(x)), "it is of integers")
    first, value = rank_of(x) - dimensions, emit.value(x)
    taken, inside = np.zeros((), np.int64), np.ones((), bool)
    for number, (size, count) in enumerate(zip(image, result, strict=True)):
        index, mask = padded(adaptive_windows(size, int(count)))
        value = emit.node("Gather", value, emit.constant(index, "int64"), axis=first + 2 * number)
        taken = np.add.outer(taken * size, index)
        inside = np.logical_and.outer(inside, mask)
    # The elements of a window are the last dimension.
    order = [*range(0, 2 * dimensions, 2), *range(1, 2 * dimensions, 2)]
    table, whole = taken.transpose(order), inside.transpose(order)
    flat = [*shape_of(x)[:first], *result, prod(table.shape[dimensions:])]
    value = emit.permuted(value, [*range(first), *(first + axis for axis in order)])
    value = emit.reshaped(value, flat)
    flags = emit.constant(whole.reshape(flat[first:]), "bool")
    value = emit.node("Where", flags, value, emit.constant(-np.inf, type_of(x)))
    last = emit.integers([len(flat) - 1])
    place = emit.node("ArgMax", value, axis=len(flat) - 1, keepdims=1)
    numbers = emit.constant(table.reshape(flat[first:]), "int64")
    numbers = emit.node("Expand", numbers, emit.integers(flat))
    found = emit.node("GatherElements", numbers, place, axis=len(flat) - 1)
    largest = emit.node("ReduceMax", value, last, keepdims=0)
    return [largest, emit.reshaped(found, flat[:-1])]


def _maxima(
    emit: Emitter, node: torch.fx.Node, x: torch.fx.Node, **window: object
) -> Sequence[onnx_ir.Value]:
    """The largest elements of windows, and their places in the image of their channel."""
    largest, places = emit.nodes(2, "MaxPool", _batched(emit, x, _dimensions(node)), **window)
    *lead, channels = shape_of(x)[: -_dimensions(node)]
    image = shape_of(x)[-_dimensions(node) :]
    # ONNX counts in the whole tensor, PyTorch in an image of it.
    first = np.arange(prod(lead) * channels).reshape(-1, channels, *[1] * len(image)) * prod(image)
    places = emit.node("Sub", places, emit.constant(first, "int64"))
    shape = [int(size) for size in tensor_of(node)[0].shape]
    return [_shaped(emit, largest, shape, image), _shaped(emit, places, shape, image)]


@OPERATORS.translates(
    "max_pool2d_with_indices_backward", "max_pool3d_with_indices_backward",
    "adaptive_max_pool2d_backward", "adaptive_max_pool3d_backward",
)  # fmt: skip
def _max_pool_gradient(
    emit: Emitter, node: torch.fx.Node, gradient: torch.fx.Node, x: torch.fx.Node, *given: object
) -> onnx_ir.Value:
    """The last argument are the places of the maxima."""
    dimensions, places = _dimensions(node), given[-1]
    lead, image = shape_of(x)[:-dimensions], shape_of(x)[-dimensions:]
    planes = [*lead, prod(shape_of(gradient)[-dimensions:])]
    found = emit.node(
        "ScatterElements",
        emit.filled(0, type_of(node), [*lead, prod(image)]),
        emit.reshaped(emit.value(places), planes),
        emit.reshaped(emit.value(gradient), planes),
        axis=len(lead),
        reduction="add",
    )
    return emit.reshaped(found, shape_of(x))


@OPERATORS.translates("avg_pool2d", "avg_pool3d")
def _average_pool(
    emit: Emitter,
    node: torch.fx.Node,
    x: torch.fx.Node,
    kernel: Sequence[int],
    stride: Sequence[int] = (),
    padding: int | Sequence[int] = 0,
    ceil_mode: bool = False,
    count_include_pad: bool = True,
    divisor_override: int | None = None,
) -> onnx_ir.Value:
    dimensions = _dimensions(node)
    image, result = shape_of(x)[-dimensions:], shape_of(node)[-dimensions:]
    sizes, steps = sizes_of(kernel, dimensions), sizes_of(stride or kernel, dimensions)
    pads = sizes_of(padding, dimensions)
    found = emit.node(
        "AveragePool",
        _batched(emit, x, dimensions),
        kernel_shape=sizes,
        strides=steps,
        pads=pads * 2,
        ceil_mode=int(ceil_mode),
        count_include_pad=int(count_include_pad),
    )
    if divisor_override is not None:
        counts = window_counts(image, result, sizes, steps, pads, count_include_pad)
        factor = emit.constant(counts / divisor_override, type_of(node))
        found = emit.node("Mul", found, factor)
    return _shaped(emit, found, shape_of(node), image)


@OPERATORS.translates("_adaptive_avg_pool2d", "_adaptive_avg_pool3d")
def _adaptive_pool(
    emit: Emitter, node: torch.fx.Node, x: torch.fx.Node, sizes: Sequence[int]
) -> onnx_ir.Value:
    dimensions, dtype = _dimensions(node), type_of(node)
    image, result = shape_of(x)[-dimensions:], shape_of(node)[-dimensions:]
    if _are_even(image, result):
        kernel = [size // count for size, count in zip(image, result, strict=True)]
        value = _batched(emit, x, dimensions)
        found = emit.node("AveragePool", value, kernel_shape=kernel, strides=kernel)
        return _shaped(emit, found, shape_of(node), image)
    wide = _wide(dtype)
    windows = [adaptive_windows(size, count) for size, count in zip(image, result, strict=True)]
    value, shape = emit.value(x, wide), list(shape_of(x))
    for axis, places in enumerate(windows, rank_of(x) - dimensions):
        value = summed(emit, value, shape, axis, places, wide)
        shape[axis] = len(places)
    value = emit.node("Mul", value, emit.constant(1 / _counts(windows), wide))
    return value if wide == dtype else emit.cast(value, dtype)


@OPERATORS.translates("_adaptive_avg_pool2d_backward", "_adaptive_avg_pool3d_backward")
def _adaptive_pool_gradient(
    emit: Emitter, node: torch.fx.Node, gradient: torch.fx.Node, x: torch.fx.Node
) -> onnx_ir.Value:
    dimensions, dtype = _dimensions(node), type_of(node)
    image, result = shape_of(x)[-dimensions:], shape_of(gradient)[-dimensions:]
    if rank_of(x) == 4 and _are_even(image, result):
        kernel = [size // count for size, count in zip(image, result, strict=True)]
        share = emit.constant(1 / prod(kernel), dtype)
        return _repeated(emit, emit.node("Mul", emit.value(gradient), share), gradient, kernel)
    wide = _wide(dtype)
    windows = [adaptive_windows(size, count) for size, count in zip(image, result, strict=True)]
    value, shape = emit.value(gradient, wide), list(shape_of(gradient))
    value = emit.node("Mul", value, emit.constant(1 / _counts(windows), wide))
    for axis, (places, size) in enumerate(
        zip(windows, image, strict=True), rank_of(x) - dimensions
    ):
        value = summed(emit, value, shape, axis, readers(places, size), wide)
        shape[axis] = size
    return value if wide == dtype else emit.cast(value, dtype)


@OPERATORS.translates("upsample_nearest2d")
def _nearest(emit: Emitter, node: torch.fx.Node, x: torch.fx.Node, *_: object) -> onnx_ir.Value:
    factors = _even_windows(shape_of(node)[2:], shape_of(x)[2:])
    return _repeated(emit, emit.value(x), x, factors)


@OPERATORS.translates("upsample_nearest2d_backward")
def _nearest_backward(
    emit: Emitter, node: torch.fx.Node, gradient: torch.fx.Node, *_: object
) -> onnx_ir.Value:
    batch, channels, height, width = shape_of(node)
    factors = _even_windows(shape_of(gradient)[2:], (height, width))
    windows = [batch, channels, height, factors[0], width, factors[1]]
    apart = emit.reshaped(emit.value(gradient), windows)
    return emit.node("ReduceSum", apart, emit.integers([3, 5]), keepdims=0)


@OPERATORS.translates("_upsample_bilinear2d_aa", "_upsample_bicubic2d_aa")
def _resized(
    emit: Emitter,
    node: torch.fx.Node,
    x: torch.fx.Node,
    size: Sequence[int],
    aligned: bool,
    *scales: float | None,
) -> onnx_ir.Value:
    before = x.meta["val"].shape[-2:]
    rows, columns = _shares(node, before, size, aligned, scales)
    return _resized_by(emit, node, rows, x, columns.T)


@OPERATORS.translates("_upsample_bilinear2d_aa_backward", "_upsample_bicubic2d_aa_backward")
def _resized_backward(
    emit: Emitter,
    node: torch.fx.Node,
    gradient: torch.fx.Node,
    size: Sequence[int],
    before: Sequence[int],
    aligned: bool,
    *scales: float | None,
) -> onnx_ir.Value:
    rows, columns = _shares(node, before[-2:], size, aligned, scales)
    return _resized_by(emit, node, rows.T, gradient, columns)


def _dimensions(node: torch.fx.Node) -> int:
    """How many dimensions windows have."""
    return 3 if "3d" in str(node.target) else 2


def _batched(emit: Emitter, x: torch.fx.Node, dimensions: int) -> onnx_ir.Value:
    """Images as a batch, which may be one without."""
    if rank_of(x) == dimensions + 2:
        return emit.value(x)
    return emit.reshaped(emit.value(x), [1, *shape_of(x)])


def _shaped(
    emit: Emitter, value: onnx_ir.Value, shape: Sequence[int], image: Sequence[int]
) -> onnx_ir.Value:
    """What a pool of a batch gives, in the shape without one where the image has none."""
    return value if len(shape) == len(image) + 2 else emit.reshaped(value, shape)


def _wide(dtype: str) -> str:
    """The element type in which parts of a mean are added."""
    return "float32" if dtype in ("float16", "bfloat16") else dtype


def _counts(windows: Sequence[Sequence[range]]) -> np.ndarray:
    """How many elements the windows of an image have."""
    return reduce(np.multiply.outer, [np.array([len(taps) for taps in axis]) for axis in windows])


def _are_even(sizes: Sequence[int], parts: Sequence[int]) -> bool:
    """Whether windows of equal sizes have all places once."""
    return all(size % part == 0 for size, part in zip(sizes, parts, strict=True))


def _even_windows(sizes: Sequence[int], parts: Sequence[int]) -> list[int]:
    """The size of each of so many equal parts."""
    require(len(sizes) == 2, "its image has no batch")
    require(_are_even(sizes, parts), "its windows are of different sizes")
    return [size // part for size, part in zip(sizes, parts, strict=True)]


def _repeated(
    emit: Emitter, value: onnx_ir.Value, node: torch.fx.Node, factors: Sequence[int]
) -> onnx_ir.Value:
    """An image with each pixel repeated. `node`: the one whose shape it has now."""
    batch, channels, height, width = shape_of(node)
    apart = emit.reshaped(value, [batch, channels, height, 1, width, 1])
    windows = [batch, channels, height, factors[0], width, factors[1]]
    repeated = emit.node("Expand", apart, emit.integers(windows))
    return emit.reshaped(repeated, [batch, channels, height * factors[0], width * factors[1]])


def _resized_by(
    emit: Emitter, node: torch.fx.Node, left: np.ndarray, x: torch.fx.Node, right: np.ndarray
) -> onnx_ir.Value:
    dtype = type_of(node)
    require(is_floating(dtype), "it is of whole numbers")
    wide = dtype if dtype == "float64" else "float32"
    half = emit.node("MatMul", emit.value(x, wide), emit.constant(right, wide))
    found = emit.node("MatMul", emit.constant(left, wide), half)
    return found if wide == dtype else emit.cast(found, dtype)


def _shares(
    node: torch.fx.Node,
    before: Sequence[int],
    after: Sequence[int],
    aligned: bool,
    scales: Sequence[float | None],
) -> list[np.ndarray]:
    """For rows and columns, the shares of old ones in new ones. PyTorch computes them: it resizes
    the rows of a diagonal of ones.
    """
    name = str(node.target).split(".")[1].removesuffix("_backward")
    resize: Any = getattr(torch.ops.aten, name).default
    found = []
    for old, new, scale in zip(before, after, scales or (None, None), strict=True):
        ones = torch.eye(int(old), dtype=torch.float64).view(1, 1, int(old), int(old))
        shares = resize(ones, [int(new), int(old)], bool(aligned), scale, None)
        found.append(shares[0, 0].numpy())
    return found
