"""Operators of open-aoe's own (`aoe.torch.own_operators`), and gradients of average pools."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

import numpy as np
import onnx_ir
import torch

from aoe.operators.types.attention import attention, attention_gradient
from aoe.operators.types.window import pool_gradient, pool_indices
from aoe.torch.translate.emitter import Emitter
from aoe.torch.translate.facts import shape_of, sizes_of, type_of
from aoe.torch.translate.table import Operators
from aoe.torch.translate.window_sums import readers, summed, window_counts

OPERATORS = Operators()

#: Most windows over one element of an image that a gradient is pulled from.
MOST_WINDOWS = 64


@OPERATORS.translates("open_aoe.causal_attention")
def _causal_attention(
    emit: Emitter,
    node: torch.fx.Node,
    q: torch.fx.Node,
    k: torch.fx.Node,
    v: torch.fx.Node,
    scale: float,
) -> onnx_ir.Value:
    transposed = emit.permuted(emit.value(k), (0, 1, 3, 2))
    inputs = [emit.value(q), transposed, emit.value(v)]
    return emit.own(attention.CAUSAL_NODE, inputs, type_of(node), shape_of(node), scale=scale)


@OPERATORS.translates("open_aoe.attention_gradient")
def _attention_gradient(
    emit: Emitter,
    node: torch.fx.Node,
    gradient: torch.fx.Node,
    q: torch.fx.Node,
    k: torch.fx.Node,
    v: torch.fx.Node,
    mask: torch.fx.Node | None,
    is_causal: bool,
    scale: float,
) -> Sequence[onnx_ir.Value]:
    (batch, heads, queries, size), (keys, values) = shape_of(q), shape_of(v)[2:]
    parts = attention_gradient.parts(batch, heads, queries, keys, size, values)
    dtype = type_of(q)
    transposed = emit.permuted(emit.value(k), (0, 1, 3, 2))
    inputs = [emit.value(q), transposed, emit.value(v), emit.value(gradient)]
    if mask is not None:
        inputs.append(emit.value(mask))
    whole = emit.own(
        attention_gradient.TYPE, inputs, dtype, [parts[-1].end], causal=int(is_causal), scale=scale
    )
    # Each lies as (batch, rows, heads, columns).
    taken = [emit.part(whole, 0, part.offset, part.end) for part in parts]
    laid_out = [emit.reshaped(value, part.shape) for value, part in zip(taken, parts, strict=True)]
    return [emit.permuted(value, (0, 2, 1, 3)) for value in laid_out]


@OPERATORS.translates("open_aoe.max_pool_places")
def _max_pool_places(
    emit: Emitter,
    node: torch.fx.Node,
    x: torch.fx.Node,
    largest: torch.fx.Node,
    kernel: Sequence[int],
    stride: Sequence[int],
    padding: Sequence[int],
    dilation: Sequence[int],
) -> onnx_ir.Value:
    window = _window(x, largest, kernel, stride, padding, dilation)
    inputs = [emit.value(x), emit.value(largest)]
    return emit.own(pool_indices.PLACES, inputs, "uint8", shape_of(node), **window)


@OPERATORS.translates("open_aoe.max_pool_gradient")
def _max_pool_gradient(
    emit: Emitter,
    node: torch.fx.Node,
    gradient: torch.fx.Node,
    places: torch.fx.Node,
    size: object,
    kernel: Sequence[int],
    stride: Sequence[int],
    padding: Sequence[int],
    dilation: Sequence[int],
) -> onnx_ir.Value:
    window = _window(node, gradient, kernel, stride, padding, dilation)
    inputs = [emit.value(gradient), emit.value(places)]
    return emit.own(pool_gradient.TYPE, inputs, type_of(node), shape_of(node), **window)


@OPERATORS.translates("avg_pool2d_backward", "avg_pool3d_backward")
def _average_pool_gradient(
    emit: Emitter,
    node: torch.fx.Node,
    gradient: torch.fx.Node,
    x: torch.fx.Node,
    kernel: Sequence[int],
    stride: Sequence[int],
    padding: Sequence[int],
    ceil_mode: bool,
    count_include_pad: bool,
    divisor_override: int | None,
) -> onnx_ir.Value:
    dimensions = 3 if "3d" in str(node.target) else 2
    image, result = shape_of(x)[-dimensions:], shape_of(gradient)[-dimensions:]
    sizes, steps = sizes_of(kernel, dimensions), sizes_of(stride or kernel, dimensions)
    pads = sizes_of(padding, dimensions)
    counts = window_counts(image, result, sizes, steps, pads, count_include_pad)
    if divisor_override is not None:
        counts = np.full_like(counts, divisor_override)
    first = counts.reshape(-1)[0]
    share: object = 1 / first if (counts == first).all() else 1 / counts
    dtype = type_of(node)
    shared = emit.node("Mul", emit.value(gradient), emit.constant(share, dtype))
    windows = prod(-(-size // step) for size, step in zip(sizes, steps, strict=True))
    if len(shape_of(x)) == 4 and dimensions == 2 and windows <= MOST_WINDOWS:
        window = _window(x, gradient, sizes, steps, pads, (1, 1))
        return emit.own(pool_gradient.TYPE, [shared], dtype, shape_of(node), **window)
    shape, before = list(shape_of(gradient)), len(shape_of(x)) - dimensions
    for number, size in enumerate(image):
        starts = [place * steps[number] - pads[number] for place in range(result[number])]
        places = [range(max(0, at), min(size, at + sizes[number])) for at in starts]
        axis = before + number
        shared = summed(emit, shared, shape, axis, readers(places, size), dtype)
        shape[axis] = size
    return shared


def _window(
    image: torch.fx.Node,
    result: torch.fx.Node,
    kernel: Sequence[int],
    stride: Sequence[int],
    padding: Sequence[int],
    dilation: Sequence[int],
) -> dict[str, object]:
    """The attributes of a window. Its padding behind is what the last windows need."""
    behind = [
        max(pad, (count - 1) * step + (taps - 1) * gap + 1 - size - pad)
        for size, count, taps, step, pad, gap in zip(
            shape_of(image)[2:],
            shape_of(result)[2:],
            kernel,
            stride,
            padding,
            dilation,
            strict=True,
        )
    ]
    return {
        "kernel_shape": list(kernel),
        "strides": list(stride),
        "dilations": list(dilation),
        "pads": [*padding, *behind],
    }
