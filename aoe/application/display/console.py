"""What a tuning run says on the screen: progress while it works, the outcome at the end.

On a terminal a bar with operators done, best gain and time left; elsewhere one plain line per
operator, fit for log files. Both go to standard error, so that standard output holds the outcome
alone. `--progress_bar=off` silences them, as does ASCEND_SLOG_PRINT_TO_STDOUT=1; warnings then go
to the log.
"""

from __future__ import annotations

import logging
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import timedelta
from typing import TextIO

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

from aoe.results.improvement import percent_text
from aoe.tuning.observer import Observer, OperatorOutcome, SilentObserver

logger = logging.getLogger(__name__)

#: AOE draws no bar on a terminal as narrow as this.
NARROWEST_TERMINAL = 20
DECISIONS = {
    "reserved": "kept from the repository",
    "unsatisfied": "nothing faster than the default",
    "failed": "failed; the default is used",
}


@contextmanager
def progress_observer(name: str, shown: bool, stream: TextIO | None = None) -> Iterator[Observer]:
    """An observer that shows the progress of tuning `name`; it closes its bar at the end."""
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
        """Logs it."""
        logger.warning("%s", text)


class PlainProgress:
    """An `Observer` that prints a line for every operator or subgraph."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._done = 0
        self._total = 0

    def started(self, total: int, kind: str = "operators") -> None:
        """Says how much there is to do."""
        self._done, self._total = 0, total
        self._print(f"tuning {total} {kind}")

    def decided(self, outcome: OperatorOutcome) -> None:
        """Says what became of an operator."""
        self._done += 1
        self._print(f"[{self._done}/{self._total}] {outcome_sentence(outcome)}")

    def decided_again(self, outcome: OperatorOutcome) -> None:
        """Says so."""
        self._print(reverted_sentence(outcome))

    def stage(self, text: str, seconds_left: float | None) -> None:
        """Says what comes next."""
        self._print(text)

    def progress(self, done: int, total: int, best_gain: float, seconds_left: float | None) -> None:
        """Nothing between operators."""

    def warning(self, text: str) -> None:
        """Says it."""
        self._print(f"warning: {text}")

    def _print(self, text: str) -> None:
        print(text, file=self._stream, flush=True)


class BarProgress:
    """An `Observer` that draws a bar."""

    def __init__(self, bar: Progress, name: str) -> None:
        self._bar = bar
        self._title = f"Tuning {name}"
        self._task = bar.add_task(self._title, total=None, gain="", left="")

    def started(self, total: int, kind: str = "operators") -> None:
        """Sets the bar's length, and its title again after an earlier part of the run."""
        self._bar.update(self._task, description=self._title, completed=0, total=total)

    def decided(self, outcome: OperatorOutcome) -> None:
        """Nothing: `progress` moves the bar."""

    def decided_again(self, outcome: OperatorOutcome) -> None:
        """Says so above the bar."""
        self._bar.console.print(reverted_sentence(outcome), markup=False, highlight=False)

    def stage(self, text: str, seconds_left: float | None) -> None:
        """Names it in place of the model."""
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
        """Says it above the bar."""
        self._bar.console.print(f"warning: {text}", markup=False, highlight=False)


class Observers:
    """An `Observer` that passes everything on to several."""

    def __init__(self, observers: Sequence[Observer]) -> None:
        self._observers = tuple(observers)

    def started(self, total: int, kind: str = "operators") -> None:
        """Passed on."""
        for observer in self._observers:
            observer.started(total, kind)

    def decided(self, outcome: OperatorOutcome) -> None:
        """Passed on."""
        for observer in self._observers:
            observer.decided(outcome)

    def decided_again(self, outcome: OperatorOutcome) -> None:
        """Passed on."""
        for observer in self._observers:
            observer.decided_again(outcome)

    def stage(self, text: str, seconds_left: float | None) -> None:
        """Passed on."""
        for observer in self._observers:
            observer.stage(text, seconds_left)

    def progress(self, done: int, total: int, best_gain: float, seconds_left: float | None) -> None:
        """Passed on."""
        for observer in self._observers:
            observer.progress(done, total, best_gain, seconds_left)

    def warning(self, text: str) -> None:
        """Passed on."""
        for observer in self._observers:
            observer.warning(text)


def outcome_sentence(outcome: OperatorOutcome) -> str:
    """One operator's outcome in a line, with how many of its candidates failed and of what."""
    return f"{_outcome(outcome)}{_failures(outcome)}"


def _failures(outcome: OperatorOutcome) -> str:
    causes = Counter(failure.cause for failure in outcome.failures)
    counts = ", ".join(f"{cause} {count}" for cause, count in sorted(causes.items()))
    return f" [candidates that failed: {counts}]" if counts else ""


def _outcome(outcome: OperatorOutcome) -> str:
    what = f"{outcome.name} ({'+'.join(outcome.types)})"
    if outcome.before is None or outcome.after is None or outcome.decision in DECISIONS:
        return f"{what}: {DECISIONS.get(outcome.decision, outcome.decision)}"
    before, after = outcome.before.median * 1e6, outcome.after.median * 1e6
    gained = percent_text(before, after)
    return f"{what}: {before:.1f} -> {after:.1f} us, {gained} faster ({outcome.decision})"


def reverted_sentence(outcome: OperatorOutcome) -> str:
    """What is said of an operator that has its old policy again."""
    what = f"{outcome.name} ({'+'.join(outcome.types)})"
    return f"{what}: no faster inside the whole model; its old policy is used again"


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
