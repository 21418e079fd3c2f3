"""LLVM IR of the instructions of NVIDIA's GPUs that convert float8_e4m3fn, two numbers at a time
(PTX ISA, `cvt`). `storage_code` beside it has the conversion for what lacks them.
"""

from __future__ import annotations

from aoe.backends.cpu.codegen.emitter import Emitter, Value, llvm_type


def from_float(emitter: Emitter, value: Value) -> str:
    """Numbers of float32 as bytes, rounded to nearest, those beyond the range to the furthest."""
    if value.lanes == 1:
        return emitter.let(f"trunc i16 {_pair(emitter, value.name, '0.0')} to i8")
    parts = [
        emitter.let(f"extractelement {value.typed}, i32 {lane}") for lane in range(value.lanes)
    ]
    kind = f"<{value.lanes // 2} x i16>"
    pairs = "poison"
    for number in range(value.lanes // 2):
        pair = _pair(emitter, *parts[2 * number : 2 * number + 2])
        pairs = emitter.let(f"insertelement {kind} {pairs}, i16 {pair}, i32 {number}")
    return emitter.let(f"bitcast {kind} {pairs} to <{value.lanes} x i8>")


def to_float(emitter: Emitter, name: str, lanes: int) -> str:
    """Bytes as numbers of float32, which float16 holds on the way."""
    if lanes == 1:
        halves = _halves(emitter, emitter.let(f"zext i8 {name} to i16"))
        half = emitter.let(f"extractelement <2 x half> {halves}, i32 0")
        return emitter.let(f"fpext half {half} to float")
    pairs = emitter.let(f"bitcast <{lanes} x i8> {name} to <{lanes // 2} x i16>")
    found, kind = "poison", f"<{lanes} x half>"
    for number in range(lanes // 2):
        pair = emitter.let(f"extractelement <{lanes // 2} x i16> {pairs}, i32 {number}")
        halves = _halves(emitter, pair)
        for side in range(2):
            half = emitter.let(f"extractelement <2 x half> {halves}, i32 {side}")
            place = 2 * number + side
            found = emitter.let(f"insertelement {kind} {found}, half {half}, i32 {place}")
    return emitter.let(f"fpext {kind} {found} to {llvm_type('float32', lanes)}")


def _pair(emitter: Emitter, low: str, high: str) -> str:
    """Two numbers in 16 bits."""
    text = "cvt.rn.satfinite.e4m3x2.f32 $0, $1, $2;"
    return emitter.let(f'call i16 asm "{text}", "=h,f,f"(float {high}, float {low})')


def _halves(emitter: Emitter, pair: str) -> str:
    """The two numbers in 16 bits as float16."""
    bits = emitter.let(f'call i32 asm "cvt.rn.f16x2.e4m3x2 $0, $1;", "=r,h"(i16 {pair})')
    return emitter.let(f"bitcast i32 {bits} to <2 x half>")
