"""Dilated convolution as a batch of convolutions without dilation.

The pixels at every d-th place, d being the dilation, form an image of their own: a *phase*. Each
phase is convolved with the same window without dilation. The phases become a batch, and Winograd's
algorithm can compute them. This is the space-to-batch form of atrous convolution (Chen et al.,
"DeepLab", 2017).

Two copies move the pixels of a phase together and back. They cost more than is gained where there
are few channels or where phases are small.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

import onnx_ir

from aoe.graph.prepare.rewriting import Builder, Rule, shape_of
from aoe.graph.prepare.rules.convolution.convolution_node import convolution_of
from aoe.graph.prepare.rules.convolution.interleaving import interleaved
from aoe.graph.prepare.rules.convolution.phases import DilatedDimension

#: Least pixels of a phase, and least channels and filters. Below them the copies cost more than is
#: gained where threads share no cache. Two pixels a side are enough where they are a whole Winograd
#: output tile.
_FEWEST_PIXELS, _FEWEST_CHANNELS = 3, 128
_SMALLEST_WINDOW = 3


def without_dilation(node: onnx_ir.Node, build: Builder) -> onnx_ir.Value | None:
    """A dilated Conv of stride 1 becomes a Conv of a batch of phases."""
    conv = convolution_of(node)
    if conv is None or conv.x.dtype != onnx_ir.DataType.FLOAT or conv.group != 1:
        return None
    if set(conv.strides) != {1} or min(conv.pads) < 0:
        return None
    dimensions = [DilatedDimension(item) for item in conv.dimensions]
    filters, channels = conv.weights.shape[:2]
    if not _is_worthwhile(dimensions, min(filters, channels)):
        return None
    phases = _phases(build, conv.x, dimensions)
    weights = node.inputs[1]
    assert weights is not None
    convolved = build.make(
        "Conv",
        conv.operands(phases, weights),
        (shape_of(phases)[0], filters, *(item.outputs for item in dimensions)),
        pads=[item.pad_before for item in dimensions] + [item.pad_after for item in dimensions],
    )
    result = interleaved(build, convolved, conv.batch, [item.dilation for item in dimensions])
    for axis, item in enumerate(dimensions, start=2):
        result = build.piece(result, axis, 0, item.space.result)
    return result


def _is_worthwhile(dimensions: Sequence[DilatedDimension], channels: int) -> bool:
    dilated = [item for item in dimensions if item.dilation > 1]
    if not dilated or min(item.space.taps for item in dilated) < _SMALLEST_WINDOW:
        return False
    enough = min(item.outputs for item in dilated) >= _FEWEST_PIXELS
    return (enough or _are_winograd_tiles(dimensions)) and channels >= _FEWEST_CHANNELS


def _are_winograd_tiles(dimensions: Sequence[DilatedDimension]) -> bool:
    """Whether each phase is one F(2×2, 3×3) output tile: two pixels a side, padding 1 around."""
    sides = [(item.space.taps, item.pixels, item.outputs, item.pad_before) for item in dimensions]
    return sides == [(3, 2, 2, 1)] * 2


def _phases(
    build: Builder, x: onnx_ir.Value, dimensions: Sequence[DilatedDimension]
) -> onnx_ir.Value:
    """The phases of the images, one behind the other in the batch."""
    batch, channels = shape_of(x)[:2]
    before = [item.fill_before for item in dimensions]
    after = [item.fill_after for item in dimensions]
    padded = x
    if any((*before, *after)):
        pads = build.integers([0, 0, *before, 0, 0, *after])
        filled = [item.pixels * item.dilation for item in dimensions]
        padded = build.make("Pad", [x, pads], (batch, channels, *filled))
    split = [size for item in dimensions for size in (item.pixels, item.dilation)]
    cut = build.reshape(padded, (batch, channels, *split))
    rank = len(dimensions)
    pixels, phases = range(2, 2 + 2 * rank, 2), range(3, 3 + 2 * rank, 2)
    perm = [0, *phases, 1, *pixels]
    moved = build.make("Transpose", [cut], [shape_of(cut)[axis] for axis in perm], perm=perm)
    count = batch * prod(item.dilation for item in dimensions)
    return build.reshape(moved, (count, channels, *(item.pixels for item in dimensions)))


RULES: tuple[Rule, ...] = (without_dilation,)
