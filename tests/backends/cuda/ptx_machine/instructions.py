"""What each instruction of PTX does, for arrays of threads.

Registers hold bits. An instruction reads them as its type says. The names of functions are those of
the PTX ISA; `execute` is the entry point.
"""

from __future__ import annotations

import re
import struct
from collections.abc import Callable, Mapping
from typing import Any

import ml_dtypes
import numpy as np

from tests.backends.cuda.ptx_machine import matrix
from tests.backends.cuda.ptx_machine.machine import WARP, Threads
from tests.backends.cuda.ptx_machine.memory import LOCAL, SHARED, MachineError
from tests.backends.cuda.ptx_machine.program import Instruction

#: NumPy's types by PTX's.
TYPES: Mapping[str, Any] = {
    **{f"{sign}{8 * n}": np.dtype(f"{'int' if sign == 's' else 'uint'}{8 * n}") for sign in "us" for n in (1, 2, 4, 8)},
    **{f"b{8 * n}": np.dtype(f"uint{8 * n}") for n in (1, 2, 4, 8)},
    "f16": np.dtype(np.float16), "bf16": np.dtype(ml_dtypes.bfloat16),
    "f32": np.dtype(np.float32), "f64": np.dtype(np.float64), "pred": np.dtype(bool),
}  # fmt: skip
_SPECIAL = {"%tid.x": "thread", "%ctaid.x": "number"}


def execute(threads: Threads, instruction: Instruction, active: np.ndarray) -> None:
    """Executes an instruction for the active threads."""
    name = instruction.name
    function = _FUNCTIONS.get(name[0])
    if function is None:
        raise MachineError(f"unknown instruction: {instruction.text}")
    with np.errstate(all="ignore"):
        try:
            function(threads, instruction, active)
        except MachineError as error:
            raise MachineError(f"{threads.kernel.name}: {instruction.text}: {error}") from error


def read(threads: Threads, text: str, kind: str, active: np.ndarray) -> np.ndarray:
    """An operand as a type, for each active thread."""
    dtype = TYPES[kind]
    negated = text.startswith("!")
    text = text.lstrip("!")
    held = threads.registers.get(text)
    if held is not None:
        value = held[active]
        if dtype == bool:
            return value ^ negated
        if value.dtype.itemsize > dtype.itemsize:
            value = value.astype(f"uint{8 * dtype.itemsize}")
        elif value.dtype.itemsize < dtype.itemsize:
            value = value.astype(f"uint{8 * dtype.itemsize}")
        return value.view(dtype)
    return np.full(active.size, _constant(threads, text, dtype, active), dtype)


def _constant(threads: Threads, text: str, dtype: Any, active: np.ndarray) -> Any:
    if text in _SPECIAL:
        return getattr(threads, _SPECIAL[text])[active]
    if text in ("%ntid.x", "%nctaid.x"):
        return threads.block if text == "%ntid.x" else threads.grid
    if text == "%laneid":
        return threads.thread[active] % WARP
    if text[:2] in ("0f", "0F"):
        return struct.unpack(">f", bytes.fromhex(text[2:]))[0] if dtype.kind == "f" or dtype == TYPES["bf16"] else int(text[2:], 16)
    if text[:2] in ("0d", "0D"):
        return struct.unpack(">d", bytes.fromhex(text[2:]))[0] if dtype.kind == "f" else int(text[2:], 16)
    if text == "true" or text == "false":
        return text == "true"
    symbol, _, skip = text.partition("+")
    if symbol in threads.symbols:
        return threads.symbols[symbol] + int(skip or 0)
    value = int(text.rstrip("U"), 0)
    if dtype.kind in "ui" and dtype != bool:
        bits = 8 * dtype.itemsize
        value %= 1 << bits
        return value - (1 << bits) if dtype.kind == "i" and value >> (bits - 1) else value
    return value


def write(threads: Threads, register: str, value: np.ndarray, active: np.ndarray) -> None:
    """Sets a register; a narrower value is extended as its type says."""
    if register == "_":
        return
    held = threads.registers[register]
    value = np.asarray(value)
    if value.dtype == bool:
        held[active] = value
        return
    if value.dtype.itemsize != held.dtype.itemsize:
        assert value.dtype.kind in "ui", (register, value.dtype)
        value = value.astype(f"{'int' if value.dtype.kind == 'i' else 'uint'}{8 * held.dtype.itemsize}")
    held[active] = np.ascontiguousarray(value).view(held.dtype)


