"""Product of one row that is full of zeros and constant weights as they are (`_nonzero_rows`),
where they may not be shortened or are short already.
"""

from __future__ import annotations

from collections.abc import Sequence

from aoe.backends.cpu.implementations.matmul import _nonzero_rows
from aoe.backends.cpu.implementations.matmul._nonzero_rows import Weights
from aoe.backends.cpu.implementations.scheduling import Schedule, ranked_implementation
from aoe.backends.cpu.target.cpu_target import CpuTarget as Target
from aoe.element_types import computed_type
from aoe.loops.loop_nest import LoweredOperator
from aoe.operators.operator import Operator, View
from aoe.policy import Policy

_NAME = "matmul_nonzero"


def _supports(operator: Operator, target: Target) -> bool:
    weights = operator.inputs[1]
    return _nonzero_rows.fits(operator) and computed_type(weights.dtype) == "float32"


def _weights(operator: Operator) -> Weights:
    return _nonzero_rows.plain(operator.inputs[1].dtype)


def _estimate(operator: Operator, policy: Policy, target: Target) -> float:
    return _nonzero_rows.estimate(_weights(operator), operator, policy, target)


def _lower(
    operator: Operator, inputs: Sequence[View], output: View, schedule: Schedule, target: Target
) -> LoweredOperator:
    weights = _weights(operator)
    return _nonzero_rows.lower(weights, _NAME, operator, inputs, output, schedule, target)


IMPLEMENTATION = ranked_implementation(
    _NAME, "MatMul", _nonzero_rows.policies, _estimate, _lower, _supports
)
