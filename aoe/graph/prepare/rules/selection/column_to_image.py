"""Col2Im adds up blocks of an image that may overlap.

The taps of a block are planes of as many elements as there are blocks. Along a dimension of stride
s, a tap reaches every s-th pixel only: those of one *phase*, shifted by some pixels. So the planes
of a phase are padded and added up, and the phases are interleaved. Blocks of many taps that overlap
are added by a scatter to constant positions.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import product
from math import ceil, prod

import numpy as np
import onnx_ir

from aoe.graph.prepare.arithmetic_nodes import reshaped
from aoe.graph.prepare.rewriting import (
    Builder,
    Rule,
    has_shape,
    integers,
    integers_of,
    operand,
    shape_of,
)
from aoe.graph.prepare.rule_application import rule_for

#: The most taps of a block whose planes are added one by one.
_MOST_PLANES = 64


@dataclass(frozen=True, slots=True)
class _Dimension:
    """One dimension of the image.

    Attributes:
        size: Pixels, with padding.
        taps: Pixels of a block.
        stride: Pixels from one block to the next.
        dilation: Pixels from one tap to the next.
        start: Pixels of padding in front.
        kept: Pixels without padding.
    """

    size: int
    taps: int
    stride: int
    dilation: int
    start: int
    kept: int

    @property
    def reach(self) -> int:
        """Pixels from the first to the last tap of a block, with both."""
        return (self.taps - 1) * self.dilation + 1

    @property
    def blocks(self) -> int:
        """Blocks along the dimension."""
        return max(0, (self.size - self.reach) // self.stride + 1)

    @property
    def phase(self) -> int:
        """Pixels of a phase."""
        return ceil(self.size / self.stride)


@rule_for("Col2Im")
def column_to_image(node: onnx_ir.Node, build: Builder) -> onnx_ir.Value | None:
    """Col2Im becomes a sum of padded planes, or a scatter that adds."""
    columns = operand(node, 0)
    image, block = integers_of(operand(node, 1)), integers_of(operand(node, 2))
    if columns is None or not has_shape(columns) or image is None or block is None:
        return None
    dimensions = _dimensions(node, image, block)
    batch = shape_of(columns)[0]
    channels = shape_of(columns)[1] // prod(block)
    apart = all(item.stride >= item.reach and item.dilation == 1 for item in dimensions)
    blocks = [item.blocks for item in dimensions]
    planes = reshaped(build, columns, batch, channels, *block, *blocks)
    if 0 in shape_of(planes):
        whole = _zeros(build, columns, (batch, channels, *(item.size for item in dimensions)))
    elif apart:
        whole = _side_by_side(build, planes, dimensions)
    elif prod(block) <= _MOST_PLANES:
        whole = _summed(build, planes, dimensions)
    else:
        whole = _scattered(build, planes, dimensions)
    for axis, item in enumerate(dimensions, start=2):
        whole = build.piece(whole, axis, item.start, item.start + item.kept)
    return whole


def _dimensions(
    node: onnx_ir.Node, image: Sequence[int], block: Sequence[int]
) -> tuple[_Dimension, ...]:
    rank = len(image)
    ones, zeros = (1,) * rank, (0,) * (2 * rank)
    dilations = integers(node, "dilations") or ones
    strides, pads = integers(node, "strides") or ones, integers(node, "pads") or zeros
    return tuple(
        _Dimension(
            size + pads[i] + pads[rank + i], block[i], strides[i], dilations[i], pads[i], size
        )
        for i, size in enumerate(image)
    )


def _side_by_side(
    build: Builder, planes: onnx_ir.Value, dimensions: Sequence[_Dimension]
) -> onnx_ir.Value:
    """The image of blocks that do not overlap, with zeros between and behind them."""
    rank = len(dimensions)
    between = [item.stride - item.taps for item in dimensions]
    planes = _padded(build, planes, [0] * (2 + 2 * rank), [0, 0, *between, *([0] * rank)])
    return _interleaved(build, planes, dimensions)


def _summed(
    build: Builder, planes: onnx_ir.Value, dimensions: Sequence[_Dimension]
) -> onnx_ir.Value:
    """The image as phases, each of which is a sum of padded planes."""
    batch, channels = shape_of(planes)[:2]
    sums: dict[tuple[int, ...], list[onnx_ir.Value]] = {}
    for taps in product(*(range(item.taps) for item in dimensions)):
        plane, before, after = planes, [0, 0], [0, 0]
        places: list[int] = []
        for axis, (tap, item) in enumerate(zip(taps, dimensions, strict=True), start=2):
            plane = build.piece(plane, axis, tap, tap + 1)
            shift, place = divmod(tap * item.dilation, item.stride)
            places.append(place)
            before.append(shift)
            after.append(max(0, item.phase - item.blocks - shift))
        plane = reshaped(build, plane, batch, channels, *(item.blocks for item in dimensions))
        sums.setdefault(tuple(places), []).append(_padded(build, plane, before, after))
    shape = (batch, channels, *(item.phase for item in dimensions))
    parts = []
    for phase in product(*(range(item.stride) for item in dimensions)):
        terms = sums.get(phase) or [_zeros(build, planes, shape)]
        parts.append(reduce(lambda a, b: build.make("Add", [a, b], shape), terms))
    strides = [item.stride for item in dimensions]
    one = (batch, channels, 1, *shape[2:])
    together = build.infer("Concat", *[build.reshape(part, one) for part in parts], axis=2)
    together = reshaped(build, together, batch, channels, *strides, *shape[2:])
    return _interleaved(build, together, dimensions)


def _scattered(
    build: Builder, planes: onnx_ir.Value, dimensions: Sequence[_Dimension]
) -> onnx_ir.Value:
    """The image by a scatter that adds every element of every plane."""
    batch, channels = shape_of(planes)[:2]
    pixels = prod(item.size for item in dimensions)
    places = np.zeros((1, 1), np.int64)
    for item in dimensions:
        taps = np.arange(item.taps) * item.dilation
        both = taps[:, None] + np.arange(item.blocks) * item.stride
        shape = (places.shape[0] * item.taps, places.shape[1] * item.blocks)
        places = (places[:, None, :, None] * item.size + both[None, :, None, :]).reshape(shape)
    target = _zeros(build, planes, (batch * channels, pixels))
    index = np.broadcast_to(places.reshape(1, -1), (batch * channels, places.size))
    updates = reshaped(build, planes, batch * channels, places.size)
    inputs = [target, build.constant(np.asarray(index, order="C")), updates]
    result = build.make("ScatterElements", inputs, shape_of(target), axis=1, reduction="add")
    return reshaped(build, result, batch, channels, *(item.size for item in dimensions))


def _interleaved(
    build: Builder, phases: onnx_ir.Value, dimensions: Sequence[_Dimension]
) -> onnx_ir.Value:
    """The image of (batch, channels, place in a stride…, stride…)."""
    batch, channels, *sizes = shape_of(phases)
    rank = len(dimensions)
    if any(item.stride > 1 for item in dimensions):
        order = [axis for i in range(rank) for axis in (2 + rank + i, 2 + i)]
        phases = build.infer("Transpose", phases, perm=[0, 1, *order])
    whole = [item.stride * size for item, size in zip(dimensions, sizes[rank:], strict=True)]
    image = reshaped(build, phases, batch, channels, *whole)
    behind = [max(0, item.size - size) for item, size in zip(dimensions, whole, strict=True)]
    image = _padded(build, image, [0] * (2 + rank), [0, 0, *behind])
    for axis, item in enumerate(dimensions, start=2):
        image = build.piece(image, axis, 0, item.size)
    return image


def _padded(
    build: Builder, value: onnx_ir.Value, before: Sequence[int], after: Sequence[int]
) -> onnx_ir.Value:
    if not any((*before, *after)):
        return value
    return build.infer("Pad", value, build.integers([*before, *after]))


def _zeros(build: Builder, like: onnx_ir.Value, shape: Sequence[int]) -> onnx_ir.Value:
    return build.make("Expand", [build.scalar(0.0, like), build.integers(shape)], shape)


RULES: tuple[Rule, ...] = (column_to_image,)
