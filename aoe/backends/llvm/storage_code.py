"""LLVM IR that converts between memory and values: bytes to bool, 8 and 16 bits to float32 and
back.

Types of 8 bits use integer arithmetic (`small_float_code`), or the instructions of GPUs that have
some. float16 uses the CPU's conversion instructions if it has them, else integer arithmetic. They
read float8_e5m2, too, whose numbers are the upper halves of those of float16. bfloat16 is the upper
half of a float32. It is rounded by integer arithmetic, because the instruction of some CPUs treats
denormal numbers as zero. The instruction is used only where earlier instructions flushed them
already (`to_memory`). No conversion calls a library.
"""

from __future__ import annotations

from aoe.backends.llvm import float8_code, small_float_code
from aoe.backends.llvm.arithmetic import Arithmetic
from aoe.backends.llvm.emitter import Emitter, Value, literal, llvm_type, memory_type
from aoe.backends.llvm.small_float_code import compare_bits, select_bits
from aoe.element_types import FLOAT8, FLOAT8_E5M2, STORAGE, computed_type


def from_memory(emitter: Emitter, name: str, dtype: str, lanes: int) -> Value:
    """Converts what was loaded as `memory_type(dtype)` to a value."""
    a = Arithmetic(emitter, "float32", lanes)
    if dtype == "bool":
        zero = "0" if lanes == 1 else "zeroinitializer"
        name = emitter.let(f"icmp ne {memory_type(dtype, lanes)} {name}, {zero}")
    elif dtype == FLOAT8 and emitter.converts_float8:
        name = float8_code.to_float(emitter, name, lanes)
    elif dtype == FLOAT8_E5M2 and emitter.converts_half:
        short = llvm_type("int16", lanes)
        wide = emitter.let(f"zext {memory_type(dtype, lanes)} {name} to {short}")
        upper = emitter.let(f"shl {short} {wide}, {literal(8, 'int16', lanes)}")
        half = emitter.let(f"bitcast {short} {upper} to {_half_type(lanes)}")
        name = emitter.let(f"fpext {_half_type(lanes)} {half} to {a.type}")
    elif dtype == "bfloat16":
        bits = emitter.let(f"zext {memory_type(dtype, lanes)} {name} to {a.bits_type}")
        name = a.from_bits(a.on_bits("shl", bits, 16))
    elif dtype == "float16" and emitter.converts_half:
        half = emitter.let(f"bitcast {memory_type(dtype, lanes)} {name} to {_half_type(lanes)}")
        name = emitter.let(f"fpext {_half_type(lanes)} {half} to {a.type}")
    elif dtype in STORAGE:
        bits = emitter.let(f"zext {memory_type(dtype, lanes)} {name} to {a.bits_type}")
        name = small_float_code.to_float(a, bits, dtype)
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
    if dtype in float8_code.ROUNDED and emitter.converts_float8:
        return float8_code.from_float(emitter, value, dtype)
    if dtype == "bfloat16":
        bits = _float_to_bfloat16(a, value.name)
    else:
        bits = small_float_code.from_float(a, value.name, dtype)
    return emitter.let(f"trunc {a.bits_type} {bits} to {destination}")


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
    return a.on_bits("lshr", select_bits(a, a.compare("uno", x, x), quiet, rounded), 16)


def _rounded_to_odd(a: Arithmetic, x: str) -> str:
    """Converts a float64 to float32, rounded to odd if inexact.

    A second rounding then gives the same result as a single one (S. Boldo and G. Melquiond,
    "Emulation of FMA and correctly rounded sums", 2008).
    """
    nearest = a.narrow(x)
    wide, back = a.wide(), a.widen(nearest)
    bits = a.bits(nearest)
    beyond = wide.compare("ogt", wide.intrinsic("fabs", back), wide.intrinsic("fabs", x))
    step = select_bits(a, beyond, a.const_bits(-1), a.const_bits(1))
    even = compare_bits(a, "eq", a.on_bits("and", bits, 1), 0)
    inexact = wide.compare("one", back, x)
    adjusted = a.on_bits("add", bits, step)
    return a.from_bits(select_bits(a, a.both(even, inexact), adjusted, bits))
