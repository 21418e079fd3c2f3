"""Recurrence in one parallel region over directions (and blocks of sequences), time inside: what
`recurrent`, `recurrent_float24` and `recurrent_bfloat16` share.

A step is a product of the last state with the recurrent weights, packed in panels in the order they
are read (`aoe.operators.panels`), into the thread's scratch, then one stage for the arithmetic of
the gates (`_cells.py`). States are read and written in the output, which keeps them all. `SHORT`
weights are of 24 bits in their panels (`aoe.operators.short_panels`). Those in `PAIRS` are
multiplied two steps of the reduction at a time (`_grouped.py`), by a copy of the state in the
thread's scratch that is narrow, too.

What schedules there are: `_recurrence_schedules.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain
from math import ceil

from aoe.device import Device
from aoe.loops.expression import (
    Accumulator,
    Constant,
    Expression,
    Index,
    Load,
    apply,
    substitute,
)
from aoe.loops.stage import (
    Access,
    Axis,
    Buffer,
    Kernel,
    Loop,
    Program,
    Stage,
    StageSchedule,
    Store,
)
from aoe.operators import contraction as contractions
from aoe.operators import panels, short_panels
from aoe.operators.access import kernel
from aoe.operators.contraction import Contraction
from aoe.operators.definition import Implementation
from aoe.operators.implementations import _grouped
from aoe.operators.implementations import _recurrence_schedules as schedules
from aoe.operators.implementations._cells import Cell, gates_stages
from aoe.operators.implementations._grouped import PAIRS
from aoe.operators.implementations._recurrence_schedules import Kept
from aoe.operators.implementations._scheduling import (
    Schedule,
    ranked_implementation,
)
from aoe.operators.operator import Operator, View
from aoe.operators.recurrent import operand_numbers


def implementation(
    name: str,
    supports: Callable[[Operator, Device], bool],
    tolerance: float,
    kept: Kept = Kept.WHOLE,
) -> Implementation:
    """The implementation of that name, which keeps weights so."""
    return ranked_implementation(
        name,
        "Recurrent",
        partial(schedules.policies, kept),
        partial(schedules.estimate, kept),
        partial(_lower, kept),
        supports=supports,
        tolerance=tolerance,
    )


def _lower(
    kept: Kept,
    operator: Operator,
    inputs: Sequence[View],
    output: View,
    schedule: Schedule,
    device: Device,
) -> Program:
    cell = Cell.of(operator)
    return _Lowering(cell, operator, tuple(inputs), output, schedule, device, kept).program()


@dataclass(frozen=True, slots=True)
class _Product:
    """Some gates of the recurrent product, over panels: what it multiplies, how these are packed,
    and where. `before`: stages that make what it reads of the state.
    """

    contraction: Contraction
    pack: Kernel
    packed: Buffer
    before: tuple[Stage, ...] = ()


@dataclass(frozen=True, slots=True)
class _Lowering:
    cell: Cell
    operator: Operator
    inputs: tuple[View, ...]
    output: View
    schedule: Schedule
    device: Device
    kept: Kept

    def program(self) -> Program:
        products = self.products()
        packing = tuple(item.pack for item in products)
        packed = tuple(item.packed for item in products)
        kernels = (self.initial(), self.steps(products))
        if self.operator.inputs[1].constant:
            return Program(kernels, packing, (), packed)
        return Program((*packing, *kernels), (), packed)

    @property
    def axes(self) -> tuple[Axis, ...]:
        """Those of a state: direction, step, sequence, element."""
        cell = self.cell
        return (
            Axis("d", cell.directions),
            Axis("t", cell.steps),
            Axis("b", cell.batch),
            Axis("h", cell.hidden),
        )

    def initial(self) -> Kernel:
        """Writes the states before the first step."""
        cell, numbers = self.cell, operand_numbers(self.operator)
        axes = tuple(axis for axis in self.axes if axis.name != "t")
        stages = []
        for state in range(cell.states):
            number = numbers.get(("initial_h", "initial_c")[state])
            operands: tuple[Access, ...] = ()
            if number is not None:
                view = self.inputs[number]
                strides = tuple(zip(("d", "b", "h"), view.strides, strict=True))
                operands = (Access(f"input{number}", view.dtype, strides, view.offset),)
            target = replace(self.state(state, 0), strides=self.state(state, 0).strides[1:])
            value = Load(0) if operands else Constant(0.0, cell.dtype)
            order = StageSchedule("h", 1)
            stages.append(Stage("initial", axes, operands, (Store(target, value),), None, order))
        return kernel("initial", axes, (), 0, stages)

    def state(self, number: int, later: int) -> Access:
        """State `number` before (0) or after (1) step t."""
        by_state, by_time, *others = self.output.strides
        offset = self.output.offset + number * by_state + later * by_time
        strides = tuple(zip(("t", "d", "b", "h"), (by_time, *others), strict=True))
        return Access("output0", self.output.dtype, strides, offset)

    def products(self) -> tuple[_Product, ...]:
        """The recurrent product, or its two parts where the second needs gates of the first."""
        cell = self.cell
        state = self.state(0, 0)
        strides = tuple((("c" if axis == "h" else axis), n) for axis, n in state.strides)
        state = replace(state, strides=strides)
        if cell.reset_first:
            reset = Access("reset", cell.dtype, (("b", cell.hidden), ("c", 1)))
            return self.product(state, 0, 2, "packed"), self.product(reset, 2, 1, "packed_hidden")
        return (self.product(state, 0, cell.gates, "packed"),)

    def product(self, a: Access, first: int, gates: int, name: str) -> _Product:
        """The product of `a` with the weights of `gates` gates from `first` on."""
        cell, w = self.cell, self.inputs[1]
        offset = w.offset + first * cell.hidden * w.strides[1]
        output = Access(
            "gates",
            cell.dtype,
            (("b", cell.gates * cell.hidden), ("k", 1)),
            first * cell.hidden,
        )
        whole = Contraction(
            batch=(Axis("d", cell.directions),),
            rows=(Axis("b", cell.batch),),
            column=Axis("k", gates * cell.hidden),
            reduction=(Axis("c", cell.hidden),),
            a=a,
            b=Access(
                "input1", w.dtype, tuple(zip(("d", "k", "c"), w.strides, strict=True)), offset
            ),
            extras=(),
            output=output,
            epilogue=Accumulator(),
        )
        if self.kept is Kept.PAIRS:
            return self.in_pairs(whole, name)
        over = short_panels.over_panels if self.kept is Kept.SHORT else panels.over_panels
        contraction, pack, packed = over(whole, self.contraction_schedule(), self.device, name)
        return _Product(contraction, panels.pack_kernel(pack), packed)

    def in_pairs(self, whole: Contraction, name: str) -> _Product:
        """The product in pairs, of a narrow copy of its first operand."""
        cell = self.cell
        strides = tuple((("h" if axis == "c" else axis), n) for axis, n in whole.a.strides)
        narrow = Access("narrow", "bfloat16", (("b", cell.hidden), ("h", 1)))
        copy = Stage(
            "narrow",
            self.axes,
            (replace(whole.a, strides=strides),),
            (Store(narrow, Load(0)),),
            None,
            StageSchedule("h", 1),
        )
        whole = replace(whole, a=replace(narrow, strides=(("b", cell.hidden), ("c", 1))))
        width = self.schedule["vectors"] * self.device.lanes("float32")
        pack, packed = _grouped.pack(whole, PAIRS, width, name)
        return _Product(_grouped.grouped(whole, PAIRS, width, name), pack, packed, (copy,))

    def contraction_schedule(self) -> contractions.Schedule:
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

    def steps(self, products: Sequence[_Product]) -> Kernel:
        """All steps of all sequences."""
        cell, threads = self.cell, self.device.threads
        block = cell.batch
        if self.schedule["parallel"] and cell.directions < threads:
            block = ceil(cell.batch / ceil(threads / cell.directions))
        every = 2 if self.schedule["turn"] else 1
        axes = (
            Axis("d", cell.directions),
            Axis("b", cell.batch),
            Axis("t", cell.steps // every),
        )
        loops = (Loop("d", 1), Loop("b", block), Loop("t", 1))
        stages = [
            stage for part in range(every) for stage in self.step_stages(products, part, every)
        ]
        scratch = [Buffer("gates", cell.dtype, block * cell.gates * cell.hidden)]
        if cell.reset_first:
            scratch.append(Buffer("reset", cell.dtype, block * cell.hidden))
        if self.kept is Kept.PAIRS:
            scratch.append(Buffer("narrow", "bfloat16", block * cell.hidden))
        parallel = 2 if self.schedule["parallel"] else 0
        return kernel("recurrent", axes, loops, parallel, stages, scratch)

    def step_stages(self, products: Sequence[_Product], part: int, every: int) -> list[Stage]:
        """The stages of step `every`·t + `part`."""
        cell = self.cell
        time = Axis("t", cell.steps // every)
        first, *others = [[*item.before, self.product_stage(item, part)] for item in products]
        arithmetic = gates_stages(
            cell, self.operator, self.inputs, self.state, self.device.vector_registers
        )
        in_order = [*first, *arithmetic[:-1], *chain(*others), arithmetic[-1]]
        return [_at_step(stage, time, part, every) for stage in in_order]

    def product_stage(self, product: _Product, part: int) -> Stage:
        contraction = replace(
            product.contraction, batch=(*product.contraction.batch, Axis("t", self.cell.steps))
        )
        lanes = self.device.lanes("float32")
        stage = contractions.stage(contraction, self.contraction_schedule(), lanes, "product")
        return _backwards(stage, self.schedule["vectors"] * lanes) if part else stage


def _at_step(stage: Stage, time: Axis, part: int, every: int) -> Stage:
    """A stage of step t as one of step `every`·t + `part`."""

    def moved(access: Access) -> Access:
        stride = access.stride("t")
        strides = tuple((n, s * every if n == "t" else s) for n, s in access.strides)
        return replace(access, strides=strides, offset=access.offset + part * stride)

    def later(node: Expression) -> Expression | None:
        if node != Index("t") or every == 1:
            return None
        return apply("add", apply("mul", node, Constant(every, "int64")), Constant(part, "int64"))

    return replace(
        stage,
        axes=tuple(time if axis.name == "t" else axis for axis in stage.axes),
        operands=tuple(moved(access) for access in stage.operands),
        stores=tuple(
            Store(moved(store.access), substitute(store.value, later)) for store in stage.stores
        ),
    )


def _backwards(stage: Stage, width: int) -> Stage:
    """A product's stage with its panels, all `width` columns wide, in opposite order."""
    (columns,) = (axis.extent for axis in stage.axes if axis.name == "k")

    def turned(access: Access) -> Access:
        stride = access.stride("k")
        if not stride:
            return access
        return replace(
            access,
            strides=tuple((name, -n if name == "k" else n) for name, n in access.strides),
            offset=access.offset + (columns - width) * stride,
            within=(("k", access.stride_within("k")),),
        )

    return replace(
        stage,
        operands=tuple(turned(access) for access in stage.operands),
        stores=tuple(Store(turned(store.access), store.value) for store in stage.stores),
    )
