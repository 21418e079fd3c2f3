"""NonZero without branches: the coordinates of every element are stored at the end of the result,
which grows if the element is not zero.

What the last elements left behind the end is cleared. Schedule: `vectors` of the clearing pass.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import prod

from aoe.backends.cpu.cost import cost
from aoe.backends.cpu.cost.profile import profile_of
from aoe.backends.cpu.implementations.scheduling import (
    Schedule,
    decisions,
    operand_bytes,
    ranked_implementation,
)
from aoe.backends.cpu.lowering.access import access, broadcast, kernel
from aoe.backends.cpu.target.cpu_target import CpuTarget
from aoe.loops.expression import Constant, Index, Load, apply, cast
from aoe.loops.loop_nest import (
    Access,
    Axis,
    Indirect,
    Loop,
    LoopNest,
    LoopSchedule,
    LoweredOperator,
    Store,
)
from aoe.operators.operator import Operator, View
from aoe.policy import Policy


def _supports(operator: Operator, target: CpuTarget) -> bool:
    shape = operator.inputs[0].shape
    return bool(shape) and 0 not in shape


def _policies(name: str, operator: Operator, target: CpuTarget) -> Iterator[Policy]:
    for vectors in (4, 1):
        yield Policy.of(name, schedule={"vectors": vectors})


def _estimate(operator: Operator, policy: Policy, target: CpuTarget) -> float:
    costs, vectors = profile_of(target).selection, decisions(policy)["vectors"]
    cycles = costs.non_zero_cycles * prod(operator.inputs[0].shape)
    cycles *= 1 + costs.loop_share / vectors
    return cost.roofline(target, cycles, operand_bytes(operator), 1)


def _lower(
    operator: Operator, inputs: Sequence[View], output: View, schedule: Schedule, target: CpuTarget
) -> LoweredOperator:
    shape, step = operator.inputs[0].shape, output.strides[0]
    size, rank, zero = prod(shape), len(shape), Constant(0, "int64")
    names = [f"d{d}" for d in range(rank)]
    axes = tuple(Axis(name, extent) for name, extent in zip(names, shape, strict=True))
    all_axis = Axis("i", operator.output.shape[0])
    count = Access("output0", "int64", (), output.offset + rank * size * step)
    places = [
        Access(
            "output0",
            "int64",
            (),
            output.offset + d * size * step,
            indirect=(Indirect(0, step, size),),
        )
        for d in range(rank)
    ]
    clear = LoopNest(
        "clear",
        (all_axis,),
        (),
        (Store(Access("output0", "int64", (("i", step),), output.offset), zero),),
        schedule=LoopSchedule("i", schedule["vectors"]),
    )
    x = access(broadcast(inputs[0], "input0", shape), names)
    found = apply("not_equal", Load(1), Constant(0, x.dtype)) if x.dtype != "bool" else Load(1)
    find = LoopNest(
        "find",
        axes,
        (count, x),
        (
            *(Store(place, Index(name)) for place, name in zip(places, names, strict=True)),
            Store(count, apply("add", Load(0), cast(found, "int64"))),
        ),
    )
    short = apply("less", Load(0), Constant(size, "int64"))
    one = Axis("one", 1)
    finish = LoopNest(
        "finish",
        (one,),
        (count, *places),
        tuple(
            Store(place, apply("select", short, zero, Load(1 + d)))
            for d, place in enumerate(places)
        ),
    )
    loops = tuple(Loop(name, 1) for name in names)
    return LoweredOperator(
        (
            kernel("non_zero_clear", (), (), 0, (clear,)),
            kernel("non_zero", axes, loops, 0, (find,)),
            kernel("non_zero_finish", (), (), 0, (finish,)),
        )
    )


IMPLEMENTATION = ranked_implementation(
    "non_zero", "NonZero", _policies, _estimate, _lower, supports=_supports
)
