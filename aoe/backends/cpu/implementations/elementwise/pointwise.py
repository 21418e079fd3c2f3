"""Pointwise operators: one elementwise loop nest with any layouts and broadcasting.

Schedule: `vector` (the output dimension that is vectorised), `inner` (the dimension of the
innermost loop), `vectors` (vectors in an iteration), `parallel`. See `_elementwise.py`.
"""

from __future__ import annotations

from collections.abc import Sequence

from aoe.backends.cpu.cost.lower_bound import streaming
from aoe.backends.cpu.implementations.elementwise import _elementwise
from aoe.backends.cpu.implementations.elementwise._elementwise import (
    Elementwise,
    elementwise_kernel,
)
from aoe.backends.cpu.implementations.scheduling import Schedule, ranked_implementation
from aoe.backends.cpu.lowering.access import broadcast
from aoe.backends.cpu.target.cpu_target import CpuTarget
from aoe.loops.expression import loads, renumber
from aoe.loops.loop_nest import LoweredOperator
from aoe.operators.operator import Operator, View


def _lower(
    operator: Operator, inputs: Sequence[View], output: View, schedule: Schedule, target: CpuTarget
) -> LoweredOperator:
    used = loads(operator.epilogue)
    shape = operator.output.shape
    work = Elementwise(
        "pointwise",
        shape,
        tuple(broadcast(inputs[i], f"input{i}", shape) for i in used),
        broadcast(output, "output0", shape),
        renumber(operator.epilogue, {i: number for number, i in enumerate(used)}),
    )
    return LoweredOperator((elementwise_kernel(work, schedule, target),))


IMPLEMENTATION = ranked_implementation(
    "pointwise",
    "Pointwise",
    _elementwise.policies,
    _elementwise.estimate,
    _lower,
    lower_bound=streaming,
)
