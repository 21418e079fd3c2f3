"""What an inference does on the device, for memory that is given: kernels, which may be recorded as
graphs, and loops.

Loops are driven from here: a condition is copied back before each iteration.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from typing import TypeAlias

import numpy as np

from aoe.backends.cuda.runtime.device import Branches, Replay, Start, Stream, Work
from aoe.backends.cuda.runtime.work import (
    ALIGNMENT,
    Kernels,
    Tables,
    branch_ends,
    bytes_of,
    in_order,
)
from aoe.errors import AoeError
from aoe.runtime.loop_region import LoopRegion
from aoe.runtime.memory_location import Location
from aoe.runtime.plan import KernelCall, Plan


@dataclass(frozen=True, slots=True)
class Places:
    """Addresses of what an inference reads and writes.

    Attributes:
        inputs: Of the inputs.
        outputs: Of the outputs.
        arena: Of the arena with scratch behind it, `arena_bytes` in all.
    """

    inputs: Sequence[int]
    outputs: Sequence[int]
    arena: int


def scratch_offset(plan: Plan) -> int:
    """Where scratch begins behind the arena."""
    return -(-plan.arena_bytes // ALIGNMENT) * ALIGNMENT


def arena_bytes(plan: Plan, kernels: Kernels) -> int:
    """Bytes of the arena with scratch behind it."""
    return scratch_offset(plan) + kernels.scratch_bytes(plan)


@dataclass(frozen=True)
class _Repeated:
    """A loop of the plan with what an iteration does."""

    region: LoopRegion
    items: tuple[_Item, ...]


_Item: TypeAlias = "Replay | _Repeated"


class _AtOnce(Replay):
    """Kernels that are started one by one, without a graph."""

    def __init__(self, stream: Stream, work: Work) -> None:
        self._stream, self._work = stream, work

    def start(self) -> None:
        """Starts them."""
        self._stream.start(self._work)

    def close(self) -> None:
        """Nothing to free."""


def overwrite_inputs(stream: Stream, plan: Plan, places: Places) -> None:
    """Copies inputs to the outputs that overwrite them, where these are elsewhere: kernels read
    such an input there.

    Raises:
        AoeError: Such an output lies where another input does, which the copy would destroy.
    """
    for alias in plan.aliases:
        source, target = places.inputs[alias.input], places.outputs[alias.output]
        if source != target:
            if target in places.inputs:
                lost = plan.inputs[places.inputs.index(target)].name
                raise AoeError(
                    f"output {plan.outputs[alias.output].name!r} lies where input {lost!r} does; "
                    f"give it the address of {plan.inputs[alias.input].name!r} or one of its own"
                )
            stream.copy(target, source, bytes_of(plan.inputs[alias.input]))


class Steps:
    """An inference of a plan on some memory."""

    def __init__(
        self,
        stream: Stream,
        plan: Plan,
        kernels: Kernels,
        tables: Tables,
        places: Places,
        *,
        recorded: bool = True,
    ) -> None:
        """`stream`: what it uses; whoever gives it closes it. `recorded`: whether kernels between
        loops are one graph.
        """
        self.stream, self.plan, self.kernels = stream, plan, kernels
        self._tables, self._places, self._is_recorded = tables, places, recorded
        self._scratch_at = scratch_offset(plan)
        self._replays: list[Replay] = []
        self._items: tuple[_Item, ...] | None = None

    def address(self, location: Location) -> int:
        """Where a location of the plan is."""
        blocks: Mapping[str, Sequence[int]] = {
            "input": self._places.inputs,
            "output": self._places.outputs,
            "constant": self._tables.constants,
            "packed": self._tables.packed,
        }
        if location.space == "arena":
            return self._places.arena + location.offset
        return blocks[location.space][location.index] + location.offset

    def starts(self, calls: Sequence[KernelCall], scratch: int = 0) -> list[Start]:
        """The starts of some calls, one after the other. `scratch`: where their scratch begins."""
        return [
            start
            for call in calls
            for start in self.kernels.starts(
                call,
                [self.address(item) for item in call.arguments],
                self._places.arena + self._scratch_at + scratch,
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
            for (start, stop), size in zip(branch_ends(region), sizes, strict=True):
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
        """Some calls, recorded one after the other. It lives as long as this."""
        return self._recorded(self.starts(calls))

    def _recorded(self, work: Work) -> Replay:
        made: Replay = _AtOnce(self.stream, work)
        if self._is_recorded:
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
        """Starts an inference on what the inputs hold."""
        overwrite_inputs(self.stream, self.plan, self._places)
        self._run(self.items)

    def close(self) -> None:
        """Waits, and frees what was recorded, also where the work that it waits for failed: it
        raises then what that raised.
        """
        replays, self._replays = self._replays, []
        with ExitStack() as last:
            for replay in replays:
                last.callback(replay.close)
            self.stream.wait()

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
