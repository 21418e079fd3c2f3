"""Expressions of elements and of reductions of their rows: one loop nest for each reduction, and
one for the result. The elements of a block's rows are in a core's cache from the first nest on.

`_row_kernels.py` has the schedule.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from aoe.backends.cpu.cost.lower_bound import streaming
from aoe.backends.cpu.implementations.reduction import _row_kernels
from aoe.backends.cpu.implementations.reduction._row_kernels import lower_rows
from aoe.backends.cpu.implementations.scheduling import Schedule, ranked_implementation
from aoe.backends.cpu.target.cpu_target import CpuTarget
from aoe.element_types import computed_type, is_floating
from aoe.loops.expression import Expression, Load, substitute, with_accumulator
from aoe.loops.loop_nest import Access, Buffer, LoweredOperator, Store
from aoe.operators.operator import Operator, View
from aoe.operators.types.reduction.row_wise import reductions_of, value_of


def _supports(operator: Operator, target: CpuTarget) -> bool:
    return is_floating(operator.inputs[0].dtype)


def _lower(
    operator: Operator, inputs: Sequence[View], output: View, schedule: Schedule, target: CpuTarget
) -> LoweredOperator:
    count = operator.anchor_inputs
    rows = lower_rows(operator, inputs, output, schedule, target, addressing=range(count))
    dtype, before = computed_type(operator.inputs[0].dtype), len(rows.operands)
    known: list[Access] = list(rows.operands)
    buffers: list[Buffer] = []

    def seen(expression: Expression) -> Expression:
        """An expression over the operands of the nests."""

        def place(node: Expression) -> Expression | None:
            if isinstance(node, Load) and node.operand >= count:
                return Load(before + node.operand - count)
            return None

        return substitute(expression, place)

    nests = []
    for number, item in enumerate(reductions_of(operator)):
        access, buffer = rows.per_row(f"row{number}", dtype)
        element, result = seen(item.element), seen(item.result)
        if rows.reduced:
            reduced, store = (item.combine, element), Store(access, result)
            nests.append(rows.nest(f"row {number}", known, store, reduced))
        else:  # rows of one element
            single = Store(access, with_accumulator(result, element))
            nests.append(rows.nest(f"row {number}", known, single))
        known.append(access)
        buffers.append(buffer)
    value = seen(value_of(operator))
    whole = Store(rows.output, with_accumulator(rows.epilogue, value))
    nests.append(rows.nest("value", known, whole))
    return rows.lowered("row_wise", nests, buffers)


IMPLEMENTATION = ranked_implementation(
    "row_wise",
    "RowWise",
    partial(_row_kernels.policies, single=False),
    _row_kernels.estimate,
    _lower,
    supports=_supports,
    lower_bound=streaming,
    reduction_nests=3,
)
