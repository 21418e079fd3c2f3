"""Product of a few rows of float32 and constant weights in 24 bits (`aoe.operators.float24`), which
come from memory in three quarters of the time.

Weights are packed in panels as wide as the register tile; of each step the upper 16 bits of all
columns, then the lower 8. They are put together again in registers, once for all rows, which one
register tile has therefore. Schedule: that of a contraction; `streams`: from how many places of a
panel weights are read at a time (`aoe.operators.streams`). Slices of `depth` steps have panels
that do not drive the rows out of the second cache.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import product
from math import ceil, prod

from aoe.device import Device
from aoe.errors import PolicyError
from aoe.loops.expression import Load, apply, cast
from aoe.loops.stage import Access, Buffer, Kernel, Program, Stage, StageSchedule, Store
from aoe.operators import contraction as contractions
from aoe.operators import contraction_space, cost, float24, floor, panels, products, streams
from aoe.operators.access import renumber
from aoe.operators.contraction import Contraction, Schedule
from aoe.operators.definition import Implementation
from aoe.operators.operator import Operator, View
from aoe.operators.panels import Panels
from aoe.policy import Policy

#: Cycles to put a vector of weights together.
_JOINING_CYCLES = 3.0
#: Numbers of places that are read at a time, and how many times as long weights take to come.
_STREAMS = {1: 1.25, 2: 1.1, 4: 1.0, 8: 1.02}
#: Vectors in a panel's width where there are several streams; up to how many a step is not too long
#: to read ahead of it, and how much longer weights take to come for each further one.
_VECTORS, _BEST_VECTORS, _WIDE = (2, 3, 4, 6, 8), 4, 0.02
#: Of the second cache, what a panel may take; how many times as long weights take to come if it
#: takes more.
_NEAR, _FAR = 0.6, 1.2
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


@dataclass(frozen=True, slots=True)
class _Parts:
    """The decisions of a policy."""

    streams: int
    schedule: Schedule

    @staticmethod
    def of(policy: Policy) -> _Parts:
        """Raises `PolicyError` if the policy has no such parts."""
        number = dict(policy.format).get("streams", 1)
        if number not in _STREAMS:
            raise PolicyError(f"not a policy of matmul_float24: {policy}")
        return _Parts(int(number), contractions.schedule_of(policy))

    @property
    def policy(self) -> Policy:
        """The policy of these parts."""
        formats = {"streams": self.streams} if self.streams > 1 else {}
        return Policy.of("matmul_float24", formats, self.schedule.decisions())


@lru_cache(maxsize=64)
def _ranked(operator: Operator, device: Device, breadth: int) -> tuple[Policy, ...]:
    contraction = _contraction(operator)
    policies = {parts.policy: None for parts in _space(contraction, device)}
    ranked = sorted(policies, key=lambda policy: _estimate(operator, policy, device))
    return tuple(ranked[: breadth * _USUAL])


def _space(contraction: Contraction, device: Device) -> Iterator[_Parts]:
    whole = contraction.reduction[0].extent
    for schedule in contraction_space.schedules(contraction, device):
        if schedule.tile == _rows(contraction) and schedule.depth == whole:
            yield _Parts(1, schedule)
    for number, vectors in product(_STREAMS, _VECTORS):
        for depth in _depths(contraction, vectors, device):
            parts = _Parts(number, _streaming(contraction, number, vectors, depth, device))
            if number > 1 and _is_in_space(contraction, parts, device):
                yield parts


def _streaming(
    contraction: Contraction, number: int, vectors: int, depth: int, device: Device
) -> Schedule:
    """The schedule for so many streams."""
    rows = _rows(contraction)
    parallel = "columns" if device.threads > 1 else "rows"
    return Schedule(rows, vectors, number, max(rows), depth, 0, parallel)


def _depths(contraction: Contraction, vectors: int, device: Device) -> list[int]:
    """Lengths of slices: all, and the longest whose panel the second cache holds beside what the
    rows have of it.
    """
    whole = contraction.reduction[0].extent
    near = (n for n in range(1, whole + 1) if whole % n == 0)
    fitting = (whole // n for n in near if _is_near(whole // n, vectors, device))
    return sorted({whole, next(fitting, whole)})


def _is_near(depth: int, vectors: int, device: Device) -> bool:
    """Whether the rows' numbers are still in the second cache when the next panel needs them."""
    return float24.BYTES * depth * vectors * device.lanes("float32") <= _NEAR * device.l2


