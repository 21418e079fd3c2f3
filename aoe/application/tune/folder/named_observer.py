"""Shows of one model of several what is its own."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from aoe.tuning.observer import Observer, Outcome, SilentObserver


class NamedObserver(SilentObserver):
    """An `Observer` of one model's own phases, which passes on what happens with the model's name.
    The search for all models has shown its operators already.
    """

    def __init__(self, observer: Observer, name: str) -> None:
        self._observer, self._name = observer, name

    def decided_again(self, outcome: Outcome[Any]) -> None:
        """Passes on that a policy lost inside the model."""
        self._observer.decided_again(replace(outcome, name=f"{self._name}: {outcome.name}"))

    def phase(self, text: str, seconds_left: float | None) -> None:
        """Passes on what comes next."""
        self._observer.phase(f"{self._name}: {text}", seconds_left)

    def warning(self, text: str) -> None:
        """Passes on a warning."""
        self._observer.warning(f"{self._name}: {text}")
