"""Pixels of `aipp_mode: dynamic` where no image is resized: each line of a channel is a window of
the bytes, whose elements have the distance that the format tells. It is copied by whole vectors.

A window has as many pixels as a line of the input, whatever padding covers afterwards
(`dynamic_images.py`). So it may begin before the first byte or end behind the last one; the images
are looked up then (`dynamic_lookups.py`).
"""

from __future__ import annotations

import numpy as np
import onnx_ir

from aoe.frontends.preprocessing.dynamic_pixels import PixelNodes
from aoe.frontends.preprocessing.dynamic_settings import SEMI_PLANAR
from aoe.frontends.preprocessing.pixel_places import PART, SHIFTED, STEP, SWAPPED

_BYTE = onnx_ir.DataType.UINT8


class WindowNodes(PixelNodes):
    """Makes the nodes for one input."""

    def formats(self) -> list[int]:
        """The numbers of the formats whose windows are not longer than all bytes together."""
        width, most = self._place.width, self._place.most_bytes
        steps = STEP.max(axis=1)
        return [number for number in range(1, len(steps)) if width * steps[number] <= most]

    def fit(self) -> onnx_ir.Value:
        """Whether no image is resized, and all windows are among the bytes; a single bool."""
        settings, place = self._settings, self._place
        columns, lines, left, top, height, before = self._numbers(2)
        usable = np.isin(np.arange(len(STEP)), self.formats()).astype(np.int64)
        unit = self._node("Gather", STEP[:, 0], settings.format)
        start = self._node("Sub", left, before)
        first = self._node("Add", self._node("Mul", top, columns), start)
        last = self._node("Sub", self._node("Add", top, height), np.asarray(1))
        end = self._sum(self._node("Mul", last, columns), start)
        end = self._node("Mul", self._node("Add", end, np.asarray(place.width)), unit)
        pairs = np.asarray(place.width + place.width % 2)
        half = self._node("Mul", self._node("Div", last, np.asarray(2)), columns)
        colors = self._node("Add", self._sum(self._node("Mul", columns, lines), half, start), pairs)
        images = self._images(2)
        odd = self._is_set(self._node("Mod", before, np.asarray(2)))
        whole = self._node("Not", self._equal(settings.number, SEMI_PLANAR))
        planar_fits = self._node(
            "And",
            self._below(self._node("Add", images, colors), place.most_bytes, or_equal=True),
            self._node("Not", odd),
        )
        return self._all(
            self._equal(self._node("Gather", usable, settings.format), 1),
            self._node("Equal", settings.resized, settings.size),
            self._below(np.asarray(-1), first),
            self._below(self._node("Add", images, end), place.most_bytes, or_equal=True),
            self._node("Or", whole, planar_fits),
        )

    def pixels(self, number: int) -> onnx_ir.Value:
        """The pixels of images in a format, of three channels: bytes. Those of YUV 4:2:0 are in
        their colors already.
        """
        if number == SEMI_PLANAR:
            return self._planar()
        columns, _, left, _, _, before = self._numbers(3)
        step = int(STEP[number, 0])
        pitch = self._node("Mul", columns, np.asarray(step))
        start = self._node("Mul", self._node("Sub", left, before), np.asarray(step))
        starts = self._node("Add", self._images(3), start)
        starts = self._node("Add", starts, self._node("Mul", self._lines(), pitch))
        starts = self._node("Add", starts, self._bytes(number))
        return self._nodes.windows(self._source, starts, self._place.width, step)

    def _planar(self) -> onnx_ir.Value:
        """Those of YUV 4:2:0 in their colors. Two by two pixels share U and V, so the share of
        these is computed for every second line.
        """
        nodes, place = self._nodes, self._place
        columns, lines, left, top, _, before = self._numbers(3)
        start = self._node("Add", self._images(3), self._node("Sub", left, before))
        line, two = self._lines(), np.asarray(2)
        starts = self._node("Add", start, self._node("Mul", line, columns))
        bright = nodes.windows(self._source, starts, place.width, 1)
        first = self._node("Div", top, two)
        rows = (place.height + 1) // 2
        halves = self._node("Add", first, np.arange(rows).reshape(1, 1, -1))
        start = self._node("Add", start, self._node("Mul", columns, lines))
        of_channels = nodes.cut(self._bytes(SEMI_PLANAR), [(1, 1, 3, 1)])
        starts = self._node("Add", self._node("Mul", halves, columns), of_channels)
        twice = self._repeated(self._node("Add", start, starts))
        terms = self.terms([bright, *(nodes.cut(twice, [(1, i, i + 1, 1)]) for i in (0, 1))])
        share = nodes.reshape(self._node("Add", *terms[1:]), -1)
        row = self._node("Sub", self._node("Div", line, two), first)
        each = np.arange(place.batch * 3).reshape(place.batch, 3, 1) * rows
        starts = self._node("Mul", self._node("Add", row, each), np.asarray(place.width))
        whole = nodes.windows(share, starts, place.width, 1)
        return nodes.cast(self.rounded(self._node("Add", whole, terms[0])), _BYTE)

    def _repeated(self, starts: onnx_ir.Value) -> onnx_ir.Value:
        """Lines of U and V as long as those of the input, (images, 2, lines, pixels)."""
        nodes, place, pairs = self._nodes, self._place, (self._place.width + 1) // 2
        shape = (place.batch, 2, (place.height + 1) // 2, pairs)
        found = nodes.reshape(nodes.windows(self._source, starts, pairs, 2), *shape, 1)
        twice = self._node("Expand", found, np.asarray((*shape, 2)))
        whole = nodes.reshape(twice, *shape[:3], 2 * pairs)
        return nodes.cut(whole, [(3, 0, place.width, 1)])

    def _numbers(self, rank: int) -> list[onnx_ir.Value]:
        """Width and height of images, left, top and height of what is cut out, and padding on the
        left, with so many dimensions.
        """
        settings = self._settings
        given = [(settings.source, 0), (settings.source, 1), (settings.start, 0)]
        given += [(settings.start, 1), (settings.size, 1), (settings.pads, 2)]
        cuts = [self._nodes.cut(value, [(1, i, i + 1, 1)]) for value, i in given]
        return [self._nodes.reshape(cut, 0, *[1] * (rank - 1)) for cut in cuts]

    def _images(self, rank: int) -> onnx_ir.Value:
        """Where each image begins, with so many dimensions."""
        first = np.arange(self._place.batch).reshape(-1, *[1] * (rank - 1))
        return self._node("Mul", first, self._nodes.reshape(self._settings.frame(), *[1] * rank))

    def _lines(self) -> onnx_ir.Value:
        """The line of an image for each line of the input, (images, 1, lines)."""
        *_, top, height, _ = self._numbers(3)
        cut = self._nodes.cut(self._settings.pads, [(1, 0, 1, 1)])
        rows = np.arange(self._place.height).reshape(1, 1, -1)
        inner = self._node("Sub", rows, self._nodes.reshape(cut, 0, 1, 1))
        last = self._node("Sub", height, np.asarray(1))
        inner = self._node("Max", self._node("Min", inner, last), np.asarray(0))
        return self._node("Add", inner, top)

    def _bytes(self, number: int) -> onnx_ir.Value:
        """The first byte of each channel in a pixel, (1, channels, 1)."""
        settings = self._settings
        part, swapped, shifted = (
            table[number].reshape(1, 3, 1) for table in (PART, SWAPPED, SHIFTED)
        )
        swaps, shifts = (
            self._nodes.reshape(value, 1, 1, 1) for value in (settings.swaps, settings.shifts)
        )
        moved = self._node("Add", part, self._node("Mul", swapped, swaps))
        return self._node("Add", moved, self._node("Mul", shifted, shifts))
