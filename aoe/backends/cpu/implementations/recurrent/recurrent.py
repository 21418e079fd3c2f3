"""Recurrence whose states and weights are of one type (`_recurrence.py`)."""

from __future__ import annotations

from aoe.backends.cpu.implementations.recurrent._recurrence import implementation
from aoe.operators.operator import Operator
from aoe.target import Target


def _supports(operator: Operator, target: Target) -> bool:
    x, weights = operator.inputs[:2]
    return x.dtype == weights.dtype and x.dtype in ("float32", "float64")


IMPLEMENTATION = implementation("recurrent", _supports, tolerance=1e-4)
