"""LLVM IR that loads 24-bit floats (`aoe.element_types.FLOAT24`).

Four vectors of them are stored in three vectors of words; see
`aoe.backends.cpu.lowering.reduced_precision.float24.words`. The first three vectors are the words
unchanged. The fourth is built from the lowest bytes of all three by two funnel shifts (vpshldd of
AVX512-VBMI2; three instructions each without it). So a vector costs less than one extra instruction
on average. Used by `aoe.backends.llvm.memory_code`.
"""

from __future__ import annotations

from aoe.backends.llvm.emitter import Emitter, Value, llvm_type
from aoe.element_types import FLOAT24, ITEM_BYTES

#: Numbers in a group, and words that hold them.
GROUP, WORDS = 4, 3
#: The funnel shift that puts the lowest byte of the second word behind that of the first.
_SHIFT = 24


def load(emitter: Emitter, pointer: str, start: int, lanes: int) -> Value:
    """Loads a vector of 24-bit floats of a panel's row as float32.

    Args:
        emitter: Receives the instructions.
        pointer: The address the vector would have if the numbers were stored consecutively.
        start: The offset of the vector in the row, in elements.
        lanes: The number of lanes.
    """
    position = start // lanes % GROUP
    back = -ITEM_BYTES[FLOAT24] * lanes * position
    group = emitter.let(f"getelementptr i8, ptr {pointer}, i64 {back}") if position else pointer
    kind, whole = llvm_type("int32", lanes), llvm_type("float32", lanes)

    def word(number: int) -> str:
        at = emitter.let(f"getelementptr {kind}, ptr {group}, i64 {number}") if number else group
        return emitter.let(f"load {kind}, ptr {at}, align {ITEM_BYTES['int32']}")

    if position < WORDS:
        bits = word(position)
    else:
        function = f"@llvm.fshl.v{lanes}i32"
        emitter.declare(f"declare {kind} {function}({kind}, {kind}, {kind})")
        by = f"{kind} splat (i32 {_SHIFT})"
        first, second, third = (word(number) for number in range(WORDS))
        bits = emitter.let(f"shl {kind} {third}, splat (i32 {_SHIFT})")
        for upper in (second, first):
            bits = emitter.let(f"call {kind} {function}({kind} {upper}, {kind} {bits}, {by})")
    return Value(emitter.let(f"bitcast {kind} {bits} to {whole}"), "float32", lanes)
