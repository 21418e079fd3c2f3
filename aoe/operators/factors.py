"""Which inputs of a contraction are multiplied: the first of them, two, or three of attention."""

from __future__ import annotations

from aoe.operators import attention
from aoe.operators.operator import Operator


def factor_count(operator: Operator) -> int:
    """How many of an operator's first inputs are multiplied, if it is a contraction."""
    return attention.FACTORS if operator.type == "Attention" else 2
