"""A dilated convolution as one without dilation: each of the images that every so many-th pixel
makes is convolved with the same window, so that Winograd's algorithm computes them, as a batch.

Two copies move the pixels to where they are neighbours and back. Where channels are few or images
small they cost more than is gained.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, prod

import onnx_ir

from aoe.graph.prepare.rewriting import (
    Builder,
    Rule,
    constant_of,
    has_given_padding,
    has_shape,
    integer,
    integers,
    operand,
    shape_of,
)
from aoe.graph.prepare.rules.convolution.interleaving import interleaved

#: Pixels of an image that is made, at least, and channels and filters: fewer are no faster where
#: threads share no cache. Two pixels a side are as good where they are a whole tile of Winograd's.
_FEWEST_PIXELS, _FEWEST_CHANNELS = 3, 128
_SMALLEST_WINDOW = 3


@dataclass(frozen=True)
class _Dimension:
    """A spatial dimension: taps of the window, its dilation, and extents of image and result.
    `before`, `behind`: zeros around it.
    """

    taps: int
    dilation: int
    before: int
    behind: int
    image: int
    result: int

    @property
    def first(self) -> int:
        """Zeros that the convolution itself puts in front of each image that is made."""
        return 0 if self.before % self.dilation else self.before // self.dilation

    @property
    def begin(self) -> int:
        """Zeros in front of the image before it is taken apart."""
        return self.before - self.first * self.dilation

    @property
    def part(self) -> int:
        """Pixels of each image that is made."""
        return ceil((self.image + self.begin) / self.dilation)

    @property
    def last(self) -> int:
        """Zeros that the convolution itself puts behind each of them."""
        needed = ceil(self.result / self.dilation) + self.taps - 1
        return max(0, needed - self.part - self.first)

    @property
    def outputs(self) -> int:
        """What the convolution makes of each of them."""
        return self.part + self.first + self.last - self.taps + 1


def without_dilation(node: onnx_ir.Node, build: Builder) -> onnx_ir.Value | None:
    """A dilated Conv of stride 1 becomes one of a batch of smaller images."""
    if node.op_type != "Conv" or not has_shape(*node.inputs[:2], node.outputs[0]):
        return None
    x, weights = node.inputs[0], constant_of(node.inputs[1])
    if x is None or weights is None or x.dtype != onnx_ir.DataType.FLOAT:
        return None
    if integer(node, "group", 1) != 1 or set(integers(node, "strides") or (1,)) != {1}:
        return None
    dimensions = _dimensions(node, shape_of(x)[2:], weights.shape[2:])
    if dimensions is None or not _is_worthwhile(dimensions, min(weights.shape[:2])):
        return None
    batch = shape_of(x)[0]
    filters, phases = weights.shape[0], prod(item.dilation for item in dimensions)
    apart = _apart(build, x, dimensions)
    outputs = [item.outputs for item in dimensions]
    bias = operand(node, 2)
    convolved = build.make(
        "Conv",
        [apart, node.inputs[1], *([] if bias is None else [bias])],
        (batch * phases, filters, *outputs),
        pads=[item.first for item in dimensions] + [item.last for item in dimensions],
    )
    whole = interleaved(build, convolved, batch, [item.dilation for item in dimensions])
    for axis, item in enumerate(dimensions, start=2):
        whole = build.piece(whole, axis, 0, item.result)
    return whole


def _dimensions(
    node: onnx_ir.Node, image: Sequence[int], window: Sequence[int]
) -> list[_Dimension] | None:
    """The spatial dimensions, None where padding is not given or negative."""
    rank = len(window)
    pads = integers(node, "pads") or (0,) * 2 * rank
    dilations = integers(node, "dilations") or (1,) * rank
    if not has_given_padding(node) or min(pads) < 0:
        return None
    found = []
    for number, (size, taps, given) in enumerate(zip(image, window, dilations, strict=True)):
        dilation = given if taps > 1 else 1
        before, behind = pads[number], pads[rank + number]
        result = size + before + behind - dilation * (taps - 1)
        found.append(_Dimension(taps, dilation, before, behind, size, result))
    return found


def _is_worthwhile(dimensions: Sequence[_Dimension], channels: int) -> bool:
    dilated = [item for item in dimensions if item.dilation > 1]
    if not dilated or min(item.taps for item in dilated) < _SMALLEST_WINDOW:
        return False
    enough = min(item.outputs for item in dilated) >= _FEWEST_PIXELS
    return (enough or _are_whole_tiles(dimensions)) and channels >= _FEWEST_CHANNELS


def _are_whole_tiles(dimensions: Sequence[_Dimension]) -> bool:
    """Whether images that are made have two pixels a side with one of padding around them."""
    sides = [(item.taps, item.part, item.outputs, item.first) for item in dimensions]
    return sides == [(3, 2, 2, 1)] * 2


def _apart(build: Builder, x: onnx_ir.Value, dimensions: Sequence[_Dimension]) -> onnx_ir.Value:
    """The images of every so many-th pixel, one behind the other in the batch."""
    batch, channels = shape_of(x)[:2]
    begins = [item.begin for item in dimensions]
    whole = [item.part * item.dilation for item in dimensions]
    ends = [
        extent - item.image - item.begin for extent, item in zip(whole, dimensions, strict=True)
    ]
    padded = x
    if any((*begins, *ends)):
        pads = build.integers([0, 0, *begins, 0, 0, *ends])
        padded = build.make("Pad", [x, pads], (batch, channels, *whole))
    parts = [extent for item in dimensions for extent in (item.part, item.dilation)]
    cut = build.reshape(padded, (batch, channels, *parts))
    rank = len(dimensions)
    places, phases = range(2, 2 + 2 * rank, 2), range(3, 3 + 2 * rank, 2)
    perm = [0, *phases, 1, *places]
    moved = build.make("Transpose", [cut], [shape_of(cut)[axis] for axis in perm], perm=perm)
    count = batch * prod(item.dilation for item in dimensions)
    return build.reshape(moved, (count, channels, *(item.part for item in dimensions)))


RULES: tuple[Rule, ...] = (without_dilation,)
