"""The nodes of `aipp_mode: dynamic`: an input of a model is made of the bytes of images whose size,
format and settings come with each inference (`dynamic_settings.py`).

The bytes of three channels are found in one of several ways, each in a loop of no or one round, so
that an inference computes one way only: as windows of the bytes, one loop for each format
(`dynamic_windows.py`), or by looking up each pixel (`dynamic_lookups.py`). Normalisation and
padding come behind. Settings that do not fit are told by `dynamic_checks.py`; whatever they are, no
byte is read from elsewhere. Settings that are all 0 stand for images as large as the input, without
any.
"""

from __future__ import annotations

import numpy as np
import onnx_ir

from aoe.frontends.inserted_nodes import Body, InsertedNodes
from aoe.frontends.preprocessing.dynamic_lookups import LookupNodes
from aoe.frontends.preprocessing.dynamic_pixels import PixelNodes
from aoe.frontends.preprocessing.dynamic_settings import RGB, SEMI_PLANAR
from aoe.frontends.preprocessing.dynamic_windows import WindowNodes

_FLOAT, _BYTE = onnx_ir.DataType.FLOAT, onnx_ir.DataType.UINT8
_INT = onnx_ir.DataType.INT64


class DynamicNodes(PixelNodes):
    """Makes the nodes for one input."""

    def images(self, dtype: onnx_ir.DataType, channels_last: bool) -> onnx_ir.Value:
        """The images as the model takes them, in an element type."""
        nodes = self._nodes
        value = nodes.cut(self._pixels(), [(1, 0, self._place.channels, 1)])
        value = nodes.cast(value, _FLOAT)
        if dtype != _BYTE:
            value = self._normalised(value)
        value = self._node("Where", self._inside(), value, np.asarray(0, np.float32))
        value = nodes.cast(value, dtype)
        return self._node("Transpose", value, perm=[0, 2, 3, 1]) if channels_last else value

    def _pixels(self) -> onnx_ir.Value:
        """Three channels of each pixel, in their colors: bytes. What padding covers is any."""
        settings, windows = self._settings, WindowNodes(self._nodes, self._source, self._settings)
        formats, fit = windows.formats(), windows.fit()
        colors = self._nodes.reshape(settings.has_colors, *())
        number_of = self._nodes.reshape(settings.format, *())
        if RGB in formats:
            value = windows.pixels(RGB)
        else:
            shape = (self._place.batch, 3, self._place.height, self._place.width)
            first = self._nodes.cut(self._source, [(0, 0, 1, 1)])
            value = self._node("Expand", first, np.asarray(shape))
        for number in formats:
            if number != RGB:
                wanted = self._equal(number_of, number)
                value = self._if(self._node("And", fit, wanted), value, self._windows(number))
        whole = self._node("Not", self._equal(number_of, SEMI_PLANAR))
        recolored = self._node("And", self._node("And", fit, colors), whole)
        value = self._if(recolored, value, self._recolored)
        other = self._node("Not", fit)
        for converted in (False, True):
            wanted = colors if converted else self._node("Not", colors)
            value = self._if(self._node("And", other, wanted), value, self._lookups(converted))
        return value

    def _windows(self, number: int) -> Body:
        """Makes the pixels of a format by windows."""
        return lambda nodes, _: WindowNodes(nodes, self._source, self._settings).pixels(number)

    def _lookups(self, converted: bool) -> Body:
        """Makes pixels by looking them up. `converted`: whether they get other colors."""
        source, settings = self._source, self._settings
        return lambda nodes, _: LookupNodes(nodes, source, settings, converted).pixels()

    def _recolored(self, nodes: InsertedNodes, value: onnx_ir.Value) -> onnx_ir.Value:
        """Pixels in other colors."""
        made = PixelNodes(nodes, self._source, self._settings)
        return nodes.cast(made.converted(made.channels(value)), _BYTE)

    def _if(
        self,
        condition: onnx_ir.Value,
        value: onnx_ir.Value,
        body: Body,
    ) -> onnx_ir.Value:
        """Another value where a condition, a single bool, holds."""
        return self._nodes.repeated(self._nodes.cast(condition, _INT), value, body)

    def _inside(self) -> onnx_ir.Value:
        """Whether a pixel is one of the image, not of the padding."""
        width, height = self._pair(self._settings.resized)
        top, left = (self._pixelwise(self._settings.pads, side) for side in (0, 2))
        rows = np.arange(self._place.height).reshape(1, 1, -1, 1)
        columns = np.arange(self._place.width).reshape(1, 1, 1, -1)
        return self._node(
            "And", self._within(rows, top, height), self._within(columns, left, width)
        )

    def _within(
        self, places: np.ndarray, before: onnx_ir.Value, size: onnx_ir.Value
    ) -> onnx_ir.Value:
        inner = self._node("Sub", places, before)
        return self._node(
            "And", self._below(np.asarray(-1), inner), self._node("Less", inner, size)
        )

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
