"""Compression of the models of a folder: a file concerns the models that have what it names."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import TypeVar

from aoe.application.model.request.compression_request import (
    CompressionRequest,
    OtherModelError,
)
from aoe.application.request.tune_request import TuneRequest
from aoe.errors import UsageError

Made = TypeVar("Made")


@dataclass
class Concerned:
    """Which files of compression concern some model of a folder.

    Attributes:
        asked: What is wanted of all models.
        others: Options whose files concerned none of the models so far.
        seen: How many models there were.
    """

    asked: CompressionRequest
    others: set[str] = field(default_factory=set)
    seen: int = 0

    def carried_out(
        self,
        request: TuneRequest,
        compress: Callable[[TuneRequest], Made],
        warn: Callable[[str], None],
    ) -> Made:
        """Compresses a model, without the files that are about others.

        Args:
            request: What is asked for the model.
            compress: Compresses it as a request wants it.
            warn: Is called with a sentence for each file that is left out.

        Raises:
            AoeError: From `compress`.
        """
        left_out: set[str] = set()
        try:
            while True:
                try:
                    made = compress(request)
                except OtherModelError as error:
                    warn(f"{error}; the file is left out for this model")
                    left_out.add(error.option)
                    fewer = request.compression.without(error.option)
                    request = replace(request, compression=fewer)
                    continue
                return made
        finally:  # A file concerns a model that fails for another reason, too.
            self.others = left_out & self.others if self.seen else left_out
            self.seen += 1

    def require_all(self, folder: str) -> None:
        """Raises `UsageError` if a file concerns no model of the folder."""
        for option in sorted(self.others):
            raise UsageError(
                f"--{option}={self.asked.file_of(option)}: concerns no model of {folder}, as the "
                "warnings say; name layers or inputs of a model there, or leave it out"
            )
