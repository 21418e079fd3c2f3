"""Folds scales behind a convolution into its weights, and addends into its bias.

`folded_normalization` folds BatchNormalization where it can. These rules handle what is left: it
becomes Mul and Add, in front of a Reshape behind which it is.
Convolutions of integers stay as they are: their sums wrap where a product does not fit.
"""

from __future__ import annotations

from math import prod

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
    """BatchNormalization that no convolution could take becomes Mul and Add. Those of a matrix come
    before a Reshape that makes it of rows of as many elements, so that they follow what computes
    the rows.
    """
    affine, value = affine_of(node), operand(node, 0)
    if affine is None or value is None or not has_shape(value, node.outputs[0]):
        return None
    factors, addends = affine
    assert value.dtype is not None
    column = (factors.size, *([1] * (len(shape_of(value)) - 2)))
    dtype = value.dtype.numpy()
    move = _reshaping(value)
    source = value if move is None else _reshaped_by(move, value, build)
    shape = shape_of(source)
    with np.errstate(over="ignore"):
        scales = build.constant(factors.reshape(column).astype(dtype))
        addend = build.constant(addends.reshape(column).astype(dtype))
    result = build.make("Add", [build.make("Mul", [source, scales], shape), addend], shape)
    if move is None:
        return result
    return build.again(move, [result, *move.inputs[1:]], shape_of(value), dtype=value.dtype)


def _reshaping(value: onnx_ir.Value) -> onnx_ir.Node | None:
    """The Reshape that makes a matrix of rows as they are, perhaps of bytes that are dequantised
    by one scale behind it; None if there is none, or others read what it makes.
    """
    scaling = producer(value, "DequantizeLinear")
    moved = value if scaling is None else operand(scaling, 0)
    move = producer(moved, "Reshape")
    if move is None or not used_once(value):
        return None
    parameters = () if scaling is None else tuple(item for item in scaling.inputs[1:] if item)
    source = operand(move, 0)
    if source is None or not has_shape(source, value, *parameters):
        return None
    if any(prod(shape_of(item)) != 1 for item in parameters):
        return None
    shape, before = shape_of(value), shape_of(source)
    return move if len(shape) == 2 and before and before[-1] == shape[-1] else None


def _reshaped_by(move: onnx_ir.Node, value: onnx_ir.Value, build: Builder) -> onnx_ir.Value:
    """What a Reshape makes `value` of, dequantised if the value is."""
    scaling, source = producer(value, "DequantizeLinear"), operand(move, 0)
    assert source is not None
    if scaling is None:
        return source
    inputs = [source, *scaling.inputs[1:]]
    return build.again(scaling, inputs, shape_of(source), drop=("axis",), dtype=value.dtype)


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
