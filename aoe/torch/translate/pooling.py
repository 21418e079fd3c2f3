"""Pooling and resizing of images, and their gradients."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

import numpy as np
import onnx_ir
import torch

from aoe.torch.translate.emitter import Emitter
from aoe.torch.translate.facts import pair_of, require, shape_of, type_of
from aoe.torch.translate.table import Operators

OPERATORS = Operators()


@OPERATORS.translates("max_pool2d_with_indices")
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
    require(len(shape_of(x)) == 4, "its image has no batch")
    largest, places = emit.nodes(
        2,
        "MaxPool",
        emit.value(x),
        kernel_shape=pair_of(kernel),
        strides=pair_of(stride or kernel),
        pads=pair_of(padding) * 2,
        dilations=pair_of(dilation),
        ceil_mode=int(ceil_mode),
    )
    batch, channels, height, width = shape_of(x)
    # ONNX counts in the whole tensor, PyTorch in a plane of it.
    first = np.arange(batch * channels).reshape(batch, channels, 1, 1) * (height * width)
    return [largest, emit.node("Sub", places, emit.constant(first, "int64"))]


@OPERATORS.translates("max_pool2d_with_indices_backward")
def _max_pool_backward(
    emit: Emitter,
    node: torch.fx.Node,
    gradient: torch.fx.Node,
    x: torch.fx.Node,
    kernel: object,
    stride: object,
    padding: object,
    dilation: object,
    ceil_mode: object,
    places: torch.fx.Node,
) -> onnx_ir.Value:
    require(len(shape_of(x)) == 4, "its image has no batch")
    batch, channels, height, width = shape_of(x)
    planes = [batch, channels, prod(shape_of(gradient)[2:])]
    found = emit.node(
        "ScatterElements",
        emit.filled(0, type_of(node), [batch, channels, height * width]),
        emit.reshaped(emit.value(places), planes),
        emit.reshaped(emit.value(gradient), planes),
        axis=2,
        reduction="add",
    )
    return emit.reshaped(found, shape_of(x))


@OPERATORS.translates("avg_pool2d")
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
    require(len(shape_of(x)) == 4, "its image has no batch")
    require(divisor_override is None, "it has a divisor of its own")
    return emit.node(
        "AveragePool",
        emit.value(x),
        kernel_shape=pair_of(kernel),
        strides=pair_of(stride or kernel),
        pads=pair_of(padding) * 2,
        ceil_mode=int(ceil_mode),
        count_include_pad=int(count_include_pad),
    )


@OPERATORS.translates("_adaptive_avg_pool2d")
def _adaptive_pool(
    emit: Emitter, node: torch.fx.Node, x: torch.fx.Node, sizes: Sequence[int]
) -> onnx_ir.Value:
    kernel = _even_windows(shape_of(x)[2:], shape_of(node)[2:])
    return emit.node("AveragePool", emit.value(x), kernel_shape=kernel, strides=kernel)


@OPERATORS.translates("_adaptive_avg_pool2d_backward")
def _adaptive_pool_backward(
    emit: Emitter, node: torch.fx.Node, gradient: torch.fx.Node, x: torch.fx.Node
) -> onnx_ir.Value:
    kernel = _even_windows(shape_of(x)[2:], shape_of(gradient)[2:])
    share = emit.constant(1 / prod(kernel), type_of(node))
    return _repeated(emit, emit.node("Mul", emit.value(gradient), share), gradient, kernel)


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


def _even_windows(sizes: Sequence[int], parts: Sequence[int]) -> list[int]:
    """The size of each of so many equal parts."""
    require(len(sizes) == 2, "its image has no batch")
    even = all(size % part == 0 for size, part in zip(sizes, parts, strict=True))
    require(even, "its windows are of different sizes")
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
