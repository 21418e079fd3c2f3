"""Triangular solve by substitution: each row of the result is that of b less a product of the rows
before, divided by an element of the diagonal.

The result begins as zeros, so that the product of a row may go over all rows: those behind are
zeros, and what of a lies above its diagonal counts as zero, whatever it is. Threads share the
systems and strips of columns, whose rows stay in the first-level cache.

Schedule: `vectors`, the width of a strip of columns, and `parallel`, whether threads share the
work.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import ceil, prod

from aoe.backends.cpu.cost import cost
from aoe.backends.cpu.implementations.scheduling import (
    Schedule,
    decisions,
    operand_bytes,
    parallel_choices,
    ranked_implementation,
)
from aoe.backends.cpu.lowering.access import kernel
from aoe.backends.cpu.target.cpu_target import CpuTarget
from aoe.loops.expression import Accumulator, Constant, Expression, Index, Load, apply
from aoe.loops.loop_nest import (
    Access,
    Axis,
    Kernel,
    Loop,
    LoopNest,
    LoopSchedule,
    LoweredOperator,
    Reduction,
    Store,
)
from aoe.operators.operator import Operator, View
from aoe.operators.types.matmul.triangular_solve import OPERATOR, TYPE
from aoe.policy import Policy

_NAME = "triangular_solve"
_ROW, _BEFORE, _COLUMN = "m", "c", "k"
_VECTORS = (1, 2, 4, 8)
#: As for recurrences: later rows read the rounding errors of earlier ones.
_TOLERANCE = 1e-4


def _policies(name: str, operator: Operator, target: CpuTarget) -> Iterator[Policy]:
    columns, lanes = operator.output.shape[-1], target.lanes("float32")
    for parallel in parallel_choices(2 * OPERATOR.multiply_adds(operator), target):
        for vectors in (n for n in _VECTORS if n == 1 or (n - 1) * lanes < columns):
            yield Policy.of(name, schedule={"vectors": vectors, "parallel": parallel})


def _estimate(operator: Operator, policy: Policy, target: CpuTarget) -> float:
    """Seconds: a multiply-add of each vector of a strip waits for the one before."""
    schedule, (*batch, rows, columns) = decisions(policy), operator.output.shape
    vectors, threads = schedule["vectors"], target.threads if schedule["parallel"] else 1
    strips = prod(batch) * ceil(columns / (vectors * target.lanes("float32")))
    step = max(vectors / cost.multiply_adds_per_cycle(target), 4.0)
    cycles = ceil(strips / threads) * threads * rows * rows * step
    return cost.roofline(target, cycles, operand_bytes(operator), threads)


def _lower(
    operator: Operator, inputs: Sequence[View], output: View, schedule: Schedule, target: CpuTarget
) -> LoweredOperator:
    *batch, rows, columns = output.shape
    names = [f"b{number}" for number in range(len(batch))]
    outer = tuple(Axis(name, extent) for name, extent in zip(names, batch, strict=True))
    axes = (*outer, Axis(_ROW, rows), Axis(_COLUMN, columns))
    made = _accesses(names, inputs, output)
    strip = schedule["vectors"] * target.lanes("float32")
    loops = (*(Loop(name, 1) for name in names), Loop(_COLUMN, strip))
    shared = len(loops) * schedule["parallel"]
    order = LoopSchedule(_COLUMN, schedule["vectors"])
    zeros = Store(made["x"], Constant(0, output.dtype))
    cleared = kernel(
        "triangular_clear",
        axes,
        loops,
        shared,
        (LoopNest("clear", axes, (), (zeros,), None, order),),
    )
    is_before = apply("less", Index(_BEFORE), Index(_ROW))
    factor = apply("select", is_before, Load(0), Constant(0, output.dtype))
    value: Expression = apply("sub", Load(2), Accumulator())
    operands = [made["a"], made["before"], made["b"]]
    if not operator.integer("unit"):
        operands.append(made["diagonal"])
        value = apply("div", value, Load(3))
    nest = LoopNest(
        "substitute",
        (*axes, Axis(_BEFORE, rows)),
        tuple(operands),
        (Store(made["x"], value),),
        Reduction("sum", (_BEFORE,), apply("mul", factor, Load(1))),
        order,
    )
    return LoweredOperator((cleared, _by_rows(nest, loops, shared)))


def _by_rows(nest: LoopNest, loops: Sequence[Loop], shared: int) -> Kernel:
    """A kernel in which each thread goes over all rows of its strips in order."""
    return kernel(_NAME, nest.axes, (*loops, Loop(_ROW, 1)), shared, (nest,))


def _accesses(names: Sequence[str], inputs: Sequence[View], output: View) -> dict[str, Access]:
    """What is read and written, by what it is called."""
    a, b = inputs

    def seen(buffer: str, view: View, *axes: str) -> Access:
        strides = tuple(zip((*names, *axes), view.strides, strict=True))
        return Access(buffer, view.dtype, strides, view.offset)

    *around, down, across = a.strides
    diagonal = (*zip(names, around, strict=True), (_ROW, down + across))
    return {
        "a": seen("input0", a, _ROW, _BEFORE),
        "b": seen("input1", b, _ROW, _COLUMN),
        "x": seen("output0", output, _ROW, _COLUMN),
        "before": seen("output0", output, _BEFORE, _COLUMN),
        "diagonal": Access("input0", a.dtype, diagonal, a.offset),
    }


IMPLEMENTATION = ranked_implementation(
    _NAME,
    TYPE,
    _policies,
    _estimate,
    _lower,
    tolerance=_TOLERANCE,
    description="Triangular systems by substitution, row after row",
)
