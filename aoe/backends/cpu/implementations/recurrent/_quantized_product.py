"""The recurrent matmul of weights of 8 bits by a rounded state (`_quantized_state.py`). Used by
`recurrence.py`.

`in_bytes` multiplies bytes, by VNNI. With q and p the steps and the zero point of a sequence's
state, and w and z those of a column's weights,
Σ(q − p)(w − z) = Σqw − p·Σ(w − z) − z·Σq, exact in int32. Σ(w − z) is computed with the packing.
`in_numbers` multiplies float32: packing takes the weights out of their 8 bits.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from aoe.backends.cpu.implementations import dot_instructions
from aoe.backends.cpu.implementations.dot_instructions import BYTES
from aoe.backends.cpu.implementations.recurrent._quantized_state import by_sequence
from aoe.backends.cpu.implementations.recurrent.cells import Cell
from aoe.backends.cpu.lowering.contraction import panels
from aoe.backends.cpu.lowering.contraction.contraction import Contraction, Schedule
from aoe.backends.cpu.target.cpu_target import CpuTarget
from aoe.loops.expression import Accumulator, Expression, Load, apply, cast
from aoe.loops.loop_nest import (
    Access,
    Axis,
    Buffer,
    Kernel,
    Loop,
    LoopNest,
    LoopSchedule,
    Reduction,
    Store,
)
from aoe.operators.operator import Operator, View
from aoe.operators.types.recurrent.recurrent import operand_numbers

#: The buffer of Σ(w − z), of each direction and column.
SUMS = "sums"


def in_bytes(
    whole: Contraction,
    cell: Cell,
    facts: Sequence[Access],
    width: int,
    name: str,
) -> tuple[Contraction, Kernel, Buffer]:
    """The matmul of bytes, what packs its weights, and the buffer of these.

    Args:
        whole: The matmul of the steps of a state by weights.
        cell: The sizes.
        facts: Along the columns of the weights: their scales, the sums, and zeros if there are any.
        width: Columns of a panel.
        name: The buffer of the panels.
    """
    pack, packed = dot_instructions.pack(whole, BYTES, width, name)
    extras = [by_sequence(cell, "scale"), by_sequence(cell, "zero"), *facts]
    number = len(extras) + 2
    step, zero, scale, total = Load(2), cast(Load(3), "int32"), Load(4), Load(5)
    exact = apply("sub", Accumulator(), apply("mul", zero, total))
    if len(facts) > 2:
        extras.append(by_sequence(cell, "total"))
        exact = apply("sub", exact, apply("mul", Load(number - 1), Load(number)))
    value = apply("mul", cast(exact, cell.dtype), apply("mul", step, scale))
    grouped = dot_instructions.grouped(whole, BYTES, width, name)
    return replace(grouped, extras=tuple(extras), epilogue=value), pack, packed


def in_numbers(
    whole: Contraction,
    facts: Sequence[Access],
    schedule: Schedule,
    target: CpuTarget,
    name: str,
) -> tuple[Contraction, Kernel, Buffer]:
    """The matmul of float32, what packs its weights, and the buffer of these.

    Args:
        whole: The matmul of a rounded state by weights.
        facts: Along the columns of the weights: their scales, and zeros if there are any.
        schedule: The schedule.
        target: The device.
        name: The buffer of the panels.
    """
    dtype, column = whole.a.dtype, whole.column.name
    numbers = replace(whole, b=replace(whole.b, dtype=dtype))
    product, copy, packed = panels.over_panels(numbers, schedule, target, name)
    layout = panels.Panels.of(whole, schedule.vectors * target.lanes("float32"))
    steps = cast(Load(0), "int32")
    if len(facts) > 1:
        steps = apply("sub", steps, Load(2))
    value = apply("mul", cast(steps, dtype), Load(1))
    operands = (whole.b, *facts)
    taken_out = replace(
        copy,
        operands=tuple(panels.unpacked(operand, column, layout) for operand in operands),
        stores=(Store(copy.stores[0].access, value),),
    )
    return product, panels.pack_kernel(taken_out), packed


def sums_kernel(cell: Cell, operator: Operator, inputs: Sequence[View]) -> tuple[Kernel, Buffer]:
    """Computes `SUMS` of an operator's weights."""
    columns = cell.gates * cell.hidden
    axes = (Axis("d", cell.directions), Axis("k", columns), Axis("c", cell.hidden))
    operands = [_operand(inputs, 1)]
    element: Expression = cast(Load(0), "int32")
    if "zeros" in operand_numbers(operator):
        operands.append(_operand(inputs, operand_numbers(operator)["zeros"]))
        element = apply("sub", element, Load(1))
    nest = LoopNest(
        SUMS,
        axes,
        tuple(operands),
        (Store(Access(SUMS, "int32", (("d", columns), ("k", 1))), Accumulator()),),
        Reduction("sum", ("c",), element),
        LoopSchedule("c" if operands[0].stride("c") == 1 else "k", 1),
    )
    buffers = (*(operand.buffer for operand in operands), SUMS)
    kernel = Kernel(SUMS, axes[:1], (Loop("d", 1),), 1, (nest,), buffers)
    return kernel, Buffer(SUMS, "int32", cell.directions * columns)


def _operand(inputs: Sequence[View], number: int) -> Access:
    """An operand along directions, columns and, if it is the weights, the reduction."""
    view = inputs[number]
    strides = tuple(zip(("d", "k", "c"), view.strides, strict=False))
    return Access(f"input{number}", view.dtype, strides, view.offset)
