"""Pointwise operators: one elementwise loop nest with any layouts and broadcasting, which writes
every result of the operator.

Schedule: `vector` (the output dimension that is vectorised), `inner` (the dimension of the
innermost loop), `vectors` (vectors in an iteration), `parallel`. See `elementwise.py`.
"""

from __future__ import annotations

from collections.abc import Sequence

from aoe.backends.cpu.cost.lower_bound import streaming
from aoe.backends.cpu.implementations.elementwise import elementwise
from aoe.backends.cpu.implementations.elementwise.elementwise import (
    Elementwise,
    elementwise_kernel,
)
from aoe.backends.cpu.implementations.scheduling import Schedule, ranked_implementation
from aoe.backends.cpu.lowering.access import broadcast
from aoe.backends.cpu.target.cpu_target import CpuTarget
from aoe.loops.expression import loads, renumber
from aoe.loops.loop_nest import LoweredOperator
from aoe.operators.operator import Operator, View


def _lower_several(
    operator: Operator,
    inputs: Sequence[View],
    outputs: Sequence[View],
    schedule: Schedule,
    target: CpuTarget,
) -> LoweredOperator:
    used = sorted({number for item in operator.results for number in loads(item.epilogue)})
    numbers = {i: number for number, i in enumerate(used)}
    shape = operator.output.shape
    first, *further = (
        (broadcast(view, f"output{number}", shape), renumber(item.epilogue, numbers))
        for number, (view, item) in enumerate(zip(outputs, operator.results, strict=True))
    )
    operands = tuple(broadcast(inputs[i], f"input{i}", shape) for i in used)
    work = Elementwise("pointwise", shape, operands, *first, further=tuple(further))
    return LoweredOperator((elementwise_kernel(work, schedule, target),))


def _lower(
    operator: Operator, inputs: Sequence[View], output: View, schedule: Schedule, target: CpuTarget
) -> LoweredOperator:
    return _lower_several(operator, inputs, (output,), schedule, target)


IMPLEMENTATION = ranked_implementation(
    "pointwise",
    "Pointwise",
    elementwise.policies,
    elementwise.estimate,
    _lower,
    lower_bound=streaming,
    lower_several=_lower_several,
    points_are_independent=True,
)
