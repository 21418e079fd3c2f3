"""Shows the progress of a tuning run on standard error.

On a terminal this is a bar with the operators done, the best gain and the time left. Elsewhere it
is one plain line per operator, which suits log files. `--progress_bar=off` and
ASCEND_SLOG_PRINT_TO_STDOUT=1 turn both off; warnings then go to the log. Standard output has the
result alone.
"""

from __future__ import annotations

import logging
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import timedelta
from typing import TextIO

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

from aoe.application.display.lost_reader import reader_may_leave
from aoe.errors import counted
from aoe.results.improvement import percent_text
from aoe.tuning.observer import Observer, OperatorOutcome, SilentObserver, TaskProgress

logger = logging.getLogger(__name__)

#: On a terminal as narrow as this AOE draws no bar.
NARROWEST_TERMINAL = 20
DECISIONS = {
    "reserved": "nothing faster than the policy that is known",
    "unsatisfied": "nothing faster than the default",
    "failed": "failed; the default is used",
}

#: Of what the repository has and the run does not search again.
_KNOWN = "not searched, because a fast policy is known, built in or from an earlier run"


@contextmanager
def progress_observer(name: str, shown: bool, stream: TextIO | None = None) -> Iterator[Observer]:
    """An observer that shows the progress of tuning `name`. It closes its bar at the end."""
    stream = stream or sys.stderr
    console = Console(file=stream)
    if not shown:
        yield WarningsOnly()
    elif not console.is_terminal or console.width <= NARROWEST_TERMINAL:
        yield PlainProgress(stream)
    else:
        with _bar(console) as bar:
            yield BarProgress(bar, name)


class WarningsOnly(SilentObserver):
    """An `Observer` that shows no progress and logs warnings."""

    def warning(self, text: str) -> None:
        """Logs the warning."""
        logger.warning("%s", text)


