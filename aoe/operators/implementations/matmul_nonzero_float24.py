"""Product of one row that is full of zeros and constant weights in 24 bits (`_nonzero_rows`), of
each panel's row the upper 16 bits and the lower 8 apart (`aoe.operators.short_halves`).
"""

from __future__ import annotations

from functools import partial

from aoe.device import Device
from aoe.loops.expression import Expression, Load
from aoe.operators import float24, short_halves
from aoe.operators.implementations import _nonzero_rows
from aoe.operators.implementations._nonzero_rows import Weights
from aoe.operators.implementations._scheduling import ranked_implementation
from aoe.operators.operator import Operator

_NAME = "matmul_nonzero_float24"


def _number(first: int) -> Expression:
    return float24.joined(Load(first), Load(first + 1))


_WEIGHTS = Weights(
    "uint8",
    float24.BYTES,
    cycles=3.0,
    read=short_halves.halves_of,
    number=_number,
    stores=short_halves.stores,
)


def _supports(operator: Operator, device: Device) -> bool:
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
