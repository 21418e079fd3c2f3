"""Recurrence whose states and weights are of one type (`_recurrence.py`)."""

from __future__ import annotations

from aoe.backends.cpu.implementations.recurrent._recurrence import implementation
from aoe.backends.cpu.target.cpu_target import CpuTarget as Target
from aoe.operators.operator import Operator


def _supports(operator: Operator, target: Target) -> bool:
    x, weights = operator.inputs[:2]
    return x.dtype == weights.dtype and x.dtype in ("float32", "float64")


IMPLEMENTATION = implementation("recurrent", _supports, tolerance=1e-4)
