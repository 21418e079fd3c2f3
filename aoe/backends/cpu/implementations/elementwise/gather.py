"""Gather, GatherElements, GatherND and windows: one elementwise loop nest with data-dependent
addresses.

An embedding lookup and windows copy rows by whole vectors. Indices that vary along the vector load
lane by lane. Schedule: that of `elementwise.py`.
"""

from __future__ import annotations

from collections.abc import Sequence

from aoe.backends.cpu.implementations.elementwise import elementwise
from aoe.backends.cpu.implementations.elementwise.elementwise import (
    Elementwise,
    elementwise_kernel,
)
from aoe.backends.cpu.implementations.scheduling import Schedule, ranked_implementation
from aoe.backends.cpu.lowering.access import Strided, broadcast
from aoe.backends.cpu.target.cpu_target import CpuTarget
from aoe.loops.expression import Load, loads, renumber
from aoe.loops.loop_nest import Indirect, LoweredOperator
from aoe.operators.operator import Operator, View
from aoe.operators.types.elementwise.gather import Addressing, addressing, places, step_of


def _lower(
    operator: Operator, inputs: Sequence[View], output: View, schedule: Schedule, target: CpuTarget
) -> LoweredOperator:
    shape, plan = operator.output.shape, addressing(operator)
    data, indices = inputs[:2]
    count = len(plan.indirect)
    indirect = tuple(
        Indirect(1 + number, data.strides[dimension], places(operator, dimension))
        for number, dimension in enumerate(plan.indirect)
    )
    extras = loads(operator.epilogue)
    numbers = {i: 1 + count + number for number, i in enumerate(extras)}
    work = Elementwise(
        "gather",
        shape,
        (
            along(data, "input0", plan.data, len(shape), step_of(operator)),
            *(coordinate(indices, plan, number, len(shape)) for number in range(count)),
            *(broadcast(inputs[i], f"input{i}", shape) for i in extras),
        ),
        broadcast(output, "output0", shape),
        renumber(operator.epilogue, numbers, Load(0)),
        {0: indirect},
    )
    return LoweredOperator((elementwise_kernel(work, schedule, target),))


def along(view: View, buffer: str, dimensions: Sequence[int], rank: int, step: int = 1) -> Strided:
    """The view with its dimensions along those of the output, in steps. A dimension of -1 stays at
    0.
    """
    strides = [0] * rank
    for dimension, stride in zip(dimensions, view.strides, strict=True):
        if dimension >= 0:
            strides[dimension] += stride * step
    return Strided(buffer, view.dtype, tuple(strides), view.offset)


def coordinate(indices: View, plan: Addressing, number: int, rank: int) -> Strided:
    """Coordinate `number` of each tuple of indices."""
    seen = along(indices, "input1", plan.indices, rank)
    last = indices.strides[-1] if plan.indices and plan.indices[-1] < 0 else 0
    return Strided(seen.buffer, seen.dtype, seen.strides, seen.offset + number * last)


IMPLEMENTATION = ranked_implementation(
    "gather",
    "Gather",
    elementwise.policies,
    elementwise.estimate,
    _lower,
    points_are_independent=True,
)
