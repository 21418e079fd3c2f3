"""The nodes that make an input of a model of the bytes of an image, in the order of AIPP: swap of
channels, crop, conversion of colors, resizing, normalisation, padding.

Colors are converted in float32, which is exact. A sum of two products of a byte and 16 bits is less
than 2 to the 24. Where the third product makes it larger, the result is clipped to 0 or 255 anyway.

Images of YUV 4:2:0 are computed in pairs of lines, `[…, pairs, 2, pixels]`. Lines of U and V, which
have half the pixels, are made as long as those of Y. They have size 1 there, so both lines of a
pair read them by broadcasting.
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
        resized: Height and width that they become.
    """

    lines: int
    columns: int
    top: int
    left: int
    height: int
    width: int
    resized: tuple[int, int]


def source_shape(image_format: str, lines: int, columns: int) -> tuple[int, int, int]:
    """Height, width and channels of the tensor that holds an image."""
    if image_format == SEMI_PLANAR:
        return (lines + lines // 2, columns, 1)
    return (lines, columns, CHANNELS[image_format])


class ImageNodes:
    """Makes nodes for one input. All values have channels first, as far as nothing else is said."""

    def __init__(
        self, nodes: InsertedNodes, image: ImageSettings, place: Geometry, channels: int
    ) -> None:
        """Nothing is made yet.

        Args:
            nodes: Takes the new nodes.
            image: What to do.
            place: Where the pixels come from.
            channels: Channels of the result.
        """
        self._nodes = nodes
        self._image = image
        self._place = place
        self._channels = channels

    def made(
        self, source: onnx_ir.Value, dtype: onnx_ir.DataType, channels_last: bool
    ) -> onnx_ir.Value:
        """The images of a batch, as a model takes them.

        Args:
            source: The bytes, as `source_shape` says.
            dtype: Element type of the result: float32, float16 or uint8.
            channels_last: Whether channels are its last dimension.
        """
        nodes, image = self._nodes, self._image
        semi_planar = image.image_format == SEMI_PLANAR
        if semi_planar:
            values = self._line_pairs(source)
        else:
            values = self._pixels(source, apart=image.colors is not None)
        result = values[0]
        if image.colors is not None:
            result = self._converted(values, image.colors, semi_planar)
        elif semi_planar and self._channels > 1:
            result = self._mixed(values, _IDENTITY, (0, 0, 0), semi_planar)
        if image.resizing is not None:
            result = self._joined(result) if semi_planar else result
            result, semi_planar = self._resized(nodes.cast(result, _FLOAT)), False
        if dtype != _BYTE:
            result = self._normalised(nodes.cast(result, _FLOAT), semi_planar)
        result = nodes.cast(result, dtype)
        if semi_planar:
            result = self._joined(result)
        result = self._padded(result, dtype)
        return nodes.node("Transpose", result, perm=[0, 2, 3, 1]) if channels_last else result

    def _pixels(self, source: onnx_ir.Value, apart: bool) -> tuple[onnx_ir.Value, ...]:
        """The channels of images that hold those of a pixel side by side. `apart`: each as one
        value.
        """
        image, place = self._image, self._place
        first = 1 if image.first_is_alpha else 0
        order = [0] if image.image_format == GRAY else [first, first + 1, first + 2]
        if image.swaps_first_and_third:
            order.reverse()
        ranges = [(i, i + 1, 1) for i in order]
        if not apart:
            step = order[1] - order[0] if len(order) > 1 else 1
            ranges = [(order[0], order[-1] + step, step)]
        rectangle = [
            (2, place.top, place.top + place.height, 1),
            (3, place.left, place.left + place.width, 1),
        ]
        # First of all: a Cast would move before a Transpose of another node.
        source = self._nodes.node("Transpose", source, perm=[0, 3, 1, 2])
        return tuple(self._nodes.cut(source, [(1, *piece), *rectangle]) for piece in ranges)

    def _line_pairs(self, source: onnx_ir.Value) -> tuple[onnx_ir.Value, ...]:
        """Y, U and V of images, in pairs of lines."""
        nodes, place = self._nodes, self._place
        height, width = _even(place.height), _even(place.width)
        columns = (2, place.left, place.left + width, 1)
        start = place.lines + place.top // 2
        bright = nodes.cut(source, [(1, place.top, place.top + height, 1), columns])
        colors = nodes.cut(source, [(1, start, start + height // 2, 1), columns])
        y = nodes.reshape(bright, 0, 1, height // 2, 2, width)
        pairs = nodes.reshape(colors, 0, height // 2, width // 2, 1, 2)
        twice = np.asarray([1, height // 2, width // 2, 2, 2], np.int64)
        apart = nodes.node("Transpose", nodes.node("Expand", pairs, twice), perm=[0, 4, 1, 2, 3])
        # One copy makes lines of both, because repeated pixels are no view.
        lines = nodes.reshape(apart, 0, 2, height // 2, 1, width)
        u, v = (nodes.cut(lines, [(1, i, i + 1, 1)]) for i in (0, 1))
        return (y, v, u) if self._image.swaps_first_and_third else (y, u, v)

    def _joined(self, value: onnx_ir.Value) -> onnx_ir.Value:
        """Pairs of lines as images again."""
        place = self._place
        height, width = _even(place.height), _even(place.width)
        value = self._nodes.reshape(value, 0, self._channels, height, width)
        if (height, width) == (place.height, place.width):
            return value
        return self._nodes.cut(value, [(2, 0, place.height, 1), (3, 0, place.width, 1)])

    def _resized(self, value: onnx_ir.Value) -> onnx_ir.Value:
        """Images of another size, by linear interpolation between the middles of pixels. Results
        are whole numbers.
        """
        place = self._place
        for axis, (old, new) in enumerate(
            zip((place.height, place.width), place.resized, strict=True), 2
        ):
            if old == new:
                continue
            places = np.clip((np.arange(new) + 0.5) * (old / new) - 0.5, 0, old - 1)
            lower = np.floor(places).astype(np.int64)
            part = (places - lower).astype(np.float32).reshape(-1, *[1] * (3 - axis))
            ends = [
                self._nodes.node("Gather", value, index, axis=axis)
                for index in (lower, np.minimum(lower + 1, old - 1))
            ]
            difference = self._nodes.node("Sub", ends[1], ends[0])
            value = self._nodes.node("Add", ends[0], self._nodes.node("Mul", difference, part))
        return self._nodes.node("Floor", self._nodes.node("Add", value, _number(0.5)))

    def _mixed(
        self,
        values: Sequence[onnx_ir.Value],
        matrix: Sequence[Sequence[int]],
        before: Sequence[int],
        in_pairs: bool,
    ) -> onnx_ir.Value:
        """The product of a matrix and channels, in float32. The first channel comes last, because U
        and V have fewer lines.

        Args:
            values: The channels.
            matrix: The matrix.
            before: What is subtracted from the channels first.
            in_pairs: Whether they are in pairs of lines.
        """
        nodes, total = self._nodes, None
        columns = list(zip(*matrix[: self._channels], strict=True))
        for i in [i for i in (1, 2, 0) if any(columns[i])] or [0]:
            term = nodes.cast(values[i], _FLOAT)
            if before[i]:
                term = nodes.node("Sub", term, _number(before[i]))
            term = nodes.node("Mul", term, _per_channel(columns[i], in_pairs))
            total = term if total is None else nodes.node("Add", total, term)
        assert total is not None, "at least one channel is taken"
        return total

    def _converted(
        self, values: Sequence[onnx_ir.Value], colors: ColorConversion, in_pairs: bool
    ) -> onnx_ir.Value:
        """Channels of other colors: whole numbers from 0 to 255, in float32."""
        nodes = self._nodes
        value = self._mixed(values, colors.matrix, colors.before, in_pairs)
        value = nodes.node("Floor", nodes.node("Mul", value, _number(1 / 256)))
        after = colors.after[: self._channels]
        if any(after):
            value = nodes.node("Add", value, _per_channel(after, in_pairs))
        return nodes.node("Clip", value, _number(0), _number(255))

    def _normalised(self, value: onnx_ir.Value, in_pairs: bool) -> onnx_ir.Value:
        """A value minus mean and least value, by the factor, for each channel."""
        image = self._image
        for op_type, given, neutral in (
            ("Sub", image.means, 0.0),
            ("Sub", image.minima, 0.0),
            ("Mul", image.factors, 1.0),
        ):
            numbers = given[: self._channels]
            if any(number != neutral for number in numbers):
                value = self._nodes.node(op_type, value, _per_channel(numbers, in_pairs))
        return value

    def _padded(self, value: onnx_ir.Value, dtype: onnx_ir.DataType) -> onnx_ir.Value:
        padding = self._image.padding
        if padding is None:
            return value
        sizes = [0, 0, padding.top, padding.left, 0, 0, padding.bottom, padding.right]
        border = np.asarray(padding.value, dtype.numpy())
        return self._nodes.node("Pad", value, np.asarray(sizes, np.int64), border)


def _per_channel(numbers: Sequence[float], in_pairs: bool) -> np.ndarray:
    """Numbers of channels, in a shape that is broadcast to images or to pairs of lines."""
    return np.asarray(numbers, np.float32).reshape(-1, *[1] * (3 if in_pairs else 2))


def _number(number: float) -> np.ndarray:
    return np.asarray(number, np.float32)


def _even(size: int) -> int:
    return size + size % 2
