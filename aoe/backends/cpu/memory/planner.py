"""Plans an inference: lowers every operator under its policy and assigns memory to every buffer.

`aoe.backends.cpu.memory.placement` decides which values share a buffer. This module turns operators
into kernels. Equal kernels become one symbol, equal packed constants one copy. Buffers get offsets;
in the arena these follow from the calls that use a buffer (`aoe.backends.cpu.memory.arena`) and
from the threads that do so (`aoe.backends.cpu.memory.thread_arena`).
`aoe.backends.cpu.codegen.kernel_code` and `aoe.backends.cpu.codegen.plan.plan_code` compile the
result.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby
from types import MappingProxyType

from aoe.backends.cpu.codegen.kernel_code import scratch_bytes
from aoe.backends.cpu.memory.arena import Lifetime, assign_branches, pack
from aoe.backends.cpu.memory.constant_layout import ConstantLayout
from aoe.backends.cpu.memory.placement import BufferAllocation, Step, place
from aoe.backends.cpu.memory.planned_call import (
    ConstantPacking,
    PlannedCall,
    Pointer,
    split_offset,
)
from aoe.backends.cpu.memory.scattered_constants import scattered_constants
from aoe.backends.cpu.memory.thread_arena import Use, pack_for_threads
from aoe.backends.cpu.memory.thread_shares import Footprint, thread_shares
from aoe.backends.cpu.target.cpu_target import CpuTarget
from aoe.backends.registry import default_policy, lower
from aoe.element_types import ITEM_BYTES
from aoe.errors import CompileError
from aoe.loops.loop_nest import Buffer, Kernel, LoweredOperator, with_buffers
from aoe.operators.operator import Operator, View
from aoe.operators.operator_graph import OperatorGraph
from aoe.policy import Policy
from aoe.runtime.plan import (
    ConstantInfo,
    DataDependentSize,
    InterOpRegion,
    KernelCall,
    Location,
    PackedBlock,
    Plan,
    Requirement,
    TensorInfo,
    aligned,
)

#: A thread's scratch is a multiple of these bytes: two cache lines, which CPUs fetch in pairs.
SCRATCH_GRAIN = 128


@dataclass(frozen=True)
class PlannedGraph:
    """A plan with its kernels.

    Attributes:
        plan: The plan.
        kernels: The kernels that its calls name, by symbol.
    """

    plan: Plan
    kernels: Mapping[str, Kernel]


def plan_graph(
    graph: OperatorGraph,
    policies: Mapping[str, Policy],
    target: CpuTarget,
    layout: ConstantLayout | None = None,
    scattered: bool = False,
) -> PlannedGraph:
    """Plans a graph for a target.

    Args:
        graph: The graph.
        policies: Policies by operator key. An operator without one gets its default policy.
        target: The target.
        layout: The layout of constants shared with other plans, if there are any.
        scattered: Whether each constant is a block of its own, instead.

    Raises:
        PolicyError: If a policy is not in its operator's space.
    """
    placed = place(graph)
    builder = _Builder(policies, target, list(placed.allocations))
    for step in placed.steps:
        builder.add(step)
    return builder.finish(graph, layout, scattered)


@dataclass
class _Builder:
    """Collects kernels, calls and allocations while a graph is planned."""

    policies: Mapping[str, Policy]
    target: CpuTarget
    allocations: list[BufferAllocation]
    kernels: dict[str, Kernel] = field(default_factory=dict)
    calls: list[PlannedCall] = field(default_factory=list)
    prepare: list[PlannedCall] = field(default_factory=list)
    lowered_operators: dict[tuple[str, tuple[View, ...], View, int | None], LoweredOperator] = (
        field(default_factory=dict)
    )
    packed: dict[object, ConstantPacking] = field(default_factory=dict)

    def add(self, step: Step) -> None:
        """Adds the calls of one operator."""
        inputs = [split_offset(placement) for placement in step.inputs]
        output_view, output = split_offset(step.output)
        views = tuple(view for view, _ in inputs)
        lowered = self.lower_operator(step.operator, views, output_view, step.overwritten)
        bound = {f"input{number}": pointer for number, (_, pointer) in enumerate(inputs)}
        bound["output0"] = output
        bound |= self.temporaries(lowered)
        bound |= self.packed_constants(step, lowered, bound)
        for call in self.calls_of(lowered.kernels, bound, step.name):
            parallel = call.parallel and not step.operator.inter_op
            self.calls.append(replace(call, parallel=parallel, branch=step.branch))

    def lower_operator(
        self,
        operator: Operator,
        inputs: tuple[View, ...],
        output: View,
        overwritten: int | None,
    ) -> LoweredOperator:
        """Lowers an operator. Equal operators on equal views are lowered once."""
        key = (operator.key, inputs, output, overwritten)
        if key not in self.lowered_operators:
            policy = self.policies.get(operator.key) or default_policy(operator, self.target)
            lowered = lower(operator, inputs, output, policy, self.target)
            if overwritten is not None:
                lowered = _overwriting(lowered, overwritten)
            self.lowered_operators[key] = lowered
        return self.lowered_operators[key]

    def temporaries(self, lowered: LoweredOperator) -> dict[str, Pointer]:
        return {buffer.name: self.allocate("arena", buffer) for buffer in lowered.temporaries}

    def packed_constants(
        self, step: Step, lowered: LoweredOperator, bound: Mapping[str, Pointer]
    ) -> dict[str, Pointer]:
        """Returns the packed buffers of an operator.

        Operators that pack the same constants in the same way share the buffers. For new ones, this
        adds the prepare calls that fill them.
        """
        names = [buffer.name for buffer in lowered.packed]
        read = {
            name: bound[name]
            for kernel in lowered.prepare
            for name in kernel.arguments
            if name.startswith("input")
        }
        for name, pointer in read.items():
            if self.allocations[pointer.allocation].space != "constant":
                raise CompileError(f"{step.name}: {name} is packed ahead but is not a constant")
        source, how = tuple(sorted(read.items(), key=str)), (lowered.prepare, lowered.packed)
        if (source, how) not in self.packed:
            allocations = {
                buffer.name: self.allocate("packed", buffer) for buffer in lowered.packed
            }
            first = len(self.prepare)
            self.prepare += self.calls_of(lowered.prepare, {**bound, **allocations}, step.name)
            calls = range(first, len(self.prepare))
            self.packed[source, how] = ConstantPacking(
                source, how, tuple(allocations.values()), calls
            )
        return dict(zip(names, self.packed[source, how].allocations, strict=True))

    def calls_of(
        self, kernels: Iterable[Kernel], bound: Mapping[str, Pointer], operator: str
    ) -> list[PlannedCall]:
        return [
            PlannedCall(
                self.symbol(kernel),
                tuple(bound[name] for name in kernel.arguments),
                kernel.parallel > 0,
                operator,
                kernel.phase_count,
            )
            for kernel in kernels
        ]

    def symbol(self, kernel: Kernel) -> str:
        """Returns the kernel's name in object code. Equal kernels have the same name."""
        digest = hashlib.sha256(repr(kernel).encode()).hexdigest()[:16]
        symbol = f"{re.sub('[^A-Za-z0-9_]', '_', kernel.name)}_{digest}"
        self.kernels[symbol] = kernel
        return symbol

    def allocate(self, space: str, buffer: Buffer) -> Pointer:
        self.allocations.append(BufferAllocation(space, buffer.elements * ITEM_BYTES[buffer.dtype]))
        return Pointer(len(self.allocations) - 1)

    def finish(
        self, graph: OperatorGraph, layout: ConstantLayout | None, scattered: bool
    ) -> PlannedGraph:
        """Assigns addresses to the allocations and returns the plan."""
        done: dict[int, tuple[int, int]] = {}
        constant_bytes = packed_bytes = 0
        blocks: tuple[PackedBlock, ...] = ()
        if scattered:
            apart = scattered_constants(self.allocations, self.packed.values(), self.prepare)
            constants, packed, done = apart.constants, apart.packed, apart.done
            blocks = apart.packed_blocks
            for number, block in apart.blocks.items():
                self.allocations[number] = replace(self.allocations[number], index=block)
        elif layout is None:
            constants, constant_bytes = self.in_sequence("constant")
            packed, packed_bytes = self.in_sequence("packed")
        else:
            constants, constant_bytes = self.shared_constants(graph, layout)
            packed, done = self.shared_packed(graph, layout)
            packed_bytes = layout.packed_bytes
        inter_op_regions = self.inter_op_regions()
        arena, arena_bytes = self.arena(inter_op_regions)
        first, prepare_bytes = pack(self.lifetimes(self.prepare))
        scratch = max(map(scratch_bytes, self.kernels.values()), default=0)
        plan = Plan(
            inputs=_tensor_infos(graph, graph.inputs),
            outputs=_tensor_infos(graph, graph.outputs),
            calls=self.located(self.calls, constants | packed | arena),
            prepare=self.located(self.prepare, constants | packed | first, done),
            constant_bytes=constant_bytes,
            packed_bytes=packed_bytes,
            arena_bytes=max(arena_bytes, prepare_bytes),
            scratch_bytes=-(-scratch // SCRATCH_GRAIN) * SCRATCH_GRAIN,
            data_dependent_sizes=tuple(
                DataDependentSize(
                    graph.outputs.index(item.output),
                    item.dimension,
                    graph.outputs.index(item.count),
                )
                for item in graph.data_dependent_sizes
            ),
            requirements=tuple(
                Requirement(graph.outputs.index(item.output), item.holds, item.message)
                for item in graph.requirements
            ),
            inter_op_regions=inter_op_regions,
            constants=tuple(
                self.constant_info(graph, self.allocations[allocation].constant, offset)
                for allocation, offset in constants.items()
            ),
            packed_blocks=blocks,
            scattered=scattered,
        )
        return PlannedGraph(plan, self.kernels)

    def in_sequence(self, space: str) -> tuple[dict[int, int], int]:
        """Returns consecutive offsets for the allocations of a space, and their total size."""
        offsets, end = {}, 0
        for number, allocation in enumerate(self.allocations):
            if allocation.space == space:
                offsets[number] = end
                end += aligned(allocation.bytes)
        return offsets, end

    def shared_constants(
        self, graph: OperatorGraph, layout: ConstantLayout
    ) -> tuple[dict[int, int], int]:
        """Returns the offsets of the constants in a shared layout, and its size so far."""
        offsets = {
            number: layout.place(graph.constants[allocation.constant])
            for number, allocation in enumerate(self.allocations)
            if allocation.space == "constant"
        }
        return offsets, layout.bytes

    def shared_packed(
        self, graph: OperatorGraph, layout: ConstantLayout
    ) -> tuple[dict[int, int], dict[int, tuple[int, int]]]:
        """Returns the offsets of packed constants in a shared layout, and the done flags of prepare
        calls.

        The done flag of a call is the offset of a byte that tells whether the call was made. These
        bytes precede what the calls pack.
        """
        offsets: dict[int, int] = {}
        done: dict[int, tuple[int, int]] = {}
        for item in self.packed.values():
            read = tuple(
                (
                    name,
                    layout.place(graph.constants[self.allocations[at.allocation].constant]),
                    at.offset,
                )
                for name, at in item.read
            )
            sizes = [
                aligned(self.allocations[pointer.allocation].bytes) for pointer in item.allocations
            ]
            head = aligned(len(item.calls))
            start = layout.place_packed((read, item.how), head + sum(sizes))
            done |= {call: (0, start + number) for number, call in enumerate(item.calls)}
            start += head
            for pointer, size in zip(item.allocations, sizes, strict=True):
                offsets[pointer.allocation] = start
                start += size
        return offsets, done

    def arena(self, inter_op_regions: Sequence[InterOpRegion]) -> tuple[dict[int, int], int]:
        """Returns the offsets of the arena's allocations, and the arena's size."""
        lifetimes = assign_branches(self.lifetimes(self.calls), inter_op_regions)
        if self.target.threads == 1:
            return pack(lifetimes)
        return pack_for_threads(lifetimes, self.uses())

    def uses(self) -> list[list[Use]]:
        """Returns, for each call, the bytes of arena allocations that each thread accesses."""
        found: list[list[Use]] = []
        known: dict[tuple[str, range], dict[str, Footprint]] = {}
        for call in self.calls:
            kernel, threads = self.kernels[call.symbol], self.threads(call)
            if (call.symbol, threads) not in known:
                known[call.symbol, threads] = thread_shares(kernel, threads)
            shares = known[call.symbol, threads]
            found.append(
                [
                    Use(at.allocation, at.offset, shares[name])
                    for name, at in zip(kernel.arguments, call.arguments, strict=True)
                    if self.allocations[at.allocation].space == "arena"
                ]
            )
        return found

    def threads(self, call: PlannedCall) -> range:
        """Returns the threads that execute a call. Threads take a region's branches in turn."""
        if call.branch is not None:
            thread = call.branch[1] % self.target.threads
            return range(thread, thread + 1)
        return range(self.target.threads if call.parallel else 1)

    def lifetimes(self, calls: Sequence[PlannedCall]) -> dict[int, Lifetime]:
        """Returns the live range of every allocation of the arena: its first and last call."""
        found: dict[int, Lifetime] = {}
        for step, call in enumerate(calls):
            for pointer in call.arguments:
                allocation = self.allocations[pointer.allocation]
                if allocation.space == "arena":
                    alive = found.get(pointer.allocation, Lifetime(allocation.bytes, step, step))
                    found[pointer.allocation] = replace(alive, last=step)
        return found

    def inter_op_regions(self) -> tuple[InterOpRegion, ...]:
        """Returns where the branches of each inter-op region are among the calls."""
        found: list[InterOpRegion] = []
        first = 0
        for number, calls in groupby(self.calls, lambda call: call.branch and call.branch[0]):
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
        allocation = self.allocations[pointer.allocation]
        return Location(
            allocation.space, allocation.index, offsets.get(pointer.allocation, 0) + pointer.offset
        )

    def constant_info(self, graph: OperatorGraph, name: str, offset: int) -> ConstantInfo:
        tensor = graph.tensors[name]
        return ConstantInfo(name, tensor.dtype, tensor.shape, offset)


def _overwriting(lowered: LoweredOperator, number: int) -> LoweredOperator:
    """Rewrites a lowered operator so that its result overwrites an input.

    Both become one buffer, so that LLVM knows that they alias. The operator's only loop nest reads
    every element once, in the tile that writes it.
    """
    (kernel,) = lowered.kernels
    assert len(kernel.nests) == 1, "the input is read by one stage only"
    return replace(lowered, kernels=(with_buffers(kernel, {"output0": f"input{number}"}),))


def _tensor_infos(graph: OperatorGraph, names: Sequence[str]) -> tuple[TensorInfo, ...]:
    return tuple(
        TensorInfo(name, graph.tensors[name].dtype, graph.tensors[name].shape) for name in names
    )
