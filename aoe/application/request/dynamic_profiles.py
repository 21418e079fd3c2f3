"""The profiles of a model: static shapes it is compiled for, given by `--dynamic_batch_size`,
`--dynamic_image_size` or `--dynamic_dims`.

A profile replaces each -1 of `--input_shape`: a batch size the first dimension, an image size
height and width, dims one after the other. Only one of the options may be given, with 2 to 100
profiles.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from operator import index
from typing import TypeAlias

from aoe.application.request.shape_ranges import MOST_DIGITS, ShapeRanges, shape_ranges
from aoe.errors import UsageError, counted, quoted

Shapes: TypeAlias = Mapping[str, tuple[int, ...]]
DYNAMIC_OPTIONS = ("dynamic_batch_size", "dynamic_image_size", "dynamic_dims")
FEWEST, MOST = 2, 100
OPEN = -1
#: The dimensions of height and width, by `--input_format`.
_IMAGE_DIMENSIONS = {"NCHW": (2, 3), "NHWC": (1, 2)}


@dataclass(frozen=True, slots=True)
class DynamicProfiles:
    """The profiles that were asked for.

    Attributes:
        option: The option that asked for them.
        values: The sizes of each profile: one for each -1, or, for batch and image sizes, the same
            for every input.
        input_format: Layout of the inputs.
    """

    option: str
    values: tuple[tuple[int, ...], ...]
    input_format: str

    @property
    def text(self) -> str:
        """The value of the option."""
        between = "," if self.option == "dynamic_batch_size" else ";"
        return between.join(",".join(map(str, value)) for value in self.values)

    def profiles(self, shapes: Shapes) -> tuple[dict[str, tuple[int, ...]], ...]:
        """The static shapes of each profile. Raises `UsageError` if a -1 in `shapes` is not where
        the option needs it.
        """
        self._check_positions(shapes)
        alike = self.option != "dynamic_dims"
        return tuple(_filled(shapes, value, alike) for value in self.values)

    def _check_positions(self, shapes: Shapes) -> None:
        places = {
            name: tuple(number for number, size in enumerate(shape) if size == OPEN)
            for name, shape in shapes.items()
        }
        opened = {name: found for name, found in places.items() if found}
        if not opened:
            raise UsageError(
                f"--{self.option} needs --input_shape with -1 for each dimension it sets"
            )
        if self.option == "dynamic_dims":
            count = sum(map(len, opened.values()))
            wrong = next((value for value in self.values if len(value) != count), None)
            if wrong is not None:
                raise UsageError(
                    f"--dynamic_dims: the profile {','.join(map(str, wrong))} has {len(wrong)} "
                    f"numbers, but --input_shape has {count} times -1; give as many"
                )
            return
        image = self.option == "dynamic_image_size"
        wanted = _IMAGE_DIMENSIONS[self.input_format] if image else (0,)
        for name, found in opened.items():
            if found != wanted or (image and len(shapes[name]) != 4):
                where = f"at height and width ({self.input_format})" if image else "first alone"
                raise UsageError(
                    f"--{self.option} needs -1 {where} in --input_shape, but {name!r} has "
                    f"{','.join(map(str, shapes[name]))}"
                )


#: Shapes of a model that has more than one.
Dynamic: TypeAlias = DynamicProfiles | ShapeRanges


def dynamic_profiles(given: Mapping[str, str | None], image_format: str = "NCHW") -> Dynamic | None:
    """The profiles or ranges in the options of `aoe`; `None` for one static shape.

    Args:
        given: The options.
        image_format: The layout of images if `--input_format` does not say it.

    Raises:
        UsageError: Options exclude each other, or values are neither.
    """
    present = [name for name in DYNAMIC_OPTIONS if given.get(name) is not None]
    if not present:
        return shape_ranges(given)
    if len(present) > 1:
        raise UsageError(f"--{present[0]} and --{present[1]} exclude each other; give one of them")
    option, text = present[0], str(given[present[0]])
    if given.get("input_shape_range") is not None:
        raise UsageError(f"--{option} and --input_shape_range exclude each other; give one of them")
    default = "ND" if option == "dynamic_dims" else image_format
    input_format = given.get("input_format") or default
    if option == "dynamic_dims" and given.get("input_format") != "ND":
        raise UsageError("--dynamic_dims needs --input_format=ND; add it")
    if option == "dynamic_dims" and given.get("insert_op_conf") is not None:
        raise UsageError("--dynamic_dims and --insert_op_conf exclude each other; leave one out")
    if option == "dynamic_image_size" and input_format not in _IMAGE_DIMENSIONS:
        raise UsageError(
            f"--dynamic_image_size needs --input_format=NCHW or NHWC, not {input_format}"
        )
    values = _values(option, text)
    return DynamicProfiles(option, values, input_format)


def profile_text(
    option: str, values: str | Sequence[int] | Sequence[Sequence[int]] | None
) -> str | None:
    """The value of an option from text, numbers, or a sequence of numbers for each profile."""
    if values is None or isinstance(values, str):
        return values
    try:
        parts = [tuple(value) if isinstance(value, Iterable) else index(value) for value in values]
    except TypeError:
        raise UsageError(
            f"--{option}={quoted(repr(values))}: are not profiles; give e.g. [1, 8] or [[224, 224]]"
        ) from None
    texts = [",".join(map(str, part)) if isinstance(part, tuple) else str(part) for part in parts]
    return (";" if any(isinstance(part, tuple) for part in parts) else ",").join(texts)


def _values(option: str, text: str) -> tuple[tuple[int, ...], ...]:
    batch = option == "dynamic_batch_size"
    parts = text.split("," if batch else ";")
    values = tuple(_numbers(option, text, part) for part in parts)
    text = quoted(text)
    if option == "dynamic_image_size" and any(len(value) != 2 for value in values):
        raise UsageError(f'--{option}="{text}": must be heights and widths, "h1,w1;h2,w2"')
    if not FEWEST <= len(values) <= MOST:
        profiles = counted(len(values), "profile")
        raise UsageError(
            f'--{option}="{text}" gives {profiles}; give {FEWEST} to {MOST}, or put '
            "the one shape into --input_shape"
        )
    twice = next((value for value in values if values.count(value) > 1), None)
    if twice is not None:
        raise UsageError(f'--{option}="{text}" gives {",".join(map(str, twice))} twice')
    return values


def _numbers(option: str, text: str, part: str) -> tuple[int, ...]:
    text, pieces = quoted(text), part.split(",")
    if not all(piece.strip().isascii() and piece.strip().isdigit() for piece in pieces):
        raise UsageError(f'--{option}="{text}": {quoted(part)!r} is not a positive whole number')
    if max(len(piece.strip()) for piece in pieces) > MOST_DIGITS:
        raise UsageError(
            f"--{option}: a size of {quoted(part)!r} has more than {MOST_DIGITS} digits, for which "
            "no machine has room; give a smaller one"
        )
    numbers = tuple(int(piece) for piece in pieces)
    if min(numbers) < 1:
        raise UsageError(f'--{option}="{text}": {quoted(part)!r} is not a positive whole number')
    return numbers


def _filled(shapes: Shapes, value: Sequence[int], alike: bool) -> dict[str, tuple[int, ...]]:
    """The shapes with each -1 replaced by a size of one profile; the same sizes for every input if
    `alike`.
    """
    rest = iter(value)
    filled = {}
    for name, shape in shapes.items():
        numbers = iter(value) if alike else rest
        filled[name] = tuple(next(numbers) if size == OPEN else size for size in shape)
    return filled
