"""The gradient of a recurrence (LSTM, GRU, RNN): its steps in reverse, each an elementwise loop
nest and a matmul.

The loop nest makes the gradients of the gates' arguments (`_gradient_cells.py`), the matmul by the
recurrent weights the gradient of the state before the step. Both are written to the output, which
has the gradients of all steps. Weights are packed in panels. Threads share directions and
sequences, or the elements of the state, with a barrier before and after each matmul.

Schedule: `vectors` (width of the register tile), `rows` (sequences in it), `unroll` (reduction
steps in an iteration), `parallel` (1: threads share directions and sequences, 2: directions and
elements of the state).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import ceil

from aoe.backends.cpu.cost.packing import packing_seconds
from aoe.backends.cpu.implementations.packing import with_packing
from aoe.backends.cpu.implementations.recurrent import recurrence_schedules as schedules
from aoe.backends.cpu.implementations.recurrent._gradient_cells import GradientNests, cell_of
from aoe.backends.cpu.implementations.recurrent.cells import Cell
from aoe.backends.cpu.implementations.recurrent.recurrence_schedules import BY_UNITS
from aoe.backends.cpu.implementations.scheduling import (
    Schedule,
    decisions,
    parallel_choices,
    ranked_implementation,
)
from aoe.backends.cpu.lowering.access import kernel
from aoe.backends.cpu.lowering.contraction import contraction as contractions
from aoe.backends.cpu.lowering.contraction import panels
from aoe.backends.cpu.lowering.contraction.contraction import Contraction
from aoe.backends.cpu.target.cpu_target import CpuTarget
from aoe.element_types import ITEM_BYTES
from aoe.loops.expression import Accumulator, Load, apply
from aoe.loops.loop_nest import Access, Axis, Kernel, Loop, LoopNest, LoweredOperator
from aoe.operators.operator import Operator, View
from aoe.operators.types.recurrent.recurrent_gradient import operand_numbers
from aoe.policy import Policy

#: As for recurrences: later steps read the rounding errors of earlier ones.
_TOLERANCE = 1e-4


def _supports(operator: Operator, target: CpuTarget) -> bool:
    types = {operand.dtype for operand in operator.inputs[:3]}
    return len(types) == 1 and types <= {"float32", "float64"}


def _policies(name: str, operator: Operator, target: CpuTarget) -> Iterator[Policy]:
    cell, lanes = cell_of(operator), target.lanes("float32")
    by_units = (BY_UNITS,) if target.threads > 1 else ()
    for parallel in (*parallel_choices(schedules.work(cell), target), *by_units):
        for vectors in (1, 2, 4, 6, 8, 12):
            if vectors > 1 and (vectors - 1) * lanes >= cell.hidden:
                continue
            if parallel == BY_UNITS and vectors * lanes >= cell.hidden:
                continue
            for rows in schedules.tile_rows(cell, vectors, target):
                for unroll in (n for n in (1, 2, 4) if n <= cell.gates * cell.hidden):
                    schedule = {
                        "vectors": vectors,
                        "rows": rows,
                        "unroll": unroll,
                        "parallel": parallel,
                    }
                    yield Policy.of(name, schedule=schedule)


def _estimate(operator: Operator, policy: Policy, target: CpuTarget) -> float:
    schedule, cell = decisions(policy), cell_of(operator)
    width = schedule["vectors"] * target.lanes("float32")
    columns = schedules.units(cell, schedule, target) or cell.hidden
    depth = cell.gates * cell.hidden
    cycles = schedules.step_cycles(cell, schedule, target, ceil(columns / width), depth)
    column = float(ITEM_BYTES[cell.dtype] * depth)
    running = schedules.seconds(cell, schedule, target, cycles, (column * columns, column), 2)
    return running + packing_seconds(operator.inputs[1], target)


def _lower(
    operator: Operator, inputs: Sequence[View], output: View, schedule: Schedule, target: CpuTarget
) -> LoweredOperator:
    nests, cell = GradientNests(operator, inputs, output), cell_of(operator)
    plan = contractions.Schedule(
        tile=(1, schedule["rows"]),
        vectors=schedule["vectors"],
        unroll=schedule["unroll"],
        block=cell.batch,
        depth=cell.gates * cell.hidden,
        prefetch=0,
        parallel="rows",
    )
    product, pack, packed = panels.over_panels(_product(nests, inputs[1]), plan, target)
    product = replace(product, batch=(*product.batch, Axis("t", cell.steps)))
    gates = nests.gates(2 if target.vector_registers >= 32 else 1)
    matmul = contractions.nest(product, plan, target.lanes("float32"), "product")
    axes = tuple(axis for axis in nests.cell.axes if axis.name != "t")
    last = kernel("last", axes, (), 0, nests.last(operand_numbers(operator)))
    steps = _steps(cell, (gates, matmul), schedule, target)
    packing = (panels.pack_kernel(pack),)
    return with_packing((last, steps), packing, (packed,), operator.inputs[1].constant)


def _product(nests: GradientNests, w: View) -> Contraction:
    """The gradient of the state before a step, but for what does not come through the weights."""
    cell, written = nests.cell, nests.state_column(0)
    beside = nests.adds_product
    return Contraction(
        batch=(Axis("d", cell.directions),),
        rows=(Axis("b", cell.batch),),
        column=Axis("h", cell.hidden),
        reduction=(Axis("c", cell.gates * cell.hidden),),
        a=nests.column(0, axis="c"),
        b=Access("input1", w.dtype, tuple(zip(("d", "c", "h"), w.strides, strict=True)), w.offset),
        extras=(written,) if beside else (),
        output=written,
        epilogue=apply("add", Accumulator(), Load(2)) if beside else Accumulator(),
    )


def _steps(cell: Cell, nests: Sequence[LoopNest], schedule: Schedule, target: CpuTarget) -> Kernel:
    """All steps of all sequences."""
    units, threads = schedules.units(cell, schedule, target), target.threads
    time, directions = Axis("t", cell.steps), Axis("d", cell.directions)
    if units is not None:
        axes = (time, directions, Axis("h", cell.hidden))
        loops = (Loop("t", 1), Loop("d", 1), Loop("h", units))
        shared = kernel("gradient", axes, loops, 2, nests)
        return replace(shared, lockstep=1, barriers=(1,))
    block = cell.batch
    if schedule["parallel"] and cell.directions < threads:
        block = ceil(cell.batch / ceil(threads / cell.directions))
    axes = (directions, Axis("b", cell.batch), time)
    loops = (Loop("d", 1), Loop("b", block), Loop("t", 1))
    return kernel("gradient", axes, loops, 2 * schedule["parallel"], nests)


IMPLEMENTATION = ranked_implementation(
    "recurrent_gradient",
    "RecurrentGradient",
    _policies,
    _estimate,
    _lower,
    supports=_supports,
    tolerance=_TOLERANCE,
)
