"""Plans an inference: lowers every operator under its policy and assigns memory to every buffer.

`aoe.backends.cpu.memory.placement` decides which values share a buffer.
`aoe.backends.cpu.memory.operator_calls` turns operators into calls of kernels.
`aoe.backends.cpu.memory.constant_offsets` says where constants are. This module gives the other
buffers their offsets; in the arena these follow from the calls that use a buffer
(`aoe.backends.cpu.memory.arena`) and from the threads that do so
(`aoe.backends.cpu.memory.thread_arena`). `aoe.backends.cpu.codegen.kernel_code` and
`aoe.backends.cpu.codegen.plan.plan_code` compile the result.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import groupby
from types import MappingProxyType

from aoe.backends.boundary_tensors import (
    aliases,
    data_dependent_sizes,
    requirements,
    tensor_infos,
)
from aoe.backends.cpu.memory.arena import Lifetime, assign_branches, pack, pack_apart
from aoe.backends.cpu.memory.constant_layout import ConstantLayout
from aoe.backends.cpu.memory.constant_offsets import constant_offsets
from aoe.backends.cpu.memory.loop_placement import PlacedLoop, place_with_loops
from aoe.backends.cpu.memory.operator_calls import Begin, OperatorCalls
from aoe.backends.cpu.memory.placement import Placement
from aoe.backends.cpu.memory.planned_call import PlannedCall, PlannedGraph, Pointer
from aoe.backends.cpu.memory.streamed_allocations import streamed_allocations
from aoe.backends.cpu.memory.thread_arena import Use, pack_for_threads
from aoe.backends.cpu.memory.thread_shares import Footprint, thread_shares
from aoe.backends.llvm.kernel_body import scratch_bytes
from aoe.element_types import ITEM_BYTES
from aoe.operators.operator_graph import OperatorGraph
from aoe.policy import Policy
from aoe.runtime.loop_region import CollectedRow, LoopRegion
from aoe.runtime.memory_location import Location
from aoe.runtime.plan import (
    ArenaBuffer,
    ConstantInfo,
    InterOpRegion,
    KernelCall,
    Plan,
)
from aoe.target import Target

#: A thread's scratch is a multiple of these bytes: two cache lines, which CPUs fetch in pairs.
SCRATCH_GRAIN = 128


def plan_graph(
    graph: OperatorGraph,
    policies: Mapping[str, Policy],
    target: Target,
    *,
    reuse_memory: bool = True,
) -> PlannedGraph:
    """Plans a graph for a target. See `begun_plan`."""
    return begun_plan(graph, policies, target, reuse_memory=reuse_memory)()


def begun_plan(
    graph: OperatorGraph,
    policies: Mapping[str, Policy],
    target: Target,
    layout: ConstantLayout | None = None,
    scattered: bool = False,
    reuse_memory: bool = True,
    by_thread: bool = True,
    begin: Begin | None = None,
) -> Callable[[], PlannedGraph]:
    """Finds the kernels of a graph for a target.

    Args:
        graph: The graph.
        policies: Policies by operator key. An operator without one gets its default policy.
        target: The target.
        layout: The layout of constants shared with other plans, if there are any.
        scattered: Whether each constant is a block of its own, instead.
        reuse_memory: Whether buffers share memory that they need at different times. Otherwise
            each has its own, and an arena is as large as all of them together.
        by_thread: Whether threads should find their own values in the arena. Without, only
            lifetimes count, as on a device whose units share their caches.
        begin: Is told each kernel as soon as it is known.

    Returns:
        What gives values their places. It is called once.

    Raises:
        PolicyError: If a policy is not in its operator's space.
    """
    placed, loops = place_with_loops(graph, reuse_memory)
    streamed = streamed_allocations(graph, placed, target)
    made = OperatorCalls(policies, target, list(placed.allocations), begin, streamed)
    begins: list[int] = []
    for step in placed.steps:
        begins.append(len(made.calls))
        made.add(step)
    begins.append(len(made.calls))
    addresses = _Addresses(made, loops, begins, placed.values, reuse_memory, by_thread)
    return partial(addresses.plan, graph, layout, scattered)


@dataclass
class _Addresses:
    """Gives the allocations of calls their addresses.

    Attributes:
        made: The calls. In a scattered plan their allocations get the numbers of their blocks.
        loops: The loops, by numbers of steps. A loop is behind those that contain it.
        begins: The number of the first call of each step, and behind them the number of calls.
        values: The first value in each allocation that holds one.
        reuse_memory: Whether buffers share memory that they need at different times.
        by_thread: Whether threads should find their own values in the arena.
    """

    made: OperatorCalls
    loops: Sequence[PlacedLoop]
    begins: Sequence[int]
    values: Mapping[int, str]
    reuse_memory: bool = True
    by_thread: bool = True

    def plan(
        self, graph: OperatorGraph, layout: ConstantLayout | None, scattered: bool
    ) -> PlannedGraph:
        """Assigns addresses to the allocations and returns the plan."""
        constant = constant_offsets(self.made, graph, layout, scattered)
        inter_op_regions = self.inter_op_regions()
        lifetimes = self.through_loops(self.lifetimes(self.made.calls))
        arena, arena_bytes = self.arena(lifetimes, inter_op_regions)
        packed_in = pack if self.reuse_memory else pack_apart
        first, prepare_bytes = packed_in(self.lifetimes(self.made.prepare))
        scratch = max(map(scratch_bytes, self.made.kernels.values()), default=0)
        offsets = constant.constants | constant.packed
        plan = Plan(
            inputs=tensor_infos(graph, graph.inputs),
            outputs=tensor_infos(graph, graph.outputs),
            calls=self.located(self.made.calls, offsets | arena),
            prepare=self.located(self.made.prepare, offsets | first, constant.done),
            constant_bytes=constant.constant_bytes,
            packed_bytes=constant.packed_bytes,
            arena_bytes=max(arena_bytes, prepare_bytes),
            scratch_bytes=-(-scratch // SCRATCH_GRAIN) * SCRATCH_GRAIN,
            data_dependent_sizes=data_dependent_sizes(graph),
            requirements=requirements(graph),
            inter_op_regions=inter_op_regions,
            constants=tuple(
                self.constant_info(graph, self.made.allocations[allocation].constant, offset)
                for allocation, offset in constant.constants.items()
            ),
            packed_blocks=constant.blocks,
            scattered=scattered,
            vocabulary=graph.texts.vocabulary,
            loops=tuple(self.loop_region(loop, offsets | arena) for loop in self.loops),
            aliases=aliases(graph),
            buffers=self.buffers(lifetimes, arena),
        )
        return PlannedGraph(plan, self.made.kernels)

    def buffers(
        self, lifetimes: Mapping[int, Lifetime], arena: Mapping[int, int]
    ) -> tuple[ArenaBuffer, ...]:
        """Returns what is said of the arena's buffers: when each is used, and by what value."""
        return tuple(
            ArenaBuffer(
                offset,
                lifetimes[number].bytes,
                lifetimes[number].first,
                lifetimes[number].last,
                self.values.get(number, ""),
            )
            for number, offset in arena.items()
        )

    def arena(
        self, lifetimes: Mapping[int, Lifetime], inter_op_regions: Sequence[InterOpRegion]
    ) -> tuple[dict[int, int], int]:
        """Returns the offsets of the arena's allocations, and the arena's size."""
        if not self.reuse_memory:
            return pack_apart(lifetimes)
        lifetimes = assign_branches(lifetimes, inter_op_regions)
        if self.made.target.threads == 1 or not self.by_thread:
            return pack(lifetimes)
        return pack_for_threads(lifetimes, self.uses())

    def uses(self) -> list[list[Use]]:
        """Returns, for each call, the bytes of arena allocations that each thread accesses."""
        found: list[list[Use]] = []
        known: dict[tuple[str, range], dict[str, Footprint]] = {}
        for call in self.made.calls:
            kernel, threads = self.made.kernels[call.symbol], self.threads(call)
            if (call.symbol, threads) not in known:
                known[call.symbol, threads] = thread_shares(kernel, threads)
            shares = known[call.symbol, threads]
            found.append(
                [
                    Use(at.allocation, at.offset, shares[name])
                    for name, at in zip(kernel.arguments, call.arguments, strict=True)
                    if self.made.allocations[at.allocation].space == "arena"
                ]
            )
        return found

    def threads(self, call: PlannedCall) -> range:
        """Returns the threads that execute a call. Threads take a region's branches in turn."""
        if call.branch is not None:
            thread = call.branch[1] % self.made.target.threads
            return range(thread, thread + 1)
        return range(self.made.target.threads if call.parallel else 1)

    def lifetimes(self, calls: Sequence[PlannedCall]) -> dict[int, Lifetime]:
        """Returns the live range of every allocation of the arena: its first and last call."""
        found: dict[int, Lifetime] = {}
        for step, call in enumerate(calls):
            for pointer in call.arguments:
                allocation = self.made.allocations[pointer.allocation]
                if allocation.space == "arena":
                    alive = found.get(pointer.allocation, Lifetime(allocation.bytes, step, step))
                    found[pointer.allocation] = replace(alive, last=step)
        return found

    def through_loops(self, lifetimes: Mapping[int, Lifetime]) -> dict[int, Lifetime]:
        """Returns live ranges that cover all iterations of each loop where a buffer is used outside
        the loop too, or holds what the next iteration reads. Inner loops come first.
        """
        found = dict(lifetimes)
        for loop in reversed(self.loops):
            first, last = self.begins[loop.first], self.begins[loop.end] - 1
            for number in loop.kept:
                if self.made.allocations[number].space == "arena":
                    size = self.made.allocations[number].bytes
                    found.setdefault(number, Lifetime(size, first, last))
            for number, alive in found.items():
                apart = alive.last < first or alive.first > last
                inside = first <= alive.first and alive.last <= last
                if number in loop.kept or not (apart or inside):
                    ends = min(alive.first, first), max(alive.last, last)
                    found[number] = replace(alive, first=ends[0], last=ends[1])
        return found

    def loop_region(self, loop: PlacedLoop, offsets: Mapping[int, int]) -> LoopRegion:
        """Returns a loop of the plan."""

        def located(placement: Placement) -> Location:
            skip = placement.view.offset * ITEM_BYTES[placement.view.dtype]
            return self.location(Pointer(placement.allocation, skip), offsets)

        rows = tuple(
            CollectedRow(located(row.source), located(row.target), row.row_bytes, row.room)
            for row in loop.rows
        )
        first, end = self.begins[loop.first], self.begins[loop.end]
        limit, enter, goes_on, number, count = map(located, loop.scalars)
        return LoopRegion(first, end, limit, enter, goes_on, number, count, rows)

    def inter_op_regions(self) -> tuple[InterOpRegion, ...]:
        """Returns where the branches of each inter-op region are among the calls."""
        found: list[InterOpRegion] = []
        first = 0
        for number, calls in groupby(self.made.calls, lambda call: call.branch and call.branch[0]):
            branches = tuple(
                len([*branch]) for _, branch in groupby(calls, lambda call: call.branch)
            )
            if number is not None:
                found.append(InterOpRegion(first, branches))
            first += sum(branches)
        return tuple(found)

    def located(
        self,
        calls: Sequence[PlannedCall],
        offsets: Mapping[int, int],
        done: Mapping[int, tuple[int, int]] = MappingProxyType({}),
    ) -> tuple[KernelCall, ...]:
        flags = [done.get(number, (0, None)) for number in range(len(calls))]
        return tuple(
            KernelCall(
                call.symbol,
                tuple(self.location(pointer, offsets) for pointer in call.arguments),
                call.parallel,
                call.operator,
                offset,
                call.phase_count,
                block,
            )
            for call, (block, offset) in zip(calls, flags, strict=True)
        )

    def location(self, pointer: Pointer, offsets: Mapping[int, int]) -> Location:
        allocation = self.made.allocations[pointer.allocation]
        return Location(
            allocation.space, allocation.index, offsets.get(pointer.allocation, 0) + pointer.offset
        )

    def constant_info(self, graph: OperatorGraph, name: str, offset: int) -> ConstantInfo:
        tensor = graph.tensors[name]
        return ConstantInfo(name, tensor.dtype, tensor.shape, offset)
