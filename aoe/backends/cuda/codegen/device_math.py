"""Functions that code for CPUs takes from the C library, as LLVM IR: a GPU has no such library.

They are the inverse and the hyperbolic functions, and sine, cosine and power in float64. All are
computed in float64; float32 results are rounded from those. Over their whole domains the error is a
few units in the last place of float64, and below one for power. Trigonometric functions of numbers
of float64 beyond 2⁵² are NaN. Series are those of Taylor, on intervals small enough for float64.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from math import factorial, log, pi
from types import MappingProxyType

from aoe.backends.llvm.arithmetic import Arithmetic
from aoe.backends.llvm.emitter import Emitter
from aoe.backends.llvm.vector_math.exponential import (
    exponential,
    logarithm,
    logarithm_of_one_plus,
)
from aoe.backends.llvm.vector_math.trigonometric import cosine as cosine_of_float32
from aoe.backends.llvm.vector_math.trigonometric import sine as sine_of_float32

#: π/2 in three parts that float64 holds, the largest first.
_HALF_PI = (1.5707963267948966, 6.123233995736766e-17, -1.4973849048591833e-33)
#: Beyond it, numbers of float64 are further apart than 1.
_MOST_TURNS = 2.0**52
#: tan(π/8) and tan(3π/8): the arctangent between them is taken of (x − 1) / (x + 1).
_LOW, _HIGH = 0.41421356237309503, 2.414213562373095
_ARCTANGENT = tuple((-1.0) ** k / (2 * k + 1) for k in range(24))
_SINE = tuple((-1.0) ** k / factorial(2 * k + 1) for k in range(9))
_COSINE = tuple((-1.0) ** k / factorial(2 * k) for k in range(9))
_HYPERBOLIC_SINE = tuple(1.0 / factorial(2 * k + 1) for k in range(10))
_EXPONENTIAL = tuple(1.0 / factorial(k) for k in range(2, 15))
#: 2 s³ · p(s²) is log((1 + s) / (1 − s)) beyond 2 s.
_LOGARITHM = tuple(2.0 / (2 * k + 3) for k in range(11))
#: log 2 in two parts. The first has zeros at its end, so that its multiples are exact.
_LN2 = (0.6931471805598903, 5.497923018708371e-14)
#: The bits of √½: mantissas are from there to √2.
_ROOT_HALF_BITS = 0x3FE6A09E667F3BCD
_INVERSE_TANGENT = tuple(1.0 / (2 * k + 1) for k in range(16))


def with_device_math(ir: str) -> str:
    """A module with the functions of the C library that it calls, and without their declarations.
    Sines and the like of float64 become calls of such functions.
    """
    for name in ("sin", "cos", "pow"):
        ir = ir.replace(f"@llvm.{name}.f64(", f"@{name}(")
    for name, function in FUNCTIONS.items():
        for kind, symbol in (("float", f"{name}f"), ("double", name)):
            declared = rf"declare {kind} @{symbol}\([^\n]*\n"
            if re.search(declared, ir):
                ir = _merged(re.sub(declared, "", ir), _definition(symbol, kind, function))
    return ir


def _merged(ir: str, more: str) -> str:
    """A module with the declarations and functions of another one that it does not have yet."""
    known = {*ir.splitlines()}
    kept, skipping = [], False
    for line in more.splitlines():
        if line.startswith(("declare", "define")):
            skipping = line in known
        if not skipping:
            kept.append(line)
        if line == "}":
            skipping = False
    return "\n".join([ir, *kept, ""])


def _definition(symbol: str, kind: str, function: Callable[..., str]) -> str:
    emitter = Emitter()
    arguments = ["%x", "%y"] if symbol == "pow" else ["%x"]
    parameters = ", ".join(f"{kind} {item}" for item in arguments)
    emitter.define(f"internal {kind} @{symbol}({parameters}) alwaysinline nounwind")
    a, narrow = Arithmetic(emitter, "float64", 1), Arithmetic(emitter, "float32", 1)
    if symbol == "tanf":  # exact for numbers of any size
        value = narrow.div(sine_of_float32(narrow, "%x"), cosine_of_float32(narrow, "%x"))
    elif kind == "float":
        value = narrow.narrow(function(a, *(narrow.widen(item) for item in arguments)))
    else:
        value = function(a, *arguments)
    emitter.do(f"ret {kind} {value}")
    emitter.end()
    return emitter.module()


def _odd(a: Arithmetic, x: str, coefficients: tuple[float, ...]) -> str:
    """x · p(x²)."""
    return a.mul(x, a.polynomial(a.mul(x, x), coefficients))


def _magnitude(a: Arithmetic, x: str) -> str:
    return a.intrinsic("fabs", x)


def _signed(a: Arithmetic, magnitude: str, x: str) -> str:
    return a.intrinsic("copysign", magnitude, x)


def _quarter(a: Arithmetic, x: str) -> tuple[str, str, str]:
    """The number of quarter turns nearest to an angle, as bits of an integer, and sine and cosine
    of the rest.
    """
    turns = a.intrinsic("roundeven", a.mul(x, a.const(2.0 / pi)))
    rest = x
    for part in _HALF_PI:
        rest = a.fma(turns, a.const(-part), rest)
    square = a.mul(rest, rest)
    sine, cosine = _odd(a, rest, _SINE), a.polynomial(square, _COSINE)
    valid = a.compare("olt", _magnitude(a, x), a.const(_MOST_TURNS))
    safe = a.select(valid, turns, a.const(0.0))
    bits = a.emitter.let(f"fptosi double {safe} to i64")
    nan = a.const(float("nan"))
    return bits, a.select(valid, sine, nan), a.select(valid, cosine, nan)


def _rotated(a: Arithmetic, quarters: str, sine: str, cosine: str) -> str:
    """The sine of an angle after quarter turns."""
    odd = a.emitter.let(f"trunc i64 {quarters} to i1")
    value = a.select(odd, cosine, sine)
    half = a.on_bits("and", quarters, 2)
    negative = a.emitter.let(f"icmp ne i64 {half}, 0")
    return a.select(negative, a.neg(value), value)


def _sine(a: Arithmetic, x: str) -> str:
    result = _rotated(a, *_quarter(a, x))
    return a.select(a.compare("oeq", x, a.const(0.0)), x, result)


def _cosine(a: Arithmetic, x: str) -> str:
    quarters, sine, cosine = _quarter(a, x)
    return _rotated(a, a.on_bits("add", quarters, 1), sine, cosine)


def _tangent(a: Arithmetic, x: str) -> str:
    return a.div(_sine(a, x), _cosine(a, x))


def _arctangent(a: Arithmetic, x: str) -> str:
    m = _magnitude(a, x)
    one = a.const(1.0)
    high, low = a.compare("ogt", m, a.const(_HIGH)), a.compare("ogt", m, a.const(_LOW))
    middle = a.div(a.sub(m, one), a.add(m, one))
    reduced = a.select(high, a.neg(a.div(one, m)), a.select(low, middle, m))
    base = a.select(high, a.const(pi / 2), a.select(low, a.const(pi / 4), a.const(0.0)))
    return _signed(a, a.add(base, _odd(a, reduced, _ARCTANGENT)), x)


def _arcsine(a: Arithmetic, x: str) -> str:
    one = a.const(1.0)
    root = a.intrinsic("sqrt", a.mul(a.sub(one, x), a.add(one, x)))
    return _signed(a, _arctangent(a, a.div(_magnitude(a, x), root)), x)


def _arccosine(a: Arithmetic, x: str) -> str:
    one = a.const(1.0)
    ratio = a.div(a.sub(one, x), a.add(one, x))
    return a.mul(a.const(2.0), _arctangent(a, a.intrinsic("sqrt", ratio)))


def _hyperbolic_sine(a: Arithmetic, x: str) -> str:
    m = _magnitude(a, x)
    half = exponential(a, a.mul(m, a.const(0.5)))
    large = a.mul(a.mul(half, a.const(0.5)), half)
    large = a.sub(large, a.mul(exponential(a, a.neg(m)), a.const(0.5)))
    small = a.compare("olt", m, a.const(1.0))
    return _signed(a, a.select(small, _odd(a, m, _HYPERBOLIC_SINE), large), x)


def _hyperbolic_cosine(a: Arithmetic, x: str) -> str:
    m = _magnitude(a, x)
    half = exponential(a, a.mul(m, a.const(0.5)))
    large = a.mul(a.mul(half, a.const(0.5)), half)
    return a.add(large, a.mul(exponential(a, a.neg(m)), a.const(0.5)))


def _inverse_hyperbolic_sine(a: Arithmetic, x: str) -> str:
    m, one = _magnitude(a, x), a.const(1.0)
    root = a.intrinsic("sqrt", a.fma(m, m, one))
    near = a.add(m, a.div(a.mul(m, m), a.add(one, root)))
    far = a.add(logarithm(a, m), a.const(log(2.0)))
    is_far = a.compare("ogt", m, a.const(1e150))
    return _signed(a, a.select(is_far, far, logarithm_of_one_plus(a, near)), x)


def _inverse_hyperbolic_cosine(a: Arithmetic, x: str) -> str:
    t = a.sub(x, a.const(1.0))
    near = a.add(t, a.intrinsic("sqrt", a.mul(t, a.add(t, a.const(2.0)))))
    far = a.add(logarithm(a, x), a.const(log(2.0)))
    is_far = a.compare("ogt", x, a.const(1e150))
    return a.select(is_far, far, logarithm_of_one_plus(a, near))


def _inverse_hyperbolic_tangent(a: Arithmetic, x: str) -> str:
    m, one = _magnitude(a, x), a.const(1.0)
    ratio = a.div(a.mul(a.const(2.0), m), a.sub(one, m))
    large = a.mul(a.const(0.5), logarithm_of_one_plus(a, ratio))
    small = a.compare("olt", m, a.const(0.25))
    return _signed(a, a.select(small, _odd(a, m, _INVERSE_TANGENT), large), x)


def _sum(a: Arithmetic, x: str, y: str) -> tuple[str, str]:
    """x + y, and what rounding took from it (Knuth, TAOCP 4.2.2)."""
    total = a.add(x, y)
    part = a.sub(total, x)
    return total, a.add(a.sub(x, a.sub(total, part)), a.sub(y, part))


def _fma(a: Arithmetic, x: str, y: str, z: str) -> str:
    """x · y + z, rounded once."""
    return a.intrinsic("fma", x, y, z)


def _logarithm_in_two(a: Arithmetic, x: str) -> tuple[str, str]:
    """log x of a finite number above 0 as a sum of two numbers, twice as exact as one."""
    small = a.compare("olt", x, a.const(2.0**-1022))
    scaled = a.select(small, a.mul(x, a.const(2.0**54)), x)
    bits = a.on_bits("sub", a.bits(scaled), _ROOT_HALF_BITS)
    exponent = a.on_bits("ashr", bits, 52)
    mantissa = a.from_bits(a.on_bits("sub", a.bits(scaled), a.on_bits("shl", exponent, 52)))
    e = a.sub(a.to_float(exponent), a.select(small, a.const(54.0), a.const(0.0)))
    one = a.const(1.0)
    above, below = a.add(mantissa, one), a.sub(mantissa, one)
    missed = a.sub(mantissa, a.sub(above, one))
    s = a.div(below, above)
    rest = a.sub(_fma(a, a.neg(s), above, below), a.mul(s, missed))
    square = a.mul(s, s)
    series = a.mul(a.mul(s, square), a.polynomial(square, _LOGARITHM))
    two = a.const(2.0)
    high, low = _sum(a, a.mul(e, a.const(_LN2[0])), a.mul(s, two))
    low = a.add(low, a.mul(a.div(rest, above), two))
    low = a.add(a.add(low, series), a.mul(e, a.const(_LN2[1])))
    return _sum(a, high, low)


def _exponential_of_two(a: Arithmetic, high: str, low: str) -> str:
    """The exponential of a sum of two numbers, rounded almost as if it were exact."""
    inside = a.at_most(a.at_least(high, -800.0), 800.0)
    n = a.intrinsic("roundeven", a.mul(inside, a.const(1.0 / log(2.0))))
    rest = _fma(a, n, a.const(-_LN2[0]), inside)
    missing = _fma(a, n, a.const(-_LN2[1]), low)
    rest, missing = _sum(a, rest, missing)
    tail = a.mul(a.mul(rest, rest), a.polynomial(rest, _EXPONENTIAL))
    total, lost = _sum(a, a.const(1.0), rest)
    value = a.add(total, a.add(a.add(lost, missing), tail))
    whole = a.emitter.let(f"fptosi double {a.select(_is_number(a, n), n, a.const(0.0))} to i64")
    half = a.on_bits("ashr", whole, 1)
    for part in (half, a.on_bits("sub", whole, half)):
        biased = a.on_bits("add", part, 1023)
        value = a.mul(value, a.from_bits(a.on_bits("shl", biased, 52)))
    return value


def _is_number(a: Arithmetic, x: str) -> str:
    return a.compare("ord", x, x)


def _power(a: Arithmetic, x: str, y: str) -> str:
    """xʸ with the special cases of C's pow (ISO C, F.10.4.4). A power that float64 holds is exact:
    integers are raised so, too.
    """
    one, zero, infinity = a.const(1.0), a.const(0.0), a.const(float("inf"))
    m = _magnitude(a, x)
    high, low = _logarithm_in_two(a, m)
    bounded = a.at_most(a.at_least(y, -1e300), 1e300)
    product = a.mul(bounded, high)
    rest = a.add(_fma(a, bounded, high, a.neg(product)), a.mul(bounded, low))
    finite_product = a.compare("olt", _magnitude(a, product), a.const(1e4))
    rest = a.select(finite_product, rest, zero)
    magnitude = _exponential_of_two(a, product, rest)
    grows = a.compare("ogt", y, zero)
    beyond, nothing = a.select(grows, infinity, zero), a.select(grows, zero, infinity)
    magnitude = a.select(a.compare("oeq", m, infinity), beyond, magnitude)
    magnitude = a.select(a.compare("oeq", m, zero), nothing, magnitude)
    wrong = a.either(a.compare("uno", x, x), a.compare("uno", y, y))
    magnitude = a.select(wrong, a.const(float("nan")), magnitude)
    same = a.both(a.compare("oeq", m, one), a.compare("oeq", _magnitude(a, y), infinity))
    is_one = a.either(a.compare("oeq", y, zero), a.compare("oeq", x, one))
    magnitude = a.select(a.either(is_one, same), one, magnitude)
    truncated = a.intrinsic("trunc", y)
    half = a.mul(y, a.const(0.5))
    whole = a.compare("oeq", truncated, y)
    odd = a.both(whole, a.compare("one", a.intrinsic("trunc", half), half))
    result = a.select(odd, _signed(a, magnitude, x), magnitude)
    finite = a.compare("ogt", x, a.const(float("-inf")))
    negative = a.both(a.compare("olt", x, zero), finite)
    impossible = a.both(negative, a.compare("une", truncated, y))
    return a.select(impossible, a.const(float("nan")), result)


#: Functions by the C library's names of them in float64.
FUNCTIONS: Mapping[str, Callable[..., str]] = MappingProxyType(
    {
        "sin": _sine,
        "cos": _cosine,
        "pow": _power,
        "tan": _tangent,
        "asin": _arcsine,
        "acos": _arccosine,
        "atan": _arctangent,
        "sinh": _hyperbolic_sine,
        "cosh": _hyperbolic_cosine,
        "asinh": _inverse_hyperbolic_sine,
        "acosh": _inverse_hyperbolic_cosine,
        "atanh": _inverse_hyperbolic_tangent,
    }
)
