"""Matrix multiplication of matrices whose rows are the steps of the sum, as in gradients of
weights: it takes one slice of the steps after the other and packs neither matrix
(`aoe.backends.cpu.lowering.contraction.slices`).

`matmul_row_panels` is for rows that are too far apart for a cache.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from math import prod

from aoe.backends.cpu.lowering.contraction import contraction as contractions
from aoe.backends.cpu.lowering.contraction import (
    contraction_space,
    matmul_contraction,
    panels,
    slices,
)
from aoe.backends.cpu.lowering.contraction.contraction import Schedule
from aoe.backends.cpu.target.cpu_target import CpuTarget
from aoe.backends.implementation import Implementation
from aoe.element_types import computed_type
from aoe.errors import PolicyError
from aoe.loops.loop_nest import LoweredOperator
from aoe.operators.operator import Operator, View
from aoe.policy import Policy

_NAME = "matmul_slices"


def _supports(operator: Operator, target: CpuTarget) -> bool:
    a, b = operator.inputs[:2]
    rows, columns = matmul_contraction.matrices(operator, [View.dense(a), View.dense(b)])
    return (
        rows.strides[-2] == columns.strides[-1] == 1 != rows.strides[-1]
        and not (a.constant or b.constant)
        and prod(operator.output.shape[:-2]) == 1
        and computed_type(a.dtype) == computed_type(b.dtype) == "float32"
        and operator.output.dtype == "float32"
        and bool(_depths(operator, target))
    )


@lru_cache(maxsize=64)
def _ranked(operator: Operator, target: CpuTarget, breadth: int) -> tuple[Policy, ...]:
    contraction = matmul_contraction.dense(operator)
    found = slices.schedules(contraction, _depths(operator, target), target)
    best = sorted((_seconds(operator, schedule, target), schedule) for schedule in found)
    limit = breadth * contraction_space.USUAL
    return tuple(Policy.of(_NAME, schedule=item.decisions()) for _, item in best[:limit])


def _depths(operator: Operator, target: CpuTarget) -> tuple[int, ...]:
    contraction = matmul_contraction.dense(operator)
    (step,) = contraction.reduction
    rows, columns = (size // step.extent for size in _read(operator))
    return slices.depths((step.extent,), (rows, columns), target)


def _read(operator: Operator) -> tuple[int, int]:
    """Bytes of both matrices."""
    a, b = (item.bytes for item in operator.inputs[:2])
    return a, b


def _estimate(operator: Operator, policy: Policy, target: CpuTarget) -> float:
    return _seconds(operator, contractions.schedule_of(policy), target)


def _seconds(operator: Operator, schedule: Schedule, target: CpuTarget) -> float:
    contraction = matmul_contraction.dense(operator)
    return slices.seconds(contraction, schedule, _read(operator), target)


def _lower(
    operator: Operator, inputs: Sequence[View], output: View, policy: Policy, target: CpuTarget
) -> LoweredOperator:
    schedule, dense = contractions.schedule_of(policy), matmul_contraction.dense(operator)
    contraction_space.check(dense, replace(schedule, depth=dense.reduction[0].extent), target)
    if policy.format or schedule.prefetch != 1 or schedule.depth not in _depths(operator, target):
        raise PolicyError(f"not a policy of {_NAME}: {policy}")
    contraction = matmul_contraction.contraction(operator, inputs, output)
    schedule = contractions.refitted(schedule, dense, contraction)
    product = contractions.sliced(contraction, schedule.depth)
    fetched = slices.next_slice(product, schedule, target)
    return LoweredOperator((panels.kernel("matmul", product, schedule, target, fetched),))


IMPLEMENTATION = Implementation(
    name=_NAME,
    operator_type="MatMul",
    supports=_supports,
    policies=_ranked,
    estimate=_estimate,
    lower=_lower,
    lower_bound=contraction_space.matmul_lower_bound,
)
