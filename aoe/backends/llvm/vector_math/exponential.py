"""exp, the logistic function, log and pow on vectors, as LLVM IR.

See `aoe.backends.llvm.vector_math.functions`. The methods are the classical ones (J.-M.
Muller, Elementary Functions, ch. 5, 6 and 11): Cody and Waite's reduction splits off the exponent,
then a polynomial approximates the function on a short interval.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from aoe.backends.llvm.arithmetic import Arithmetic

_LOG2_E = 1.44269504088896340736


@dataclass(frozen=True, slots=True)
class _Format:
    """The parameters of a floating-point format.

    Attributes:
        fraction_bits: The bits of the fraction.
        bias: The bias of the exponent.
        ln2_high: The leading bits of ln 2, with trailing zeros, so that n·ln2_high is exact for
            every exponent n.
        ln2_low: The rest of ln 2.
        exp_bounds: Where exp has become 0 and infinity.
        exp_tail: The coefficients of (eʳ − 1 − r)/r² for |r| ≤ ln(2)/2.
    """

    fraction_bits: int
    bias: int
    ln2_high: float
    ln2_low: float
    exp_bounds: tuple[float, float]
    exp_tail: Sequence[float]

    @property
    def magic(self) -> float:
        """1.5·2^fraction_bits: adding it rounds a number to an integer in the low bits."""
        return 1.5 * 2.0**self.fraction_bits

    @property
    def underflow(self) -> float:
        """Where half of exp's exponent is below the exponent range, so that both factors are 0."""
        return -2 * self.bias / _LOG2_E


_FORMATS = {
    # exp: degree 6, error 4.4e-9; ln(2) split after 9 bits.
    "float32": _Format(
        fraction_bits=23,
        bias=127,
        ln2_high=0.693359375,
        ln2_low=-2.12194440054690583e-4,
        exp_bounds=(-104.5, 89.0),
        exp_tail=(
            0.5,
            0.16666488349437714,
            0.04166555032134056,
            0.008372302167117596,
            0.0014035499189049006,
        ),
    ),
    # exp: degree 11, error 1.6e-17; ln(2) split after 32 bits.
    "float64": _Format(
        fraction_bits=52,
        bias=1023,
        ln2_high=0.693147180369123816490,
        ln2_low=1.90821492927058770002e-10,
        exp_bounds=(-746.0, 710.0),
        exp_tail=(
            0.500000000000001,
            0.1666666666666545,
            0.04166666666652995,
            0.008333333333719673,
            0.0013888888946537094,
            0.00019841269661883735,
            2.4801487315954244e-05,
            2.755699594291628e-06,
            2.7633128345245576e-07,
            2.5302274384328073e-08,
        ),
    ),
}


def exponential(arithmetic: Arithmetic, x: str) -> str:
    """eˣ with gradual underflow; e^∞ = ∞, e^−∞ = 0.

    eˣ = 2ⁿ·eʳ, n = round(x / ln 2). AVX-512 has an instruction for the product, which is as fast
    where it underflows. Other CPUs compute 2ⁿ as two factors, because n exceeds the range of one
    exponent. For x far below the smallest number, for example where a mask applies, the factors are
    0: some CPUs take far longer for products that underflow.
    """
    a, form = arithmetic, _FORMATS[arithmetic.dtype]
    x = a.at_most(a.at_least(x, form.underflow), form.exp_bounds[1])
    if a.scales_by_exponents:
        n = a.sub(a.fma(x, a.const(_LOG2_E), a.const(form.magic)), a.const(form.magic))
        return a.scaled(_exponential_of_remainder(a, x, n), n)
    # The low bits of `shifted` hold n + 2·bias, so each half is a biased exponent.
    magic = form.magic + 2 * form.bias
    shifted = a.fma(x, a.const(_LOG2_E), a.const(magic))
    result = _exponential_of_remainder(a, x, a.sub(shifted, a.const(magic)))
    bits = a.bits(shifted)
    half = a.on_bits("lshr", bits, 1)
    for biased in (half, a.on_bits("sub", bits, half)):
        result = a.mul(result, a.from_bits(a.on_bits("shl", biased, form.fraction_bits)))
    return result


