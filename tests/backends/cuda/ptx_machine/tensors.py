"""Tensors that kernels copy box by box: `cp.async.bulk.tensor` in the modes `tile` and `im2col`,
with the swizzle of 128 bytes (PTX ISA, "Tensors").
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from math import prod
from typing import TYPE_CHECKING

import numpy as np

from aoe.backends.cuda.runtime.launch_plan import Launch
from aoe.backends.cuda.runtime.tensor_map import TensorMap
from aoe.element_types import ITEM_BYTES
from tests.backends.cuda.ptx_machine.memory import GlobalMemory, MachineError

if TYPE_CHECKING:
    from tests.backends.cuda.ptx_machine.machine import Threads
    from tests.backends.cuda.ptx_machine.program import Instruction

_LINE, _UNIT, _MOST_BOX, _MOST_DIMENSIONS = 128, 16, 256, 5


@dataclass(frozen=True, slots=True)
class Tensor:
    """A tensor map as the driver would encode it, or refuse to.

    Attributes:
        described: What a program knows of it.
        address: Where it lies.
    """

    described: TensorMap
    address: int

    def __post_init__(self) -> None:
        known, item = self.described, ITEM_BYTES[self.described.dtype]
        fits = (
            1 <= len(known.sizes) <= _MOST_DIMENSIONS
            and len(known.sizes) == len(known.strides) + 1
            and len(known.box) == (2 if known.moved else len(known.sizes))
            and self.address % _UNIT == 0
            and all(0 < size <= 1 << 32 for size in known.sizes)
            and all(0 < stride < 1 << 40 and stride % _UNIT == 0 for stride in known.strides)
            and all(0 < size <= _MOST_BOX for size in known.box)
            and known.box[0] * item == _LINE
        )
        if known.moved:
            count = len(known.sizes) - 2
            most = {1: 1 << 15, 2: 1 << 7, 3: 1 << 4}.get(count, 0)
            corners = (*known.moved.lower, *known.moved.upper)
            sides = zip(known.sizes[1:-1], known.moved.lower, known.moved.upper, strict=True)
            fits &= len(corners) == 2 * count and all(-most <= item < most for item in corners)
            fits &= all(1 <= item <= 8 for item in known.moved.steps)
            fits &= all(size + upper > lower for size, lower, upper in sides)
        if not fits:
            raise MachineError(f"the driver refuses a tensor map: {known} at {self.address}")

    @property
    def box_bytes(self) -> int:
        """Bytes of a box, those outside of the tensor with it."""
        return prod(self.described.box) * ITEM_BYTES[self.described.dtype]

    def places(self, start: Sequence[int], offsets: Sequence[int]) -> tuple[np.ndarray, np.ndarray]:
        """The addresses of the elements of a box, the first dimension fastest, and which of them
        are in the tensor. `offsets`: from the place of a window to a tap.
        """
        if self.described.moved is not None:
            return self._pixels(start, offsets)
        known, item = self.described, ITEM_BYTES[self.described.dtype]
        address, inside = np.array([self.address]), np.array([True])
        steps = (item, *known.strides)
        for first, size, count, step in zip(start, known.sizes, known.box, steps, strict=True):
            along = first + np.arange(count)
            address = (along[:, None] * step + address).ravel()
            inside = (((along >= 0) & (along < size))[:, None] & inside).ravel()
        return address, inside

    def _pixels(
        self, start: Sequence[int], offsets: Sequence[int]
    ) -> tuple[np.ndarray, np.ndarray]:
        """The same of windows: from the first one on, along the innermost dimension until its
        places end, then along the next one, and from image to image.
        """
        known, moved, item = self.described, self.described.moved, ITEM_BYTES[self.described.dtype]
        assert moved is not None
        ends = [size + upper for size, upper in zip(known.sizes[1:-1], moved.upper, strict=True)]
        first, *place, image = start
        channels = first + np.arange(known.box[0])
        steps = (item, *known.strides)
        addresses, insides = [], []
        for _ in range(known.box[1]):
            taps = [place[number] + offset for number, offset in enumerate(offsets)]
            sizes = zip((*taps, image), known.sizes[1:], steps[1:], strict=True)
            found, there = (
                self.address + channels * item,
                (channels >= 0) & (channels < known.sizes[0]),
            )
            for at, size, step in sizes:
                found, there = found + at * step, there & (0 <= at < size)
            addresses.append(found)
            insides.append(there)
            for number, step in enumerate(moved.steps):
                place[number] += step
                if place[number] < ends[number]:
                    break
                place[number] = moved.lower[number]
            else:
                image += 1
        return np.concatenate(addresses), np.concatenate(insides)

    def box(
        self, memory: GlobalMemory, start: Sequence[int], offsets: Sequence[int], target: int
    ) -> np.ndarray:
        """The bytes of a box as they lie in shared memory from `target` on."""
        item = ITEM_BYTES[self.described.dtype]
        address, inside = self.places(start, offsets)
        held = np.zeros((address.size, item), np.uint8)
        held[inside] = memory.load(address[inside][:, None] + np.arange(item), "uint8")
        place = target + np.arange(held.size)
        found = np.zeros(held.size, np.uint8)
        found[(place ^ (place >> 7 & 7) << 4) - target] = held.ravel()
        return found


def given_to(launch: Launch, arguments: Sequence[int]) -> list[int | Tensor]:
    """All that a kernel is started with: arguments, and the maps behind them."""
    tensors = [Tensor(item, item.address(arguments)) for item in launch.maps]
    return [*arguments, *tensors]


def copy_box(threads: Threads, instruction: Instruction, active: np.ndarray) -> None:
    """cp.async.bulk.tensor from memory to shared memory of the own block."""
    from tests.backends.cuda.ptx_machine.mbarriers import own_places, start_copy
    from tests.backends.cuda.ptx_machine.operands import members, read

    target, source, barrier, *moved = instruction.operands
    name, _, listed = source.strip("[]").partition(",")
    known = ("mbarrier::complete_tx::bytes", "im2col" if moved else "tile", "shared::cluster")
    coordinates = [read(threads, item, "s32", active) for item in members(listed.strip())]
    if not set(known) <= set(instruction.name) or f"{len(coordinates)}d" not in instruction.name:
        raise MachineError("only copies of boxes to shared memory are known")
    targets, barriers = (own_places(threads, text, active) for text in (target, barrier))
    maps = read(threads, name, "u64", active)
    taps = [read(threads, item, "u16", active) for item in members(moved[0])] if moved else []
    for number, thread in enumerate(active):
        tensor = threads.tensors.get(int(maps[number]))
        if tensor is None:
            raise MachineError("there is no tensor map at the address")
        if len(tensor.described.sizes) != len(coordinates):
            raise MachineError("a box has as many coordinates as its tensor has dimensions")
        if len(taps) != (len(coordinates) - 2 if tensor.described.moved else 0):
            raise MachineError("a copy is not in the mode of its tensor map")
        offsets = [int(item[number]) for item in taps]
        start, place = [int(item[number]) for item in coordinates], int(targets[number])
        if place % _LINE or place + tensor.box_bytes > threads.shared.size:
            raise MachineError("a box does not lie in shared memory, aligned to 128 bytes")
        if threads.early[thread]:
            address, inside = tensor.places(start, offsets)
            threads.memory.read_early(address[inside], ITEM_BYTES[tensor.described.dtype])
        data = partial(tensor.box, threads.memory, start, offsets, place)
        own = int(threads.own_block[thread])
        barrier_at, size = int(barriers[number]), tensor.box_bytes
        start_copy(threads, int(thread), own, barrier_at, place, size, data)
