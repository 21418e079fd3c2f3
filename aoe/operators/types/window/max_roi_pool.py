"""Max pooling of regions of images to a grid of bins: MaxRoiPool (R. Girshick, "Fast R-CNN", 2015,
section 2.1).

Anchor inputs: x (N, C, H, W) and the regions (R, 5). A region is the number of an image, then x and
y of two opposite corners. The corners belong to the region. Attribute `scale` multiplies the
coordinates of corners; they are then rounded to pixels, halves away from zero.

The output is (R, C, bins along H, bins along W). Neighbouring bins share pixels where the pixels of
a region do not divide evenly. A bin without pixels is 0. Implementation: `max_roi_pool`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from aoe.element_types import computed_type, numpy_type
from aoe.operators.access import Access, InputSlice
from aoe.operators.definition import ImportedOperator, OperatorDefinition, SourceNode
from aoe.operators.importing import (
    checked,
    float_attribute,
    floating_input,
    integers_attribute,
    refuse,
)
from aoe.operators.input_numbers import InputNumbers
from aoe.operators.operator import Operand, Operator
from aoe.operators.types.conv.conv import channels_last
from aoe.operators.window import CHANNELS

#: Numbers that describe a region: an image, x and y of a corner, x and y of the opposite one.
REGION = 5
#: The largest coordinate of a region that is made up: float16 has it.
_FARTHEST = 60000


def max_roi_pool(x: Operand, regions: Operand, bins: Sequence[int], scale: float = 1.0) -> Operator:
    """The operator that pools each region of `x` to (`bins[0]`, `bins[1]`) maxima."""
    shape = (regions.shape[0], x.shape[CHANNELS], *bins)
    output = Operand.row_major(x.dtype, shape)
    return Operator("MaxRoiPool", (("scale", scale),), (x, regions), output, 2)


def scale_of(operator: Operator) -> float:
    """What the coordinates of regions are multiplied by."""
    return operator.number("scale")


def _import_node(node: SourceNode) -> ImportedOperator:
    x, regions = floating_input(node, 0), floating_input(node, 1)
    bins = integers_attribute(node, "pooled_shape") or ()
    if len(x.shape) != 4 or regions.shape[1:] != (REGION,) or regions.dtype != x.dtype:
        raise refuse(node, f"input {x.shape} and regions {regions.shape} do not fit")
    if len(bins) != 2 or min(bins) < 1 or checked(node, node.output).shape[2:] != bins:
        raise refuse(node, f"pooled_shape {bins} must be two sizes, those of the result")
    operator = max_roi_pool(x, regions, bins, float_attribute(node, "spatial_scale", 1.0))
    return ImportedOperator(operator, (0, 1))


def _reference(operator: Operator, inputs: Sequence[np.ndarray]) -> np.ndarray:
    x, regions = inputs
    dtype = numpy_type(computed_type(operator.inputs[1].dtype))
    result = np.zeros(operator.output.shape, x.dtype)
    rows, columns = operator.output.shape[2:]
    with np.errstate(all="ignore"):
        scaled = regions[:, 1:].astype(dtype) * dtype.type(scale_of(operator))
    for number, (image, corners) in enumerate(zip(regions[:, 0], scaled, strict=True)):
        left, top, right, bottom = _rounded(corners)
        height = _bins(top, bottom, rows, x.shape[2])
        width = _bins(left, right, columns, x.shape[3])
        chosen = x[np.clip(int(image), -len(x), len(x) - 1)]
        for i, (first, last) in enumerate(height):
            for j, (begin, end) in enumerate(width):
                if first < last and begin < end:
                    result[number, :, i, j] = chosen[:, first:last, begin:end].max(axis=(1, 2))
    return result


def _rounded(values: np.ndarray) -> np.ndarray:
    """The nearest integers, halves away from zero."""
    size = np.abs(values)
    whole = np.floor(size)
    return np.asarray(np.copysign(whole + (size - whole >= 0.5), values))


def _bins(first: np.floating, last: np.floating, count: int, size: int) -> list[tuple[int, int]]:
    """The pixels of each bin along a dimension of an image, clipped to the image. Computed in the
    type of the coordinates, as implementations do, so that both find the same pixels.
    """
    number = first.dtype.type
    width = np.maximum(last - first + number(1), number(1)) / number(count)
    begins = np.floor(np.arange(count, dtype=first.dtype) * width) + first
    ends = np.ceil(np.arange(1, count + 1).astype(first.dtype) * width) + first
    pairs = zip(np.clip(begins, 0, size), np.clip(ends, 0, size), strict=True)
    return [(int(begin), int(end)) for begin, end in pairs]


def _numbers(operator: Operator) -> Mapping[int, InputNumbers]:
    """Each region is of some image, and has a part of it."""
    images, _, height, width = operator.inputs[0].shape
    scale = abs(scale_of(operator))
    ends = [
        int(min(size / max(scale, max(size, 1) / _FARTHEST), _FARTHEST)) for size in (width, height)
    ]
    middle = [end // 2 for end in ends]
    return {1: InputNumbers((0, 0, 0, *middle), (max(images - 1, 0), *middle, *ends))}


def _output_order(operator: Operator) -> tuple[int, ...]:
    return channels_last(len(operator.output.shape))


def _access(operator: Operator, dimension: int) -> Access | None:
    """Regions and channels are pooled apart."""
    if dimension == CHANNELS:
        return Access((InputSlice(CHANNELS), None), of_channels=True)
    return Access((None, InputSlice(0))) if dimension == 0 else None


OPERATOR = OperatorDefinition(
    type="MaxRoiPool",
    onnx_types=("MaxRoiPool",),
    import_node=_import_node,
    reference=_reference,
    output_order=_output_order,
    fuses_epilogue=False,
    access=_access,
    numbers=_numbers,
    downsamples=True,
)
