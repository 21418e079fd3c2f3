"""Reads the text files that options name, and refuses one that has the form of another option's
file.

The forms are told by what only they have: a key of JSON, or how a line is written. A list of names
has no such mark, so it is taken for whatever the option wants.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType

from aoe.errors import UsageError

#: A key of the JSON object that the file of an option is.
_KEYS: Mapping[str, str] = MappingProxyType(
    {
        "Switch": "fusion_switch_file",
        "black-list": "modify_mixlist",
        "gray-list": "modify_mixlist",
        "white-list": "modify_mixlist",
        "tune_ops_name": "tune_ops_file",
        "tune_ops_type": "tune_ops_file",
    }
)
#: How a line of another file is written.
_LINES: Mapping[str, re.Pattern[str]] = MappingProxyType(
    {
        "compression_optimize_conf": re.compile(
            r"^\s*(calibration\s*:?\s*\{|enable_first_layer_quantization\s*:)", re.M
        ),
        "insert_op_conf": re.compile(r"^\s*aipp_op\s*\{", re.M),
        "customize_dtypes": re.compile(r"^\s*\S+:InputDtype:\S+,OutputDtype:", re.M),
        "op_precision_mode": re.compile(
            r"^\s*(\[By(OpType|NodeName)\]|\S+\s*=\s*(high_(precision|performance)"
            r"|enable_(hi_)?float_32_execution))\s*$",
            re.M,
        ),
        "compress_weight_conf": re.compile(
            r"^[^{}]*\S\s*:\s+(int4|int8|float24|bfloat16)(:\S+)?\s*$", re.M
        ),
    }
)


def option_text(label: str, path: Path, option: str) -> str:
    """The text of a file that an option names.

    Args:
        label: What messages start with, like `--keep_dtype=names.txt`.
        path: The file.
        option: The option whose form the file has to have, without dashes.

    Raises:
        UsageError: The file cannot be read, is no text in UTF-8, or is for another option.
    """
    try:
        text = path.read_text("utf-8-sig")
    except OSError as error:
        raise UsageError(
            f"{label}: cannot read it: {error.strerror or error}; name a file that can be read"
        ) from error
    except UnicodeDecodeError:
        raise UsageError(f"{label}: is not UTF-8 text") from None
    except ValueError as error:  # a name that no file can have
        raise UsageError(f"{label}: cannot read it: {error}") from None
    refuse_other_option(label, text, option)
    return text


def refuse_other_option(label: str, text: str, option: str) -> None:
    """Raises `UsageError` if a text is one for another option. Arguments as in `option_text`."""
    other = option_of(text)
    if other not in (None, option):
        raise UsageError(f"{label}: has the form of a file for --{other}; give it there")


def option_of(text: str) -> str | None:
    """The option that a text is for, if only one has its form; without dashes."""
    if text.lstrip()[:1] in ("{", "["):
        try:
            return _option_of_json(json.loads(text))
        except (ValueError, RecursionError):
            pass
    return next((name for name, line in _LINES.items() if line.search(text)), None)


def _option_of_json(data: object) -> str | None:
    if isinstance(data, dict):
        found = {_KEYS[key] for key in data if key in _KEYS}
        return found.pop() if len(found) == 1 else None
    is_operator = isinstance(data, list) and any(
        isinstance(item, dict) and "input_desc" in item for item in data
    )
    return "singleop" if is_operator else None
