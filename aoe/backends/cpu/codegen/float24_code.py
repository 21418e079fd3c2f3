"""LLVM IR that loads numbers of 24 bits (`aoe.element_types.FLOAT24`): four vectors of them are in
three vectors of words (`aoe.backends.cpu.lowering.reduced_precision.float24.words`).

The first three are the words as they are. The last one is put together of the lowest bytes of all
three by two shifts of pairs of words (AVX512-VBMI2's vpshldd; others take three instructions for
each), so what a vector costs is less than one instruction. Used by
`aoe.backends.cpu.codegen.memory_code`.
"""

from __future__ import annotations

from aoe.backends.cpu.codegen.emitter import Emitter, Value, llvm_type
from aoe.backends.cpu.lowering.reduced_precision.float24 import GROUP, WORDS
from aoe.element_types import FLOAT24, ITEM_BYTES

#: How far two words are shifted to have the lowest byte of the second behind that of the first.
_SHIFT = 24


def load(emitter: Emitter, pointer: str, start: int, lanes: int) -> Value:
    """A vector of `lanes` numbers as float32, the one at `start` of a panel's row. `pointer`: where
    it would begin if numbers lay one behind the other.
    """
    place = start // lanes % GROUP
    back = -ITEM_BYTES[FLOAT24] * lanes * place
    group = emitter.let(f"getelementptr i8, ptr {pointer}, i64 {back}") if place else pointer
    kind, whole = llvm_type("int32", lanes), llvm_type("float32", lanes)

    def word(number: int) -> str:
        at = emitter.let(f"getelementptr {kind}, ptr {group}, i64 {number}") if number else group
        return emitter.let(f"load {kind}, ptr {at}, align {ITEM_BYTES['int32']}")

    if place < WORDS:
        bits = word(place)
    else:
        function = f"@llvm.fshl.v{lanes}i32"
        emitter.declare(f"declare {kind} {function}({kind}, {kind}, {kind})")
        by = f"{kind} splat (i32 {_SHIFT})"
        first, second, third = (word(number) for number in range(WORDS))
        bits = emitter.let(f"shl {kind} {third}, splat (i32 {_SHIFT})")
        for upper in (second, first):
            bits = emitter.let(f"call {kind} {function}({kind} {upper}, {kind} {bits}, {by})")
    return Value(emitter.let(f"bitcast {kind} {bits} to {whole}"), "float32", lanes)
