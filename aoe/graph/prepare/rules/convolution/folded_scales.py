"""Folds scales behind a convolution into its weights, and addends into its bias.

`folded_normalization` folds BatchNormalization where it can. These rules handle what is left.
Convolutions of integers stay as they are: their sums wrap where a product does not fit.
"""

from __future__ import annotations

import numpy as np
import onnx_ir

from aoe.graph.prepare.rewriting import (
    FLOATING,
    Builder,
    Rule,
    constant_of,
    has_shape,
    operand,
    producer,
    shape_of,
    used_once,
)
from aoe.graph.prepare.rule_application import rule_for
from aoe.graph.prepare.rules.convolution.folded_normalization import affine_of
from aoe.graph.prepare.rules.convolution.scaled_weights import rounded, scaled_filters


def batch_normalization_to_affine(node: onnx_ir.Node, build: Builder) -> onnx_ir.Value | None:
    """BatchNormalization that no convolution could take becomes Mul and Add."""
    affine, value = affine_of(node), operand(node, 0)
    if affine is None or value is None or not has_shape(value, node.outputs[0]):
        return None
    factors, addends = affine
    assert value.dtype is not None
    shape = shape_of(value)
    column = (factors.size, *([1] * (len(shape) - 2)))
    dtype = value.dtype.numpy()
    with np.errstate(over="ignore"):
        scales = build.constant(factors.reshape(column).astype(dtype))
        addend = build.constant(addends.reshape(column).astype(dtype))
    return build.make("Add", [build.make("Mul", [value, scales], shape), addend], shape)


@rule_for("Mul")
def scale_into_convolution(node: onnx_ir.Node, build: Builder) -> onnx_ir.Value | None:
    """A constant per output channel that multiplies a Conv scales its weights and bias."""
    if not has_shape(*node.inputs, node.outputs[0]):
        return None
    for position in (0, 1):
        result, factor = node.inputs[position], constant_of(node.inputs[1 - position])
        source = producer(result, "Conv")
        if source is None or result is None or factor is None or not used_once(result):
            continue
        weights, bias = constant_of(source.inputs[1]), constant_of(operand(source, 2))
        shape = shape_of(node.outputs[0])
        channels = _per_channel(factor, shape)
        if weights is None or channels is None or shape != shape_of(result):
            continue
        if result.dtype not in FLOATING or (operand(source, 2) is not None and bias is None):
            continue
        scaled = scaled_filters(weights, channels, 0)
        added = None if bias is None else rounded(bias.astype(np.float64) * channels, bias.dtype)
        if scaled is None or (bias is not None and added is None):
            continue
        inputs = [source.inputs[0], build.constant(scaled)]
        if added is not None:
            inputs.append(build.constant(added))
        return build.again(source, inputs, shape)
    return None


@rule_for("Add")
def addend_into_convolution(node: onnx_ir.Node, build: Builder) -> onnx_ir.Value | None:
    """A constant per output channel that is added to a Conv becomes part of its bias."""
    if not has_shape(*node.inputs, node.outputs[0]):
        return None
    for position in (0, 1):
        result, addend = node.inputs[position], constant_of(node.inputs[1 - position])
        source = producer(result, "Conv")
        if source is None or result is None or addend is None or not used_once(result):
            continue
        shape = shape_of(node.outputs[0])
        channels, bias = _per_channel(addend, shape), constant_of(operand(source, 2))
        if channels is None or shape != shape_of(result):
            continue
        if result.dtype not in FLOATING or (operand(source, 2) is not None and bias is None):
            continue
        exact = channels.astype(np.float64) + (0.0 if bias is None else bias)
        total = rounded(exact, channels.dtype)
        if total is None:
            continue
        inputs = [*source.inputs[:2], build.constant(total)]
        return build.again(source, inputs, shape)
    return None


def _per_channel(factor: np.ndarray, shape: tuple[int, ...]) -> np.ndarray | None:
    """The factor of each channel; None if it varies within a channel."""
    if factor.size == 1:
        return np.full(shape[1], factor.reshape(-1)[0], factor.dtype)
    padded = (1,) * (len(shape) - factor.ndim) + factor.shape
    if len(padded) != len(shape) or any(size != 1 for axis, size in enumerate(padded) if axis != 1):
        return None
    return factor.reshape(-1)


RULES: tuple[Rule, ...] = (
    batch_normalization_to_affine,
    scale_into_convolution,
    addend_into_convolution,
)
