"""What settings of `aipp_mode: dynamic` must be (`dynamic_settings.py`), as conditions in a model.

Each rule says between which limits a number lies, of the whole batch or of each image. All rules
together are one vector of conditions; the first one that does not hold is told, with the image, the
number and its limits.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
import onnx_ir

from aoe.frontends.inserted_nodes import InsertedNodes
from aoe.frontends.preprocessing.arithmetic import Arithmetic
from aoe.frontends.preprocessing.dynamic_settings import GRAY, SEMI_PLANAR, SettingNodes
from aoe.frontends.preprocessing.keys import FORMATS
from aoe.frontends.preprocessing.parameter_checks import MOST_SIZE

_INT, _BOOL = onnx_ir.DataType.INT64, onnx_ir.DataType.BOOL
_Limit: TypeAlias = onnx_ir.Value | np.ndarray | int
_RANGE = "is {1}; give a number from {2} to {3}"
_PLANAR = "images of YUV420SP_U8 share colors by two lines and columns"
_FORMATS = ", ".join(f"{number} ({name})" for number, name in enumerate(FORMATS, 1))


@dataclass(frozen=True, slots=True)
class Checks:
    """Conditions in a model.

    Attributes:
        met: Whether the rules hold, a bool for each.
        details: What the messages of `Requirement` call {0} to {3}: the number of the first image
            with the first fault, counted from 1, the number that is wrong, and its least and its
            largest value.
        messages: What is wrong where a rule does not hold.
    """

    met: onnx_ir.Value
    details: onnx_ir.Value
    messages: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Rules:
    """Rules for numbers.

    Attributes:
        value: The numbers: rows of a batch or of each image, with a column for each rule.
        low: Their least values.
        high: Their largest ones.
        messages: What is wrong otherwise.
    """

    value: onnx_ir.Value
    low: _Limit
    high: _Limit
    messages: tuple[str, ...]


class CheckNodes(Arithmetic):
    """Makes the nodes for one input."""

    def __init__(self, nodes: InsertedNodes, settings: SettingNodes) -> None:
        super().__init__(nodes)
        self._settings, self._place = settings, settings.place

    def checks(self) -> Checks:
        """The conditions. Rules come first whose numbers others use."""
        rules = [*self._of_batch(), *self._of_crop(), *self._of_result()]
        messages = tuple(text for item in rules for text in item.messages)
        value, low, high = columns = [
            self._node(
                "Concat",
                *(self._rows(given, item) for given, item in zip(part, rules, strict=True)),
                axis=1,
            )
            for part in zip(*((item.value, item.low, item.high) for item in rules), strict=True)
        ]
        fits = self._node(
            "And", self._below(low, value, or_equal=True), self._below(value, high, or_equal=True)
        )
        met = self._node("ReduceMin", self._nodes.cast(fits, _INT), np.asarray([0]), keepdims=0)
        details = self._details(fits, len(messages), columns)
        return Checks(self._nodes.cast(met, _BOOL), details, messages)

    def _details(
        self, fits: onnx_ir.Value, rules: int, columns: Sequence[onnx_ir.Value]
    ) -> onnx_ir.Value:
        """The image of the first fault, counted from 1, and the number there of each of some
        tables. Faults of one rule stand together, whatever their images.
        """
        batch = self._place.batch
        places = np.arange(rules * batch).reshape(rules, batch).T
        wrong = self._node("Where", fits, np.asarray(rules * batch - 1), places)
        first = self._nodes.reshape(self._node("ReduceMin", wrong, keepdims=0), 1)
        image = self._node("Add", self._node("Mod", first, np.asarray(batch)), np.asarray(1))
        lists = (
            self._nodes.reshape(self._nodes.node("Transpose", item, perm=[1, 0]), rules * batch)
            for item in columns
        )
        told = [self._node("Gather", item, first) for item in lists]
        return self._node("Concat", image, *told, axis=0)

    def _rows(self, value: _Limit, rules: _Rules) -> onnx_ir.Value | np.ndarray:
        """Numbers as a row for each image."""
        shape = (self._place.batch, len(rules.messages))
        if not isinstance(value, onnx_ir.Value):
            return np.broadcast_to(value, shape)
        return self._node("Expand", value, np.asarray(shape))

    def _of_batch(self) -> list[_Rules]:
        """The format, and whether all bytes are there."""
        settings, place = self._settings, self._place
        batch = np.asarray(place.batch)
        count = self._node("Where", settings.is_default, batch, settings.of_head(4))
        size = self._node("Mul", settings.frame(), batch)
        return [
            *self._of_no_settings(),
            _Rules(settings.given, 0, len(FORMATS), (f"inputFormat is {{1}}; give {_FORMATS}",)),
            self._of_channels(),
            _Rules(
                count,
                place.batch,
                place.batch,
                ("batchNum is {1}; give {3}, as many images as the model takes",),
            ),
            _Rules(settings.source, 1, MOST_SIZE, _sides("srcImageSize", _RANGE)),
            self._even(
                settings.source,
                _sides(
                    "srcImageSize", "is {1}, but {planar}; give an even one, and crop afterwards"
                ),
            ),
            _Rules(
                size,
                1,
                place.most_bytes,
                (
                    "batchNum, inputFormat, srcImageSizeW and srcImageSizeH make {1} bytes, but "
                    "the model takes {3}; give smaller images, or compile it with a larger "
                    "max_src_image_size",
                ),
            ),
        ]

    def _of_no_settings(self) -> list[_Rules]:
        """That there are settings, where there is no room for images without any."""
        place = self._place
        if not place.needs_settings:
            return []
        absent = self._nodes.cast(self._settings.is_default, _INT)
        message = (
            f"all bytes are 0, which stands for {place.described}, but the model takes "
            f"{place.most_bytes} bytes; give settings of the images, or compile the model with "
            f"max_src_image_size: {place.least_bytes}"
        )
        return [_Rules(absent, 0, 0, (message,))]

    def _of_channels(self) -> _Rules:
        """Formats that become as many channels as the model takes."""
        settings = self._settings
        gray = self._equal(settings.number, GRAY)
        if self._place.channels == 3:
            fits = self._node("Not", gray)
            message = "is {1} (YUV400_U8), but the model takes 3 channels; give images with colors"
        else:
            planar = self._equal(settings.number, SEMI_PLANAR)
            fits = self._node("Or", self._node("Or", gray, planar), settings.has_colors)
            message = (
                "is {1}, of red, green and blue, but the model takes 1 channel; set cscSwitch and "
                "a matrix whose first row makes gray, or give images of YUV"
            )
        wrong = self._node("Where", fits, np.asarray(0), settings.number)
        return _Rules(wrong, 0, 0, (f"inputFormat {message}",))

    def _even(self, value: onnx_ir.Value, messages: tuple[str, ...]) -> _Rules:
        """Numbers that are even for images of YUV 4:2:0."""
        planar = self._equal(self._settings.number, SEMI_PLANAR)
        odd = self._is_set(self._node("Mod", value, np.asarray(2)))
        wrong = self._node("And", odd, planar)
        texts = tuple(text.replace("{planar}", _PLANAR) for text in messages)
        return _Rules(self._node("Where", wrong, value, np.asarray(0)), 0, 0, texts)

    def _of_crop(self) -> list[_Rules]:
        """What AIPP does not define, and what is cut out."""
        settings = self._settings
        end = self._node("Add", settings.start, settings.size)
        return [
            self._of_images(
                settings.of_images(3),
                0,
                0,
                "rotateSwitch is {1}, a rotation, which AIPP does not define; give 0, and rotate "
                "images before",
            ),
            self._of_images(
                settings.of_images(2),
                0,
                1,
                "paddingSwitch is {1}, padding by pixels, which AIPP does not define; give 0, or 1 "
                "for zeros",
            ),
            self._of_images(settings.start, 0, MOST_SIZE, *_sides("cropStartPos", _RANGE)),
            self._of_images(settings.size, 1, MOST_SIZE, *_sides("cropSize", _RANGE)),
            self._of_images(
                end,
                0,
                settings.source,
                "cropStartPosW and cropSizeW end at {1}, but srcImageSizeW is {3}; cut out less",
                "cropStartPosH and cropSizeH end at {1}, but srcImageSizeH is {3}; cut out less",
            ),
            self._even(
                settings.start,
                self._told(_sides("cropStartPos", "is {1}, but {planar}; give an even one")),
            ),
        ]

    def _of_result(self) -> list[_Rules]:
        """Resizing, padding, and the size that comes out."""
        settings, place, nodes = self._settings, self._place, self._nodes
        before, after = (nodes.cut(settings.pads, [(1, i, -1, -2)]) for i in (2, 3))
        pads = self._node("Add", before, after)
        result = self._node("Add", settings.resized, pads)
        wanted = np.asarray([[place.width, place.height]])
        return [
            self._of_images(
                settings.scaled,
                settings.size,
                settings.size,
                *_sides("scfInputSize", "is {1}, but what is resized is what is cut; give {3}"),
            ),
            self._of_images(settings.resized, 1, MOST_SIZE, *_sides("scfOutputSize", _RANGE)),
            self._of_images(
                settings.pads,
                0,
                MOST_SIZE,
                *(f"paddingSize{side} {_RANGE}" for side in ("Top", "Bottom", "Left", "Right")),
            ),
            self._of_images(
                result,
                wanted,
                wanted,
                "crop, resizing and padding make a width of {1}, but the model takes {3}; change "
                "one of them",
                "crop, resizing and padding make a height of {1}, but the model takes {3}; change "
                "one of them",
            ),
        ]

    def _of_images(
        self,
        value: onnx_ir.Value,
        low: _Limit,
        high: _Limit,
        *messages: str,
    ) -> _Rules:
        return _Rules(value, low, high, self._told(messages))

    def _told(self, messages: Sequence[str]) -> tuple[str, ...]:
        """Messages that tell the image, where there are several."""
        batch = self._place.batch
        return tuple(f"image {{0}} of {batch}: {text}" if batch > 1 else text for text in messages)


def _sides(name: str, told: str) -> tuple[str, str]:
    """What is wrong with a width, and with a height."""
    return f"{name}W {told}", f"{name}H {told}"
