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
from aoe.backends.cpu.memory.arena import Lifetime, lanes_apart, pack
from aoe.backends.cpu.memory.constant_layout import ConstantLayout
from aoe.backends.cpu.memory.placement import BufferAllocation, Placement, Step, place
from aoe.backends.cpu.memory.thread_arena import Use, pack_for_threads
from aoe.backends.cpu.memory.thread_shares import Shares, thread_shares
from aoe.backends.registry import default_policy, lower
from aoe.element_types import ITEM_BYTES
from aoe.errors import CompileError
from aoe.loops.loop_nest import Buffer, Kernel, LoweredOperator, with_buffers
from aoe.operators.operator import Operator, View
from aoe.operators.operator_graph import OperatorGraph
from aoe.policy import Policy
from aoe.runtime.plan import (
    ALIGNMENT,
    ConstantInfo,
    DataDependentSize,
    InterOpRegion,
    KernelCall,
    Location,
    Plan,
    TensorInfo,
    aligned,
)
from aoe.target import Target

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


@dataclass(frozen=True, slots=True)
class _Pointer:
    """A byte offset in an allocation that has no address yet.

    Attributes:
        room: The number of the allocation.
        offset: The offset in bytes.
    """

    room: int
    offset: int = 0


@dataclass(frozen=True, slots=True)
class _Call:
    """One kernel call before its buffers have addresses.

    Attributes:
        symbol: The kernel's symbol.
        arguments: The pointer arguments.
        parallel: Whether all threads take part.
        operator: The operator's name, for profiles.
        phase_count: The number of fork-join regions of the kernel.
        lane: The numbers of the inter-op region and of the branch that the call belongs to.
    """

    symbol: str
    arguments: tuple[_Pointer, ...]
    parallel: bool
    operator: str
    phase_count: int = 1
    lane: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class _Pack:
    """Constants that are packed together.

    Attributes:
        read: The source constants, by the names of the kernels' arguments.
        how: The packing kernels and the packed buffers; equal for equal packing.
        rooms: The packed buffers.
        calls: The numbers of the prepare calls that fill them.
    """

    read: tuple[tuple[str, _Pointer], ...]
    how: tuple[object, ...]
    rooms: tuple[_Pointer, ...]
    calls: range


def plan_graph(
    graph: OperatorGraph,
    policies: Mapping[str, Policy],
    target: Target,
    layout: ConstantLayout | None = None,
) -> PlannedGraph:
    """Plans a graph for a target.

    Args:
        graph: The graph.
        policies: Policies by operator key. An operator without one gets its default policy.
        target: The target.
        layout: The layout of constants shared with other plans, if there are any.

    Raises:
        PolicyError: If a policy is not in its operator's space.
    """
    placed = place(graph)
    builder = _Builder(policies, target, list(placed.rooms))
    for step in placed.steps:
        builder.add(step)
    return builder.finish(graph, layout)


