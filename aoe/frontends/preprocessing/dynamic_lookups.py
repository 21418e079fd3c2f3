"""Pixels of `aipp_mode: dynamic` wherever they lie and whatever size they get: the pixels of an
input are fixed, so each is looked up among the bytes, at a place that is computed.

Whatever the settings are, no byte is read from elsewhere. `dynamic_windows.py` is faster where it
fits.
"""

from __future__ import annotations

import numpy as np
import onnx_ir

from aoe.frontends.inserted_nodes import InsertedNodes
from aoe.frontends.preprocessing.dynamic_pixels import PixelNodes
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


class LookupNodes(PixelNodes):
    """Makes the nodes for one input."""

    def __init__(
        self, nodes: InsertedNodes, source: onnx_ir.Value, settings: SettingNodes, colors: bool
    ) -> None:
        """`colors`: whether they are converted."""
        super().__init__(nodes, source, settings)
        self._colors, self._frame = colors, self._pixelwise(settings.frame())
        self._swaps, self._shifts = map(self._pixelwise, (settings.swaps, settings.shifts))
        self._columns, self._lines = self._pair(settings.source)
        self._left, self._top = self._pair(settings.start)
        self._width, self._height = self._pair(settings.size)
        self._new_width, self._new_height = self._pair(settings.resized)

    def pixels(self) -> onnx_ir.Value:
        """Three channels of each pixel: bytes. As `ImageNodes` resizes, between the middles of
        pixels; without another size, the second of two pixels has no part.
        """
        place = self._place
        top, left = (self._pixelwise(self._settings.pads, side) for side in (0, 2))
        rows = np.arange(place.height).reshape(1, 1, -1, 1)
        columns = np.arange(place.width).reshape(1, 1, 1, -1)
        lines, part = self._along(
            rows, top, (self._height, self._new_height), self._top, self._lines
        )
        steps, share = self._along(
            columns, left, (self._width, self._new_width), self._left, self._columns
        )
        above, below = lines
        first, second = (
            self._between(self._at(above, column), self._at(below, column), part)
            for column in steps
        )
        value = self._between(first, second, share)
        value = self._node("Floor", self._node("Add", value, np.asarray(0.5, np.float32)))
        return self._nodes.cast(value, _BYTE)

    def _between(
        self, first: onnx_ir.Value, second: onnx_ir.Value, part: onnx_ir.Value
    ) -> onnx_ir.Value:
        """A value between two."""
        difference = self._node("Sub", second, first)
        return self._node("Add", first, self._node("Mul", difference, part))

    def _at(self, line: onnx_ir.Value, column: onnx_ir.Value) -> onnx_ir.Value:
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
        found = self._node("Gather", self._source, index)
        if self._colors:
            return self.converted(self.channels(found))
        return self._nodes.cast(found, _FLOAT)

    def _along(
        self,
        places: np.ndarray,
        before: onnx_ir.Value,
        sizes: tuple[onnx_ir.Value, onnx_ir.Value],
        start: onnx_ir.Value,
        whole: onnx_ir.Value,
    ) -> tuple[list[onnx_ir.Value], onnx_ir.Value]:
        """The two lines or columns of an image that places lie between, and the part of the second.
        `sizes`: what is taken, and what it becomes.
        """
        taken, made = sizes
        inner = self._node("Sub", places, before)
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
        return found, part

    def _by_format(self, table: np.ndarray) -> onnx_ir.Value:
        """The numbers of the channels for the format."""
        row = self._node("Gather", table, self._nodes.reshape(self._settings.format, 1))
        return self._nodes.reshape(row, 1, 3, 1, 1)
