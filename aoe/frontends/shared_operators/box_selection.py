"""Boxes without those that overlap better ones, in tensors of a fixed size.

NonMaxSuppression of ONNX gives as many rows as boxes stay. Formats that fill up results to a fixed
size need marks of the boxes instead, and the positions of the first marks.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import prod

import numpy as np
import onnx_ir

from aoe.frontends.graph_builder import (
    GraphBuilder,
    Iteration,
    Operand,
    UnsupportedNodeError,
    dtype_of,
    shape_of,
)
from aoe.frontends.node_writer import reshaped

#: Elements of the largest constant behind the boxes that there are.
_MOST_ZEROS = 1 << 25
_FLOAT, _INT32 = int(onnx_ir.DataType.FLOAT), int(onnx_ir.DataType.INT32)


def kept(
    builder: GraphBuilder,
    corners: Operand,
    scores: Operand,
    overlap: float,
    least: float | None = None,
) -> onnx_ir.Value:
    """Marks of the boxes that stay: 1 for them, 0 for others, groups × 1 × boxes of float32.

    Args:
        builder: Takes the nodes.
        corners: Two corners of each box, groups × boxes × 4. Groups are independent.
        scores: Their scores, groups × 1 × boxes.
        overlap: A box goes if it overlaps a better one by more than this.
        least: Boxes go that do not have a larger score.
    """
    groups, count, _ = shape_of(corners)
    chosen = builder.open_node(
        "NonMaxSuppression",
        corners,
        scores,
        np.asarray(count, np.int64),
        np.asarray(overlap, np.float32),
        None if least is None else np.asarray(least, np.float32),
    )
    zero, one = np.asarray(0, np.int64), np.asarray(1, np.int64)
    column = builder.open_node("Gather", chosen, zero, axis=1)
    whole = builder.open_node("Add", builder.open_node("Mul", column, zero), one)
    ones = builder.open_node("Cast", whole, to=_FLOAT)
    nothing = np.zeros((groups, 1, count), np.float32)
    return builder.node("ScatterND", nothing, chosen, ones, reduction="add")


def chosen_softly(
    builder: GraphBuilder,
    corners: Operand,
    scores: Operand,
    *,
    most: int,
    least: float,
    sigma: float,
    overlap: float | None = None,
) -> tuple[onnx_ir.Value, onnx_ir.Value, onnx_ir.Value]:
    """Boxes that are chosen one after the other, each of which lowers the scores of those that it
    overlaps: soft non-maximum suppression (https://arxiv.org/abs/1704.04503) as in
    NonMaxSuppressionV5 of TensorFlow, which has no bound of the overlap then. A score below zero,
    which this would raise, does not change the order.

    Args:
        builder: Takes the nodes.
        corners: Two corners of each box, boxes × 4.
        scores: Their scores.
        most: How many are chosen at most.
        least: Boxes go whose score is not larger, also after it was lowered.
        sigma: Scores are multiplied by `exp(-overlap² / (2 · sigma))`.
        overlap: A box goes that overlaps a better one by more than this; None for no bound.

    Returns:
        The numbers of the boxes in int64, their lowered scores, and whether there are so many.
    """
    count = shape_of(scores)[0]
    gone, zero = np.asarray(-np.inf, np.float32), np.asarray(0, np.float32)
    one = np.asarray([1], np.int64)
    least_score = np.asarray(least, np.float32)
    columns = builder.nodes("Split", 4, corners, np.ones(4, np.int64), axis=1)
    y1, x1, y2, x2 = (builder.node("Squeeze", column, one) for column in columns)
    low = [builder.node("Min", *pair) for pair in ((y1, y2), (x1, x2))]
    high = [builder.node("Max", *pair) for pair in ((y1, y2), (x1, x2))]
    sides = [builder.node("Sub", end, start) for start, end in zip(low, high, strict=True)]
    area = builder.node("Mul", *sides)
    negative = builder.node("Less", scores, zero)
    start = builder.node("Where", builder.node("Greater", scores, least_score), scores, gone)

    def iteration(
        inner: GraphBuilder, _: onnx_ir.Value, states: Sequence[onnx_ir.Value]
    ) -> Iteration:
        lowered, ranks = states
        rank, place = inner.nodes("TopK", 2, ranks, one, axis=0)

        part = _overlaps(inner, low, high, area, place)
        square = inner.node(
            "Mul", inner.node("Mul", part, part), np.asarray(-0.5 / sigma, np.float32)
        )
        weight = inner.node("Exp", square)
        after = inner.node("Mul", lowered, weight)
        stays = inner.node(
            "And",
            inner.node("Greater", after, least_score),
            inner.node("Not", inner.node("Equal", np.arange(count, dtype=np.int64), place)),
        )
        stays = inner.node("And", stays, inner.node("Greater", ranks, gone))
        if overlap is not None:
            apart = inner.node("LessOrEqual", part, np.asarray(overlap, np.float32))
            stays = inner.node("And", stays, apart)
        order = inner.node("Where", negative, ranks, after)
        left = inner.node("Where", stays, order, gone)
        there = inner.node("Greater", rank, gone)
        return Iteration(
            [after, left], [place, inner.node("Gather", lowered, place, axis=0), there]
        )

    _, results = builder.loop(most, [scores, start], iteration)
    numbers, values, there = (builder.node("Squeeze", item, one) for item in results)
    return numbers, values, there


@dataclass(frozen=True, slots=True)
class Choice:
    """Which boxes of one image are chosen.

    Attributes:
        boxes: Two corners of each, boxes × 4.
        scores: Their scores.
        most: How many are chosen at most.
        overlap: A box goes if it overlaps a better one by more than this.
        least: Boxes go that do not have a larger score; None for no limit.
    """

    boxes: Operand
    scores: Operand
    most: int
    overlap: float
    least: float | None

    @property
    def count(self) -> int:
        """The number of boxes to choose from."""
        return shape_of(self.scores)[0]


def first_chosen(
    builder: GraphBuilder, choice: Choice
) -> tuple[onnx_ir.Value, onnx_ir.Value, onnx_ir.Value]:
    """The boxes that stay, the best first.

    Returns:
        The numbers of the boxes in int64, their scores, and whether there are so many. Each has as
        many elements as `most` says, or as there are boxes.
    """
    count = choice.count
    most = min(choice.most, count)

    def shaped(value: Operand, *sizes: int) -> onnx_ir.Value:
        return reshaped(builder, value, sizes)

    whole = np.asarray([count], np.int64)
    best, places = builder.nodes("TopK", 2, choice.scores, whole, axis=0)
    ordered = builder.node("Gather", choice.boxes, places, axis=0)
    marks = kept(
        builder,
        shaped(ordered, 1, count, 4),
        shaped(best, 1, 1, count),
        choice.overlap,
        choice.least,
    )
    positions, there = first_marked(builder, shaped(marks, 1, count), most)
    flat = shaped(positions, most)
    is_there = builder.node("Greater", shaped(there, most), np.asarray(0.5, np.float32))
    numbers = builder.node("Gather", places, flat, axis=0)
    return numbers, builder.node("Gather", best, flat, axis=0), is_there


def filled_choice(
    builder: GraphBuilder,
    most: int,
    chosen: tuple[onnx_ir.Value, onnx_ir.Value, onnx_ir.Value],
) -> tuple[onnx_ir.Value, onnx_ir.Value, onnx_ir.Value]:
    """What `first_chosen` or `chosen_softly` gives as tensors of `most` elements: numbers of boxes
    in int32 and scores, 0 behind the last, and how many there are.
    """
    numbers, scores, there = chosen
    numbers = builder.node("Cast", numbers, to=_INT32)
    none = np.asarray(0, np.int32), np.asarray(0, np.float32)
    found = [
        filled(builder, builder.node("Where", there, value, zero), most, 0)
        for value, zero in zip((numbers, scores), none, strict=True)
    ]
    count = builder.node("ReduceSum", builder.node("Cast", there, to=_INT32), keepdims=0)
    return found[0], found[1], count


def _overlaps(
    builder: GraphBuilder,
    low: Sequence[Operand],
    high: Sequence[Operand],
    area: Operand,
    place: Operand,
) -> onnx_ir.Value:
    """How far each box overlaps one of them: their common area by that of both; 0 where a box has
    none.

    Args:
        builder: Takes the nodes.
        low: The smaller corners along each axis, of all boxes.
        high: The larger ones.
        area: The area of each box.
        place: The number of the one box, of shape [1].
    """
    zero = np.asarray(0, np.float32)

    def own(value: Operand) -> onnx_ir.Value:
        return builder.node("Gather", value, place, axis=0)

    lengths = [
        builder.node(
            "Max",
            builder.node(
                "Sub", builder.node("Min", end, own(end)), builder.node("Max", first, own(first))
            ),
            zero,
        )
        for first, end in zip(low, high, strict=True)
    ]
    common = builder.node("Mul", *lengths)
    whole = builder.node("Sub", builder.node("Add", area, own(area)), common)
    real = builder.node(
        "And", builder.node("Greater", area, zero), builder.node("Greater", own(area), zero)
    )
    part = builder.node(
        "Div", common, builder.node("Where", real, whole, np.asarray(1, np.float32))
    )
    return builder.node("Where", real, part, zero)


def first_marked(
    builder: GraphBuilder, marks: Operand, most: int
) -> tuple[onnx_ir.Value, onnx_ir.Value]:
    """The first marked elements of each row.

    Args:
        builder: Takes the nodes.
        marks: 1 and 0, rows × elements of float32.
        most: The number of positions of a row, at most that of elements.

    Returns:
        Positions in int64, and 1 for those that there are, 0 for positions without meaning. Both
        are rows × `most`, and the former come first.
    """
    count = shape_of(marks)[1]
    ranked = builder.node("Mul", marks, np.arange(count, 0, -1, dtype=np.float32))
    number = np.asarray([most], np.int64)
    values, positions = builder.nodes("TopK", 2, ranked, number, axis=1)
    return positions, builder.node("Min", values, np.asarray(1, np.float32))


def filled(builder: GraphBuilder, rows: onnx_ir.Value, size: int, axis: int) -> onnx_ir.Value:
    """A tensor with zeros behind it, up to a size along an axis. Raises `UnsupportedNodeError` for
    more zeros than a reader makes.
    """
    shape = shape_of(rows)
    if shape[axis] == size:
        return rows
    missing = (*shape[:axis], size - shape[axis], *shape[axis + 1 :])
    if prod(missing) > _MOST_ZEROS:
        raise UnsupportedNodeError(f"it fills its result up to {size} rows")
    return builder.node("Concat", rows, np.zeros(missing, dtype_of(rows)), axis=axis)