def exponential_in_range(arithmetic: Arithmetic, x: str, shift: int = 0) -> str:
    """2^shift·eˣ for x where the result is a normal number; faster than `exponential`."""
    a, form = arithmetic, _FORMATS[arithmetic.dtype]
    magic = form.magic + form.bias + shift
    shifted = a.fma(x, a.const(_LOG2_E), a.const(magic))
    result = _exponential_of_remainder(a, x, a.sub(shifted, a.const(magic)))
    scale = a.from_bits(a.on_bits("shl", a.bits(shifted), form.fraction_bits))
    return a.mul(result, scale)


def logistic(arithmetic: Arithmetic, x: str) -> str:
    """1 / (1 + e⁻ˣ), with full precision for small results.

    Computed as s / (s + s·e⁻ˣ). s is a power of two so small that s·e⁻ˣ is finite for every result
    other than 0. Where s·e⁻ˣ would be denormal, it does not change s.
    """
    a, form = arithmetic, _FORMATS[arithmetic.dtype]
    shift = -(form.fraction_bits + 1)
    largest = (form.bias - 2 + shift) * 0.69
    negated = a.neg(a.at_most(a.at_least(x, form.exp_bounds[0]), largest))
    scale = a.const(2.0**shift)
    return a.div(scale, a.add(exponential_in_range(a, negated, shift), scale))


def _exponential_of_remainder(a: Arithmetic, x: str, n: str) -> str:
    """e^(x − n·ln 2) = 1 + r + r²·tail(r)."""
    return a.polynomial(_remainder(a, x, n), (1.0, 1.0, *_FORMATS[a.dtype].exp_tail))


def _remainder(a: Arithmetic, x: str, n: str) -> str:
    """r = x − n·ln 2."""
    form = _FORMATS[a.dtype]
    r = a.fma(n, a.const(-form.ln2_high), x)
    return a.fma(n, a.const(-form.ln2_low), r)


def exponential_minus_one(arithmetic: Arithmetic, x: str) -> str:
    """eˣ − 1 with full precision near 0; ∞ at ∞, −1 at −∞, −0 at −0.

    2ⁿ·(eʳ − 1) + 2ⁿ − 1, with r and n as in `exponential`; for n = 0 that is eʳ − 1 = r +
    r²·tail(r). With 2ⁿ = 2ʰ·2ᵏ it is computed as (2ʰ·(eʳ − 1) + 2ʰ − 2⁻ᵏ)·2ᵏ.
    """
    a, form = arithmetic, _FORMATS[arithmetic.dtype]
    # The result is −1 already at the lower bound.
    bounded = a.at_most(a.at_least(x, -form.fraction_bits), form.exp_bounds[1])
    magic = form.magic + 2 * form.bias
    shifted = a.fma(bounded, a.const(_LOG2_E), a.const(magic))
    r = _remainder(a, bounded, a.sub(shifted, a.const(magic)))
    less_one = a.fma(a.mul(r, r), a.polynomial(r, form.exp_tail), r)
    bits = a.bits(shifted)
    half = a.on_bits("lshr", bits, 1)
    other = a.on_bits("sub", bits, half)
    first, second = (
        a.from_bits(a.on_bits("shl", biased, form.fraction_bits)) for biased in (half, other)
    )
    inverse = a.on_bits("sub", a.const_bits(2 * form.bias), other)
    inverse = a.from_bits(a.on_bits("shl", inverse, form.fraction_bits))
    result = a.mul(a.fma(less_one, first, a.sub(first, inverse)), second)
    return a.intrinsic("copysign", result, x)


def logarithm(arithmetic: Arithmetic, x: str) -> str:
    """ln x; −∞ at 0, NaN below, ln ∞ = ∞."""
    a = arithmetic
    mantissa, exponent = _split(a, x)
    f = a.sub(mantissa, a.const(1.0))
    result = (_log_float32 if a.dtype == "float32" else _log_float64)(a, f, exponent)
    result = a.select(a.compare("oeq", x, a.const(float("inf"))), x, result)
    result = a.select(a.compare("oeq", x, a.const(0.0)), a.const(float("-inf")), result)
    return a.select(a.compare("ult", x, a.const(0.0)), a.const(float("nan")), result)


