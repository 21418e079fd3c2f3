"""Boxes that are chosen by their scores.

Where the number of boxes depends on data, rows of other tensors can be chosen by their numbers, and
both can be outputs. Results that are padded to a fixed size are tensors like others.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import onnx_ir

from aoe.errors import counted
from aoe.frontends.graph_builder import Operand, UnsupportedNodeError, shape_of
from aoe.frontends.shared_operators.box_selection import (
    Choice,
    chosen_softly,
    filled,
    filled_choice,
    first_chosen,
    first_marked,
    kept,
)
from aoe.frontends.tensorflow.context import Context, integers, required, whole_number
from aoe.frontends.tensorflow.node import Node
from aoe.frontends.tensorflow.operations.operation_table import OperationTable
from aoe.frontends.tensorflow.values import Held, Rows

TABLE = OperationTable()

_INT32, _FLOAT = int(onnx_ir.DataType.INT32), int(onnx_ir.DataType.FLOAT)


def _choice(context: Context, node: Node, values: Sequence[Held]) -> Choice:
    boxes, scores = context.plain(values[0]), context.plain(values[1])
    most = whole_number(values[2], "number of boxes")
    overlap, least = node.number("iou_threshold", 0.5), None
    if len(values) > 3:
        overlap = _number(values[3], "threshold")
    if len(values) > 4:
        least = _number(values[4], "threshold")
    if most < 1 or not 0 <= overlap <= 1:
        raise UnsupportedNodeError(
            f"it chooses {counted(most, 'box', 'boxes')} that overlap by {overlap}"
        )
    return Choice(boxes, scores, most, overlap, least)


def _number(value: Held, what: str) -> float:
    return float(required(value, what).astype(np.float32).reshape(()))


@TABLE.add("NonMaxSuppression", "NonMaxSuppressionV2", "NonMaxSuppressionV3")
def _chosen_boxes(context: Context, node: Node, values: Sequence[Held]) -> Held:
    return Rows(_numbers(context, _choice(context, node, values)))


@TABLE.add("NonMaxSuppressionV4", outputs=("selected_indices", "valid_outputs"))
def _counted_boxes(context: Context, node: Node, values: Sequence[Held]) -> tuple[Held, ...]:
    numbers, _, valid = _with_count(context, node, _choice(context, node, values))
    return numbers, valid


@TABLE.add("NonMaxSuppressionV5", outputs=("selected_indices", "selected_scores", "valid_outputs"))
def _scored_boxes(context: Context, node: Node, values: Sequence[Held]) -> tuple[Held, ...]:
    sigma, choice = _number(values[5], "soft_nms_sigma"), _choice(context, node, values[:5])
    if sigma < 0:
        raise ValueError(f"its soft_nms_sigma is {sigma}")
    if not sigma:
        return _with_count(context, node, choice)
    builder = context.builder
    chosen = chosen_softly(
        builder,
        choice.boxes,
        choice.scores,
        most=min(choice.most, choice.count),
        least=-np.inf if choice.least is None else choice.least,
        sigma=sigma,
    )
    numbers, scores, valid = filled_choice(builder, choice.most, chosen)
    if node.flag("pad_to_max_output_size"):
        return numbers, scores, valid
    numbers, scores, there = chosen
    numbers = context.node("Cast", numbers, to=_INT32)
    rows = (builder.open_node("Compress", item, there, axis=0) for item in (numbers, scores))
    return *(_rows(item, choice) for item in rows), valid


def _rows(value: onnx_ir.Value, choice: Choice) -> Rows:
    value.shape = onnx_ir.Shape([min(choice.most, choice.count)])
    return Rows(value)


def _numbers(context: Context, choice: Choice) -> onnx_ir.Value:
    """The numbers of the chosen boxes. How many there are depends on data."""
    count = choice.count
    most = min(choice.most, count)
    found = context.builder.data_dependent(
        "NonMaxSuppression",
        (most, 3),
        context.reshaped(choice.boxes, (1, count, 4)),
        context.reshaped(choice.scores, (1, 1, count)),
        integers([most]),
        np.asarray([choice.overlap], np.float32),
        None if choice.least is None else np.asarray([choice.least], np.float32),
    )
    column = context.node("Slice", found, integers([2]), integers([3]), integers([1]))
    return context.node("Cast", context.node("Squeeze", column, integers([1])), to=_INT32)


def _with_count(context: Context, node: Node, choice: Choice) -> tuple[Held, Held, Held]:
    """Numbers of the chosen boxes, their scores, and how many there are."""
    builder = context.builder
    found = filled_choice(builder, choice.most, first_chosen(builder, choice))
    if node.flag("pad_to_max_output_size"):
        return found
    numbers = _numbers(context, choice)
    scores = context.node("Gather", choice.scores, numbers, axis=0)
    return Rows(numbers), Rows(scores), found[2]


@TABLE.add(
    "CombinedNonMaxSuppression",
    outputs=("nmsed_boxes", "nmsed_scores", "nmsed_classes", "valid_detections"),
)
def _combined(context: Context, node: Node, values: Sequence[Held]) -> tuple[Held, ...]:
    """Boxes of each class first, then the best of an image."""
    builder = context.builder
    boxes, scores = context.plain(values[0]), context.plain(values[1])
    per_class, total = (whole_number(value, "number of boxes") for value in values[2:4])
    overlap, least = (_number(value, "threshold") for value in values[4:6])
    images, count, classes = shape_of(scores)
    if min(per_class, total, count) < 1 or not 0 <= overlap <= 1:
        raise UnsupportedNodeError(
            f"it chooses {total} of {counted(count, 'box', 'boxes')} that overlap by {overlap}"
        )
    size = min(per_class, count)
    chosen, ranked = _best_of_classes(context, boxes, scores, size, overlap, least)
    wanted = min(total, per_class * classes) if node.flag("pad_per_class") else total
    number = min(wanted, classes * size)
    top, where = builder.nodes(
        "TopK",
        2,
        context.reshaped(ranked, (images, classes * size)),
        integers([number]),
        axis=1,
    )
    valid = context.node("Greater", top, np.asarray(-np.inf, np.float32))
    zero = np.asarray(0, np.float32)
    found = context.node(
        "GatherND",
        context.reshaped(chosen, (images, classes * size, 4)),
        context.reshaped(where, (images, number, 1)),
        batch_dims=1,
    )
    if node.flag("clip_boxes", True):
        found = context.node("Clip", found, zero, np.asarray(1, np.float32))
    found = context.node("Where", context.reshaped(valid, (images, number, 1)), found, zero)
    label = context.node("Div", where, np.asarray(size, np.int64))
    label = context.node("Cast", label, to=_FLOAT)
    results = (
        found,
        context.node("Where", valid, top, zero),
        context.node("Where", valid, label, zero),
    )
    number_of = context.node(
        "ReduceSum", context.node("Cast", valid, to=_INT32), integers([1]), keepdims=0
    )
    return (*(filled(builder, item, wanted, 1) for item in results), number_of)


def _best_of_classes(
    context: Context, boxes: Operand, scores: Operand, size: int, overlap: float, least: float
) -> tuple[Operand, Operand]:
    """The boxes that are chosen of each class of each image, and their scores.

    Args:
        context: Makes nodes.
        boxes: Images × boxes × classes, or one, × 4.
        scores: Images × boxes × classes.
        size: How many boxes of a class there may be.
        overlap: From which overlap on one of two boxes goes.
        least: The score that a box must have more than.

    Returns:
        Images · classes × `size` × 4, and images · classes × `size`: negative infinity where there
        is no box.
    """
    builder = context.builder
    images, count, classes = shape_of(scores)
    groups = images * classes
    best, places = builder.nodes(
        "TopK", 2, context.node("Transpose", scores, perm=[0, 2, 1]), integers([count]), axis=2
    )
    own = _sorted_by_class(context, boxes, places)
    marks = kept(builder, own, context.reshaped(best, (groups, 1, count)), overlap, least)
    positions, there = first_marked(builder, context.reshaped(marks, (groups, count)), size)
    index = context.reshaped(positions, (groups, size, 1))
    chosen = context.node("GatherND", own, index, batch_dims=1)
    values = context.node(
        "GatherElements", context.reshaped(best, (groups, count)), positions, axis=1
    )
    real = context.node("Greater", there, np.asarray(0.5, np.float32))
    return chosen, context.node("Where", real, values, np.asarray(-np.inf, np.float32))


def _sorted_by_class(context: Context, boxes: Operand, places: Operand) -> Operand:
    """Boxes in the order of each class: images · classes × boxes × 4."""
    images, classes, count = shape_of(places)
    kinds = shape_of(boxes)[2]
    if shape_of(boxes) != (images, count, kinds, 4) or kinds not in (1, classes):
        raise ValueError(
            f"boxes of the shape {shape_of(boxes)} for {counted(classes, 'class', 'classes')}"
        )
    groups = images if kinds == 1 else images * classes
    own = context.node("Transpose", boxes, perm=[0, 2, 1, 3])
    own = context.node(
        "GatherND",
        context.reshaped(own, (groups, count, 4)),
        context.reshaped(places, (groups, images * classes * count // groups, 1)),
        batch_dims=1,
    )
    return context.reshaped(own, (images * classes, count, 4))
