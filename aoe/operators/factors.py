"""Which inputs of a contraction are multiplied: the first of them, two, or three of attention; of a
recurrence its weights, by states that are no input.
"""

from __future__ import annotations

from aoe.operators.operator import Operand, Operator
from aoe.operators.types import attention


def factor_numbers(operator: Operator) -> range:
    """The numbers of an operator's inputs that are multiplied, if it is a contraction."""
    if operator.type == "Recurrent":
        return range(1, 2)
    return range(attention.FACTORS if operator.type == "Attention" else 2)


def factors(operator: Operator) -> tuple[Operand, ...]:
    """The inputs themselves."""
    return tuple(operator.inputs[number] for number in factor_numbers(operator))
