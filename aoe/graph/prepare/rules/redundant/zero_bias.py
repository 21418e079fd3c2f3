"""A bias of zeros vanishes."""

from __future__ import annotations

from types import MappingProxyType

import numpy as np
import onnx_ir

from aoe.graph.prepare.rewriting import Builder, Rule, constant_of, has_shape, operand, shape_of
from aoe.graph.prepare.rule_application import rule_for

#: The input that is the bias of each operator; nothing follows it.
_BIAS = MappingProxyType({"Conv": 2, "ConvTranspose": 2, "Gemm": 2, "QLinearConv": 8})


@rule_for(*_BIAS)
def drop_zero_bias(node: onnx_ir.Node, build: Builder) -> onnx_ir.Value | None:
    """A layer whose constant bias is 0 everywhere loses it."""
    if not has_shape(node.outputs[0]):
        return None
    place = _BIAS[node.op_type]
    bias = constant_of(operand(node, place))
    if bias is None or np.any(bias):
        return None
    return build.again(node, node.inputs[:place], shape_of(node.outputs[0]))


RULES: tuple[Rule, ...] = (drop_zero_bias,)
