"""Scatter: a copy of the data, then the updates in their order, each at its data-dependent address.

Two updates may meet at one address, so they run one by one along the dimensions that indices depend
on. The other dimensions (the rows that ScatterND moves) are vectorised and, with `parallel`, shared
by the threads, as are those of ScatterElements other than the scattered one. Schedule: `parallel`,
and `vectors` of the copy and of the rows.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import prod

from aoe.backends.cpu.cost import cost
from aoe.backends.cpu.cost.profile import profile_of
from aoe.backends.cpu.implementations.elementwise.elementwise import (
    Elementwise,
    elementwise_kernel,
)
from aoe.backends.cpu.implementations.scheduling import (
    Schedule,
    contiguous_dimension,
    decisions,
    operand_bytes,
    parallel_choices,
    ranked_implementation,
    spread,
)
from aoe.backends.cpu.lowering.access import Strided, access, broadcast, kernel, moving_axes
from aoe.backends.cpu.target.cpu_target import CpuTarget
from aoe.loops.expression import Expression, Load, apply
from aoe.loops.loop_nest import (
    Access,
    Axis,
    Indirect,
    Kernel,
    Loop,
    LoopNest,
    LoopSchedule,
    LoweredOperator,
    Store,
)
from aoe.operators.operator import Operator, View
from aoe.operators.types.elementwise.scatter import Addressing, addressing
from aoe.policy import Policy

_COMBINE = {"sum": "add", "prod": "mul", "max": "max", "min": "min"}


def _policies(name: str, operator: Operator, target: CpuTarget) -> Iterator[Policy]:
    work = prod(operator.output.shape) + 4 * prod(operator.inputs[2].shape)
    for parallel in parallel_choices(work, target):
        for vectors in (1, 2, 4):
            yield Policy.of(name, schedule={"parallel": parallel, "vectors": vectors})


def _estimate(operator: Operator, policy: Policy, target: CpuTarget) -> float:
    schedule = decisions(policy)
    lanes, rows = target.lanes("float32"), _rows(operator, addressing(operator))
    updates = prod(operator.inputs[2].shape)
    width = lanes if rows and operator.inputs[2].shape[rows[-1]] >= lanes else 1
    update = profile_of(target).scatter.update_cycles
    cycles = prod(operator.output.shape) / lanes + updates * (update / width + 1)
    threads = target.threads if schedule["parallel"] else 1
    return cost.roofline(target, cycles + 2 / schedule["vectors"], operand_bytes(operator), threads)


def _rows(operator: Operator, plan: Addressing) -> tuple[int, ...]:
    """The dimensions of the updates that indices do not depend on."""
    return tuple(d for d in range(len(operator.inputs[2].shape)) if d not in plan.indices)


def _lower(
    operator: Operator, inputs: Sequence[View], output: View, schedule: Schedule, target: CpuTarget
) -> LoweredOperator:
    kernels = (_copy(operator, inputs[0], output, schedule, target),)
    if prod(operator.inputs[2].shape) == 0:
        return LoweredOperator(kernels)
    return LoweredOperator((*kernels, _updates(operator, inputs, output, schedule, target)))


def _copy(
    operator: Operator, data: View, output: View, schedule: Schedule, target: CpuTarget
) -> Kernel:
    shape = operator.output.shape
    inner = contiguous_dimension(operator.output) or 0
    work = Elementwise(
        "copy",
        shape,
        (broadcast(data, "input0", shape),),
        broadcast(output, "output0", shape),
        Load(0),
    )
    return elementwise_kernel(work, {**schedule, "vector": inner, "inner": inner}, target)


def _updates(
    operator: Operator,
    inputs: Sequence[View],
    output: View,
    schedule: Schedule,
    target: CpuTarget,
) -> Kernel:
    plan, shape = addressing(operator), operator.inputs[2].shape
    names = [f"d{number}" for number in range(len(shape))] or ["d0"]
    axes = [Axis(name, extent) for name, extent in zip(names, shape or (1,), strict=True)]
    count = len(plan.indirect)
    destination = _target(plan, output, names)
    operands = [_coordinate(inputs[1], plan, number, names) for number in range(count)]
    operands.append(access(_whole(inputs[2], "input2", len(names)), names))
    value: Expression = Load(count)
    combine = str(operator.attribute["combine"])
    if combine:
        operands.append(destination)
        value = apply(_COMBINE[combine], Load(count + 1), value)
    rows = _rows(operator, plan)
    serial = [name for d, name in enumerate(names) if d not in rows]
    vector = names[rows[-1]] if rows else ""
    nest = LoopNest(
        "scatter",
        tuple(axes),
        tuple(operands),
        (Store(destination, value),),
        schedule=LoopSchedule(vector=vector, vectors=schedule["vectors"]),
    )
    free = [axis for d, axis in enumerate(axes) if d in rows]
    if operator.attribute["mode"] == "elements":
        free = [axis for d, axis in enumerate(axes) if d != operator.integer("axis")]
        serial = [names[operator.integer("axis")]]
    outer: tuple[Loop, ...] = ()
    if schedule["parallel"]:
        width = {vector: target.lanes("float32") * schedule["vectors"]}
        outer = spread(free, width, target.threads)
    own = {loop.axis for loop in outer}
    if operator.attribute["mode"] == "elements":  # the updates of a line in their order
        return kernel(
            "scatter",
            axes,
            (*outer, *(Loop(a.name, 1) for a in axes if a.name not in own)),
            len(outer),
            (nest,),
        )
    return kernel("scatter", axes, (*outer, *(Loop(n, 1) for n in serial)), len(outer), (nest,))


def _whole(view: View, buffer: str, rank: int) -> Strided:
    strides = view.strides or (0,) * rank
    return Strided(buffer, view.dtype, strides, view.offset)


def _target(plan: Addressing, output: View, names: Sequence[str]) -> Access:
    """The address of an update, from its own coordinates and its indices."""
    strides = {
        names[d]: stride for d, stride in zip(plan.data, output.strides, strict=True) if d >= 0
    }
    indirect = tuple(
        Indirect(number, output.strides[dimension], output.shape[dimension])
        for number, dimension in enumerate(plan.indirect)
    )
    terms = moving_axes(strides)
    return Access("output0", output.dtype, terms, output.offset, indirect=indirect)


def _coordinate(indices: View, plan: Addressing, number: int, names: Sequence[str]) -> Access:
    """Coordinate `number` of each update."""
    strides = tuple(
        (names[d], stride)
        for d, stride in zip(plan.indices, indices.strides, strict=True)
        if d >= 0 and stride
    )
    last = indices.strides[-1] if plan.indices[-1] < 0 else 0
    return Access("input1", indices.dtype, strides, indices.offset + number * last)


IMPLEMENTATION = ranked_implementation("scatter", "Scatter", _policies, _estimate, _lower)