def logarithm_of_one_plus(arithmetic: Arithmetic, x: str) -> str:
    """ln(1 + x) with full precision near 0; −∞ at −1, NaN below, ∞ at ∞, −0 at −0.

    Where 1 + x rounds to a mantissa with exponent 0, the logarithm's f is x itself.
    """
    a, one = arithmetic, arithmetic.const(1.0)
    total = a.add(x, one)
    mantissa, exponent = _split(a, total)
    f = a.select(a.compare("oeq", exponent, a.const(0.0)), x, a.sub(mantissa, one))
    result = (_log_float32 if a.dtype == "float32" else _log_float64)(a, f, exponent)
    result = a.select(a.compare("oeq", total, a.const(float("inf"))), x, result)
    result = a.select(a.compare("oeq", total, a.const(0.0)), a.const(float("-inf")), result)
    result = a.select(a.compare("ult", total, a.const(0.0)), a.const(float("nan")), result)
    return a.intrinsic("copysign", result, x)


def _split(a: Arithmetic, x: str) -> tuple[str, str]:
    """Returns mantissa in [√½, √2) and exponent of a positive finite number, as floats."""
    form = _FORMATS[a.dtype]
    tiny = a.compare("olt", x, a.const(2.0 ** (1 - form.bias)))
    lift = form.fraction_bits + 1
    x = a.select(tiny, a.mul(x, a.const(2.0**lift)), x)
    root_half = 0x3F3504F3 if a.dtype == "float32" else 0x3FE6A09E667F3BCD
    moved = a.on_bits("sub", a.bits(x), root_half)
    exponent = a.to_float(a.on_bits("ashr", moved, form.fraction_bits))
    fraction = a.on_bits("and", moved, (1 << form.fraction_bits) - 1)
    mantissa = a.from_bits(a.on_bits("add", fraction, root_half))
    lowered = a.sub(exponent, a.const(float(lift)))
    return mantissa, a.select(tiny, lowered, exponent)


#: (ln(1+f) − f + f²/2)/f³ for √½ − 1 ≤ f ≤ √2 − 1, error of the logarithm 4.4e-9.
_LOG_FLOAT32 = (
    0.3333331346511841, -0.2500016987323761, 0.20002225041389465, -0.16659213602542877,
    0.14209425449371338, -0.12552157044410706, 0.1211184486746788, -0.10899907350540161,
    0.053353358060121536,
)  # fmt: skip
#: (2·artanh(s) − 2s)/s³ in s² for s = f/(2+f), error of the logarithm 2.5e-18.
_LOG_FLOAT64 = (
    0.6666666666666735, 0.39999999999409436, 0.2857142874365483, 0.2222219843328985,
    0.18183572084396593, 0.15313840125823502, 0.1479816978620444,
)  # fmt: skip


def _log_float32(a: Arithmetic, f: str, exponent: str) -> str:
    """n·ln 2 + f − f²/2 + f³·P(f), summed from the small terms to the large."""
    form = _FORMATS[a.dtype]
    square = a.mul(f, f)
    tail = a.mul(a.mul(square, f), a.polynomial(f, _LOG_FLOAT32))
    tail = a.fma(exponent, a.const(form.ln2_low), tail)
    tail = a.fma(square, a.const(-0.5), tail)
    return a.fma(exponent, a.const(form.ln2_high), a.add(f, tail))


def _log_float64(a: Arithmetic, f: str, exponent: str) -> str:
    """The scheme of FreeBSD's e_log.c: n·ln 2 + f − (f²/2 − s·(f²/2 + R(s²)))."""
    form = _FORMATS[a.dtype]
    s = a.div(f, a.add(f, a.const(2.0)))
    z = a.mul(s, s)
    half_square = a.mul(a.mul(f, f), a.const(0.5))
    rest = a.fma(z, a.polynomial(z, _LOG_FLOAT64), half_square)
    tail = a.fma(exponent, a.const(form.ln2_low), a.mul(s, rest))
    tail = a.sub(half_square, tail)
    return a.fma(exponent, a.const(form.ln2_high), a.sub(f, tail))


