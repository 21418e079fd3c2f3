"""Heads of YOLO in the form of the MobileNet-YOLO fork: boxes straight from the convolutions.

YoloDetectionOutput is of version 2, Yolov3DetectionOutput of version 3. Both are other layers than
Ascend's in `yolo.py`. The output is that of DetectionOutput, 1 × 1 × n × 7: image, label, score,
x1, y1, x2, y2 in parts of the image, by falling score. Labels count from 1. Boxes of all classes
are compared with each other. Definitions are those of github.com/eric612/MobileNet-YOLO.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from aoe.errors import counted
from aoe.frontends.caffe.layer import LARGEST_CONSTANT, Layer, check_fields, integers, layer, scalar
from aoe.frontends.caffe.layers.detection import Detections, shown_detections
from aoe.frontends.graph_builder import Operand, UnsupportedNodeError, shape_of
from aoe.frontends.shared_operators.box_selection import kept

_FLOAT = 1
#: Parameters of Yolov3DetectionOutput; those of Ascend's layer have the same message.
_FIELDS = (
    *("num_classes", "num_box", "confidence_threshold", "nms_threshold", "biases"),
    *("anchors_scale", "mask_group_num", "mask", "gaussian_box"),
)


@dataclass(frozen=True)
class _Boxes:
    """Boxes of one image: corners, 1 × boxes × 4; scores and labels, 1 × boxes."""

    corners: Operand
    scores: Operand
    labels: Operand


@layer("YoloDetectionOutput")
def boxes_of_version_2(layer: Layer) -> Operand:
    """The best class of each box by softmax, anchors in cells. One bottom or two, whose anchors are
    the same.
    """
    given = layer.parameter("yolo_detection_output")
    if given.coords != 4 or len(layer.inputs) > 2:
        raise UnsupportedNodeError(
            f"it has coords {given.coords} and {counted(len(layer.inputs), 'bottom')}"
        )
    anchors = _anchors(given.biases, range(given.num_box))
    found = []
    for x in layer.inputs:
        *_, height, width = shape_of(x)
        if height != width:
            raise UnsupportedNodeError(f"it takes {height} × {width} cells")
        found.append(_boxes(layer, x, anchors / width, given.num_classes, softmax=True))
    # A score that equals the threshold stays.
    least = float(np.nextafter(np.float32(given.confidence_threshold), np.float32(-np.inf)))
    return _chosen(layer, found, given.nms_threshold, least)


@layer("Yolov3DetectionOutput")
def boxes_of_version_3(layer: Layer) -> Operand:
    """Classes by sigmoids, anchors in pixels of the network's image.

    A box is a candidate of each class in the fork, but its best class always suppresses the others.
    """
    given = layer.parameter("yolov3_detection_output")
    check_fields(given, _FIELDS)
    if given.gaussian_box:
        raise UnsupportedNodeError("its boxes have variances (gaussian_box)")
    masks, scales, count = list(given.mask), list(given.anchors_scale), len(layer.inputs)
    if given.mask_group_num != count or len(masks) != count * given.num_box:
        raise ValueError(
            f"mask_group_num {given.mask_group_num} and {counted(len(masks), 'mask')} of "
            f"{counted(given.num_box, 'box', 'boxes')}"
        )
    if len(scales) < count or not all(scales):
        raise ValueError(f"anchors_scale {scales}")
    found = []
    for number, x in enumerate(layer.inputs):
        chosen = masks[number * given.num_box : (number + 1) * given.num_box]
        height, width = shape_of(x)[2:]
        image = np.asarray([width, height], np.float32) * scales[number]
        anchors = _anchors(given.biases, chosen) / image
        found.append(_boxes(layer, x, anchors, given.num_classes, softmax=False))
    return _chosen(layer, found, given.nms_threshold, given.confidence_threshold)


def _anchors(biases: Sequence[float], chosen: Sequence[int]) -> np.ndarray:
    """Widths and heights of anchors: boxes × 2."""
    if not len(chosen) or any(2 * number + 2 > len(biases) for number in chosen):
        raise ValueError(
            f"{counted(len(biases), 'bias', 'biases')}, of which "
            f"{counted(len(chosen), 'pair is', 'pairs are')} taken"
        )
    return np.asarray([biases[2 * n : 2 * n + 2] for n in chosen], np.float32)


def _boxes(layer: Layer, x: Operand, anchors: np.ndarray, classes: int, *, softmax: bool) -> _Boxes:
    """The boxes of all cells of a result of the network. `anchors`: in parts of the image."""
    count = len(anchors)
    images, channels, height, width = shape_of(x)
    if images != 1:
        raise UnsupportedNodeError(f"it takes {images} images")
    if not classes or channels != count * (5 + classes):
        raise ValueError(
            f"{counted(channels, 'channel')} of {counted(count, 'box', 'boxes')} and "
            f"{counted(classes, 'class', 'classes')}"
        )
    cells = height * width
    if count * cells * (5 + classes) > LARGEST_CONSTANT:
        raise UnsupportedNodeError(
            f"it has {counted(count * cells, 'box', 'boxes')} of "
            f"{counted(classes, 'class', 'classes')}"
        )
    data = layer.reshaped(x, (1, count, 5 + classes, cells))
    centre, extent, found, kinds = layer.builder.nodes(
        "Split", 4, data, integers([2, 2, 1, classes]), axis=2
    )
    rows, columns = np.indices((height, width), np.float32).reshape(2, 1, cells)
    grid = np.stack([columns, rows], 1)[None]
    centre = layer.node("Add", layer.node("Sigmoid", centre), grid.reshape(1, 1, 2, cells))
    parts = np.asarray([width, height], np.float32).reshape(2, 1)
    centre = layer.node("Div", centre, parts)
    half = layer.node("Mul", layer.node("Exp", extent), (anchors / 2).reshape(1, count, 2, 1))
    ends = [layer.node(kind, centre, half) for kind in ("Sub", "Add")]
    corners = layer.node("Transpose", layer.node("Concat", *ends, axis=2), perm=[0, 1, 3, 2])
    likely = layer.node("Softmax", kinds, axis=2) if softmax else layer.node("Sigmoid", kinds)
    best = layer.node("ReduceMax", likely, integers([2]), keepdims=1)
    score = layer.node("Mul", layer.node("Sigmoid", found), best)
    label = layer.node("Cast", layer.node("ArgMax", likely, axis=2, keepdims=1), to=_FLOAT)
    total = count * cells
    return _Boxes(
        layer.reshaped(corners, (1, total, 4)),
        layer.reshaped(score, (1, total)),
        layer.reshaped(layer.node("Add", label, scalar(1)), (1, total)),
    )


def _chosen(layer: Layer, parts: Sequence[_Boxes], overlap: float, least: float) -> Operand:
    """The rows of boxes with a larger score that no better one overlaps."""
    if not 0 < overlap <= 1:
        raise UnsupportedNodeError(f"it has nms_threshold {overlap:g}")
    corners, scores, labels = (
        values[0] if len(values) == 1 else layer.node("Concat", *values, axis=1)
        for values in (
            [part.corners for part in parts],
            [part.scores for part in parts],
            [part.labels for part in parts],
        )
    )
    total = shape_of(scores)[1]
    best, places = layer.builder.nodes("TopK", 2, scores, integers([total]), axis=1)
    ordered = layer.node("GatherND", corners, layer.reshaped(places, (1, total, 1)), batch_dims=1)
    # A box whose overlap equals the threshold goes.
    limit = float(np.nextafter(np.float32(overlap), np.float32(0)))
    marks = kept(layer.builder, ordered, layer.reshaped(best, (1, 1, total)), limit, least)
    column = (1, total, 1)
    rows = layer.node(
        "Concat",
        np.zeros(column, np.float32),
        layer.reshaped(layer.node("GatherElements", labels, places, axis=1), column),
        layer.reshaped(best, column),
        ordered,
        axis=2,
    )
    return shown_detections(layer, Detections(rows, layer.reshaped(marks, (1, total))))
