"""LLVM IR of dot products `c + Σ a[j]·b[j]` of a few narrow numbers.

`dot4` multiplies four unsigned bytes by four signed bytes in int32. `dot2` multiplies two pairs of
bfloat16 in float32.

CPUs with AVX-512 VNNI or AVX-VNNI have `vpdpbusd` for bytes, which is exact. CPUs with AVX512-BF16
have `vdpbf16ps` for bfloat16, which treats denormal numbers as zero. Other CPUs, and vectors of
other widths, use shifts, products and sums.
"""

from __future__ import annotations

from aoe.backends.llvm.arithmetic import Arithmetic
from aoe.backends.llvm.emitter import Emitter, Value, literal
from aoe.loops.expression import Apply
from aoe.loops.loop_nest import LoopNest

#: Numbers of 32-bit lanes that have an instruction.
_LANES = (4, 8, 16)


def emit_dot4(emitter: Emitter, a: Value, b: Value, c: Value) -> Value:
    """Emits the int32 dot product. `a` and `b` hold four bytes per lane, the first one lowest."""
    lanes = c.lanes
    if emitter.multiplies_bytes and lanes in _LANES:
        name = f"llvm.x86.avx512.vpdpbusd.{32 * lanes}"
        return _instruction(emitter, name, f"<{4 * lanes} x i8>", a, b, c)
    total = c.name
    for position in range(4):
        left = _byte(emitter, a, position, "lshr")
        right = _byte(emitter, b, position, "ashr")
        product = emitter.let(f"mul {c.type} {left}, {right}")
        total = emitter.let(f"add {c.type} {total}, {product}")
    return Value(total, "int32", lanes)


def emit_dot2(emitter: Emitter, a: Value, b: Value, c: Value) -> Value:
    """Emits the float32 dot product. `a` and `b` hold two bfloat16 per lane, the first one low."""
    lanes = c.lanes
    if emitter.multiplies_bfloat16 and lanes in _LANES:
        name = f"llvm.x86.avx512bf16.dpbf16ps.{32 * lanes}"
        return _instruction(emitter, name, f"<{2 * lanes} x bfloat>", a, b, c)
    f = Arithmetic(emitter, "float32", lanes)
    low_a, low_b = (f.from_bits(f.on_bits("shl", item.name, 16)) for item in (a, b))
    high_a, high_b = (f.from_bits(f.on_bits("and", item.name, -65536)) for item in (a, b))
    return Value(f.fma(high_a, high_b, f.fma(low_a, low_b, c.name)), "float32", lanes)


def _instruction(emitter: Emitter, name: str, operands: str, a: Value, b: Value, c: Value) -> Value:
    """Calls an LLVM intrinsic that takes `a` and `b` as vectors of type `operands`."""
    emitter.declare(f"declare {c.type} @{name}({c.type}, {operands}, {operands})")
    factors = [emitter.let(f"bitcast {item.typed} to {operands}") for item in (a, b)]
    passed = ", ".join([c.typed, *(f"{operands} {item}" for item in factors)])
    return Value(emitter.let(f"call {c.type} @{name}({passed})"), c.dtype, c.lanes)


def _byte(emitter: Emitter, quad: Value, position: int, shift: str) -> str:
    """Extracts a byte as int32: shifts it to the top, then down with zeros or the sign."""
    raised = quad.name
    if position < 3:
        up = literal(24 - 8 * position, "int32", quad.lanes)
        raised = emitter.let(f"shl {quad.typed}, {up}")
    return emitter.let(f"{shift} {quad.type} {raised}, {literal(24, 'int32', quad.lanes)}")


def is_flushing(nest: LoopNest) -> bool:
    """Whether the sums of a loop nest flush denormal numbers to zero on CPUs with an instruction
    for it.
    """
    element = None if nest.reduction is None else nest.reduction.element
    return isinstance(element, Apply) and element.function == "dot2"
