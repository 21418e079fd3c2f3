"""Instructions of groups of four warps on small matrices in shared memory: `wgmma`.

Products are computed when they are started. Until a group of them is waited for, its operands must
stay as they are, and whoever changes them is found out there. What other instructions wrote must
have been made visible to the instructions by a fence of the asynchronous proxy.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

import ml_dtypes
import numpy as np

from tests.backends.cuda.ptx_machine.machine import WARP, Threads
from tests.backends.cuda.ptx_machine.memory import MachineError
from tests.backends.cuda.ptx_machine.operands import TYPES, members, read, write
from tests.backends.cuda.ptx_machine.program import Instruction

GROUP = 4 * WARP
_ROWS, _DEPTH, _LINE = 64, 16, 128
_TYPES: dict[str, Any] = {
    "f16": np.float16,
    "bf16": ml_dtypes.bfloat16,
    "e4m3": ml_dtypes.float8_e4m3fn,
    "e5m2": ml_dtypes.float8_e5m2,
    "s8": np.int8,
    "u8": np.uint8,
    "tf32": np.float32,
}


@dataclass(frozen=True, slots=True)
class Products:
    """Products that are on their way.

    Attributes:
        thread: The first thread of the group of warps.
        number: The group of products that they belong to.
        block: The number of the block among those that run.
        offsets: Where the operands' elements of 16 bits lie in its shared memory.
        held: What was there.
    """

    thread: int
    number: int
    block: int
    offsets: np.ndarray
    held: np.ndarray


def whole_groups(threads: Threads, active: np.ndarray) -> np.ndarray:
    """The active threads by group of warps. Raises `MachineError` if a group is not whole."""
    if active.size % GROUP:
        raise MachineError("threads of a group of warps go separate ways")
    groups = active.reshape(-1, GROUP)
    apart = (np.diff(groups, axis=1) != 1).any() or (threads.thread[groups[:, 0]] % GROUP).any()
    if apart:
        raise MachineError("threads of a group of warps go separate ways")
    return groups


def execute_group(threads: Threads, instruction: Instruction, active: np.ndarray) -> None:
    """wgmma.fence, mma_async, commit_group and wait_group."""
    groups = whole_groups(threads, active)
    name = instruction.name[1]
    if name == "fence":
        threads.fenced[active] = True
    elif name == "commit_group":
        threads.grouped[active] += 1
    elif name == "wait_group":
        _wait(threads, groups, int(instruction.operands[0]))
    elif name == "mma_async":
        for group in groups:
            _multiply(threads, instruction, group)
    else:
        raise MachineError(f"unknown instruction of groups of warps: {instruction.text}")


def _wait(threads: Threads, groups: np.ndarray, left: int) -> None:
    done = {int(group[0]): int(threads.grouped[group[0]]) - left for group in groups}
    kept = []
    for item in threads.products:
        if item.number >= done.get(item.thread, 0):
            kept.append(item)
            continue
        now = threads.shared.bytes[item.block].view(np.uint16)[item.offsets // 2]
        if (now != item.held).any():
            raise MachineError("operands of wgmma changed before it was waited for")
    threads.products = kept
    threads.fenced[groups.reshape(-1)] = False


def _multiply(threads: Threads, instruction: Instruction, group: np.ndarray) -> None:
    sums, left, right, adds, *signs = instruction.operands
    types = instruction.name[-2:]
    of_bytes, of_halves = types[0] in ("s8", "u8"), types[0] in ("f16", "bf16")
    if signs != [*(() if of_bytes else ("1", "1")), *(("0", "0") if of_halves else ())]:
        raise MachineError("only operands along the reduction, and not negated, are known")
    if not threads.fenced[group].all():
        raise MachineError("no wgmma.fence precedes the products")
    shape = next(word for word in instruction.name if word.startswith("m64n"))
    depth = 2 * _DEPTH // np.dtype(_TYPES[types[0]]).itemsize
    columns = int(re.fullmatch(rf"m64n(\d+)k{depth}", shape)[1])  # type: ignore[index]
    registers, result = members(sums), "s32" if of_bytes else "f32"
    pairs = (("s8", "u8"), ("e4m3", "e5m2"))
    alike = types[0] == types[1] or any({*types} == {*pair} for pair in pairs)
    several = columns % 8 if not of_bytes or columns <= 24 else columns % 16
    if several or len(registers) != columns // 2 or instruction.name[-3] != result or not alike:
        raise MachineError("the sums do not fit the shape")
    a = _numbers(_operand(threads, left, group, _ROWS), types[0])
    b = _numbers(_operand(threads, right, group, columns), types[1])
    total = a @ b.T
    lane = np.arange(GROUP)
    row = lane // WARP * 16 + lane % WARP // 4
    adding = read(threads, adds, "pred", group)
    for number, register in enumerate(registers):
        across, rest = divmod(number, 4)
        down, side = divmod(rest, 2)
        before = np.where(adding, read(threads, register, result, group), TYPES[result].type(0))
        value = total[row + 8 * down, 8 * across + 2 * (lane % 4) + side]
        if of_bytes:  # sums wrap around
            write(threads, register, (value.astype(np.int64) + before).astype(np.int32), group)
        else:
            write(threads, register, (value + before).astype(np.float32), group)


def _numbers(bits: np.ndarray, kind: str) -> np.ndarray:
    """Elements of a type. The lower 13 bits of TF32 are cut off (PTX ISA, `wgmma.mma_async`)."""
    if kind == "tf32":
        bits = bits.view(np.uint32) & np.uint32(0xFFFFE000)
    return np.asarray(bits.view(_TYPES[kind]), np.float64)


def _operand(threads: Threads, register: str, group: np.ndarray, lines: int) -> np.ndarray:
    """The bits of lines × 16 elements of two bytes that a descriptor describes."""
    descriptors = read(threads, register, "u64", group)
    if (descriptors != descriptors[0]).any():
        raise MachineError("threads of a group of warps have different descriptors")
    descriptor = int(descriptors[0])
    start, pieces, eights = ((descriptor >> place & 0x3FFF) << 4 for place in (0, 16, 32))
    line, term = np.arange(lines)[:, None], np.arange(_DEPTH)[None, :]
    if descriptor >> 62 == 0:  # pieces of 16 bytes, those of eight lines behind each other
        place = start + line // 8 * eights + line % 8 * 16 + term // 8 * pieces + term % 8 * 2
    elif descriptor >> 62 == 1 and not descriptor >> 49 & 7 and eights % (8 * _LINE) == 0:
        place = start + line // 8 * eights + line % 8 * _LINE + 2 * term
        place ^= (place >> 7 & 7) << 4
    else:
        raise MachineError("only no swizzle, and that of 128 bytes without an offset, are known")
    block = int(threads.own_block[group[0]])
    threads.shared.read_by_matrix(block, place, group)
    found: np.ndarray = threads.shared.bytes[block].view(np.uint16)[place // 2]
    number = int(threads.grouped[group[0]])
    threads.products.append(Products(int(group[0]), number, block, place, found.copy()))
    return found
