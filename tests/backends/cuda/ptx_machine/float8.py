"""Conversions of float8_e4m3fn and float8_e5m2, which exist for two numbers at a time (PTX ISA,
`cvt`).
"""

from __future__ import annotations

import numpy as np

from aoe.element_types import FLOAT8, FLOAT8_E5M2, FLOAT8_FORMATS, numpy_type, rounded_to
from tests.backends.cuda.ptx_machine.machine import Threads
from tests.backends.cuda.ptx_machine.memory import MachineError
from tests.backends.cuda.ptx_machine.operands import read, write
from tests.backends.cuda.ptx_machine.program import Instruction

_NAN = 0x7F
_TYPES = {"e4m3x2": FLOAT8, "e5m2x2": FLOAT8_E5M2}


def convert_float8(threads: Threads, instruction: Instruction, active: np.ndarray) -> None:
    """cvt.rn.satfinite.e4m3x2.f32, the same to e5m2x2, and cvt.rn.f16x2.e4m3x2."""
    name, (target, *sources) = instruction.name, instruction.operands
    if name[1:3] == ("rn", "satfinite") and name[3] in _TYPES and name[4:] == ("f32",):
        high, low = (read(threads, item, "f32", active) for item in sources)
        bits = [_rounded(part, _TYPES[name[3]]).astype(np.uint16) for part in (low, high)]
        write(threads, target, bits[0] | bits[1] << np.uint16(8), active)
    elif name[1:] == ("rn", "f16x2", "e4m3x2"):
        pair = read(threads, sources[0], "u16", active)
        parts = [(pair >> np.uint16(place)).astype(np.uint8) for place in (0, 8)]
        halves = [part.view(numpy_type(FLOAT8)).astype(np.float16) for part in parts]
        words = [half.view(np.uint16).astype(np.uint32) for half in halves]
        write(threads, target, words[0] | words[1] << np.uint32(16), active)
    else:
        raise MachineError(f"there is no such conversion: {instruction.text}")


def _rounded(part: np.ndarray, dtype: str) -> np.ndarray:
    """The bytes of numbers, those beyond the range as the furthest. All NaN have the same."""
    largest = FLOAT8_FORMATS[dtype].largest
    found = rounded_to(np.clip(part, -largest, largest), dtype).view(np.uint8)
    return np.where(np.isnan(part), np.uint8(_NAN), found)
