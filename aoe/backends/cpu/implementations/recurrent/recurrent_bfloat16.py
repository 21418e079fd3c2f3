"""Recurrence with weights of bfloat16, multiplied two at a time by states rounded to it, and summed
up in float32 (`_recurrence.py`). All else is float32, and so are the states that are kept.
"""

from __future__ import annotations

from aoe.backends.cpu.implementations.grouped_reduction import PAIRS
from aoe.backends.cpu.implementations.recurrent._recurrence import implementation
from aoe.backends.cpu.implementations.recurrent._recurrence_schedules import Kept
from aoe.backends.cpu.target.cpu_target import CpuTarget as Target
from aoe.operators.operator import Operator

#: Sums in another order round some states to their other neighbour, and the steps after that read
#: it: relative to the largest state, four times what rounding one is off by.
_TOLERANCE = 2.0**-7


def _supports(operator: Operator, target: Target) -> bool:
    x, weights = operator.inputs[:2]
    narrow = (x.dtype, weights.dtype) == ("float32", "bfloat16")
    whole = weights.shape[2] % PAIRS.size == 0
    return narrow and whole and target.multiplies_bfloat16


IMPLEMENTATION = implementation("recurrent_bfloat16", _supports, _TOLERANCE, Kept.PAIRS)
