"""Proposal of Faster R-CNN, in the form that Ascend gives it: results of a fixed size.

Anchors, boxes and the choice among them are those of rbgirshick/py-faster-rcnn. As in Ascend, the
smallest size of a box is not scaled with the image. A result is images × 5 × `post_nms_topn`: the
image and x1, y1, x2, y2. Boxes that are missing have corners of 0.
"""

from __future__ import annotations

from math import prod
from typing import Any

import numpy as np

from aoe.errors import counted
from aoe.frontends.caffe.layer import LARGEST_CONSTANT, Layer, integers, layer, row_counts, scalar
from aoe.frontends.caffe.layers.boxes import boxes_from_offsets
from aoe.frontends.graph_builder import Operand, UnsupportedNodeError
from aoe.frontends.shared_operators.box_selection import filled, first_marked, kept

#: Positions are ranked as float32, which has all whole numbers up to this one.
_MOST_POSITIONS = 1 << 24


@layer("Proposal")
def proposal(layer: Layer) -> list[Operand]:
    """The best boxes of an image, and how many there are as a second top."""
    given = layer.parameter("proposal")
    anchors = _anchors(given)
    images, channels, height, width = layer.shape(1)
    number = len(anchors)
    if len(layer.inputs) != 3 or channels != 4 * number:
        raise ValueError(
            f"{counted(len(layer.inputs), 'bottom')}, {counted(channels, 'offset')} of "
            f"{counted(number, 'anchor')}"
        )
    if layer.shape() != (images, 2 * number, height, width):
        raise ValueError(
            f"scores of the shape {list(layer.shape())} for {counted(number, 'anchor')}"
        )
    if given.post_nms_topn < 1 or given.post_nms_topn % 16:
        raise UnsupportedNodeError(f"post_nms_topn {given.post_nms_topn} is not a multiple of 16")
    if given.pre_nms_topn < 1 or min(given.min_size, given.iou_threshold) <= 0:
        raise ValueError("pre_nms_topn, min_size or iou_threshold is not positive")
    if images * number * height * width > min(_MOST_POSITIONS, LARGEST_CONSTANT // 4):
        raise UnsupportedNodeError(f"it has {counted(number * height * width, 'anchor')}")
    boxes = _clipped(layer, _decoded(layer, anchors, given.feat_stride))
    scores = _scores(layer, boxes, given.min_size)
    ordered = layer.node("Transpose", boxes, perm=[0, 3, 4, 1, 2])
    flat = layer.reshaped(ordered, (images, number * height * width, 4))
    rois, there = _best(layer, given, scores, flat)
    return [rois] if layer.tops == 1 else [rois, row_counts(layer, there)]


def _anchors(given: Any) -> np.ndarray:
    """`generate_anchors`: x1, y1, x2, y2 of each ratio and scale."""
    ratios = np.asarray(list(given.ratio) or [0.5, 1, 2], np.float64)
    scales = np.asarray(list(given.scale) or [8, 16, 32], np.float64)
    if min(ratios.min(), scales.min(), given.base_size, given.feat_stride) <= 0:
        raise ValueError("ratio, scale, base_size or feat_stride is not positive")
    centre = (given.base_size - 1) / 2
    widths = np.round(np.sqrt(given.base_size**2 / ratios))
    heights = np.round(widths * ratios)
    sizes = np.stack([widths, heights], 1)[:, None] * scales[:, None]
    halves = (sizes.reshape(-1, 2) - 1) / 2
    return np.concatenate([centre - halves, centre + halves], 1)


def _decoded(layer: Layer, anchors: np.ndarray, stride: float) -> Operand:
    """Corners of all boxes: images × anchors × 4 × rows × columns."""
    images, _, height, width = layer.shape(1)
    number = len(anchors)
    shifts = np.stack(np.meshgrid(np.arange(width), np.arange(height))) * stride
    sizes = (anchors[:, 2:] - anchors[:, :2] + 1)[:, :, None, None]
    centres = anchors[:, :2, None, None] + shifts + 0.5 * sizes
    extent, middle = sizes.astype(np.float32), centres.astype(np.float32)
    offsets = layer.reshaped(layer.inputs[1], (images, number, 4, height, width))
    moved, grown = layer.builder.nodes("Split", 2, offsets, integers([2, 2]), axis=2)
    return boxes_from_offsets(layer, moved, grown, middle, extent, axis=2)


def _clipped(layer: Layer, boxes: Operand) -> Operand:
    """Boxes inside the image, whose height and width are the first values of the third bottom."""
    images, shape = layer.shape(1)[0], layer.shape(2)
    rows = shape[0] if len(shape) > 1 else 1
    if rows not in (1, images) or prod(shape) // rows < 2:
        raise ValueError(
            f"sizes of images of the shape {list(shape)} for {counted(images, 'image')}"
        )
    sizes = layer.reshaped(layer.inputs[2], (rows, prod(shape) // rows))
    last = layer.node("Sub", sizes, scalar(1))
    limits = layer.node("Gather", last, integers([1, 0, 1, 0]), axis=1)
    limits = layer.reshaped(limits, (rows, 1, 4, 1, 1))
    return layer.node("Max", layer.node("Min", boxes, limits), scalar(0))


def _scores(layer: Layer, boxes: Operand, least: float) -> Operand:
    """Scores of the foreground, images × boxes; minus infinity for boxes that are too small."""
    images, channels, height, width = layer.shape()
    number = channels // 2
    halves = integers([number, number])
    _, front = layer.builder.nodes("Split", 2, layer.inputs[0], halves, axis=1)
    low, high = layer.builder.nodes("Split", 2, boxes, integers([2, 2]), axis=2)
    side = layer.node("ReduceMin", layer.node("Sub", high, low), integers([2]), keepdims=0)
    large = layer.node("GreaterOrEqual", side, scalar(least - 1))
    ranked = layer.node("Where", large, front, scalar(-np.inf))
    ordered = layer.node("Transpose", ranked, perm=[0, 2, 3, 1])
    return layer.reshaped(ordered, (images, number * height * width))


def _best(layer: Layer, given: Any, scores: Operand, boxes: Operand) -> tuple[Operand, Operand]:
    """The boxes that stay, images × 5 × boxes, and 1 for those that there are."""
    images, _, height, width = layer.shape(1)
    total = layer.shape()[1] // 2 * height * width
    count, wanted = min(given.pre_nms_topn, total), given.post_nms_topn
    best, places = layer.builder.nodes("TopK", 2, scores, integers([count]), axis=1)
    candidates = layer.node(
        "GatherND", boxes, layer.reshaped(places, (images, count, 1)), batch_dims=1
    )
    # A box of py-faster-rcnn ends with its last pixel, one of ONNX behind it.
    ends = layer.node("Add", candidates, np.asarray([0, 0, 1, 1], np.float32))
    marks = kept(
        layer.builder,
        ends,
        layer.reshaped(best, (images, 1, count)),
        given.iou_threshold,
        float(np.finfo(np.float32).min),
    )
    number = min(wanted, count)
    positions, there = first_marked(layer.builder, layer.reshaped(marks, (images, count)), number)
    chosen = layer.node(
        "GatherND", candidates, layer.reshaped(positions, (images, number, 1)), batch_dims=1
    )
    chosen = layer.node("Mul", chosen, layer.reshaped(there, (images, number, 1)))
    chosen = filled(layer.builder, chosen, wanted, 1)
    image = np.arange(images, dtype=np.float32)[:, None, None]
    column = np.ascontiguousarray(np.broadcast_to(image, (images, wanted, 1)))
    rows = layer.node("Concat", column, chosen, axis=2)
    return layer.node("Transpose", rows, perm=[0, 2, 1]), there
