"""Recurrence (RNN, LSTM, GRU): `recurrent`, `recurrent_float24` and `recurrent_bfloat16`, which
differ in how they keep the recurrent weights; `recurrent_bytes` and `recurrent_quantized` of
weights and states of 8 bits, which multiply bytes or float32 (`recurrence.py`).
"""

from __future__ import annotations

from aoe.backends.cpu.implementations.dot_instructions import BFLOAT16
from aoe.backends.cpu.implementations.recurrent.recurrence import implementation
from aoe.backends.cpu.implementations.recurrent.recurrence_schedules import (
    WeightFormat,
    has_groups,
)
from aoe.backends.cpu.lowering.reduced_precision import float24
from aoe.backends.cpu.target.cpu_target import CpuTarget
from aoe.operators.operator import Operator
from aoe.operators.types.recurrent.recurrent import is_quantized

#: The largest error relative to the largest state: four times the rounding error of a 24-bit
#: number, since later steps read the states, and the error of float32.
_FLOAT24_TOLERANCE = 2.0**-12
#: The same for bfloat16: sums in another order round some states to another neighbour, which later
#: steps read.
_BFLOAT16_TOLERANCE = 2.0**-7


def _supports(operator: Operator, target: CpuTarget) -> bool:
    x, weights = operator.inputs[:2]
    same = x.dtype == weights.dtype and x.dtype in ("float32", "float64")
    return same and not is_quantized(operator)


def _supports_quantized(operator: Operator, target: CpuTarget) -> bool:
    x, weights = operator.inputs[:2]
    types = (x.dtype, weights.dtype)
    return types == ("float32", "int8") and is_quantized(operator)


def _supports_bytes(operator: Operator, target: CpuTarget) -> bool:
    return target.multiplies_bytes and _supports_quantized(operator, target)


def _supports_float24(operator: Operator, target: CpuTarget) -> bool:
    if is_quantized(operator):
        return False
    return float24.takes_float24_weights(operator) and has_groups(operator, target)


def _supports_bfloat16(operator: Operator, target: CpuTarget) -> bool:
    x, weights = operator.inputs[:2]
    mixed = (x.dtype, weights.dtype) == ("float32", "bfloat16")
    whole = weights.shape[2] % BFLOAT16.size == 0
    return mixed and whole and target.multiplies_bfloat16 and not is_quantized(operator)


#: The same for states of 8 bits: another order of sums moves some of them by a step.
_QUANTIZED_TOLERANCE = 2.0**-6

IMPLEMENTATIONS = (
    implementation(
        "recurrent",
        _supports,
        1e-4,
        WeightFormat.FULL,
        "Recurrence with states and weights of one type",
    ),
    implementation(
        "recurrent_quantized",
        _supports_quantized,
        _QUANTIZED_TOLERANCE,
        WeightFormat.FULL,
        "Recurrence with weights of 8 bits, which are multiplied in float32 by states that are "
        "rounded to 8 bits",
    ),
    implementation(
        "recurrent_bytes",
        _supports_bytes,
        _QUANTIZED_TOLERANCE,
        WeightFormat.BYTES,
        "The same by VNNI instructions, four reduction steps at a time",
    ),
    implementation(
        "recurrent_float24",
        _supports_float24,
        _FLOAT24_TOLERANCE,
        WeightFormat.FLOAT24,
        "Recurrence with weights in 24 bits, which take three quarters of the time to read in "
        "every step",
    ),
    implementation(
        "recurrent_bfloat16",
        _supports_bfloat16,
        _BFLOAT16_TOLERANCE,
        WeightFormat.BFLOAT16,
        "Recurrence with bfloat16 weights by AVX512-BF16 instructions, sums and states in float32",
    ),
)
