"""LLVM IR that converts between float32 and floating-point types of 16 and 8 bits by integer
arithmetic, for `storage_code`, which knows where instructions do it.

Numbers of these types are given and found as integers of 32 bits.
"""

from __future__ import annotations

from aoe.backends.llvm.arithmetic import Arithmetic
from aoe.backends.llvm.emitter import llvm_type
from aoe.element_types import FLOAT8_FORMATS, ITEM_BYTES, Float8Format

#: float16, described like the types of 8 bits.
_HALF = Float8Format(10, 15, 65504.0, 65520.0, has_infinities=True)
#: Bits of the fraction of float32, and what is added to its exponents.
_FRACTION, _BIAS = 23, 127
_INFINITY, _NAN = 0x7F800000, 0x7FC00000


def to_float(a: Arithmetic, bits: str, dtype: str) -> str:
    """Moves exponent and fraction into place, then corrects the bias by a product.

    The product normalises denormal numbers (F. Giesen, "Half to float done quick").
    """
    form, sign_bit = _form(dtype), 8 * ITEM_BYTES[dtype] - 1
    shift = _FRACTION - form.fraction
    largest = (1 << sign_bit) - 1
    magnitude = a.on_bits("shl", a.on_bits("and", bits, largest), shift)
    scaled = a.bits(a.mul(a.from_bits(magnitude), a.const(2.0 ** (_BIAS - form.bias))))
    sign = a.on_bits("shl", a.on_bits("and", bits, 1 << sign_bit), 31 - sign_bit)
    if form.has_infinities:
        special = a.on_bits("or", magnitude, _INFINITY)
        first = (largest + 1) - (1 << form.fraction)
        scaled = select_bits(a, compare_bits(a, "uge", magnitude, first << shift), special, scaled)
    elif form.has_negative_zero:
        is_nan = compare_bits(a, "eq", magnitude, largest << shift)
        scaled = select_bits(a, is_nan, a.const_bits(_NAN), scaled)
    else:
        is_nan = compare_bits(a, "eq", bits, 1 << sign_bit)
        scaled = select_bits(a, is_nan, a.const_bits(_NAN), scaled)
    return a.from_bits(a.on_bits("or", scaled, sign))


def from_float(a: Arithmetic, x: str, dtype: str) -> str:
    """Rounds a number of float32, with three cases by magnitude.

    Values that are denormal then are rounded by adding a number whose unit in the last place is
    theirs. Others use integer arithmetic. Those beyond the range become infinite, or the furthest
    in a type without infinities.
    """
    form, sign_bit = _form(dtype), 8 * ITEM_BYTES[dtype] - 1
    shift, largest = _FRACTION - form.fraction, (1 << sign_bit) - 1
    bits = a.bits(x)
    magnitude = a.on_bits("and", bits, 0x7FFFFFFF)
    sign = a.on_bits("lshr", a.on_bits("and", bits, -(1 << 31)), 31 - sign_bit)
    if not form.has_infinities:
        end = a.bits(a.const(form.largest))
        beyond = a.emitter.let(f"icmp ugt {a.bits_type} {magnitude}, {end}")
        magnitude = select_bits(a, beyond, end, magnitude)
    exponent = shift + 1 - form.bias
    small = a.bits(a.add(a.from_bits(magnitude), a.const(2.0**exponent)))
    small = a.on_bits("sub", small, (_BIAS + exponent) << _FRACTION)
    odd = a.on_bits("and", a.on_bits("lshr", magnitude, shift), 1)
    rounding = (1 << (shift - 1)) - 1 - ((_BIAS - form.bias) << _FRACTION)
    normal = a.on_bits("add", a.on_bits("add", magnitude, rounding), odd)
    normal = a.on_bits("lshr", normal, shift)
    is_small = compare_bits(a, "ult", magnitude, (_BIAS + 1 - form.bias) << _FRACTION)
    result = select_bits(a, is_small, small, normal)
    if form.has_infinities:
        end = a.bits(a.const(form.end))
        infinite = a.emitter.let(f"icmp uge {a.bits_type} {magnitude}, {end}")
        infinity = largest + 1 - (1 << form.fraction)
        result = select_bits(a, infinite, a.const_bits(infinity), result)
    is_nan = a.compare("uno", x, x)
    if form.has_negative_zero:
        nan = largest if not form.has_infinities else largest + 1 - (1 << form.fraction - 1)
        return a.on_bits("or", select_bits(a, is_nan, a.const_bits(nan), result), sign)
    is_zero = compare_bits(a, "eq", result, 0)
    signed = select_bits(a, is_zero, result, a.on_bits("or", result, sign))
    return select_bits(a, is_nan, a.const_bits(1 << sign_bit), signed)


def compare_bits(a: Arithmetic, predicate: str, bits: str, bound: int) -> str:
    """A comparison of integers with a number."""
    return a.emitter.let(f"icmp {predicate} {a.bits_type} {bits}, {a.const_bits(bound)}")


def select_bits(a: Arithmetic, condition: str, then: str, otherwise: str) -> str:
    """The one integer or the other, by a condition."""
    mask = llvm_type("bool", a.lanes)
    return a.emitter.let(
        f"select {mask} {condition}, {a.bits_type} {then}, {a.bits_type} {otherwise}"
    )


def _form(dtype: str) -> Float8Format:
    return _HALF if dtype == "float16" else FLOAT8_FORMATS[dtype]
