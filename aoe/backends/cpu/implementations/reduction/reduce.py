"""Reductions by a row kernel of one loop nest.

`_row_kernels.py` has the schedule.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from aoe.backends.cpu.cost.lower_bound import streaming
from aoe.backends.cpu.implementations.reduction import _row_kernels
from aoe.backends.cpu.implementations.reduction._row_kernels import Rows, lower_rows
from aoe.backends.cpu.implementations.scheduling import Schedule, ranked_implementation
from aoe.backends.cpu.target.cpu_target import CpuTarget
from aoe.loops.expression import with_accumulator
from aoe.loops.loop_nest import LoweredOperator, Store
from aoe.operators.operator import Operator, View


def lower(
    operator: Operator, inputs: Sequence[View], output: View, schedule: Schedule, target: CpuTarget
) -> LoweredOperator:
    """The loop nests of a reduction under the decisions of a policy."""
    return lowered_of(operator, lower_rows(operator, inputs, output, schedule, target), "reduce")


def lowered_of(operator: Operator, rows: Rows, name: str) -> LoweredOperator:
    """The kernel that reduces the rows of a reduction."""
    combine = operator.attribute["combine"]
    assert isinstance(combine, str)
    value = rows.epilogue
    if not rows.reduced:  # all reduced extents are 1: nothing to combine
        value = with_accumulator(value, rows.element)
    store = Store(rows.output, value)
    nest = rows.nest(name, rows.operands, store, (combine, rows.element))
    return rows.lowered(name, (nest,), ())


IMPLEMENTATION = ranked_implementation(
    "reduce",
    "Reduce",
    partial(_row_kernels.policies, single=True),
    _row_kernels.estimate,
    lower,
    lower_bound=streaming,
    reduction_nests=1,
)
