"""The factors of a contraction: which of its inputs are multiplied.

A convolution or a matrix product multiplies two inputs, attention three. A recurrence multiplies
its weights by states, which are no input.
"""

from __future__ import annotations

from aoe.operators.definition import Contraction
from aoe.operators.operator import Operand, Operator
from aoe.operators.registry import definition_of


def contraction_of(operator: Operator) -> Contraction:
    """How an operator that is a contraction multiplies and sums up."""
    found = definition_of(operator).contraction
    assert found is not None, "only contractions are asked for their factors"
    return found


def factor_numbers(operator: Operator) -> range:
    """The numbers of the inputs that a contraction multiplies."""
    return contraction_of(operator).factors


def factors(operator: Operator) -> tuple[Operand, ...]:
    """The inputs that a contraction multiplies."""
    return tuple(operator.inputs[number] for number in factor_numbers(operator))
