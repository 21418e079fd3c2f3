"""Convolution with 2×2 max pooling by Winograd's minimal filtering, which stores only the maxima.

Policies and loop nests are those of `conv_winograd.py`. The output transform takes the maximum of
each pooling window, so the unpooled result is never stored.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from aoe.backends.cpu.implementations.conv import conv_winograd
from aoe.backends.cpu.lowering.winograd.transforms import TRANSFORMS
from aoe.backends.cpu.target.cpu_target import CpuTarget
from aoe.backends.implementation import Implementation
from aoe.errors import PolicyError
from aoe.loops.loop_nest import LoweredOperator
from aoe.operators.operator import Operator, View
from aoe.operators.types.conv.pooled_conv import TYPE, WINDOW, convolution_of
from aoe.policy import Policy

_NAME = "pooled_winograd"
_UNPOOLED = conv_winograd.IMPLEMENTATION


def _supports(operator: Operator, target: CpuTarget) -> bool:
    return _UNPOOLED.supports(convolution_of(operator), target)


def _policies(operator: Operator, target: CpuTarget, breadth: int) -> Sequence[Policy]:
    found = _UNPOOLED.policies(convolution_of(operator), target, breadth)
    return tuple(replace(policy, impl=_NAME) for policy in found if _pools(policy))


def _pools(policy: Policy) -> bool:
    """Whether a policy's tiles consist of whole pooling windows."""
    transform = TRANSFORMS.get(str(dict(policy.format).get("transform")))
    return transform is not None and transform.outputs % WINDOW == 0


def _estimate(operator: Operator, policy: Policy, target: CpuTarget) -> float:
    return _UNPOOLED.estimate(convolution_of(operator), policy, target)


def _lower(
    operator: Operator, inputs: Sequence[View], output: View, policy: Policy, target: CpuTarget
) -> LoweredOperator:
    convolution = convolution_of(operator)
    if not _pools(policy):
        raise PolicyError(f"tiles of {policy} are no whole windows of {WINDOW}×{WINDOW}")
    return conv_winograd.lowered(
        convolution, operator.epilogue, inputs, output, policy, target, WINDOW
    )


def _lower_bound(operator: Operator, policy: Policy, target: CpuTarget) -> float:
    return _UNPOOLED.lower_bound(convolution_of(operator), policy, target)


IMPLEMENTATION = Implementation(
    name=_NAME,
    operator_type=TYPE,
    supports=_supports,
    adds_factors=True,
    policies=_policies,
    estimate=_estimate,
    lower=_lower,
    tolerance=_UNPOOLED.tolerance,
    lower_bound=_lower_bound,
)
