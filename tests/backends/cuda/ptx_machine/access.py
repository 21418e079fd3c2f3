"""Loads, stores and addresses."""

from __future__ import annotations

import re
from typing import Any

import numpy as np

from tests.backends.cuda.ptx_machine.clusters import load_from_cluster
from tests.backends.cuda.ptx_machine.machine import Threads
from tests.backends.cuda.ptx_machine.memory import LOCAL, SHARED, MachineError
from tests.backends.cuda.ptx_machine.operands import (
    TYPES,
    constant,
    members,
    read,
    type_of,
    write,
)
from tests.backends.cuda.ptx_machine.program import Instruction


def addresses_of(threads: Threads, text: str, active: np.ndarray) -> np.ndarray:
    base, _, skip = text.strip("[]").partition("+")
    if base in threads.registers:
        value = threads.registers[base]
        wide = value[active].astype(np.int64)
        return np.asarray(wide + int(skip or 0))
    return np.full(
        active.size, int(constant(threads, base, TYPES["u64"], active)) + int(skip or 0), np.int64
    )


def space_of(instruction: Instruction) -> str:
    spaces = ("global", "shared", "local", "param", "const")
    return next(
        (word.partition("::")[0] for word in instruction.name if word.partition("::")[0] in spaces),
        "",
    )


def width_of(instruction: Instruction) -> int:
    return next((int(word[1:]) for word in instruction.name if re.fullmatch(r"v[248]", word)), 1)


def load_memory(
    threads: Threads, space: str, address: np.ndarray, dtype: Any, active: np.ndarray
) -> np.ndarray:
    """What is at addresses of a space, or at generic ones."""
    if space in ("global", "const"):
        read_early(threads, address, dtype, active)
        return threads.memory.load(address, dtype)
    if space == "cluster":
        return load_from_cluster(threads, address, dtype, active)
    if space == "shared":
        offset = np.where(address >= SHARED, address - SHARED, address)
        return threads.shared.load(threads.own_block[active], offset, dtype, active)
    if space == "local":
        offset = np.where(address >= LOCAL, address - LOCAL, address)
        return np.asarray(threads.local.view(dtype)[active, offset // np.dtype(dtype).itemsize])
    value = np.zeros(active.size, dtype)
    for name, inside in generic(address):
        if inside.any():
            value[inside] = load_memory(threads, name, address[inside], dtype, active[inside])
    return value


def read_early(threads: Threads, address: np.ndarray, dtype: Any, active: np.ndarray) -> None:
    """Checks what threads read that did not wait yet for the kernels in front of theirs."""
    early = threads.early[active]
    if early.any():
        threads.memory.read_early(address[early], np.dtype(dtype).itemsize)


def wait_for_kernels(threads: Threads, instruction: Instruction, active: np.ndarray) -> None:
    """griddepcontrol: the kernels in front of this one have ended, or the next may start."""
    if instruction.name[1] == "wait":
        threads.early[active] = False


def store_memory(
    threads: Threads, space: str, address: np.ndarray, value: np.ndarray, active: np.ndarray
) -> None:
    """Writes to addresses of a space, or to generic ones."""
    if space == "global":
        if threads.early[active].any():
            raise MachineError("a kernel writes before it waits for those in front of it")
        threads.memory.store(address, value)
    elif space == "shared":
        offset = np.where(address >= SHARED, address - SHARED, address)
        threads.shared.store(threads.own_block[active], offset, value, active)
    elif space == "local":
        offset = np.where(address >= LOCAL, address - LOCAL, address)
        threads.local.view(value.dtype)[active, offset // value.dtype.itemsize] = value
    else:
        for name, inside in generic(address):
            if inside.any():
                store_memory(threads, name, address[inside], value[inside], active[inside])


def generic(address: np.ndarray) -> list[tuple[str, np.ndarray]]:
    local = address >= LOCAL
    shared = (address >= SHARED) & ~local
    return [("local", local), ("shared", shared), ("global", ~(local | shared))]


def load(threads: Threads, instruction: Instruction, active: np.ndarray) -> None:
    kind, count = type_of(instruction), width_of(instruction)
    dtype, space = TYPES[kind], space_of(instruction)
    if "shared::cluster" in instruction.name:
        space = "cluster"
    names = members(instruction.operands[0])
    if space == "param":
        base, _, skip = instruction.operands[1].strip("[]").partition("+")
        place = threads.kernel.parameters[base][0] + int(skip or 0)
        held = threads.parameters[place : place + dtype.itemsize * count].view(dtype)
        for number, name in enumerate(names):
            write(threads, name, np.full(active.size, held[number], dtype), active)
        return
    address = addresses_of(threads, instruction.operands[1], active)
    if (address % (dtype.itemsize * count)).any():
        raise MachineError(
            f"{dtype.itemsize * count} bytes are read at an address not aligned to them"
        )
    if "nc" in instruction.name and threads.follows:
        threads.memory.read_early(address, dtype.itemsize * count)
    for number, name in enumerate(names):
        value = load_memory(threads, space, address + number * dtype.itemsize, dtype, active)
        write(threads, name, value, active)


def store(threads: Threads, instruction: Instruction, active: np.ndarray) -> None:
    kind, count = type_of(instruction), width_of(instruction)
    dtype, space = TYPES[kind], space_of(instruction)
    address = addresses_of(threads, instruction.operands[0], active)
    if (address % (dtype.itemsize * count)).any():
        raise MachineError(
            f"{dtype.itemsize * count} bytes are written at an address not aligned to them"
        )
    for number, name in enumerate(members(instruction.operands[1])):
        value = read(threads, name, kind, active)
        store_memory(threads, space, address + number * dtype.itemsize, value, active)


def cvta(threads: Threads, instruction: Instruction, active: np.ndarray) -> None:
    bases = {"shared": SHARED, "local": LOCAL}
    base = bases.get(space_of(instruction), 0)
    value = read(threads, instruction.operands[1], "s64", active)
    inside = value >= base if base else np.ones(active.size, bool)
    if "to" in instruction.name:
        value = np.where(inside, value - base, value)
    elif base:
        value = np.where(inside, value, value + base)
    write(threads, instruction.operands[0], value, active)
