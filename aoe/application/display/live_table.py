"""Shows a tuning run on a terminal as a table that changes in place: the operators that take most
of the model's time, how far each one is, and the time.

The table is drawn anew when something has happened and nothing is being timed, never by a thread of
its own, which would take time from what is measured.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from rich import box
from rich.console import Console, Group
from rich.live import Live
from rich.table import Table
from rich.text import Text

from aoe.application.display.console import (
    NARROWEST_TERMINAL,
    PlainProgress,
    WarningsOnly,
    reverted_sentence,
)
from aoe.application.display.times import clock_text, gain_text, seconds_text, share_text
from aoe.tuning.observer import Observer, Outcome, SilentObserver, TaskProgress

#: Seconds between two drawings, at least.
INTERVAL = 0.25
#: Lines of the terminal that the rows leave free.
AROUND = 8
MOST_ROWS, FEWEST_ROWS = 20, 3
STATES = {
    "waiting": "waiting",
    "searching": "searching",
    "ranking": "comparing the best",
    "decided": "done",
}
DECISIONS = {
    "add": "faster",
    "update": "faster",
    "reserved": "known already",
    "unsatisfied": "nothing faster",
    "failed": "failed",
}
REVERTED = "no faster in the model"
#: Of what waits when the search is over.
NOT_REACHED = "not reached"


@contextmanager
def live_observer(name: str, shown: bool, start: float) -> Iterator[Observer]:
    """An observer that shows the progress of tuning `name` as a table, and off a terminal as plain
    lines.

    Args:
        name: What is tuned.
        shown: Whether progress is shown; warnings go to the log otherwise.
        start: When the run began, by `time.monotonic`.
    """
    console = Console(file=sys.stderr)
    if not shown:
        yield WarningsOnly()
    elif not console.is_terminal or console.width <= NARROWEST_TERMINAL:
        yield PlainLines(sys.stderr)
    else:
        with Live(console=console, auto_refresh=False, transient=True) as live:
            yield LiveTable(live, name, start)


class PlainLines(PlainProgress):
    """An `Observer` that prints a line for every operator or subgraph, and the budget before."""

    def budgeted(self, seconds: float | None) -> None:
        """Prints the budget."""
        if seconds is not None:
            self._print(f"budget {clock_text(seconds)}")


class LiveTable(SilentObserver):
    """An `Observer` that draws a table."""

    def __init__(
        self, live: Live, name: str, start: float, clock: Callable[[], float] = time.monotonic
    ) -> None:
        """`start`: when the run began, by `clock`."""
        self._live, self._name = live, name
        self._start, self._clock = start, clock
        self._drawn = float("-inf")
        self._kind, self._phase = "operators", ""
        self._budget: float | None = None
        self._left: float | None = None
        self._left_at = start
        self._tasks: dict[str, TaskProgress] = {}
        self._decisions: dict[str, str] = {}
        self._draw()

    def started(self, total: int, kind: str = "operators") -> None:
        """Begins a table of operators or subgraphs."""
        self._kind, self._phase, self._tasks = kind, "", {}
        self._draw()

    def budgeted(self, seconds: float | None) -> None:
        """Shows the budget beside the time."""
        self._budget = seconds
        self._draw()

    def tasks_changed(self, tasks: Sequence[TaskProgress]) -> None:
        """Shows how far tasks are."""
        self._tasks |= {task.key: task for task in tasks}

    def decided(self, outcome: Outcome[Any]) -> None:
        """Shows what became of a task."""
        self._decisions[outcome.key] = DECISIONS[outcome.decision]

    def decided_again(self, outcome: Outcome[Any]) -> None:
        """Shows above the table, and in it, that an old policy is used again."""
        self._decisions[outcome.key] = REVERTED
        self._say(reverted_sentence(outcome))

    def phase(self, text: str, seconds_left: float | None) -> None:
        """Shows what comes next."""
        self._phase = text
        self._set_left(seconds_left)
        self._draw()

    def progress(self, done: int, total: int, best_gain: float, seconds_left: float | None) -> None:
        """Draws the table anew, unless that was done just now."""
        self._set_left(seconds_left)
        if self._clock() - self._drawn >= INTERVAL or done == total:
            self._draw()

    def warning(self, text: str) -> None:
        """Prints the warning above the table."""
        self._say(f"warning: {text}")

    def _say(self, text: str) -> None:
        self._live.console.print(text, markup=False, highlight=False)

    def _set_left(self, seconds: float | None) -> None:
        self._left, self._left_at = seconds, self._clock()

    def _draw(self) -> None:
        self._drawn = self._clock()
        self._live.update(Group(self._title(), self._table()), refresh=True)

    def _title(self) -> Text:
        done = sum(task.state == "decided" for task in self._tasks.values())
        what = self._phase or f"{done} of {len(self._tasks)} {self._kind} done"
        used = clock_text(self._drawn - self._start)
        limit = "" if self._budget is None else f" of {clock_text(self._budget)}"
        left = "" if self._left is None else f", about {clock_text(self._left)} left"
        return Text(f"Tuning {self._name}: {what}, {used}{limit}{left}", style="bold")

    def _table(self) -> Table:
        table = Table(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False)
        table.add_column(self._kind.removesuffix("s"), no_wrap=True, overflow="ellipsis")
        for heading in ("share", "before", "after", "gain"):
            table.add_column(heading, justify="right", no_wrap=True)
        table.add_column("state", no_wrap=True)
        room = self._live.console.height - AROUND
        rows = ordered(self._tasks.values())
        shown = rows[: min(MOST_ROWS, max(FEWEST_ROWS, room))]
        total = sum(map(model_seconds, rows))
        for task in shown:
            state = STATES[task.state]
            if task.state == "waiting" and self._phase:
                state = NOT_REACHED
            elif task.state == "decided":
                state = self._decisions.get(task.key, state)
            elif task.tried:
                state = f"{state}, {task.tried} tried"
            table.add_row(Text(task_text(task)), *figures(task, total), Text(state))
        if len(rows) > len(shown):
            table.add_row(Text(f"and {len(rows) - len(shown)} more", style="dim"))
        return table


def ordered(tasks: Iterable[TaskProgress]) -> list[TaskProgress]:
    """Tasks by their share of the model's time, the largest first."""
    return sorted(tasks, key=lambda task: -model_seconds(task))


def model_seconds(task: TaskProgress) -> float:
    """Seconds of all uses in one inference under the best policy so far; 0 where not known."""
    return 0.0 if task.after is None else task.uses * task.after


def task_text(task: TaskProgress) -> str:
    """A task in one cell: its name, what was fused, and how many are equal."""
    uses = f" x{task.uses}" if task.uses > 1 else ""
    return f"{task.name} ({'+'.join(task.types)}){uses}"


def figures(task: TaskProgress, total: float) -> tuple[str, str, str, str]:
    """Share, time before, time after and gain of a task, of a model that takes `total` seconds.
    Times that are only estimated are left out.
    """
    if task.before is None or task.after is None:
        return ("", "", "", "")
    share = share_text(model_seconds(task) / total) if total else ""
    if task.state == "waiting":
        return (share, "", "", "")
    gain = gain_text(task.before, task.after)
    return (share, seconds_text(task.before), seconds_text(task.after), gain)
