"""Sums of products of integers that are quantised are multiplied by the reciprocal of the scale.

A division takes several times as long as a multiplication, and a layer of few channels takes most
of its time for what becomes of its sums. A sum has been scaled and rounded before, so a further
rounding only matters where it lies as near to the middle between two steps as the rounding before
takes it. Numbers that are only dequantised and added are often exactly in the middle: they are
divided.

This is done where `dequantized_products` multiplies integers.
"""

from __future__ import annotations

from math import prod

import numpy as np
import onnx_ir

from aoe.backends.registry import backend_of
from aoe.graph.prepare.rewriting import (
    Builder,
    Rule,
    constant_of,
    has_shape,
    integer,
    operand,
    shape_of,
)
from aoe.graph.prepare.rule_application import rule_for

_FLOAT, _INT32 = onnx_ir.DataType.FLOAT, onnx_ir.DataType.INT32
_SUMS = ("ConvInteger", "MatMulInteger")
#: Operators between a sum and its quantisation, and the most of them.
_BETWEEN = ("Add", "Cast", "Clip", "LeakyRelu", "Max", "Min", "Mul", "Relu", "Reshape", "Sub")
_MOST = 8


@rule_for("QuantizeLinear")
def multiplied(node: onnx_ir.Node, build: Builder) -> onnx_ir.Value | None:
    """QuantizeLinear of a sum of integers."""
    target, x, scale = build.target, operand(node, 0), operand(node, 1)
    if target is None or not backend_of(target).cost.multiplies_bytes(target):
        return None
    known = constant_of(scale)
    if integer(node, "block_size", 0):
        return None  # its scale has the rank of x
    if x is None or known is None or x.dtype != _FLOAT or not has_shape(x, node.outputs[0]):
        return None
    if known.dtype != np.float32 or prod(known.shape) != 1 or known.reshape(-1)[0] == 1:
        return None
    with np.errstate(all="ignore"):
        reciprocal = np.float32(1) / known.reshape(-1)[0]
    if not np.isfinite(reciprocal):
        return None
    if not _is_made_of_integers(x, _MOST):
        return None
    in_steps = build.make("Mul", [x, build.constant(np.asarray(reciprocal))], shape_of(x))
    inputs = [in_steps, build.constant(np.asarray(1, np.float32)), operand(node, 2)]
    return build.again(node, inputs, shape_of(node.outputs[0]))


def _is_made_of_integers(value: onnx_ir.Value, most: int) -> bool:
    """Whether a value is a sum of products of integers that has been scaled."""
    node = value.producer()
    if node is None or most < 1:
        return False
    if node.op_type in _SUMS or (node.op_type in ("Conv", "MatMul") and value.dtype == _INT32):
        return True
    if node.op_type not in _BETWEEN:
        return False
    return any(item is not None and _is_made_of_integers(item, most - 1) for item in node.inputs)


RULES: tuple[Rule, ...] = (multiplied,)
