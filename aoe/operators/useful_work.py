"""The arithmetic that the definition of an operator asks for, whatever algorithm computes it.
Operations per second are told of this, and the time to evaluate a model is guessed from it.
"""

from __future__ import annotations

from aoe.operators.operator import Operator
from aoe.operators.registry import definition_of


def multiply_adds(operator: Operator) -> int:
    """Multiplications, each with an addition; 0 for an operator that is not a contraction."""
    return definition_of(operator).multiply_adds(operator)
