"""The last operator of object detectors: boxes of their anchors, and the best of them.

It is a custom operator, whose code TFLite's interpreter has. The converter of TensorFlow's object
detection models writes it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import onnx_ir

from aoe.errors import counted
from aoe.frontends.graph_builder import Operand, UnsupportedNodeError, shape_of
from aoe.frontends.layout import LayoutOperand
from aoe.frontends.shared_operators.box_selection import (
    Choice,
    filled,
    first_chosen,
    first_marked,
    kept,
)
from aoe.frontends.tflite.call import Call, int64, numbers

_FLOAT, _DOUBLE = int(onnx_ir.DataType.FLOAT), int(onnx_ir.DataType.DOUBLE)
_ZERO = np.asarray(0, np.float32)
#: Bounds of the numbers of results and of scores.
_MOST, _MOST_SCORES = 1 << 16, 1 << 24


@dataclass(frozen=True, slots=True)
class _Options:
    """What the operator is told.

    Attributes:
        detections: How many boxes it gives.
        classes_of_a_box: For how many classes it gives each.
        of_a_class: How many it chooses of each class, if each class is gone through alone.
        classes: How many classes there are.
        least: The score from which on a box is one.
        overlap: A box goes if it overlaps a better one by more than this.
        scales: Divisors of the encoded y, x, height and width.
        by_class: Whether each class is gone through alone.
    """

    detections: int
    classes_of_a_box: int
    of_a_class: int
    classes: int
    least: float
    overlap: float
    scales: tuple[float, ...]
    by_class: bool


@numbers("CUSTOM TFLite_Detection_PostProcess")
def _detections(call: Call) -> Sequence[LayoutOperand]:
    """Corners, classes and scores of boxes, and how many there are; zeros behind the last."""
    options = _options(call)
    boxes, scores = _decoded(call, options.scales), call.plain(1)
    if len(shape_of(scores)) != 3:
        raise UnsupportedNodeError(f"its scores have the shape {list(shape_of(scores))}")
    images, count, with_background = shape_of(scores)
    is_one = images == 1 and count == shape_of(boxes)[0]
    if not is_one or not 0 < count * with_background <= _MOST_SCORES:
        raise UnsupportedNodeError(f"its scores have the shape {list(shape_of(scores))}")
    background = with_background - options.classes
    if not 0 <= background <= 1:
        raise UnsupportedNodeError(
            f"it has {counted(with_background, 'score')} for "
            f"{counted(options.classes, 'class', 'classes')}"
        )
    scores = call.reshaped(scores, (count, with_background))
    if background:
        scores = call.node("Slice", scores, int64([1]), int64([with_background]), int64([1]))
    chosen = _best_of_classes if options.by_class else _best_boxes
    return chosen(call, options, boxes, scores)


def _options(call: Call) -> _Options:
    found = _Options(
        call.option("max_detections"),
        call.option("max_classes_per_detection"),
        call.option("detections_per_class"),
        call.option("num_classes"),
        call.number("nms_score_threshold"),
        call.number("nms_iou_threshold"),
        tuple(call.number(f"{name}_scale") for name in "yxhw"),
        bool(call.option("use_regular_nms")),
    )
    counts = found.detections, found.classes_of_a_box, found.of_a_class, found.classes
    if min(counts) < 1 or max(*counts, found.detections * found.classes_of_a_box) > _MOST:
        raise UnsupportedNodeError(f"its numbers of boxes and classes are {list(counts)}")
    if not 0 < found.overlap <= 1 or not found.least < np.inf:
        raise UnsupportedNodeError(f"its bounds are {found.overlap} and {found.least}")
    if not all(np.isfinite(scale) and scale for scale in found.scales):
        raise UnsupportedNodeError(f"its scales are {list(found.scales)}")
    return found


def _decoded(call: Call, scales: Sequence[float]) -> Operand:
    """Two corners of each box, (y, x) each: boxes × 4 of float32. TFLite computes the middle and
    half of the size with 64 bits and rounds them before it adds them.
    """
    encoded, anchors = call.plain(0), call.plain(2)
    if len(shape_of(encoded)) != 3 or shape_of(encoded)[0] != 1 or shape_of(encoded)[2] < 4:
        raise UnsupportedNodeError(f"its boxes have the shape {list(shape_of(encoded))}")
    count, columns = shape_of(encoded)[1:]
    if shape_of(anchors) != (count, 4):
        raise UnsupportedNodeError(f"its anchors have the shape {list(shape_of(anchors))}")
    encoded = call.reshaped(encoded, (count, columns))

    def part(value: Operand, first: int) -> Operand:
        """Two columns with 64 bits."""
        wide = call.node("Cast", value, to=_DOUBLE)
        return call.node("Slice", wide, int64([first]), int64([first + 2]), int64([1]))

    place, size = part(anchors, 0), part(anchors, 2)
    divisors = [
        np.asarray(pair, np.float32).astype(np.float64) for pair in (scales[:2], scales[2:])
    ]
    moved = call.node("Mul", call.node("Div", part(encoded, 0), divisors[0]), size)
    middle = call.node("Cast", call.node("Add", moved, place), to=_FLOAT)
    grown = call.node("Exp", call.node("Div", part(encoded, 2), divisors[1]))
    half = call.node("Mul", call.node("Mul", np.asarray(0.5), grown), size)
    half = call.node("Cast", half, to=_FLOAT)
    low, high = (call.node(kind, middle, half) for kind in ("Sub", "Add"))
    return call.node("Concat", low, high, axis=1)


def _least(options: _Options) -> float:
    """The largest score of what is no box."""
    return float(np.nextafter(np.float32(options.least), np.float32(-np.inf)))


def _best_boxes(
    call: Call, options: _Options, boxes: Operand, scores: Operand
) -> tuple[Operand, ...]:
    """The boxes with the best score of any class, with their best classes."""
    count, classes = shape_of(scores)
    several = min(options.classes_of_a_box, classes)
    top, kinds = call.nodes("TopK", 2, scores, int64([several]), axis=1)
    best = call.node("Slice", top, int64([0]), int64([1]), int64([1]))
    choice = Choice(
        boxes,
        call.reshaped(best, (count,)),
        options.detections,
        options.overlap,
        _least(options),
    )
    places, _, there = first_chosen(call.builder, choice)
    found = shape_of(places)[0]
    mark = call.reshaped(there, (found, 1))
    own = call.node("Where", mark, call.node("Gather", boxes, places, axis=0), _ZERO)
    own = call.node("Expand", call.reshaped(own, (found, 1, 4)), int64([found, several, 4]))
    kinds = call.node("Cast", kinds, to=_FLOAT)
    rows = [
        call.node("Where", mark, call.node("Gather", value, places, axis=0), _ZERO)
        for value in (kinds, top)
    ]
    width = options.classes_of_a_box
    wide = [filled(call.builder, call.builder.value(item), width, 1) for item in (own, *rows)]
    return _results(call, options, wide, call.node("Cast", there, to=_FLOAT))


def _best_of_classes(
    call: Call, options: _Options, boxes: Operand, scores: Operand
) -> tuple[Operand, ...]:
    """The boxes that stay in each class, and the best of all classes."""
    count, classes = shape_of(scores)
    by_class = call.node("Transpose", scores, perm=[1, 0])
    best, places = call.nodes("TopK", 2, by_class, int64([count]), axis=1)
    own = call.node("Gather", boxes, places, axis=0)
    ranked = call.reshaped(best, (classes, 1, count))
    marks = kept(call.builder, own, ranked, options.overlap, _least(options))
    several = min(options.of_a_class, count)
    positions, there = first_marked(call.builder, call.reshaped(marks, (classes, count)), several)
    values = call.node("GatherElements", best, positions, axis=1)
    nothing = np.asarray(-np.inf, np.float32)
    real = call.node("Greater", there, np.asarray(0.5, np.float32))
    values = call.reshaped(call.node("Where", real, values, nothing), (classes * several,))
    found = min(options.detections, classes * several)
    top, order = call.nodes("TopK", 2, values, int64([found]), axis=0)
    valid = call.node("Greater", top, nothing)
    anchors = call.reshaped(
        call.node("GatherElements", places, positions, axis=1), (classes * several,)
    )
    chosen = call.node("Gather", boxes, call.node("Gather", anchors, order, axis=0), axis=0)
    corners = call.node("Where", call.reshaped(valid, (found, 1)), chosen, _ZERO)
    kinds = call.node("Cast", call.node("Div", order, np.asarray(several, np.int64)), to=_FLOAT)
    rows = [call.node("Where", valid, value, _ZERO) for value in (kinds, top)]
    return _results(call, options, [corners, *rows], call.node("Cast", valid, to=_FLOAT))


def _results(
    call: Call, options: _Options, found: Sequence[Operand], there: Operand
) -> tuple[Operand, ...]:
    """The results in their shapes, filled up.

    Args:
        call: Makes the nodes.
        options: What the operator is told.
        found: Corners, classes and scores of the boxes.
        there: 1 for boxes that there are, 0 for others.
    """
    size = options.detections * options.classes_of_a_box
    rows = _size(found[1])
    shapes = (rows, 4), (rows,), (rows,)
    made = [
        filled(call.builder, call.builder.value(call.reshaped(value, shape)), size, 0)
        for value, shape in zip(found, shapes, strict=True)
    ]
    number = call.node("ReduceSum", there, int64([0]), keepdims=1)
    return (*(call.reshaped(value, (1, *shape_of(value))) for value in made), number)


def _size(value: Operand) -> int:
    return int(np.prod(shape_of(value), dtype=np.int64))
