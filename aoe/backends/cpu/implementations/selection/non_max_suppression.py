"""NonMaxSuppression in two passes.

First the candidates of each class, the boxes of sufficient score, are put in a row; blocks without
any are skipped. Then each step finds the best remaining score, notes its box and removes what
overlaps it.

The number of candidates depends on the data, so the part of the row in work grows by *tiers*, each
some times as long as all before it. A tier without remaining candidates costs nothing.

Schedule: `vectors` of a pass, `parallel` (1: threads share the classes of the first pass).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import reduce
from math import inf, prod

from aoe.backends.cpu.cost import cost
from aoe.backends.cpu.cost.profile import profile_of
from aoe.backends.cpu.implementations.scheduling import (
    Schedule,
    decisions,
    operand_bytes,
    parallel_choices,
    ranked_implementation,
)
from aoe.backends.cpu.implementations.selection._candidates import (
    PARTS,
    boxes_nest,
    candidate_row,
    candidates_kernel,
    counter,
    element,
)
from aoe.backends.cpu.lowering.access import kernel
from aoe.backends.cpu.target.cpu_target import CpuTarget
from aoe.loops.expression import Accumulator, Constant, Expression, Index, Load, apply, cast
from aoe.loops.loop_nest import (
    Access,
    Axis,
    Buffer,
    Indirect,
    Loop,
    LoopNest,
    LoopSchedule,
    LoweredOperator,
    Reduction,
    Store,
)
from aoe.operators.operator import Operator, View
from aoe.policy import Policy

_WORST = Constant(-inf, "float32")
_ZERO = Constant(0.0, "float32")
_YES, _NO = Constant(1, "int32"), Constant(0, "int32")
#: Candidates of the first tier, and the growth of the row with each further one.
_FIRST_TIER, _GROWTH = 64, 4


@dataclass(frozen=True, slots=True)
class _Tier:
    """Some candidates of a row.

    Attributes:
        number: Counts the tiers from 0.
        start: The first candidate.
        end: The candidate behind the last.
    """

    number: int
    start: int
    end: int

    @property
    def box(self) -> Axis:
        """The axis along the tier."""
        return Axis(f"box{self.number}", self.end - self.start)


def _tiers(size: int) -> tuple[_Tier, ...]:
    ends = [min(_FIRST_TIER, size)]
    while ends[-1] < size:
        ends.append(min(ends[-1] * _GROWTH, size))
    return tuple(
        _Tier(number, start, end)
        for number, (start, end) in enumerate(zip((0, *ends), ends, strict=False))
    )


def _supports(operator: Operator, target: CpuTarget) -> bool:
    return 0 not in operator.inputs[1].shape


def _policies(name: str, operator: Operator, target: CpuTarget) -> Iterator[Policy]:
    for parallel in parallel_choices(prod(operator.inputs[1].shape), target):
        for vectors in (2, 1):
            yield Policy.of(name, schedule={"vectors": vectors, "parallel": parallel})


def _estimate(operator: Operator, policy: Policy, target: CpuTarget) -> float:
    schedule, boxes = decisions(policy), prod(operator.inputs[1].shape)
    threads = target.threads if schedule["parallel"] else 1
    steps = operator.integer("most") * boxes  # at most: it depends on how many are candidates
    costs = profile_of(target).selection
    cycles = steps * (costs.overlap_cycles + 1 / schedule["vectors"]) / target.lanes("float32")
    cycles += costs.box_cycles * boxes / threads
    return cost.roofline(target, cycles, operand_bytes(operator), 1)


def _lower(
    operator: Operator, inputs: Sequence[View], output: View, schedule: Schedule, target: CpuTarget
) -> LoweredOperator:
    batch, classes, size = operator.inputs[1].shape
    most, tiers, vectors = operator.integer("most"), _tiers(size), schedule["vectors"]
    image, label, step = Axis("image", batch), Axis("label", classes), Axis("step", most)
    first = Access("first", "int32", (("step", 1),))
    begin = LoopNest("begin", (step,), (), (Store(first, cast(_equal(Index("step"), 0), "int32")),))
    numbered = Access("number", "int32", (("box", 1),))
    numbers = LoopNest(
        "numbers",
        (Axis("box", size),),
        (),
        (Store(numbered, cast(Index("box"), "int32")),),
        schedule=LoopSchedule("box", vectors),
    )
    counts = LoopNest("counts", (image, label), (), (Store(counter(classes), _NO),))
    rounds = kernel(
        "non_max_suppression",
        (image, label, step),
        (Loop("image", 1), Loop("label", 1), Loop("step", 1)),
        0,
        _rounds(operator, output, (image, label, step), tiers, vectors),
    )
    return LoweredOperator(
        (
            kernel("non_max_clear", (), (), 0, (_clear(operator, output), counts, begin, numbers)),
            kernel("non_max_boxes", (), (), 0, (boxes_nest(operator, inputs[0], vectors),)),
            candidates_kernel(operator, inputs[1], schedule, target),
            rounds,
        ),
        temporaries=(
            *(Buffer(part, "float32", batch * size) for part in PARTS),
            *(Buffer(f"row_{part}", "float32", size) for part in PARTS),
            Buffer("left", "float32", batch * classes * (size + 1)),
            Buffer("position", "int32", batch * classes * (size + 1)),
            Buffer("number", "int32", size),
            Buffer("count", "int32", batch * classes),
            Buffer("first", "int32", max(most, 1)),
            Buffer("flags", "int32", 2 * len(tiers) + 1),
            Buffer("top", "float32", len(tiers) + 1),
            Buffer("best", "int32", len(tiers) + 1),
        ),
    )


def _equal(left: Expression, right: int) -> Expression:
    return apply("equal", left, Constant(right, "int64"))


def _clear(operator: Operator, output: View) -> LoopNest:
    everything = Axis("i", operator.output.shape[0])
    place = Access("output0", "int64", (("i", output.strides[0]),), output.offset)
    zero = Constant(0, "int64")
    return LoopNest("clear", (everything,), (), (Store(place, zero),), None, LoopSchedule("i", 1))


def _fresh(tier: _Tier) -> Access:
    """Whether a tier of a new row has candidates, whose corners must be fetched."""
    return Access("flags", "int32", (), 2 * tier.number + 1)


def _alive(tier: _Tier) -> Access:
    """Whether a tier may have candidates left."""
    return Access("flags", "int32", (), 2 * tier.number + 2)


#: Whether the row had candidates left in this step.
_GOING_ON = Access("flags", "int32", ())


def _rounds(
    operator: Operator,
    output: View,
    axes: tuple[Axis, ...],
    tiers: Sequence[_Tier],
    vectors: int,
) -> tuple[LoopNest, ...]:
    """One step: the best remaining score, its box, and what overlaps it."""
    return (
        *_opening(operator, axes, tiers),
        *_choice(operator, axes, tiers, vectors),
        _noting(operator, output, axes),
        *(_striking(operator, axes, tier, vectors) for tier in tiers),
    )


def _opening(
    operator: Operator, axes: tuple[Axis, ...], tiers: Sequence[_Tier]
) -> tuple[LoopNest, ...]:
    """Fetches the corners of the candidates, in the first step of a row."""
    _, classes, size = operator.inputs[1].shape
    first = Access("first", "int32", (("step", 1),))
    stores = [Store(_GOING_ON, _YES)]
    for tier in tiers:
        used = cast(apply("greater", Load(0), Constant(tier.start, "int32")), "int32")
        top = Access("top", "float32", (), 1 + tier.number)
        stores += [Store(_fresh(tier), used), Store(_alive(tier), used), Store(top, _WORST)]
    count = counter(classes)
    nests = [LoopNest("open", axes, (count,), tuple(stores), guard=first)]
    for tier in tiers:
        left, position = (
            _in_tier(candidate_row(operator, buffer, dtype), tier)
            for buffer, dtype in (("left", "float32"), ("position", "int32"))
        )
        parts = [
            Access(part, "float32", (("image", size),), indirect=(Indirect(1, 1, size),))
            for part in PARTS
        ]
        inside = apply("less", Load(3), Load(2))
        kept = [Store(_of_row(part, tier), Load(4 + number)) for number, part in enumerate(PARTS)]
        nests.append(
            LoopNest(
                f"fetch{tier.number}",
                (*axes, tier.box),
                (left, position, count, _numbers(tier), *parts),
                (Store(left, apply("select", inside, Load(0), _WORST)), *kept),
                schedule=LoopSchedule(tier.box.name, 1),
                guard=_fresh(tier),
            )
        )
    done = tuple(Store(_fresh(tier), _NO) for tier in tiers)
    return (*nests, LoopNest("fetched", axes, (), done, guard=first))


def _in_tier(row: Access, tier: _Tier) -> Access:
    """A row seen along a tier."""
    strides = (*row.strides, (tier.box.name, 1))
    return Access(row.buffer, row.dtype, strides, row.offset + tier.start)


def _of_row(part: str, tier: _Tier) -> Access:
    """A property of the candidates in a tier."""
    return Access(f"row_{part}", "float32", ((tier.box.name, 1),), tier.start)


def _numbers(tier: _Tier) -> Access:
    """The numbers of the candidates in a tier."""
    return Access("number", "int32", ((tier.box.name, 1),), tier.start)


def _choice(
    operator: Operator, axes: tuple[Axis, ...], tiers: Sequence[_Tier], vectors: int
) -> tuple[LoopNest, ...]:
    """The best candidate of each tier, then of all; the first among equals."""
    row, size = candidate_row(operator, "left", "float32"), operator.inputs[1].shape[2]
    top, best = Access("top", "float32", ()), Access("best", "int32", ())
    tops = [Access("top", "float32", (), 1 + tier.number) for tier in tiers]
    bests = [Access("best", "int32", (), 1 + tier.number) for tier in tiers]
    each: list[Expression] = [Load(tier.number) for tier in tiers]
    highest = reduce(lambda a, b: apply("max", a, b), each)
    going_on = cast(apply("greater", highest, _WORST), "int32")
    nests = []
    for tier in tiers:
        is_left = cast(apply("greater", Accumulator(), _WORST), "int32")
        nests.append(
            LoopNest(
                f"top{tier.number}",
                (*axes, tier.box),
                (_in_tier(row, tier),),
                (Store(tops[tier.number], Accumulator()), Store(_alive(tier), is_left)),
                Reduction("max", (tier.box.name,), Load(0)),
                LoopSchedule(tier.box.name, vectors),
                guard=_alive(tier),
            )
        )
    stores = (Store(top, highest), Store(_GOING_ON, going_on))
    nests.append(LoopNest("top", axes, tuple(tops), stores, guard=_GOING_ON))
    last = Constant(size - 1, "int32")
    for tier in tiers:
        is_top = apply("equal", Load(0), Load(1))
        nests.append(
            LoopNest(
                f"best{tier.number}",
                (*axes, tier.box),
                (_in_tier(row, tier), top, _numbers(tier)),
                (Store(bests[tier.number], Accumulator()),),
                Reduction("min", (tier.box.name,), apply("select", is_top, Load(2), last)),
                LoopSchedule(tier.box.name, vectors),
                guard=_alive(tier),
            )
        )
    chosen: list[Expression] = [
        apply(
            "select",
            apply("equal", Load(tier.number), Load(len(tiers))),
            Load(len(tiers) + 1 + tier.number),
            last,
        )
        for tier in tiers
    ]
    nearest = reduce(lambda a, b: apply("min", a, b), chosen)
    nests.append(
        LoopNest("best", axes, (*tops, top, *bests), (Store(best, nearest),), guard=_GOING_ON)
    )
    return tuple(nests)


def _noting(operator: Operator, output: View, axes: tuple[Axis, ...]) -> LoopNest:
    """Writes the row of the chosen box, and counts it."""
    step, rows = output.strides[0], (operator.output.shape[0] - 1) // 3
    size = operator.inputs[1].shape[2]
    count = Access("output0", "int64", (), output.offset + 3 * rows * step)
    place = (Indirect(0, 3 * step, rows),)
    row: tuple[Expression, ...] = (Index("image"), Index("label"), cast(Load(2), "int64"))
    stores = [
        Store(Access("output0", "int64", (), output.offset + i * step, indirect=place), value)
        for i, value in enumerate(row)
    ]
    best = Access("best", "int32", ())
    position = element(candidate_row(operator, "position", "int32"), 1, size)
    counted = Store(count, apply("add", Load(0), Constant(1, "int64")))
    return LoopNest("note", axes, (count, best, position), (*stores, counted), guard=_GOING_ON)


def _striking(operator: Operator, axes: tuple[Axis, ...], tier: _Tier, vectors: int) -> LoopNest:
    """Removes the chosen candidate of a tier and those that overlap it."""
    size = operator.inputs[1].shape[2]
    left = _in_tier(candidate_row(operator, "left", "float32"), tier)
    chosen = [
        Access(f"row_{part}", "float32", (), indirect=(Indirect(0, 1, size),)) for part in PARTS
    ]
    numbered = Load(2 * len(PARTS) + 2)
    struck = apply("or", _overlaps(operator), apply("equal", numbered, Load(0)))
    return LoopNest(
        f"strike{tier.number}",
        (*axes, tier.box),
        (
            Access("best", "int32", ()),
            *chosen,
            *(_of_row(part, tier) for part in PARTS),
            left,
            _numbers(tier),
        ),
        (Store(left, apply("select", struck, _WORST, Load(2 * len(PARTS) + 1))),),
        schedule=LoopSchedule(tier.box.name, vectors),
        guard=_alive(tier),
    )


def _overlaps(operator: Operator) -> Expression:
    """Whether a box (operands 6 to 10) shares more than the threshold of its union with the chosen
    one (operands 1 to 5).
    """

    def side(i: int) -> Expression:
        end = apply("min", Load(3 + i), Load(8 + i))
        return apply("sub", end, apply("max", Load(1 + i), Load(6 + i)))

    shared = apply("mul", side(0), side(1))
    union = apply("sub", apply("add", Load(5), Load(10)), shared)
    threshold = Constant(operator.number("iou"), "float32")
    positive = (side(0), side(1), Load(5), Load(10), union)
    conditions = [apply("greater", value, _ZERO) for value in positive]
    conditions.append(apply("greater", apply("div", shared, union), threshold))
    return reduce(lambda a, b: apply("and", a, b), conditions)


IMPLEMENTATION = ranked_implementation(
    "non_max_suppression",
    "NonMaxSuppression",
    _policies,
    _estimate,
    _lower,
    supports=_supports,
)
