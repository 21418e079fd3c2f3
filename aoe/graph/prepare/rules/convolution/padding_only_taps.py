"""Removes outer taps of a convolution's window that meet only padding at every position.

A 3×3 window over an image of one pixel keeps one tap. A window whose dilation puts its outer taps
outside the image keeps the inner ones.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import onnx_ir

from aoe.graph.prepare.rewriting import Builder, Rule
from aoe.graph.prepare.rules.convolution.convolution_node import SpatialDimension, convolution_of


@dataclass(frozen=True, slots=True)
class _TrimmedDimension:
    """What is left of a spatial dimension.

    Attributes:
        taps: The taps that meet the image.
        dilation: Distance between two taps.
        pad_before: Padding in front of the image for these taps.
        pad_after: Padding behind it.
    """

    taps: range
    dilation: int
    pad_before: int
    pad_after: int


def trimmed(node: onnx_ir.Node, build: Builder) -> onnx_ir.Value | None:
    """A Conv loses the outer taps of its window that meet only padding."""
    conv = convolution_of(node)
    if conv is None:
        return None
    dimensions = [left for item in conv.dimensions if (left := _trimmed(item)) is not None]
    if len(dimensions) < len(conv.dimensions):
        return None
    if [len(item.taps) for item in dimensions] == [*conv.window]:
        return None
    kept = tuple(slice(item.taps.start, item.taps.stop) for item in dimensions)
    weights = np.asarray(conv.weights[(slice(None), slice(None), *kept)], order="C")
    return build.make(
        "Conv",
        conv.operands(conv.x, build.constant(weights)),
        conv.output,
        pads=[item.pad_before for item in dimensions] + [item.pad_after for item in dimensions],
        dilations=[item.dilation for item in dimensions],
        strides=conv.strides,
        group=conv.group,
    )


def _trimmed(space: SpatialDimension) -> _TrimmedDimension | None:
    """The dimension without outer taps that meet only padding.

    Returns None where no tap meets the image, or where no padding gives as many results with the
    taps that are left.
    """
    stride, dilation = space.stride, space.dilation
    met = [tap for tap in range(space.taps) if _meets_image(space, tap)]
    if not met:
        return None
    kept = range(met[0], met[-1] + 1)
    first, reach = space.pad_before - kept.start * dilation, (len(kept) - 1) * dilation
    last = max(0, (space.result - 1) * stride + reach - first + 1 - space.image)
    if first < 0 or (space.image + first + last - reach - 1) // stride + 1 != space.result:
        return None
    return _TrimmedDimension(kept, dilation if len(kept) > 1 else 1, first, last)


def _meets_image(space: SpatialDimension, tap: int) -> bool:
    """Whether a tap lies on the image at some position."""
    ahead = space.pad_before - tap * space.dilation
    first = max(0, -(-ahead // space.stride))  # the first position at which it is not before it
    return first < space.result and first * space.stride - ahead < space.image


RULES: tuple[Rule, ...] = (trimmed,)
