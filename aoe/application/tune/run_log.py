"""The log of a run, which `--log` asks for."""

from __future__ import annotations

import logging
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path

from aoe.errors import AoeError, not_written
from aoe.results.result_file import timestamp
from aoe.settings import Settings


@contextmanager
def run_log(level: str | None, settings: Settings) -> Iterator[None]:
    """Within, log records of a level and above go to the screen, or to a file beside the result
    file.

    Args:
        level: The value of `--log`; nothing is logged for `None` and "null".
        settings: The environment of the run.
    """
    if level in (None, "null"):
        yield
        return
    handler = _log_handler(settings)
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s"))
    logger = logging.getLogger("aoe")
    logger.addHandler(handler)
    logger.setLevel(str(level).upper())
    try:
        yield
    finally:
        logger.setLevel(logging.NOTSET)
        logger.removeHandler(handler)
        handler.close()


def _log_handler(settings: Settings) -> logging.Handler:
    if settings.log_to_stdout:
        return logging.StreamHandler(sys.stdout)
    path: Path = settings.result_directory / f"aoe_{timestamp(datetime.now())}.log"
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        return logging.FileHandler(path, encoding="utf-8")
    except OSError as error:
        raise AoeError(not_written(f"the log {path}", error)) from error
