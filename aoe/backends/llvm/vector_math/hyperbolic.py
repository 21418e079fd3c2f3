"""tanh and erf on vectors, as LLVM IR. See `aoe.backends.llvm.vector_math.functions`.

Near zero, tanh and erf are odd polynomials. Elsewhere they are 1 minus a small term whose relative
error shrinks with it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from aoe.backends.llvm.arithmetic import Arithmetic
from aoe.backends.llvm.vector_math.exponential import exponential_in_range


@dataclass(frozen=True, slots=True)
class _Coefficients:
    """The coefficients of one floating-point format.

    Attributes:
        tanh_end: Where tanh rounds to 1.
        tanh_near: (tanh(x) − x)/x³ in x², up to 0.625.
        erf_end: Where erf rounds to 1.
        erf_near: erf(x)/x − 1 in x², up to 1.
        erfc_root: The 2ⁿ-th root of erfc(x) from 1 to `erf_end`, n = `erfc_squarings`.
        erfc_squarings: The number of squarings that undo the root.
    """

    tanh_end: float
    tanh_near: Sequence[float]
    erf_end: float
    erf_near: Sequence[float]
    erfc_root: Sequence[float]
    erfc_squarings: int


_TANH_NEAR_LIMIT = 0.625
_ERF_NEAR_LIMIT = 1.0
_COEFFICIENTS = {
    # Errors relative to tanh and erf: 5.0e-9, 4.1e-8; of 1 − erfc: 8e-9.
    "float32": _Coefficients(
        tanh_end=10.0,
        tanh_near=(
            -0.33333292603492737, 0.13331647217273712, -0.05375295877456665, 0.020674213767051697,
            -0.005737888161092997,
        ),
        erf_end=3.95,
        erf_near=(
            0.12837912142276764, -0.37612318992614746, 0.11280113458633423, -0.026709215715527534,
            0.0049149091355502605, -0.0005619911826215684,
        ),
        erfc_root=(
            1.0021696090698242, -0.2935487926006317, -0.09338656067848206, -0.017444314435124397,
            0.04379410296678543, -0.012745587155222893, 0.0007754549151286483,
            0.00017792318249121308, -2.2261830963543616e-05,
        ),
        erfc_squarings=2,
    ),
    # Errors 4.4e-19, 1.4e-17; of 1 − erfc: 5e-18.
    "float64": _Coefficients(
        tanh_end=20.0,
        tanh_near=(
            -0.3333333333333331, 0.1333333333332919, -0.05396825396575792, 0.021869488460576243,
            -0.008863234185086617, 0.003592112747851709, -0.0014557179157700132,
            0.0005894176192464506, -0.00023691609876840358, 9.138936543593655e-05,
            -3.001610515815819e-05, 5.966897693778469e-06,
        ),
        erf_end=5.95,
        erf_near=(
            0.12837916709551256, -0.37612638903183343, 0.11283791670936977, -0.02686617064196784,
            0.005223977596845184, -0.0008548325492083074, 0.00012055280763749237,
            -1.4924471823729856e-05, 1.6444239549216516e-06, -1.6184766353781076e-07,
            1.3620439448744364e-08, -7.615476650547501e-10,
        ),
        erfc_root=(
            0.9999999720811152, -0.14104712146633824, -0.0696315320604736, -0.0020866178922350374,
            0.006587832547824011, 0.00018192624647534294, -0.0004991905384525748,
            6.891746262650484e-05, 1.4425110667404362e-05, -1.2854235305990897e-05,
            6.030421181818823e-06, -2.0102277443061678e-06, 4.872335917602034e-07,
            -8.813273864771927e-08, 1.2028635162503685e-08, -1.2178911707607064e-09,
            8.669696613747088e-11, -3.8699126206815985e-12, 8.127629259830737e-14,
        ),
        erfc_squarings=3,
    ),
}  # fmt: skip


def hyperbolic_tangent(arithmetic: Arithmetic, x: str) -> str:
    """tanh x: x + x³·P(x²) up to 0.625, beyond that 1 − 2/(e^2|x| + 1) with the sign of x."""
    a, coefficients = arithmetic, _COEFFICIENTS[arithmetic.dtype]
    magnitude = a.intrinsic("fabs", x)
    square = a.mul(x, x)
    near = a.fma(a.mul(square, x), a.polynomial(square, coefficients.tanh_near), x)
    bounded = a.at_most(magnitude, coefficients.tanh_end)
    growth = a.add(exponential_in_range(a, a.add(bounded, bounded)), a.const(1.0))
    far = a.sub(a.const(1.0), a.div(a.const(2.0), growth))
    result = a.select(a.compare("olt", magnitude, a.const(_TANH_NEAR_LIMIT)), near, far)
    return a.intrinsic("copysign", result, x)


def error_function(arithmetic: Arithmetic, x: str) -> str:
    """erf x: x + x·P(x²) up to 1, beyond that 1 − R(|x|)^2ⁿ with the sign of x.

    R is a polynomial that approximates the 2ⁿ-th root of erfc, which is smoother than erfc. The
    idea is that of Hastings' approximation (Abramowitz and Stegun 7.1.28), without its division.
    """
    a, coefficients = arithmetic, _COEFFICIENTS[arithmetic.dtype]
    magnitude = a.intrinsic("fabs", x)
    near = a.fma(x, a.polynomial(a.mul(x, x), coefficients.erf_near), x)
    root = a.polynomial(a.at_most(magnitude, coefficients.erf_end), coefficients.erfc_root)
    for _ in range(coefficients.erfc_squarings - 1):
        root = a.mul(root, root)
    far = a.fma(a.neg(root), root, a.const(1.0))
    result = a.select(a.compare("olt", magnitude, a.const(_ERF_NEAR_LIMIT)), near, far)
    return a.intrinsic("copysign", result, x)
