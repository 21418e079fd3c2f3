"""Direct convolution in 1 to 3 dimensions, grouped or not: a contraction over window taps and input
channels.

Rows are output pixels and the column is the output channel. Weights are packed in panels
(`aoe.backends.cpu.lowering.contraction.panels`), at load time if they are constant. A 1×1
convolution is a matrix multiplication: its pixels merge to one row axis. Format `input`: "direct"
reads the input in place and checks the borders, "padded" first copies it into a zero-bordered
buffer, so that the kernel needs no checks.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache, lru_cache
from math import prod

from aoe.backends.cpu.cost import cost
from aoe.backends.cpu.cost.profile import profile_of
from aoe.backends.cpu.implementations.conv._conv_contraction import (
    Image,
    border_cost,
    input_image,
    shape_of,
)
from aoe.backends.cpu.implementations.conv._conv_contraction import contraction as convolution
from aoe.backends.cpu.lowering.contraction import contraction as contractions
from aoe.backends.cpu.lowering.contraction import contraction_space, panels
from aoe.backends.cpu.lowering.contraction.contraction import Contraction
from aoe.backends.cpu.target.cpu_target import CpuTarget
from aoe.backends.implementation import Implementation
from aoe.element_types import computed_type
from aoe.errors import PolicyError
from aoe.loops.expression import Load
from aoe.loops.loop_nest import (
    Access,
    Axis,
    Bound,
    Buffer,
    Kernel,
    Loop,
    LoopNest,
    LoopSchedule,
    LoweredOperator,
    Store,
)
from aoe.operators.operator import Operand, Operator, View
from aoe.operators.types.conv.conv import is_depthwise
from aoe.policy import Policy

#: Elements. Distances that are multiples of the first use a quarter of the cache sets or fewer; a
#: cache line more spreads them.
_CONFLICTING, _GAP = 256, 16
#: The fewest tasks of the padded copy that threads share.
_FEWEST_TASKS = 64


def _supports(operator: Operator, target: CpuTarget) -> bool:
    return contractions.contractible(*operator.inputs[:2]) and not is_depthwise(operator)


def _padded_view(operator: Operator) -> View:
    """The padded copy. It has the layout of the input, so that the copy runs along both. Runs of a
    multiple of 1 KiB get a gap: otherwise the rows of a register tile would fall into few cache
    sets.
    """
    shape = shape_of(operator)
    extents = [shape.batch, shape.group * shape.inputs, *shape.padded_image]
    innermost = operator.inputs[0].order[-1]
    pitched = list(extents)
    if pitched[innermost] % _CONFLICTING == 0:
        pitched[innermost] += _GAP
    dtype = computed_type(operator.inputs[0].dtype)
    laid_out = View.dense(Operand(dtype, tuple(pitched), operator.inputs[0].order))
    return View(dtype, tuple(extents), laid_out.strides)


def _image(operator: Operator, x: View, padded: bool) -> Image:
    """The input, or its padded copy."""
    if not padded:
        return input_image(operator, x)
    view = _padded_view(operator)
    return Image("padded", view, view.strides[1] * shape_of(operator).inputs, True)


@lru_cache(maxsize=64)
def _dense_contraction(operator: Operator, padded: bool) -> Contraction:
    inputs = [View.dense(operand) for operand in operator.inputs]
    image = _image(operator, inputs[0], padded)
    return convolution(operator, inputs, View.dense(operator.output), image)


def _formats(operator: Operator) -> tuple[str, ...]:
    return ("padded", "direct") if shape_of(operator).padded else ("direct",)


def _policy(format: str, schedule: contractions.Schedule) -> Policy:
    return Policy.of("conv_direct", {"input": format}, schedule.decisions())


@lru_cache(maxsize=64)
def _ranked(operator: Operator, target: CpuTarget, breadth: int) -> tuple[Policy, ...]:
    found: list[tuple[float, int, Policy]] = []
    for format in _formats(operator):
        contraction = _dense_contraction(operator, format == "padded")
        seconds = _estimator(operator, format == "padded", target)
        schedules = contraction_space.ranked(contraction, target, breadth * contraction_space.USUAL)
        for schedule in contraction_space.with_prefetch(contraction, schedules):
            found.append((seconds(schedule), len(found), _policy(format, schedule)))
    return tuple(policy for _, _, policy in sorted(found))


def _estimate(operator: Operator, policy: Policy, target: CpuTarget) -> float:
    padded = dict(policy.format).get("input") == "padded"
    return _estimator(operator, padded, target)(contractions.schedule_of(policy))


@lru_cache(maxsize=16)
def _estimator(
    operator: Operator, padded: bool, target: CpuTarget
) -> Callable[[contractions.Schedule], float]:
    """`_estimate` for many schedules of one format: what they have in common is computed once."""
    shape, costs = shape_of(operator), profile_of(target).conv_direct
    contraction = _dense_contraction(operator, padded)
    seconds = contraction_space.estimator(contraction, target).seconds
    if padded:
        copying = _copying_seconds(operator, target)
        return lambda schedule: seconds(schedule) + copying
    border = border_cost(shape, target)

    @cache
    def in_front(unroll: int) -> bool:
        return contractions.has_checks_in_front(contraction, unroll)

    def direct(schedule: contractions.Schedule) -> float:
        if in_front(schedule.unroll):
            return seconds(schedule)
        free = target.vector_registers - schedule.vectors * (prod(schedule.tile) + 1)
        spills = shape.padded and schedule.unroll > 1 and free < costs.check_registers
        return seconds(schedule) * (costs.spill_factor if spills else 1.0) * border

    return direct


def _copying_seconds(operator: Operator, target: CpuTarget) -> float:
    """Seconds of the padded copy: its traffic, and a vector or more for each run along the
    innermost dimension, even if that is as short as the channels of a colour image.
    """
    shape, order = shape_of(operator), operator.inputs[0].order
    extents = (shape.batch, shape.group * shape.inputs, *shape.padded_image)
    elements, run = prod(extents), extents[order[-1]]
    moved = 8.0 * elements
    cycles = profile_of(target).conv_direct.copy_run_cycles * elements / run
    seconds = (
        moved / cost.bandwidth(target, moved) + cycles / cost.frequency(target) / target.threads
    )
    return seconds + target.speed.fork_join


def _lower_bound(operator: Operator, policy: Policy, target: CpuTarget) -> float:
    contraction = _dense_contraction(operator, dict(policy.format).get("input") == "padded")
    schedule = contractions.schedule_of(policy)
    return contraction_space.lower_bound_of(operator, contraction, schedule, target)


def _lower(
    operator: Operator, inputs: Sequence[View], output: View, policy: Policy, target: CpuTarget
) -> LoweredOperator:
    padded = dict(policy.format).get("input") == "padded"
    schedule = contractions.schedule_of(policy)
    if dict(policy.format).get("input") not in _formats(operator):
        raise PolicyError(f"format {policy.format} does not fit {operator.type} {operator.key}")
    dense = _dense_contraction(operator, padded)
    contraction_space.check(dense, schedule, target)
    contraction = convolution(operator, inputs, output, _image(operator, inputs[0], padded))
    schedule = contractions.refitted(schedule, dense, contraction)
    product, pack, packed = panels.over_panels(contraction, schedule, target)
    kernels = (_pad(operator, inputs[0], target),) if padded else ()
    temporaries = (_padded_buffer(operator),) if padded else ()
    main = panels.kernel("conv_direct", product, schedule, target)
    packing = panels.pack_kernel(pack)
    if operator.inputs[1].constant:
        return LoweredOperator((*kernels, main), (packing,), temporaries, (packed,))
    return LoweredOperator((*kernels, packing, main), (), (*temporaries, packed))


def _padded_buffer(operator: Operator) -> Buffer:
    view = _padded_view(operator)
    outermost = operator.inputs[0].order[0]
    return Buffer("padded", view.dtype, view.strides[outermost] * view.shape[outermost])


def _pad(operator: Operator, x: View, target: CpuTarget) -> Kernel:
    """Copies the input into the zero-bordered buffer, along its innermost dimension."""
    shape = shape_of(operator)
    rank = len(shape.image)
    names = ["n", "c", *(f"i{i}" for i in range(rank))]
    extents = (shape.batch, shape.group * shape.inputs, *shape.padded_image)
    axes = [Axis(names[d], extents[d]) for d in operator.inputs[0].order]
    bounds = tuple(
        Bound(((f"i{i}", 1),), -before, size)
        for i, (before, size) in enumerate(zip(shape.before, shape.image, strict=True))
    )
    offset = x.offset - sum(
        before * stride for before, stride in zip(shape.before, x.strides[2:], strict=True)
    )
    source = Access("input0", x.dtype, tuple(zip(names, x.strides, strict=True)), offset, bounds)
    padded = _padded_view(operator)
    store = Access("padded", padded.dtype, tuple(zip(names, padded.strides, strict=True)))
    vectors = max(1, min(4, axes[-1].extent // target.lanes("float32")))
    schedule = LoopSchedule(axes[-1].name, vectors)
    nest = LoopNest("pad", tuple(axes), (source,), (Store(store, Load(0)),), None, schedule)
    shared = _shared(axes)
    outer = tuple(Loop(axis.name, 1) for axis in shared)
    return Kernel("pad", shared, outer, len(outer), (nest,), ("input0", "padded"))


def _shared(axes: Sequence[Axis]) -> tuple[Axis, ...]:
    """The outer axes that threads share: few, but enough for even shares."""
    for count in range(1, len(axes) - 1):
        if prod(axis.extent for axis in axes[:count]) >= _FEWEST_TASKS:
            return tuple(axes[:count])
    return tuple(axes[:-1])


IMPLEMENTATION = Implementation(
    name="conv_direct",
    operator_type="Conv",
    supports=_supports,
    policies=_ranked,
    estimate=_estimate,
    lower=_lower,
    lower_bound=_lower_bound,
    packed_by=("vectors", "depth"),
)
