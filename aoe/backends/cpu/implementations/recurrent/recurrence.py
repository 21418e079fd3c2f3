"""The loop nests of recurrence, for the implementations in `recurrent.py`. There is one parallel
region over directions (and blocks of sequences) with time inside, or one region for each step over
units: the elements of the state with all their gates.

A step is a matmul of the last state with the recurrent weights into the thread's scratch, then one
loop nest for the arithmetic of the gates (`cells.py`). Weights are packed in panels in the order
of their use (`aoe.backends.cpu.lowering.contraction.panels`). States are read and written in the
output, which keeps all of them. `FLOAT24` weights have 24 bits in their panels
(`aoe.backends.cpu.lowering.reduced_precision.float24_panels`). `BFLOAT16` weights are multiplied
two reduction steps at a time (`dot_instructions.py`), by a bfloat16 copy of the state in scratch.
Weights of 8 bits are multiplied by a state that is rounded in scratch (`_quantized_product.py`):
as `BYTES`, four reduction steps at a time, or in float32.

Where threads share units, the weights of each gate have panels of their own. A thread then reads
those of its units only, the same ones in every step. A GRU whose reset gate comes first has two
regions in a step, since the second matmul needs the whole state after that gate.

Schedules are in `recurrence_schedules.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import accumulate, chain
from math import ceil

from aoe.backends.cpu.implementations import dot_instructions
from aoe.backends.cpu.implementations.dot_instructions import BFLOAT16
from aoe.backends.cpu.implementations.packing import with_packing
from aoe.backends.cpu.implementations.recurrent import recurrence_schedules as schedules
from aoe.backends.cpu.implementations.recurrent._quantized_product import (
    SUMS,
    in_bytes,
    in_numbers,
    sums_kernel,
)
from aoe.backends.cpu.implementations.recurrent._quantized_state import (
    quantized_access,
    quantized_buffers,
    quantizing_nests,
)
from aoe.backends.cpu.implementations.recurrent._step_nests import at_step, backwards
from aoe.backends.cpu.implementations.recurrent.cells import Cell, gate_nests, reset_state
from aoe.backends.cpu.implementations.recurrent.recurrence_schedules import WeightFormat
from aoe.backends.cpu.implementations.scheduling import (
    Schedule,
    ranked_implementation,
)
from aoe.backends.cpu.lowering.access import kernel
from aoe.backends.cpu.lowering.contraction import contraction as contractions
from aoe.backends.cpu.lowering.contraction import panels
from aoe.backends.cpu.lowering.contraction.contraction import Contraction
from aoe.backends.cpu.lowering.reduced_precision import float24_panels
from aoe.backends.cpu.target.cpu_target import CpuTarget
from aoe.backends.implementation import Implementation
from aoe.loops.expression import Accumulator, Constant, Load
from aoe.loops.loop_nest import (
    Access,
    Axis,
    Buffer,
    Kernel,
    Loop,
    LoopNest,
    LoopSchedule,
    LoweredOperator,
    Store,
)
from aoe.operators.operator import Operator, View
from aoe.operators.types.recurrent.recurrent import is_quantized, operand_numbers


def implementation(
    name: str,
    supports: Callable[[Operator, CpuTarget], bool],
    tolerance: float,
    kept: WeightFormat,
    description: str,
) -> Implementation:
    """The implementation of that name, which keeps the weights as `kept` says."""
    return ranked_implementation(
        name,
        "Recurrent",
        partial(schedules.policies, kept),
        partial(schedules.estimate, kept),
        partial(_lower, kept),
        supports=supports,
        tolerance=tolerance,
        description=description,
    )


def _lower(
    kept: WeightFormat,
    operator: Operator,
    inputs: Sequence[View],
    output: View,
    schedule: Schedule,
    target: CpuTarget,
) -> LoweredOperator:
    cell = Cell.of(operator)
    return RecurrenceLowering(
        cell, operator, tuple(inputs), output, schedule, target, kept
    ).lowered()


@dataclass(frozen=True, slots=True)
class Product:
    """The matmul of some gates.

    Attributes:
        contraction: The matmul.
        pack: Packs its weights; None if they are read where they lie.
        packed: The buffer of the panels, likewise.
        before: Loop nests that prepare what it reads of the state.
    """

    contraction: Contraction
    pack: Kernel | None = None
    packed: Buffer | None = None
    before: tuple[LoopNest, ...] = ()


@dataclass(frozen=True, slots=True)
class RecurrenceLowering:
    """Lowers one operator. Devices that keep weights elsewhere override `product`.

    Attributes:
        cell: The sizes.
        operator: The operator.
        inputs: Where its inputs are.
        output: Where its output is.
        schedule: The decisions of its policy.
        target: The device.
        kept: How weights are kept.
    """

    cell: Cell
    operator: Operator
    inputs: tuple[View, ...]
    output: View
    schedule: Schedule
    target: CpuTarget
    kept: WeightFormat

    def lowered(self) -> LoweredOperator:
        """All of its kernels."""
        phases = self.products()
        products = [*chain(*phases)]
        packing = tuple(item.pack for item in products if item.pack is not None)
        packed = tuple(item.packed for item in products if item.packed is not None)
        if self.kept is WeightFormat.BYTES:
            sums, buffer = sums_kernel(self.cell, self.operator, self.inputs)
            packing, packed = (*packing, sums), (*packed, buffer)
        kernels = (self.initial(), self.steps(phases))
        temporaries = () if self.units is None else self.reset_buffers(self.cell.directions)
        once = all(self.operator.inputs[number].constant for number in self.packed_operands())
        return with_packing(kernels, packing, packed, once, temporaries)

    def packed_operands(self) -> list[int]:
        """The numbers of the operands that packing reads."""
        numbers = operand_numbers(self.operator)
        return [1, *(numbers[name] for name in ("scales", "zeros") if name in numbers)]

    @property
    def units(self) -> int | None:
        """Units of a thread at a time. None where threads do not share units."""
        return schedules.units(self.cell, self.schedule, self.target)

    def reset_buffers(self, directions: int = 1) -> tuple[Buffer, ...]:
        """The buffer of the state after a reset gate that comes first."""
        cell = self.cell
        elements = directions * cell.batch * cell.hidden
        return (Buffer("reset", cell.dtype, elements),) if cell.reset_first else ()

    def initial(self) -> Kernel:
        """Writes the states before the first step."""
        cell, numbers = self.cell, operand_numbers(self.operator)
        axes = tuple(axis for axis in self.cell.axes if axis.name != "t")
        nests = []
        for state in range(cell.states + cell.kept):
            number = numbers.get(("initial_h", "initial_c")[state]) if state < cell.states else None
            operands: tuple[Access, ...] = ()
            if number is not None:
                view = self.inputs[number]
                strides = tuple(zip(("d", "b", "h"), view.strides, strict=True))
                operands = (Access(f"input{number}", view.dtype, strides, view.offset),)
            destination = replace(self.state(state, 0), strides=self.state(state, 0).strides[1:])
            value = Load(0) if operands else Constant(0.0, cell.dtype)
            order = LoopSchedule("h", 1)
            nests.append(
                LoopNest("initial", axes, operands, (Store(destination, value),), None, order)
            )
        return kernel("initial", axes, (), 0, nests)

    def state(self, number: int, later: int) -> Access:
        """State `number` before (0) or after (1) step t."""
        by_state, by_time, *others = self.output.strides
        offset = self.output.offset + number * by_state + later * by_time
        strides = tuple(zip(("t", "d", "b", "h"), (by_time, *others), strict=True))
        return Access("output0", self.output.dtype, strides, offset)

    def products(self) -> tuple[tuple[Product, ...], ...]:
        """The recurrent matmul. Where some gates need the result of others, the matmuls before and
        those after that.
        """
        cell = self.cell
        state = _along("c", self.state(0, 0))
        if not cell.reset_first:
            return ((self.product(state, 0, cell.gates, "packed"),),)
        last = self.product(_along("c", reset_state(cell)), 2, 1, "packed_hidden")
        if self.units is None:
            return (self.product(state, 0, 2, "packed"),), (last,)
        update = self.product(state, 0, 1, "packed_update")
        return (self.product(state, 1, 1, "packed"),), (update, last)

    def product(self, a: Access, first: int, gates: int, name: str) -> Product:
        """The matmul of `a` with the weights of `gates` gates from `first` on."""
        if is_quantized(self.operator):
            return self.quantized_product(a, first, gates, name)
        whole = self.contraction(a, first, gates)
        if self.kept is WeightFormat.BFLOAT16:
            return self.in_pairs(whole, name)
        over = (
            float24_panels.over_panels if self.kept is WeightFormat.FLOAT24 else panels.over_panels
        )
        contraction, pack, packed = over(whole, self.contraction_schedule(), self.target, name)
        return Product(contraction, panels.pack_kernel(pack), packed)

    def quantized_product(self, a: Access, first: int, gates: int, name: str) -> Product:
        """The same, of weights of 8 bits by `a` rounded to 8 bits."""
        cell, bytewise = self.cell, self.kept is WeightFormat.BYTES
        found = [self.by_column(fact, first) for fact in ("scales", "zeros")]
        facts = [fact for fact in found if fact is not None]
        before = quantizing_nests(cell, a, bytewise, summed=bytewise and len(facts) > 1)
        whole = self.contraction(quantized_access(cell, bytewise), first, gates)
        if not bytewise:
            schedule = self.contraction_schedule()
            return Product(*in_numbers(whole, facts, schedule, self.target, name), before)
        sums = self.along_columns(SUMS, "int32", (cell.gates * cell.hidden, 1), 0, first)
        width = self.schedule["vectors"] * self.target.lanes("float32")
        return Product(*in_bytes(whole, cell, [facts[0], sums, *facts[1:]], width, name), before)

    def by_column(self, name: str, first: int) -> Access | None:
        """An operand of each direction and column of the weights; None if there is none."""
        number = operand_numbers(self.operator).get(name)
        if number is None:
            return None
        view = self.inputs[number]
        strides = (view.strides[0], view.strides[1])
        return self.along_columns(f"input{number}", view.dtype, strides, view.offset, first)

    def along_columns(
        self, buffer: str, dtype: str, strides: tuple[int, int], offset: int, first: int
    ) -> Access:
        """What has an element for each direction and column of the weights, for the gates from
        `first` on, along the axes of `contraction`.
        """
        direction, column = strides
        first_column = offset + first * self.cell.hidden * column
        if self.units is None:
            return Access(buffer, dtype, (("d", direction), ("k", column)), first_column)
        gate = (("gate", self.cell.hidden * column), ("h", column))
        return Access(buffer, dtype, (("d", direction), *gate), first_column)

    def contraction(self, a: Access, first: int, gates: int) -> Contraction:
        """Over columns `k` of all these gates, or, where threads share units, gate by gate over
        columns `h`.
        """
        cell, w, units = self.cell, self.inputs[1], self.units
        batch: tuple[Axis, ...] = (Axis("d", cell.directions),)
        column = Axis("k", gates * cell.hidden)
        width = cell.hidden if units is None else units
        weights = dict(zip(("d", "k", "c"), w.strides, strict=True))
        output = {"b": cell.gates * width, "k": 1}
        if units is not None:
            batch, column = (*batch, Axis("gate", gates)), Axis("h", cell.hidden)
            step = weights.pop("k")
            weights |= {"gate": cell.hidden * step, "h": step}
            output = {"b": cell.gates * width, "gate": width, "h": 1}
        offset = w.offset + first * cell.hidden * w.strides[1]
        return Contraction(
            batch=batch,
            rows=(Axis("b", cell.batch),),
            column=column,
            reduction=(Axis("c", cell.hidden),),
            a=a,
            b=Access("input1", w.dtype, tuple(weights.items()), offset),
            extras=(),
            output=Access("gates", cell.dtype, tuple(output.items()), first * width),
            epilogue=Accumulator(),
        )

    def in_pairs(self, whole: Contraction, name: str) -> Product:
        """The matmul in pairs, of a bfloat16 copy of its first operand."""
        cell = self.cell
        narrow = Access("narrow", "bfloat16", (("b", cell.hidden), ("c", 1)))
        copy = LoopNest(
            "narrow",
            (*self.cell.axes[:-1], Axis("c", cell.hidden)),
            (whole.a,),
            (Store(narrow, Load(0)),),
            None,
            LoopSchedule("c", 1),
        )
        whole = replace(whole, a=narrow)
        width = self.schedule["vectors"] * self.target.lanes("float32")
        pack, packed = dot_instructions.pack(whole, BFLOAT16, width, name)
        return Product(
            dot_instructions.grouped(whole, BFLOAT16, width, name), pack, packed, (copy,)
        )

    def contraction_schedule(self) -> contractions.Schedule:
        """How a step multiplies the states by the weights."""
        given = self.schedule
        return contractions.Schedule(
            tile=(1, given["rows"]),
            vectors=given["vectors"],
            unroll=given["unroll"],
            block=self.cell.batch,
            depth=self.cell.hidden,
            prefetch=0,
            parallel="rows",
        )

    def steps(self, products: Sequence[Sequence[Product]]) -> Kernel:
        """All steps of all sequences."""
        cell, threads, units = self.cell, self.target.threads, self.units
        every = 2 if self.schedule["turn"] else 1
        phases = [
            nests for part in range(every) for nests in self.step_nests(products, part, every)
        ]
        time, directions = Axis("t", cell.steps // every), Axis("d", cell.directions)
        nests = [*chain(*phases)]
        if units is not None:
            axes = (time, directions, Axis("h", cell.hidden))
            loops = (Loop("t", 1), Loop("d", 1), Loop("h", units))
            gates = kernel("recurrent", axes, loops, 2, nests, self.scratch(cell.batch, units))
            barriers = tuple(accumulate(map(len, phases[:-1])))
            return replace(gates, lockstep=1, barriers=barriers)
        block = cell.batch
        if self.schedule["parallel"] and cell.directions < threads:
            block = ceil(cell.batch / ceil(threads / cell.directions))
        axes = (directions, Axis("b", cell.batch), time)
        loops = (Loop("d", 1), Loop("b", block), Loop("t", 1))
        scratch = (*self.scratch(block, cell.hidden), *self.reset_buffers())
        return kernel("recurrent", axes, loops, 2 * self.schedule["parallel"], nests, scratch)

    def scratch(self, batch: int, units: int) -> tuple[Buffer, ...]:
        """The scratch of a thread for so many sequences and units."""
        cell = self.cell
        gates = Buffer("gates", cell.dtype, batch * cell.gates * units)
        if self.kept is WeightFormat.BFLOAT16:
            return gates, Buffer("narrow", "bfloat16", batch * cell.hidden)
        if is_quantized(self.operator):
            return gates, *quantized_buffers(cell, batch, self.kept is WeightFormat.BYTES)
        return (gates,)

    def step_nests(
        self, products: Sequence[Sequence[Product]], part: int, every: int
    ) -> list[list[LoopNest]]:
        """The loop nests of step `every`·t + `part`; those between barriers together."""
        cell = self.cell
        time = Axis("t", cell.steps // every)
        arithmetic = gate_nests(
            cell,
            self.operator,
            self.inputs,
            self.state,
            self.target.vector_registers,
            cell.hidden if self.units is None else self.units,
        )
        phases = []
        for phase, gates in zip(products, arithmetic, strict=True):
            multiplied = chain(*((*item.before, self.matmul_nest(item, part)) for item in phase))
            phases.append([at_step(nest, time, part, every) for nest in (*multiplied, gates)])
        return phases

    def matmul_nest(self, product: Product, part: int) -> LoopNest:
        """The loop nest of a matmul in step `part` of an iteration."""
        contraction = replace(
            product.contraction, batch=(*product.contraction.batch, Axis("t", self.cell.steps))
        )
        lanes = self.target.lanes("float32")
        nest = contractions.nest(contraction, self.contraction_schedule(), lanes, "product")
        if not part:
            return nest
        if self.units is not None:
            return backwards(nest, "gate", 1)
        return backwards(nest, "k", self.schedule["vectors"] * lanes)


def _along(axis: str, state: Access) -> Access:
    """A state along another axis than `h`."""
    strides = tuple(((axis if name == "h" else name), stride) for name, stride in state.strides)
    return replace(state, strides=strides)
