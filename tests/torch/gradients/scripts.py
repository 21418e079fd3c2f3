"""What scripts on several ranks have in common: the environment, and what the logger tells."""

from __future__ import annotations

import logging
import os

#: The device model that the repository knows.
SOC = "test_2c"


def environment(folder: str, mode: str) -> None:
    os.environ.update(TUNE_BANK_PATH=folder, ASCEND_WORK_PATH=folder, AOE_MODE=mode)


class Notices(logging.Handler):
    """What a user is told by the logger."""

    def __init__(self) -> None:
        super().__init__()
        self.texts: list[str] = []
        logger = logging.getLogger("aoe.torch")
        logger.handlers = [self]
        logger.setLevel(logging.INFO)

    def emit(self, record: logging.LogRecord) -> None:
        self.texts.append(record.getMessage())
