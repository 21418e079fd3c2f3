"""Lets all workers of a training decide alike. What decides is reduced or sent by the first worker,
and what may fail on one is followed by asking all whether it did.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from aoe.errors import AoeError, one_line

Value = TypeVar("Value")


class RankError(AoeError):
    """Something failed on a worker. All workers raise it together."""


class LostRankError(AoeError):
    """A worker ended, or does not answer."""


class Workers(ABC):
    """The workers of a training. Every method but the properties is called on all of them.

    Attributes:
        count: How many there are.
        number: Which one this is.
    """

    count: int
    number: int

    @property
    def is_first(self) -> bool:
        """Whether this is the worker that reads, writes and tells."""
        return self.number == 0

    @abstractmethod
    def largest(self, values: Sequence[float]) -> list[float]:
        """The largest of each value over all workers.

        Raises:
            LostRankError: A worker ended.
        """

    @abstractmethod
    def gathered(self, value: Value) -> list[Value]:
        """The values of all workers."""

    @abstractmethod
    def from_first(self, value: Value) -> Value:
        """The value of the first worker."""

    def wait(self) -> None:
        """Waits until all workers are here."""
        self.largest([0.0])

    def together(self, action: Callable[[], Value]) -> Value:
        """What an action returns. It uses no collectives. If it fails on any worker, all raise.

        Raises:
            RankError: It failed.
        """
        result: Any = None
        failure: Exception | None = None
        try:
            result = action()
        except Exception as error:
            failure = error
        if not self.largest([float(failure is not None)])[0]:
            done: Value = result
            return done
        text = "" if failure is None else f"{type(failure).__name__}: {one_line(failure)}"
        told = self.gathered(text)
        first = next(number for number, item in enumerate(told) if item)
        raise RankError(f"on rank {first}: {told[first]}") from failure


def lost(error: Exception) -> LostRankError:
    """What is said of a collective that failed."""
    return LostRankError(
        "a rank ended or does not answer during gradient tuning; the repository is as it was. "
        f"See the error of that rank and start the training again: {one_line(error)}"
    )
