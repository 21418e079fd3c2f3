"""Convolution by AMX instructions over strips of rows: `conv_amx_strips`, `conv_amx_2_terms_strips`
and `conv_amx_3_terms_strips`.

A strip is some rows of the output. Each thread copies the input rows of a strip into its own cache,
channels last and with zero borders, and multiplies them there by all weights. This suits images so
large that a copy of the whole image would go through memory, with weights that stay in a cache.

Schedule: that of `conv_amx`. A strip is `block` rows of the output, a divisor of their number.
Format `line`, for 1×1 convolutions: how many pixels count as one row. A 1×1 convolution has strips
only where numbers are split, since those are copied anyway. Two-dimensional convolutions of one
group only.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache, partial
from math import prod

from aoe.backends.cpu.cost import cost
from aoe.backends.cpu.cost.packing import dot_packing_seconds
from aoe.backends.cpu.implementations import dot_instructions
from aoe.backends.cpu.implementations.conv import conv_dot_instructions
from aoe.backends.cpu.implementations.conv._pixel_lines import lengths, over_lines, views_over_lines
from aoe.backends.cpu.implementations.conv.conv_contraction import Image, contraction, shape_of
from aoe.backends.cpu.implementations.conv.padded_copies import copying_cycles
from aoe.backends.cpu.implementations.dot_instructions import (
    AMX_BFLOAT16,
    AMX_THREE_TERMS,
    AMX_TWO_TERMS,
    Grouping,
    amx_method,
)
from aoe.backends.cpu.implementations.packing import with_packing
from aoe.backends.cpu.lowering.amx import amx_contraction, amx_space
from aoe.backends.cpu.lowering.amx.amx_contraction import STRIP
from aoe.backends.cpu.lowering.contraction import contraction as contractions
from aoe.backends.cpu.lowering.contraction import contraction_space
from aoe.backends.cpu.lowering.contraction.contraction import Contraction, Schedule
from aoe.backends.cpu.target.cpu_target import CACHE_LINE, CpuTarget
from aoe.backends.implementation import Implementation
from aoe.element_types import ITEM_BYTES
from aoe.errors import PolicyError
from aoe.loops.loop_nest import Access, Axis, Bound, LoopNest, LoopSchedule, LoweredOperator
from aoe.operators.operator import Operator, View
from aoe.policy import Policy

#: Share of the second-level cache that a strip, and its sums, may take. It bounds the space.
_PART = 0.3
#: The most output rows of a strip worth considering.
_MOST_ROWS = 16
#: Elements of padding behind each row of a strip of a 1×1 convolution, against cache conflicts.
_GAP = 32
#: Pixels of fewer cache lines than this do not conflict with their neighbours.
_FEW_LINES = 4


def implementation(name: str, grouping: Grouping, description: str) -> Implementation:
    """The implementation of that name for the operand types of `grouping`."""
    return Implementation(
        name=name,
        operator_type="Conv",
        supports=partial(_supports, name, grouping),
        policies=partial(_ranked, name, grouping),
        estimate=partial(_estimate, grouping),
        lower=partial(_lower, name, grouping),
        tolerance=grouping.tolerance,
        lower_bound=partial(_lower_bound, grouping),
        description=description,
    )


def _lower_bound(
    grouping: Grouping, operator: Operator, policy: Policy, target: CpuTarget
) -> float:
    return dot_instructions.lower_bound_of(operator, _whole(operator, grouping), grouping, target)


def _supports(name: str, grouping: Grouping, operator: Operator, target: CpuTarget) -> bool:
    """Whether a strip of some height, and its sums, stay in the second-level cache."""
    if not dot_instructions.supports(grouping, operator, target):
        return False
    if len(operator.output.shape) != 4:
        return False
    if shape_of(operator).group > 1:
        return False
    return bool(_ranked(name, grouping, operator, target.at_common_speed, 1))


def _forms(operator: Operator, grouping: Grouping) -> list[tuple[str, Operator]]:
    """The operator over each kind of rows, with the value of the format `line`."""
    if prod(shape_of(operator).taps) > 1:
        return [("", operator)]
    found = lengths(operator) if grouping.split else ()
    return [(str(length), over_lines(operator, length)) for length in found]


def _form(operator: Operator, policy: Policy, grouping: Grouping) -> Operator:
    """The operator over the rows that a policy takes. Raises `PolicyError` if there are none."""
    line = dict(policy.format).get("line", "")
    for name, form in _forms(operator, grouping):
        if name == line and len(policy.format) == (name != ""):
            return form
    raise PolicyError(f"format {policy.format} does not fit {operator.type} {operator.key}")


def _heights(operator: Operator, grouping: Grouping) -> list[int]:
    """Output rows of a strip. Empty if height and width are not the last two row axes."""
    rows = shape_of(operator).result[0]
    if [axis.name for axis in _whole(operator, grouping).rows[-2:]] != ["o0", "o1"]:
        return []
    return [n for n in range(1, min(rows, _MOST_ROWS) + 1) if rows % n == 0]


def _strip(operator: Operator, rows: int, grouping: Grouping) -> Image:
    """The strip for `rows` output rows, as (N, padded channels, rows, columns)."""
    shape = shape_of(operator)
    channels = grouping.filled(shape.inputs)
    high = (rows - 1) * shape.strides[0] + (shape.taps[0] - 1) * shape.dilations[0] + 1
    wide = shape.padded_image[1]
    pixel = _spread(channels, grouping)
    row = wide * pixel + (_GAP if prod(shape.taps) == 1 else 0)
    extents, strides = (1, channels, high, wide), (0, 1, row, pixel)
    return Image(STRIP, View(grouping.raw_a, extents, strides), channels, True)


def _spread(elements: int, grouping: Grouping) -> int:
    """At least `elements` elements from one pixel to the next: an odd number of cache lines, so
    that neighbours do not fall into few cache sets.
    """
    lines, rest = divmod(elements * ITEM_BYTES[grouping.raw_a], CACHE_LINE)
    if not grouping.split or rest or lines % 2 or lines < _FEW_LINES:
        return elements
    return elements + CACHE_LINE // ITEM_BYTES[grouping.raw_a]


def _whole(operator: Operator, grouping: Grouping) -> Contraction:
    """The convolution of one strip of all rows."""
    views = [View.dense(item) for item in operator.inputs]
    strip = _strip(operator, operator.output.shape[2], grouping)
    return contraction(operator, views, View.dense(operator.output), strip)


def _over_strips(
    operator: Operator,
    rows: int,
    grouping: Grouping,
    inputs: Sequence[View],
    output: View,
    width: int,
) -> Contraction:
    """The convolution over strips of `rows` rows. The axis `t` counts them."""
    strip = _strip(operator, rows, grouping)
    whole = contraction(operator, inputs, output, strip)
    *others, outer, inner = whole.rows
    strips = Axis("t", outer.extent // rows)

    def along(access: Access) -> Access:
        stride = rows * access.stride(outer.name)
        return replace(access, strides=(*access.strides, ("t", stride))) if stride else access

    cut = replace(
        whole,
        rows=(*others, strips, Axis(outer.name, rows), inner),
        extras=tuple(along(item) for item in whole.extras),
        output=along(whole.output),
    )
    copied = _elements(operator, rows, grouping)
    return dot_instructions.grouped(cut, grouping, width, copied=copied)


@lru_cache(maxsize=256)
def _dense(operator: Operator, rows: int, grouping: Grouping, target: CpuTarget) -> Contraction:
    views, output = [View.dense(item) for item in operator.inputs], View.dense(operator.output)
    return _over_strips(operator, rows, grouping, views, output, target.lanes("int32"))


def _fits(operator: Operator, schedule: Schedule, grouping: Grouping, target: CpuTarget) -> bool:
    """Whether a strip and its sums stay in the second-level cache."""
    rows, dense = schedule.block, _dense(operator, schedule.block, grouping, target)
    columns = amx_contraction.strip_columns(dense, schedule, target)
    sums = 4 * rows * operator.output.shape[3] * columns
    strip = _elements(operator, rows, grouping) * grouping.terms * ITEM_BYTES[grouping.raw_a]
    return max(sums, strip) <= _PART * target.l2


def _elements(operator: Operator, rows: int, grouping: Grouping) -> int:
    """Elements of a strip, of one term of its numbers."""
    view = _strip(operator, rows, grouping).view
    return view.shape[2] * view.strides[2]


def _schedules(
    operator: Operator, grouping: Grouping, target: CpuTarget, limit: int
) -> Iterator[Schedule]:
    for rows in _heights(operator, grouping):
        dense = _dense(operator, rows, grouping, target)
        found = [
            schedule
            for schedule in amx_space.ranked(dense, target, 4 * limit)
            if schedule.block == rows
            and schedule.parallel == "rows"
            and _fits(operator, schedule, grouping, target)
        ]
        yield from amx_space.with_prefetch(found[:limit])


@lru_cache(maxsize=64)
def _ranked(
    name: str, grouping: Grouping, operator: Operator, target: CpuTarget, breadth: int
) -> tuple[Policy, ...]:
    limit = breadth * contraction_space.USUAL // 8
    policies = [
        Policy.of(name, {"line": line} if line else {}, schedule.decisions())
        for line, form in _forms(operator, grouping)
        for schedule in _schedules(form, grouping, target, limit)
    ]
    return tuple(sorted(policies, key=lambda item: _estimate(grouping, operator, item, target)))


def _estimate(grouping: Grouping, operator: Operator, policy: Policy, target: CpuTarget) -> float:
    schedule, operator = contractions.schedule_of(policy), _form(operator, policy, grouping)
    dense = _dense(operator, schedule.block, grouping, target)
    seconds = amx_space.estimate(dense, schedule, target)
    shape, strip = shape_of(operator), _strip(operator, schedule.block, grouping).view
    strips = shape.batch * shape.result[0] // schedule.block
    runs = strips * prod(strip.shape) / strip.shape[1]
    channels_last = operator.inputs[0].order[-1] == 1
    cycles = runs * copying_cycles(strip.shape[1], channels_last, grouping, target)
    gathered = bool(grouping.split) and operator.inputs[1].order[-1] != 0
    seconds += dot_packing_seconds(operator.inputs[1], gathered, target)
    return seconds + cycles / cost.frequency(target) / min(target.threads, strips)


def _lower(
    name: str,
    grouping: Grouping,
    operator: Operator,
    inputs: Sequence[View],
    output: View,
    policy: Policy,
    target: CpuTarget,
) -> LoweredOperator:
    schedule, form = contractions.schedule_of(policy), _form(operator, policy, grouping)
    rows = schedule.block
    if rows not in _heights(form, grouping) or schedule.parallel != "rows":
        raise PolicyError(f"schedule {schedule} has no strip of whole rows")
    amx_space.check(_dense(form, rows, grouping, target), schedule, target)
    if not _fits(form, schedule, grouping, target):
        raise PolicyError(f"schedule {schedule} has a strip too large for the cache")
    views = views_over_lines((*inputs, output), form)
    if views is None:
        # A slice of another tensor, whose rows are not contiguous.
        alone = conv_dot_instructions.implementation(name, amx_method(grouping))
        default = alone.default(operator, target)
        return alone.lower(operator, inputs, output, default, target)
    operator, (*inputs, output) = form, views
    width = schedule.vectors * target.lanes("int32")
    product = _over_strips(operator, rows, grouping, inputs, output, width)
    whole = contraction(operator, inputs, output, _strip(operator, rows, grouping))
    pack, packed = dot_instructions.pack(whole, grouping, width)
    fill = _fill(operator, rows, grouping, inputs[0], target)
    size = _elements(operator, rows, grouping) * grouping.terms
    main = amx_contraction.strip_kernel(name, product, schedule, target, fill, size)
    return with_packing((main,), (pack,), (packed,), operator.inputs[1].constant)


def _fill(
    operator: Operator, rows: int, grouping: Grouping, x: View, target: CpuTarget
) -> LoopNest:
    """Copies the input rows of a strip, with zeros beyond the borders."""
    shape, view = shape_of(operator), _strip(operator, rows, grouping).view
    _, channels, high, wide = view.shape
    step = rows * shape.strides[0]
    axes = [
        Axis("n", shape.batch),
        Axis("t", shape.result[0] // rows),
        Axis("i0", high),
        Axis("i1", wide),
        Axis("c", channels),
    ]
    if channels < target.lanes("int32"):
        axes.insert(3, axes.pop())
    bounds = []
    if shape.padded or high + step * (axes[1].extent - 1) > shape.image[0]:
        bounds.append(Bound((("t", step), ("i0", 1)), -shape.before[0], shape.image[0]))
    if shape.before[1] or wide > shape.image[1]:
        bounds.append(Bound((("i1", 1),), -shape.before[1], shape.image[1]))
    if channels > shape.inputs:
        bounds.append(Bound((("c", 1),), 0, shape.inputs))
    offset = x.offset - shape.before[0] * x.strides[2] - shape.before[1] * x.strides[3]
    strides = {"n": x.strides[0], "t": step * x.strides[2], "i0": x.strides[2]}
    strides |= {"i1": x.strides[3], "c": x.strides[1]}
    source = Access("input0", grouping.read_a, tuple(strides.items()), offset, tuple(bounds))
    destination = (("i0", view.strides[2]), ("i1", view.strides[3]), ("c", view.strides[1]))
    return LoopNest(
        "fill",
        tuple(axes),
        (source,),
        grouping.copies(
            Access(STRIP, grouping.raw_a, destination), _elements(operator, rows, grouping)
        ),
        schedule=LoopSchedule(axes[-1].name, 1),
        flushing=bool(grouping.split),
    )


IMPLEMENTATIONS = (
    implementation(
        "conv_amx_strips",
        AMX_BFLOAT16,
        "Convolution of bfloat16 with float32 sums, by AMX instructions over strips of rows",
    ),
    implementation(
        "conv_amx_2_terms_strips",
        AMX_TWO_TERMS,
        "Convolution of float32, each number split into two bfloat16 terms, by AMX instructions "
        "over strips of rows",
    ),
    implementation(
        "conv_amx_3_terms_strips",
        AMX_THREE_TERMS,
        "Convolution of float32, each number split into three bfloat16 terms, by AMX instructions "
        "over strips of rows, as accurate as float32",
    ),
)
