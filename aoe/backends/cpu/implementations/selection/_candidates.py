"""The first pass of NonMaxSuppression: corners and areas of the boxes, and for each class a row of
its *candidates*, the boxes of sufficient score. Used by `non_max_suppression.py`.
"""

from __future__ import annotations

from math import ceil, inf

from aoe.backends.cpu.implementations.scheduling import Schedule, spread
from aoe.backends.cpu.lowering.access import kernel
from aoe.backends.cpu.target.cpu_target import CpuTarget
from aoe.loops.expression import Accumulator, Constant, Expression, Index, Load, apply, cast
from aoe.loops.loop_nest import (
    Access,
    Axis,
    Bound,
    Buffer,
    Indirect,
    Kernel,
    Loop,
    LoopNest,
    LoopSchedule,
    Reduction,
    Store,
)
from aoe.operators.operator import Operator, View
from aoe.operators.types.selection.non_max_suppression import score_threshold

#: What is stored of a box: its corners and its area.
PARTS = ("low0", "low1", "high0", "high1", "area")
#: Boxes of a block, which is skipped if none of them is a candidate.
_BLOCK = 32


def boxes_nest(operator: Operator, boxes: View, vectors: int) -> LoopNest:
    """The corners and areas of all boxes, in separate buffers."""
    batch, size, _ = operator.inputs[0].shape
    given = [
        Access(
            "input0",
            "float32",
            (("image", boxes.strides[0]), ("box", boxes.strides[1])),
            boxes.offset + i * boxes.strides[2],
        )
        for i in range(4)
    ]
    low: list[Expression]
    high: list[Expression]
    if operator.integer("center"):
        planes = [apply("mul", Load(2 + i), Constant(0.5, "float32")) for i in (0, 1)]
        low = [apply("sub", Load(i), planes[i]) for i in (0, 1)]
        high = [apply("add", Load(i), planes[i]) for i in (0, 1)]
    else:
        low = [apply("min", Load(i), Load(2 + i)) for i in (0, 1)]
        high = [apply("max", Load(i), Load(2 + i)) for i in (0, 1)]
    area = apply("mul", apply("sub", high[0], low[0]), apply("sub", high[1], low[1]))
    stores = tuple(
        Store(Access(part, "float32", (("image", size), ("box", 1))), value)
        for part, value in zip(PARTS, (*low, *high, area), strict=True)
    )
    axes, schedule = (Axis("image", batch), Axis("box", size)), LoopSchedule("box", vectors)
    return LoopNest("boxes", axes, tuple(given), stores, schedule=schedule)


def counter(classes: int) -> Access:
    """The number of candidates of a class."""
    return Access("count", "int32", (("image", classes), ("label", 1)))


def candidate_row(operator: Operator, buffer: str, dtype: str) -> Access:
    """The start of the row of candidates of a class, with one spare place at its end."""
    _, classes, size = operator.inputs[1].shape
    places = size + 1
    return Access(buffer, dtype, (("image", classes * places), ("label", places)))


def candidates_kernel(
    operator: Operator, scores: View, schedule: Schedule, target: CpuTarget
) -> Kernel:
    """Scores and numbers of the candidates, in their order. In a block with candidates, each box
    finds its place by counting the candidates before it. Other boxes go to the spare place.
    """
    batch, classes, size = operator.inputs[1].shape
    axes = (Axis("image", batch), Axis("label", classes), Axis("block", ceil(size / _BLOCK)))
    box, other = Axis("box", _BLOCK), Axis("other", _BLOCK)
    count, threshold = counter(classes), Constant(score_threshold(operator), "float32")
    found, place = Access("found", "int32", ()), Access("place", "int32", (("box", 1),))
    given, before = (_scores(scores, size, axis.name) for axis in (box, other))
    passed = apply("greater", Load(0), threshold)
    along = LoopSchedule("box", 1)
    look = LoopNest(
        "look",
        (*axes, box),
        (given,),
        (Store(found, Accumulator()),),
        Reduction("sum", ("box",), cast(passed, "int32")),
        along,
    )
    counts = apply("and", apply("less", Index("other"), Index("box")), passed)
    behind = apply("add", Load(2), Accumulator())
    own = apply("greater", Load(1), threshold)
    rank = LoopNest(
        "rank",
        (*axes, box, other),
        (before, given, count),
        (Store(place, apply("select", own, behind, Constant(size, "int32"))),),
        Reduction("sum", ("other",), cast(counts, "int32")),
        LoopSchedule("box", 1, tile=(("other", _BLOCK),)),
        guard=found,
    )
    left, position = (
        element(candidate_row(operator, buffer, dtype), 0, size + 1)
        for buffer, dtype in (("left", "float32"), ("position", "int32"))
    )
    number = apply("add", apply("mul", Index("block"), Constant(_BLOCK, "int64")), Index("box"))
    keep = LoopNest(
        "keep",
        (*axes, box),
        (place, given),
        (Store(left, Load(1)), Store(position, cast(number, "int32"))),
        schedule=along,
        guard=found,
    )
    together = Store(count, apply("add", Load(0), Load(1)))
    add = LoopNest("add", axes, (count, found), (together,), guard=found)
    outer = spread(axes[:2], {}, target.threads) if schedule["parallel"] else ()
    loops = (*outer, *(Loop(axis.name, 1) for axis in axes))
    scratch = (Buffer("found", "int32", 1), Buffer("place", "int32", _BLOCK))
    nests = (look, rank, keep, add)
    return kernel("non_max_candidates", axes, loops, len(outer), nests, scratch)


def _scores(scores: View, size: int, axis: str) -> Access:
    """The scores of a block along an axis."""
    along = (("block", _BLOCK), (axis, 1))
    steps = tuple((name, step * scores.strides[2]) for name, step in along)
    strides = (("image", scores.strides[0]), ("label", scores.strides[1]), *steps)
    return Access("input1", scores.dtype, strides, scores.offset, (Bound(along, 0, size),), -inf)


def element(place: Access, operand: int, extent: int) -> Access:
    """The element of a row whose number an operand holds."""
    index = (Indirect(operand, 1, extent),)
    return Access(place.buffer, place.dtype, place.strides, place.offset, indirect=index)
