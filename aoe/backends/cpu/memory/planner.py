"""Plans an inference: lowers every operator under its policy and gives every buffer its memory.

`aoe.backends.cpu.memory.placement` says which values share buffers; here operators become kernels,
equal kernels one symbol, equal packed constants one copy, and buffers get offsets: those of the
arena by the calls that touch them (`aoe.backends.cpu.memory.arena`) and by which threads do so
(`aoe.backends.cpu.memory.thread_arena`). The result is compiled by
`aoe.backends.cpu.codegen.kernel_code` and `aoe.backends.cpu.codegen.plan.plan_code`.
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
from aoe.backends.cpu.target.cpu_target import CpuTarget
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

#: Bytes the scratch of a thread is rounded up to: two cache lines, which CPUs fetch in pairs.
SCRATCH_GRAIN = 128


@dataclass(frozen=True)
class PlannedGraph:
    """A plan and the kernels its calls name, by symbol."""

    plan: Plan
    kernels: Mapping[str, Kernel]


@dataclass(frozen=True, slots=True)
class _Pointer:
    """A byte offset in a room that has no memory yet."""

    room: int
    offset: int = 0


@dataclass(frozen=True, slots=True)
class _Call:
    symbol: str
    arguments: tuple[_Pointer, ...]
    parallel: bool
    operator: str
    phase_count: int = 1
    lane: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class _Pack:
    """Packed constants of one kind: what is read by which kernels, the rooms it goes to, and which
    of the prepare calls do it.
    """

    read: tuple[tuple[str, _Pointer], ...]
    how: tuple[object, ...]
    rooms: tuple[_Pointer, ...]
    calls: range


def plan_graph(
    graph: OperatorGraph,
    policies: Mapping[str, Policy],
    target: CpuTarget,
    layout: ConstantLayout | None = None,
) -> PlannedGraph:
    """The plan of a graph on a device. `policies`: by operator key; an operator without one gets
    its default policy. `layout`: of constants shared with other plans. Raises `PolicyError` if a
    policy is not in its operator's space.
    """
    placed = place(graph)
    builder = _Builder(policies, target, list(placed.rooms))
    for step in placed.steps:
        builder.add(step)
    return builder.finish(graph, layout)


@dataclass
class _Builder:
    policies: Mapping[str, Policy]
    target: CpuTarget
    rooms: list[BufferAllocation]
    kernels: dict[str, Kernel] = field(default_factory=dict)
    calls: list[_Call] = field(default_factory=list)
    prepare: list[_Call] = field(default_factory=list)
    lowered: dict[tuple[str, tuple[View, ...], View, int | None], LoweredOperator] = field(
        default_factory=dict
    )
    packed: dict[object, _Pack] = field(default_factory=dict)

    def add(self, step: Step) -> None:
        """The calls of one operator."""
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
        """The operator's loops, lowered once for equal operators on equal views."""
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
        """Packed buffers: those of an earlier operator that packs the same constants alike, or new
        ones and the calls that fill them.
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
        """The kernel's name in object code, the same for equal kernels."""
        digest = hashlib.sha256(repr(kernel).encode()).hexdigest()[:16]
        symbol = f"{re.sub('[^A-Za-z0-9_]', '_', kernel.name)}_{digest}"
        self.kernels[symbol] = kernel
        return symbol

    def new_room(self, space: str, buffer: Buffer) -> _Pointer:
        self.rooms.append(BufferAllocation(space, buffer.elements * ITEM_BYTES[buffer.dtype]))
        return _Pointer(len(self.rooms) - 1)

    def finish(self, graph: OperatorGraph, layout: ConstantLayout | None) -> PlannedGraph:
        """Memory for the rooms, and the plan."""
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
        """Offsets of the rooms of a space one after the other, and their size together."""
        offsets, end = {}, 0
        for number, room in enumerate(self.rooms):
            if room.space == space:
                offsets[number] = end
                end += aligned(room.bytes)
        return offsets, end

    def shared_constants(
        self, graph: OperatorGraph, layout: ConstantLayout
    ) -> tuple[dict[int, int], int]:
        """Offsets of the constants in a layout, and its size so far."""
        offsets = {
            number: layout.place(graph.constants[room.constant])
            for number, room in enumerate(self.rooms)
            if room.space == "constant"
        }
        return offsets, layout.bytes

    def shared_packed(
        self, graph: OperatorGraph, layout: ConstantLayout
    ) -> tuple[dict[int, int], dict[int, int]]:
        """Offsets of packed constants in a layout, and for each prepare call that of the byte that
        says it has been made. These bytes come before what the calls pack.
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
        """Offsets of the rooms of the arena, and its size."""
        lifetimes = lanes_apart(self.lifetimes(self.calls), sections)
        if self.target.threads == 1:
            return pack(lifetimes)
        return pack_for_threads(lifetimes, self.uses())

    def uses(self) -> list[list[Use]]:
        """What each call touches of rooms of the arena, and which threads do."""
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
        """The threads that a call is shared out to. Lanes are threads' in turn."""
        if call.lane is not None:
            thread = call.lane[1] % self.target.threads
            return range(thread, thread + 1)
        return range(self.target.threads if call.parallel else 1)

    def lifetimes(self, calls: Sequence[_Call]) -> dict[int, Lifetime]:
        """From the first to the last call that touches it, for every room of the arena."""
        found: dict[int, Lifetime] = {}
        for step, call in enumerate(calls):
            for pointer in call.arguments:
                room = self.rooms[pointer.room]
                if room.space == "arena":
                    alive = found.get(pointer.room, Lifetime(room.bytes, step, step))
                    found[pointer.room] = replace(alive, last=step)
        return found

    def sections(self) -> tuple[InterOpRegion, ...]:
        """Where the lanes of each section are among the calls."""
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
    """A program that writes its result over an input: one buffer, so that compilers know. Its one
    stage reads every element once, in the tile that writes it.
    """
    (kernel,) = program.kernels
    assert len(kernel.nests) == 1, "the input is read by one stage only"
    return replace(program, kernels=(with_buffers(kernel, {"output0": f"input{number}"}),))


def _split_offset(placement: Placement) -> tuple[View, _Pointer]:
    """A view whose offset is moved to the pointer as far as alignment allows, so that equal
    operators on different parts of a buffer share kernels. Not where strides are negative: nothing
    is to be read before the pointer.
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
