"""aoe.ini: AOE's engine configuration, read from where AOE's installation has it.

The first of `$HOME/Ascend/latest/tools/aoe/conf/aoe.ini` and `$HOME/Ascend/cann/conf/aoe.ini` that
exists counts. Lines are `KEY = value`; section headers, blank lines and comments (`#`, `;`) say
nothing. What the values mean and their ranges: `aoe.settings`.
"""

from __future__ import annotations

import logging
import os
import re
from pathlib import Path

from aoe.errors import UsageError

logger = logging.getLogger(__name__)

KEYS = ("WORK_PATH", "TUNING_PARALLEL_NUM", "RUN_LOOP")
#: Below the user's home, as AOE 8 and AOE 9 install it.
PLACES = ("Ascend/latest/tools/aoe/conf/aoe.ini", "Ascend/cann/conf/aoe.ini")


def aoe_ini_path(home: Path) -> Path | None:
    """The configuration file of a user, if there is one that this process can see."""
    return next((home / place for place in PLACES if os.path.isfile(home / place)), None)


def read_aoe_ini(path: Path) -> dict[str, str]:
    """The values in a configuration file by key; empty ones are left out, unknown keys told of.

    Raises `UsageError` naming file and line for what is no `KEY = value`, or is there twice.
    """
    try:
        lines = path.read_text("utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"cannot read {path}: {error}; repair or remove it") from error
    values: dict[str, str] = {}
    for number, line in enumerate(lines, 1):
        text = re.sub(r"(^|\s)[#;].*", "", line).strip()
        if not text or re.fullmatch(r"\[.*\]", text):
            continue
        name, equals, value = (part.strip() for part in text.partition("="))
        key = name.upper()
        if not equals:
            raise UsageError(f"{path}, line {number}: {text!r} is not KEY = value; correct it")
        if key in values:
            raise UsageError(f"{path}, line {number}: {key} is there twice; keep one")
        if key not in KEYS:
            logger.warning("%s: %s is none of %s; it has no effect", path, name, ", ".join(KEYS))
            continue
        values[key] = value
    return {key: value for key, value in values.items() if value}
