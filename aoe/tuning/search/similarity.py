"""How alike operators are: what was best for the nearest one is the first thing to try.

Tuning starts a search from the policies of similar operators, those of the same run and those in
the repository (`aoe.tuning.task_scheduler`).
"""

from __future__ import annotations

from collections.abc import Iterable
from math import inf, isfinite, log

from aoe.operators.operator import Operator
from aoe.policy import Policy

#: What a differing attribute, dimension order or fused expression counts as, where an extent that
#: is e times as large counts 1.
ATTRIBUTE, ORDER, EXPRESSION = 0.5, 0.5, 0.1


def distance(one: Operator, other: Operator) -> float:
    """How unlike two operators are: 0 for equal ones, infinite for different types or ranks."""
    mine, others = _extents(one), _extents(other)
    if one.type != other.type or len(mine) != len(others):
        return inf
    shapes = sum(abs(log(a / b)) for a, b in zip(mine, others, strict=True))
    attributes = len(set(one.attributes) ^ set(other.attributes)) / 2
    attributes += (one.alone != other.alone) + (one.sparse != other.sparse)
    orders = sum(a.order != b.order for a, b in zip(one.inputs[:2], other.inputs[:2], strict=False))
    orders += one.output.order != other.output.order
    expressions = (one.prologue != other.prologue) + (one.epilogue != other.epilogue)
    return shapes + ATTRIBUTE * attributes + ORDER * orders + EXPRESSION * expressions


def nearest_policies(
    operator: Operator, known: Iterable[tuple[Operator, Policy]]
) -> list[tuple[float, Policy]]:
    """The policies of operators that are comparable but not this one, the most similar first, each
    with its operator's distance.
    """
    found = [
        (distance(operator, other), policy) for other, policy in known if other.key != operator.key
    ]
    near = [pair for pair in found if isfinite(pair[0])]
    return sorted(near, key=lambda pair: pair[0])


def _extents(operator: Operator) -> list[int]:
    return [max(1, extent) for operand in operator.inputs[:2] for extent in operand.shape] + [
        max(1, extent) for extent in operator.output.shape
    ]
