"""Reads aoe.ini, AOE's engine configuration, from the folders where AOE is installed.

The first file of `$HOME/Ascend/latest/tools/aoe/conf/aoe.ini` and `$HOME/Ascend/cann/conf/aoe.ini`
that exists counts. Its lines are `KEY = value`. Section headers, blank lines and comments (`#`,
`;`) are skipped. `aoe.settings` checks the values.
"""

from __future__ import annotations

import logging
import os
import re
from pathlib import Path

from aoe.errors import UsageError

logger = logging.getLogger(__name__)

KEYS = ("WORK_PATH", "TUNING_PARALLEL_NUM", "RUN_LOOP")
#: Paths below the user's home, as of AOE 8 and AOE 9.
PLACES = ("Ascend/latest/tools/aoe/conf/aoe.ini", "Ascend/cann/conf/aoe.ini")


def aoe_ini_path(home: Path) -> Path | None:
    """The configuration file of a user, if this process can see one."""
    return next((home / place for place in PLACES if os.path.isfile(home / place)), None)


def read_aoe_ini(path: Path) -> dict[str, str]:
    """The values of a configuration file by key, without empty ones. Warns of unknown keys. Raises
    `UsageError` naming file and line for a line of another form, and for a key that is there twice.
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
