"""BatchNormalization behind a layer of constant weights scales the weights and becomes the bias."""

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
from aoe.graph.prepare.rules.convolution.scaled_weights import rounded, scaled_filters


def normalization_into_weights(node: onnx_ir.Node, build: Builder) -> onnx_ir.Value | None:
    """A Conv, ConvTranspose or Gemm takes in the BatchNormalization behind it."""
    affine = affine_of(node)
    value = operand(node, 0)
    layer = producer(value, "Conv", "ConvTranspose", "Gemm")
    if affine is None or layer is None or value is None or not used_once(value):
        return None
    if not has_shape(node.outputs[0]):
        return None
    factors, addends = affine
    weights, bias = constant_of(operand(layer, 1)), constant_of(operand(layer, 2))
    if weights is None or (bias is None and operand(layer, 2) is not None):
        return None
    scaled = _scaled(layer, weights, factors)
    if bias is not None:
        share = number(layer, "beta", 1.0) if layer.op_type == "Gemm" else 1.0
        addends = bias.astype(np.float64) * share * factors + addends
    added = rounded(addends, weights.dtype)
    if scaled is None or added is None:
        return None
    inputs = [layer.inputs[0], build.constant(scaled), build.constant(added)]
    return build.again(layer, inputs, shape_of(node.outputs[0]), drop=("beta",))


def affine_of(node: onnx_ir.Node) -> tuple[np.ndarray, np.ndarray] | None:
    """The factor and the addend of each channel in float64, if `node` is a BatchNormalization by
    constants.
    """
    if node.op_type != "BatchNormalization" or integer(node, "training_mode", 0):
        return None
    known = [
        array.astype(np.float64)
        for item in node.inputs[1:5]
        if (array := constant_of(item)) is not None
    ]
    if len(known) != 4:
        return None
    scale, bias, mean, variance = known
    with np.errstate(all="ignore"):
        factors = scale / np.sqrt(variance + number(node, "epsilon", 1e-5))
        return factors, bias - mean * factors


def _scaled(layer: onnx_ir.Node, weights: np.ndarray, factors: np.ndarray) -> np.ndarray | None:
    """The weights of a layer times the factor of each of its channels."""
    if layer.op_type == "Conv":
        return scaled_filters(weights, factors, 0)
    if layer.op_type == "Gemm":
        return scaled_filters(weights, factors, 0 if integer(layer, "transB", 0) else 1)
    groups = integer(layer, "group", 1)
    channels, filters = weights.shape[:2]
    apart = weights.reshape(groups, channels // groups, filters, -1).swapaxes(1, 2)
    scaled = scaled_filters(apart.reshape(groups * filters, -1), factors, 0)
    if scaled is None:
        return None
    together = scaled.reshape(groups, filters, channels // groups, -1).swapaxes(1, 2)
    return np.ascontiguousarray(together.reshape(weights.shape))


RULES: tuple[Rule, ...] = (normalization_into_weights,)
