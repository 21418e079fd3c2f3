"""Product of one row that is full of zeros and constant weights in 24 bits (`_nonzero_rows`), of
each panel's row the upper 16 bits and the lower 8 apart
(`aoe.backends.cpu.lowering.reduced_precision.float24_planes`).
"""

from __future__ import annotations

from functools import partial

from aoe.backends.cpu.implementations.matmul import _nonzero_rows
from aoe.backends.cpu.implementations.matmul._nonzero_rows import Weights
from aoe.backends.cpu.implementations.scheduling import ranked_implementation
from aoe.backends.cpu.lowering.reduced_precision import float24, float24_planes
from aoe.backends.cpu.target.cpu_target import CpuTarget as Target
from aoe.loops.expression import Expression, Load
from aoe.operators.operator import Operator

_NAME = "matmul_nonzero_float24"


def _number(first: int) -> Expression:
    return float24.joined(Load(first), Load(first + 1))


_WEIGHTS = Weights(
    "uint8",
    float24.BYTES,
    cycles=3.0,
    read=float24_planes.halves_of,
    number=_number,
    stores=float24_planes.stores,
)


def _supports(operator: Operator, target: Target) -> bool:
    return _nonzero_rows.fits(operator) and float24.shortens(operator)


IMPLEMENTATION = ranked_implementation(
    _NAME,
    "MatMul",
    _nonzero_rows.policies,
    partial(_nonzero_rows.estimate, _WEIGHTS),
    partial(_nonzero_rows.lower, _WEIGHTS, _NAME),
    _supports,
    float24.TOLERANCE,
)
