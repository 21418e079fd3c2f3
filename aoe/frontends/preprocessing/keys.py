"""The keys of AIPP: which values they take, and what holds where they are left out."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import TypeAlias

from aoe.errors import UsageError, quoted
from aoe.frontends.preprocessing.config_text import Block
from aoe.frontends.protobuf_text import Token
from aoe.near_names import ending, hint

Value: TypeAlias = bool | int | float | str

#: The channels of an image as it is given, by format, in the order of AIPP's numbers for them.
CHANNELS: Mapping[str, int] = MappingProxyType(
    {"YUV420SP_U8": 1, "XRGB8888_U8": 4, "RGB888_U8": 3, "YUV400_U8": 1}
)
FORMATS = tuple(CHANNELS)
#: A plane of Y, and one of U and V side by side with half the lines and half the pixels.
SEMI_PLANAR = "YUV420SP_U8"
GRAY = "YUV400_U8"
#: Formats that AIPP names without saying how their bytes lie.
_UNDEFINED = (
    *("NC1HWC0DI_FP16", "NC1HWC0DI_S8", "ARGB8888_U8", "YUYV_U8", "YUV422SP_U8", "AYUV444_U8"),
    *("RAW8", "RAW10", "RAW12", "RAW16", "RAW24"),
)
#: The keys of the matrix of colors, row by row.
MATRIX = tuple(f"matrix_r{row}c{column}" for row in range(3) for column in range(3))
#: Keys without a defined meaning, and what to do instead.
RESERVED: Mapping[str, str] = MappingProxyType(
    {
        "support_rotation": "leave it out",
        "cpadding_value": "leave it out",
        "rotation_angle": "rotate images before",
        "single_line_mode": "leave it out",
        "raw_rgbir_to_f16_n": "leave it out",
    }
)

_MOST_SIZE = 1 << 16
_FLOAT16 = 65504.0
_NAME = re.compile(r"[A-Za-z]\w*", re.ASCII)
_WHOLE = re.compile(r"-?(?:0|[1-9]\d*)|-?0[xX][0-9a-fA-F]+", re.ASCII)
_NUMBER = re.compile(r"-?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?[fF]?", re.ASCII)
_SWITCHES = {
    **dict.fromkeys(("true", "True", "t", "1"), True),
    **dict.fromkeys(("false", "False", "f", "0"), False),
}


@dataclass(frozen=True, slots=True)
class _Key:
    """What a key takes.

    Attributes:
        default: Its value where it is left out.
        form: Its values in words.
        read: The value of a text; None if it has none.
        quoted: Whether its value is a text in quotes.
        names: Its values, where they are names.
    """

    default: Value
    form: str
    read: Callable[[str], Value | None]
    quoted: bool = False
    names: tuple[str, ...] = ()


def _switch() -> _Key:
    return _Key(False, "true or false", _SWITCHES.get, names=("true", "false"))


def _whole(least: int, most: int, default: int = 0, hint: str = "") -> _Key:
    def read(text: str) -> int | None:
        if not _WHOLE.fullmatch(text) or len(text) > 12:
            return None
        number = int(text, 16) if "x" in text.lower() else int(text)
        return number if least <= number <= most else None

    return _Key(default, f"a whole number from {least} to {most}{hint}", read)


def _number(least: float, most: float, default: float = 0.0) -> _Key:
    def read(text: str) -> float | None:
        if not _NUMBER.fullmatch(text):
            return None
        number = float(text.rstrip("fF"))
        return number if math.isfinite(number) and least <= number <= most else None

    return _Key(default, f"a number from {least:g} to {most:g}", read)


def _one_of(*names: str, others: bool = False) -> _Key:
    """Names that have the numbers from 1 on. `others`: whether any other name is a value too."""
    by_text = dict(enumerate(names, 1))

    def read(text: str) -> str | None:
        if text.isascii() and text.isdigit():
            return by_text.get(int(text)) if len(text) < 3 else None
        return text if text in names or (others and _NAME.fullmatch(text)) else None

    return _Key("", f"one of {', '.join(names)}", read, names=names)


def _keys() -> dict[str, _Key]:
    size = _whole(0, _MOST_SIZE)
    fraction = "; put a fraction into min_chn, which is subtracted too"
    keys = {
        "aipp_mode": _one_of("static", "dynamic"),
        "related_input_rank": _whole(0, 1 << 16),
        "related_input_name": _Key("", 'a text in quotes, like "data"', str, quoted=True),
        "input_edge_idx": _whole(0, 1 << 16),
        "max_src_image_size": _whole(0, (1 << 32) - 1),
        "support_rotation": _switch(),
        "input_format": _one_of(*FORMATS, others=True),
        "src_image_size_w": size,
        "src_image_size_h": size,
        "cpadding_value": _number(-_FLOAT16, _FLOAT16),
        "crop": _switch(),
        "load_start_pos_w": size,
        "load_start_pos_h": size,
        "crop_size_w": size,
        "crop_size_h": size,
        "resize": _switch(),
        "resize_output_w": size,
        "resize_output_h": size,
        "padding": _switch(),
        "padding_value": _number(-_FLOAT16, _FLOAT16),
        "rotation_angle": _whole(0, 3),
        "csc_switch": _switch(),
        "rbuv_swap_switch": _switch(),
        "ax_swap_switch": _switch(),
        "single_line_mode": _switch(),
        "raw_rgbir_to_f16_n": _whole(0, 31, 8),
    }
    keys |= {f"{side}_padding_size": size for side in ("left", "right", "top", "bottom")}
    keys |= {key: _whole(-(1 << 15), (1 << 15) - 1) for key in MATRIX}
    for number, bias in enumerate((16, 128, 128)):
        keys[f"input_bias_{number}"] = keys[f"output_bias_{number}"] = _whole(0, 255, bias)
    for channel in range(4):
        keys[f"mean_chn_{channel}"] = _whole(0, 255, hint=fraction)
        keys[f"min_chn_{channel}"] = _number(0, 255)
        keys[f"var_reci_chn_{channel}"] = _number(-_FLOAT16, _FLOAT16, 1.0)
    return keys


_KEYS: Mapping[str, _Key] = MappingProxyType(_keys())
#: The keys of normalisation, without those of a fourth channel, which no input has.
_NORMALIZING = tuple(
    f"{key}_chn_{channel}" for key in ("mean", "min", "var_reci") for channel in range(3)
)
#: What is subtracted from YUV before its colors are converted, and added to red, green and blue.
_BIASES: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {side: tuple(f"{side}_bias_{channel}" for channel in range(3)) for side in ("input", "output")}
)
#: The keys that need a switch.
_SWITCHED: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "crop": ("load_start_pos_w", "load_start_pos_h", "crop_size_w", "crop_size_h"),
        "resize": ("resize_output_w", "resize_output_h"),
        "padding": (
            *(f"{side}_padding_size" for side in ("left", "right", "top", "bottom")),
            "padding_value",
        ),
        "csc_switch": (*MATRIX, *_BIASES["input"], *_BIASES["output"]),
    }
)
#: The values of keys that are left out.
DEFAULTS: Mapping[str, Value] = MappingProxyType({name: key.default for name, key in _KEYS.items()})


def checked_values(label: str, block: Block) -> Mapping[str, Value]:
    """The values of all keys: those of a block, and defaults.

    Args:
        label: What messages call the file.
        block: The block.

    Raises:
        UsageError: The block has an unknown key, or a value that its key does not take.
    """
    given = {name: _checked(label, name, token) for name, token in block.values.items()}
    return {**DEFAULTS, **given}


def idle_keys(block: Block, values: Mapping[str, Value]) -> tuple[tuple[str, str], ...]:
    """Keys of a static block that have no effect, each with the circumstance. Of several keys with
    one circumstance it is the first; keys with their defaults are left out.
    """
    found = [(_first(keys, block, values), circumstance) for circumstance, keys in _idle(values)]
    return tuple((key, circumstance) for key, circumstance in found if key)


def normalizing_key(block: Block, values: Mapping[str, Value]) -> str:
    """The first key of normalisation that has not its default; empty if there is none."""
    return _first(_NORMALIZING, block, values)


def _first(keys: Iterable[str], block: Block, values: Mapping[str, Value]) -> str:
    given = (key for key in keys if key in block.values and values[key] != DEFAULTS[key])
    return next(given, "")


def near_format(text: str) -> str:
    """What may have been meant by a format that is not read, as the end of a sentence; empty if
    nothing is like it, or if AIPP has this format.
    """
    return "" if text.upper() in _UNDEFINED else ending(text, FORMATS)


def reserved(label: str, name: str, token: Token) -> UsageError:
    """That AIPP does not define what a key does."""
    return UsageError(
        f"{label}: line {token.line}: {name}: {quoted(token.text)} is reserved in AIPP, which does "
        f"not define what it does; {RESERVED[name]}"
    )


def _idle(values: Mapping[str, Value]) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Circumstances in which keys have no effect, and the keys."""
    for switch, keys in _SWITCHED.items():
        if not values[switch]:
            yield f"without {switch}: true", keys
    yield "with aipp_mode: static", ("max_src_image_size",)
    if values["related_input_name"]:
        yield "beside related_input_name", ("related_input_rank",)
    last = tuple(f"{key}_chn_3" for key in ("mean", "min", "var_reci"))
    yield "on inputs of at most 3 channels", last
    image_format = str(values["input_format"])
    about = f"on images of {image_format}"
    if CHANNELS.get(image_format) != 4:
        yield about, ("ax_swap_switch",)
    if image_format == GRAY:
        yield about, ("rbuv_swap_switch",)
    if values["csc_switch"]:
        yield about, _BIASES["output" if image_format == SEMI_PLANAR else "input"]


def _checked(label: str, name: str, token: Token) -> Value:
    key = _KEYS.get(name)
    if key is None:
        meant = hint(name, _KEYS, "see the documentation of preprocessing")
        raise UsageError(
            f"{label}: line {token.line}: there is no key {quoted(repr(name))}; {meant}"
        )
    value = key.read(token.text) if key.quoted == (token.kind == "text") else None
    if value is None and name in RESERVED:
        raise reserved(label, name, token)
    if value is None:
        shown = f'"{token.text}"' if token.kind == "text" else token.text
        near = ending(token.text, key.names)
        raise UsageError(
            f"{label}: line {token.line}: {name}: {quoted(shown)} must be {key.form}{near}"
        )
    return value
