"""Folds scales behind a convolution into its weights, and addends into its bias.

onnxscript's rules fold BatchNormalization where they can (`aoe.graph.prepare.library_rules`). These
rules handle what is left.
"""

from __future__ import annotations

import numpy as np
import onnx_ir

from aoe.graph.prepare.rewriting import (
    Builder,
    Rule,
    constant_of,
    has_shape,
    integer,
    number,
    operand,
    producer,
    shape_of,
    used_once,
)


def batch_normalization_to_affine(node: onnx_ir.Node, build: Builder) -> onnx_ir.Value | None:
    """BatchNormalization that no convolution could take becomes Mul and Add."""
    if node.op_type != "BatchNormalization" or integer(node, "training_mode", 0):
        return None
    value, parameters = node.inputs[0], [constant_of(item) for item in node.inputs[1:5]]
    if value is None or not has_shape(value, node.outputs[0]) or len(parameters) != 4:
        return None
    known = [array.astype(np.float64) for array in parameters if array is not None]
    if len(known) != 4:
        return None
    scale, bias, mean, variance = known
    factor = scale / np.sqrt(variance + number(node, "epsilon", 1e-5))
    assert value.dtype is not None
    shape = shape_of(value)
    column = (factor.size, *([1] * (len(shape) - 2)))
    dtype = value.dtype.numpy()
    scales = build.constant(factor.reshape(column).astype(dtype))
    addend = build.constant((bias - mean * factor).reshape(column).astype(dtype))
    return build.make("Add", [build.make("Mul", [value, scales], shape), addend], shape)


def scale_into_convolution(node: onnx_ir.Node, build: Builder) -> onnx_ir.Value | None:
    """A constant per output channel that multiplies a Conv scales its weights and bias."""
    if node.op_type != "Mul" or not has_shape(*node.inputs, node.outputs[0]):
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
        if operand(source, 2) is not None and bias is None:
            continue
        scaled = weights * channels.reshape(-1, *([1] * (weights.ndim - 1)))
        inputs = [source.inputs[0], build.constant(scaled.astype(weights.dtype))]
        if bias is not None:
            inputs.append(build.constant((bias * channels).astype(bias.dtype)))
        return build.again(source, inputs, shape)
    return None


def addend_into_convolution(node: onnx_ir.Node, build: Builder) -> onnx_ir.Value | None:
    """A constant per output channel that is added to a Conv becomes part of its bias."""
    if node.op_type != "Add" or not has_shape(*node.inputs, node.outputs[0]):
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
        if operand(source, 2) is not None and bias is None:
            continue
        total = channels if bias is None else bias + channels
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
