"""FSRDetectionOutput of Ascend: the boxes of Faster R-CNN, by class, in results of a fixed size.

Boxes are decoded as in rbgirshick/py-faster-rcnn. The results have the shapes that Ascend's shape
inference gives them, and the order of its kernel: the best boxes of a class first.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import prod

import numpy as np

from aoe.errors import counted
from aoe.frontends.caffe.layer import LARGEST_CONSTANT, Layer, integers, layer, row_counts, scalar
from aoe.frontends.caffe.layers.boxes import boxes_from_offsets
from aoe.frontends.graph_builder import Operand, UnsupportedNodeError, shape_of
from aoe.frontends.shared_operators.box_selection import first_marked, kept

#: The most boxes of a class in a result.
_MOST = 1024
#: Positions are ranked as float32, which has all whole numbers up to this one.
_MOST_POSITIONS = 1 << 24


@dataclass(frozen=True)
class _Sizes:
    """Sizes of a layer: images, classes without the background, regions of an image, and boxes of
    a class in the result.
    """

    images: int
    classes: int
    regions: int
    boxes: int


@layer("FSRDetectionOutput")
def fsr_detection_output(layer: Layer) -> list[Operand]:
    """The number of boxes of each class, images × classes × 8, of which the first counts, and
    images × classes × n × 8: x1, y1, x2, y2, score, label, image and 0. n is the number of regions,
    1024 at most. The background is class 0 and has no boxes. Rows that are missing are 0.
    """
    given = layer.parameter("fsrdetectionoutput")
    sizes = _sizes(layer, given.num_classes)
    groups = sizes.images * sizes.classes
    boxes = layer.reshaped(_decoded(layer, sizes), (groups, sizes.regions, 4))
    scores = layer.reshaped(_scores(layer, sizes), (groups, sizes.regions))
    count = integers([sizes.regions])
    best, places = layer.builder.nodes("TopK", 2, scores, count, axis=1)
    index = layer.reshaped(places, (groups, sizes.regions, 1))
    ordered = layer.node("GatherND", boxes, index, batch_dims=1)
    # A box of py-faster-rcnn ends with its last pixel, one of ONNX behind it.
    marks = kept(
        layer.builder,
        layer.node("Add", ordered, np.asarray([0, 0, 1, 1], np.float32)),
        layer.reshaped(best, (groups, 1, sizes.regions)),
        given.iou_threshold,
        given.score_threshold,
    )
    flat = layer.reshaped(marks, (groups, sizes.regions))
    positions, there = first_marked(layer.builder, flat, sizes.boxes)
    column = layer.reshaped(positions, (groups, sizes.boxes, 1))
    chosen = layer.node("GatherND", ordered, column, batch_dims=1)
    own = layer.reshaped(
        layer.node("GatherElements", best, positions, axis=1), (groups, sizes.boxes, 1)
    )
    # Scores of regions that there are not are infinite, and times 0 they would be no number.
    real = layer.node("Greater", layer.reshaped(there, shape_of(column)), scalar(0.5))
    rows = layer.node("Concat", chosen, own, _labels(sizes), axis=2)
    return _with_background(layer, sizes, layer.node("Where", real, rows, scalar(0)), there)


def _sizes(layer: Layer, classes: int) -> _Sizes:
    if len(layer.inputs) not in (4, 5) or layer.tops > 2:
        raise ValueError(f"{counted(len(layer.inputs), 'bottom')} and {counted(layer.tops, 'top')}")
    shape = layer.shape()
    if len(shape) != 3 or shape[1] != 5:
        raise UnsupportedNodeError(
            f"its regions have the shape {list(shape)}, not those of Proposal"
        )
    images, _, regions = shape
    if classes < 2 or 0 in shape:
        raise UnsupportedNodeError(
            f"it has {counted(classes, 'class', 'classes')} and {counted(regions, 'region')}"
        )
    wanted = images * regions * classes
    if (prod(layer.shape(1)), prod(layer.shape(2))) != (4 * wanted, wanted):
        raise UnsupportedNodeError(
            f"offsets {list(layer.shape(1))} and scores {list(layer.shape(2))} are not those of "
            f"{classes} classes for each of {counted(images * regions, 'region')}"
        )
    if wanted > min(_MOST_POSITIONS, LARGEST_CONSTANT // 8):
        raise UnsupportedNodeError(f"it has {classes} classes of {counted(regions, 'region')}")
    return _Sizes(images, classes - 1, regions, min(regions, _MOST))


def _decoded(layer: Layer, sizes: _Sizes) -> Operand:
    """Corners of the boxes of each class, inside the image: images × classes × regions × 4."""
    regions = layer.node("Transpose", layer.inputs[0], perm=[0, 2, 1])
    _, low, high = layer.builder.nodes("Split", 3, regions, integers([1, 2, 2]), axis=2)
    low, high = (layer.reshaped(item, (sizes.images, 1, sizes.regions, 2)) for item in (low, high))
    extent = layer.node("Add", layer.node("Sub", high, low), scalar(1))
    middle = layer.node("Add", low, layer.node("Mul", extent, scalar(0.5)))
    moved, grown = layer.builder.nodes(
        "Split", 2, _by_class(layer, sizes, 1, 4), integers([2, 2]), axis=3
    )
    boxes = boxes_from_offsets(layer, moved, grown, middle, extent, axis=3)
    last = layer.node("Sub", _image_sizes(layer, sizes), scalar(1))
    inside = layer.node("Min", boxes, last)
    return layer.node("Max", inside, scalar(0))


def _image_sizes(layer: Layer, sizes: _Sizes) -> Operand:
    """Width and height of each image, twice, as they limit the corners of boxes."""
    shape = layer.shape(3)
    rows = shape[0] if len(shape) > 1 else 1
    if rows not in (1, sizes.images) or prod(shape) // rows < 2:
        raise ValueError(
            f"sizes of images of the shape {list(shape)} for {counted(sizes.images, 'image')}"
        )
    flat = layer.reshaped(layer.inputs[3], (rows, prod(shape) // rows))
    found = layer.node("Gather", flat, integers([1, 0, 1, 0]), axis=1)
    return layer.reshaped(found, (rows, 1, 1, 4))


def _scores(layer: Layer, sizes: _Sizes) -> Operand:
    """Scores of each class, images × classes × regions; minus infinity for regions that there are
    not.
    """
    scores = layer.reshaped(
        _by_class(layer, sizes, 2, 1), (sizes.images, sizes.classes, sizes.regions)
    )
    if len(layer.inputs) < 5:
        return scores
    shape = layer.shape(4)
    if prod(shape) % sizes.images:
        raise ValueError(
            f"numbers of regions of the shape {list(shape)} for {counted(sizes.images, 'image')}"
        )
    rows = layer.reshaped(layer.inputs[4], (sizes.images, prod(shape) // sizes.images))
    number = layer.node("Cast", layer.node("Gather", rows, integers([0]), axis=1), to=7)
    number = layer.reshaped(number, (sizes.images, 1, 1))
    real = layer.node("Less", np.arange(sizes.regions), number)
    return layer.node("Where", real, scores, scalar(-np.inf))


def _by_class(layer: Layer, sizes: _Sizes, bottom: int, width: int) -> Operand:
    """What a bottom has for each region and class, classes first and without the background."""
    whole = layer.reshaped(
        layer.inputs[bottom], (sizes.images, sizes.regions, sizes.classes + 1, width)
    )
    _, own = layer.builder.nodes("Split", 2, whole, integers([1, sizes.classes]), axis=2)
    return layer.node("Transpose", own, perm=[0, 2, 1, 3])


def _labels(sizes: _Sizes) -> np.ndarray:
    """Label, image and 0 of each row."""
    image, label = np.divmod(np.arange(sizes.images * sizes.classes), sizes.classes)
    columns = np.stack([label + 1, image, np.zeros_like(image)], 1).astype(np.float32)
    return np.repeat(columns[:, None], sizes.boxes, 1)


def _with_background(layer: Layer, sizes: _Sizes, rows: Operand, there: Operand) -> list[Operand]:
    """Both results, with the background as the first class."""
    numbers = layer.reshaped(row_counts(layer, there), (sizes.images, sizes.classes, 8))
    boxes = layer.reshaped(rows, (sizes.images, sizes.classes, sizes.boxes, 8))
    found: list[Operand] = [
        layer.node(
            "Concat", np.zeros((sizes.images, 1, *shape_of(value)[2:]), dtype), value, axis=1
        )
        for value, dtype in ((numbers, np.int32), (boxes, np.float32))
    ]
    return found[: layer.tops]
