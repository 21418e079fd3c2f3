"""Product of a few rows of float32 and constant weights in 24 bits (`aoe.operators.float24`), which
come from memory in three quarters of the time.

Weights are packed in panels as wide as the register tile; of each step the upper 16 bits of all
columns, then the lower 8. They are put together again in registers, once for all rows, which one
register tile has therefore. Schedule: that of a contraction.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from math import ceil, prod

from aoe.device import Device
from aoe.errors import PolicyError
from aoe.loops.expression import Load, apply, cast
from aoe.loops.stage import Access, Buffer, Kernel, Program, Stage, StageSchedule, Store
from aoe.operators import contraction as contractions
from aoe.operators import contraction_space, cost, float24, floor, panels, products
from aoe.operators.access import renumber
from aoe.operators.contraction import Contraction, Schedule
from aoe.operators.definition import Implementation
from aoe.operators.operator import Operator, View
from aoe.operators.panels import Panels
from aoe.policy import Policy

#: Cycles to put a vector of weights together.
_JOINING_CYCLES = 3.0
#: Policies that are usually worth considering.
_USUAL = 16


def _supports(operator: Operator, device: Device) -> bool:
    # Where there are no tiles no model is judged for what short numbers do to it.
    return (
        device.multiplies_tiles
        and float24.shortens(operator)
        and operator.output.dtype == "float32"
        and _contraction(operator).reduction[0].extent % 2 == 0
    )


def _contraction(operator: Operator) -> Contraction:
    views = [View.dense(operand) for operand in operator.inputs]
    return products.contraction(operator, views, View.dense(operator.output))


@lru_cache(maxsize=64)
def _ranked(operator: Operator, device: Device, breadth: int) -> tuple[Policy, ...]:
    policies = {
        Policy.of("matmul_float24", {}, schedule.decisions()): None
        for schedule in _schedules(_contraction(operator), device)
    }
    ranked = sorted(policies, key=lambda policy: _estimate(operator, policy, device))
    return tuple(ranked[: breadth * _USUAL])


def _schedules(contraction: Contraction, device: Device) -> Iterator[Schedule]:
    for schedule in contraction_space.schedules(contraction, device):
        if _is_stream(contraction, schedule):
            yield from contraction_space.with_prefetch(contraction, [schedule])


def _is_stream(contraction: Contraction, schedule: Schedule) -> bool:
    """Whether each weight is read once, by one register tile."""
    rows = tuple(axis.extent for axis in contractions.row_axes(contraction))
    return schedule.depth == contraction.reduction[0].extent and schedule.tile == rows


def _estimate(operator: Operator, policy: Policy, device: Device) -> float:
    contraction, schedule = _contraction(operator), contractions.schedule_of(policy)
    steps, columns = contraction.reduction[0].extent, contraction.column.extent
    width = schedule.vectors * device.lanes("float32")
    count = ceil(columns / width)
    threads = device.threads if schedule.parallel == "columns" else 1
    busiest = ceil(count / threads) / count
    joining = _JOINING_CYCLES * steps * count * schedule.vectors / cost.FREQUENCY
    computing = contraction_space.computing_seconds(contraction, schedule, device)
    coming = float24.BYTES * steps * columns / cost.bandwidth(device, 2.0 * device.l3, threads)
    seconds = cost.overlapped((computing + joining) * busiest, coming)
    rows = 4.0 * prod(operator.inputs[0].shape)
    return seconds + cost.from_others_seconds(device, rows) + device.speed.fork_join


def _floor(operator: Operator, policy: Policy, device: Device) -> float:
    return floor.traffic(operator, device, device.threads) * float24.BYTES / 4


def _lower(
    operator: Operator, inputs: Sequence[View], output: View, policy: Policy, device: Device
) -> Program:
    schedule = contractions.schedule_of(policy)
    contraction_space.check(_contraction(operator), schedule, device)
    if not _is_stream(_contraction(operator), schedule):
        raise PolicyError(f"schedule {schedule} reads weights of 24 bits more than once")
    contraction = products.contraction(operator, inputs, output)
    width = schedule.vectors * device.lanes("float32")
    layout = Panels.of(contraction, width, float24.BYTES)
    product = _shortened(contraction, layout)
    multiply = panels.kernel("matmul_float24", product, schedule, device)
    packed = Buffer("packed", "uint8", layout.elements)
    return Program((multiply,), (_pack(contraction, layout),), (), (packed,))


def _shortened(contraction: Contraction, layout: Panels) -> Contraction:
    """The contraction over packed weights, whose lower bits are its first extra operand."""
    lower = layout.read("packed", "uint8", contraction.column.name)
    strides = tuple((axis, stride // 2) for axis, stride in lower.strides)
    upper = replace(lower, dtype="uint16", strides=strides)
    lower = replace(lower, offset=2 * layout.width)
    operands = {0: 0, **{2 + i: 3 + i for i in range(len(contraction.extras))}}
    return replace(
        contraction,
        b=upper,
        extras=(lower, *contraction.extras),
        element=apply("mul", Load(0), float24.joined(Load(1), Load(2))),
        epilogue=renumber(contraction.epilogue, operands),
    )


def _pack(contraction: Contraction, layout: Panels) -> Kernel:
    """Shortens the weights and copies them into panels."""
    source = panels.unpacked(contraction.b, contraction.column.name, layout)
    place = tuple(layout.strides.items())
    wide = tuple((axis, stride if axis == "k" else stride // 2) for axis, stride in place)
    upper, lower = float24.halves(Load(0))
    stores = (
        Store(Access("packed", "uint16", wide), cast(upper, "uint16")),
        Store(Access("packed", "uint8", place, 2 * layout.width), cast(lower, "uint8")),
    )
    schedule = StageSchedule("k", 1)
    return panels.pack_kernel(Stage("pack", layout.axes, (source,), stores, None, schedule))


IMPLEMENTATION = Implementation(
    name="matmul_float24",
    operator_type="MatMul",
    supports=_supports,
    policies=_ranked,
    estimate=_estimate,
    lower=_lower,
    tolerance=float24.TOLERANCE,
    floor=_floor,
)
