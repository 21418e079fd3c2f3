"""Rounds the state of a recurrence to 8 bits, in scratch, before it is multiplied. Used by
`_quantized_product.py`; `aoe.operators.types.recurrent.quantized_state` has the arithmetic.

The axes are d (direction), t (step), b (sequence) and c (element of the state).
"""

from __future__ import annotations

from aoe.backends.cpu.implementations.dot_instructions import BYTES
from aoe.backends.cpu.implementations.recurrent.cells import Cell
from aoe.loops.expression import Accumulator, Constant, Expression, Load, apply, cast
from aoe.loops.loop_nest import Access, Axis, Buffer, LoopNest, LoopSchedule, Reduction, Store
from aoe.operators.types.recurrent.quantized_state import SMALLEST_SCALE, STEPS


def quantized_access(cell: Cell, in_bytes: bool) -> Access:
    """The rounded state: its numbers, or `in_bytes` its steps, in rows of whole groups."""
    row = BYTES.filled(cell.hidden) if in_bytes else cell.hidden
    return Access("quantized", "uint8" if in_bytes else cell.dtype, (("b", row), ("c", 1)))


def by_sequence(cell: Cell, name: str) -> Access:
    """`scale` or `zero`, which is whole, of each sequence's state; or `total`, the sum of its
    steps.
    """
    return Access(name, "int32" if name == "total" else cell.dtype, (("b", 1),))


def quantized_buffers(cell: Cell, batch: int, in_bytes: bool) -> tuple[Buffer, ...]:
    """The scratch of a thread for so many sequences."""
    access = quantized_access(cell, in_bytes)
    facts = (by_sequence(cell, name) for name in ("scale", "zero", "total"))
    return (
        Buffer(access.buffer, access.dtype, batch * access.stride("b")),
        Buffer("lowest", cell.dtype, batch),
        *(Buffer(fact.buffer, fact.dtype, batch) for fact in facts),
    )


def quantizing_nests(
    cell: Cell, state: Access, in_bytes: bool, summed: bool
) -> tuple[LoopNest, ...]:
    """The loop nests that round a state: its least element, its scale, its zero point, the
    rounding; and the sum of its steps where that is needed.
    """
    lowest = Access("lowest", cell.dtype, (("b", 1),))
    scale, zero = by_sequence(cell, "scale"), by_sequence(cell, "zero")
    place = quantized_access(cell, in_bytes)

    def number(value: float) -> Expression:
        return Constant(value, cell.dtype)

    least = apply("min", Accumulator(), number(0.0))
    width = apply("sub", apply("max", Accumulator(), number(0.0)), Load(1))
    one_step = apply("max", apply("div", width, number(STEPS)), number(SMALLEST_SCALE))
    middle = apply("round", apply("div", apply("sub", number(0.0), Load(0)), Load(1)))
    steps = _bounded(apply("add", apply("round", apply("div", Load(0), Load(1))), Load(2)), cell)
    rounded = apply("mul", apply("sub", steps, Load(2)), Load(1))
    stored = cast(steps, "uint8") if in_bytes else rounded
    total = (
        _nest(cell, "total", (place,), Store(by_sequence(cell, "total"), Accumulator()), "sum"),
    )
    return (
        _nest(cell, "lowest", (state,), Store(lowest, least), "min"),
        _nest(cell, "scale", (state, lowest), Store(scale, one_step), "max"),
        LoopNest("zero", _axes(cell)[:-1], (lowest, scale), (Store(zero, _bounded(middle, cell)),)),
        _nest(cell, "quantized", (state, scale, zero), Store(place, stored)),
        *(total if summed else ()),
    )


def _bounded(steps: Expression, cell: Cell) -> Expression:
    least = apply("max", steps, Constant(0.0, cell.dtype))
    return apply("min", least, Constant(STEPS, cell.dtype))


def _axes(cell: Cell) -> tuple[Axis, ...]:
    return (
        Axis("d", cell.directions),
        Axis("t", cell.steps),
        Axis("b", cell.batch),
        Axis("c", cell.hidden),
    )


def _nest(
    cell: Cell, name: str, operands: tuple[Access, ...], store: Store, combine: str = ""
) -> LoopNest:
    element = cast(Load(0), "int32") if combine == "sum" else Load(0)
    reduction = Reduction(combine, ("c",), element) if combine else None
    return LoopNest(name, _axes(cell), operands, (store,), reduction, LoopSchedule("c", 1))
