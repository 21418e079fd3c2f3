"""Instructions of whole warps on small matrices, and asynchronous copies.

The fragments are those of the PTX ISA, "Warp Level Matrix Instructions".
"""

from __future__ import annotations

from typing import Any

import ml_dtypes
import numpy as np

from tests.backends.cuda.ptx_machine.access import (
    addresses_of,
    load_memory,
    read_early,
    store_memory,
)
from tests.backends.cuda.ptx_machine.machine import WARP, Threads
from tests.backends.cuda.ptx_machine.memory import MachineError
from tests.backends.cuda.ptx_machine.operands import TYPES, constant, members, read, write
from tests.backends.cuda.ptx_machine.program import Instruction

_LANES = np.arange(32)
_GROUP, _IN_GROUP = _LANES // 4, _LANES % 4
#: Elements of a register, and the type of sums, by the type of what is multiplied.
_INPUTS: dict[str, tuple[int, Any]] = {
    "f16": (2, np.float16),
    "bf16": (2, ml_dtypes.bfloat16),
    "tf32": (1, np.float32),
    "s8": (4, np.int8),
    "u8": (4, np.uint8),
    "e4m3": (4, ml_dtypes.float8_e4m3fn),
    "e5m2": (4, ml_dtypes.float8_e5m2),
}


def whole_warps(active: np.ndarray) -> np.ndarray:
    """The active threads by warp and lane. Raises `MachineError` if a warp is not whole."""
    if (
        active.size % WARP
        or (active.reshape(-1, WARP)[:, :1] % WARP).any()
        or (np.diff(active.reshape(-1, WARP), axis=1) != 1).any()
    ):
        raise MachineError("threads of a warp go separate ways")
    return active.reshape(-1, WARP)


def meet(threads: Threads, instruction: Instruction, active: np.ndarray) -> None:
    """bar.warp.sync: what threads of a warp wrote to shared memory is visible to each other."""
    whole_warps(active)
    threads.shared.meet(active)


def shuffle(threads: Threads, instruction: Instruction, active: np.ndarray) -> None:
    whole_warps(active)
    target, source, distance, _, _ = instruction.operands
    value = read(threads, source, "b32", active).reshape(-1, WARP)
    lanes = np.arange(WARP)
    step = (
        int(constant(threads, distance, TYPES["u32"], active))
        if not distance.startswith("%")
        else None
    )
    if step is None:
        step = int(read(threads, distance, "u32", active)[0])
    places = {
        "bfly": lanes ^ step,
        "down": np.minimum(lanes + step, WARP - 1),
        "up": np.maximum(lanes - step, 0),
        "idx": np.full(WARP, step),
    }
    moved = value[:, places[instruction.name[2]]].reshape(-1)
    write(threads, target.partition("|")[0], moved, active)


