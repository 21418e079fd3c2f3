"""Prefix scan (CumSum, CumProd): a loop along the axis in which each step adds an element to the
stored total of the step before.

The other dimensions are vectorised where one of them is contiguous, and threads share them.
Schedule: `vector` (a dimension other than the axis, -1 for scalar code), `vectors`, `parallel`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import prod

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
from aoe.backends.cpu.lowering.access import access, broadcast, kernel
from aoe.backends.cpu.target.cpu_target import CpuTarget
from aoe.loops.expression import Load, apply
from aoe.loops.loop_nest import (
    Axis,
    Bound,
    Loop,
    LoopNest,
    LoopSchedule,
    LoweredOperator,
    Store,
)
from aoe.operators.operator import Operator, View
from aoe.policy import Policy


def _policies(name: str, operator: Operator, target: CpuTarget) -> Iterator[Policy]:
    axis = operator.integer("axis")
    candidates = [contiguous_dimension(item) for item in (operator.output, *operator.inputs)]
    vectors = list(dict.fromkeys(d for d in candidates if d is not None and d != axis)) or [-1]
    for parallel in parallel_choices(4 * prod(operator.output.shape), target):
        for vector in vectors:
            for size in (1, 2, 4) if vector >= 0 else (1,):
                schedule = {"vector": vector, "vectors": size, "parallel": parallel}
                yield Policy.of(name, schedule=schedule)


def _estimate(operator: Operator, policy: Policy, target: CpuTarget) -> float:
    schedule, lanes = decisions(policy), target.lanes("float32")
    width = lanes if contiguous_dimension(operator.output) == schedule["vector"] else 1
    costs = profile_of(target).prefix_scan
    step = costs.step_cycles + costs.latency_cycles / schedule["vectors"]
    cycles = prod(operator.output.shape) * step / width
    threads = target.threads if schedule["parallel"] else 1
    return cost.roofline(target, cycles, operand_bytes(operator), threads)


def _lower(
    operator: Operator, inputs: Sequence[View], output: View, schedule: Schedule, target: CpuTarget
) -> LoweredOperator:
    shape, axis = operator.output.shape, operator.integer("axis")
    names = [f"d{number}" for number in range(len(shape))]
    axes = [Axis(name, extent) for name, extent in zip(names, shape, strict=True)]
    x, total = broadcast(inputs[0], "input0", shape), broadcast(output, "output0", shape)
    step = 1
    if operator.integer("reverse"):  # the loop runs from the end
        step = -1
        x, total = (
            replace(
                item,
                offset=item.offset + (shape[axis] - 1) * item.strides[axis],
                strides=(*item.strides[:axis], -item.strides[axis], *item.strides[axis + 1 :]),
            )
            for item in (x, total)
        )
    neutral = 0.0 if operator.attribute["combine"] == "sum" else 1.0
    behind = (Bound(((names[axis], 1),), -1, max(shape[axis] - 1, 1)),)
    before = replace(total, offset=total.offset - step * output.strides[axis])
    addend = access(x, names)
    if operator.integer("exclusive"):
        early = replace(x, offset=x.offset - step * inputs[0].strides[axis])
        addend = access(early, names, behind, neutral)
    combine = "add" if operator.attribute["combine"] == "sum" else "mul"
    vector = names[schedule["vector"]] if schedule["vector"] >= 0 else ""
    nest = LoopNest(
        "prefix_scan",
        tuple(axes),
        (access(before, names, behind, neutral), addend),
        (Store(access(total, names), apply(combine, Load(0), Load(1))),),
        schedule=LoopSchedule(vector=vector, vectors=schedule["vectors"]),
    )
    outer: tuple[Loop, ...] = ()
    others = [item for d, item in enumerate(axes) if d != axis]
    if schedule["parallel"]:
        granularity = {vector: target.lanes("float32") * schedule["vectors"]}
        outer = spread(others, granularity, target.threads)
    parallel = len(outer)
    if not vector:  # line by line: the running total stays in the first-level cache
        own = {loop.axis for loop in outer}
        outer = (*outer, *(Loop(item.name, 1) for item in others if item.name not in own))
    loops = (*outer, Loop(names[axis], 1))
    return LoweredOperator((kernel("prefix_scan", axes, loops, parallel, (nest,)),))


IMPLEMENTATION = ranked_implementation("prefix_scan", "RunningTotal", _policies, _estimate, _lower)
