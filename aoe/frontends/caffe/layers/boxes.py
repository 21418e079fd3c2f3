"""PriorBox of SSD: boxes that do not depend on the values of its bottoms. Boxes that offsets make
of others, for layers of detection.
"""

from __future__ import annotations

from math import sqrt
from typing import Any

import numpy as np
import onnx_ir

from aoe.frontends.caffe.layer import LARGEST_CONSTANT, Layer, layer, scalar
from aoe.frontends.graph_builder import Operand, UnsupportedNodeError


@layer("PriorBox")
def prior_box(layer: Layer) -> Operand:
    """The boxes of each pixel as x1, y1, x2, y2 in parts of the image, and their variances."""
    given, (height, width) = layer.parameter("prior_box"), layer.shape()[2:]
    image = _pair(given, "img", "img_size") or layer.shape(1)[2:]
    step = _pair(given, "step", "step") or (image[0] / height, image[1] / width)
    halves = _sizes(given) / 2
    if height * width * halves.size * 4 > LARGEST_CONSTANT:
        raise UnsupportedNodeError(f"it has {height * width * len(halves)} boxes")
    rows = (np.arange(height) + given.offset) * step[0]
    columns = (np.arange(width) + given.offset) * step[1]
    centres = np.stack(np.broadcast_arrays(columns[None, :], rows[:, None]), -1)[:, :, None]
    scale = np.asarray([image[1], image[0]], np.float64)
    corners = [(centres - halves) / scale, (centres + halves) / scale]
    boxes = np.concatenate(corners, -1).reshape(-1)
    if given.clip:
        boxes = boxes.clip(0, 1)
    variances = list(given.variance) or [0.1]
    if len(variances) not in (1, 4):
        raise ValueError(f"{len(variances)} variances, not 1 or 4")
    spread = np.resize(np.asarray(variances, np.float32), boxes.shape)
    return np.stack([boxes.astype(np.float32), spread])[None]


def _pair(given: Any, name: str, both: str) -> tuple[float, float] | None:
    """Height and width, from two fields or one; None if there are none."""
    if given.HasField(f"{name}_h") or given.HasField(f"{name}_w"):
        found = getattr(given, f"{name}_h"), getattr(given, f"{name}_w")
    elif given.HasField(both):
        found = (getattr(given, both),) * 2
    else:
        return None
    if min(found) <= 0:
        raise ValueError(f"{name} of {found}")
    return found


def _sizes(given: Any) -> np.ndarray:
    """Width and height of the boxes of a pixel."""
    ratios = [1.0]
    for ratio in given.aspect_ratio:
        if all(abs(ratio - other) >= 1e-6 for other in ratios):
            ratios += [ratio, 1 / ratio] if given.flip else [ratio]
    least, most = list(given.min_size), list(given.max_size)
    if not least or (most and len(most) != len(least)) or min(least) <= 0 or min(ratios) <= 0:
        raise ValueError(f"min_size {least}, max_size {most}, aspect_ratio {ratios}")
    if any(size != int(size) for size in least + most):
        raise UnsupportedNodeError("forks of Caffe differ in sizes that are not whole numbers")
    found = []
    for number, size in enumerate(least):
        found.append((size, size))
        if most:
            found.append((sqrt(size * most[number]),) * 2)
        found += [(size * sqrt(r), size / sqrt(r)) for r in ratios if abs(r - 1) >= 1e-6]
    return np.asarray(found, np.float64)


def boxes_from_offsets(
    layer: Layer, moved: Operand, grown: Operand, middle: Operand, extent: Operand, axis: int
) -> onnx_ir.Value:
    """Corners x1, y1, x2, y2 of boxes from those of others, as R-CNN codes them (Girshick et al.,
    "Rich Feature Hierarchies for Accurate Object Detection and Semantic Segmentation", 2014).

    Args:
        layer: The layer that computes them.
        moved: How far the middles are moved, x and y along `axis`, in widths and heights.
        grown: Logarithms of how many times as wide and high the boxes are.
        middle: The middles of the others.
        extent: Their widths and heights.
        axis: The dimension of x and y, on which the result has the four corners.
    """
    centre = layer.node("Add", layer.node("Mul", moved, extent), middle)
    half = layer.node("Mul", layer.node("Mul", layer.node("Exp", grown), extent), scalar(0.5))
    ends = [layer.node(kind, centre, half) for kind in ("Sub", "Add")]
    return layer.node("Concat", *ends, axis=axis)
