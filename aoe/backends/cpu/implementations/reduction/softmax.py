"""Softmax and LogSoftmax: a row kernel that finds the maximum of each row, stores exponentials in
scratch, sums them and scales.

LogSoftmax sums the exponentials, subtracts the maximum from each element and then the logarithm of
the sum. The sum of these two would be rounded to the digits of the maximum. `_row_kernels.py` has
the schedule.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from aoe.backends.cpu.cost.lower_bound import streaming
from aoe.backends.cpu.implementations.reduction import _row_kernels
from aoe.backends.cpu.implementations.reduction._row_kernels import (
    Rows,
    kept_values,
    lower_rows,
    single_element,
)
from aoe.backends.cpu.implementations.scheduling import Schedule, ranked_implementation
from aoe.backends.cpu.target.cpu_target import CpuTarget
from aoe.element_types import computed_type
from aoe.loops.expression import (
    Accumulator,
    Constant,
    Load,
    apply,
    with_accumulator,
)
from aoe.loops.loop_nest import Access, Buffer, LoopNest, LoweredOperator, Store
from aoe.operators.operator import Operator, View


def _lower(
    operator: Operator, inputs: Sequence[View], output: View, schedule: Schedule, target: CpuTarget
) -> LoweredOperator:
    rows = lower_rows(operator, inputs, output, schedule, target)
    log, dtype = bool(operator.integer("log")), computed_type(operator.inputs[0].dtype)
    if not rows.reduced:  # rows of one element: 0 or 1, but NaN of NaN and infinity
        # No difference of two products: that may be a fused one, with a rounding error.
        lowered = apply("mul", rows.element, Constant(0.0, dtype))
        value = lowered if log else apply("exp", lowered)
        return single_element("softmax", rows, value)
    nests, scratch, rows = kept_values(rows, bool(schedule["keep"]), dtype)
    build = _logarithms if log else _powers
    more, buffers = build(rows, dtype)
    return rows.lowered("softmax", (*nests, *more), (*scratch, *buffers))


def _powers(rows: Rows, dtype: str) -> tuple[list[LoopNest], list[Buffer]]:
    largest, largest_buffer = rows.per_row("largest", dtype)
    powers, powers_buffer = rows.per_element("powers", dtype)
    scale, scale_buffer = rows.per_row("scale", dtype)
    count = len(rows.operands)
    exponential = apply("exp", apply("sub", rows.element, Load(count)))
    result = with_accumulator(rows.epilogue, apply("mul", Load(count), Load(count + 1)))
    nests = [
        _maximum(rows, largest),
        rows.nest("powers", (*rows.operands, largest), Store(powers, exponential)),
        rows.nest(
            "total",
            (powers,),
            Store(scale, apply("div", Constant(1.0, dtype), Accumulator())),
            ("sum", Load(0)),
        ),
        rows.nest("scaled", (*rows.operands, powers, scale), Store(rows.output, result)),
    ]
    return nests, [largest_buffer, powers_buffer, scale_buffer]


def _logarithms(rows: Rows, dtype: str) -> tuple[list[LoopNest], list[Buffer]]:
    largest, largest_buffer = rows.per_row("largest", dtype)
    shift, shift_buffer = rows.per_row("shift", dtype)
    count = len(rows.operands)
    lowered = apply("sub", rows.element, Load(count))
    exponential, total = apply("exp", lowered), apply("log", Accumulator())
    result = with_accumulator(rows.epilogue, apply("sub", lowered, Load(count + 1)))
    nests = [
        _maximum(rows, largest),
        rows.nest("total", (*rows.operands, largest), Store(shift, total), ("sum", exponential)),
        rows.nest("shifted", (*rows.operands, largest, shift), Store(rows.output, result)),
    ]
    return nests, [largest_buffer, shift_buffer]


def _maximum(rows: Rows, largest: Access) -> LoopNest:
    return rows.nest("largest", rows.operands, Store(largest, Accumulator()), ("max", rows.element))


IMPLEMENTATION = ranked_implementation(
    "softmax",
    "Softmax",
    partial(_row_kernels.policies, single=False),
    _row_kernels.estimate,
    _lower,
    lower_bound=streaming,
    reduction_nests=4,
)
