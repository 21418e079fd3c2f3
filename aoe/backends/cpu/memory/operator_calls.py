"""Turns operators into calls of kernels: lowers each one under its policy, and packs its constants.

Equal kernels become one symbol, equal packed constants one copy. Calls name allocations;
`aoe.backends.cpu.memory.planner` gives these their addresses.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from aoe.backends.cpu.memory.placement import BufferAllocation, Step
from aoe.backends.cpu.memory.planned_call import (
    ConstantPacking,
    PlannedCall,
    Pointer,
    split_offset,
)
from aoe.backends.cpu.memory.streamed_allocations import streaming
from aoe.backends.cpu.target.cpu_target import CpuTarget
from aoe.backends.registry import default_policy, lower
from aoe.element_types import ITEM_BYTES
from aoe.errors import CompileError
from aoe.loops.loop_nest import Buffer, Kernel, LoweredOperator, with_buffers
from aoe.operators.operator import Operator, View
from aoe.policy import Policy
from aoe.target import Target

#: Is told the symbol of a kernel, and the kernel.
Begin: TypeAlias = Callable[[tuple[str, Kernel]], None]
#: An operator, the views of its inputs and of its results, which results overwrite an input, and
#: which are written past the caches.
LoweringKey: TypeAlias = tuple[
    str, tuple[View, ...], tuple[View, ...], tuple[tuple[int, int], ...], tuple[int, ...]
]


@dataclass
class OperatorCalls:
    """Collects the kernels, calls and allocations of a graph's operators.

    Attributes:
        policies: Policies by operator key. An operator without one gets its default policy.
        target: The target.
        allocations: The buffers so far; those of the graph's values come first.
        begin: Is told each new kernel, for example to begin to compile it.
        streamed: The allocations that are written past the caches.
        kernels: Kernels by symbol.
        calls: The calls of an inference, in order.
        prepare: The calls that pack constants.
        lowered_operators: What was lowered, by operator and views.
        packed: What was packed, by what is read and how.
    """

    policies: Mapping[str, Policy]
    target: Target
    allocations: list[BufferAllocation]
    begin: Begin | None = None
    streamed: frozenset[int] = frozenset()
    kernels: dict[str, Kernel] = field(default_factory=dict)
    calls: list[PlannedCall] = field(default_factory=list)
    prepare: list[PlannedCall] = field(default_factory=list)
    lowered_operators: dict[LoweringKey, LoweredOperator] = field(default_factory=dict)
    packed: dict[object, ConstantPacking] = field(default_factory=dict)

    def add(self, step: Step) -> None:
        """Adds the calls of one operator."""
        inputs = [split_offset(placement) for placement in step.inputs]
        outputs = [split_offset(placement) for placement in (step.output, *step.further)]
        read, written = (tuple(view for view, _ in places) for places in (inputs, outputs))
        streamed = tuple(
            number for number, (_, at) in enumerate(outputs) if at.allocation in self.streamed
        )
        lowered = self._lower_operator(step.operator, read, written, step.overwritten, streamed)
        bound = {f"input{number}": pointer for number, (_, pointer) in enumerate(inputs)}
        bound |= {f"output{number}": pointer for number, (_, pointer) in enumerate(outputs)}
        bound |= self._temporaries(lowered)
        bound |= self._packed_constants(step, lowered, bound)
        for call in self._calls_of(lowered.kernels, bound, step.name):
            parallel = call.parallel and not step.operator.inter_op
            self.calls.append(replace(call, parallel=parallel, branch=step.branch))

    def _lower_operator(
        self,
        operator: Operator,
        inputs: tuple[View, ...],
        outputs: tuple[View, ...],
        overwritten: tuple[tuple[int, int], ...],
        streamed: tuple[int, ...],
    ) -> LoweredOperator:
        """Lowers an operator. Equal operators on equal views are lowered once."""
        key = (operator.key, inputs, outputs, overwritten, streamed)
        if key not in self.lowered_operators:
            policy = self.policies.get(operator.key) or default_policy(operator, self.target)
            lowered = lower(operator, inputs, outputs[0], policy, self.target, outputs[1:])
            if overwritten:
                lowered = _overwriting(lowered, overwritten)
            if streamed and isinstance(self.target, CpuTarget):
                lowered = streaming(lowered, [f"output{n}" for n in streamed], self.target)
            self.lowered_operators[key] = lowered
        return self.lowered_operators[key]

    def _temporaries(self, lowered: LoweredOperator) -> dict[str, Pointer]:
        return {buffer.name: self._allocate("arena", buffer) for buffer in lowered.temporaries}

    def _packed_constants(
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
                buffer.name: self._allocate("packed", buffer) for buffer in lowered.packed
            }
            first = len(self.prepare)
            self.prepare += self._calls_of(lowered.prepare, {**bound, **allocations}, step.name)
            calls = range(first, len(self.prepare))
            self.packed[source, how] = ConstantPacking(
                source, how, tuple(allocations.values()), calls
            )
        return dict(zip(names, self.packed[source, how].allocations, strict=True))

    def _calls_of(
        self, kernels: Iterable[Kernel], bound: Mapping[str, Pointer], operator: str
    ) -> list[PlannedCall]:
        return [
            PlannedCall(
                self._symbol(kernel),
                tuple(bound[name] for name in kernel.arguments),
                kernel.parallel > 0,
                operator,
                kernel.phase_count,
            )
            for kernel in kernels
        ]

    def _symbol(self, kernel: Kernel) -> str:
        """Returns the kernel's name in object code. Equal kernels have the same name."""
        digest = hashlib.sha256(repr(kernel).encode()).hexdigest()[:16]
        symbol = f"{re.sub('[^A-Za-z0-9_]', '_', kernel.name)}_{digest}"
        if symbol not in self.kernels:
            self.kernels[symbol] = kernel
            if self.begin is not None:
                self.begin((symbol, kernel))
        return symbol

    def _allocate(self, space: str, buffer: Buffer) -> Pointer:
        self.allocations.append(BufferAllocation(space, buffer.elements * ITEM_BYTES[buffer.dtype]))
        return Pointer(len(self.allocations) - 1)


def _overwriting(
    lowered: LoweredOperator, overwritten: Iterable[tuple[int, int]]
) -> LoweredOperator:
    """Rewrites a lowered operator so that results overwrite inputs.

    Both become one buffer, so that LLVM knows that they alias. The operator's only loop nest reads
    every element once, in the tile that writes it.
    """
    (kernel,) = lowered.kernels
    assert len(kernel.nests) == 1, "the input is read by one stage only"
    names = {f"output{result}": f"input{number}" for result, number in overwritten}
    return replace(lowered, kernels=(with_buffers(kernel, names),))