def members(text: str) -> list[str]:
    """The registers of `{a, b}`, or of one register."""
    return [item.strip() for item in text.strip("{}").split(",")]


def _type(instruction: Instruction) -> str:
    return next(word for word in reversed(instruction.name) if word in TYPES)


def _simple(compute: Callable[..., np.ndarray]) -> Callable[..., None]:
    """An instruction whose operands and result have its type."""

    def function(threads: Threads, instruction: Instruction, active: np.ndarray) -> None:
        kind = _type(instruction)
        first, *rest = instruction.operands
        arguments = [read(threads, item, kind, active) for item in rest]
        value = compute(*arguments)
        if "sat" in instruction.name and TYPES[kind].kind == "f":
            value = np.where(np.isnan(value), 0, np.clip(value, 0, 1)).astype(value.dtype)
        write(threads, first, np.asarray(value).astype(TYPES[kind], copy=False), active)

    return function


def _packed(threads: Threads, instruction: Instruction, active: np.ndarray) -> None:
    """mov, also of several registers to one and back."""
    target, source = instruction.operands
    kind = _type(instruction)
    if source.startswith("{"):
        parts = [threads.registers[item][active] for item in members(source)]
        total = np.zeros(active.size, TYPES[kind])
        for number, part in enumerate(parts):
            total |= part.astype(total.dtype) << np.asarray(8 * part.dtype.itemsize * number, total.dtype)
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


def _multiply(threads: Threads, instruction: Instruction, active: np.ndarray) -> None:
    kind, name = _type(instruction), instruction.name
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


def _fma(threads: Threads, instruction: Instruction, active: np.ndarray) -> None:
    kind = _type(instruction)
    wide = np.float64 if kind != "f64" else np.longdouble
    a, b, c = (read(threads, item, kind, active).astype(wide) for item in instruction.operands[1:])
    write(threads, instruction.operands[0], (a * b + c).astype(TYPES[kind]), active)


def _divide(threads: Threads, instruction: Instruction, active: np.ndarray) -> None:
    kind = _type(instruction)
    a, b = (read(threads, item, kind, active) for item in instruction.operands[1:3])
    if TYPES[kind].kind == "f":
        value = a / b
    else:
        safe = np.where(b == 0, 1, b).astype(b.dtype)
        quotient = np.abs(a.astype(object)) // np.abs(safe.astype(object)) if kind[0] == "s" else a // safe
        if kind[0] == "s":
            quotient = np.where((a < 0) ^ (safe < 0), -quotient, quotient)
            bits = 8 * TYPES[kind].itemsize
            quotient = (quotient % (1 << bits)).astype(f"uint{bits}").view(a.dtype)
        value = quotient
        if instruction.name[0] == "rem":
            value = a - quotient * safe
        value = np.where(b == 0, np.asarray(-1).astype(a.dtype), value).astype(a.dtype)
    write(threads, instruction.operands[0], value, active)


def _minimum(threads: Threads, instruction: Instruction, active: np.ndarray) -> None:
    kind, is_max = _type(instruction), instruction.name[0] == "max"
    values = [read(threads, item, kind, active) for item in instruction.operands[1:]]
    result = values[0]
    for value in values[1:]:
        if TYPES[kind].kind == "f":
            keeps = "NaN" in instruction.name
            function = (np.maximum if is_max else np.minimum) if keeps else (np.fmax if is_max else np.fmin)
            equal = result == value
            mixed = np.where(np.signbit(result) == is_max, value, result)
            result = np.where(equal, mixed, function(result, value)).astype(TYPES[kind])
        else:
            result = (np.maximum if is_max else np.minimum)(result, value)
    write(threads, instruction.operands[0], result, active)


def _shift(threads: Threads, instruction: Instruction, active: np.ndarray) -> None:
    kind, name = _type(instruction), instruction.name[0]
    value = read(threads, instruction.operands[1], kind, active)
    amount = read(threads, instruction.operands[2], "u32", active).astype(np.int64)
    bits = 8 * TYPES[kind].itemsize
    beyond = amount >= bits
    step = np.where(beyond, 0, amount).astype(value.dtype)
    shifted = value << step if name == "shl" else value >> step
    rest = np.where(value < 0, -1, 0).astype(value.dtype) if kind[0] == "s" else np.zeros_like(value)
    write(threads, instruction.operands[0], np.where(beyond, rest, shifted).astype(value.dtype), active)


