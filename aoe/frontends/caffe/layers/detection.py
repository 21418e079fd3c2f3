"""DetectionOutput of SSD: boxes from offsets, those without overlaps, the best of each image.

The output is 1 × 1 × n × 7: image, label, score, x1, y1, x2, y2. Rows are ordered by image, label
and falling score. Without any box there is a row of image and -1 for each image.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from aoe.frontends.caffe.layer import (
    LARGEST_CONSTANT,
    Layer,
    RefusedLayerError,
    integers,
    layer,
    scalar,
)
from aoe.frontends.graph_builder import Operand, shape_of

_CORNER, _CENTER_SIZE = 1, 2
_FLOAT, _INT64 = 1, 7
#: Positions are sorted as float32, which has all whole numbers up to this one.
_MOST_POSITIONS = 1 << 24


@dataclass(frozen=True)
class _Sizes:
    """Sizes of a layer: images, classes but the background, boxes, and candidates of a class."""

    images: int
    labels: tuple[int, ...]
    boxes: int
    candidates: int


@layer("DetectionOutput")
def detection_output(layer: Layer) -> Operand:
    """See above."""
    given = layer.parameter("detection_output")
    sizes = _sizes(layer, given)
    boxes = _decoded(layer, given, sizes)
    scores, boxes = _candidates(layer, given, sizes, boxes)
    kept = _without_overlaps(layer, given, sizes, scores, boxes)
    positions = _best(layer, given, sizes, scores, kept)
    return _rows(layer, sizes, scores, boxes, kept, positions)


def _sizes(layer: Layer, given: Any) -> _Sizes:
    if len(layer.inputs) != 3:
        raise RefusedLayerError(f"it has {len(layer.inputs)} bottoms, not 3")
    if given.nms_param.eta != 1:
        raise RefusedLayerError(f"its threshold changes (eta {given.nms_param.eta})")
    if given.keep_top_k == 0:
        raise RefusedLayerError("it keeps no boxes (keep_top_k 0)")
    if not given.num_classes:
        raise ValueError("num_classes is missing")
    images, boxes = layer.shape()[0], int(np.prod(layer.shape(2))) // 8
    background = given.background_label_id
    labels = tuple(label for label in range(given.num_classes) if label != background)
    top = given.nms_param.top_k if given.nms_param.HasField("top_k") else -1
    candidates = boxes if top < 0 else min(top, boxes)
    if not boxes or not candidates or not labels:
        raise RefusedLayerError("it has no boxes, classes or candidates")
    if images * len(labels) * max(boxes, candidates) > min(_MOST_POSITIONS, LARGEST_CONSTANT // 4):
        raise RefusedLayerError(f"it has {len(labels)} classes of {boxes} boxes")
    return _Sizes(images, labels, boxes, candidates)


def _decoded(layer: Layer, given: Any, sizes: _Sizes) -> Operand:
    """Corners of the boxes of each image: images × location classes × boxes × 4."""
    groups = 1 if given.share_location else given.num_classes
    offsets = layer.reshaped(layer.inputs[0], (sizes.images, sizes.boxes, groups, 4))
    offsets = layer.node("Transpose", offsets, perm=[0, 2, 1, 3])
    if groups > 1:
        offsets = layer.node("Gather", offsets, integers(sizes.labels), axis=1)
    prior = layer.reshaped(layer.inputs[2], (2, sizes.boxes, 4))
    boxes, variances = layer.builder.nodes("Split", 2, prior, integers([1, 1]), axis=0)
    if not given.variance_encoded_in_target:
        offsets = layer.node("Mul", variances, offsets)
    if given.code_type == _CORNER:
        return layer.node("Add", boxes, offsets)
    low, high = layer.builder.nodes("Split", 2, boxes, integers([2, 2]), axis=2)
    extent = layer.node("Sub", high, low)
    first, second = layer.builder.nodes("Split", 2, offsets, integers([2, 2]), axis=3)
    if given.code_type != _CENTER_SIZE:
        ends = [
            layer.node("Add", corner, layer.node("Mul", offset, extent))
            for corner, offset in ((low, first), (high, second))
        ]
        return layer.node("Concat", *ends, axis=3)
    middle = layer.node("Mul", layer.node("Add", low, high), scalar(0.5))
    centre = layer.node("Add", layer.node("Mul", first, extent), middle)
    half = layer.node("Mul", layer.node("Mul", layer.node("Exp", second), extent), scalar(0.5))
    ends = [layer.node(kind, centre, half) for kind in ("Sub", "Add")]
    return layer.node("Concat", *ends, axis=3)


def _candidates(layer: Layer, given: Any, sizes: _Sizes, boxes: Operand) -> tuple[Operand, Operand]:
    """The best boxes of each image and class: scores, images × classes × candidates, and boxes."""
    scores = layer.reshaped(layer.inputs[1], (sizes.images, sizes.boxes, given.num_classes))
    scores = layer.node("Transpose", scores, perm=[0, 2, 1])
    if len(sizes.labels) < given.num_classes:
        scores = layer.node("Gather", scores, integers(sizes.labels), axis=1)
    best, places = layer.builder.nodes("TopK", 2, scores, integers([sizes.candidates]), axis=2)
    rows, count = len(sizes.labels), sizes.candidates
    if given.share_location or given.num_classes == 1:
        boxes = layer.reshaped(boxes, (sizes.images, sizes.boxes, 4))
        index = layer.reshaped(places, (sizes.images, rows, count, 1))
    else:
        boxes = layer.reshaped(boxes, (sizes.images * rows, sizes.boxes, 4))
        index = layer.reshaped(places, (sizes.images * rows, count, 1))
    found = layer.node("GatherND", boxes, index, batch_dims=1)
    return best, layer.reshaped(found, (sizes.images, rows * count, 4))


def _without_overlaps(
    layer: Layer, given: Any, sizes: _Sizes, scores: Operand, boxes: Operand
) -> Operand:
    """1 for candidates that stay, 0 for others: images × classes · candidates."""
    groups, count = sizes.images * len(sizes.labels), sizes.candidates
    corners = layer.reshaped(boxes, (groups, count, 4))
    if given.code_type != _CENTER_SIZE:
        # Caffe takes a box whose corners changed sides for empty, ONNX does not.
        low, high = layer.builder.nodes("Split", 2, corners, integers([2, 2]), axis=2)
        corners = layer.node("Concat", low, layer.node("Max", low, high), axis=2)
    has_limit = given.HasField("confidence_threshold")
    chosen = layer.builder.open_node(
        "NonMaxSuppression",
        corners,
        layer.reshaped(scores, (groups, 1, count)),
        np.asarray(count, np.int64),
        scalar(given.nms_param.nms_threshold),
        scalar(given.confidence_threshold) if has_limit else None,
    )
    zero, one = np.asarray(0, np.int64), np.asarray(1, np.int64)
    column = layer.builder.open_node("Gather", chosen, zero, axis=1)
    ones = layer.builder.open_node(
        "Cast",
        layer.builder.open_node("Add", layer.builder.open_node("Mul", column, zero), one),
        to=_FLOAT,
    )
    nothing = np.zeros((groups, 1, count), np.float32)
    marks = layer.node("ScatterND", nothing, chosen, ones, reduction="add")
    return layer.reshaped(marks, (sizes.images, len(sizes.labels) * count))


def _best(layer: Layer, given: Any, sizes: _Sizes, scores: Operand, kept: Operand) -> Operand:
    """Positions of the best candidates of each image, ascending: by class, then by score."""
    whole = len(sizes.labels) * sizes.candidates
    number = whole if given.keep_top_k < 0 else min(given.keep_top_k, whole)
    if number == whole:
        return np.tile(np.arange(whole), (sizes.images, 1))
    flat = layer.reshaped(scores, (sizes.images, whole))
    stays = layer.node("Greater", kept, scalar(0.5))
    ranked = layer.node("Where", stays, flat, scalar(-np.inf))
    _, places = layer.builder.nodes("TopK", 2, ranked, integers([number]), axis=1)
    numbers = layer.node("Cast", places, to=_FLOAT)
    ordered, _ = layer.builder.nodes("TopK", 2, numbers, integers([number]), axis=1, largest=0)
    return layer.node("Cast", ordered, to=_INT64)


def _rows(
    layer: Layer, sizes: _Sizes, scores: Operand, boxes: Operand, kept: Operand, positions: Operand
) -> Operand:
    images = sizes.images
    count = shape_of(positions)[1]
    flat = layer.reshaped(scores, (images, len(sizes.labels) * sizes.candidates))
    stays = layer.node("GatherElements", kept, positions, axis=1)
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
    empty = np.full((images, 7), -1, np.float32)
    empty[:, 0] = np.arange(images)
    every = layer.node("ReduceSum", stays, integers([0, 1]), keepdims=0)
    none = layer.node("Less", every, scalar(0.5))
    marks = layer.node(
        "Concat",
        layer.node("Expand", none, integers([images])),
        layer.node("Greater", layer.reshaped(stays, (images * count,)), scalar(0.5)),
        axis=0,
    )
    rows = layer.node("Concat", empty, layer.reshaped(detections, (images * count, 7)), axis=0)
    shown = layer.builder.open_node("Compress", rows, marks, axis=0)
    return layer.builder.open_node("Unsqueeze", shown, integers([0, 1]))