class PlainProgress(SilentObserver):
    """An `Observer` that prints a line for every operator or subgraph."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._done = 0
        self._total = 0

    def started(self, total: int, kind: str = "operators") -> None:
        """Prints how much there is to do."""
        self._done, self._total = 0, total
        self._print(f"tuning {counted(total, kind.removesuffix('s'), kind)}")

    def decided(self, outcome: OperatorOutcome) -> None:
        """Prints the outcome."""
        self._done += 1
        self._print(f"[{self._done}/{self._total}] {outcome_sentence(outcome)}")

    def decided_again(self, outcome: OperatorOutcome) -> None:
        """Prints that the old policy is used again."""
        self._print(reverted_sentence(outcome))

    def phase(self, text: str, seconds_left: float | None) -> None:
        """Prints what comes next."""
        self._print(text)

    def progress(self, done: int, total: int, best_gain: float, seconds_left: float | None) -> None:
        """Prints nothing between operators."""

    def warning(self, text: str) -> None:
        """Prints the warning."""
        self._print(f"warning: {text}")

    def _print(self, text: str) -> None:
        with reader_may_leave(self._stream):
            print(text, file=self._stream, flush=True)


class BarProgress(SilentObserver):
    """An `Observer` that draws a bar."""

    def __init__(self, bar: Progress, name: str) -> None:
        self._bar = bar
        self._title = f"Tuning {name}"
        self._task = bar.add_task(self._title, total=None, gain="", left="")

    def started(self, total: int, kind: str = "operators") -> None:
        """Sets the length of the bar, and its title again after an earlier phase."""
        self._bar.update(self._task, description=self._title, completed=0, total=total)

    def decided(self, outcome: OperatorOutcome) -> None:
        """Does nothing: `progress` moves the bar."""

    def decided_again(self, outcome: OperatorOutcome) -> None:
        """Prints above the bar that the old policy is used again."""
        self._bar.console.print(reverted_sentence(outcome), markup=False, highlight=False)

    def phase(self, text: str, seconds_left: float | None) -> None:
        """Shows what comes next in place of the title."""
        self._bar.update(self._task, description=text, left=_left(seconds_left))

    def progress(self, done: int, total: int, best_gain: float, seconds_left: float | None) -> None:
        """Moves the bar."""
        self._bar.update(
            self._task,
            completed=done,
            total=total,
            gain=f"best gain {best_gain:.2f}x" if best_gain > 1 else "",
            left=_left(seconds_left),
        )

    def warning(self, text: str) -> None:
        """Prints the warning above the bar."""
        self._bar.console.print(f"warning: {text}", markup=False, highlight=False)


class Observers:
    """An `Observer` that passes every call on to several observers."""

    def __init__(self, observers: Sequence[Observer]) -> None:
        self._observers = tuple(observers)

    def started(self, total: int, kind: str = "operators") -> None:
        """Passes the call on."""
        for observer in self._observers:
            observer.started(total, kind)

    def decided(self, outcome: OperatorOutcome) -> None:
        """Passes the call on."""
        for observer in self._observers:
            observer.decided(outcome)

    def decided_again(self, outcome: OperatorOutcome) -> None:
        """Passes the call on."""
        for observer in self._observers:
            observer.decided_again(outcome)

    def phase(self, text: str, seconds_left: float | None) -> None:
        """Passes the call on."""
        for observer in self._observers:
            observer.phase(text, seconds_left)

    def progress(self, done: int, total: int, best_gain: float, seconds_left: float | None) -> None:
        """Passes the call on."""
        for observer in self._observers:
            observer.progress(done, total, best_gain, seconds_left)

    def tasks_changed(self, tasks: Sequence[TaskProgress]) -> None:
        """Passes the call on."""
        for observer in self._observers:
            observer.tasks_changed(tasks)

    def budgeted(self, seconds: float | None) -> None:
        """Passes the call on."""
        for observer in self._observers:
            observer.budgeted(seconds)

    def warning(self, text: str) -> None:
        """Passes the call on."""
        for observer in self._observers:
            observer.warning(text)


class RewordingObserver(Observers):
    """An `Observer` that passes every call on, warnings in other words."""

    def __init__(self, observer: Observer, reword: Callable[[str], str]) -> None:
        """`reword`: makes the text to pass on of a warning."""
        super().__init__([observer])
        self._reword = reword

    def warning(self, text: str) -> None:
        """Passes the call on."""
        super().warning(self._reword(text))


def outcome_sentence(outcome: OperatorOutcome) -> str:
    """The outcome of an operator in one line, with the number of candidates that failed, by
    cause.
    """
    return f"{_outcome(outcome)}{_failures(outcome)}"


def _failures(outcome: OperatorOutcome) -> str:
    causes = Counter(failure.cause for failure in outcome.failures)
    counts = ", ".join(f"{cause} {count}" for cause, count in sorted(causes.items()))
    return f" [candidates that failed: {counts}]" if counts else ""


def _outcome(outcome: OperatorOutcome) -> str:
    what = f"{outcome.name} ({'+'.join(outcome.types)})"
    if outcome.decision == "reserved" and not outcome.candidates:
        return f"{what}: {_KNOWN}"
    if outcome.before is None or outcome.after is None or outcome.decision in DECISIONS:
        return f"{what}: {DECISIONS.get(outcome.decision, outcome.decision)}"
    before, after = outcome.before.median * 1e6, outcome.after.median * 1e6
    gained = percent_text(before, after)
    return f"{what}: {before:.1f} -> {after:.1f} us, {gained} faster ({outcome.decision})"


def reverted_sentence(outcome: OperatorOutcome) -> str:
    """The line for an operator that has its old policy again."""
    what = f"{outcome.name} ({'+'.join(outcome.types)})"
    return f"{what}: not kept by the check of the whole model; its old policy is used again"


def _bar(console: Console) -> Progress:
    return Progress(
        TextColumn("{task.description}", markup=False),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[gain]}"),
        TextColumn("{task.fields[left]}"),
        console=console,
        transient=True,
    )


def _left(seconds: float | None) -> str:
    return "" if seconds is None else f"{timedelta(seconds=round(seconds))} left"
