"""What one inference at a time works with: a stream, an arena, memory for inputs and outputs, and
the kernels of a plan recorded as graphs.

Loops are driven from here: a condition is copied back before each iteration.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from itertools import accumulate, pairwise
from math import prod
from typing import Any, TypeAlias

import numpy as np

from aoe.backends.cuda.runtime.device import (
    Branches,
    Device,
    Replay,
    Start,
    Stream,
    Work,
    undone_on_failure,
)
from aoe.backends.cuda.runtime.launch_plan import OBJECT, Launch, launches_from_bytes
from aoe.element_types import numpy_type
from aoe.runtime.loop_region import LoopRegion
from aoe.runtime.memory_location import Location
from aoe.runtime.plan import InterOpRegion, KernelCall, Plan, TensorInfo

#: Bytes that memory of the device is aligned to.
ALIGNMENT = 256
#: Spaces of memory that no inference writes.
_CONSTANT = frozenset({"constant", "packed"})


def _ends(region: InterOpRegion) -> list[tuple[int, int]]:
    """The first call of each branch, and the first behind it."""
    return list(pairwise(accumulate((region.first, *region.branches))))


def in_order(*parts: Work) -> Work:
    """Some work, part by part. A kernel starts early behind one other kernel only: behind branches
    it starts when they have ended.
    """
    found: list[Start | Branches] = []
    for part in parts:
        is_behind = bool(found) and isinstance(found[-1], Branches)
        found += _not_early(part) if is_behind else part
    return found


def _not_early(work: Work) -> Work:
    """Work whose first kernel starts when those in front of it have ended."""
    return [
        replace(item, follows=False) if number == 0 and isinstance(item, Start) else item
        for number, item in enumerate(work)
    ]


def bytes_of(info: TensorInfo) -> int:
    """Bytes of a tensor."""
    return prod(info.shape) * numpy_type(info.dtype).itemsize


@dataclass(frozen=True)
class Tables:
    """Addresses of blocks that do not change: one of constants and one of packed constants, or one
    for each of them in a scattered plan.

    Attributes:
        constants: Addresses of the blocks of constants.
        packed: Addresses of the blocks of packed constants.
    """

    constants: Sequence[int]
    packed: Sequence[int]


@dataclass(frozen=True)
class _Repeated:
    """A loop of the plan with what an iteration does."""

    region: LoopRegion
    items: tuple[_Item, ...]


_Item: TypeAlias = "Replay | _Repeated"


class Kernels:
    """The kernels of a program, loaded."""

    def __init__(self, device: Device, objects: Mapping[str, bytes]) -> None:
        self._device = device
        self.launches = launches_from_bytes(objects[OBJECT])
        self.functions: dict[str, Any] = {}
        with undone_on_failure(self.close):
            for symbol, launch in self.launches.items():
                self.functions[symbol] = device.function(objects[symbol], symbol, launch)

    def scratch_bytes(self, plan: Plan) -> int:
        """Bytes of memory for scratch that shared memory does not hold. Branches that run side by
        side have their own.
        """
        together = [sum(self.branch_scratch(plan, region)) for region in plan.inter_op_regions]
        return max([self._scratch((*plan.calls, *plan.prepare)), *together])

    def branch_scratch(self, plan: Plan, region: InterOpRegion) -> list[int]:
        """The same, of each branch."""
        return [self._scratch(plan.calls[first:end]) for first, end in _ends(region)]

    def _scratch(self, calls: Sequence[KernelCall]) -> int:
        used = [self.launches[call.function] for call in calls]
        most = max((item.scratch * item.grid for item in used), default=0)
        return -(-most // ALIGNMENT) * ALIGNMENT

    def starts(self, call: KernelCall, arguments: Sequence[int], scratch: int) -> list[Start]:
        """The starts of a call: one for each phase. A kernel that reads constants early waits for
        those in front of it to end if one of them might write it.
        """
        launch: Launch = self.launches[call.function]
        follows = launch.waits and all(
            call.arguments[number].space in _CONSTANT for number in launch.early
        )
        given = (*arguments, scratch) if launch.scratch else tuple(arguments)
        return [
            Start(
                self.functions[call.function],
                launch,
                (*given, phase) if launch.phases else given,
                call.function,
                follows,
            )
            for phase in range(call.phase_count)
        ]

    def close(self) -> None:
        """Frees all of them, even where freeing one fails."""
        functions, self.functions = self.functions, {}
        with ExitStack() as last:
            for function in functions.values():
                last.callback(self._device.unload, function)


class Lane:
    """What one inference at a time works with."""

    def __init__(
        self,
        stream: Stream,
        device: Device,
        plan: Plan,
        kernels: Kernels,
        tables: Tables,
        guard: int = 0,
    ) -> None:
        """`stream`: what it uses; whoever gives it closes it. `guard`: bytes around each output
        that nothing uses.
        """
        self.device, self.plan, self.kernels, self._tables = device, plan, kernels, tables
        self.stream = stream
        self._replays: list[Replay] = []
        self._blocks: list[int] = []
        self._scratch_at = -(-plan.arena_bytes // ALIGNMENT) * ALIGNMENT
        with undone_on_failure(self.close):
            self.inputs = [self._block(bytes_of(info)) for info in plan.inputs]
            self.guarded = [self._block(bytes_of(info) + 2 * guard) for info in plan.outputs]
            self._arena = self._block(self._scratch_at + kernels.scratch_bytes(plan))
        self.outputs = [address + guard for address in self.guarded]
        self._items: tuple[_Item, ...] | None = None

    def address(self, location: Location) -> int:
        """Where a location of the plan is."""
        blocks: Mapping[str, Sequence[int]] = {
            "input": self.inputs,
            "output": self.outputs,
            "constant": self._tables.constants,
            "packed": self._tables.packed,
        }
        if location.space == "arena":
            return self._arena + location.offset
        return blocks[location.space][location.index] + location.offset

    def starts(self, calls: Sequence[KernelCall], scratch: int = 0) -> list[Start]:
        """The starts of some calls, one after the other. `scratch`: where their scratch begins."""
        return [
            start
            for call in calls
            for start in self.kernels.starts(
                call,
                [self.address(item) for item in call.arguments],
                self._arena + self._scratch_at + scratch,
            )
        ]

    def work(self, first: int, end: int) -> Work:
        """The starts of the plan's calls with these numbers, those of its regions in branches."""
        parts: list[Work] = []
        at = first
        inside = [item for item in self.plan.inter_op_regions if first <= item.first < end]
        for region in sorted(inside, key=lambda item: item.first):
            branches, scratch = [], 0
            sizes = self.kernels.branch_scratch(self.plan, region)
            for (start, stop), size in zip(_ends(region), sizes, strict=True):
                starts = enumerate(self.starts(self.plan.calls[start:stop], scratch))
                own = [
                    replace(item, follows=item.follows and number > 0) for number, item in starts
                ]
                branches.append(tuple(own))
                scratch += size
            before = self.starts(self.plan.calls[at : region.first])
            parts += [before, [Branches(tuple(branches))]]
            at = region.end
        return in_order(*parts, self.starts(self.plan.calls[at:end]))

    def replay(self, calls: Sequence[KernelCall]) -> Replay:
        """Some calls, recorded one after the other. It lives as long as the lane."""
        return self._recorded(self.starts(calls))

    def _recorded(self, work: Work) -> Replay:
        made = self.stream.record(work)
        self._replays.append(made)
        return made

    @property
    def items(self) -> tuple[_Item, ...]:
        """What an inference does, in order."""
        if self._items is None:
            self._items = self._between(0, len(self.plan.calls), self.plan.loops)
        return self._items

    def run(self) -> None:
        """Starts an inference on what the inputs of the lane hold."""
        for alias in self.plan.aliases:
            size = bytes_of(self.plan.inputs[alias.input])
            self.stream.copy(self.outputs[alias.output], self.inputs[alias.input], size)
        self._run(self.items)

    def close(self) -> None:
        """Waits, and frees all that it has, also where the work that it waits for failed: it raises
        then what that raised.
        """
        blocks, self._blocks = self._blocks, []
        replays, self._replays = self._replays, []
        with ExitStack() as last:
            for address in blocks:
                last.callback(self.device.free, address)
            for replay in replays:
                last.callback(replay.close)
            self.stream.wait()

    def _block(self, size: int) -> int:
        """The address of memory that is freed with the lane."""
        self._blocks.append(self.device.allocate(size))
        return self._blocks[-1]

    def _between(self, first: int, end: int, loops: Sequence[LoopRegion]) -> tuple[_Item, ...]:
        """The items of some calls. `loops`: those among them, each behind the ones that contain
        it.
        """
        items: list[_Item] = []
        at = first
        outermost = [
            loop
            for number, loop in enumerate(loops)
            if not any(
                other.first <= loop.first and loop.end <= other.end for other in loops[:number]
            )
        ]
        for loop in sorted(outermost, key=lambda item: item.first):
            if at < loop.first:
                items.append(self._recorded(self.work(at, loop.first)))
            inner = [
                other
                for other in loops
                if other is not loop and loop.first <= other.first and other.end <= loop.end
            ]
            items.append(_Repeated(loop, self._between(loop.first, loop.end, inner)))
            at = loop.end
        if at < end:
            items.append(self._recorded(self.work(at, end)))
        return tuple(items)

    def _run(self, items: Sequence[_Item]) -> None:
        for item in items:
            if isinstance(item, _Repeated):
                self._repeat(item)
            else:
                item.start()

    def _repeat(self, loop: _Repeated) -> None:
        region = loop.region
        limit, goes_on = self._number(region.limit, "int64"), self._number(region.enter, "uint8")
        iteration = 0
        while iteration < limit and goes_on:
            self._write(region.number, iteration)
            self._run(loop.items)
            for row in region.rows:
                if row.room:
                    place = min(iteration, row.room - 1) * row.row_bytes
                    target = self.address(row.target) + place
                    self.stream.copy(target, self.address(row.source), row.row_bytes)
            goes_on = self._number(region.goes_on, "uint8")
            iteration += 1
        self._write(region.count, iteration)
        for row in region.rows:
            written = min(iteration, row.room) * row.row_bytes
            rest = self.address(row.target) + written
            self.stream.fill(rest, 0, row.row_bytes * row.room - written)

    def _number(self, location: Location, dtype: str) -> int:
        found = np.zeros(1, dtype)
        self.stream.download(found, self.address(location))
        return int(found[0])

    def _write(self, location: Location, value: int) -> None:
        self.stream.upload(self.address(location), np.asarray([value], np.int64))
