"""Pointwise operators: one elementwise stage, any layouts, any broadcasting.

Schedule: `vector` (the output's dimension that is vectorised), `inner` (the dimension of the
innermost loop), `vectors` (vectors per iteration), `parallel`. See `_elementwise.py`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from aoe.device import Device
from aoe.loops.expression import loads
from aoe.loops.stage import Program
from aoe.operators.access import broadcast, renumber
from aoe.operators.definition import Implementation
from aoe.operators.implementations import _elementwise
from aoe.operators.implementations._elementwise import Elementwise, elementwise_kernel
from aoe.operators.implementations._scheduling import checked, ranked
from aoe.operators.operator import Operator, View
from aoe.policy import Policy


@lru_cache(maxsize=1024)
def _space(operator: Operator, device: Device) -> tuple[Policy, ...]:
    return ranked(
        _elementwise.policies("pointwise", operator, device),
        lambda policy: _elementwise.estimate(operator, policy, device),
    )


def _default(operator: Operator, device: Device) -> Policy:
    return _space(operator, device)[0]


def _policies(operator: Operator, device: Device) -> Iterator[Policy]:
    return iter(_space(operator, device))


def _lower(
    operator: Operator, inputs: Sequence[View], output: View, policy: Policy, device: Device
) -> Program:
    schedule = checked(policy, _space(operator, device))
    used = loads(operator.epilogue)
    shape = operator.output.shape
    work = Elementwise(
        "pointwise",
        shape,
        tuple(broadcast(inputs[i], f"input{i}", shape) for i in used),
        broadcast(output, "output0", shape),
        renumber(operator.epilogue, {i: number for number, i in enumerate(used)}),
    )
    return Program((elementwise_kernel(work, schedule, device),))


IMPLEMENTATION = Implementation(
    name="pointwise",
    operator_type="Pointwise",
    supports=lambda operator, device: True,
    default=_default,
    space=_policies,
    estimate=_elementwise.estimate,
    lower=_lower,
)
