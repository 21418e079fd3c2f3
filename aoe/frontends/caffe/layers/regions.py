"""Layers that pool regions of an image, or sample it elsewhere.

Regions are rows of image, x1, y1, x2, y2, or what Ascend's Proposal gives: images × 5 × regions.
"""

from __future__ import annotations

from math import prod
from typing import Any

import numpy as np

from aoe.errors import counted
from aoe.frontends.caffe.layer import LARGEST_CONSTANT, Layer, integers, layer, scalar
from aoe.frontends.graph_builder import Operand, UnsupportedNodeError, shape_of

_FLOAT, _INT64 = 1, 7


def _rows(layer: Layer) -> Operand:
    """The regions of the second bottom: rows of 5."""
    shape = layer.shape(1)
    rows = layer.inputs[1]
    if len(shape) == 3 and shape[1] == 5:
        rows = layer.node("Transpose", rows, perm=[0, 2, 1])
        return layer.reshaped(rows, (shape[0] * shape[2], 5))
    if prod(shape[1:]) != 5:
        raise UnsupportedNodeError(f"its regions have the shape {list(shape)}, not rows of 5")
    return layer.reshaped(rows, (shape[0], 5))


@layer("ROIPooling")
def roi_pooling(layer: Layer) -> Operand:
    """Of Fast R-CNN: maxima of the bins of each region. A third bottom says how many regions of
    Ascend's Proposal there are; all are computed.
    """
    given = layer.parameter("roi_pooling")
    names = ("spatial_scale", "spatial_scale_h", "spatial_scale_w")
    scales = {getattr(given, name) for name in names if given.HasField(name)}
    if len(scales) != 1:
        raise UnsupportedNodeError(f"it needs one spatial_scale, not {sorted(scales)}")
    return layer.node(
        "MaxRoiPool",
        layer.inputs[0],
        _rows(layer),
        pooled_shape=[given.pooled_h, given.pooled_w],
        spatial_scale=scales.pop(),
    )


@layer("ROIAlign")
def roi_align(layer: Layer) -> Operand:
    """Of Ascend and Mask R-CNN: means of samples between pixels, for each bin of a region. Without
    `sampling_ratio`, a region takes about a sample for each pixel of a bin.
    """
    given = layer.parameter("roi_align")
    if given.roi_end_mode:
        raise UnsupportedNodeError(
            f"its regions end in another way (roi_end_mode {given.roi_end_mode})"
        )
    rows = _rows(layer)
    image, corners = layer.builder.nodes("Split", 2, rows, integers([1, 4]), axis=1)
    return layer.node(
        "RoiAlign",
        layer.inputs[0],
        corners,
        layer.reshaped(layer.node("Cast", image, to=_INT64), shape_of(rows)[:1]),
        output_height=given.pooled_h,
        output_width=given.pooled_w,
        spatial_scale=given.spatial_scale,
        sampling_ratio=max(given.sampling_ratio, 0),
        coordinate_transformation_mode="output_half_pixel",
        mode="avg",
    )


@layer("PSROIPooling")
def psroi_pooling(layer: Layer) -> Operand:
    """Of R-FCN: means of the bins of each region, where each bin has channels of its own."""
    given = layer.parameter("psroi_pooling")
    images, channels, height, width = layer.shape()
    bins, outputs = given.group_size, given.output_dim
    if min(bins, outputs) < 1 or channels != outputs * bins * bins:
        raise ValueError(f"{counted(channels, 'channel')} for {outputs} of {bins} x {bins} bins")
    if given.spatial_scale <= 0:
        raise ValueError(f"spatial_scale {given.spatial_scale}")
    rows = _rows(layer)
    count = shape_of(rows)[0]
    if count * outputs * bins * bins * height > LARGEST_CONSTANT * 4:
        raise UnsupportedNodeError(
            f"it has {counted(count, 'region')} of {outputs} x {bins} x {bins} values"
        )
    image, left, top, right, bottom = layer.builder.nodes(
        "Split", 5, rows, integers([1] * 5), axis=1
    )
    rows_of, tall = _bins(layer, given, top, bottom, height)
    columns_of, wide = _bins(layer, given, left, right, width)
    # Sums over the columns of the region's image: bins across × regions × (outputs, bins, rows).
    own = layer.node("Equal", _whole(layer, image), np.arange(images, dtype=np.float32))
    own = layer.reshaped(layer.node("Cast", own, to=_FLOAT), (count, 1, images, 1))
    marks = layer.node("Mul", layer.reshaped(columns_of, (count, bins, 1, width)), own)
    marks = layer.node("Transpose", marks, perm=[1, 0, 2, 3])
    marks = layer.reshaped(marks, (bins, count, images * width))
    x = layer.reshaped(layer.inputs[0], (images, outputs, bins, bins, height, width))
    x = layer.node("Transpose", x, perm=[3, 0, 5, 1, 2, 4])
    x = layer.reshaped(x, (bins, images * width, outputs * bins * height))
    sums = layer.reshaped(layer.node("MatMul", marks, x), (bins, count, outputs, bins, height))
    # Sums over the rows: regions × bins down × (outputs, bins across).
    sums = layer.node("Transpose", sums, perm=[1, 3, 4, 2, 0])
    sums = layer.reshaped(sums, (count, bins, height, outputs * bins))
    sums = layer.node("MatMul", layer.reshaped(rows_of, (count, bins, 1, height)), sums)
    sums = layer.reshaped(sums, (count, bins, outputs, bins))
    sums = layer.node("Transpose", sums, perm=[0, 2, 1, 3])
    area = layer.node(
        "Mul",
        layer.reshaped(tall, (count, 1, bins, 1)),
        layer.reshaped(wide, (count, 1, 1, bins)),
    )
    return layer.node("Div", sums, layer.node("Max", area, scalar(1)))


