"""Weighted sums of elements at positions given by tables: one loop nest that reduces over the taps.

If the tables do not vary along the vector (channels-last images), a tap is a vector of x times one
number. Otherwise elements are loaded lane by lane. Schedule: `vector` (a dimension of the result),
`vectors`, `parallel`, and `unroll` (1: the taps are unrolled).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import reduce
from math import ceil, prod

from aoe.backends.cpu.cost import cost
from aoe.backends.cpu.cost.profile import profile_of
from aoe.backends.cpu.implementations.scheduling import (
    Schedule,
    contiguous_dimension,
    decisions,
    operand_bytes,
    parallel_choices,
    ranked_implementation,
    spread,
)
from aoe.backends.cpu.lowering.access import (
    Space,
    Strided,
    access,
    axes_of,
    broadcast,
    collapse,
    kernel,
    memory_order,
    reorder,
)
from aoe.backends.cpu.target.cpu_target import CpuTarget
from aoe.loops.expression import Accumulator, Expression, Load, apply, loads, renumber
from aoe.loops.loop_nest import (
    Access,
    Axis,
    Indirect,
    Loop,
    LoopNest,
    LoopSchedule,
    LoweredOperator,
    Reduction,
    Store,
)
from aoe.operators.operator import Operator, View
from aoe.operators.types.elementwise.sample import Tables, tables
from aoe.policy import Policy

#: The most taps that may be unrolled.
_MOST_UNROLLED = 16


def _supports(operator: Operator, target: CpuTarget) -> bool:
    return 0 not in operator.inputs[0].shape


def _policies(name: str, operator: Operator, target: CpuTarget) -> Iterator[Policy]:
    shape, plan = operator.output.shape, tables(operator)
    candidates = (contiguous_dimension(operator.output), contiguous_dimension(operator.inputs[0]))
    vectors = list(dict.fromkeys(d for d in candidates if d is not None)) or [0]
    taps = prod(plan.taps)
    unrolled = (1, 0) if 1 < taps <= _MOST_UNROLLED else (0,)
    for parallel in parallel_choices(prod(shape) * taps * 2, target):
        for vector in vectors:
            for size in (1, 2, 4):
                if size > 1 and (size - 1) * target.lanes("float32") >= prod(shape):
                    continue
                for unroll in unrolled:
                    schedule = {
                        "vector": vector,
                        "vectors": size,
                        "unroll": unroll,
                        "parallel": parallel,
                    }
                    yield Policy.of(name, schedule=schedule)


def _estimate(operator: Operator, policy: Policy, target: CpuTarget) -> float:
    schedule, plan = decisions(policy), tables(operator)
    lanes, shape, vector = target.lanes("float32"), operator.output.shape, schedule["vector"]
    varying = [
        number
        for number in (*plan.indices, *plan.weights)
        if shape and operator.inputs[number].shape[vector] > 1
    ]
    loaded = bool(varying) or contiguous_dimension(operator.inputs[0]) != vector
    extent = shape[vector] if shape else 1
    used = prod(shape) * ceil(extent / lanes) * lanes / max(extent, 1)
    costs = profile_of(target).sample
    per_tap = len(varying) * costs.table_cycles * lanes + lanes * loaded + costs.tap_cycles
    uniform = costs.uniform_cycles * (len(plan.indices) + len(plan.weights)) / schedule["vectors"]
    stored = 0 if contiguous_dimension(operator.output) == vector else lanes
    cycles = used / lanes * (prod(plan.taps) * (per_tap + uniform / 2) + stored)
    cycles *= 1.0 if schedule["unroll"] else costs.loop_factor
    threads = target.threads if schedule["parallel"] else 1
    return cost.roofline(target, cycles, operand_bytes(operator), threads)


def _lower(
    operator: Operator, inputs: Sequence[View], output: View, schedule: Schedule, target: CpuTarget
) -> LoweredOperator:
    plan, shape = tables(operator), operator.output.shape
    extras = loads(operator.epilogue)
    numbers = (*plan.indices, *plan.weights)
    space = Space.of(
        shape,
        (
            broadcast(output, "output0", shape),
            *(_table(inputs[number], f"input{number}", shape) for number in numbers),
            _source(inputs[0], plan),
            *(broadcast(inputs[i], f"input{i}", shape) for i in extras),
        ),
    )
    space = collapse(reorder(space, memory_order(space.operands[0].strides, shape)))
    names = [f"d{number}" for number in range(len(space.extents))]
    taps = [f"t{number}" for number in range(len(plan.axes))]
    destination, *seen = (access(item, names) for item in space.operands)
    for number, position in enumerate(numbers):
        stride = inputs[position].strides[-1]
        seen[number] = _with_taps(seen[number], taps[number % len(taps)], stride)
    indirect = tuple(
        Indirect(number, inputs[0].strides[axis], inputs[0].shape[axis])
        for number, axis in enumerate(plan.axes)
    )
    x = len(numbers)
    seen[x] = Access(
        seen[x].buffer, seen[x].dtype, seen[x].strides, seen[x].offset, indirect=indirect
    )
    weights: list[Expression] = [
        Load(len(plan.axes) + number) for number in range(len(plan.weights))
    ]
    element = reduce(lambda a, b: apply("mul", a, b), weights[1:], weights[0]) if weights else None
    anchor: Expression = Accumulator() if element else Load(x)
    epilogue = renumber(operator.epilogue, {i: x + 1 + n for n, i in enumerate(extras)}, anchor)
    axes = axes_of(space, names)
    tap_axes = [Axis(name, count) for name, count in zip(taps, plan.taps, strict=True)]
    vector = names[space.position(schedule["vector"])]
    unrolled = schedule["unroll"] and element is not None
    nest = LoopNest(
        "sample",
        (*axes, *tap_axes),
        tuple(seen),
        (Store(destination, epilogue),),
        Reduction("sum", tuple(taps), apply("mul", element, Load(x))) if element else None,
        LoopSchedule(
            vector=vector,
            vectors=schedule["vectors"],
            tile=tuple((axis.name, axis.extent) for axis in tap_axes) if unrolled else (),
            order=tuple(Loop(n, 0) for n in (*(n for n in names if n != vector), vector)),
        ),
    )
    outer: tuple[Loop, ...] = ()
    if schedule["parallel"]:
        width = {vector: target.lanes("float32") * schedule["vectors"]}
        outer = spread(axes, width, target.threads)
    return LoweredOperator((kernel("sample", axes, outer, len(outer), (nest,)),))


def _table(view: View, buffer: str, shape: Sequence[int]) -> Strided:
    """A table seen from the coordinates of the result. Its taps are added later."""
    first = View(view.dtype, view.shape[:-1], view.strides[:-1], view.offset)
    return broadcast(first, buffer, shape)


def _source(x: View, plan: Tables) -> Strided:
    """x seen from the coordinates of the result. Sampled axes move by their indices only."""
    strides = tuple(
        0 if d in plan.axes or x.shape[d] == 1 else stride for d, stride in enumerate(x.strides)
    )
    return Strided("input0", x.dtype, strides, x.offset)


def _with_taps(table: Access, tap: str, stride: int) -> Access:
    return Access(table.buffer, table.dtype, (*table.strides, (tap, stride)), table.offset)


IMPLEMENTATION = ranked_implementation(
    "sample", "Sample", _policies, _estimate, _lower, supports=_supports
)
