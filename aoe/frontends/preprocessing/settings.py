"""The settings of a file of `--insert_op_conf`: what each key of AIPP means, checked one by one.

`keys.py` has the keys with their values and defaults. Settings that only fit a model or not, as
sizes do, are checked in `insertion.py`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from aoe.errors import UsageError
from aoe.frontends.preprocessing.config_text import BLOCK, Block, parse_blocks
from aoe.frontends.preprocessing.keys import (
    CHANNELS,
    DEFAULTS,
    FORMATS,
    MATRIX,
    RESERVED,
    SEMI_PLANAR,
    Value,
    checked_values,
    idle_keys,
    near_format,
    normalizing_key,
    reserved,
)
from aoe.option_file import refuse_other_option


@dataclass(frozen=True, slots=True)
class Crop:
    """What is cut out of an image.

    Attributes:
        left: Pixels before it.
        top: Lines above it.
        width: Its width; 0 for that of the model's input.
        height: Its height; 0 likewise.
    """

    left: int
    top: int
    width: int
    height: int


@dataclass(frozen=True, slots=True)
class Resizing:
    """The size that an image gets.

    Attributes:
        width: Its width; 0 for that of the model's input, without padding.
        height: Its height; 0 likewise.
    """

    width: int
    height: int


@dataclass(frozen=True, slots=True)
class Padding:
    """What is put around an image.

    Attributes:
        left: Pixels before it.
        right: Pixels behind it.
        top: Lines above it.
        bottom: Lines below it.
        value: The value of all of them, in the numbers that the model takes.
    """

    left: int
    right: int
    top: int
    bottom: int
    value: float


#: The keys of a dynamic block.
_OF_DYNAMIC = ("aipp_mode", "related_input_rank", "related_input_name", "max_src_image_size")
#: The matrix in the template of AIPP's documents, by rows: YUV of BT.601, narrow range, to BGR.
_YUV_TO_BGR = (298, 516, 0, 298, -100, -208, 298, 0, 409)


@dataclass(frozen=True, slots=True)
class ColorConversion:
    """A conversion of colors: `((matrix @ (channels - before)) >> 8) + after`, clipped to 0 … 255.

    Attributes:
        matrix: Three rows of three numbers, in units of 1/256.
        before: What is subtracted from each channel.
        after: What is added to each channel of the result.
        is_default: Whether the file has no matrix, and this is the one of AIPP's documents.
    """

    matrix: tuple[tuple[int, ...], ...]
    before: tuple[int, ...]
    after: tuple[int, ...]
    is_default: bool = False


@dataclass(frozen=True, slots=True)
class ImageSettings:
    """How images become an input of the model: one block of a file.

    Attributes:
        line: The number of the block's first line.
        rank: The number of the input.
        name: Its name, which goes before the number; empty if there is none.
        image_format: One of `FORMATS`.
        width: Width of the images; 0 for that of the model's input.
        height: Their height; 0 likewise.
        swaps_first_and_third: Whether red and blue are swapped, or U and V.
        first_is_alpha: Whether the first of four channels is left out, instead of the last.
        crop: What is cut out of an image; None for all of it.
        colors: The conversion of colors; None for none.
        resizing: The size that an image gets; None for the one it has.
        means: What is subtracted from each channel.
        minima: What is subtracted afterwards.
        factors: What each channel is multiplied by at last.
        padding: What is put around an image; None for nothing.
        idle: Keys that have no effect, each with the circumstance.
        normalizing: The first key of normalisation that is given; empty if there is none.
    """

    line: int
    rank: int
    name: str
    image_format: str
    width: int
    height: int
    swaps_first_and_third: bool
    first_is_alpha: bool
    crop: Crop | None
    colors: ColorConversion | None
    resizing: Resizing | None
    means: tuple[float, ...]
    minima: tuple[float, ...]
    factors: tuple[float, ...]
    padding: Padding | None
    idle: tuple[tuple[str, str], ...] = ()
    normalizing: str = ""


@dataclass(frozen=True, slots=True)
class DynamicImages:
    """An input that takes images with settings of their own: a block with `aipp_mode: dynamic`.

    Attributes:
        line: The number of the block's first line.
        rank: The number of the input.
        name: Its name, which goes before the number; empty if there is none.
        most_bytes: Bytes of the largest batch of images.
    """

    line: int
    rank: int
    name: str
    most_bytes: int


@dataclass(frozen=True, slots=True)
class Preprocessing:
    """What a file of `--insert_op_conf` asks for.

    Attributes:
        file: The file; None if nothing is asked for.
        images: A block for each input that takes images.
        dynamic: The same for those whose settings come with each inference.
    """

    file: Path | None = None
    images: tuple[ImageSettings, ...] = ()
    dynamic: tuple[DynamicImages, ...] = ()

    @property
    def label(self) -> str:
        """What messages call the file."""
        return f"--insert_op_conf={self.file}"

    @property
    def warnings(self) -> tuple[str, ...]:
        """Sentences about what the file leaves open, and what has no effect."""
        defaults = tuple(
            f"{self.label}: block in line {image.line}: csc_switch without a matrix converts YUV "
            "of BT.601, narrow range, to BGR, as AIPP's documents say; for RGB write the matrix"
            for image in self.images
            if image.colors is not None and image.colors.is_default
        )
        return defaults + tuple(
            f"{self.label}: block in line {image.line}: {key} has no effect {circumstance}"
            for image in self.images
            for key, circumstance in image.idle
        )


def read_preprocessing(text: str | Path | None, working_directory: Path) -> Preprocessing:
    """The preprocessing in the file of `--insert_op_conf`; none without one.

    Args:
        text: The value of the option.
        working_directory: What a relative path starts from.

    Raises:
        UsageError: The file cannot be read, or asks for what cannot be done.
    """
    if text is None:
        return Preprocessing()
    label, path = f"--insert_op_conf={text}", working_directory / text
    try:
        data = path.read_bytes()
    except OSError as error:
        raise UsageError(
            f"{label}: cannot read it: {error.strerror or error}; name a file that can be read"
        ) from error
    content = data.decode("utf-8-sig", "replace")  # comments may have any encoding
    refuse_other_option(label, content, "insert_op_conf")
    found = _blocks(label, content)
    return Preprocessing(path, _static(found), _of_inferences(found))


def settings_in(label: str, content: str) -> tuple[ImageSettings, ...]:
    """The settings of each static block of a file. Raises `UsageError`."""
    return _static(_blocks(label, content))


def _static(found: Sequence[ImageSettings | DynamicImages]) -> tuple[ImageSettings, ...]:
    return tuple(item for item in found if isinstance(item, ImageSettings))


def _of_inferences(found: Sequence[ImageSettings | DynamicImages]) -> tuple[DynamicImages, ...]:
    return tuple(item for item in found if isinstance(item, DynamicImages))


def _blocks(label: str, content: str) -> tuple[ImageSettings | DynamicImages, ...]:
    """The settings of each block of a file. Raises `UsageError`."""
    blocks = parse_blocks(label, content)
    if not blocks:
        raise UsageError(f"{label}: has no block; write {BLOCK} {{ aipp_mode: static … }}")
    return tuple(_settings(label, block) for block in blocks)


def _settings(label: str, block: Block) -> ImageSettings | DynamicImages:
    values = checked_values(label, block)
    _check_mode(label, block, values)
    _check_reserved(label, block, values)
    if values["aipp_mode"] == "dynamic":
        return _dynamic(label, block, values)
    image_format = str(values["input_format"])
    _check_format(label, block, image_format)
    return ImageSettings(
        line=block.line,
        rank=int(values["related_input_rank"]),
        name=str(values["related_input_name"]),
        image_format=image_format,
        width=int(values["src_image_size_w"]),
        height=int(values["src_image_size_h"]),
        swaps_first_and_third=bool(values["rbuv_swap_switch"]),
        first_is_alpha=bool(values["ax_swap_switch"]),
        crop=_crop(label, block, values),
        colors=_colors(label, block, values),
        resizing=_resizing(values),
        means=_per_channel(values, "mean_chn_"),
        minima=_per_channel(values, "min_chn_"),
        factors=_per_channel(values, "var_reci_chn_"),
        padding=_padding(values),
        idle=idle_keys(block, values),
        normalizing=normalizing_key(block, values),
    )


def _check_mode(label: str, block: Block, values: Mapping[str, Value]) -> None:
    if "aipp_mode" not in block.values:
        raise UsageError(
            f"{label}: line {block.line}: aipp_mode is missing; add aipp_mode: static to the block"
        )


def _dynamic(label: str, block: Block, values: Mapping[str, Value]) -> DynamicImages:
    """The settings of a dynamic block. Raises `UsageError` for keys that it does not have."""
    for key, given in block.values.items():
        if key not in _OF_DYNAMIC and key not in RESERVED:
            raise UsageError(
                f"{label}: line {given.line}: {key} is not for aipp_mode: dynamic, whose settings "
                f"come with each inference; leave it out, or write aipp_mode: static"
            )
    if not values["max_src_image_size"]:
        raise UsageError(
            f"{label}: line {block.line}: aipp_mode: dynamic needs max_src_image_size; add the "
            "bytes of the largest batch of images"
        )
    return DynamicImages(
        block.line,
        int(values["related_input_rank"]),
        str(values["related_input_name"]),
        int(values["max_src_image_size"]),
    )


def _check_reserved(label: str, block: Block, values: Mapping[str, Value]) -> None:
    for key in RESERVED:
        if key in block.values and values[key] != DEFAULTS[key]:
            raise reserved(label, key, block.values[key])
    if "input_edge_idx" in block.values:
        raise UsageError(
            f"{label}: line {block.values['input_edge_idx'].line}: input_edge_idx is for one of "
            "several readers of an input, but open-aoe prepares an input for all of them; leave "
            "it out"
        )


def _check_format(label: str, block: Block, image_format: str) -> None:
    if not image_format:
        raise UsageError(
            f"{label}: line {block.line}: input_format is missing; add one of {', '.join(FORMATS)}"
        )
    if image_format not in FORMATS:
        raise UsageError(
            f"{label}: line {block.values['input_format'].line}: input_format: {image_format} is "
            f"not read; convert the images to one of {', '.join(FORMATS)}"
            f"{near_format(image_format)}"
        )


def _crop(label: str, block: Block, values: Mapping[str, Value]) -> Crop | None:
    if not values["crop"]:
        return None
    crop = Crop(
        int(values["load_start_pos_w"]),
        int(values["load_start_pos_h"]),
        int(values["crop_size_w"]),
        int(values["crop_size_h"]),
    )
    for key, start in (("load_start_pos_w", crop.left), ("load_start_pos_h", crop.top)):
        if values["input_format"] == SEMI_PLANAR and start % 2:
            raise UsageError(
                f"{label}: line {block.values[key].line}: {key}: {start} is odd, but four pixels "
                f"of {SEMI_PLANAR} share their colors; give an even number"
            )
    return crop


def _resizing(values: Mapping[str, Value]) -> Resizing | None:
    if not values["resize"]:
        return None
    return Resizing(int(values["resize_output_w"]), int(values["resize_output_h"]))


def _padding(values: Mapping[str, Value]) -> Padding | None:
    if not values["padding"]:
        return None
    sides = ("left", "right", "top", "bottom")
    left, right, top, bottom = (int(values[f"{side}_padding_size"]) for side in sides)
    return Padding(left, right, top, bottom, float(values["padding_value"]))


def _colors(label: str, block: Block, values: Mapping[str, Value]) -> ColorConversion | None:
    if not values["csc_switch"]:
        return None
    image_format = str(values["input_format"])
    if CHANNELS[image_format] == 1 and image_format != SEMI_PLANAR:
        raise UsageError(
            f"{label}: line {block.values['csc_switch'].line}: csc_switch: {image_format} has no "
            "colors to convert; set csc_switch: false"
        )
    missing = [key for key in MATRIX if key not in block.values]
    yuv, is_default = image_format == SEMI_PLANAR, len(missing) == len(MATRIX)
    if missing and not (yuv and is_default):
        raise UsageError(
            f"{label}: line {block.values['csc_switch'].line}: csc_switch needs a matrix, but "
            f"{_listed(missing)} missing; write all nine numbers, e.g. those of your conversion in "
            "the documentation"
        )
    numbers = _YUV_TO_BGR if is_default else [int(values[key]) for key in MATRIX]
    none = (0, 0, 0)
    return ColorConversion(
        tuple(tuple(numbers[row : row + 3]) for row in (0, 3, 6)),
        tuple(int(values[f"input_bias_{i}"]) for i in range(3)) if yuv else none,
        none if yuv else tuple(int(values[f"output_bias_{i}"]) for i in range(3)),
        is_default,
    )


def _listed(missing: list[str]) -> str:
    if len(missing) == len(MATRIX):
        return f"{missing[0]} to {missing[-1]} are"
    if len(missing) == 1:
        return f"{missing[0]} is"
    return f"{', '.join(missing[:-1])} and {missing[-1]} are"


def _per_channel(values: Mapping[str, Value], key: str) -> tuple[float, ...]:
    """A setting of each channel, as float32, in which they are applied."""
    return tuple(float(np.float32(values[f"{key}{channel}"])) for channel in range(4))
