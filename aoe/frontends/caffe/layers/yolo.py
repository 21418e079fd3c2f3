"""Heads of YOLO v2 and v3 in the form of Ascend: Yolo, and boxes from its three results.

Definitions are those of ATC's documents, of CANN's operators and of darknet. Ascend pads the
results of Yolo for its hardware; here they have the size of the image. Boxes are in pixels of the
original image, whose size is a part of `img_info`: rows of the height and width of the network's
image, and of the original image. `yolo_detection.py` has the heads of a fork of Caffe.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import prod
from typing import Any

import numpy as np

from aoe.errors import counted
from aoe.frontends.caffe.layer import (
    LARGEST_CONSTANT,
    Layer,
    check_fields,
    integers,
    layer,
    row_counts,
    scalar,
)
from aoe.frontends.graph_builder import Operand, UnsupportedNodeError, shape_of
from aoe.frontends.shared_operators.box_selection import first_marked, kept

_FLOAT, _INT64 = 1, 7
#: Parameters of YoloV3DetectionOutput; those of the layer of a fork have the same message.
_FIELDS = (
    *("boxes", "classes", "relative", "obj_threshold", "score_threshold", "iou_threshold"),
    *("pre_nms_topn", "post_nms_topn", "biases_high", "biases_mid", "biases_low"),
)


@layer("Yolo")
def yolo(layer: Layer) -> list[Operand]:
    """Coordinates x, y, h, w of all boxes, the probability of an object, and those of classes.

    The results are images × 4 · boxes, boxes, and classes · boxes × rows × columns.
    """
    given = layer.parameter("yolo")
    version, classes, boxes = given.yolo_version, given.classes, given.boxes
    images, channels, height, width = layer.shape()
    if version not in ("V2", "V3") or given.coords != 4 or given.softmaxtree:
        raise UnsupportedNodeError(
            f"it has yolo_version {version}, coords {given.coords}, softmaxtree {given.softmaxtree}"
        )
    if min(boxes, classes) < 1 or channels != boxes * (5 + classes):
        raise ValueError(
            f"{counted(channels, 'channel')} of {counted(boxes, 'box', 'boxes')} and "
            f"{counted(classes, 'class', 'classes')}"
        )
    x = layer.reshaped(layer.inputs[0], (images, boxes, 5 + classes, height * width))
    sizes = integers([2, 1, 1, 1, classes])
    centre, wide, tall, found, kinds = layer.builder.nodes("Split", 5, x, sizes, axis=2)
    centre = layer.node("Sigmoid", centre)
    background = given.background and version == "V2"
    softmax = given.softmax and version == "V2"
    if background and softmax:
        both = layer.node("Softmax", layer.node("Concat", found, kinds, axis=2), axis=2)
        found, kinds = layer.builder.nodes("Split", 2, both, integers([1, classes]), axis=2)
    else:
        found = found if background else layer.node("Sigmoid", found)
        kinds = layer.node("Softmax", kinds, axis=2) if softmax else layer.node("Sigmoid", kinds)
    results = (layer.node("Concat", centre, tall, wide, axis=2), found, kinds)
    whole: list[Operand] = []
    for result, count in zip(results, (4, 1, classes), strict=True):
        first = layer.node("Transpose", result, perm=[0, 2, 1, 3])
        whole.append(layer.reshaped(first, (images, count * boxes, height, width)))
    return whole


@dataclass(frozen=True)
class _Scale:
    """What one Yolo gives, and its anchors.

    Attributes:
        coordinates: The first result.
        objects: The second result.
        classes: The third result.
        anchors: Width and height of each box.
        cells: Whether anchors are in cells of the result, and not in pixels of the network's image.
    """

    coordinates: Operand
    objects: Operand
    classes: Operand
    anchors: np.ndarray
    cells: bool


@layer("YoloV2DetectionOutput")
def detections_v2(layer: Layer) -> list[Operand]:
    """See `_detections`."""
    given = layer.parameter("yolov2_detection_output")
    if len(layer.inputs) != 4:
        raise ValueError(f"{counted(len(layer.inputs), 'bottom')} instead of 4")
    coordinates, objects, classes, _ = layer.inputs
    anchors = _anchors(given, given.biases)
    return _detections(layer, given, [_Scale(coordinates, objects, classes, anchors, True)])


@layer("YoloV3DetectionOutput")
def detections_v3(layer: Layer) -> list[Operand]:
    """See `_detections`."""
    given = layer.parameter("yolov3_detection_output")
    check_fields(given, _FIELDS)
    if len(layer.inputs) != 10:
        raise ValueError(f"{counted(len(layer.inputs), 'bottom')} instead of 10")
    anchors = (given.biases_low, given.biases_mid, given.biases_high)
    scales = [
        _Scale(
            layer.inputs[number],
            layer.inputs[3 + number],
            layer.inputs[6 + number],
            _anchors(given, numbers),
            False,
        )
        for number, numbers in enumerate(anchors)
    ]
    return _detections(layer, given, scales)


def _anchors(given: Any, numbers: Sequence[float]) -> np.ndarray:
    if given.boxes < 1 or len(numbers) != 2 * given.boxes:
        raise ValueError(
            f"{counted(len(numbers), 'bias', 'biases')} of {counted(given.boxes, 'box', 'boxes')}"
        )
    return np.asarray(list(numbers), np.float32).reshape(-1, 2)


def _detections(layer: Layer, given: Any, scales: Sequence[_Scale]) -> list[Operand]:
    """Images × 6 · `post_nms_topn`, and how many boxes each image has.

    Of n boxes come n values of x1, then of y1, x2, y2, the score and the class, and zeros. Boxes
    are ordered by class and falling score.
    """
    if not given.relative:
        raise UnsupportedNodeError("its boxes are not relative")
    if min(given.pre_nms_topn, given.post_nms_topn, given.classes) < 1:
        raise ValueError("pre_nms_topn, post_nms_topn or classes is not positive")
    info = layer.inputs[-1]
    images = shape_of(info)[0]
    if shape_of(info) != (images, 4):
        raise ValueError(f"img_info of the shape {list(shape_of(info))}")
    total = given.boxes * sum(prod(shape_of(item.coordinates)[2:]) for item in scales)
    if images * total * given.classes > LARGEST_CONSTANT:
        raise UnsupportedNodeError(
            f"it has {counted(total, 'box', 'boxes')} of "
            f"{counted(given.classes, 'class', 'classes')}"
        )
    if images * given.post_nms_topn * 6 > LARGEST_CONSTANT:
        raise UnsupportedNodeError(f"it gives {counted(given.post_nms_topn, 'box', 'boxes')}")
    corners = _corners(layer, given, scales, info)
    objects = _joined(layer, [item.objects for item in scales], images, 1)
    classes = _joined(layer, [item.classes for item in scales], images, given.classes)
    seen = layer.node("Greater", objects, scalar(given.obj_threshold))
    scores = layer.node("Mul", classes, layer.node("Where", seen, objects, scalar(0)))
    count = min(given.pre_nms_topn, total)
    best, places = layer.builder.nodes("TopK", 2, scores, integers([count]), axis=2)
    rows = given.classes * count
    index = layer.reshaped(places, (images, rows, 1))
    candidates = layer.node("GatherND", corners, index, batch_dims=1)
    groups = images * given.classes
    marks = kept(
        layer.builder,
        layer.reshaped(candidates, (groups, count, 4)),
        layer.reshaped(best, (groups, 1, count)),
        given.iou_threshold,
        given.score_threshold,
    )
    number = min(given.post_nms_topn, rows)
    positions, there = first_marked(layer.builder, layer.reshaped(marks, (images, rows)), number)
    chosen = layer.node(
        "GatherND", candidates, layer.reshaped(positions, (images, number, 1)), batch_dims=1
    )
    score = layer.node("GatherElements", layer.reshaped(best, (images, rows)), positions, axis=1)
    label = layer.node("Div", positions, np.asarray(count, np.int64))
    columns = layer.node(
        "Concat",
        layer.node("Transpose", _in_pixels(layer, chosen, info), perm=[0, 2, 1]),
        layer.reshaped(score, (images, 1, number)),
        layer.reshaped(layer.node("Cast", label, to=_FLOAT), (images, 1, number)),
        axis=1,
    )
    return [_packed(layer, columns, there, 6 * given.post_nms_topn), row_counts(layer, there)]


def _joined(layer: Layer, parts: Sequence[Operand], images: int, kinds: int) -> Operand:
    """Results of all scales behind each other: images × kinds × boxes."""
    flat = []
    for part in parts:
        size = int(np.prod(shape_of(part)))
        flat.append(layer.reshaped(part, (images, kinds, size // (images * kinds))))
    return flat[0] if len(flat) == 1 else layer.node("Concat", *flat, axis=2)


def _corners(layer: Layer, given: Any, scales: Sequence[_Scale], info: Operand) -> Operand:
    """x1, y1, x2, y2 of all boxes in parts of the original image: images × boxes × 4."""
    network, image = layer.builder.nodes("Split", 2, info, integers([2, 2]), axis=1)
    # The image was scaled by the same factor in both directions and put into the middle.
    factor = layer.node("ReduceMin", layer.node("Div", network, image), integers([1]), keepdims=1)
    grown = layer.node("Div", network, layer.node("Mul", image, factor))
    moved = layer.node("Mul", layer.node("Sub", scalar(1), grown), scalar(0.5))
    images = shape_of(info)[0]
    grown, moved, network = (
        layer.reshaped(item, (images, 2, 1)) for item in (grown, moved, network)
    )
    centres, halves = [], []
    for item in scales:
        batch, channels, height, width = shape_of(item.coordinates)
        if (batch, channels) != (images, 4 * given.boxes):
            raise ValueError(f"coordinates of the shape {list(shape_of(item.coordinates))}")
        cells = height * width
        data = layer.reshaped(item.coordinates, (images, 4, given.boxes * cells))
        across, down, sizes = layer.builder.nodes("Split", 3, data, integers([1, 1, 2]), axis=1)
        data = layer.node("Concat", down, across, axis=1)
        grid = np.stack(np.meshgrid(np.arange(height), np.arange(width), indexing="ij"))
        grid = np.tile(grid.reshape(2, 1, cells), (1, given.boxes, 1)).reshape(1, 2, -1)
        place = layer.node("Add", data, grid.astype(np.float32))
        parts = np.asarray([height, width], np.float32).reshape(1, 2, 1)
        centres.append(layer.node("Div", place, parts))
        anchors = np.repeat(item.anchors[:, ::-1].T[None], cells, axis=2)
        extent = layer.node("Mul", layer.node("Exp", sizes), np.ascontiguousarray(anchors))
        halves.append(layer.node("Div", extent, parts if item.cells else network))
    centre, half = (
        part[0] if len(part) == 1 else layer.node("Concat", *part, axis=2)
        for part in (centres, halves)
    )
    centre = layer.node("Add", layer.node("Mul", centre, grown), moved)
    half = layer.node("Mul", layer.node("Mul", half, grown), scalar(0.5))
    ends = [layer.node(kind, centre, half) for kind in ("Sub", "Add")]
    both = layer.node("Concat", *ends, axis=1)
    ordered = layer.node("Gather", both, integers([1, 0, 3, 2]), axis=1)
    return layer.node("Transpose", ordered, perm=[0, 2, 1])


def _in_pixels(layer: Layer, corners: Operand, info: Operand) -> Operand:
    """Corners in pixels, inside the original image."""
    images = shape_of(info)[0]
    sizes = layer.node("Gather", info, integers([3, 2, 3, 2]), axis=1)
    sizes = layer.reshaped(sizes, (images, 1, 4))
    pixels = layer.node("Mul", corners, sizes)
    last = layer.node("Sub", sizes, scalar(1))
    low = layer.node("Max", pixels, np.asarray([0, 0, -np.inf, -np.inf], np.float32))
    limit = layer.node("Where", np.asarray([False, False, True, True]), last, scalar(np.inf))
    return layer.node("Min", low, limit)


def _packed(layer: Layer, columns: Operand, there: Operand, size: int) -> Operand:
    """Columns of the boxes that there are, without gaps between them, and zeros behind."""
    images, kinds, number = shape_of(columns)
    count = layer.node("ReduceSum", there, integers([1]), keepdims=1)
    count = layer.reshaped(layer.node("Cast", count, to=_INT64), (images, 1, 1))
    starts = layer.node("Mul", count, np.arange(kinds, dtype=np.int64).reshape(1, kinds, 1))
    places = layer.node("Add", starts, np.arange(number, dtype=np.int64).reshape(1, 1, number))
    real = layer.reshaped(there, (images, 1, number))
    valid = layer.node("Greater", real, scalar(0.5))
    places = layer.node("Where", valid, places, np.asarray(size - 1, np.int64))
    values = layer.node("Where", valid, columns, scalar(0))
    return layer.node(
        "ScatterElements",
        np.zeros((images, size), np.float32),
        layer.reshaped(places, (images, kinds * number)),
        layer.reshaped(values, (images, kinds * number)),
        axis=1,
        reduction="add",
    )
