"""A driver that does nothing, and remembers what it was called for."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

#: What a function does with its arguments; it returns the code of an error, 0 for none.
Answer = Callable[..., int]


class FakeLibrary:
    """Stands for the driver's library. Every function succeeds, unless there is an answer.

    Attributes:
        calls: The functions that were called, by the names in the library, with their arguments.
    """

    def __init__(self, answers: Mapping[str, Answer] | None = None) -> None:
        self.calls: list[tuple[str, tuple[Any, ...]]] = []
        self._answers = dict(answers or {})

    @property
    def names(self) -> list[str]:
        """The functions that were called, in order."""
        return [name for name, _ in self.calls]

    def __getattr__(self, name: str) -> Callable[..., int]:
        def function(*arguments: Any) -> int:
            self.calls.append((name, arguments))
            answer = self._answers.get(name)
            return 0 if answer is None else answer(*arguments)

        return function


def store(place: Any, value: int) -> int:
    """Stores a number where an argument points to, and succeeds."""
    place._obj.value = value
    return 0
