"""LLVM IR that converts between memory and values: bytes to bool, 8 and 16 bits to float32 and
back.

float8_e4m3fn uses integer arithmetic, or the instructions of GPUs that have some. float16 uses the
CPU's conversion instructions if it has them, else integer arithmetic. bfloat16 is the upper half of
a float32. It is rounded by integer arithmetic, because the instruction of some CPUs treats denormal
numbers as zero. The instruction is used only where earlier instructions flushed them already
(`to_memory`). No conversion calls a library.
"""

from __future__ import annotations

from aoe.backends.cpu.codegen import float8_code
from aoe.backends.cpu.codegen.arithmetic import Arithmetic
from aoe.backends.cpu.codegen.emitter import Emitter, Value, llvm_type, memory_type
from aoe.element_types import FLOAT8, FLOAT8_LARGEST, STORAGE, computed_type


def from_memory(emitter: Emitter, name: str, dtype: str, lanes: int) -> Value:
    """Converts what was loaded as `memory_type(dtype)` to a value."""
    a = Arithmetic(emitter, "float32", lanes)
    if dtype == "bool":
        zero = "0" if lanes == 1 else "zeroinitializer"
        name = emitter.let(f"icmp ne {memory_type(dtype, lanes)} {name}, {zero}")
    elif dtype == FLOAT8 and emitter.converts_float8:
        name = float8_code.to_float(emitter, name, lanes)
    elif dtype == FLOAT8:
        bits = emitter.let(f"zext {memory_type(dtype, lanes)} {name} to {a.bits_type}")
        name = _float8_to_float(a, bits)
    elif dtype == "bfloat16":
        bits = emitter.let(f"zext {memory_type(dtype, lanes)} {name} to {a.bits_type}")
        name = a.from_bits(a.on_bits("shl", bits, 16))
    elif dtype == "float16" and emitter.converts_half:
        half = emitter.let(f"bitcast {memory_type(dtype, lanes)} {name} to {_half_type(lanes)}")
        name = emitter.let(f"fpext {_half_type(lanes)} {half} to {a.type}")
    elif dtype == "float16":
        bits = emitter.let(f"zext {memory_type(dtype, lanes)} {name} to {a.bits_type}")
        name = _half_to_float(a, bits)
    return Value(name, computed_type(dtype), lanes)


def to_memory(emitter: Emitter, value: Value, dtype: str, flushing: bool = False) -> str:
    """Converts a value to its form in memory.

    Args:
        emitter: Receives the instructions.
        value: A value of the type in which `dtype` is computed.
        dtype: The element type in memory.
        flushing: Whether denormal numbers may become zero, as in the dot products of `dot_code`.
    """
    destination = memory_type(dtype, value.lanes)
    if dtype == "bool":
        return emitter.let(f"zext {value.typed} to {destination}")
    if dtype not in STORAGE:
        return value.name
    a = Arithmetic(emitter, "float32", value.lanes)
    if dtype == "bfloat16" and flushing and _rounds_to_bfloat16(emitter, value.lanes):
        bfloat16_type = f"<{value.lanes} x bfloat>"
        rounded = emitter.let(f"fptrunc {value.typed} to {bfloat16_type}")
        return emitter.let(f"bitcast {bfloat16_type} {rounded} to {destination}")
    if dtype == "float16" and emitter.converts_half:
        half = emitter.let(f"fptrunc {value.typed} to {_half_type(value.lanes)}")
        return emitter.let(f"bitcast {_half_type(value.lanes)} {half} to {destination}")
    if dtype == FLOAT8 and emitter.converts_float8:
        return float8_code.from_float(emitter, value)
    convert = {
        FLOAT8: _float_to_float8,
        "float16": _float_to_half,
        "bfloat16": _float_to_bfloat16,
    }[dtype]
    return emitter.let(f"trunc {a.bits_type} {convert(a, value.name)} to {destination}")


def round_to_storage(emitter: Emitter, value: Value, dtype: str) -> Value:
    """Rounds a float32 or float64 value once to a value that `dtype` can hold, as float32."""
    if value.dtype == "float64":
        a = Arithmetic(emitter, "float32", value.lanes)
        value = Value(_rounded_to_odd(a, value.name), "float32", value.lanes)
    return from_memory(emitter, to_memory(emitter, value, dtype), dtype, value.lanes)


def _rounds_to_bfloat16(emitter: Emitter, lanes: int) -> bool:
    """Whether AVX512-BF16's vcvtneps2bf16 exists for so many lanes."""
    return emitter.multiplies_bfloat16 and lanes in (8, 16)


def _half_type(lanes: int) -> str:
    return "half" if lanes == 1 else f"<{lanes} x half>"


def _float_to_bfloat16(a: Arithmetic, x: str) -> str:
    """Returns the upper 16 bits, rounded to nearest, ties to even. A NaN stays a NaN."""
    bits = a.bits(x)
    odd = a.on_bits("and", a.on_bits("lshr", bits, 16), 1)
    rounded = a.on_bits("add", a.on_bits("add", bits, 0x7FFF), odd)
    quiet = a.on_bits("or", bits, 1 << 22)
    return a.on_bits("lshr", _select_bits(a, a.compare("uno", x, x), quiet, rounded), 16)


