"""The distance of operators: what was best for the nearest one is the first thing to try.

Tuning starts a search from the policies of similar operators, those of the same job and those in
the repository (`aoe.tuning.task_scheduler`).
"""

from __future__ import annotations

from collections.abc import Iterable
from math import inf, isfinite, log

from aoe.operators.operator import Operator
from aoe.policy import Policy

#: What a differing attribute, dimension order or fused expression adds to the distance. A size that
#: is e times as large adds 1.
ATTRIBUTE, ORDER, EXPRESSION = 0.5, 0.5, 0.1


def distance(one: Operator, other: Operator) -> float:
    """0 for equal operators, infinite for different types or ranks."""
    mine, others = _sizes(one), _sizes(other)
    if one.type != other.type or len(mine) != len(others):
        return inf
    shapes = sum(abs(log(a / b)) for a, b in zip(mine, others, strict=True))
    attributes = len(set(one.attributes) ^ set(other.attributes)) / 2
    attributes += one.inter_op != other.inter_op
    attributes += one.zeros_expected != other.zeros_expected
    orders = sum(a.order != b.order for a, b in zip(one.inputs[:2], other.inputs[:2], strict=False))
    orders += one.output.order != other.output.order
    expressions = (one.prologue != other.prologue) + (one.epilogue != other.epilogue)
    return shapes + ATTRIBUTE * attributes + ORDER * orders + EXPRESSION * expressions


def nearest_policies(
    operator: Operator, known: Iterable[tuple[Operator, Policy]]
) -> list[tuple[float, Policy]]:
    """The policies of other operators of the same type and rank, the nearest first.

    Returns:
        Pairs of a distance and a policy.
    """
    found = [
        (distance(operator, other), policy) for other, policy in known if other.key != operator.key
    ]
    near = [pair for pair in found if isfinite(pair[0])]
    return sorted(near, key=lambda pair: pair[0])


def _sizes(operator: Operator) -> list[int]:
    return [max(1, size) for operand in operator.inputs[:2] for size in operand.shape] + [
        max(1, size) for size in operator.output.shape
    ]
