"""LLVM IR of sums of four byte products: `c + Σ a[j]·b[j]`, a's bytes unsigned, b's signed.

CPUs with AVX-512 VNNI or AVX-VNNI have an instruction for it, `vpdpbusd`, which is exact in int32.
Others, and vectors of odd widths, get shifts, products and sums.
"""

from __future__ import annotations

from aoe.execute.cpu.emitter import Emitter, Value, literal

#: Lanes of int32 for which there is an instruction.
_LANES = (4, 8, 16)


def emit_dot4(emitter: Emitter, a: Value, b: Value, c: Value) -> Value:
    """The sum, in each lane of int32: `a` and `b` hold four bytes each, the first one lowest."""
    lanes = c.lanes
    if emitter.multiplies_bytes and lanes in _LANES:
        function = f"@llvm.x86.avx512.vpdpbusd.{32 * lanes}"
        quads, word = f"<{4 * lanes} x i8>", f"<{lanes} x i32>"
        emitter.declare(f"declare {word} {function}({word}, {quads}, {quads})")
        bytes_a = emitter.let(f"bitcast {a.typed} to {quads}")
        bytes_b = emitter.let(f"bitcast {b.typed} to {quads}")
        passed = f"{c.typed}, {quads} {bytes_a}, {quads} {bytes_b}"
        return Value(emitter.let(f"call {word} {function}({passed})"), "int32", lanes)
    total = c.name
    for place in range(4):
        left = _byte(emitter, a, place, "lshr")
        right = _byte(emitter, b, place, "ashr")
        product = emitter.let(f"mul {c.type} {left}, {right}")
        total = emitter.let(f"add {c.type} {total}, {product}")
    return Value(total, "int32", lanes)


def _byte(emitter: Emitter, quad: Value, place: int, shift: str) -> str:
    """One byte of four as int32: moved to the top, and down with zeros or the sign."""
    raised = quad.name
    if place < 3:
        up = literal(24 - 8 * place, "int32", quad.lanes)
        raised = emitter.let(f"shl {quad.typed}, {up}")
    return emitter.let(f"{shift} {quad.type} {raised}, {literal(24, 'int32', quad.lanes)}")
