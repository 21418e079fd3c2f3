"""LLVM IR of type conversions. See `aoe.backends.llvm.expression_code`.

Floating point to integer truncates and turns NaN to 0. The conversion saturates for int32, int64
and uint64. Narrower integers are converted through int32, and uint32 through int64; both wrap. A
value is rounded once to float16 and bfloat16, to nearest, ties to even.
"""

from __future__ import annotations

import numpy as np

from aoe.backends.llvm.emitter import (
    ELEMENT_TYPES,
    Emitter,
    Value,
    constant,
    llvm_type,
    memory_type,
    splat,
)
from aoe.backends.llvm.storage_code import from_memory, round_to_storage, to_memory
from aoe.element_types import (
    ITEM_BYTES,
    STORAGE,
    UNSIGNED,
    integer_limits,
    is_floating,
    numpy_type,
)


def emit_cast(emitter: Emitter, x: Value, dtype: str) -> Value:
    """Converts a value to `dtype`. A type stored in 16 bits gives float32."""
    if dtype in STORAGE:
        wide = x if is_floating(x.dtype) else emit_cast(emitter, x, "float32")
        return round_to_storage(emitter, wide, dtype)
    if x.dtype == dtype:
        return x
    if dtype == "bool":
        zero = splat(emitter, constant(0, x.dtype), x.lanes)
        compare = "fcmp une" if is_floating(x.dtype) else "icmp ne"
        return Value(emitter.let(f"{compare} {x.typed}, {zero.name}"), "bool", x.lanes)
    destination = llvm_type(dtype, x.lanes)
    from_float, to_float = is_floating(x.dtype), is_floating(dtype)
    if from_float and not to_float:
        return _float_to_integer(emitter, x, dtype)
    if from_float:
        instruction = "fpext" if dtype == "float64" else "fptrunc"
    elif to_float:
        instruction = "uitofp" if x.dtype in UNSIGNED else "sitofp"
    else:
        instruction = _integer_conversion(x.dtype, dtype)
    return Value(emitter.let(f"{instruction} {x.typed} to {destination}"), dtype, x.lanes)


def emit_limited_cast(emitter: Emitter, x: Value, dtype: str) -> Value:
    """Converts a floating-point number that is NaN or within int32 to an integer type, as
    `emit_cast` does, which would put it within that type once more.
    """
    zero = splat(emitter, constant(0.0, x.dtype), x.lanes)
    mask = emitter.let(f"fcmp uno {x.typed}, {x.name}")
    kind = llvm_type("bool", x.lanes)
    number = emitter.let(f"select {kind} {mask}, {zero.typed}, {x.typed}")
    whole = emitter.let(f"fptosi {x.type} {number} to {llvm_type('int32', x.lanes)}")
    return emit_cast(emitter, Value(whole, "int32", x.lanes), dtype)


def emit_bitcast(emitter: Emitter, x: Value, source: str, destination: str) -> Value:
    """Returns the value whose stored bits as `destination` equal those of `x` as `source`."""
    bits, lanes = to_memory(emitter, x, source), x.lanes
    kinds = memory_type(source, lanes), memory_type(destination, lanes)
    if kinds[0] != kinds[1]:
        bits = emitter.let(f"bitcast {kinds[0]} {bits} to {kinds[1]}")
    return from_memory(emitter, bits, destination, lanes)


def _integer_conversion(source: str, destination: str) -> str:
    if source == "bool":
        return "zext"
    wide, narrow = ITEM_BYTES[destination], ITEM_BYTES[source]
    if wide == narrow:
        return "bitcast"
    if wide < narrow:
        return "trunc"
    return "zext" if source in UNSIGNED else "sext"


def _float_to_integer(emitter: Emitter, x: Value, dtype: str) -> Value:
    if ITEM_BYTES[dtype] < 4 or dtype == "uint32":
        wide = "int64" if dtype == "uint32" else "int32"
        return emit_cast(emitter, _float_to_integer(emitter, x, wide), dtype)
    if x.lanes > 1:
        return _vector_to_integers(emitter, x, dtype)
    destination = llvm_type(dtype)
    source = "f32" if x.dtype == "float32" else "f64"
    name = "fptoui" if dtype in UNSIGNED else "fptosi"
    function = f"@llvm.{name}.sat.{ELEMENT_TYPES[dtype]}.{source}"
    emitter.declare(f"declare {destination} {function}({x.type})")
    return Value(emitter.let(f"call {destination} {function}({x.typed})"), dtype)


def _vector_to_integers(emitter: Emitter, x: Value, dtype: str) -> Value:
    """The same for a vector. LLVM has a function for it that x86 computes element by element, so
    the vector is clamped to what the type holds, and what lay beyond is chosen afterwards.
    """

    def number(value: float, of: str) -> Value:
        return splat(emitter, constant(value, of), x.lanes)

    def chosen(condition: str, then: Value, otherwise: Value) -> Value:
        mask = emitter.let(f"fcmp {condition}")
        kind = llvm_type("bool", x.lanes)
        text = f"select {kind} {mask}, {then.typed}, {otherwise.typed}"
        return Value(emitter.let(text), then.dtype, x.lanes)

    least, most = integer_limits(dtype)
    lowest = number(float(least), x.dtype)
    # The largest number of this type below `most` + 1, which is a power of two.
    highest = number(float(np.nextafter(numpy_type(x.dtype).type(most + 1), 0)), x.dtype)
    clamped = chosen(f"ogt {x.typed}, {lowest.name}", x, lowest)
    clamped = chosen(f"olt {clamped.typed}, {highest.name}", clamped, highest)
    instruction = "fptoui" if dtype in UNSIGNED else "fptosi"
    text = f"{instruction} {clamped.typed} to {llvm_type(dtype, x.lanes)}"
    inside = Value(emitter.let(text), dtype, x.lanes)
    result = chosen(f"ogt {x.typed}, {highest.name}", number(most, dtype), inside)
    if dtype in UNSIGNED:  # a NaN was clamped to 0
        return result
    return chosen(f"uno {x.typed}, {x.name}", number(0, dtype), result)
