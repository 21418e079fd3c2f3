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
from aoe.backends.cpu.lowering.contraction.contraction import Contraction, Schedule
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
        and slices.suits(rows.shape[-2], columns.shape[-1])
        and not (a.constant or b.constant)
        and prod(operator.output.shape[:-2]) == 1
        and computed_type(a.dtype) == computed_type(b.dtype) == "float32"
        and operator.output.dtype == "float32"
        and bool(slices.depths(rows.shape[-1:]))
    )


@lru_cache(maxsize=64)
def _ranked(operator: Operator, target: CpuTarget, breadth: int) -> tuple[Policy, ...]:
    contraction = matmul_contraction.dense(operator)
    found = slices.schedules(contraction, _depths(contraction), target)
    best = sorted((_seconds(contraction, schedule, target), schedule) for schedule in found)
    limit = breadth * contraction_space.USUAL
    return tuple(Policy.of(_NAME, schedule=item.decisions()) for _, item in best[:limit])


def _depths(contraction: Contraction) -> tuple[int, ...]:
    return slices.depths([axis.extent for axis in contraction.reduction])


def _estimate(operator: Operator, policy: Policy, target: CpuTarget) -> float:
    return _seconds(matmul_contraction.dense(operator), contractions.schedule_of(policy), target)


def _seconds(contraction: Contraction, schedule: Schedule, target: CpuTarget) -> float:
    (row,), (step,), column = contraction.rows, contraction.reduction, contraction.column
    read = (4.0 * step.extent * row.extent, 4.0 * step.extent * column.extent)
    return slices.seconds(contraction, schedule, read, target)


def _lower_bound(operator: Operator, policy: Policy, target: CpuTarget) -> float:
    contraction, schedule = matmul_contraction.dense(operator), contractions.schedule_of(policy)
    return contraction_space.lower_bound_of(operator, contraction, schedule, target)


def _lower(
    operator: Operator, inputs: Sequence[View], output: View, policy: Policy, target: CpuTarget
) -> LoweredOperator:
    schedule, dense = contractions.schedule_of(policy), matmul_contraction.dense(operator)
    contraction_space.check(dense, replace(schedule, depth=dense.reduction[0].extent), target)
    if policy.format or schedule.prefetch != 1 or schedule.depth not in _depths(dense):
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
    lower_bound=_lower_bound,
)
