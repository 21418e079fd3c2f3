"""The nodes of `aipp_mode: dynamic`: an input of a model is made of the bytes of images whose size,
format and settings come with each inference (`dynamic_settings.py`).

The pixels of an input are fixed, so each is looked up among the bytes, at a place that is computed.
Settings that do not fit are told by `dynamic_checks.py`; whatever they are, no byte is read from
elsewhere. Settings that are all 0 stand for images as large as the input, without any.
"""

from __future__ import annotations

import numpy as np
import onnx_ir

from aoe.frontends.inserted_nodes import InsertedNodes
from aoe.frontends.preprocessing.arithmetic import Arithmetic
from aoe.frontends.preprocessing.dynamic_settings import SettingNodes
from aoe.frontends.preprocessing.pixel_places import (
    LINE,
    PART,
    PLANE,
    SHARED,
    SHIFTED,
    STEP,
    SWAPPED,
)

_FLOAT, _BYTE = onnx_ir.DataType.FLOAT, onnx_ir.DataType.UINT8


class DynamicNodes(Arithmetic):
    """Makes the nodes for one input. Values of images have the shape of a batch, (N, C, H, W) with
    sizes of 1 where they do not vary.
    """

    def __init__(self, nodes: InsertedNodes, source: onnx_ir.Value, settings: SettingNodes) -> None:
        """`source`: the bytes of the images."""
        super().__init__(nodes)
        self._source, self._settings, self._place = source, settings, settings.place
        self._format, self._frame = settings.format, self._pixelwise(settings.frame())
        self._swaps, self._shifts = map(self._pixelwise, (settings.swaps, settings.shifts))
        self._colors = self._pixelwise(settings.has_colors)
        self._columns, self._lines = self._pair(settings.source)
        self._left, self._top = self._pair(settings.start)
        self._width, self._height = self._pair(settings.size)
        self._new_width, self._new_height = self._pair(settings.resized)

    def _pixelwise(self, value: onnx_ir.Value, column: int = 0) -> onnx_ir.Value:
        """A number of each image, or of a batch, in the shape of images."""
        cut = self._nodes.cut(value, [(1, column, column + 1, 1)])
        return self._nodes.reshape(cut, 0, 1, 1, 1)

    def _pair(self, value: onnx_ir.Value) -> tuple[onnx_ir.Value, onnx_ir.Value]:
        return self._pixelwise(value), self._pixelwise(value, 1)

    def images(self, dtype: onnx_ir.DataType, channels_last: bool) -> onnx_ir.Value:
        """The images as the model takes them, in an element type."""
        nodes = self._nodes
        value, inside = self._resized()
        if dtype != _BYTE:
            value = self._normalised(value)
        value = self._node("Where", inside, value, np.asarray(0, np.float32))
        value = nodes.cast(value, dtype)
        return self._node("Transpose", value, perm=[0, 2, 3, 1]) if channels_last else value

    def _resized(self) -> tuple[onnx_ir.Value, onnx_ir.Value]:
        """The channels of each pixel as float32, and whether it is one of the image, not of the
        padding. As `ImageNodes` resizes, between the middles of pixels; without another size, the
        second of two pixels has no part.
        """
        place = self._place
        top, left = (self._pixelwise(self._settings.pads, side) for side in (0, 2))
        rows = np.arange(place.height).reshape(1, 1, -1, 1)
        columns = np.arange(place.width).reshape(1, 1, 1, -1)
        lines, part, in_lines = self._along(
            rows, top, (self._height, self._new_height), self._top, self._lines
        )
        steps, share, in_columns = self._along(
            columns, left, (self._width, self._new_width), self._left, self._columns
        )
        above, below = lines
        first, second = (
            self._between(self._pixels(above, column), self._pixels(below, column), part)
            for column in steps
        )
        value = self._between(first, second, share)
        value = self._node("Floor", self._node("Add", value, np.asarray(0.5, np.float32)))
        return value, self._node("And", in_lines, in_columns)

    def _between(
        self, first: onnx_ir.Value, second: onnx_ir.Value, part: onnx_ir.Value
    ) -> onnx_ir.Value:
        """A value between two."""
        difference = self._node("Sub", second, first)
        return self._node("Add", first, self._node("Mul", difference, part))

    def _pixels(self, line: onnx_ir.Value, column: onnx_ir.Value) -> onnx_ir.Value:
        """The channels, in their colors, of the pixels at places of the image."""
        place = self._place
        step, per_line, shared, plane, part, swapped, shifted = (
            self._by_format(table) for table in (STEP, LINE, SHARED, PLANE, PART, SWAPPED, SHIFTED)
        )
        first = np.arange(place.batch).reshape(-1, 1, 1, 1)
        pixels = self._node("Mul", self._columns, self._lines)
        index = self._sum(
            self._node("Mul", first, self._frame),
            self._node("Mul", plane, pixels),
            self._node(
                "Mul",
                self._node("Div", line, shared),
                self._node("Mul", per_line, self._columns),
            ),
            self._node("Mul", self._node("Div", column, shared), step),
            part,
            self._node("Mul", swapped, self._swaps),
            self._node("Mul", shifted, self._shifts),
        )
        last = np.asarray(place.most_bytes - 1)
        index = self._node("Clip", index, np.asarray(0), last)
        found = self._nodes.cast(self._node("Gather", self._source, index), _FLOAT)
        value = self._node("Where", self._colors, self._converted(found), found)
        return self._nodes.cut(value, [(1, 0, 1, 1)]) if place.channels == 1 else value

    def _along(
        self,
        places: np.ndarray,
        before: onnx_ir.Value,
        sizes: tuple[onnx_ir.Value, onnx_ir.Value],
        start: onnx_ir.Value,
        whole: onnx_ir.Value,
    ) -> tuple[list[onnx_ir.Value], onnx_ir.Value, onnx_ir.Value]:
        """The two lines or columns of an image that places lie between, the part of the second, and
        whether the places are of the image. `sizes`: what is taken, and what it becomes.
        """
        taken, made = sizes
        inner = self._node("Sub", places, before)
        inside = self._node(
            "And", self._below(np.asarray(-1), inner), self._node("Less", inner, made)
        )
        # (inner + 1/2) * taken / made - 1/2 in whole numbers, by twice `made`.
        one, two = np.asarray(1), np.asarray(2)
        unit = self._node("Max", self._node("Mul", made, two), one)
        last = self._node("Sub", taken, one)
        twice = self._node("Add", self._node("Mul", inner, two), one)
        number = self._node("Sub", self._node("Mul", twice, taken), made)
        number = self._node("Min", number, self._node("Mul", unit, last))
        number = self._node("Max", number, np.asarray(0))
        lower = self._node("Div", number, unit)
        rest = self._node("Sub", number, self._node("Mul", lower, unit))
        part = self._node("Div", self._nodes.cast(rest, _FLOAT), self._nodes.cast(unit, _FLOAT))
        end = self._node("Sub", whole, one)
        found = []
        for place in (lower, self._node("Min", self._node("Add", lower, one), last)):
            inward = self._node("Min", self._node("Add", place, start), end)
            found.append(self._node("Max", inward, np.asarray(0)))
        return found, part, inside

    def _converted(self, pixels: onnx_ir.Value) -> onnx_ir.Value:
        """Pixels in other colors, as `ImageNodes` computes them."""
        matrix = self._nodes.reshape(self._settings.matrix(), 9)
        before, after = (self._nodes.reshape(item, 1, 3, 1, 1) for item in self._settings.biases())
        centred = self._node("Sub", pixels, before)
        total: onnx_ir.Value | None = None
        for channel in range(3):
            column = self._nodes.reshape(self._nodes.cut(matrix, [(0, channel, 9, 3)]), 1, 3, 1, 1)
            one = self._nodes.cut(centred, [(1, channel, channel + 1, 1)])
            term = self._node("Mul", one, column)
            total = term if total is None else self._node("Add", total, term)
        assert total is not None, "there are three channels"
        value = self._node("Floor", self._node("Mul", total, np.asarray(1 / 256, np.float32)))
        value = self._node("Add", value, after)
        return self._node("Clip", value, np.asarray(0, np.float32), np.asarray(255, np.float32))

    def _normalised(self, value: onnx_ir.Value) -> onnx_ir.Value:
        """A value minus mean and least value, by the factor, for each channel of each image."""
        place = self._place
        shape = (place.batch, place.channels, 1, 1)
        mean, least, factor = (
            self._nodes.reshape(self._nodes.cut(item, [(1, 0, place.channels, 1)]), *shape)
            for item in self._settings.normalisation()
        )
        value = self._node("Sub", self._node("Sub", value, mean), least)
        return self._node("Mul", value, factor)

    def _by_format(self, table: np.ndarray) -> onnx_ir.Value:
        """The numbers of the channels for the format."""
        row = self._node("Gather", table, self._nodes.reshape(self._format, 1))
        return self._nodes.reshape(row, 1, 3, 1, 1)
