"""Normalisations: the statistics of each element, and scales of groups."""

from __future__ import annotations

import numpy as np
import onnx_ir

from aoe.graph.prepare.opset_adapters.adapter import (
    NotConvertibleError,
    adapter,
    first,
    set_input,
    take,
)
from aoe.graph.prepare.rewriting import Builder, Replacement, number, operand, uses_further_outputs


def _batch_normalization(node: onnx_ir.Node, build: Builder) -> Replacement:
    """Without the attribute `spatial`, every element of a sample has its own statistics.

    Then scale, bias, mean and variance have the shape of a sample, and broadcast over the batch.
    """
    spatial = take(node, "spatial")
    if spatial is None or spatial:
        return None
    given = [operand(node, position) for position in range(5)]
    if any(value is None for value in given) or uses_further_outputs(node):
        raise NotConvertibleError("its training mode is not computed")
    value, scale, bias, mean, variance = given
    dtype = first(node).dtype or onnx_ir.DataType.FLOAT
    least = build.constant(np.asarray(number(node, "epsilon", 1e-5), dtype.numpy()))
    deviation = build.infer("Sqrt", build.infer("Add", variance, least))
    normal = build.infer("Div", build.infer("Sub", value, mean), deviation)
    return build.infer("Add", build.infer("Mul", normal, scale), bias)


def _group_normalization(node: onnx_ir.Node, build: Builder) -> Replacement:
    """Scale and bias of each group become those of its channels."""
    value, groups = first(node), node.attributes["num_groups"].as_int()
    channels = None if value.shape is None else value.shape[1]
    if channels == groups:
        return None
    if isinstance(channels, int):
        size = build.integers([1, channels // groups])
    else:
        bounds = [build.integers([item]) for item in (1, 2, 0)]
        count = build.infer("Slice", build.infer("Shape", value), *bounds)
        each = build.infer("Div", count, build.integers([groups]))
        size = build.infer("Concat", build.integers([1]), each, axis=0)
    for position in (1, 2):
        column = build.infer("Reshape", operand(node, position), build.integers([groups, 1]))
        repeated = build.infer("Expand", column, size)
        set_input(node, position, build.infer("Reshape", repeated, build.integers([-1])))
    return None


ADAPTERS = (
    adapter(9, _batch_normalization, "BatchNormalization"),
    adapter(21, _group_normalization, "GroupNormalization"),
)
