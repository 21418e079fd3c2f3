"""sin and cos on vectors, as LLVM IR. See `aoe.backends.llvm.vector_math.functions`.

Each is an internal function of the module, because large arguments need a branch. The argument is
reduced to r in [−π/2, π/2] with sin x = ± sin r. Up to 8192, Cody and Waite's method subtracts
multiples of π in four terms. If any lane is larger, Payne and Hanek's method is used: x/π is summed
from 24-bit pieces of 1/π in float64, and whole turns are dropped on the way.
"""

from __future__ import annotations

from aoe.backends.llvm.arithmetic import Arithmetic
from aoe.backends.llvm.emitter import Emitter

_INVERSE_PI = 0.318309886183790671538
_PI = 3.14159265358979323846
#: π in terms of 11 bits, whose products with up to 13 bits are exact, and a remainder.
_PI_TERMS = (3.140625, 0.0009675025939941406, 1.5099067240953445e-07, 5.126688136514179e-12)
#: The range in which these terms suffice: n·π with n of 12 bits and a half.
_CODY_WAITE_LIMIT = 8192.0
#: 2/π in pieces of 24 bits: enough for the largest float32 and 64 bits more.
_TWO_OVER_PI = (
    0xA2F983, 0x6E4E44, 0x1529FC, 0x2757D1, 0xF534DD, 0xC0DB62, 0x95993C, 0x439041, 0xFE5163,
)  # fmt: skip
#: (sin(r) − r)/r³ in r² for |r| ≤ π/2, error of the sine 7.1e-9.
_SINE = (-0.16666661202907562, 0.008333098143339157, -0.00019811498350463808, 2.60932938545011e-06)


def sine(arithmetic: Arithmetic, x: str) -> str:
    """sin x; NaN at ±∞. float64 calls the C library's `sin`, lane by lane."""
    if arithmetic.dtype == "float64":
        return arithmetic.intrinsic("sin", x)
    return _call(arithmetic, "sine", x, 0.0)


def cosine(arithmetic: Arithmetic, x: str) -> str:
    """cos x = sin(x + π/2); NaN at ±∞. float64 calls the C library's `cos`, lane by lane."""
    if arithmetic.dtype == "float64":
        return arithmetic.intrinsic("cos", x)
    return _call(arithmetic, "cosine", x, 0.5)


def _call(a: Arithmetic, name: str, x: str, phase: float) -> str:
    function = f"@aoe.{name}.{a.dtype}x{a.lanes}"
    functions = Emitter()
    inner = Arithmetic(functions, a.dtype, a.lanes)
    _define_reduction(inner, f"{function}.reduction", phase)
    _define_function(inner, function, phase)
    a.emitter.include(functions)
    return a.emitter.let(f"call {a.type} {function}({a.type} {x})")


def _define_function(a: Arithmetic, function: str, phase: float) -> None:
    """sin(x + phase·π)."""
    emitter = a.emitter
    emitter.define(f"internal {a.type} {function}({a.type} %x) nounwind")
    emitter.label("entry")
    near = _reduced(a, "%x", phase)
    far = beyond = a.compare("ogt", a.intrinsic("fabs", "%x"), a.const(_CODY_WAITE_LIMIT))
    if a.lanes > 1:
        any_lane = f"@llvm.vector.reduce.or.v{a.lanes}i1"
        emitter.declare(f"declare i1 {any_lane}(<{a.lanes} x i1>)")
        far = emitter.let(f"call i1 {any_lane}(<{a.lanes} x i1> {far})")
    emitter.do(f"br i1 {far}, label %large, label %sine")
    emitter.label("large")
    reduced = emitter.let(f"call {a.type} {function}.reduction({a.type} %x)")
    reduced = a.select(beyond, reduced, near)  # a lane's result depends on no other lane
    emitter.do("br label %sine")
    emitter.label("sine")
    r = emitter.let(f"phi {a.type} [ {near}, %entry ], [ {reduced}, %large ]")
    square = a.mul(r, r)
    cube = a.mul(square, r)
    result = a.fma(cube, a.polynomial(square, _SINE), r)
    result = a.intrinsic("copysign", result, r)  # for −0
    emitter.do(f"ret {a.type} {result}")
    emitter.end()


def _reduced(a: Arithmetic, x: str, phase: float) -> str:
    """±(x + phase·π − n·π) for |x| below the limit; negative for odd n."""
    magic = a.const(1.5 * 2.0**23)
    turns = a.fma(x, a.const(_INVERSE_PI), a.const(phase))
    shifted = a.add(turns, magic)
    n = a.sub(a.sub(shifted, magic), a.const(phase))
    r = x
    for term in _PI_TERMS:
        r = a.fma(n, a.const(-term), r)
    sign = a.on_bits("shl", a.bits(shifted), 31)
    return a.from_bits(a.on_bits("xor", a.bits(r), sign))


def _define_reduction(a: Arithmetic, function: str, phase: float) -> None:
    """Defines the same reduction for any x. The sum below is exact until fractions of a turn
    appear.
    """
    emitter, w = a.emitter, a.wide()
    emitter.define(f"internal {a.type} {function}({a.type} %x) noinline cold nounwind")
    emitter.label("entry")
    x = a.widen("%x")
    total = w.const(0.0)
    for number, piece in enumerate(_TWO_OVER_PI):
        total = w.fma(x, w.const(piece * 2.0 ** (-24 * (number + 1) - 1)), total)
        turns = w.intrinsic("roundeven", w.mul(total, w.const(0.5)))
        total = w.fma(turns, w.const(-2.0), total)
    total = w.add(total, w.const(phase))
    n = w.intrinsic("roundeven", total)
    rest = w.mul(w.sub(total, n), w.const(_PI))
    odd = w.compare("oeq", w.intrinsic("fabs", n), w.const(1.0))
    emitter.do(f"ret {a.type} {a.narrow(w.select(odd, w.neg(rest), rest))}")
    emitter.end()
