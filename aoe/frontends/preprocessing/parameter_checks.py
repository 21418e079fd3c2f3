"""Which values the fields of `AippParameters` take (`parameters.py`).

Each field is checked alone, against what AIPP's structure holds and its documents allow; then what
fields say together. What only a model tells, such as the size that images must become, is checked
in the inference (`dynamic_images.py`).
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from numbers import Integral, Real
from types import MappingProxyType
from typing import Any

import numpy as np

from aoe.errors import UsageError, quoted
from aoe.frontends.preprocessing.keys import FORMATS, GRAY, SEMI_PLANAR, near_format

#: The most rows or columns of an image.
MOST_SIZE = (1 << 16) - 1
#: The most images of a batch: a byte has their number.
MOST_BATCH = 255
_MOST_FLOAT16 = 65504


@dataclass(frozen=True, slots=True)
class _Numbers:
    """What a field of several numbers takes.

    Attributes:
        form: Its values in words.
        least: The smallest value of each number.
        most: The largest value of all.
        whole: Whether fractions are refused.
        fewer: Whether the last numbers can be left out.
        optional: Whether None is a value.
    """

    form: str
    least: tuple[int, ...]
    most: int
    whole: bool = True
    fewer: bool = False
    optional: bool = False

    def read(self, value: object) -> tuple[float, ...] | None:
        """The numbers, as those of Python; None if they do not fit."""
        given = _items(value)
        if given is None or len(given) > len(self.least):
            return None
        if len(given) < len(self.least) and not self.fewer:
            return None
        found = [
            _number(item, self.whole, least, self.most)
            for item, least in zip(given, self.least, strict=False)
        ]
        return None if None in found else tuple(item for item in found if item is not None)


def _number(item: object, whole: bool, least: int, most: int) -> float | None:
    """A number as that of Python; None if it does not fit."""
    if isinstance(item, bool) or not isinstance(item, Integral if whole else Real):
        return None
    number = int(item) if isinstance(item, Integral) else float(item)
    return number if math.isfinite(number) and least <= number <= most else None


def _items(value: object) -> list[object] | None:
    """The items of a list, a tuple or an array; None of anything else."""
    if isinstance(value, np.ndarray):
        return list(value) if value.ndim == 1 else None
    if isinstance(value, Sequence) and not isinstance(value, str | bytes | bytearray):
        return list(value)
    return None


_CHANNELS = "up to four"
_NUMBERS: Mapping[str, _Numbers] = MappingProxyType(
    {
        "matrix": _Numbers(
            "nine whole numbers from -32768 to 32767, by rows, or None",
            (-(1 << 15),) * 9,
            (1 << 15) - 1,
            optional=True,
        ),
        "input_bias": _Numbers("three whole numbers from 0 to 255", (0,) * 3, 255),
        "output_bias": _Numbers("three whole numbers from 0 to 255", (0,) * 3, 255),
        "crop": _Numbers(
            "(left, top, width, height), whole numbers up to 65535, width and height not 0, or "
            "None",
            (0, 0, 1, 1),
            MOST_SIZE,
            optional=True,
        ),
        "resize": _Numbers(
            "(width, height), whole numbers from 1 to 65535, or None",
            (1, 1),
            MOST_SIZE,
            optional=True,
        ),
        "padding": _Numbers(
            "(left, right, top, bottom), whole numbers from 0 to 65535, or None",
            (0,) * 4,
            MOST_SIZE,
            optional=True,
        ),
        "means": _Numbers(
            f"{_CHANNELS} whole numbers from 0 to 255; put a fraction into minima, which are "
            "subtracted too",
            (0,) * 4,
            255,
            fewer=True,
        ),
        "minima": _Numbers(
            f"{_CHANNELS} numbers from 0 to 255", (0,) * 4, 255, whole=False, fewer=True
        ),
        "factors": _Numbers(
            f"{_CHANNELS} numbers from -65504 to 65504",
            (-_MOST_FLOAT16,) * 4,
            _MOST_FLOAT16,
            whole=False,
            fewer=True,
        ),
    }
)
_WHOLE: Mapping[str, int] = MappingProxyType(
    {"width": MOST_SIZE, "height": MOST_SIZE, "batch": MOST_BATCH}
)
_SWITCHES = ("rbuv_swap_switch", "ax_swap_switch")


def checked_settings(given: Mapping[str, object]) -> dict[str, Any]:
    """The fields of `AippParameters` as numbers and tuples of Python.

    Args:
        given: The value of each field.

    Raises:
        UsageError: A field has a value that it does not take, or two fields contradict each other.
            The message names the field, its value and what is allowed.
    """
    made: dict[str, Any] = {"input_format": _format(given["input_format"])}
    for name, most in _WHOLE.items():
        made[name] = _number(given[name], True, 1, most)
        if made[name] is None:
            raise _wrong(name, given[name], f"a whole number from 1 to {most}")
    for name in _SWITCHES:
        if not isinstance(given[name], bool | np.bool_):
            raise _wrong(name, given[name], "True or False")
        made[name] = bool(given[name])
    for name, numbers in _NUMBERS.items():
        value = given[name]
        made[name] = None if value is None else numbers.read(value)
        if made[name] is None and not (value is None and numbers.optional):
            raise _wrong(name, value, numbers.form)
    _check_together(made)
    return made


def _format(value: object) -> str:
    if isinstance(value, str) and value in FORMATS:
        return value
    hint = near_format(value) if isinstance(value, str) else ""
    raise _wrong("input_format", value, f"one of {', '.join(FORMATS)}{hint}")


def _check_together(made: Mapping[str, Any]) -> None:
    """Raises `UsageError` for fields that no image can have together."""
    semi_planar = made["input_format"] == SEMI_PLANAR
    for name in ("width", "height"):
        if semi_planar and made[name] % 2:
            raise _wrong(
                name, made[name], f"even for {SEMI_PLANAR}; crop afterwards to get an odd size"
            )
    if made["crop"] is not None:
        left, top, width, height = made["crop"]
        if semi_planar and (left % 2 or top % 2):
            raise _wrong(
                "crop",
                made["crop"],
                f"of even left and top for {SEMI_PLANAR}, where four pixels share their colors",
            )
        for name, end in (("width", left + width), ("height", top + height)):
            if end > made[name]:
                raise _wrong(
                    "crop",
                    made["crop"],
                    f"within the image, whose {name} is {made[name]}; it ends at {end}",
                )
    if made["matrix"] is not None and made["input_format"] == GRAY:
        raise _wrong("matrix", made["matrix"], f"None for {GRAY}, which has no colors to convert")


def _wrong(name: str, value: object, allowed: str) -> UsageError:
    return UsageError(f"aoe.AippParameters(): {name}={quoted(repr(value))} must be {allowed}")
