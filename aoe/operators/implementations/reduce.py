"""Reductions: one row kernel of one stage. See `_rows.py` for the schedule."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from aoe.device import Device
from aoe.loops.expression import Accumulator, Expression, substitute
from aoe.loops.stage import Program, Store
from aoe.operators.definition import Implementation
from aoe.operators.implementations import _rows
from aoe.operators.implementations._rows import lower_rows
from aoe.operators.implementations._scheduling import checked, ranked
from aoe.operators.operator import Operator, View
from aoe.policy import Policy


@lru_cache(maxsize=1024)
def _space(operator: Operator, device: Device) -> tuple[Policy, ...]:
    return ranked(
        _rows.policies("reduce", operator, device, single=True),
        lambda policy: _rows.estimate(operator, policy, device),
    )


def _default(operator: Operator, device: Device) -> Policy:
    return _space(operator, device)[0]


def _policies(operator: Operator, device: Device) -> Iterator[Policy]:
    return iter(_space(operator, device))


def _lower(
    operator: Operator, inputs: Sequence[View], output: View, policy: Policy, device: Device
) -> Program:
    rows = lower_rows(operator, inputs, output, checked(policy, _space(operator, device)), device)
    combine = operator.attribute["combine"]
    assert isinstance(combine, str)
    value = rows.epilogue
    if not rows.reduced:  # all reduced extents are 1: nothing to combine
        value = _with_accumulator(value, rows.element)
    store = Store(rows.output, value)
    stage = rows.stage("reduce", rows.operands, store, (combine, rows.element))
    return rows.program("reduce", (stage,), ())


def _with_accumulator(expression: Expression, value: Expression) -> Expression:
    return substitute(expression, lambda node: value if node == Accumulator() else None)


IMPLEMENTATION = Implementation(
    name="reduce",
    operator_type="Reduce",
    supports=lambda operator, device: True,
    default=_default,
    space=_policies,
    estimate=_rows.estimate,
    lower=_lower,
)
