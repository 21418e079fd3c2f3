"""Normalisation over axes: a row kernel that computes the mean of each row, the variance around it,
and scales.

It makes two passes, since the mean of squares minus the square of the mean cancels.
`_row_kernels.py` has the schedule.
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
    Expression,
    Load,
    apply,
    with_accumulator,
)
from aoe.loops.loop_nest import Buffer, LoopNest, LoweredOperator, Store
from aoe.operators.operator import Operator, View


def _lower(
    operator: Operator, inputs: Sequence[View], output: View, schedule: Schedule, target: CpuTarget
) -> LoweredOperator:
    rows = lower_rows(operator, inputs, output, schedule, target)
    dtype, epsilon = computed_type(operator.inputs[0].dtype), operator.number("epsilon")
    center = bool(operator.integer("center"))
    if not rows.reduced:  # rows of one element
        return single_element("normalize", rows, _single(rows.element, center, epsilon, dtype))
    nests, scratch, rows = kept_values(rows, bool(schedule["keep"]), dtype)
    more, buffers = _nests(rows, center, epsilon, dtype)
    return rows.lowered("normalize", (*nests, *more), (*scratch, *buffers))


def _single(element: Expression, center: bool, epsilon: float, dtype: str) -> Expression:
    """The normalised value of a row of one element: NaN of NaN, and around an infinite mean."""
    if center:
        return apply("mul", element, Constant(0.0, dtype))
    square = apply("mul", element, element)
    return apply("div", element, apply("sqrt", apply("add", square, Constant(epsilon, dtype))))


def _nests(
    rows: Rows, center: bool, epsilon: float, dtype: str
) -> tuple[list[LoopNest], list[Buffer]]:
    part = Constant(1.0 / rows.length, dtype)
    mean, mean_buffer = rows.per_row("mean", dtype)
    scale, scale_buffer = rows.per_row("scale", dtype)
    operands = (*rows.operands, mean) if center else rows.operands
    value = apply("sub", rows.element, Load(len(rows.operands))) if center else rows.element
    variance = apply("add", apply("mul", Accumulator(), part), Constant(epsilon, dtype))
    root = apply("div", Constant(1.0, dtype), apply("sqrt", variance))
    normalized = apply("mul", value, Load(len(operands)))
    result = with_accumulator(rows.epilogue, normalized)
    nests = [
        rows.nest(
            "mean",
            rows.operands,
            Store(mean, apply("mul", Accumulator(), part)),
            ("sum", rows.element),
        ),
        rows.nest("variance", operands, Store(scale, root), ("sum", apply("mul", value, value))),
        rows.nest("normalized", (*operands, scale), Store(rows.output, result)),
    ]
    buffers = [mean_buffer, scale_buffer]
    return (nests, buffers) if center else (nests[1:], buffers[1:])


IMPLEMENTATION = ranked_implementation(
    "layer_normalization",
    "LayerNormalization",
    partial(_row_kernels.policies, single=False),
    _row_kernels.estimate,
    _lower,
    lower_bound=streaming,
    reduction_nests=3,
)
