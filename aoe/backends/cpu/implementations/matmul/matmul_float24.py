"""Matrix multiplication of a few rows of float32 by constant weights in 24 bits, which take three
quarters of the time to read from memory.

Panels are as wide as the register tile of all rows, with the upper 16 bits of the weights and the
lower 8 in planes (`aoe.backends.cpu.lowering.reduced_precision.float24_planes`). Policies are those
of `_streamed.py`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from math import prod
from operator import attrgetter

from aoe.backends.cpu.cost import cost, lower_bound
from aoe.backends.cpu.implementations.matmul import _streamed
from aoe.backends.cpu.implementations.matmul._streamed import Decisions, Reading
from aoe.backends.cpu.lowering.contraction import contraction_space, matmul_contraction, panels
from aoe.backends.cpu.lowering.contraction.contraction import Contraction
from aoe.backends.cpu.lowering.contraction.panels import Panels
from aoe.backends.cpu.lowering.reduced_precision import float24, float24_planes
from aoe.backends.cpu.target.cpu_target import CpuTarget
from aoe.backends.implementation import Implementation
from aoe.loops.expression import Load
from aoe.loops.loop_nest import Access, Buffer, Kernel, LoopNest, LoopSchedule, LoweredOperator
from aoe.operators.operator import Operator, View
from aoe.policy import Policy

_READING = Reading("matmul_float24", float24.BYTES, attrgetter("float24_streams"))
#: Policies that are usually worth considering.
_USUAL = 16


def _supports(operator: Operator, target: CpuTarget) -> bool:
    return (
        float24.takes_float24_weights(operator)
        and operator.output.dtype == "float32"
        and matmul_contraction.dense(operator).reduction[0].extent % 2 == 0
    )


@lru_cache(maxsize=64)
def _ranked(operator: Operator, target: CpuTarget, breadth: int) -> tuple[Policy, ...]:
    contraction = matmul_contraction.dense(operator)
    policies = {_READING.policy(decided): None for decided in _space(contraction, target)}
    ranked = sorted(policies, key=lambda policy: _estimate(operator, policy, target))
    return tuple(ranked[: breadth * _USUAL])


def _space(contraction: Contraction, target: CpuTarget) -> Iterator[Decisions]:
    whole = contraction.reduction[0].extent
    for schedule in contraction_space.schedules(contraction, target):
        if schedule.tile == _streamed.rows(contraction) and schedule.depth == whole:
            yield Decisions(1, schedule)
    yield from _READING.several(contraction, target)


def _estimate(operator: Operator, policy: Policy, target: CpuTarget) -> float:
    seconds = _READING.seconds(
        matmul_contraction.dense(operator), _READING.decisions(policy), target
    )
    rows = 4.0 * prod(operator.inputs[0].shape)
    return seconds + cost.transfer_seconds(target, rows) + target.speed.fork_join


def _lower_bound(operator: Operator, policy: Policy, target: CpuTarget) -> float:
    return lower_bound.traffic(operator, target, target.threads) * float24.BYTES / 4


def _lower(
    operator: Operator, inputs: Sequence[View], output: View, policy: Policy, target: CpuTarget
) -> LoweredOperator:
    decided = _READING.decisions(policy)
    _streamed.check(matmul_contraction.dense(operator), decided, target)
    contraction = _streamed.in_streams(
        matmul_contraction.contraction(operator, inputs, output), decided
    )
    layout = _streamed.layout(
        contraction, decided.schedule.vectors * target.lanes("float32"), float24.BYTES, 1
    )
    weights = layout.read("packed", "uint8", contraction.column.name)
    product = float24_planes.over_planes(contraction, weights, layout.width)
    multiply = panels.kernel("matmul_float24", product, decided.schedule, target)
    packed = Buffer("packed", "uint8", layout.elements)
    return LoweredOperator((multiply,), (_pack(contraction, layout),), (), (packed,))


def _pack(contraction: Contraction, layout: Panels) -> Kernel:
    """Rounds the weights and copies them into panels."""
    source = panels.unpacked(contraction.b, contraction.column.name, layout)
    place = Access("packed", "uint8", tuple(layout.strides.items()))
    stores = float24_planes.stores(Load(0), place, layout.width)
    schedule = LoopSchedule("k", 1)
    return panels.pack_kernel(LoopNest("pack", layout.axes, (source,), stores, None, schedule))


IMPLEMENTATION = Implementation(
    name="matmul_float24",
    operator_type="MatMul",
    supports=_supports,
    policies=_ranked,
    estimate=_estimate,
    lower=_lower,
    tolerance=float24.TOLERANCE,
    lower_bound=_lower_bound,
    packed_by=("streams", "vectors", "depth"),
)
