"""Recurrence whose weights are of 24 bits in their panels
(`aoe.backends.cpu.lowering.reduced_precision.float24`), so that they come from the caches in three
quarters of the time in every step (`_recurrence.py`).
"""

from __future__ import annotations

from aoe.backends.cpu.implementations.recurrent._recurrence import implementation
from aoe.backends.cpu.implementations.recurrent._recurrence_schedules import Kept, has_groups
from aoe.backends.cpu.lowering.reduced_precision import float24
from aoe.backends.cpu.target.cpu_target import CpuTarget as Target
from aoe.operators.operator import Operator

#: What a step's products are off by, the steps after it read, relative to the largest state: four
#: times what rounding one number is off by, and what float32 is off by besides.
_TOLERANCE = 2.0**-12


def _supports(operator: Operator, target: Target) -> bool:
    return float24.shortens(operator) and has_groups(operator, target)


IMPLEMENTATION = implementation("recurrent_float24", _supports, _TOLERANCE, Kept.SHORT)