def multiply(threads: Threads, instruction: Instruction, active: np.ndarray) -> None:
    """mma.sync: d = a b + c."""

    warps = len(whole_warps(active))
    name = instruction.name
    shape = next(word for word in name if word.startswith("m16n8k"))
    depth = int(shape[6:])
    result, left, right, _ = name[-4:]
    operands = [members(item) for item in instruction.operands]
    per, kind = _INPUTS[left]
    a = np.zeros((warps, 16, depth), np.float64)
    for number, register in enumerate(operands[1]):
        row = _GROUP + 8 * (number % 2)
        column = _IN_GROUP * per + (depth // 2) * (number // 2)
        _spread(threads, register, active, kind, per, a, row, column)
    per, kind = _INPUTS[right]
    b = np.zeros((warps, 8, depth), np.float64)
    for number, register in enumerate(operands[2]):
        _spread(
            threads, register, active, kind, per, b, _GROUP, _IN_GROUP * per + depth // 2 * number
        )
    dtype = TYPES[result]
    total = a @ b.transpose(0, 2, 1)
    for number, (target, start) in enumerate(zip(operands[0], operands[3], strict=True)):
        row, column = _GROUP + 8 * (number // 2), 2 * _IN_GROUP + number % 2
        before = threads.registers[start][active].view(dtype).reshape(warps, 32)
        if dtype == np.int32:  # sums wrap around
            value = (total[:, row, column].astype(np.int64) + before).astype(np.uint32)
        else:
            value = (total[:, row, column] + before).astype(dtype)
        write(threads, target, value.reshape(-1), active)


def _spread(
    threads: Threads,
    register: str,
    active: np.ndarray,
    kind: Any,
    per: int,
    into: np.ndarray,
    row: np.ndarray,
    column: np.ndarray,
) -> None:
    bits = threads.registers[register][active]
    if kind is np.float32:  # TF32: the lower bits do not count
        bits = bits & np.uint32(0xFFFFE000)
    values = np.ascontiguousarray(bits).view(kind).reshape(len(into), 32, per)
    for place in range(per):
        into[:, row, column + place] = values[:, :, place].astype(np.float64)


def load_matrices(threads: Threads, instruction: Instruction, active: np.ndarray) -> None:
    """ldmatrix: matrices of 8 × 8 elements of 16 bits from shared memory."""

    warps = len(whole_warps(active))
    address = addresses_of(threads, instruction.operands[1], active)
    if (address % 16).any():
        raise MachineError("a row of a matrix is not aligned to 16 bytes")
    rows = np.stack(
        [
            load_memory(threads, "shared", address + 2 * place, np.uint16, active)
            for place in range(8)
        ],
        axis=1,
    ).reshape(warps, 4, 8, 8)
    if "trans" in instruction.name:
        rows = rows.transpose(0, 1, 3, 2)
    for number, register in enumerate(members(instruction.operands[0])):
        matrix = rows[:, number].astype(np.uint32)
        low = matrix[:, _GROUP, 2 * _IN_GROUP]
        high = matrix[:, _GROUP, 2 * _IN_GROUP + 1]
        write(threads, register, (low | high << np.uint32(16)).reshape(-1), active)


def prefetch(threads: Threads, instruction: Instruction, active: np.ndarray) -> None:
    """cp.async.bulk.prefetch: bytes that will be needed."""
    start, size = addresses_of(threads, instruction.operands[0], active), instruction.operands[1]
    if (start % 16).any() or int(size) % 16:
        raise MachineError("what is prefetched is not aligned to 16 bytes")
    for address in start:
        threads.memory.view(int(address), int(size))
        threads.memory.prefetched.append((int(address), int(size)))


def copy_async(threads: Threads, instruction: Instruction, active: np.ndarray) -> None:
    """cp.async: copies that are visible once their group is waited for."""

    name = instruction.name
    if "commit_group" in name:
        threads.committed[active] += 1
        return
    if "wait_group" in name or "wait_all" in name:
        left = int(instruction.operands[0]) if instruction.operands else 0
        _perform(threads, active, left)
        return
    size = int(instruction.operands[2])
    target = addresses_of(threads, instruction.operands[0], active)
    source = addresses_of(threads, instruction.operands[1], active)
    used = np.full(active.size, size)
    if len(instruction.operands) > 3:
        used = read(threads, instruction.operands[3], "u32", active).astype(np.int64)
    if (target % size).any() or (source[used > 0] % size).any():
        raise MachineError("an asynchronous copy is not aligned to its size")
    threads.memory.check_known(source)
    read_early(threads, source[used > 0], f"V{size}", active[used > 0])
    threads.copies.append((active, threads.committed[active].copy(), target, source, used, size))


def _perform(threads: Threads, active: np.ndarray, left: int) -> None:

    waiting = np.zeros(threads.count, bool)
    waiting[active] = True
    kept = []
    for who, group, target, source, used, size in threads.copies:
        now = waiting[who] & (group < threads.committed[who] - left)
        for byte in range(0, size, 4):
            for full in (True, False):
                some = now & ((used > byte) == full)
                if not some.any():
                    continue
                value = np.zeros(int(some.sum()), np.uint32)
                if full:
                    value = load_memory(
                        threads, "global", source[some] + byte, np.uint32, who[some]
                    )
                store_memory(threads, "shared", target[some] + byte, value, who[some])
        if not now.all():
            rest = ~now
            kept.append((who[rest], group[rest], target[rest], source[rest], used[rest], size))
    threads.copies = kept
