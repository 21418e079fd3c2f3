"""Rounds the state of a recurrence to 8 bits, in scratch, before it is multiplied. Used by
`_recurrence.py`; `aoe.operators.types.recurrent.recurrent.quantized_state` has the arithmetic.

The axes are d (direction), t (step), b (sequence) and c (element of the state).
"""

from __future__ import annotations

from aoe.backends.cpu.implementations.recurrent._cells import Cell
from aoe.loops.expression import Accumulator, Constant, Expression, Load, apply
from aoe.loops.loop_nest import Access, Axis, Buffer, LoopNest, LoopSchedule, Reduction, Store
from aoe.operators.types.recurrent.recurrent import SMALLEST_SCALE, STEPS


def quantized_access(cell: Cell) -> Access:
    """The rounded state."""
    return Access("quantized", cell.dtype, (("b", cell.hidden), ("c", 1)))


def quantized_buffers(cell: Cell, batch: int) -> tuple[Buffer, ...]:
    """The scratch of a thread for so many sequences."""
    return (
        Buffer("quantized", cell.dtype, batch * cell.hidden),
        Buffer("lowest", cell.dtype, batch),
        Buffer("scale", cell.dtype, batch),
    )


def quantizing_nests(cell: Cell, state: Access) -> tuple[LoopNest, ...]:
    """The loop nests that round a state: its least element, its scale, the rounding."""
    lowest, scale = (Access(name, cell.dtype, (("b", 1),)) for name in ("lowest", "scale"))

    def number(value: float) -> Expression:
        return Constant(value, cell.dtype)

    least = apply("min", Accumulator(), number(0.0))
    width = apply("sub", apply("max", Accumulator(), number(0.0)), Load(1))
    one_step = apply("max", apply("div", width, number(STEPS)), number(SMALLEST_SCALE))
    zero = _bounded(apply("round", apply("div", apply("sub", number(0.0), Load(1)), Load(2))), cell)
    steps = _bounded(apply("add", apply("round", apply("div", Load(0), Load(2))), zero), cell)
    rounded = apply("mul", apply("sub", steps, zero), Load(2))
    return (
        _nest(cell, "lowest", (state,), Store(lowest, least), "min"),
        _nest(cell, "scale", (state, lowest), Store(scale, one_step), "max"),
        _nest(cell, "quantized", (state, lowest, scale), Store(quantized_access(cell), rounded)),
    )


def _bounded(steps: Expression, cell: Cell) -> Expression:
    least = apply("max", steps, Constant(0.0, cell.dtype))
    return apply("min", least, Constant(STEPS, cell.dtype))


def _nest(
    cell: Cell, name: str, operands: tuple[Access, ...], store: Store, combine: str = ""
) -> LoopNest:
    axes = (
        Axis("d", cell.directions),
        Axis("t", cell.steps),
        Axis("b", cell.batch),
        Axis("c", cell.hidden),
    )
    reduction = Reduction(combine, ("c",), Load(0)) if combine else None
    return LoopNest(name, axes, operands, (store,), reduction, LoopSchedule("c", 1))
