"""The settings of `aipp_mode: dynamic`, which an inference gets as bytes.

AIPP documents their structure, `kAippDynamicPara`: little-endian, a head of 64 bytes for all images
of a batch, then 96 bytes for each image. Numbers with fractions are float16. `AippParameters` makes
it, of values that `parameter_checks.py` looks at; `dynamic_images.py` reads it inside of a model.
"""

from __future__ import annotations

import struct
from collections.abc import Sequence
from dataclasses import dataclass, fields

import numpy as np

from aoe.arguments import checked_fields
from aoe.frontends.preprocessing.keys import FORMATS
from aoe.frontends.preprocessing.parameter_checks import checked_settings

HEAD, EACH = 64, 96
#: What the input with the settings is called, as by Ascend; its number follows for other inputs
#: than the first.
NAME = "ascend_dynamic_aipp_data"
_HEAD = struct.Struct("<B3bB3x2i9h6x6B2x16x")
_EACH = struct.Struct("<4b4x12i4h4e4e16x")


@checked_fields("aoe.AippParameters", types=False)
@dataclass(frozen=True, slots=True)
class AippParameters:
    """How images become an input of a model, for one inference. Fields mean what the keys of a
    static block mean.

    Attributes:
        input_format: Format of the images, such as `RGB888_U8`.
        width: Pixels of a line; even for `YUV420SP_U8`.
        height: Lines; even likewise.
        matrix: Nine numbers that convert colors, by rows, in units of 1/256; None for none.
        input_bias: What is subtracted from Y, U and V before.
        output_bias: What is added to converted red, green and blue.
        rbuv_swap_switch: Whether red and blue are swapped, or U and V.
        ax_swap_switch: Whether the first of four channels is left out, instead of the last.
        crop: Left, top, width and height of what is cut out; None for the whole image. Left and
            top are even for `YUV420SP_U8`.
        resize: Width and height that it gets; None to keep those it has.
        padding: Zeros on the left, on the right, at the top and at the bottom; None for none.
        means: Whole numbers from 0 to 255 that are subtracted from the channels, up to four.
        minima: What is subtracted afterwards, from 0 to 255, likewise.
        factors: What channels are multiplied by at last, from -65504 to 65504, likewise.
        batch: How many images there are, up to 255.
    """

    input_format: str
    width: int
    height: int
    matrix: Sequence[int] | None = None
    input_bias: Sequence[int] = (16, 128, 128)
    output_bias: Sequence[int] = (16, 128, 128)
    rbuv_swap_switch: bool = False
    ax_swap_switch: bool = False
    crop: tuple[int, int, int, int] | None = None
    resize: tuple[int, int] | None = None
    padding: tuple[int, int, int, int] | None = None
    means: Sequence[int] = (0, 0, 0, 0)
    minima: Sequence[float] = (0, 0, 0, 0)
    factors: Sequence[float] = (1, 1, 1, 1)
    batch: int = 1

    def __post_init__(self) -> None:
        """Checks the fields, and keeps sequences as tuples, so that nothing changes them later.

        Raises:
            UsageError: A field has a value that AIPP does not take.
        """
        given = {field.name: getattr(self, field.name) for field in fields(self)}
        for name, value in checked_settings(given).items():
            object.__setattr__(self, name, value)

    def to_bytes(self) -> np.ndarray:
        """The value of the input with the settings, uint8."""
        four = tuple(
            (*numbers, *default)[:4]
            for numbers, default in (
                (self.means, (0,) * 4),
                (self.minima, (0,) * 4),
                (self.factors, (1,) * 4),
            )
        )
        left, top, width, height = self.crop or (0, 0, 0, 0)
        cut = (width, height) if self.crop is not None else (self.width, self.height)
        scaling = (0, 0, 0, 0) if self.resize is None else (*cut, *self.resize)
        before, after, above, below = self.padding or (0, 0, 0, 0)
        head = _HEAD.pack(
            FORMATS.index(self.input_format) + 1,
            self.matrix is not None,
            self.rbuv_swap_switch,
            self.ax_swap_switch,
            self.batch,
            self.width,
            self.height,
            *(self.matrix or (0,) * 9),
            *self.output_bias,
            *self.input_bias,
        )
        each = _EACH.pack(
            self.crop is not None,
            self.resize is not None,
            self.padding is not None,
            0,
            *(left, top, width, height, *scaling),
            *(above, below, before, after),
            *(number for numbers in four for number in numbers),
        )
        return np.frombuffer(head + each * self.batch, np.uint8).copy()