def _half_to_float(a: Arithmetic, bits: str) -> str:
    """Moves exponent and fraction into place, then corrects the bias by a product.

    The product normalises denormal numbers (F. Giesen, "Half to float done quick").
    """
    magnitude = a.on_bits("shl", a.on_bits("and", bits, 0x7FFF), 13)
    scaled = a.bits(a.mul(a.from_bits(magnitude), a.const(2.0**112)))
    special = a.on_bits("or", magnitude, 0x7F800000)
    is_special = _compare_bits(a, "uge", magnitude, 0x7C00 << 13)
    sign = a.on_bits("shl", a.on_bits("and", bits, 0x8000), 16)
    return a.from_bits(a.on_bits("or", _select_bits(a, is_special, special, scaled), sign))


def _float_to_half(a: Arithmetic, x: str) -> str:
    """Rounds to float16, with three cases by magnitude.

    Values that are denormal as a half are rounded by adding ½, whose unit in the last place equals
    that of such halves. Normal halves use integer arithmetic. The rest becomes infinity or NaN.
    """
    bits = a.bits(x)
    magnitude = a.on_bits("and", bits, 0x7FFFFFFF)
    sign = a.on_bits("lshr", a.on_bits("and", bits, -(1 << 31)), 16)
    small = a.bits(a.add(a.from_bits(magnitude), a.const(0.5)))
    small = a.on_bits("sub", small, 0x3F000000)
    odd = a.on_bits("and", a.on_bits("lshr", magnitude, 13), 1)
    normal = a.on_bits("add", a.on_bits("add", magnitude, 0xFFF - (112 << 23)), odd)
    normal = a.on_bits("lshr", normal, 13)
    is_small = _compare_bits(a, "ult", magnitude, 113 << 23)
    result = _select_bits(a, is_small, small, normal)
    infinite = _compare_bits(a, "uge", magnitude, 0x477FF000)
    result = _select_bits(a, infinite, a.const_bits(0x7C00), result)
    nan = a.const_bits(0x7E00)
    return a.on_bits("or", _select_bits(a, a.compare("uno", x, x), nan, result), sign)


def _float8_to_float(a: Arithmetic, bits: str) -> str:
    """Moves exponent and fraction into place and corrects the bias, as `_half_to_float`. The
    largest magnitude is NaN.
    """
    magnitude = a.on_bits("shl", a.on_bits("and", bits, 0x7F), 20)
    scaled = a.bits(a.mul(a.from_bits(magnitude), a.const(2.0**120)))
    is_nan = _compare_bits(a, "eq", magnitude, 0x7F << 20)
    sign = a.on_bits("shl", a.on_bits("and", bits, 0x80), 24)
    found = _select_bits(a, is_nan, a.const_bits(0x7FC00000), scaled)
    return a.from_bits(a.on_bits("or", found, sign))


def _float_to_float8(a: Arithmetic, x: str) -> str:
    """Rounds to float8_e4m3fn, numbers beyond its range to the furthest. As in `_float_to_half`,
    those that are denormal then are rounded by adding a number whose unit in the last place is
    theirs.
    """
    bits = a.bits(x)
    sign = a.on_bits("lshr", a.on_bits("and", bits, -(1 << 31)), 24)
    magnitude = a.on_bits("and", bits, 0x7FFFFFFF)
    largest = a.bits(a.const(FLOAT8_LARGEST))
    beyond = a.emitter.let(f"icmp ugt {a.bits_type} {magnitude}, {largest}")
    magnitude = _select_bits(a, beyond, largest, magnitude)
    small = a.bits(a.add(a.from_bits(magnitude), a.const(2.0**14)))
    small = a.on_bits("sub", small, (127 + 14) << 23)
    odd = a.on_bits("and", a.on_bits("lshr", magnitude, 20), 1)
    normal = a.on_bits("add", a.on_bits("add", magnitude, 0x7FFFF - (120 << 23)), odd)
    normal = a.on_bits("lshr", normal, 20)
    is_small = _compare_bits(a, "ult", magnitude, (127 - 6) << 23)
    result = _select_bits(a, is_small, small, normal)
    nan = a.const_bits(0x7F)
    return a.on_bits("or", _select_bits(a, a.compare("uno", x, x), nan, result), sign)


def _rounded_to_odd(a: Arithmetic, x: str) -> str:
    """Converts a float64 to float32, rounded to odd if inexact.

    A second rounding then gives the same result as a single one (S. Boldo and G. Melquiond,
    "Emulation of FMA and correctly rounded sums", 2008).
    """
    nearest = a.narrow(x)
    wide, back = a.wide(), a.widen(nearest)
    bits = a.bits(nearest)
    beyond = wide.compare("ogt", wide.intrinsic("fabs", back), wide.intrinsic("fabs", x))
    step = _select_bits(a, beyond, a.const_bits(-1), a.const_bits(1))
    even = _compare_bits(a, "eq", a.on_bits("and", bits, 1), 0)
    inexact = wide.compare("one", back, x)
    adjusted = a.on_bits("add", bits, step)
    return a.from_bits(_select_bits(a, a.both(even, inexact), adjusted, bits))


def _compare_bits(a: Arithmetic, predicate: str, bits: str, bound: int) -> str:
    return a.emitter.let(f"icmp {predicate} {a.bits_type} {bits}, {a.const_bits(bound)}")


def _select_bits(a: Arithmetic, condition: str, then: str, otherwise: str) -> str:
    mask = llvm_type("bool", a.lanes)
    return a.emitter.let(
        f"select {mask} {condition}, {a.bits_type} {then}, {a.bits_type} {otherwise}"
    )
