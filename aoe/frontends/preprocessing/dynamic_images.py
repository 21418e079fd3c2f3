"""The nodes of `aipp_mode: dynamic`: an input of a model is made of the bytes of images whose size,
format and settings come with each inference (`parameters.py`).

The pixels of an input are fixed, so each is looked up among the bytes, at a place that is computed.
What is asked for and not computed, or does not fit, is a requirement of the model, so that the
inference fails. Settings that are all 0 stand for images as large as the input, without any.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import onnx_ir

from aoe.frontends.inserted_nodes import InsertedNodes
from aoe.frontends.preprocessing.arithmetic import Arithmetic
from aoe.frontends.preprocessing.parameters import EACH, HEAD
from aoe.frontends.preprocessing.pixel_places import (
    LINE,
    PART,
    PLANE,
    SHARED,
    SHIFTED,
    STEP,
    SWAPPED,
    TWO_PIXELS,
)

_INT, _FLOAT, _BOOL = onnx_ir.DataType.INT64, onnx_ir.DataType.FLOAT, onnx_ir.DataType.BOOL
_BYTE = onnx_ir.DataType.UINT8
_SEMI_PLANAR, _RGB, _GRAY = 1, 3, 4


@dataclass(frozen=True, slots=True)
class Place:
    """What images become.

    Attributes:
        batch: How many there are.
        channels: Their channels, 1 or 3.
        height: Their lines.
        width: Pixels of a line.
        most_bytes: Bytes that they may have before, all together.
    """

    batch: int
    channels: int
    height: int
    width: int
    most_bytes: int

    @property
    def usual(self) -> int:
        """The number of the format where no settings are given: bytes that are all 0."""
        pixels = self.batch * self.height * self.width
        if self.channels == 1:
            return _GRAY
        return _RGB if 3 * pixels <= self.most_bytes else _SEMI_PLANAR


class DynamicNodes(Arithmetic):
    """Makes the nodes for one input. Values of images have the shape of a batch, (N, C, H, W) with
    sizes of 1 where they do not vary.
    """

    def __init__(
        self, nodes: InsertedNodes, source: onnx_ir.Value, settings: onnx_ir.Value, place: Place
    ) -> None:
        """`source`: the bytes of the images. `settings`: those of `AippParameters.to_bytes`."""
        super().__init__(nodes)
        self._source, self._place = source, place
        self._numbers = nodes.cast(settings, _INT)
        self._each = nodes.reshape(
            nodes.cut(self._numbers, [(0, HEAD, HEAD + EACH * place.batch, 1)]), place.batch, EACH
        )
        self._is_default = self._equal(self._head(0), 0)
        number = self._node("Where", self._is_default, np.asarray(place.usual), self._head(0))
        self._number = number
        self._format = self._node("Clip", number, np.asarray(0), np.asarray(4))
        self._swaps, self._shifts = (self._switch(self._head(offset)) for offset in (2, 3))
        self._columns, self._lines = (
            self._node("Where", self._is_default, np.asarray(size), self._head(offset, 4))
            for offset, size in ((8, place.width), (12, place.height))
        )
        crops = self._switch(self._of_image(0))
        self._left, self._top = (self._node("Mul", crops, self._of_image(i, 4)) for i in (8, 12))
        is_cut = self._is_set(crops)
        self._width, self._height = (
            self._node("Where", is_cut, self._of_image(offset, 4), whole)
            for offset, whole in ((16, self._columns), (20, self._lines))
        )
        resizes = self._is_set(self._switch(self._of_image(1)))
        self._before = [
            self._node("Where", resizes, self._of_image(offset, 4), whole)
            for offset, whole in ((24, self._width), (28, self._height))
        ]
        self._new_width, self._new_height = (
            self._node("Where", resizes, self._of_image(offset, 4), whole)
            for offset, whole in ((32, self._width), (36, self._height))
        )
        pads = self._of_image(2)
        self._pads = [self._node("Mul", pads, self._of_image(i, 4)) for i in (40, 44, 48, 52)]
        self._colors = self._is_set(self._head(1))

    def images(self, dtype: onnx_ir.DataType, channels_last: bool) -> onnx_ir.Value:
        """The images as the model takes them, in an element type."""
        nodes = self._nodes
        value, inside = self._resized()
        if dtype != _BYTE:
            value = self._normalised(value)
        value = self._node("Where", inside, value, np.asarray(0, np.float32))
        value = nodes.cast(value, dtype)
        return self._node("Transpose", value, perm=[0, 2, 3, 1]) if channels_last else value

    def conditions(self) -> list[tuple[onnx_ir.Value, str]]:
        """What must hold, each a single bool, with what is wrong otherwise."""
        place = self._place
        plain = self._all(
            self._equal(self._of_image(3), 0),
            self._below(self._of_image(2), 2),
        )
        return [
            (
                plain,
                "it asks for a rotation, or padding by pixels, which AIPP does not define; prepare "
                "images before",
            ),
            (
                self._is_known(),
                f"its format, batch or colors do not fit; the model takes {place.batch} images of "
                f"{place.channels} channels, in a format with the number 1 to 4",
            ),
            (
                self._is_sized(),
                f"its sizes do not fit; images of at most {place.most_bytes} bytes in all, with "
                f"crop, resizing and padding, must become {place.height}x{place.width} (height x "
                "width), what is resized is what is cut, and images of YUV420SP_U8 have an even "
                "width, height, left and top of the crop",
            ),
        ]

    def _is_known(self) -> onnx_ir.Value:
        """Whether the format is one of those that become so many channels, of a whole batch."""
        number, place = self._number, self._place
        gray = self._equal(number, _GRAY)
        if place.channels == 3:
            fits = self._node("Not", gray)
        else:
            semi_planar = self._equal(number, _SEMI_PLANAR)
            fits = self._node("Or", self._node("Or", gray, semi_planar), self._colors)
        return self._all(
            self._below(np.asarray(0), number),
            self._below(number, 5),
            self._node("Or", self._is_default, self._equal(self._head(4), place.batch)),
            fits,
        )

    def _is_sized(self) -> onnx_ir.Value:
        """Whether images, cut and padded, have the sizes of the input, and all bytes are there."""
        place = self._place
        top, bottom, left, right = self._pads
        even, *others = (
            self._equal(self._node("Mod", item, np.asarray(2)), 0)
            for item in (self._columns, self._lines, self._left, self._top)
        )
        for item in others:
            even = self._node("And", even, item)
        semi_planar = self._equal(self._number, _SEMI_PLANAR)
        sizes = [self._columns, self._lines, self._width, self._height]
        sizes += [self._new_width, self._new_height]
        starts = [self._left, self._top, top, bottom, left, right]
        batch = self._node("Mul", self._frame(), np.asarray(place.batch))
        return self._all(
            *(self._below(np.asarray(0), item) for item in sizes),
            *(self._below(np.asarray(-1), item) for item in starts),
            *(self._below(item, 1 << 16) for item in (*sizes, *starts)),
            self._below(self._sum(self._left, self._width), self._columns, or_equal=True),
            self._below(self._sum(self._top, self._height), self._lines, or_equal=True),
            self._node("Equal", self._before[0], self._width),
            self._node("Equal", self._before[1], self._height),
            self._equal(self._sum(self._new_width, left, right), place.width),
            self._equal(self._sum(self._new_height, top, bottom), place.height),
            self._below(batch, place.most_bytes, or_equal=True),
            self._node("Or", self._node("Not", semi_planar), even),
        )

    def _resized(self) -> tuple[onnx_ir.Value, onnx_ir.Value]:
        """The channels of each pixel as float32, and whether it is one of the image, not of the
        padding. As `ImageNodes` resizes, between the middles of pixels; without another size, the
        second of two pixels has no part.
        """
        place = self._place
        top, _, left, _ = self._pads
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
            self._node("Mul", first, self._frame()),
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
        matrix = self._nodes.cast(self._signed(16, 9), _FLOAT)
        planar = self._nodes.cast(self._equal(self._number, _SEMI_PLANAR), _FLOAT)
        other = self._node("Sub", np.asarray(1, np.float32), planar)
        before = self._node("Mul", self._triple(43), planar)
        after = self._node("Mul", self._triple(40), other)
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
            for item in (
                self._nodes.cast(self._two_bytes(self._each, 56, 4, True), _FLOAT),
                self._half(64),
                self._half(72),
            )
        )
        factor = self._node("Where", self._is_default, np.asarray(1, np.float32), factor)
        value = self._node("Sub", self._node("Sub", value, mean), least)
        return self._node("Mul", value, factor)

    def _half(self, offset: int) -> onnx_ir.Value:
        """Four numbers of float16 of each image, as float32."""
        bits = self._two_bytes(self._each, offset, 4, False)
        fraction = self._node("Mod", bits, np.asarray(1024))
        exponent = self._node("Mod", self._node("Div", bits, np.asarray(1024)), np.asarray(32))
        normal = self._nodes.cast(self._below(np.asarray(0), exponent), _INT)
        whole = self._node("Add", fraction, self._node("Mul", normal, np.asarray(1024)))
        powers = np.exp2(np.maximum(np.arange(32), 1) - 25.0).astype(np.float32)
        powers[31] = np.inf
        size = self._node(
            "Mul", self._nodes.cast(whole, _FLOAT), self._node("Gather", powers, exponent)
        )
        negative = self._below(np.asarray((1 << 15) - 1), bits)
        return self._node("Where", negative, self._node("Neg", size), size)

    def _frame(self) -> onnx_ir.Value:
        """Bytes of an image."""
        two = self._node("Gather", TWO_PIXELS, self._format)
        pixels = self._node("Mul", self._columns, self._lines)
        return self._node("Div", self._node("Mul", pixels, two), np.asarray(2))

    def _by_format(self, table: np.ndarray) -> onnx_ir.Value:
        """The numbers of the channels for the format."""
        row = self._node("Gather", table, self._nodes.reshape(self._format, 1))
        return self._nodes.reshape(row, 1, 3, 1, 1)

    def _triple(self, offset: int) -> onnx_ir.Value:
        """Three bytes of the head, as float32."""
        cut = self._nodes.cut(self._numbers, [(0, offset, offset + 3, 1)])
        return self._nodes.cast(self._nodes.reshape(cut, 1, 3, 1, 1), _FLOAT)

    def _head(self, offset: int, size: int = 1) -> onnx_ir.Value:
        """A number of the head with so many bytes."""
        cut = self._nodes.cut(self._numbers, [(0, offset, offset + size, 1)])
        return self._nodes.reshape(self._joined(cut, 0, size), 1, 1, 1, 1)

    def _of_image(self, offset: int, size: int = 1) -> onnx_ir.Value:
        """A number of each image with so many bytes."""
        cut = self._nodes.cut(self._each, [(1, offset, offset + size, 1)])
        return self._nodes.reshape(self._joined(cut, 1, size), self._place.batch, 1, 1, 1)

    def _joined(self, value: onnx_ir.Value, axis: int, size: int) -> onnx_ir.Value:
        """Bytes along an axis as one number; of four bytes with a sign."""
        if size == 1:
            return value
        powers = np.asarray([256**place for place in range(size)], np.int64)
        scaled = self._node("Mul", value, powers)
        total = self._node("ReduceSum", scaled, np.asarray([axis]), keepdims=1)
        return self._with_sign(total, 8 * size)

    def _signed(self, offset: int, count: int) -> onnx_ir.Value:
        """Numbers of two bytes of the head."""
        head = self._nodes.reshape(self._nodes.cut(self._numbers, [(0, 0, HEAD, 1)]), 1, HEAD)
        return self._nodes.reshape(self._two_bytes(head, offset, count, True), count)

    def _two_bytes(
        self, value: onnx_ir.Value, offset: int, count: int, signed: bool
    ) -> onnx_ir.Value:
        """Numbers of two bytes in each row, (rows, count)."""
        low = self._nodes.cut(value, [(1, offset, offset + 2 * count, 2)])
        high = self._nodes.cut(value, [(1, offset + 1, offset + 2 * count, 2)])
        total = self._node("Add", low, self._node("Mul", high, np.asarray(256)))
        return self._with_sign(total, 16) if signed else total

    def _with_sign(self, value: onnx_ir.Value, bits: int) -> onnx_ir.Value:
        negative = self._below(np.asarray((1 << (bits - 1)) - 1), value)
        lower = self._node("Sub", value, np.asarray(1 << bits))
        return self._node("Where", negative, lower, value)
