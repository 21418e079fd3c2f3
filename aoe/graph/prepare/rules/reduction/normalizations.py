"""Normalisations that operator definitions do not take: by groups, over any axes, or by a norm.

LayerNormalization whose mean is read is one more. They become `InstanceNormalization` and
reductions that fuse with their neighbours. BatchNormalization takes the statistics of its input in
training mode.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

import numpy as np
import onnx_ir

from aoe.graph.prepare.rewriting import (
    Builder,
    Replacement,
    Rule,
    has_shape,
    integer,
    integers,
    number,
    operand,
    shape_of,
)
from aoe.graph.prepare.rule_application import rule_for
from aoe.graph.prepare.rules.convolution.folded_normalization import affine_of


@rule_for("GroupNormalization")
def group_normalization(node: onnx_ir.Node, build: Builder) -> onnx_ir.Value | None:
    """GroupNormalization becomes InstanceNormalization over groups, with scale and bias per
    channel.
    """
    value, scale, bias = (operand(node, position) for position in range(3))
    if not has_shape(value, scale, bias):
        return None
    assert value is not None
    assert scale is not None
    assert bias is not None
    shape, groups = shape_of(value), integer(node, "num_groups", 1)
    batch, channels = shape[:2]
    if channels % groups:
        return None
    split = (batch, groups, channels // groups, prod(shape[2:]))
    each = split[1:3] if shape_of(scale) == (channels,) else (groups, 1)
    grouped = build.reshape(value, split)
    ones, zeros = (_filled(build, number, groups, value) for number in (1, 0))
    epsilon = number(node, "epsilon", 1e-5)
    result = build.make("InstanceNormalization", [grouped, ones, zeros], split, epsilon=epsilon)
    result = build.make("Mul", [result, build.reshape(scale, (*each, 1))], split)
    result = build.make("Add", [result, build.reshape(bias, (*each, 1))], split)
    return build.reshape(result, shape)


def _filled(build: Builder, number: float, count: int, like: onnx_ir.Value) -> onnx_ir.Value:
    assert like.dtype is not None
    return build.constant(np.full(count, number, like.dtype.numpy()))


@rule_for("MeanVarianceNormalization")
def mean_variance_normalization(node: onnx_ir.Node, build: Builder) -> onnx_ir.Value | None:
    """(x − mean) / (√variance + 1e-9), the variance as the mean of squared deviations."""
    value = operand(node, 0)
    if value is None or not has_shape(value):
        return None
    axes = build.integers(integers(node, "axes") or (0, 2, 3))
    mean, variance = _mean_and_variance(build, value, axes)
    deviation = build.infer("Sub", value, mean)
    spread = build.infer("Sqrt", variance)
    spread = build.infer("Add", spread, build.scalar(1e-9, value))
    return build.infer("Div", deviation, spread)


def _mean_and_variance(
    build: Builder, value: onnx_ir.Value, axes: onnx_ir.Value
) -> tuple[onnx_ir.Value, onnx_ir.Value]:
    """Mean and variance over axes, which stay with one element."""
    mean = build.infer("ReduceMean", value, axes, keepdims=1)
    deviation = build.infer("Sub", value, mean)
    square = build.infer("Mul", deviation, deviation)
    return mean, build.infer("ReduceMean", square, axes, keepdims=1)


@rule_for("LpNormalization")
def norm_normalization(node: onnx_ir.Node, build: Builder) -> onnx_ir.Value | None:
    """LpNormalization becomes a quotient by the norm; zeros stay zeros."""
    value = operand(node, 0)
    if value is None or not has_shape(value):
        return None
    axes = build.integers([integer(node, "axis", -1)])
    kind = "ReduceL1" if integer(node, "p", 2) == 1 else "ReduceL2"
    norm = build.infer(kind, value, axes, keepdims=1)
    vanishes = build.infer("Equal", norm, build.scalar(0, value))
    divisor = build.infer("Where", vanishes, build.scalar(1, value), norm)
    return build.infer("Div", value, divisor)


@rule_for("RMSNormalization")
def scale_of_another_type(node: onnx_ir.Node, build: Builder) -> onnx_ir.Value | None:
    """RMSNormalization with a scale of another dtype is computed in the wider of both.

    The result has the dtype of the scale.
    """
    value, scale = operand(node, 0), operand(node, 1)
    if not has_shape(value, scale):
        return None
    assert value is not None
    assert scale is not None
    kinds = value.dtype, scale.dtype
    if None in kinds or kinds[0] == kinds[1]:
        return None
    wide = _wide([value, scale])
    inputs = [build.cast(value, wide), build.cast(scale, wide)]
    result = build.again(node, inputs, shape_of(value), dtype=wide)
    assert scale.dtype is not None
    return build.cast(result, scale.dtype)


@rule_for("BatchNormalization")
def parameters_of_other_types(node: onnx_ir.Node, build: Builder) -> onnx_ir.Value | None:
    """BatchNormalization with computed parameters of other dtypes is computed in the widest one.

    The result has the dtype of the first input.
    """
    if not has_shape(*node.inputs[:5], node.outputs[0]) or affine_of(node) is not None:
        return None
    values = [item for item in node.inputs[:5] if item is not None]
    if len({item.dtype for item in values}) < 2 or integer(node, "training_mode", 0):
        return None
    wide = _wide(values)
    inputs = [build.cast(item, wide) for item in values]
    result = build.again(node, inputs, shape_of(node.outputs[0]), dtype=wide)
    assert values[0].dtype is not None
    return build.cast(result, values[0].dtype)


@rule_for("BatchNormalization")
def statistics_of_batch(node: onnx_ir.Node, build: Builder) -> Replacement:
    """BatchNormalization in training mode normalises by mean and variance of its own input, and
    gives the running ones as they follow. The variance divides by the number of elements.
    """
    values = [item for item in node.inputs[:5] if item is not None]
    if not integer(node, "training_mode", 0) or not has_shape(*values, node.outputs[0]):
        return None
    shape, wide = shape_of(values[0]), _wide(values)
    value, scale, bias, *running = (build.cast(item, wide) for item in values)
    others = build.integers([axis for axis in range(len(shape)) if axis != 1])
    statistics = _mean_and_variance(build, value, others)
    found = [
        build.reshape(new, shape_of(old)) for new, old in zip(statistics, running, strict=True)
    ]
    epsilon = number(node, "epsilon", 1e-5)
    inputs = [value, scale, bias, *found]
    results = [build.make("BatchNormalization", inputs, shape, epsilon=epsilon)]
    momentum = number(node, "momentum", 0.9)
    for old, new in zip(running, found, strict=True):
        kept = build.infer("Mul", old, build.scalar(momentum, old))
        added = build.infer("Mul", new, build.scalar(1 - momentum, new))
        results.append(build.infer("Add", kept, added))
    for position, like in enumerate((values[0], *values[3:])):
        assert like.dtype is not None
        results[position] = build.cast(results[position], like.dtype)
    return results[: len(node.outputs)]


def _wide(values: Sequence[onnx_ir.Value]) -> onnx_ir.DataType:
    """The floating-point type that values of several are computed in."""
    double = onnx_ir.DataType.DOUBLE
    return double if double in [item.dtype for item in values] else onnx_ir.DataType.FLOAT


@rule_for("LayerNormalization")
def layer_normalization_statistics(node: onnx_ir.Node, build: Builder) -> Replacement:
    """Mean and inverse deviation of LayerNormalization become nodes where they are read."""
    value = operand(node, 0)
    if not has_shape(value, node.outputs[0]):
        return None
    if not any(item.uses() or item.is_graph_output() for item in node.outputs[1:]):
        return None
    assert value is not None
    shape = shape_of(value)
    axes = build.integers(range(integer(node, "axis", -1) % len(shape), len(shape)))
    precise = value
    if integer(node, "stash_type", 1) == onnx_ir.DataType.FLOAT:
        precise = build.cast(value, onnx_ir.DataType.FLOAT)
    mean, variance = _mean_and_variance(build, precise, axes)
    epsilon = build.scalar(number(node, "epsilon", 1e-5), precise)
    inverse = build.infer("Reciprocal", build.infer("Sqrt", build.infer("Add", variance, epsilon)))
    alone = build.again(node, node.inputs, shape)
    return [alone, mean, inverse][: len(node.outputs)]


RULES: tuple[Rule, ...] = (
    group_normalization,
    mean_variance_normalization,
    norm_normalization,
    scale_of_another_type,
    parameters_of_other_types,
    statistics_of_batch,
    layer_normalization_statistics,
)
