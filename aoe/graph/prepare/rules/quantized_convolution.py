"""Convolutions of quantised images: ConvInteger becomes one of uint8 by int8, or of any two types
of bytes where a device multiplies them, without zero points.

With p the zero point of the image and q those of the weights,
Σ(x − p)(w − q) = Σx·w − q·Σx − p·Σ(w − q), over windows of the image padded with p. Σx is the sum
of all channels, of which then a convolution of one filter sums windows. `quantized` has matmuls,
and how operands get their types.
"""

from __future__ import annotations

from math import prod

import numpy as np
import onnx_ir

from aoe.graph.prepare.rewriting import (
    Builder,
    Rule,
    constant_of,
    has_given_padding,
    has_shape,
    integer,
    integers,
    operand,
    producer,
    shape_of,
    used_once,
)
from aoe.graph.prepare.rule_application import rule_for
from aoe.graph.prepare.rules.quantized import INT32, Factor, cast_to, factors


@rule_for("ConvInteger")
def convolution(node: onnx_ir.Node, build: Builder) -> onnx_ir.Value | None:
    """ConvInteger becomes one of uint8 by int8 without zero points, or else Conv of int32.

    The weights must be known, and the zero point of the input be one number.
    """
    if not has_shape(node.inputs[0], node.outputs[0]):
        return None
    found = factors(node, build)
    if found is None:
        return None
    x, w = found
    shape, weights = shape_of(node.outputs[0]), constant_of(w.value)
    zeros = constant_of(w.zero_point)
    grouped = integer(node, "group", 1) > 1
    whole = x.zero_point is None or shape_of(x.zero_point) in ((), (1,))
    known = weights is not None and (w.zero_point is None or (zeros is not None and not grouped))
    if not (known and whole):
        return _wide_convolution(node, build, x, w)
    assert weights is not None
    padded = x.value
    drop: tuple[str, ...] = () if x.zero_point is None else ("pads", "auto_pad")
    if x.zero_point is not None:
        with_border = _padded(node, build, x, operand(node, 2))
        if with_border is None:
            return _wide_convolution(node, build, x, w)
        padded = with_border
    total = build.again(node, [padded, w.value], shape, drop=drop)
    around = (1, -1, *[1] * (weights.ndim - 2))
    differences = weights.astype(np.int32)
    if zeros is not None:
        by_filter = zeros.astype(np.int32).reshape(-1, *[1] * (weights.ndim - 1))
        differences = differences - by_filter
        windows = _window_sums(node, build, padded, weights.shape[2:], drop)
        factor = build.constant(zeros.astype(np.int32).reshape(around))
        total = build.make("Sub", [total, build.make("Mul", [windows, factor], shape)], shape)
    if x.zero_point is None:
        return total
    sums = differences.sum(axis=tuple(range(1, weights.ndim)), dtype=np.int32).reshape(around)
    zero = build.reshape(x.zero_point, ())
    less = build.infer("Mul", build.constant(sums), zero)
    return build.make("Sub", [total, less], shape)


def _window_sums(
    node: onnx_ir.Node,
    build: Builder,
    image: onnx_ir.Value,
    window: tuple[int, ...],
    drop: tuple[str, ...],
) -> onnx_ir.Value:
    """The sums of an image's windows as int32, (N, 1, spatial…)."""
    batch, _, *sizes = shape_of(image)
    wide = build.cast(image, INT32)
    channels = build.make("ReduceSum", [wide, build.integers([1])], (batch, 1, *sizes), keepdims=1)
    ones = build.constant(np.ones((1, 1, *window), np.int32))
    sums = (batch, 1, *shape_of(node.outputs[0])[2:])
    return build.again(node, [channels, ones], sums, "Conv", INT32, drop=drop)


def _padded(
    node: onnx_ir.Node, build: Builder, x: Factor, given: onnx_ir.Value | None
) -> onnx_ir.Value | None:
    """The input padded with its zero point; None where the padding is not numeric.

    `given`: the zero point as the node has it. An input that has just been quantised by it is
    padded with zeros before.
    """
    if not has_given_padding(node, valid=True):
        return None
    pads = integers(node, "pads") if has_given_padding(node) else None
    if not pads or not any(pads):
        return x.value
    rank = len(pads) // 2
    before, after = pads[:rank], pads[rank:]
    shape = shape_of(x.value)
    sizes = [n + b + e for n, b, e in zip(shape[2:], before, after, strict=True)]
    amounts, wanted = build.integers((0, 0, *before, 0, 0, *after)), (*shape[:2], *sizes)
    quantised = producer(x.value, "QuantizeLinear")
    if quantised is not None and used_once(x.value) and operand(quantised, 2) is given:
        source = operand(quantised, 0)
        scale = operand(quantised, 1)
        single = scale is not None and has_shape(scale) and prod(shape_of(scale)) == 1
        if source is not None and single:
            border = build.make("Pad", [source, amounts, build.scalar(0.0, source)], wanted)
            return build.again(quantised, [border, scale, given], wanted, dtype=x.value.dtype)
    assert x.zero_point is not None
    assert x.value.dtype is not None
    fill = cast_to(build, build.reshape(x.zero_point, ()), x.value.dtype)
    return build.make("Pad", [x.value, amounts, fill], wanted)


def _wide_convolution(
    node: onnx_ir.Node, build: Builder, x: Factor, w: Factor
) -> onnx_ir.Value | None:
    rank = len(shape_of(x.value))
    values = []
    for factor, around in ((x, ()), (w, (-1, *[1] * (rank - 1)))):
        value = cast_to(build, factor.value, INT32)
        zero = factor.zero_point
        if zero is not None:
            sizes = shape_of(zero)
            size = int(np.prod(sizes))
            shape = () if size == 1 else tuple(size if n == -1 else n for n in around)
            zero = build.reshape(zero, shape)
            value = build.make("Sub", [value, zero], shape_of(value))
        values.append(value)
    return build.again(node, values, shape_of(node.outputs[0]), "Conv")


RULES: tuple[Rule, ...] = (convolution,)
