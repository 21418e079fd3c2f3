"""The nodes that make an input of a model of the bytes of an image, in the order of AIPP: swap of
channels, crop, conversion of colors, normalisation, padding.

Colors are converted in float32, which is exact: a sum of two products of a byte and 16 bits is less
than 2 to the 24, and where the third one makes it larger, the result is clipped to 0 or 255 anyway.

Images of YUV 4:2:0 are computed in pairs of lines, `[…, pairs, 2, pixels]`. Lines of U and V, which
have half the pixels, are made as long as those of Y. They have size 1 there, so both lines of a pair
read them by broadcasting.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import onnx_ir

from aoe.frontends.inserted_nodes import InsertedNodes
from aoe.frontends.preprocessing.keys import CHANNELS, GRAY, SEMI_PLANAR
from aoe.frontends.preprocessing.settings import ColorConversion, ImageSettings

_IDENTITY = ((1, 0, 0), (0, 1, 0), (0, 0, 1))
_BYTE, _FLOAT = onnx_ir.DataType.UINT8, onnx_ir.DataType.FLOAT


@dataclass(frozen=True, slots=True)
class Geometry:
    """Where the pixels of an input come from.

    Attributes:
        lines: Lines of an image as it is given.
        columns: Its pixels in a line.
        top: Lines above those that are taken.
        left: Pixels before those that are taken.
        height: Lines that are taken.
        width: Pixels in a line that are taken.
    """

    lines: int
    columns: int
    top: int
    left: int
    height: int
    width: int


@dataclass(frozen=True, slots=True)
class Channels:
    """Channels of images while they are computed.

    Attributes:
        values: One value with all channels, or one value for each.
        axis: The dimension of channels.
        rank: The number of dimensions.
    """

    values: tuple[onnx_ir.Value, ...]
    axis: int
    rank: int

    def constant(self, numbers: Sequence[float]) -> np.ndarray:
        """Numbers of channels, in a shape that is broadcast to values."""
        return np.asarray(numbers, np.float32).reshape(-1, *[1] * (self.rank - self.axis - 1))


def source_shape(image_format: str, lines: int, columns: int) -> tuple[int, int, int]:
    """Height, width and channels of the tensor that holds an image."""
    if image_format == SEMI_PLANAR:
        return (lines + lines // 2, columns, 1)
    return (lines, columns, CHANNELS[image_format])


def image_nodes(
    nodes: InsertedNodes,
    source: onnx_ir.Value,
    image: ImageSettings,
    place: Geometry,
    channels: int,
    channels_last: bool,
    dtype: onnx_ir.DataType,
) -> onnx_ir.Value:
    """The images of a batch, as a model takes them.

    Args:
        nodes: Takes the new nodes.
        source: The bytes, as `source_shape` says.
        image: What to do.
        place: Where the pixels come from.
        channels: Channels of the result.
        channels_last: Whether they are its last dimension.
        dtype: Element type of the result: float32, float16 or uint8.
    """
    semi_planar = image.image_format == SEMI_PLANAR
    planes = semi_planar or image.colors is not None
    if semi_planar:
        given = _line_pairs(nodes, source, image, place, channels_last)
    else:
        given = _pixels(nodes, source, image, place, channels_last, channels, planes)
    result = given.values[0]
    if image.colors is not None:
        result = _converted(nodes, given, image.colors, channels)
    elif planes and channels > 1:
        result = _mixed(nodes, given, _IDENTITY, (0, 0, 0))
    if dtype != _BYTE:
        result = _normalised(nodes, nodes.cast(result, _FLOAT), given, image, channels)
    result = nodes.cast(result, dtype)
    if semi_planar:
        result = _joined(nodes, result, place, channels, channels_last)
    return _padded(nodes, result, image, channels_last, dtype)


def _pixels(
    nodes: InsertedNodes,
    source: onnx_ir.Value,
    image: ImageSettings,
    place: Geometry,
    channels_last: bool,
    channels: int,
    apart: bool,
) -> Channels:
    """The channels of images that hold all channels of a pixel side by side. `apart`: each as one
    value.
    """
    first = 1 if image.first_is_alpha else 0
    order = [0] if image.image_format == GRAY else [first, first + 1, first + 2]
    if image.swaps_first_and_third:
        order.reverse()
    axis = 3 if channels_last else 1
    first_line = 1 if channels_last else 2
    rectangle = [
        (first_line, place.top, place.top + place.height, 1),
        (first_line + 1, place.left, place.left + place.width, 1),
    ]
    ranges = [(i, i + 1, 1) for i in order]
    if not apart:
        step = order[1] - order[0] if channels > 1 else 1
        ranges = [(order[0], order[channels - 1] + step, step)]
    if not channels_last:  # first of all: a Cast would move before a Transpose of other nodes
        source = nodes.node("Transpose", source, perm=[0, 3, 1, 2])
    values = [nodes.cut(source, [*rectangle, (axis, *piece)]) for piece in ranges]
    return Channels(tuple(values), axis, 4)


def _line_pairs(
    nodes: InsertedNodes,
    source: onnx_ir.Value,
    image: ImageSettings,
    place: Geometry,
    channels_last: bool,
) -> Channels:
    """Y, U and V of images, in pairs of lines."""
    height, width = _even(place.height), _even(place.width)
    columns = (2, place.left, place.left + width, 1)
    start = place.lines + place.top // 2
    bright = nodes.cut(source, [(1, place.top, place.top + height, 1), columns])
    colors = nodes.cut(source, [(1, start, start + height // 2, 1), columns])
    before, after = ((), (1,)) if channels_last else ((1,), ())
    y = nodes.reshape(bright, 0, *before, height // 2, 2, width, *after)
    pairs = nodes.reshape(colors, 0, height // 2, width // 2, 2)
    twice = np.asarray([1, height // 2, width // 2, 2], np.int64)
    halves = (nodes.node("Expand", nodes.cut(pairs, [(3, i, i + 1, 1)]), twice) for i in (0, 1))
    u, v = (nodes.reshape(half, 0, *before, height // 2, 1, width, *after) for half in halves)
    if image.swaps_first_and_third:
        u, v = v, u
    return Channels((y, u, v), 4 if channels_last else 1, 5)


def _joined(
    nodes: InsertedNodes,
    value: onnx_ir.Value,
    place: Geometry,
    channels: int,
    channels_last: bool,
) -> onnx_ir.Value:
    """Pairs of lines as images again."""
    height, width = _even(place.height), _even(place.width)
    if channels_last:
        value = nodes.reshape(value, 0, height, width, channels)
    else:
        value = nodes.reshape(value, 0, channels, height, width)
    if (height, width) == (place.height, place.width):
        return value
    axis = 1 if channels_last else 2
    return nodes.cut(value, [(axis, 0, place.height, 1), (axis + 1, 0, place.width, 1)])


def _number(number: float) -> np.ndarray:
    return np.asarray(number, np.float32)


def _even(size: int) -> int:
    return size + size % 2


def _mixed(
    nodes: InsertedNodes,
    given: Channels,
    matrix: Sequence[Sequence[int]],
    before: Sequence[int],
) -> onnx_ir.Value:
    """The product of a matrix and channels, in float32. `before`: what is subtracted first. The
    first channel comes last, because U and V may have fewer lines.
    """
    total: onnx_ir.Value | None = None
    columns = list(zip(*matrix, strict=True))
    for i in [i for i in (1, 2, 0) if any(columns[i])] or [0]:
        term = nodes.cast(given.values[i], _FLOAT)
        if before[i]:
            term = nodes.node("Sub", term, _number(before[i]))
        term = nodes.node("Mul", term, given.constant(columns[i]))
        total = term if total is None else nodes.node("Add", total, term)
    assert total is not None
    return total


def _converted(
    nodes: InsertedNodes, given: Channels, colors: ColorConversion, channels: int
) -> onnx_ir.Value:
    """Channels of other colors: whole numbers from 0 to 255, in float32."""
    value = _mixed(nodes, given, colors.matrix[:channels], colors.before)
    value = nodes.node("Floor", nodes.node("Mul", value, _number(1 / 256)))
    if any(colors.after[:channels]):
        value = nodes.node("Add", value, given.constant(colors.after[:channels]))
    return nodes.node("Clip", value, _number(0), _number(255))


def _normalised(
    nodes: InsertedNodes,
    value: onnx_ir.Value,
    given: Channels,
    image: ImageSettings,
    channels: int,
) -> onnx_ir.Value:
    """A value minus mean and least value, by the factor, for each channel."""
    steps = (("Sub", image.means, 0.0), ("Sub", image.minima, 0.0), ("Mul", image.factors, 1.0))
    for op_type, numbers, neutral in steps:
        if any(number != neutral for number in numbers[:channels]):
            value = nodes.node(op_type, value, given.constant(numbers[:channels]))
    return value


def _padded(
    nodes: InsertedNodes,
    value: onnx_ir.Value,
    image: ImageSettings,
    channels_last: bool,
    dtype: onnx_ir.DataType,
) -> onnx_ir.Value:
    padding = image.padding
    if padding is None:
        return value
    sizes = [0, padding.top, padding.left, 0, 0, padding.bottom, padding.right, 0]
    if not channels_last:
        sizes = [0, 0, padding.top, padding.left, 0, 0, padding.bottom, padding.right]
    return nodes.node(
        "Pad", value, np.asarray(sizes, np.int64), np.asarray(padding.value, dtype.numpy())
    )
