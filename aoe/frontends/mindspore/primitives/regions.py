"""Regions of images, and boxes without those that overlap better ones."""

from __future__ import annotations

import math

import numpy as np

from aoe.frontends.graph_builder import UnsupportedNodeError, shape_of
from aoe.frontends.mindspore.arguments import choice, of_rank, operand, real, whole, wholes
from aoe.frontends.mindspore.emitter import MOST_MADE, Emitter, ints
from aoe.frontends.mindspore.items import Item
from aoe.frontends.mindspore.table import Primitives
from aoe.frontends.shared_operators.box_selection import kept
from aoe.frontends.shared_operators.crops import crops

PRIMITIVES = Primitives()


@PRIMITIVES.reads("CropAndResize")
def _crop(
    emit: Emitter,
    image: Item,
    boxes: Item,
    box_index: Item,
    crop_size: Item,
    method: Item = "bilinear",
    extrapolation_value: Item = 0.0,
) -> Item:
    """Crops of images whose channels are last; boxes are in parts of the image."""
    name = choice(method, "method", ("bilinear", "nearest"))
    places, size = of_rank(boxes, "boxes", 2, exact=True), wholes(crop_size, "crop_size")
    if len(size) != 2 or min(size) < 1 or shape_of(places)[0] * math.prod(size) > MOST_MADE:
        raise UnsupportedNodeError(f"it makes {shape_of(places)[0]} crops of the size {size}")
    return crops(
        emit.builder,
        of_rank(image, "image", 4, exact=True),
        places,
        operand(box_index),
        (size[0], size[1]),
        nearest=name == "nearest",
        fill=real(extrapolation_value, "extrapolation_value"),
    )


@PRIMITIVES.reads("ROIAlign")
def _aligned(
    emit: Emitter,
    features: Item,
    rois: Item,
    pooled_height: Item,
    pooled_width: Item,
    spatial_scale: Item,
    sample_num: Item = 2,
    roi_end_mode: Item = 1,
) -> Item:
    """Means of samples in the cells of regions. A region is its image and the corners x1, y1, x2,
    y2; the mode 1 puts the end one pixel farther.
    """
    regions, samples = operand(rois), whole(sample_num, "sample_num")
    scale, mode = real(spatial_scale, "spatial_scale"), whole(roi_end_mode, "roi_end_mode")
    if shape_of(regions)[1:] != (5,):
        raise UnsupportedNodeError(f"its regions have the shape {shape_of(regions)}, not [n, 5]")
    if samples < 1:
        # MindSpore rounds the number that it chooses down, to 0 in small regions.
        raise UnsupportedNodeError(f"its sample_num is {samples}; give the number of samples")
    if scale <= 0:
        raise UnsupportedNodeError(f"its spatial_scale is {scale}")
    images, corners = emit.nodes("Split", 2, regions, ints([1, 4]), axis=1)
    transformation = "output_half_pixel"  # regions of less than a pixel get one
    if mode == 1:
        transformation = "half_pixel"  # regions keep their size, and begin half a pixel before
        moved = np.asarray([0, 0, 1, 1]) + 0.5 / scale
        corners = emit.node("Add", corners, moved.astype(np.float32))
    return emit.node(
        "RoiAlign",
        operand(features),
        corners,
        emit.cast(emit.reshaped(images, shape_of(regions)[:1]), np.int64),
        output_height=whole(pooled_height, "pooled_height"),
        output_width=whole(pooled_width, "pooled_width"),
        spatial_scale=scale,
        sampling_ratio=samples,
        coordinate_transformation_mode=transformation,
    )


@PRIMITIVES.reads("NMSWithMask")
def _best_boxes(emit: Emitter, bboxes: Item, iou_threshold: Item = 0.5) -> Item:
    """Boxes from the best to the worst, their numbers in this order, and which of them overlap no
    better one. Boxes are x1, y1, x2, y2 and the score; one that ends before it begins overlaps
    none.
    """
    boxes = of_rank(bboxes, "bboxes", 2, exact=True)
    count = shape_of(boxes)[0]
    scores = emit.reshaped(emit.nodes("Split", 2, boxes, ints([4, 1]), axis=1)[1], (count,))
    _, order = emit.nodes("TopK", 2, scores, ints([count]), axis=0)
    ordered = emit.node("Gather", boxes, order, axis=0)
    start, end, _ = emit.nodes("Split", 3, ordered, ints([2, 2, 1]), axis=1)
    corners = emit.node("Concat", start, emit.node("Max", start, end), axis=1)
    marks = kept(
        emit.builder,
        emit.reshaped(corners, (1, count, 4)),
        np.arange(count, 0, -1, dtype=np.float32).reshape(1, 1, count),
        real(iou_threshold, "iou_threshold"),
    )
    stays = emit.node("Greater", emit.reshaped(marks, (count,)), np.asarray(0, np.float32))
    return ordered, np.arange(count, dtype=np.int32), stays