#: log2((1+s)/(1−s))/s in s² for |s| ≤ 0.1716, error 2.7e-14.
_LOG2 = (
    2.8853900817778495, 0.9617966941143454, 0.5770779420475455, 0.4122092868277992,
    0.319904193399333, 0.2829228487416444,
)  # fmt: skip
#: 2ʳ for |r| ≤ ½, error 1.9e-10.
_EXP2 = (
    0.9999999999613841, 0.6931471820709459, 0.24022651205686416, 0.055504095451237134,
    0.009618014657313923, 0.0013333118753013247, 0.0001547492399011259, 1.559410032530026e-05,
)  # fmt: skip


def power(arithmetic: Arithmetic, x: str, y: str) -> str:
    """xʸ with the special cases of C's pow (ISO C, F.10.4.4).

    float32 is computed as 2^(y·log2|x|) in float64, so only the last rounding matters. float64
    calls the C library's `pow`, lane by lane.
    """
    if arithmetic.dtype == "float64":
        return arithmetic.intrinsic("pow", x, y)
    a, wide = arithmetic, arithmetic.wide()
    magnitude = wide.intrinsic("fabs", a.widen(x))
    # An infinite exponent would give NaN for a base of magnitude 1. This bound gives the same
    # results otherwise.
    wide_y = wide.at_most(wide.at_least(a.widen(y), -1e30), 1e30)
    exponent = wide.mul(wide_y, _log2_wide(wide, magnitude))
    result = a.narrow(_exp2_wide(wide, exponent))
    # x⁰ and 1ʸ are 1 even where the product above is NaN.
    one = a.const(1.0)
    no_power = a.compare("oeq", y, a.const(0.0))
    result = a.select(a.either(no_power, a.compare("oeq", x, one)), one, result)
    return _signed_power(a, x, y, result)


def _log2_wide(w: Arithmetic, x: str) -> str:
    """log2 of a float64 that is not denormal; ∞ at ∞, −∞ at 0, NaN at NaN."""
    mantissa, exponent = _split(w, x)
    s = w.div(w.sub(mantissa, w.const(1.0)), w.add(mantissa, w.const(1.0)))
    result = w.fma(s, w.polynomial(w.mul(s, s), _LOG2), exponent)
    infinity = w.const(float("inf"))
    result = w.select(w.compare("ueq", x, infinity), x, result)
    return w.select(w.compare("oeq", x, w.const(0.0)), w.const(float("-inf")), result)


def _exp2_wide(w: Arithmetic, x: str) -> str:
    """2ˣ in float64, for a result that is rounded to float32."""
    form = _FORMATS[w.dtype]
    x = w.at_most(w.at_least(x, -1000.0), 1000.0)
    magic = form.magic + form.bias
    shifted = w.add(x, w.const(magic))
    rest = w.sub(x, w.sub(shifted, w.const(magic)))
    scale = w.from_bits(w.on_bits("shl", w.bits(shifted), form.fraction_bits))
    return w.mul(w.polynomial(rest, _EXP2), scale)


def _signed_power(a: Arithmetic, x: str, y: str, magnitude: str) -> str:
    """The power of a possibly negative base: odd exponents keep the sign, fractions give NaN."""
    zero = a.const(0.0)
    whole = a.compare("oeq", a.intrinsic("trunc", y), y)
    half = a.mul(y, a.const(0.5))
    odd = a.both(whole, a.compare("one", a.intrinsic("trunc", half), half))
    sign = a.on_bits("and", a.bits(x), -(1 << 31))
    signed = a.from_bits(a.on_bits("or", a.bits(magnitude), sign))
    result = a.select(odd, signed, magnitude)
    finite = a.compare("ogt", x, a.const(float("-inf")))
    fractional = a.compare("une", a.intrinsic("trunc", y), y)
    negative = a.both(a.compare("olt", x, zero), finite)
    impossible = a.both(negative, fractional)
    return a.select(impossible, a.const(float("nan")), result)
