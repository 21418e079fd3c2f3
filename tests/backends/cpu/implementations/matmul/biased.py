"""Products with what follows them in a layer."""

from __future__ import annotations

from dataclasses import replace

from aoe.loops.expression import Accumulator, Constant, Load, apply
from aoe.operators.operator import Operand, Operator


def with_bias(operator: Operator) -> Operator:
    """The product plus a number for each column, and without what is below 0."""
    bias = Operand.row_major("float32", (operator.output.shape[1],), True)
    added = apply("add", Accumulator(), Load(len(operator.inputs)))
    epilogue = apply("max", added, Constant(0.0))
    return replace(operator, inputs=(*operator.inputs, bias), epilogue=epilogue)
