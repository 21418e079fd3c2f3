"""Padding with a constant: one elementwise loop nest with bounded loads.

Schedule: that of `elementwise.py`.
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
from aoe.loops.loop_nest import LoweredOperator
from aoe.operators.operator import Operator, View


def _supports(operator: Operator, target: CpuTarget) -> bool:
    return 0 not in operator.inputs[0].shape


def _lower(
    operator: Operator, inputs: Sequence[View], output: View, schedule: Schedule, target: CpuTarget
) -> LoweredOperator:
    x, shape = inputs[0], operator.output.shape
    pads, value = operator.integers("pads"), operator.attribute["value"]
    assert isinstance(value, (int, float))
    rank = len(shape)
    padded = [d for d in range(rank) if pads[d] or pads[rank + d]]
    offset = x.offset - sum(pads[d] * x.strides[d] for d in padded)
    extras = loads(operator.epilogue)
    work = Elementwise(
        "pad",
        shape,
        (
            Strided("input0", x.dtype, x.strides, offset),
            *(broadcast(inputs[i], f"input{i}", shape) for i in extras),
        ),
        broadcast(output, "output0", shape),
        renumber(operator.epilogue, {i: n + 1 for n, i in enumerate(extras)}, Load(0)),
        limits={0: tuple((d, -pads[d], x.shape[d]) for d in padded)},
        fill=float(value),
    )
    return LoweredOperator((elementwise_kernel(work, schedule, target),))


IMPLEMENTATION = ranked_implementation(
    "pad",
    "Pad",
    elementwise.policies,
    elementwise.estimate,
    _lower,
    supports=_supports,
    points_are_independent=True,
)
