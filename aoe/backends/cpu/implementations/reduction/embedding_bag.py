"""Embedding bags: the row kernel of `reduce`, whose first operand is read at given indices.

An index is loaded once for each register tile of its row. With several `rows`, as many rows of the
table are in flight at once. Nothing is stored in between.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from aoe.backends.cpu.cost.lower_bound import streaming
from aoe.backends.cpu.implementations.elementwise.gather import along
from aoe.backends.cpu.implementations.reduction import _row_kernels
from aoe.backends.cpu.implementations.reduction._row_kernels import lower_rows
from aoe.backends.cpu.implementations.reduction.reduce import lowered_of
from aoe.backends.cpu.implementations.scheduling import (
    Schedule,
    ranked_implementation,
)
from aoe.backends.cpu.target.cpu_target import CpuTarget
from aoe.loops.loop_nest import Indirect, LoweredOperator
from aoe.operators.operator import Operator, View
from aoe.operators.types.elementwise.gather import addressing
from aoe.operators.types.reduction.embedding_bag import LOOKED_UP, as_reduction, lookup_of
from aoe.policy import Policy

_NAME = "embedding_bag"


def _policies(name: str, operator: Operator, target: CpuTarget) -> Iterator[Policy]:
    return _row_kernels.policies(name, as_reduction(operator), target, single=True)


def _estimate(operator: Operator, policy: Policy, target: CpuTarget) -> float:
    return _row_kernels.estimate(as_reduction(operator), policy, target)


def _lower_bound(operator: Operator, policy: Policy, target: CpuTarget) -> float:
    """Only some rows of a table need be read."""
    return streaming(replace(operator, inputs=operator.inputs[1:]), policy, target)


def _lower(
    operator: Operator, inputs: Sequence[View], output: View, schedule: Schedule, target: CpuTarget
) -> LoweredOperator:
    whole = as_reduction(operator)
    table, indices = inputs[:LOOKED_UP]
    axis = operator.integer("axis")
    plan = addressing(lookup_of(operator))
    shape, places = whole.inputs[0].shape, whole.inputs[1].shape
    seen = along(table, "input0", plan.data, len(shape))
    beside = (0 for _ in places[len(indices.strides) :])
    views = (
        View(table.dtype, shape, seen.strides, seen.offset),
        View(indices.dtype, places, (*indices.strides, *beside), indices.offset),
        *inputs[LOOKED_UP:],
    )
    rows = lower_rows(whole, views, output, schedule, target, addressing=(1,))
    chosen = Indirect(1, table.strides[axis], table.shape[axis])
    first = replace(rows.operands[0], indirect=(chosen,))
    rows = replace(rows, operands=(first, *rows.operands[1:]))
    return lowered_of(whole, rows, _NAME)


IMPLEMENTATION = ranked_implementation(
    _NAME, "EmbeddingBag", _policies, _estimate, _lower, lower_bound=_lower_bound
)
