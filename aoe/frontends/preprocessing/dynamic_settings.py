"""The settings of `aipp_mode: dynamic` inside of a model: nodes that read them from their bytes
(`parameters.py` has the structure).

`dynamic_images.py` makes images by them, `dynamic_checks.py` tells which of them do not fit.
Settings of a whole batch have the shape (1, numbers), those of each image (images, numbers).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import onnx_ir

from aoe.errors import counted
from aoe.frontends.inserted_nodes import InsertedNodes
from aoe.frontends.preprocessing.arithmetic import Arithmetic
from aoe.frontends.preprocessing.parameters import EACH, HEAD
from aoe.frontends.preprocessing.pixel_places import TWO_PIXELS

#: AIPP's numbers of formats.
SEMI_PLANAR, RGB, GRAY = 1, 3, 4
_INT, _FLOAT = onnx_ir.DataType.INT64, onnx_ir.DataType.FLOAT


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
        if self.channels == 1:
            return GRAY
        pixels = self.batch * self.height * self.width
        return RGB if self._is_odd or 3 * pixels <= self.most_bytes else SEMI_PLANAR

    @property
    def least_bytes(self) -> int:
        """The fewest bytes that images have where no settings are given."""
        pixels = self.batch * self.height * self.width
        if self.channels == 1:
            return pixels
        # Four pixels of `SEMI_PLANAR` share their colors.
        return 3 * pixels if self._is_odd else 3 * pixels // 2

    @property
    def _is_odd(self) -> bool:
        return bool(self.height % 2 or self.width % 2)

    @property
    def needs_settings(self) -> bool:
        """Whether there is no room for images without settings."""
        return self.most_bytes < self.least_bytes

    @property
    def described(self) -> str:
        """What settings that are all 0 stand for."""
        return f"{counted(self.batch, 'image')} of {self.height}x{self.width} (height x width)"


class SettingNodes(Arithmetic):
    """Makes the nodes for one input.

    Attributes:
        place: What images become.
        given: The number of the format as it is given, 0 where there are no settings.
        is_default: Whether there are none.
        number: The number of the format.
        format: The same, of a format that there is.
        swaps: 1 where channels are swapped.
        shifts: 1 where the first of four channels is left out.
        has_colors: Whether colors are converted.
        source: Width and height of the images.
        start: Left and top of what is cut out.
        size: Its width and height.
        scaled: Width and height of what is resized.
        resized: What they become.
        pads: Lines and pixels of padding: top, bottom, left, right.
    """

    def __init__(self, nodes: InsertedNodes, settings: onnx_ir.Value, place: Place) -> None:
        """`settings`: those of `AippParameters.to_bytes`."""
        super().__init__(nodes)
        self.place = place
        numbers, behind = nodes.cast(settings, _INT), HEAD + EACH * place.batch
        self._head = nodes.reshape(nodes.cut(numbers, [(0, 0, HEAD, 1)]), 1, HEAD)
        self._each = nodes.reshape(nodes.cut(numbers, [(0, HEAD, behind, 1)]), place.batch, EACH)
        self.given = self.of_head(0)
        self.is_default = self._equal(self.given, 0)
        self.number = self._node("Where", self.is_default, np.asarray(place.usual), self.given)
        self.format = self._node("Clip", self.number, np.asarray(0), np.asarray(4))
        self.swaps, self.shifts = (self._switch(self.of_head(offset)) for offset in (2, 3))
        self.has_colors = self._is_set(self.of_head(1))
        whole = np.asarray([[place.width, place.height]])
        words = self._four_bytes(self._head, 8, 2)
        self.source = self._node("Where", self.is_default, whole, words)
        words = self._four_bytes(self._each, 8, 12)
        start, size, scaled, resized = (
            nodes.cut(words, [(1, i, i + 2, 1)]) for i in range(0, 8, 2)
        )
        crops = self._switch(self.of_images(0))
        self.start = self._node("Mul", crops, start)
        self.size = self._node("Where", self._is_set(crops), size, self.source)
        resizes = self._is_set(self.of_images(1))
        self.scaled = self._node("Where", resizes, scaled, self.size)
        self.resized = self._node("Where", resizes, resized, self.size)
        self.pads = self._node("Mul", self.of_images(2), nodes.cut(words, [(1, 8, 12, 1)]))

    def of_head(self, offset: int) -> onnx_ir.Value:
        """A byte of the whole batch."""
        return self._nodes.cut(self._head, [(1, offset, offset + 1, 1)])

    def of_images(self, offset: int) -> onnx_ir.Value:
        """A byte of each image."""
        return self._nodes.cut(self._each, [(1, offset, offset + 1, 1)])

    def frame(self) -> onnx_ir.Value:
        """Bytes of an image."""
        two = self._node("Gather", TWO_PIXELS, self.format)
        width, height = (self._nodes.cut(self.source, [(1, i, i + 1, 1)]) for i in (0, 1))
        pixels = self._node("Mul", width, height)
        return self._node("Div", self._node("Mul", pixels, two), np.asarray(2))

    def matrix(self) -> onnx_ir.Value:
        """The nine numbers that convert colors, by rows, float32; those that leave them as they are
        if no colors are converted.
        """
        neutral = 256 * np.eye(3, dtype=np.int64).reshape(1, 9)
        given = self._two_bytes(self._head, 16, 9, True)
        return self._nodes.cast(self._node("Where", self.has_colors, given, neutral), _FLOAT)

    def biases(self) -> tuple[onnx_ir.Value, onnx_ir.Value]:
        """What is subtracted from channels before, and added afterwards; float32."""
        colors = self._nodes.cast(self.has_colors, _FLOAT)
        planar = self._nodes.cast(self._equal(self.number, SEMI_PLANAR), _FLOAT)
        other = self._node("Sub", np.asarray(1, np.float32), planar)
        planar, other = (self._node("Mul", item, colors) for item in (planar, other))
        before, after = (
            self._nodes.cast(self._nodes.cut(self._head, [(1, at, at + 3, 1)]), _FLOAT)
            for at in (43, 40)
        )
        return self._node("Mul", before, planar), self._node("Mul", after, other)

    def normalisation(self) -> tuple[onnx_ir.Value, onnx_ir.Value, onnx_ir.Value]:
        """Mean, least value and factor of four channels of each image, float32."""
        mean = self._nodes.cast(self._two_bytes(self._each, 56, 4, True), _FLOAT)
        factor = self._half(72)
        factor = self._node("Where", self.is_default, np.asarray(1, np.float32), factor)
        return mean, self._half(64), factor

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

    def _four_bytes(self, value: onnx_ir.Value, offset: int, count: int) -> onnx_ir.Value:
        """Numbers of four bytes in each row, with a sign, (rows, count)."""
        cut = self._nodes.cut(value, [(1, offset, offset + 4 * count, 1)])
        scaled = self._node(
            "Mul", self._nodes.reshape(cut, 0, count, 4), 256 ** np.arange(4, dtype=np.int64)
        )
        total = self._node("ReduceSum", scaled, np.asarray([2]), keepdims=0)
        return self._with_sign(total, 32)

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
