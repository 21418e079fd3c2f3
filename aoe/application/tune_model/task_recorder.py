"""Remembers how far the operators of a job came, for the table at its end."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from aoe.tuning.observer import Outcome, SilentObserver, TaskProgress

OPERATORS = "operators"


class TaskRecorder(SilentObserver):
    """An `Observer` that remembers the operators of a job, or its subgraphs where only these are
    tuned.

    Attributes:
        kind: What is remembered, as a plural.
        budget: The budget of the job in seconds; None without a limit.
    """

    def __init__(self) -> None:
        self.kind = OPERATORS
        self.budget: float | None = None
        self._tasks: dict[str, dict[str, TaskProgress]] = {}

    @property
    def tasks(self) -> list[TaskProgress]:
        """How far each came."""
        return list(self._tasks.get(self.kind, {}).values())

    def started(self, total: int, kind: str = OPERATORS) -> None:
        """Begins anew: operators may be tuned once more, after subgraphs."""
        if kind == OPERATORS or OPERATORS not in self._tasks:
            self.kind = kind
        self._tasks[kind] = {}

    def budgeted(self, seconds: float | None) -> None:
        """Remembers the budget."""
        self.budget = seconds

    def tasks_changed(self, tasks: Sequence[TaskProgress]) -> None:
        """Remembers them."""
        known = next(reversed(self._tasks.values()), {})
        known |= {task.key: task for task in tasks}

    def decided_again(self, outcome: Outcome[Any]) -> None:
        """Forgets a gain that did not hold in the model."""
        for tasks in self._tasks.values():
            if outcome.key in tasks:
                task = tasks[outcome.key]
                tasks[outcome.key] = replace(task, after=task.before)