def _rows(contraction: Contraction) -> tuple[int, int]:
    """The register tile that has all rows, so that each weight is read once."""
    outer, inner = contractions.row_axes(contraction)
    return outer.extent, inner.extent


def _is_in_space(contraction: Contraction, parts: _Parts, device: Device) -> bool:
    try:
        _check(contraction, parts, device)
    except PolicyError:
        return False
    return True


def _check(contraction: Contraction, parts: _Parts, device: Device) -> None:
    """Raises `PolicyError` unless the parts are those of a policy that can be computed."""
    schedule, whole = parts.schedule, contraction.reduction[0].extent
    contraction_space.check(contraction, replace(schedule, depth=whole), device)
    if parts.streams == 1:
        fits = schedule.depth == whole
    else:
        in_parts = whole % schedule.depth == 0 and schedule.depth % parts.streams == 0
        fits = in_parts and schedule.prefetch == 0
    if schedule.tile != _rows(contraction) or not fits:
        raise PolicyError(f"schedule {schedule} does not read weights of 24 bits as they come")


def _estimate(operator: Operator, policy: Policy, device: Device) -> float:
    contraction, parts = _contraction(operator), _Parts.of(policy)
    schedule = parts.schedule
    steps, columns = contraction.reduction[0].extent, contraction.column.extent
    width = schedule.vectors * device.lanes("float32")
    count = ceil(columns / width)
    threads = device.threads if schedule.parallel == "columns" else 1
    busiest = ceil(count / threads) / count
    joining = _JOINING_CYCLES * steps * count * schedule.vectors / cost.FREQUENCY
    computing = contraction_space.computing_seconds(contraction, schedule, device)
    coming = float24.BYTES * steps * columns / cost.bandwidth(device, 2.0 * device.l3, threads)
    coming *= _waiting(contraction, parts, device)
    seconds = cost.overlapped((computing + joining) * busiest, coming)
    rows = 4.0 * prod(operator.inputs[0].shape)
    return seconds + cost.from_others_seconds(device, rows) + device.speed.fork_join


def _waiting(contraction: Contraction, parts: _Parts, device: Device) -> float:
    """How many times as long weights take to come as where nothing but them is read."""
    schedule, whole = parts.schedule, contraction.reduction[0].extent
    waiting = _STREAMS[parts.streams] * (1.0 + _WIDE * max(0, schedule.vectors - _BEST_VECTORS))
    near = schedule.depth < whole or _is_near(whole, schedule.vectors, device)
    return waiting if near else _FAR * waiting


def _floor(operator: Operator, policy: Policy, device: Device) -> float:
    return floor.traffic(operator, device, device.threads) * float24.BYTES / 4


def _lower(
    operator: Operator, inputs: Sequence[View], output: View, policy: Policy, device: Device
) -> Program:
    parts = _Parts.of(policy)
    schedule = parts.schedule
    _check(_contraction(operator), parts, device)
    whole = products.contraction(operator, inputs, output)
    contraction = streams.in_parts(contractions.sliced(whole, schedule.depth), parts.streams)
    width = schedule.vectors * device.lanes("float32")
    layout = _layout(contraction, width)
    multiply = panels.kernel("matmul_float24", _shortened(contraction, layout), schedule, device)
    packed = Buffer("packed", "uint8", layout.elements)
    return Program((multiply,), (_pack(contraction, layout),), (), (packed,))


def _layout(contraction: Contraction, width: int) -> Panels:
    """Panels of weights, each part of a panel in one piece."""
    layout = Panels.of(contraction, width, float24.BYTES)
    if len(contraction.reduction) == 1:
        return layout
    steps, parts = contraction.reduction
    length = steps.extent * float24.BYTES * width
    return replace(layout, reduction=(parts, steps), gap=streams.gap(length, parts.extent, width))


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
