"""Concatenation: one elementwise kernel for each input, which writes its part of the output.

Schedule: that of `elementwise.py`, the same for all inputs.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from aoe.backends.cpu.cost.lower_bound import streaming
from aoe.backends.cpu.implementations.elementwise import elementwise
from aoe.backends.cpu.implementations.elementwise.elementwise import (
    Elementwise,
    elementwise_kernel,
)
from aoe.backends.cpu.implementations.scheduling import Schedule, ranked_implementation
from aoe.backends.cpu.lowering.access import Strided, broadcast
from aoe.backends.cpu.target.cpu_target import CpuTarget
from aoe.loops.expression import Load, loads, renumber
from aoe.loops.loop_nest import Kernel, LoweredOperator
from aoe.operators.operator import Operator, View


def _lower(
    operator: Operator, inputs: Sequence[View], output: View, schedule: Schedule, target: CpuTarget
) -> LoweredOperator:
    axis = operator.integer("axis")
    extras = loads(operator.epilogue)
    whole = operator.output.shape
    seen = [broadcast(inputs[i], f"input{i}", whole) for i in extras]
    destination = broadcast(output, "output0", whole)
    numbers = {i: number + 1 for number, i in enumerate(extras)}
    expression = renumber(operator.epilogue, numbers, Load(0))
    kernels: list[Kernel] = []
    start = 0
    for number in range(operator.anchor_inputs):
        shape = operator.inputs[number].shape
        if 0 not in shape:
            work = Elementwise(
                f"concat{number}",
                shape,
                (
                    broadcast(inputs[number], f"input{number}", shape),
                    *(_moved(item, axis, start) for item in seen),
                ),
                _moved(destination, axis, start),
                expression,
            )
            kernels.append(elementwise_kernel(work, schedule, target))
        start += shape[axis]
    return LoweredOperator(tuple(kernels))


def _moved(operand: Strided, axis: int, start: int) -> Strided:
    """The operand seen from a part of the output that begins at `start` along `axis`."""
    return replace(operand, offset=operand.offset + start * operand.strides[axis])


IMPLEMENTATION = ranked_implementation(
    "concat",
    "Concat",
    elementwise.policies,
    elementwise.estimate,
    _lower,
    lower_bound=streaming,
    points_are_independent=True,
)
