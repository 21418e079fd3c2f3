"""NonMaxSuppression by passes over all boxes of an image: find the best score left, note its box,
strike out what overlaps it. A class is done when no score is left; its further steps are skipped.

Schedule: `vectors` of a pass.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import reduce
from math import inf, prod

from aoe.device import Device
from aoe.loops.expression import Accumulator, Constant, Expression, Index, Load, apply, cast
from aoe.loops.stage import (
    Access,
    Axis,
    Buffer,
    Indirect,
    Loop,
    Program,
    Reduction,
    Stage,
    StageSchedule,
    Store,
)
from aoe.operators import cost
from aoe.operators.access import access, broadcast, kernel
from aoe.operators.implementations._scheduling import (
    Schedule,
    decisions,
    operand_bytes,
    ranked_implementation,
)
from aoe.operators.lrn import number
from aoe.operators.non_max_suppression import score_threshold
from aoe.operators.operator import Operator, View
from aoe.policy import Policy

_WORST = Constant(-inf, "float32")
_ZERO = Constant(0.0, "float32")
#: What is kept of a box: its corners and its area.
_PARTS = ("low0", "low1", "high0", "high1", "area")


def _supports(operator: Operator, device: Device) -> bool:
    return 0 not in operator.inputs[1].shape


def _policies(name: str, operator: Operator, device: Device) -> Iterator[Policy]:
    for vectors in (2, 1):
        yield Policy.of(name, schedule={"vectors": vectors})


def _estimate(operator: Operator, policy: Policy, device: Device) -> float:
    steps = operator.integer("most") * prod(operator.inputs[1].shape)
    cycles = steps * (12.0 + 1 / decisions(policy)["vectors"]) / device.lanes("float32")
    return cost.roofline(device, cycles, operand_bytes(operator), 1)


def _lower(
    operator: Operator, inputs: Sequence[View], output: View, schedule: Schedule, device: Device
) -> Program:
    batch, classes, size = operator.inputs[1].shape
    image, label, box = Axis("image", batch), Axis("label", classes), Axis("box", size)
    step = Axis("step", operator.integer("most"))
    along = StageSchedule("box", schedule["vectors"])
    left = Access("left", "float32", (("image", classes * size), ("label", size), ("box", 1)))
    alive = Access("alive", "int32", (("image", classes), ("label", 1)))
    scores = access(broadcast(inputs[1], "input1", inputs[1].shape), ("image", "label", "box"))
    passed = apply("greater", Load(0), Constant(score_threshold(operator), "float32"))
    candidates = Stage(
        "candidates",
        (image, label, box),
        (scores,),
        (Store(left, apply("select", passed, Load(0), _WORST)),),
        schedule=along,
    )
    begin = Stage("begin", (image, label), (), (Store(alive, Constant(1, "int32")),))
    everything = Axis("i", operator.output.shape[0])
    clear = Stage(
        "clear",
        (everything,),
        (),
        (
            Store(
                Access("output0", "int64", (("i", output.strides[0]),), output.offset),
                Constant(0, "int64"),
            ),
        ),
        schedule=StageSchedule("i", 1),
    )
    rounds = kernel(
        "non_max_suppression",
        (image, label, step),
        (Loop("image", 1), Loop("label", 1), Loop("step", 1)),
        0,
        _rounds(operator, output, (image, label, step), box, left, alive, along),
        (Buffer("top", "float32", 1), Buffer("best", "int32", 1)),
    )
    return Program(
        (
            kernel("non_max_clear", (), (), 0, (clear, candidates, begin)),
            kernel("non_max_boxes", (), (), 0, (_boxes(operator, inputs[0], along),)),
            rounds,
        ),
        temporaries=(
            *(Buffer(part, "float32", batch * size) for part in _PARTS),
            Buffer("left", "float32", batch * classes * size),
            Buffer("alive", "int32", batch * classes),
        ),
    )


def _boxes(operator: Operator, boxes: View, along: StageSchedule) -> Stage:
    """The corners and areas of all boxes, each in memory of its own."""
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
        halves = [apply("mul", Load(2 + i), Constant(0.5, "float32")) for i in (0, 1)]
        low = [apply("sub", Load(i), halves[i]) for i in (0, 1)]
        high = [apply("add", Load(i), halves[i]) for i in (0, 1)]
    else:
        low = [apply("min", Load(i), Load(2 + i)) for i in (0, 1)]
        high = [apply("max", Load(i), Load(2 + i)) for i in (0, 1)]
    area = apply("mul", apply("sub", high[0], low[0]), apply("sub", high[1], low[1]))
    stores = tuple(
        Store(_part(part, size), value)
        for part, value in zip(_PARTS, (*low, *high, area), strict=True)
    )
    axes = (Axis("image", batch), Axis("box", size))
    return Stage("boxes", axes, tuple(given), stores, schedule=along)


def _part(part: str, size: int) -> Access:
    return Access(part, "float32", (("image", size), ("box", 1)))


def _rounds(
    operator: Operator,
    output: View,
    axes: tuple[Axis, ...],
    box: Axis,
    left: Access,
    alive: Access,
    along: StageSchedule,
) -> tuple[Stage, ...]:
    """One step: the best score left, its box, and what overlaps it."""
    top, best = Access("top", "float32", ()), Access("best", "int32", ())
    size, step = box.extent, output.strides[0]
    rows = (operator.output.shape[0] - 1) // 3
    count = Access("output0", "int64", (), output.offset + 3 * rows * step)
    places = [
        Access(
            "output0",
            "int64",
            (),
            output.offset + i * step,
            indirect=(Indirect(0, 3 * step, rows),),
        )
        for i in range(3)
    ]
    position = cast(Index("box"), "int32")
    is_top = apply("equal", Load(0), Load(1))
    chosen = [
        Access(part, "float32", (("image", size),), indirect=(Indirect(0, 1, size),))
        for part in _PARTS
    ]
    struck = apply("or", _overlaps(operator), apply("equal", position, Load(0)))
    row: tuple[Expression, ...] = (Index("image"), Index("label"), cast(Load(1), "int64"))
    return (
        Stage(
            "top",
            (*axes, box),
            (left,),
            (
                Store(top, Accumulator()),
                Store(alive, cast(apply("greater", Accumulator(), _WORST), "int32")),
            ),
            Reduction("max", ("box",), Load(0)),
            along,
            guard=alive,
        ),
        Stage(
            "best",
            (*axes, box),
            (left, top),
            (Store(best, Accumulator()),),
            Reduction(
                "min", ("box",), apply("select", is_top, position, Constant(size - 1, "int32"))
            ),
            along,
            guard=alive,
        ),
        Stage(
            "take",
            axes,
            (count, best),
            (
                *(Store(place, value) for place, value in zip(places, row, strict=True)),
                Store(count, apply("add", Load(0), Constant(1, "int64"))),
            ),
            guard=alive,
        ),
        Stage(
            "strike",
            (*axes, box),
            (best, *chosen, *(_part(part, size) for part in _PARTS), left),
            (Store(left, apply("select", struck, _WORST, Load(2 * len(_PARTS) + 1))),),
            schedule=along,
            guard=alive,
        ),
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
    threshold = Constant(number(operator, "iou"), "float32")
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
