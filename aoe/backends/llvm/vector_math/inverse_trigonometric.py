"""asin, acos and atan on vectors, as LLVM IR. See `aoe.backends.llvm.vector_math.functions`.

Both polynomials are of an interval from 0: atan up to 1, asin up to 1/2. Beyond it, atan m is
π/2 + atan(−1/m), and asin m is π/2 − 2·asin √((1 − m)/2).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import pi

from aoe.backends.llvm.arithmetic import Arithmetic


@dataclass(frozen=True, slots=True)
class _Coefficients:
    """The coefficients of one floating-point format.

    Attributes:
        arctangent: P in atan t = t + t³·P(t²).
        arcsine: P in asin t = t + t³·P(t²).
    """

    arctangent: Sequence[float]
    arcsine: Sequence[float]


_COEFFICIENTS = {
    # Errors relative to atan and asin: 4.0e-10, 2.8e-10.
    "float32": _Coefficients(
        arctangent=(
            -0.333333283662796, 0.1999967098236084, -0.14279833436012268, 0.11058223992586136,
            -0.08811091631650925, 0.06741597503423691, -0.04468994960188866, 0.02253987453877926,
            -0.007317959796637297, 0.0011137895053252578,
        ),
        arcsine=(
            0.16666659712791443, 0.07500503957271576, 0.04451695457100868, 0.03180772438645363,
            0.014438587240874767, 0.037516478449106216,
        ),
    ),
    # Errors 7.6e-19, 6.2e-20.
    "float64": _Coefficients(
        arctangent=(
            -0.33333333333333287, 0.19999999999990445, -0.1428571428503655, 0.11111111086445116,
            -0.09090908547216107, 0.07692299711307081, -0.06666583718773872, 0.05881716128594306,
            -0.05259433667717371, 0.04744925675964801, -0.042863896687606505, 0.03821003609574827,
            -0.03278537985647148, 0.026151600019279582, -0.01861412899076709,
            0.011317594734501763, -0.00561235400480984, 0.0021515735367498494,
            -0.0005928889100994306, 0.00010387109650202509, -8.654137824499931e-06,
        ),
        arcsine=(
            0.1666666666666666, 0.07500000000002498, 0.04464285713972772, 0.03038194464241088,
            0.022372151678998867, 0.017352943590330242, 0.013961899382887168,
            0.011585707009518106, 0.009483919243062132, 0.010009718104870292,
            0.000682588100082505, 0.02482508429573862, -0.02614746600631725,
            0.03364249308901286,
        ),
    ),
}  # fmt: skip
#: π/2 as a number of each format and what it lacks.
_HALF_PI = {
    "float32": (1.5707963705062866, -4.371139000186241e-08),
    "float64": (pi / 2, 6.123233995736766e-17),
}


def arctangent(arithmetic: Arithmetic, x: str) -> str:
    """atan x, with the sign of x."""
    a, zero = arithmetic, arithmetic.const(0.0)
    magnitude, (high, low) = a.intrinsic("fabs", x), _HALF_PI[a.dtype]
    far = a.compare("ogt", magnitude, a.const(1.0))
    t = a.select(far, a.div(a.const(-1.0), magnitude), magnitude)
    tail = _tail(a, t, _COEFFICIENTS[a.dtype].arctangent)
    tail = a.add(tail, a.select(far, a.const(low), zero))
    angle = a.add(a.select(far, a.const(high), zero), a.add(t, tail))
    return a.intrinsic("copysign", angle, x)


def arcsine(arithmetic: Arithmetic, x: str) -> str:
    """asin x; NaN beyond 1. Beyond 1/2, where it cancels, π/2 has two terms."""
    a = arithmetic
    near, first, rest = _half_arcsine(a, x)
    high, low = _HALF_PI[a.dtype]
    far = a.fma(a.const(-2.0), first, a.const(high))
    far = a.add(far, a.fma(a.const(-2.0), rest, a.const(low)))
    return a.intrinsic("copysign", a.select(near, a.add(first, rest), far), x)


def arccosine(arithmetic: Arithmetic, x: str) -> str:
    """acos x; NaN beyond 1."""
    a = arithmetic
    near, first, rest = _half_arcsine(a, x)
    angle = a.add(first, rest)
    twice = a.add(angle, angle)
    negative = a.compare("olt", x, a.const(0.0))
    far = a.select(negative, a.sub(a.const(pi), twice), twice)
    return a.select(near, a.sub(a.const(pi / 2), a.intrinsic("copysign", angle, x)), far)


def _half_arcsine(a: Arithmetic, x: str) -> tuple[str, str, str]:
    """Whether |x| ≤ 1/2, and asin |x| then, else asin √((1 − |x|)/2), which is half of acos |x|. It
    is the sum of two terms, the second of which is small.
    """
    magnitude, half = a.intrinsic("fabs", x), a.const(0.5)
    near = a.compare("ole", magnitude, half)
    root = a.intrinsic("sqrt", a.fma(a.neg(half), magnitude, half))
    t = a.select(near, magnitude, root)
    return near, t, _tail(a, t, _COEFFICIENTS[a.dtype].arcsine)


def _tail(a: Arithmetic, t: str, coefficients: Sequence[float]) -> str:
    """t³·P(t²)."""
    square = a.mul(t, t)
    return a.mul(a.mul(square, t), a.polynomial(square, coefficients))
