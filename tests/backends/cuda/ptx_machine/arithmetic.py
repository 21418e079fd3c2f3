"""Arithmetic, comparisons and conversions."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from tests.backends.cuda.ptx_machine.float8 import convert_float8
from tests.backends.cuda.ptx_machine.machine import Threads
from tests.backends.cuda.ptx_machine.operands import TYPES, members, read, type_of, write
from tests.backends.cuda.ptx_machine.program import Instruction


def simple(compute: Callable[..., np.ndarray]) -> Callable[..., None]:
    """An instruction whose operands and result have its type."""

    def function(threads: Threads, instruction: Instruction, active: np.ndarray) -> None:
        kind = type_of(instruction)
        first, *rest = instruction.operands
        arguments = [read(threads, item, kind, active) for item in rest]
        value = compute(*arguments)
        if "sat" in instruction.name and TYPES[kind].kind == "f":
            value = np.where(np.isnan(value), 0, np.clip(value, 0, 1)).astype(value.dtype)
        write(threads, first, np.asarray(value).astype(TYPES[kind], copy=False), active)

    return function


def packed(threads: Threads, instruction: Instruction, active: np.ndarray) -> None:
    """mov, also of several registers to one and back."""
    target, source = instruction.operands
    kind = type_of(instruction)
    if source.startswith("{"):
        parts = [threads.registers[item][active] for item in members(source)]
        total = np.zeros(active.size, TYPES[kind])
        for number, part in enumerate(parts):
            total |= part.astype(total.dtype) << np.asarray(
                8 * part.dtype.itemsize * number, total.dtype
            )
        write(threads, target, total, active)
    elif target.startswith("{"):
        value = read(threads, source, kind, active)
        names = members(target)
        width = 8 * value.dtype.itemsize // len(names)
        for number, name in enumerate(names):
            part = (value >> np.asarray(width * number, value.dtype)).astype(f"uint{width}")
            write(threads, name, part, active)
    else:
        write(threads, target, read(threads, source, kind, active), active)


def multiply(threads: Threads, instruction: Instruction, active: np.ndarray) -> None:
    kind, name = type_of(instruction), instruction.name
    target, *rest = instruction.operands
    a, b = (read(threads, item, kind, active) for item in rest[:2])
    if TYPES[kind].kind == "f" or kind == "bf16":
        write(threads, target, (a * b).astype(TYPES[kind]), active)
        return
    bits = 8 * TYPES[kind].itemsize
    sign = "int" if kind.startswith("s") else "uint"
    if "wide" in name:
        wide = np.dtype(f"{sign}{2 * bits}")
        value = a.astype(wide) * b.astype(wide)
        extra = f"{'s' if sign == 'int' else 'u'}{2 * bits}"
    elif "hi" in name:
        value = np.array([(int(x) * int(y)) >> bits for x, y in zip(a, b, strict=True)], object)
        value = (value % (1 << bits)).astype(f"uint{bits}").view(a.dtype)
        extra = kind
    else:
        value, extra = a * b, kind
    if name[0] == "mad":
        value = value + read(threads, rest[2], extra, active)
    write(threads, target, value, active)


def fma(threads: Threads, instruction: Instruction, active: np.ndarray) -> None:
    kind = type_of(instruction)
    wide: Any = np.float64 if kind != "f64" else np.longdouble
    a, b, c = (read(threads, item, kind, active).astype(wide) for item in instruction.operands[1:])
    write(threads, instruction.operands[0], (a * b + c).astype(TYPES[kind]), active)


def divide(threads: Threads, instruction: Instruction, active: np.ndarray) -> None:
    kind = type_of(instruction)
    a, b = (read(threads, item, kind, active) for item in instruction.operands[1:3])
    if TYPES[kind].kind == "f":
        value = a / b
    else:
        safe = np.where(b == 0, 1, b).astype(b.dtype)
        quotient = (
            np.abs(a.astype(object)) // np.abs(safe.astype(object)) if kind[0] == "s" else a // safe
        )
        if kind[0] == "s":
            quotient = np.where((a < 0) ^ (safe < 0), -quotient, quotient)
            bits = 8 * TYPES[kind].itemsize
            quotient = (quotient % (1 << bits)).astype(f"uint{bits}").view(a.dtype)
        value = quotient
        if instruction.name[0] == "rem":
            value = a - quotient * safe
        value = np.where(b == 0, np.asarray(-1).astype(a.dtype), value).astype(a.dtype)
    write(threads, instruction.operands[0], value, active)


def minimum(threads: Threads, instruction: Instruction, active: np.ndarray) -> None:
    kind, is_max = type_of(instruction), instruction.name[0] == "max"
    values = [read(threads, item, kind, active) for item in instruction.operands[1:]]
    result = values[0]
    for value in values[1:]:
        if TYPES[kind].kind == "f":
            keeps = "NaN" in instruction.name
            function = (
                (np.maximum if is_max else np.minimum)
                if keeps
                else (np.fmax if is_max else np.fmin)
            )
            equal = result == value
            mixed = np.where(np.signbit(result) == is_max, value, result)
            result = np.where(equal, mixed, function(result, value)).astype(TYPES[kind])
        else:
            result = (np.maximum if is_max else np.minimum)(result, value)
    write(threads, instruction.operands[0], result, active)


def shift(threads: Threads, instruction: Instruction, active: np.ndarray) -> None:
    kind, name = type_of(instruction), instruction.name[0]
    value = read(threads, instruction.operands[1], kind, active)
    amount = read(threads, instruction.operands[2], "u32", active).astype(np.int64)
    bits = 8 * TYPES[kind].itemsize
    beyond = amount >= bits
    step = np.where(beyond, 0, amount).astype(value.dtype)
    shifted = value << step if name == "shl" else value >> step
    rest = (
        np.where(value < 0, -1, 0).astype(value.dtype) if kind[0] == "s" else np.zeros_like(value)
    )
    write(
        threads,
        instruction.operands[0],
        np.where(beyond, rest, shifted).astype(value.dtype),
        active,
    )


_COMPARE: Mapping[str, Callable[[Any, Any], Any]] = {
    "eq": np.equal, "ne": np.not_equal, "lt": np.less, "le": np.less_equal, "gt": np.greater,
    "ge": np.greater_equal, "lo": np.less, "ls": np.less_equal, "hi": np.greater,
    "hs": np.greater_equal,
}  # fmt: skip


def setp(threads: Threads, instruction: Instruction, active: np.ndarray) -> None:
    kind, comparison = type_of(instruction), instruction.name[1]
    target, first, second, *third = instruction.operands
    a, b = read(threads, first, kind, active), read(threads, second, kind, active)
    is_float = TYPES[kind].kind == "f" or kind == "bf16"
    unordered = np.isnan(a) | np.isnan(b) if is_float else np.zeros(active.size, bool)
    if comparison in ("num", "nan"):
        value = unordered if comparison == "nan" else ~unordered
    elif is_float and comparison.endswith("u"):
        value = _COMPARE[comparison[:-1]](a, b) | unordered
    else:
        value = _COMPARE[comparison](a, b) & ~unordered
    if third:
        other = read(threads, third[0], "pred", active)
        joined = {"and": np.logical_and, "or": np.logical_or, "xor": np.logical_xor}
        value = joined[instruction.name[2]](value, other)
    write(threads, target.partition("|")[0], value, active)


def selp(threads: Threads, instruction: Instruction, active: np.ndarray) -> None:
    kind = type_of(instruction)
    target, first, second, condition = instruction.operands
    a, b = read(threads, first, kind, active), read(threads, second, kind, active)
    write(threads, target, np.where(read(threads, condition, "pred", active), a, b), active)


def convert(threads: Threads, instruction: Instruction, active: np.ndarray) -> None:
    if {"e4m3x2", "e5m2x2"} & {*instruction.name}:
        convert_float8(threads, instruction, active)
        return
    words = [
        word for word in instruction.name if word in TYPES or word in ("f16x2", "bf16x2", "tf32")
    ]
    to, source = words[-2], words[-1]
    target = instruction.operands[0]
    if to in ("f16x2", "bf16x2"):
        high, low = (read(threads, item, "f32", active) for item in instruction.operands[1:3])
        kind = TYPES[to[:-2]]
        bits = [part.astype(kind).view(np.uint16).astype(np.uint32) for part in (low, high)]
        write(threads, target, bits[0] | bits[1] << np.uint32(16), active)
        return
    value = read(threads, instruction.operands[1], source, active)
    if to == "tf32":
        rounded = value.view(np.uint32) + np.uint32(0x1000)
        write(threads, target, rounded & np.uint32(0xFFFFE000), active)
        return
    rounding = {"rni": np.rint, "rzi": np.trunc, "rmi": np.floor, "rpi": np.ceil}
    chosen = next((rounding[word] for word in instruction.name if word in rounding), None)
    from_float = TYPES[source].kind == "f" or source == "bf16"
    to_float = TYPES[to].kind == "f" or to == "bf16"
    if from_float and chosen is not None:
        value = chosen(value)
    if from_float and not to_float:
        limits = np.iinfo(TYPES[to])
        wide = value.astype(np.longdouble)
        inside = np.clip(np.where(np.isnan(wide), 0, wide), limits.min, limits.max)
        value = inside.astype(np.int64 if limits.min else np.uint64).astype(TYPES[to])
    elif "sat" in instruction.name and not from_float:
        limits = np.iinfo(TYPES[to])
        value = np.clip(value.astype(object), limits.min, limits.max).astype(TYPES[to])
    elif "rz" in instruction.name and to == "f32" and source == "f64":
        near = value.astype(np.float32)
        beyond = np.abs(near.astype(np.float64)) > np.abs(value)
        value = np.where(beyond, np.nextafter(near, np.float32(0)), near)
    else:
        value = value.astype(TYPES[to])
    if "sat" in instruction.name and to_float:
        value = np.clip(value, 0, 1).astype(TYPES[to])
    write(threads, target, value, active)


def predicate_of(threads: Threads, instruction: Instruction, active: np.ndarray) -> None:
    kind, test = type_of(instruction), instruction.name[1]
    value = read(threads, instruction.operands[1], kind, active)
    tests: dict[str, Callable[[Any], Any]] = {
        "notanumber": np.isnan,
        "infinite": np.isinf,
        "finite": np.isfinite,
        "number": lambda v: ~np.isnan(v),
    }
    write(threads, instruction.operands[0], tests[test](value), active)


def copysign(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    found: np.ndarray = np.copysign(b, a)
    return found


def inverted(value: np.ndarray) -> np.ndarray:
    return ~value


def negated(value: np.ndarray) -> np.ndarray:
    return -value if value.dtype.kind != "u" else (~value + np.asarray(1, value.dtype))