_COMPARE: Mapping[str, Callable[[Any, Any], Any]] = {
    "eq": np.equal, "ne": np.not_equal, "lt": np.less, "le": np.less_equal, "gt": np.greater,
    "ge": np.greater_equal, "lo": np.less, "ls": np.less_equal, "hi": np.greater, "hs": np.greater_equal,
}  # fmt: skip


def _setp(threads: Threads, instruction: Instruction, active: np.ndarray) -> None:
    kind, comparison = _type(instruction), instruction.name[1]
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


def _selp(threads: Threads, instruction: Instruction, active: np.ndarray) -> None:
    kind = _type(instruction)
    target, first, second, condition = instruction.operands
    a, b = read(threads, first, kind, active), read(threads, second, kind, active)
    write(threads, target, np.where(read(threads, condition, "pred", active), a, b), active)


def _convert(threads: Threads, instruction: Instruction, active: np.ndarray) -> None:
    words = [word for word in instruction.name if word in TYPES or word in ("f16x2", "bf16x2", "tf32")]
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
        bits = value.view(np.uint32) + np.uint32(0x1000)
        write(threads, target, bits & np.uint32(0xFFFFE000), active)
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


# Memory


def _address(threads: Threads, text: str, active: np.ndarray) -> np.ndarray:
    base, _, skip = text.strip("[]").partition("+")
    if base in threads.registers:
        value = threads.registers[base]
        wide = value[active].astype(np.int64)
        return wide + int(skip or 0)
    return np.full(active.size, int(_constant(threads, base, TYPES["u64"], active)) + int(skip or 0), np.int64)


def _space(instruction: Instruction) -> str:
    spaces = ("global", "shared", "local", "param", "const")
    return next((word.partition("::")[0] for word in instruction.name if word.partition("::")[0] in spaces), "")


def _width(instruction: Instruction) -> int:
    return next((int(word[1:]) for word in instruction.name if re.fullmatch(r"v[248]", word)), 1)


