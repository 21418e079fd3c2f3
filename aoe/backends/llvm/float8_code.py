"""LLVM IR of the instructions of NVIDIA's GPUs that convert float8_e4m3fn, and round to
float8_e5m2, two numbers at a time (PTX ISA, `cvt`). `small_float_code` beside it has the
conversions for what lacks them.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from aoe.backends.llvm.arithmetic import Arithmetic
from aoe.backends.llvm.emitter import Emitter, Value, llvm_type, memory_type
from aoe.element_types import FLOAT8, FLOAT8_E5M2, FLOAT8_FORMATS

#: The types that numbers are rounded to, and their names in PTX.
ROUNDED: Mapping[str, str] = MappingProxyType({FLOAT8: "e4m3x2", FLOAT8_E5M2: "e5m2x2"})


def from_float(emitter: Emitter, value: Value, dtype: str) -> str:
    """Numbers of float32 as bytes, rounded to nearest. Those beyond the range become the furthest,
    or infinite in a type that has infinities.
    """
    found = _finite(emitter, value, dtype)
    form = FLOAT8_FORMATS[dtype]
    if not form.has_infinities:
        return found
    # The instruction knows none. Infinity is the number behind the furthest.
    a = Arithmetic(emitter, "float32", value.lanes)
    beyond = a.compare("oge", a.intrinsic("fabs", value.name), a.const(form.end))
    bytes_ = memory_type(dtype, value.lanes)
    step = emitter.let(f"zext {llvm_type('bool', value.lanes)} {beyond} to {bytes_}")
    return emitter.let(f"add {bytes_} {found}, {step}")


def _finite(emitter: Emitter, value: Value, dtype: str) -> str:
    """Numbers as bytes, those beyond the range as the furthest."""
    if value.lanes == 1:
        return emitter.let(f"trunc i16 {_pair(emitter, value.name, '0.0', dtype)} to i8")
    parts = [
        emitter.let(f"extractelement {value.typed}, i32 {lane}") for lane in range(value.lanes)
    ]
    kind = f"<{value.lanes // 2} x i16>"
    pairs = "poison"
    for number in range(value.lanes // 2):
        low, high = parts[2 * number : 2 * number + 2]
        pair = _pair(emitter, low, high, dtype)
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


def _pair(emitter: Emitter, low: str, high: str, dtype: str) -> str:
    """Two numbers in 16 bits."""
    text = f"cvt.rn.satfinite.{ROUNDED[dtype]}.f32 $0, $1, $2;"
    return emitter.let(f'call i16 asm "{text}", "=h,f,f"(float {high}, float {low})')


def _halves(emitter: Emitter, pair: str) -> str:
    """The two numbers in 16 bits as float16."""
    bits = emitter.let(f'call i32 asm "cvt.rn.f16x2.e4m3x2 $0, $1;", "=r,h"(i16 {pair})')
    return emitter.let(f"bitcast i32 {bits} to <2 x half>")
