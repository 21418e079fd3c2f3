"""Bits: fields, permutations, counts."""

from __future__ import annotations

import numpy as np

from tests.backends.cuda.ptx_machine.machine import Threads
from tests.backends.cuda.ptx_machine.operands import TYPES, read, type_of, write
from tests.backends.cuda.ptx_machine.program import Instruction


def bit_field(threads: Threads, instruction: Instruction, active: np.ndarray) -> None:
    kind = type_of(instruction)
    target, source, start, length = instruction.operands
    value = read(threads, source, kind, active)
    first, count = (read(threads, item, "u32", active).astype(np.int64) for item in (start, length))
    bits = 8 * TYPES[kind].itemsize
    wide = value.astype(object)
    found = [
        (int(v) >> int(f)) & ((1 << int(c)) - 1)
        if kind[0] == "u" or not c
        else (((int(v) >> int(f)) & ((1 << int(c)) - 1)) ^ (1 << (int(c) - 1)))
        - (1 << (int(c) - 1))
        for v, f, c in zip(wide, first, count, strict=True)
    ]
    write(threads, target, (np.asarray(found, object) % (1 << bits)).astype(f"uint{bits}"), active)


def insert_field(threads: Threads, instruction: Instruction, active: np.ndarray) -> None:
    kind = type_of(instruction)
    target, inserted, base, start, length = instruction.operands
    a, b = (read(threads, item, kind, active) for item in (inserted, base))
    first, count = (read(threads, item, "u32", active) for item in (start, length))
    one = np.asarray(1, a.dtype)
    mask = ((one << count.astype(a.dtype)) - one) << first.astype(a.dtype)
    write(threads, target, (b & ~mask) | ((a << first.astype(a.dtype)) & mask), active)


def permute(threads: Threads, instruction: Instruction, active: np.ndarray) -> None:
    target, low, high, selector = instruction.operands
    a, b, c = (
        read(threads, item, "u32", active).astype(np.uint64) for item in (low, high, selector)
    )
    both, result = a | (b << np.uint64(32)), np.zeros(active.size, np.uint64)
    for byte in range(4):
        nibble = (c >> np.uint64(4 * byte)) & np.uint64(15)
        value = (both >> ((nibble & np.uint64(7)) * np.uint64(8))) & np.uint64(255)
        sign = np.where(value >> np.uint64(7), np.uint64(255), np.uint64(0))
        value = np.where(nibble & np.uint64(8), sign, value)
        result |= value << np.uint64(8 * byte)
    write(threads, target, result.astype(np.uint32), active)


def funnel(threads: Threads, instruction: Instruction, active: np.ndarray) -> None:
    target, low, high, amount = instruction.operands
    a, b, c = (read(threads, item, "u32", active).astype(np.uint64) for item in (low, high, amount))
    step = c & np.uint64(31) if "wrap" in instruction.name else np.minimum(c, np.uint64(32))
    both = (b << np.uint64(32)) | a
    left = "l" in instruction.name[1:2]
    value = (both << step) >> np.uint64(32) if left else both >> step
    write(threads, target, value.astype(np.uint32), active)


def logic3(threads: Threads, instruction: Instruction, active: np.ndarray) -> None:
    target, *sources, table = instruction.operands
    a, b, c = (read(threads, item, "u32", active) for item in sources)
    chosen, result = int(table, 0), np.zeros(active.size, np.uint32)
    for number in range(8):
        if chosen >> number & 1:
            result |= (
                (a if number & 4 else ~a) & (b if number & 2 else ~b) & (c if number & 1 else ~c)
            )
    write(threads, target, result, active)


def counted(threads: Threads, instruction: Instruction, active: np.ndarray) -> None:
    kind, name = type_of(instruction), instruction.name[0]
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