@dataclass
class _Builder:
    """Collects kernels, calls and allocations while a graph is planned."""

    policies: Mapping[str, Policy]
    target: Target
    rooms: list[BufferAllocation]
    kernels: dict[str, Kernel] = field(default_factory=dict)
    calls: list[_Call] = field(default_factory=list)
    prepare: list[_Call] = field(default_factory=list)
    lowered: dict[tuple[str, tuple[View, ...], View, int | None], LoweredOperator] = field(
        default_factory=dict
    )
    packed: dict[object, _Pack] = field(default_factory=dict)

    def add(self, step: Step) -> None:
        """Adds the calls of one operator."""
        inputs = [_split_offset(placement) for placement in step.inputs]
        output_view, output = _split_offset(step.output)
        views = tuple(view for view, _ in inputs)
        program = self.program(step.operator, views, output_view, step.overwritten)
        bound = {f"input{number}": pointer for number, (_, pointer) in enumerate(inputs)}
        bound["output0"] = output
        bound |= self.temporaries(program)
        bound |= self.packed_constants(step, program, bound)
        for call in self.calls_of(program.kernels, bound, step.name):
            parallel = call.parallel and not step.operator.alone
            self.calls.append(replace(call, parallel=parallel, lane=step.lane))

    def program(
        self,
        operator: Operator,
        inputs: tuple[View, ...],
        output: View,
        overwritten: int | None,
    ) -> LoweredOperator:
        """Lowers an operator. Equal operators on equal views are lowered once."""
        key = (operator.key, inputs, output, overwritten)
        if key not in self.lowered:
            policy = self.policies.get(operator.key) or default_policy(operator, self.target)
            program = lower(operator, inputs, output, policy, self.target)
            if overwritten is not None:
                program = _overwriting(program, overwritten)
            self.lowered[key] = program
        return self.lowered[key]

    def temporaries(self, program: LoweredOperator) -> dict[str, _Pointer]:
        return {buffer.name: self.new_room("arena", buffer) for buffer in program.temporaries}

    def packed_constants(
        self, step: Step, program: LoweredOperator, bound: Mapping[str, _Pointer]
    ) -> dict[str, _Pointer]:
        """Returns the packed buffers of an operator.

        Operators that pack the same constants in the same way share the buffers. For new ones, this
        adds the prepare calls that fill them.
        """
        names = [buffer.name for buffer in program.packed]
        read = {
            name: bound[name]
            for kernel in program.prepare
            for name in kernel.arguments
            if name.startswith("input")
        }
        for name, pointer in read.items():
            if self.rooms[pointer.room].space != "constant":
                raise CompileError(f"{step.name}: {name} is packed ahead but is not a constant")
        source, how = tuple(sorted(read.items(), key=str)), (program.prepare, program.packed)
        if (source, how) not in self.packed:
            rooms = {buffer.name: self.new_room("packed", buffer) for buffer in program.packed}
            first = len(self.prepare)
            self.prepare += self.calls_of(program.prepare, {**bound, **rooms}, step.name)
            calls = range(first, len(self.prepare))
            self.packed[source, how] = _Pack(source, how, tuple(rooms.values()), calls)
        return dict(zip(names, self.packed[source, how].rooms, strict=True))

    def calls_of(
        self, kernels: Iterable[Kernel], bound: Mapping[str, _Pointer], operator: str
    ) -> list[_Call]:
        return [
            _Call(
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

    def new_room(self, space: str, buffer: Buffer) -> _Pointer:
        self.rooms.append(BufferAllocation(space, buffer.elements * ITEM_BYTES[buffer.dtype]))
        return _Pointer(len(self.rooms) - 1)

    def finish(self, graph: OperatorGraph, layout: ConstantLayout | None) -> PlannedGraph:
        """Assigns addresses to the allocations and returns the plan."""
        done: dict[int, int] = {}
        if layout is None:
            constants, constant_bytes = self.in_sequence("constant")
            packed, packed_bytes = self.in_sequence("packed")
        else:
            constants, constant_bytes = self.shared_constants(graph, layout)
            packed, done = self.shared_packed(graph, layout)
            packed_bytes = layout.packed_bytes
        sections = self.sections()
        arena, arena_bytes = self.arena(sections)
        first, prepare_bytes = pack(self.lifetimes(self.prepare))
        scratch = max(map(scratch_bytes, self.kernels.values()), default=0)
        plan = Plan(
            inputs=_described(graph, graph.inputs),
            outputs=_described(graph, graph.outputs),
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
            sections=sections,
            constants=tuple(
                self.constant_info(graph, self.rooms[room].constant, offset)
                for room, offset in constants.items()
            ),
        )
        return PlannedGraph(plan, self.kernels)

    def in_sequence(self, space: str) -> tuple[dict[int, int], int]:
        """Returns consecutive offsets for the allocations of a space, and their total size."""
        offsets, end = {}, 0
        for number, room in enumerate(self.rooms):
            if room.space == space:
                offsets[number] = end
                end += aligned(room.bytes)
        return offsets, end

    def shared_constants(
        self, graph: OperatorGraph, layout: ConstantLayout
    ) -> tuple[dict[int, int], int]:
        """Returns the offsets of the constants in a shared layout, and its size so far."""
        offsets = {
            number: layout.place(graph.constants[room.constant])
            for number, room in enumerate(self.rooms)
            if room.space == "constant"
        }
        return offsets, layout.bytes

    def shared_packed(
        self, graph: OperatorGraph, layout: ConstantLayout
    ) -> tuple[dict[int, int], dict[int, int]]:
        """Returns the offsets of packed constants in a shared layout, and the done flags of prepare
        calls.

        The done flag of a call is the offset of a byte that tells whether the call was made. These
        bytes precede what the calls pack.
        """
        offsets: dict[int, int] = {}
        done: dict[int, int] = {}
        for item in self.packed.values():
            read = tuple(
                (name, layout.place(graph.constants[self.rooms[at.room].constant]), at.offset)
                for name, at in item.read
            )
            sizes = [aligned(self.rooms[pointer.room].bytes) for pointer in item.rooms]
            head = aligned(len(item.calls))
            start = layout.place_packed((read, item.how), head + sum(sizes))
            done |= {call: start + number for number, call in enumerate(item.calls)}
            start += head
            for pointer, size in zip(item.rooms, sizes, strict=True):
                offsets[pointer.room] = start
                start += size
        return offsets, done

    def arena(self, sections: Sequence[InterOpRegion]) -> tuple[dict[int, int], int]:
        """Returns the offsets of the arena's allocations, and the arena's size."""
        lifetimes = lanes_apart(self.lifetimes(self.calls), sections)
        if self.target.threads == 1:
            return pack(lifetimes)
        return pack_for_threads(lifetimes, self.uses())

    def uses(self) -> list[list[Use]]:
        """Returns, for each call, the parts of the arena's allocations that each thread accesses."""
        found: list[list[Use]] = []
        known: dict[tuple[str, range], dict[str, Shares]] = {}
        for call in self.calls:
            kernel, threads = self.kernels[call.symbol], self.threads(call)
            if (call.symbol, threads) not in known:
                known[call.symbol, threads] = thread_shares(kernel, threads)
            shares = known[call.symbol, threads]
            found.append(
                [
                    Use(at.room, at.offset, shares[name])
                    for name, at in zip(kernel.arguments, call.arguments, strict=True)
                    if self.rooms[at.room].space == "arena"
                ]
            )
        return found

    def threads(self, call: _Call) -> range:
        """Returns the threads that execute a call. Threads take the branches of a region in turn."""
        if call.lane is not None:
            thread = call.lane[1] % self.target.threads
            return range(thread, thread + 1)
        return range(self.target.threads if call.parallel else 1)

    def lifetimes(self, calls: Sequence[_Call]) -> dict[int, Lifetime]:
        """Returns the live range of every allocation of the arena: its first and last call."""
        found: dict[int, Lifetime] = {}
        for step, call in enumerate(calls):
            for pointer in call.arguments:
                room = self.rooms[pointer.room]
                if room.space == "arena":
                    alive = found.get(pointer.room, Lifetime(room.bytes, step, step))
                    found[pointer.room] = replace(alive, last=step)
        return found

    def sections(self) -> tuple[InterOpRegion, ...]:
        """Returns where the branches of each inter-op region are among the calls."""
        found: list[InterOpRegion] = []
        first = 0
        for number, calls in groupby(self.calls, lambda call: call.lane and call.lane[0]):
            lanes = tuple(len([*lane]) for _, lane in groupby(calls, lambda call: call.lane))
            if number is not None:
                found.append(InterOpRegion(first, lanes))
            first += sum(lanes)
        return tuple(found)

    def located(
        self,
        calls: Sequence[_Call],
        offsets: Mapping[int, int],
        done: Mapping[int, int] = MappingProxyType({}),
    ) -> tuple[KernelCall, ...]:
        return tuple(
            KernelCall(
                call.symbol,
                tuple(self.location(pointer, offsets) for pointer in call.arguments),
                call.parallel,
                call.operator,
                done.get(number),
                call.phase_count,
            )
            for number, call in enumerate(calls)
        )

    def location(self, pointer: _Pointer, offsets: Mapping[int, int]) -> Location:
        room = self.rooms[pointer.room]
        return Location(room.space, room.index, offsets.get(pointer.room, 0) + pointer.offset)

    def constant_info(self, graph: OperatorGraph, name: str, offset: int) -> ConstantInfo:
        tensor = graph.tensors[name]
        return ConstantInfo(name, tensor.dtype, tensor.shape, offset)


def _overwriting(program: LoweredOperator, number: int) -> LoweredOperator:
    """Rewrites a lowered operator so that its result overwrites an input.

    Both become one buffer, so that LLVM knows that they alias. The operator's only loop nest reads
    every element once, in the tile that writes it.
    """
    (kernel,) = program.kernels
    assert len(kernel.nests) == 1, "the input is read by one stage only"
    return replace(program, kernels=(with_buffers(kernel, {"output0": f"input{number}"}),))


def _split_offset(placement: Placement) -> tuple[View, _Pointer]:
    """Moves a view's offset to its pointer as far as the alignment allows.

    Equal operators on different parts of a buffer then share kernels. Views with negative strides
    keep their offset, because nothing may be read before the pointer.
    """
    view = placement.view
    grain = ALIGNMENT // ITEM_BYTES[view.dtype]
    moved = view.offset - view.offset % grain if min(view.strides, default=0) >= 0 else 0
    pointer = _Pointer(placement.room, moved * ITEM_BYTES[view.dtype])
    return replace(view, offset=view.offset - moved), pointer


def _described(graph: OperatorGraph, names: Sequence[str]) -> tuple[TensorInfo, ...]:
    return tuple(
        TensorInfo(name, graph.tensors[name].dtype, graph.tensors[name].shape) for name in names
    )