def _bins(
    layer: Layer, given: Any, start: Operand, end: Operand, size: int
) -> tuple[Operand, Operand]:
    """Marks of the pixels of each bin along one axis, regions × bins × pixels, and their number."""
    scale, bins = scalar(given.spatial_scale), given.group_size
    first = layer.node("Mul", _rounded(layer, start), scale)
    behind = layer.node("Mul", layer.node("Add", _rounded(layer, end), scalar(1)), scale)
    length = layer.node("Max", layer.node("Sub", behind, first), scalar(0.1))
    step = layer.node("Div", length, scalar(bins))
    numbers = np.arange(bins, dtype=np.float32)
    edges = []
    for kind, number in (("Floor", numbers), ("Ceil", numbers + 1)):
        edge = layer.node("Add", layer.node("Mul", step, number), first)
        edges.append(layer.node("Clip", layer.node(kind, edge), scalar(0), scalar(size)))
    low, high = (layer.reshaped(edge, (*shape_of(edge), 1)) for edge in edges)
    pixels = np.arange(size, dtype=np.float32)
    inside = layer.node(
        "And", layer.node("LessOrEqual", low, pixels), layer.node("Greater", high, pixels)
    )
    return layer.node("Cast", inside, to=_FLOAT), layer.node("Sub", *reversed(edges))


def _rounded(layer: Layer, value: Operand) -> Operand:
    """The nearest whole numbers; halves are rounded away from zero."""
    size = layer.node("Abs", value)
    whole = layer.node("Floor", size)
    up = layer.node("GreaterOrEqual", layer.node("Sub", size, whole), scalar(0.5))
    away = layer.node("Add", whole, layer.node("Cast", up, to=_FLOAT))
    return layer.node("Mul", layer.node("Sign", value), away)


def _whole(layer: Layer, value: Operand) -> Operand:
    """Numbers without what is behind the point."""
    return layer.node("Cast", layer.node("Cast", value, to=_INT64), to=_FLOAT)


@layer("SpatialTransformer")
def spatial_transformer(layer: Layer) -> Operand:
    """Of Ascend: an image sampled at positions that a matrix of 2 × 3 gives, for each image or for
    all. Positions start at -1, and the first of two counts rows.
    """
    given = layer.parameter("spatial_transform")
    images, _, height, width = layer.shape()
    if given.border_value:
        raise UnsupportedNodeError(f"it has a border of {given.border_value}")
    rows, columns = given.output_h or height, given.output_w or width
    if rows * columns > LARGEST_CONSTANT // 4:
        raise UnsupportedNodeError(f"its result has {rows} x {columns} pixels")
    matrix: Operand
    if len(layer.inputs) > 1:
        if given.affine_transform:
            raise UnsupportedNodeError("it has both affine_transform and a second bottom")
        matrix = layer.reshaped(layer.inputs[1], (images, 2, 3))
    elif len(given.affine_transform) == 6:
        one = np.asarray(list(given.affine_transform), np.float32).reshape(1, 2, 3)
        matrix = np.ascontiguousarray(np.broadcast_to(one, (images, 2, 3)))
    else:
        raise ValueError(f"affine_transform of {counted(len(given.affine_transform), 'number')}")
    down = np.repeat(np.arange(rows) * 2 / rows - 1, columns)
    across = np.tile(np.arange(columns) * 2 / columns - 1, rows)
    grid = np.stack([down, across, np.ones_like(down)]).astype(np.float32)
    places = layer.node("Transpose", layer.node("MatMul", matrix, grid), perm=[0, 2, 1])
    # GridSample counts columns first, from the middle of a pixel.
    turned = layer.node("Gather", places, integers([1, 0]), axis=2)
    moved = layer.node("Add", turned, np.asarray([1 / width, 1 / height], np.float32))
    return layer.node(
        "GridSample",
        layer.inputs[0],
        layer.reshaped(moved, (images, rows, columns, 2)),
        mode="linear",
        padding_mode="zeros",
        align_corners=0,
    )
