"""Local response normalisation: one loop nest that sums the squares of neighbouring channels.

Bounds of the input's access exclude channels outside, so any dimension may be the vector. The
customary powers 0.5 and 0.75 are square roots.

Schedule: `vector` (the dimension of the input that is vectorised), `vectors`, `unroll` (1: the
window is unrolled), `parallel`.
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
from aoe.backends.cpu.lowering.access import (
    Space,
    access,
    axes_of,
    broadcast,
    collapse,
    kernel,
    memory_order,
    reorder,
)
from aoe.backends.cpu.target.cpu_target import CpuTarget
from aoe.element_types import computed_type
from aoe.loops.expression import (
    Accumulator,
    Constant,
    Expression,
    Load,
    apply,
    loads,
    renumber,
    with_accumulator,
)
from aoe.loops.loop_nest import (
    Axis,
    Bound,
    Loop,
    LoopNest,
    LoopSchedule,
    LoweredOperator,
    Reduction,
    Store,
)
from aoe.operators.operator import Operator, View
from aoe.policy import Policy


def _estimate(operator: Operator, policy: Policy, target: CpuTarget) -> float:
    schedule, shape = decisions(policy), operator.output.shape
    lanes, size = target.lanes("float32"), operator.integer("size")
    costs = profile_of(target).lrn
    per_vector = size * (1.0 if schedule["unroll"] else costs.loop_factor) + costs.vector_cycles
    per_vector += costs.loop_cycles / schedule["vectors"]
    if schedule["vector"] == 1:  # the ends of the channels are checked lane by lane
        per_vector *= 1 + min(1.0, 2 * schedule["vectors"] * lanes / shape[1])
    threads = target.threads if schedule["parallel"] else 1
    cycles = prod(shape) / lanes * per_vector
    return cost.roofline(target, cycles, operand_bytes(operator), threads)


def _policies(name: str, operator: Operator, target: CpuTarget) -> Iterator[Policy]:
    shape = operator.output.shape
    found = (contiguous_dimension(operator.inputs[0]), contiguous_dimension(operator.output))
    return (
        Policy.of(
            name,
            schedule={"vector": vector, "vectors": size, "unroll": unroll, "parallel": parallel},
        )
        for parallel in parallel_choices(prod(shape) * (operator.integer("size") + 16), target)
        for vector in dict.fromkeys(d if d is not None else 1 for d in found)
        for size in (1, 2, 4)
        for unroll in (0, 1)
        if size == 1 or size * target.lanes("float32") <= prod(shape)
    )


def _lower(
    operator: Operator, inputs: Sequence[View], output: View, schedule: Schedule, target: CpuTarget
) -> LoweredOperator:
    shape, size = operator.output.shape, operator.integer("size")
    used = loads(operator.epilogue)
    x = broadcast(inputs[0], "input0", shape)
    extras = [broadcast(inputs[i], f"input{i}", shape) for i in used]
    destination = broadcast(output, "output0", shape)
    groups = [int(dimension == 1) for dimension in range(len(shape))]
    space = Space.of(shape, (destination, x, *extras), groups)
    space = collapse(reorder(space, memory_order(destination.strides, shape)))
    names = [f"d{i}" for i in range(len(space.extents))]
    axes, window = axes_of(space, names), Axis("k", size)
    center, *others = (access(item, names) for item in space.operands[1:])
    channels = [names[i] for i, members in enumerate(space.members) if 1 in members]
    terms = (*((name, 1) for name in channels), ("k", 1))
    neighbour = replace(
        center,
        strides=(*center.strides, ("k", inputs[0].strides[1])),
        offset=center.offset - (size - 1) // 2 * inputs[0].strides[1],
        bounds=(Bound(terms, -((size - 1) // 2), shape[1]),),
    )
    vector = names[space.position(schedule["vector"])]
    epilogue = renumber(operator.epilogue, {i: n + 2 for n, i in enumerate(used)})
    nest = LoopNest(
        "lrn",
        (*axes, window),
        (neighbour, center, *others),
        (Store(access(space.operands[0], names), _with_anchor(epilogue, operator)),),
        Reduction("sum", ("k",), apply("mul", Load(0), Load(0))),
        LoopSchedule(
            vector=vector,
            vectors=schedule["vectors"],
            tile=(("k", size if schedule["unroll"] else 1),),
            order=tuple(Loop(name, 0) for name in (*names, "k")),
        ),
    )
    outer: tuple[Loop, ...] = ()
    if schedule["parallel"]:
        width = schedule["vectors"] * target.lanes("float32")
        outer = spread(axes, {vector: width}, target.threads)
    return LoweredOperator((kernel("lrn", axes, outer, len(outer), (nest,)),))


def _with_anchor(epilogue: Expression, operator: Operator) -> Expression:
    dtype = computed_type(operator.inputs[0].dtype)
    slope = operator.number("alpha") / operator.integer("size")
    scaled = apply("mul", Accumulator(), Constant(slope, dtype))
    base = apply("add", scaled, Constant(operator.number("bias"), dtype))
    anchor = apply("div", Load(1), _power(base, operator.number("beta"), dtype))
    return with_accumulator(epilogue, anchor)


def _power(base: Expression, exponent: float, dtype: str) -> Expression:
    root = apply("sqrt", base)
    if exponent == 0.5:
        return root
    if exponent == 0.75:
        return apply("mul", root, apply("sqrt", root))
    return base if exponent == 1.0 else apply("pow", base, Constant(exponent, dtype))


IMPLEMENTATION = ranked_implementation("lrn", "LRN", _policies, _estimate, _lower)
