"""Reductions: one row kernel of one stage. See `_rows.py` for the schedule."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from aoe.device import Device
from aoe.loops.expression import Accumulator, Expression, substitute
from aoe.loops.stage import Program, Store
from aoe.operators.floor import streaming
from aoe.operators.implementations import _rows
from aoe.operators.implementations._rows import Rows, lower_rows
from aoe.operators.implementations._scheduling import Schedule, ranked_implementation
from aoe.operators.operator import Operator, View


def lower(
    operator: Operator, inputs: Sequence[View], output: View, schedule: Schedule, device: Device
) -> Program:
    """The program of a reduction under the decisions of a policy."""
    return program_of(operator, lower_rows(operator, inputs, output, schedule, device), "reduce")


def program_of(operator: Operator, rows: Rows, name: str) -> Program:
    """The program that reduces the rows of a reduction."""
    combine = operator.attribute["combine"]
    assert isinstance(combine, str)
    value = rows.epilogue
    if not rows.reduced:  # all reduced extents are 1: nothing to combine
        value = _with_accumulator(value, rows.element)
    store = Store(rows.output, value)
    stage = rows.stage(name, rows.operands, store, (combine, rows.element))
    return rows.program(name, (stage,), ())


def _with_accumulator(expression: Expression, value: Expression) -> Expression:
    return substitute(expression, lambda node: value if node == Accumulator() else None)


IMPLEMENTATION = ranked_implementation(
    "reduce",
    "Reduce",
    partial(_rows.policies, single=True),
    _rows.estimate,
    lower,
    floor=streaming,
)
