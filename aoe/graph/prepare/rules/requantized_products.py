"""Sums of products of integers that are quantised are multiplied by the reciprocal of the scale.

A division takes several times as long as a multiplication, and a layer of few channels takes most
of its time for what becomes of its sums. A sum has been scaled and rounded before, so a further
rounding only matters where it lies as near to the middle between two steps as the rounding before
takes it. Sums that are exact, that have simple scales, or that are only dequantised and added are
often exactly in the middle: they are divided.

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
#: Parts of a sum that a step is a whole number of, and most sums of a step, where it is simple.
_SIMPLE, _MOST_SUMS = 8, 512


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
    factors = _factors(x, _MOST)
    if factors is None or _lies_between_steps(factors, float(known.reshape(-1)[0])):
        return None
    in_steps = build.make("Mul", [x, build.constant(np.asarray(reciprocal))], shape_of(x))
    inputs = [in_steps, build.constant(np.asarray(1, np.float32)), operand(node, 2)]
    return build.again(node, inputs, shape_of(node.outputs[0]))


def _factors(value: onnx_ir.Value, most: int) -> tuple[np.ndarray, ...] | None:
    """The constants that a sum of products of integers has been multiplied by on its way to a
    value; None if it is no such sum.
    """
    node = value.producer()
    if node is None or most < 1:
        return None
    if node.op_type in _SUMS or (node.op_type in ("Conv", "MatMul") and value.dtype == _INT32):
        return ()
    if node.op_type not in _BETWEEN:
        return None
    for item in node.inputs:
        found = None if item is None else _factors(item, most - 1)
        if found is not None:
            others = [constant_of(other) for other in node.inputs if other is not item]
            made = [other for other in others if other is not None]
            return (*found, *made) if node.op_type == "Mul" else found
    return None


def _lies_between_steps(factors: tuple[np.ndarray, ...], step: float) -> bool:
    """Whether scaled sums often lie exactly in the middle between two steps: they are not scaled or
    by a power of two, so that they are exact, or a step is a simple multiple of the factor.
    """
    if len(factors) != 1:
        return True
    (factor,) = (np.abs(item.astype(np.float64)) for item in factors)
    if not np.all(np.isfinite(factor) & (factor > 0)):
        return True
    parts = _SIMPLE * abs(step) / factor
    simple = (parts <= _SIMPLE * _MOST_SUMS) & np.isclose(parts, np.rint(parts), rtol=1e-6, atol=0)
    return bool(np.any(simple | (np.frexp(factor)[0] == 0.5)))


RULES: tuple[Rule, ...] = (multiplied,)