def load_memory(threads: Threads, space: str, address: np.ndarray, dtype: Any, active: np.ndarray) -> np.ndarray:
    """What is at addresses of a space, or at generic ones."""
    if space in ("global", "const"):
        return threads.memory.load(address, dtype)
    if space == "shared":
        offset = np.where(address >= SHARED, address - SHARED, address)
        return threads.shared.load(threads.own_block[active], offset, dtype, active)
    if space == "local":
        offset = np.where(address >= LOCAL, address - LOCAL, address)
        return threads.local.view(dtype)[active, offset // np.dtype(dtype).itemsize]
    value = np.zeros(active.size, dtype)
    for name, inside in _generic(address):
        if inside.any():
            value[inside] = load_memory(threads, name, address[inside], dtype, active[inside])
    return value


def store_memory(threads: Threads, space: str, address: np.ndarray, value: np.ndarray, active: np.ndarray) -> None:
    """Writes to addresses of a space, or to generic ones."""
    if space == "global":
        threads.memory.store(address, value)
    elif space == "shared":
        offset = np.where(address >= SHARED, address - SHARED, address)
        threads.shared.store(threads.own_block[active], offset, value, active)
    elif space == "local":
        offset = np.where(address >= LOCAL, address - LOCAL, address)
        threads.local.view(value.dtype)[active, offset // value.dtype.itemsize] = value
    else:
        for name, inside in _generic(address):
            if inside.any():
                store_memory(threads, name, address[inside], value[inside], active[inside])


def _generic(address: np.ndarray) -> list[tuple[str, np.ndarray]]:
    local = address >= LOCAL
    shared = (address >= SHARED) & ~local
    return [("local", local), ("shared", shared), ("global", ~(local | shared))]


def _load(threads: Threads, instruction: Instruction, active: np.ndarray) -> None:
    kind, count = _type(instruction), _width(instruction)
    dtype, space = TYPES[kind], _space(instruction)
    names = members(instruction.operands[0])
    if space == "param":
        base, _, skip = instruction.operands[1].strip("[]").partition("+")
        place = threads.kernel.parameters[base][0] + int(skip or 0)
        held = threads.parameters[place : place + dtype.itemsize * count].view(dtype)
        for number, name in enumerate(names):
            write(threads, name, np.full(active.size, held[number], dtype), active)
        return
    address = _address(threads, instruction.operands[1], active)
    if (address % (dtype.itemsize * count)).any():
        raise MachineError(f"{dtype.itemsize * count} bytes are read at an address not aligned to them")
    for number, name in enumerate(names):
        value = load_memory(threads, space, address + number * dtype.itemsize, dtype, active)
        write(threads, name, value, active)


def _store(threads: Threads, instruction: Instruction, active: np.ndarray) -> None:
    kind, count = _type(instruction), _width(instruction)
    dtype, space = TYPES[kind], _space(instruction)
    address = _address(threads, instruction.operands[0], active)
    if (address % (dtype.itemsize * count)).any():
        raise MachineError(f"{dtype.itemsize * count} bytes are written at an address not aligned to them")
    for number, name in enumerate(members(instruction.operands[1])):
        value = read(threads, name, kind, active)
        store_memory(threads, space, address + number * dtype.itemsize, value, active)


def _cvta(threads: Threads, instruction: Instruction, active: np.ndarray) -> None:
    bases = {"shared": SHARED, "local": LOCAL}
    base = bases.get(_space(instruction), 0)
    value = read(threads, instruction.operands[1], "s64", active)
    inside = value >= base if base else np.ones(active.size, bool)
    if "to" in instruction.name:
        value = np.where(inside, value - base, value)
    elif base:
        value = np.where(inside, value, value + base)
    write(threads, instruction.operands[0], value, active)


# Threads together


def whole_warps(active: np.ndarray) -> np.ndarray:
    """The active threads by warp and lane. Raises `MachineError` if a warp is not whole."""
    if active.size % WARP or (active.reshape(-1, WARP)[:, :1] % WARP).any() or (np.diff(active.reshape(-1, WARP), axis=1) != 1).any():
        raise MachineError("threads of a warp go separate ways")
    return active.reshape(-1, WARP)


def _shuffle(threads: Threads, instruction: Instruction, active: np.ndarray) -> None:
    whole_warps(active)
    target, source, distance, _, _ = instruction.operands
    value = read(threads, source, "b32", active).reshape(-1, WARP)
    lanes = np.arange(WARP)
    step = int(_constant(threads, distance, TYPES["u32"], active)) if not distance.startswith("%") else None
    if step is None:
        step = int(read(threads, distance, "u32", active)[0])
    places = {"bfly": lanes ^ step, "down": np.minimum(lanes + step, WARP - 1), "up": np.maximum(lanes - step, 0), "idx": np.full(WARP, step)}
    moved = value[:, places[instruction.name[2]]].reshape(-1)
    write(threads, target.partition("|")[0], moved, active)


def _nothing(threads: Threads, instruction: Instruction, active: np.ndarray) -> None:
    """A hint, or an order of memory that the machine keeps anyway."""


def _bit_field(threads: Threads, instruction: Instruction, active: np.ndarray) -> None:
    kind = _type(instruction)
    target, source, start, length = instruction.operands
    value = read(threads, source, kind, active)
    first, count = (read(threads, item, "u32", active).astype(np.int64) for item in (start, length))
    bits = 8 * TYPES[kind].itemsize
    wide = value.astype(object)
    found = [
        (int(v) >> int(f)) & ((1 << int(c)) - 1) if kind[0] == "u" or not c else
        (((int(v) >> int(f)) & ((1 << int(c)) - 1)) ^ (1 << (int(c) - 1))) - (1 << (int(c) - 1))
        for v, f, c in zip(wide, first, count, strict=True)
    ]
    write(threads, target, (np.asarray(found, object) % (1 << bits)).astype(f"uint{bits}"), active)


def _insert_field(threads: Threads, instruction: Instruction, active: np.ndarray) -> None:
    kind = _type(instruction)
    target, inserted, base, start, length = instruction.operands
    a, b = (read(threads, item, kind, active) for item in (inserted, base))
    first, count = (read(threads, item, "u32", active) for item in (start, length))
    one = np.asarray(1, a.dtype)
    mask = ((one << count.astype(a.dtype)) - one) << first.astype(a.dtype)
    write(threads, target, (b & ~mask) | ((a << first.astype(a.dtype)) & mask), active)


def _permute(threads: Threads, instruction: Instruction, active: np.ndarray) -> None:
    target, low, high, selector = instruction.operands
    a, b, c = (read(threads, item, "u32", active).astype(np.uint64) for item in (low, high, selector))
    both, result = a | (b << np.uint64(32)), np.zeros(active.size, np.uint64)
    for byte in range(4):
        nibble = (c >> np.uint64(4 * byte)) & np.uint64(15)
        value = (both >> ((nibble & np.uint64(7)) * np.uint64(8))) & np.uint64(255)
        sign = np.where(value >> np.uint64(7), np.uint64(255), np.uint64(0))
        value = np.where(nibble & np.uint64(8), sign, value)
        result |= value << np.uint64(8 * byte)
    write(threads, target, result.astype(np.uint32), active)


def _funnel(threads: Threads, instruction: Instruction, active: np.ndarray) -> None:
    target, low, high, amount = instruction.operands
    a, b, c = (read(threads, item, "u32", active).astype(np.uint64) for item in (low, high, amount))
    step = c & np.uint64(31) if "wrap" in instruction.name else np.minimum(c, np.uint64(32))
    both = (b << np.uint64(32)) | a
    if "l" in instruction.name[1:2]:
        value = (both << step) >> np.uint64(32)
    else:
        value = both >> step
    write(threads, target, value.astype(np.uint32), active)


def _logic3(threads: Threads, instruction: Instruction, active: np.ndarray) -> None:
    target, *sources, table = instruction.operands
    a, b, c = (read(threads, item, "u32", active) for item in sources)
    chosen, result = int(table, 0), np.zeros(active.size, np.uint32)
    for number in range(8):
        if chosen >> number & 1:
            result |= (a if number & 4 else ~a) & (b if number & 2 else ~b) & (c if number & 1 else ~c)
    write(threads, target, result, active)


def _counted(threads: Threads, instruction: Instruction, active: np.ndarray) -> None:
    kind, name = _type(instruction), instruction.name[0]
    bits = 8 * TYPES[kind].itemsize
    value = read(threads, instruction.operands[1], kind, active).view(f"uint{bits}")
    if name == "popc":
        found = [int(v).bit_count() for v in value]
    elif name == "clz":
        found = [bits - int(v).bit_length() for v in value]
    elif name == "brev":
        found = [int(f"{int(v):0{bits}b}"[::-1], 2) for v in value]
        write(threads, instruction.operands[0], np.asarray(found, f"uint{bits}"), active)
        return
    else:  # bfind
        found = [int(v).bit_length() - 1 for v in value]
    write(threads, instruction.operands[0], np.asarray(found, np.int64).astype(np.uint32), active)


def _predicate_of(threads: Threads, instruction: Instruction, active: np.ndarray) -> None:
    kind, test = _type(instruction), instruction.name[1]
    value = read(threads, instruction.operands[1], kind, active)
    tests = {"notanumber": np.isnan, "infinite": np.isinf, "finite": np.isfinite, "number": lambda v: ~np.isnan(v)}
    write(threads, instruction.operands[0], tests[test](value), active)


def _copysign(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    return np.copysign(b, a)


def _not(value: np.ndarray) -> np.ndarray:
    return ~value


def _neg(value: np.ndarray) -> np.ndarray:
    return -value if value.dtype.kind != "u" else (~value + np.asarray(1, value.dtype))


_FUNCTIONS: Mapping[str, Callable[[Threads, Instruction, np.ndarray], None]] = {
    "mov": _packed,
    "add": _simple(np.add), "sub": _simple(np.subtract), "mul": _multiply, "mad": _multiply,
    "div": _divide, "rem": _divide, "fma": _fma, "min": _minimum, "max": _minimum,
    "abs": _simple(np.abs), "neg": _simple(_neg), "not": _simple(_not),
    "and": _simple(np.bitwise_and), "or": _simple(np.bitwise_or), "xor": _simple(np.bitwise_xor),
    "shl": _shift, "shr": _shift, "setp": _setp, "selp": _selp, "cvt": _convert, "cvta": _cvta,
    "sqrt": _simple(np.sqrt), "rcp": _simple(lambda v: (1 / v).astype(v.dtype)),
    "rsqrt": _simple(lambda v: (1 / np.sqrt(v)).astype(v.dtype)),
    "ex2": _simple(np.exp2), "lg2": _simple(np.log2), "sin": _simple(np.sin), "cos": _simple(np.cos),
    "tanh": _simple(np.tanh), "copysign": _simple(_copysign), "testp": _predicate_of,
    "ld": _load, "st": _store, "shfl": _shuffle, "ldu": _load,
    "bar": _nothing, "membar": _nothing, "fence": _nothing, "prefetch": _nothing,
    "prefetchu": _nothing, "griddepcontrol": _nothing,
    "bfe": _bit_field, "bfi": _insert_field, "prmt": _permute, "shf": _funnel, "lop3": _logic3,
    "popc": _counted, "clz": _counted, "brev": _counted, "bfind": _counted,
    "mma": matrix.multiply, "ldmatrix": matrix.load_matrices, "cp": matrix.copy_async,
}  # fmt: skip
