"""DetectionOutput of SSD: boxes from offsets, those without overlaps, the best of each image.

The output is 1 × 1 × n × 7: image, label, score, x1, y1, x2, y2. Rows are ordered by image, label
and falling score. Without any box there is a row of image and -1 for each image.

SSDDetectionOutput is Ascend's form of it, of a fixed size. See `ssd_detection_output`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from aoe.errors import counted
from aoe.frontends.caffe.layer import LARGEST_CONSTANT, Layer, integers, layer, row_counts, scalar
from aoe.frontends.caffe.layers.boxes import boxes_from_offsets
from aoe.frontends.graph_builder import Operand, UnsupportedNodeError, shape_of
from aoe.frontends.shared_operators.box_selection import filled, first_marked, kept

_CORNER, _CENTER_SIZE = 1, 2
_FLOAT, _INT64 = 1, 7
#: Positions are sorted as float32, which has all whole numbers up to this one.
_MOST_POSITIONS = 1 << 24
#: What the number of rows of an image is a multiple of in Ascend's form.
_ROWS = 128


@dataclass(frozen=True)
class _Rules:
    """Parameters of a layer: what both forms call differently."""

    classes: int
    shared: bool
    background: int
    overlap: float
    top: int
    eta: float
    encoded: bool
    code: int
    keep: int
    least: float | None


@dataclass(frozen=True)
class _Sizes:
    """Sizes of a layer: images, classes but the background, boxes, and candidates of a class."""

    images: int
    labels: tuple[int, ...]
    boxes: int
    candidates: int


@dataclass(frozen=True)
class Detections:
    """Detections of each image.

    Attributes:
        rows: Image, label, score and corners, images × n × 7 of float32.
        there: 1 for those that there are, 0 for others, images × n.
    """

    rows: Operand
    there: Operand


@layer("DetectionOutput")
def detection_output(layer: Layer) -> Operand:
    """See above."""
    given = layer.parameter("detection_output")
    nms = given.nms_param
    rules = _Rules(
        given.num_classes,
        given.share_location,
        given.background_label_id,
        nms.nms_threshold,
        nms.top_k if nms.HasField("top_k") else -1,
        nms.eta,
        given.variance_encoded_in_target,
        given.code_type,
        given.keep_top_k,
        given.confidence_threshold if given.HasField("confidence_threshold") else None,
    )
    return shown_detections(layer, _found(layer, rules))


@layer("SSDDetectionOutput")
def ssd_detection_output(layer: Layer) -> list[Operand]:
    """Of Ascend: the number of boxes of each image, images × 8, of which the first counts, and
    images × n × 8: image, label, score, x1, y1, x2, y2 and 0. n is `keep_top_k`, up to the next
    multiple of 128. Rows that are missing are 0.
    """
    given: Any = layer.parameter("ssddetectionoutput")
    rules = _Rules(
        given.num_classes,
        given.share_location,
        given.background_label_id,
        given.iou_threshold,
        given.top_k,
        given.eta,
        given.variance_encoded_in_target,
        given.code_type,
        given.keep_top_k,
        given.confidence_threshold,
    )
    if rules.keep < 1 or rules.code not in (1, 2, 3):
        raise UnsupportedNodeError(f"it has keep_top_k {rules.keep} and code_type {rules.code}")
    found = _found(layer, rules)
    images, count, _ = shape_of(found.rows)
    positions, there = first_marked(layer.builder, found.there, count)
    index = layer.reshaped(positions, (images, count, 1))
    rows = layer.node("GatherND", found.rows, index, batch_dims=1)
    rows = layer.node("Mul", rows, layer.reshaped(there, (images, count, 1)))
    rows = layer.node("Concat", rows, np.zeros((images, count, 1), np.float32), axis=2)
    whole = -(-rules.keep // _ROWS) * _ROWS
    return [row_counts(layer, there), filled(layer.builder, rows, whole, 1)]


def _found(layer: Layer, rules: _Rules) -> Detections:
    sizes = _sizes(layer, rules)
    boxes = _decoded(layer, rules, sizes)
    scores, boxes = _candidates(layer, rules, sizes, boxes)
    marks = _without_overlaps(layer, rules, sizes, scores, boxes)
    positions = _best(layer, rules, sizes, scores, marks)
    return _rows(layer, sizes, scores, boxes, marks, positions)


def _sizes(layer: Layer, rules: _Rules) -> _Sizes:
    if len(layer.inputs) != 3:
        raise UnsupportedNodeError(f"it has {counted(len(layer.inputs), 'bottom')}, not 3")
    if rules.eta != 1:
        raise UnsupportedNodeError(f"its threshold changes (eta {rules.eta})")
    if rules.keep == 0:
        raise UnsupportedNodeError("it keeps no boxes (keep_top_k 0)")
    if not rules.classes:
        raise ValueError("num_classes is missing")
    images, boxes = layer.shape()[0], int(np.prod(layer.shape(2))) // 8
    candidates = boxes if rules.top < 0 else min(rules.top, boxes)
    count = rules.classes - (0 <= rules.background < rules.classes)
    if min(images, boxes, candidates, count) < 1:
        raise UnsupportedNodeError("it has no images, boxes, classes or candidates")
    if images * count * boxes > min(_MOST_POSITIONS, LARGEST_CONSTANT // 4):
        raise UnsupportedNodeError(
            f"it has {counted(count, 'class', 'classes')} of {counted(boxes, 'box', 'boxes')}"
        )
    labels = tuple(label for label in range(rules.classes) if label != rules.background)
    return _Sizes(images, labels, boxes, candidates)


def _decoded(layer: Layer, rules: _Rules, sizes: _Sizes) -> Operand:
    """Corners of the boxes of each image: images × location classes × boxes × 4."""
    groups = 1 if rules.shared else rules.classes
    offsets = layer.reshaped(layer.inputs[0], (sizes.images, sizes.boxes, groups, 4))
    offsets = layer.node("Transpose", offsets, perm=[0, 2, 1, 3])
    if groups > 1:
        offsets = layer.node("Gather", offsets, integers(sizes.labels), axis=1)
    prior = layer.reshaped(layer.inputs[2], (2, sizes.boxes, 4))
    boxes, variances = layer.builder.nodes("Split", 2, prior, integers([1, 1]), axis=0)
    if not rules.encoded:
        offsets = layer.node("Mul", variances, offsets)
    if rules.code == _CORNER:
        return layer.node("Add", boxes, offsets)
    low, high = layer.builder.nodes("Split", 2, boxes, integers([2, 2]), axis=2)
    extent = layer.node("Sub", high, low)
    first, second = layer.builder.nodes("Split", 2, offsets, integers([2, 2]), axis=3)
    if rules.code != _CENTER_SIZE:
        ends = [
            layer.node("Add", corner, layer.node("Mul", offset, extent))
            for corner, offset in ((low, first), (high, second))
        ]
        return layer.node("Concat", *ends, axis=3)
    middle = layer.node("Mul", layer.node("Add", low, high), scalar(0.5))
    return boxes_from_offsets(layer, first, second, middle, extent, axis=3)


def _candidates(
    layer: Layer, rules: _Rules, sizes: _Sizes, boxes: Operand
) -> tuple[Operand, Operand]:
    """The best boxes of each image and class: scores, images × classes × candidates, and boxes."""
    scores = layer.reshaped(layer.inputs[1], (sizes.images, sizes.boxes, rules.classes))
    scores = layer.node("Transpose", scores, perm=[0, 2, 1])
    if len(sizes.labels) < rules.classes:
        scores = layer.node("Gather", scores, integers(sizes.labels), axis=1)
    best, places = layer.builder.nodes("TopK", 2, scores, integers([sizes.candidates]), axis=2)
    rows, count = len(sizes.labels), sizes.candidates
    if rules.shared or rules.classes == 1:
        boxes = layer.reshaped(boxes, (sizes.images, sizes.boxes, 4))
        index = layer.reshaped(places, (sizes.images, rows, count, 1))
    else:
        boxes = layer.reshaped(boxes, (sizes.images * rows, sizes.boxes, 4))
        index = layer.reshaped(places, (sizes.images * rows, count, 1))
    found = layer.node("GatherND", boxes, index, batch_dims=1)
    return best, layer.reshaped(found, (sizes.images, rows * count, 4))


def _without_overlaps(
    layer: Layer, rules: _Rules, sizes: _Sizes, scores: Operand, boxes: Operand
) -> Operand:
    """1 for candidates that stay, 0 for others: images × classes · candidates."""
    groups, count = sizes.images * len(sizes.labels), sizes.candidates
    corners = layer.reshaped(boxes, (groups, count, 4))
    if rules.code != _CENTER_SIZE:
        # Caffe takes a box whose corners changed sides for empty, ONNX does not.
        low, high = layer.builder.nodes("Split", 2, corners, integers([2, 2]), axis=2)
        corners = layer.node("Concat", low, layer.node("Max", low, high), axis=2)
    ranked = layer.reshaped(scores, (groups, 1, count))
    marks = kept(layer.builder, corners, ranked, rules.overlap, rules.least)
    return layer.reshaped(marks, (sizes.images, len(sizes.labels) * count))


def _best(layer: Layer, rules: _Rules, sizes: _Sizes, scores: Operand, marks: Operand) -> Operand:
    """Positions of the best candidates of each image, ascending: by class, then by score."""
    whole = len(sizes.labels) * sizes.candidates
    number = whole if rules.keep < 0 else min(rules.keep, whole)
    if number == whole:
        return np.tile(np.arange(whole), (sizes.images, 1))
    flat = layer.reshaped(scores, (sizes.images, whole))
    stays = layer.node("Greater", marks, scalar(0.5))
    ranked = layer.node("Where", stays, flat, scalar(-np.inf))
    _, places = layer.builder.nodes("TopK", 2, ranked, integers([number]), axis=1)
    numbers = layer.node("Cast", places, to=_FLOAT)
    ordered, _ = layer.builder.nodes("TopK", 2, numbers, integers([number]), axis=1, largest=0)
    return layer.node("Cast", ordered, to=_INT64)


def _rows(
    layer: Layer, sizes: _Sizes, scores: Operand, boxes: Operand, marks: Operand, positions: Operand
) -> Detections:
    images = sizes.images
    count = shape_of(positions)[1]
    flat = layer.reshaped(scores, (images, len(sizes.labels) * sizes.candidates))
    column = (images, count, 1)
    label = layer.node("Div", positions, np.asarray(sizes.candidates, np.int64))
    names = np.asarray(sizes.labels, np.float32)
    image = np.broadcast_to(np.arange(images, dtype=np.float32)[:, None, None], column)
    detections = layer.node(
        "Concat",
        np.ascontiguousarray(image),
        layer.reshaped(layer.node("Gather", names, label), column),
        layer.reshaped(layer.node("GatherElements", flat, positions, axis=1), column),
        layer.node("GatherND", boxes, layer.reshaped(positions, column), batch_dims=1),
        axis=2,
    )
    return Detections(detections, layer.node("GatherElements", marks, positions, axis=1))


def shown_detections(layer: Layer, found: Detections) -> Operand:
    """The rows that there are, or those of no box: 1 × 1 × n × 7.

    Args:
        layer: Takes the nodes.
        found: The rows.
    """
    images, count, _ = shape_of(found.rows)
    empty = np.full((images, 7), -1, np.float32)
    empty[:, 0] = np.arange(images)
    every = layer.node("ReduceSum", found.there, integers([0, 1]), keepdims=0)
    none = layer.node("Less", every, scalar(0.5))
    marks = layer.node(
        "Concat",
        layer.node("Expand", none, integers([images])),
        layer.node("Greater", layer.reshaped(found.there, (images * count,)), scalar(0.5)),
        axis=0,
    )
    rows = layer.node("Concat", empty, layer.reshaped(found.rows, (images * count, 7)), axis=0)
    shown = layer.builder.open_node("Compress", rows, marks, axis=0)
    return layer.builder.open_node("Unsqueeze", shown, integers([0, 1]))
