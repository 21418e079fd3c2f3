"""Convolution of bfloat16 in float32 in tiles, in bands of rows: each thread copies the rows of the
image that some rows of the result need into its own cache, channels last and with borders, and
multiplies them by all weights there. For images so large that a copy as a whole would go by way of
memory, and weights that stay in a cache.

Schedule: that of `conv_tiles`; `block` rows of the result, a divisor of all of them, are a band.
Two-dimensional convolutions of one group.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from math import prod

from aoe.device import Device
from aoe.element_types import ITEM_BYTES
from aoe.errors import PolicyError
from aoe.loops.expression import Load
from aoe.loops.stage import Access, Axis, Bound, Program, Stage, StageSchedule, Store
from aoe.operators import contraction as contractions
from aoe.operators import contraction_space, cost, tile_products, tile_space
from aoe.operators.contraction import Contraction, Schedule
from aoe.operators.definition import Implementation
from aoe.operators.implementations import _grouped
from aoe.operators.implementations._bordered import copying_cycles
from aoe.operators.implementations._convolutions import Image, contraction, shape_of
from aoe.operators.implementations._grouped import TILES
from aoe.operators.operator import Operator, View
from aoe.operators.tile_products import BAND
from aoe.policy import Policy

_NAME = "conv_tiles_rows"
#: Which part of the second cache a band, and its sums, may take up.
_PART = 0.3
#: The most rows of a band that are worth considering.
_MOST_ROWS = 16


def _supports(operator: Operator, device: Device) -> bool:
    if not _grouped.supports(TILES, operator, device) or len(operator.output.shape) != 4:
        return False
    shape = shape_of(operator)
    return shape.group == 1 and prod(shape.taps) > 1 and bool(_heights(operator))


def _heights(operator: Operator) -> list[int]:
    """Rows that a band may have. None where rows of the result need not lie behind each other."""
    rows = shape_of(operator).result[0]
    if [axis.name for axis in _whole(operator).rows[-2:]] != ["o0", "o1"]:
        return []
    return [n for n in range(1, min(rows, _MOST_ROWS) + 1) if rows % n == 0]


def _band(operator: Operator, rows: int) -> Image:
    """The band of so many rows of the result, (N, channels with their filling, rows, columns)."""
    shape = shape_of(operator)
    room = TILES.filled(shape.inputs)
    high = (rows - 1) * shape.strides[0] + (shape.taps[0] - 1) * shape.dilations[0] + 1
    wide = shape.padded_image[1]
    extents, strides = (1, room, high, wide), (0, 1, wide * room, room)
    return Image(BAND, View(TILES.raw_a, extents, strides), room, True)


def _whole(operator: Operator) -> Contraction:
    """The convolution of one band of all rows."""
    views = [View.dense(item) for item in operator.inputs]
    band = _band(operator, operator.output.shape[2])
    return contraction(operator, views, View.dense(operator.output), band)


def _banded(
    operator: Operator, rows: int, inputs: Sequence[View], output: View, width: int
) -> Contraction:
    """The convolution over bands of so many rows: `t` counts them."""
    whole = contraction(operator, inputs, output, _band(operator, rows))
    *others, outer, inner = whole.rows
    bands = Axis("t", outer.extent // rows)

    def along(access: Access) -> Access:
        stride = rows * access.stride(outer.name)
        return replace(access, strides=(*access.strides, ("t", stride))) if stride else access

    cut = replace(
        whole,
        rows=(*others, bands, Axis(outer.name, rows), inner),
        extras=tuple(along(item) for item in whole.extras),
        output=along(whole.output),
    )
    return _grouped.grouped(cut, TILES, width)


@lru_cache(maxsize=256)
def _dense(operator: Operator, rows: int, device: Device) -> Contraction:
    views = [View.dense(item) for item in operator.inputs]
    return _banded(operator, rows, views, View.dense(operator.output), device.lanes("int32"))


def _fits(operator: Operator, schedule: Schedule, device: Device) -> bool:
    """Whether a band and its sums stay in the second cache."""
    rows, dense = schedule.block, _dense(operator, schedule.block, device)
    columns = tile_products.band_columns(dense, schedule, device)
    sums = 4 * rows * operator.output.shape[3] * columns
    band = prod(_band(operator, rows).view.shape) * ITEM_BYTES[TILES.raw_a]
    return max(sums, band) <= _PART * device.l2


def _schedules(operator: Operator, device: Device, limit: int) -> Iterator[Schedule]:
    for rows in _heights(operator):
        dense = _dense(operator, rows, device)
        found = [
            schedule
            for schedule in tile_space.ranked(dense, device, 4 * limit)
            if schedule.block == rows
            and schedule.parallel == "rows"
            and _fits(operator, schedule, device)
        ]
        yield from tile_space.with_prefetch(found[:limit])


@lru_cache(maxsize=64)
def _ranked(operator: Operator, device: Device, breadth: int) -> tuple[Policy, ...]:
    limit = breadth * contraction_space.USUAL // 8
    policies = [
        Policy.of(_NAME, schedule=schedule.decisions())
        for schedule in _schedules(operator, device, limit)
    ]
    return tuple(sorted(policies, key=lambda policy: _estimate(operator, policy, device)))


def _estimate(operator: Operator, policy: Policy, device: Device) -> float:
    schedule = contractions.schedule_of(policy)
    dense = _dense(operator, schedule.block, device)
    seconds = tile_space.estimate(dense, schedule, device)
    shape, band = shape_of(operator), _band(operator, schedule.block).view
    bands = shape.batch * shape.result[0] // schedule.block
    runs = bands * prod(band.shape) / band.shape[1]
    cycles = runs * copying_cycles(band.shape[1], operator.inputs[0].order[-1] == 1)
    return seconds + cycles / cost.FREQUENCY / min(device.threads, bands)


def _lower(
    operator: Operator, inputs: Sequence[View], output: View, policy: Policy, device: Device
) -> Program:
    schedule = contractions.schedule_of(policy)
    if policy.format:
        raise PolicyError(f"format {policy.format} does not fit {operator.type} {operator.key}")
    rows = schedule.block
    if rows not in _heights(operator) or schedule.parallel != "rows":
        raise PolicyError(f"schedule {schedule} has no band of whole rows")
    tile_space.check(_dense(operator, rows, device), schedule, device)
    if not _fits(operator, schedule, device):
        raise PolicyError(f"schedule {schedule} has a band too large for the cache")
    width = schedule.vectors * device.lanes("int32")
    product = _banded(operator, rows, inputs, output, width)
    pack, packed = _grouped.pack(
        contraction(operator, inputs, output, _band(operator, rows)), TILES, width
    )
    fill = _fill(operator, rows, inputs[0], device)
    view = _band(operator, rows).view
    size = prod(view.shape)
    main = tile_products.banded_kernel(_NAME, product, schedule, device, fill, size)
    if operator.inputs[1].constant:
        return Program((main,), (pack,), (), (packed,))
    return Program((pack, main), (), (packed,))


def _fill(operator: Operator, rows: int, x: View, device: Device) -> Stage:
    """Copies what a band needs of the image, zeros where that ends."""
    shape, view = shape_of(operator), _band(operator, rows).view
    _, room, high, wide = view.shape
    step = rows * shape.strides[0]
    axes = [
        Axis("n", shape.batch),
        Axis("t", shape.result[0] // rows),
        Axis("i0", high),
        Axis("i1", wide),
        Axis("c", room),
    ]
    if room < device.lanes("int32"):
        axes.insert(3, axes.pop())
    bounds = []
    if shape.padded or high + step * (axes[1].extent - 1) > shape.image[0]:
        bounds.append(Bound((("t", step), ("i0", 1)), -shape.before[0], shape.image[0]))
    if shape.before[1] or wide > shape.image[1]:
        bounds.append(Bound((("i1", 1),), -shape.before[1], shape.image[1]))
    if room > shape.inputs:
        bounds.append(Bound((("c", 1),), 0, shape.inputs))
    offset = x.offset - shape.before[0] * x.strides[2] - shape.before[1] * x.strides[3]
    strides = {"n": x.strides[0], "t": step * x.strides[2], "i0": x.strides[2]}
    strides |= {"i1": x.strides[3], "c": x.strides[1]}
    source = Access("input0", TILES.raw_a, tuple(strides.items()), offset, tuple(bounds))
    target = (("i0", view.strides[2]), ("i1", view.strides[3]), ("c", view.strides[1]))
    store = Store(Access(BAND, TILES.raw_a, target), Load(0))
    return Stage("fill", tuple(axes), (source,), (store,), None, StageSchedule(axes[-1].name, 1))


IMPLEMENTATION = Implementation(
    name=_NAME,
    operator_type="Conv",
    supports=_supports,
    policies=_ranked,
    estimate=_estimate,
    lower=_lower,
)
