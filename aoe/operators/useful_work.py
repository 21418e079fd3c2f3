"""The arithmetic that an operator's definition asks for, whatever algorithm computes it: what is
told of in operations per second, and how much work evaluating a model is.
"""

from __future__ import annotations

from math import prod

from aoe.operators.operator import Operator
from aoe.operators.types import attention


def multiply_adds(operator: Operator) -> int:
    """Multiplications, each with an addition; 0 for what is not a contraction."""
    if operator.type == "Conv":
        return prod(operator.output.shape) * prod(operator.inputs[1].shape[1:])
    if operator.type == "ConvTranspose":
        return prod(operator.inputs[0].shape) * prod(operator.inputs[1].shape[1:])
    if operator.type == "MatMul":
        depth = operator.inputs[0].shape[-2 if operator.integer("transpose_a") else -1]
        return prod(operator.output.shape) * depth
    if operator.type == "Attention":
        return attention.multiply_adds(operator)
    if operator.type == "Recurrent":
        _, steps, batch, _ = operator.inputs[0].shape
        return steps * batch * prod(operator.inputs[1].shape)
    return 0
