"""Ranges of input shapes: `--input_shape_range="image:[1~8,3,224,224];mask:[1~8,16~512]"`.

A model with ranges stays open: it is compiled for any legal shape when that comes. It is tuned, and
compiled ahead, for representative shapes: the least sizes, the greatest, and those between, in
equal ratios.
"""

from __future__ import annotations

import math
import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from typing import TypeAlias

from aoe.errors import UsageError, quoted
from aoe.frontends.inputs.given_shapes import GivenShapes, given_by

OPTION = "input_shape_range"
#: How many representative shapes there are.
SAMPLES = 3
#: Digits of a size that 64 bits hold in any case.
MOST_DIGITS = 18
Range: TypeAlias = tuple[int, int]


@dataclass(frozen=True, slots=True)
class ShapeRanges:
    """The ranges that were asked for.

    Attributes:
        ranges: The least and the greatest size of each dimension, by input name.
        text: The value of the option.
        input_format: Layout of the inputs.
    """

    ranges: Mapping[str, tuple[Range, ...]]
    text: str
    input_format: str

    @staticmethod
    def of(ranges: Mapping[str, tuple[Range, ...]]) -> ShapeRanges:
        """Ranges that no option gave, by input name."""
        texts = {
            name: ",".join(str(low) if low == high else f"{low}~{high}" for low, high in sizes)
            for name, sizes in ranges.items()
        }
        text = ";".join(f"{name}:[{sizes}]" for name, sizes in texts.items())
        return ShapeRanges(ranges, text, "NCHW")

    @property
    def option(self) -> str:
        """The option that asked for them."""
        return OPTION

    def without(self, names: Collection[str]) -> ShapeRanges | None:
        """The ranges for a model without some inputs; `None` if there are no others."""
        ranges = {name: sizes for name, sizes in self.ranges.items() if name not in names}
        return replace(self, ranges=ranges) if ranges else None

    def profiles(self, shapes: Mapping[str, tuple[int, ...]]) -> tuple[GivenShapes, ...]:
        """Representative shapes, the smallest first. `shapes`: those of other inputs. Raises
        `UsageError` if an input has both.
        """
        twice = next((name for name in shapes if name in self.ranges), None)
        if twice is not None:
            raise UsageError(
                f"--input_shape and --{OPTION} both give {twice!r} a shape; leave one out"
            )
        found: list[GivenShapes] = []
        for number in range(SAMPLES):
            part = number / (SAMPLES - 1)
            sizes = {
                name: tuple(_between(low, high, part) for low, high in ranges)
                for name, ranges in self.ranges.items()
            }
            whole = given_by(f"--{OPTION}", self.ranges, {**shapes, **sizes})
            if whole not in found:
                found.append(whole)
        return tuple(found)


def _between(low: int, high: int, part: float) -> int:
    """A size between two, in equal ratios."""
    if part in (0, 1) or low == 0:
        return high if part == 1 else low if part == 0 else round(high * part)
    return round(low * math.pow(high / low, part))


def shape_ranges(given: Mapping[str, str | None]) -> ShapeRanges | None:
    """The ranges in the options of `aoe`; `None` if there are none. Raises `UsageError`."""
    text = given.get(OPTION)
    if text is None:
        return None
    ranges: dict[str, tuple[Range, ...]] = {}
    for part in filter(None, (piece.strip() for piece in text.split(";"))):
        matched = re.fullmatch(r"(.+?)\s*:\s*\[(.*)\]", part)
        if matched is None or matched[1] in ranges:
            raise UsageError(
                f'--{OPTION}="{text}": {part!r} is not "name:[sizes]" of an input that is named '
                'once; write e.g. "image:[1~8,3,224,224]"'
            )
        pieces = [piece.strip() for piece in matched[2].split(",")] if matched[2].strip() else []
        ranges[matched[1]] = tuple(_range(text, piece) for piece in pieces)
    if not ranges:
        raise UsageError(f'--{OPTION} names no input; write e.g. "image:[1~8,3,224,224]"')
    return ShapeRanges(ranges, text, given.get("input_format") or "NCHW")


def _range(text: str, piece: str) -> Range:
    if piece == "-1":
        raise UsageError(
            f'--{OPTION}="{text}": -1 has no bounds, and shapes to tune for are chosen between '
            "two; write e.g. 1~512. The compiled model takes other sizes, too"
        )
    matched = re.fullmatch(r"(\d+)(?:\s*~\s*(\d+))?", piece, re.ASCII)
    if matched is not None and max(map(len, filter(None, matched.groups()))) > MOST_DIGITS:
        raise UsageError(
            f"--{OPTION}: a size of {quoted(piece)!r} has more than {MOST_DIGITS} digits, for "
            "which no machine has room; give a smaller one"
        )
    low, high = (int(matched[1]), int(matched[2] or matched[1])) if matched else (1, 0)
    if low > high:
        raise UsageError(
            f'--{OPTION}="{text}": {piece!r} is neither a size nor two with ~ between, the lesser '
            'first; write e.g. "image:[1~8,3,224,224]"'
        )
    return low, high
