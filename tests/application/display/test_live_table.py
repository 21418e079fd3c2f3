"""The table of a tuning run on a terminal."""

from __future__ import annotations

import io

import pytest
from rich.console import Console
from rich.live import Live

from aoe.application.display.console import PlainProgress, WarningsOnly
from aoe.application.display.live_table import INTERVAL, LiveTable, live_observer, ordered
from aoe.tuning.observer import TaskProgress, TaskState
from tests.application.tune.outcomes import outcome


def task(
    name: str, state: TaskState, uses: int = 1, before: float | None = None, after: float = 0.0
) -> TaskProgress:
    tried = 0 if state == "waiting" else 8
    if before is None:
        return TaskProgress(name, name, ("Conv",), uses, state, tried=tried)
    return TaskProgress(name, name, ("Conv",), uses, state, before * 1e-6, after * 1e-6, tried)


class Clock:
    """A clock that the test moves."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


class Shown:
    """A table on a terminal that is a string."""

    def __init__(self, width: int = 100, height: int = 30) -> None:
        self.stream, self.clock = io.StringIO(), Clock()
        console = Console(file=self.stream, force_terminal=True, width=width, height=height)
        self.live = Live(console=console, auto_refresh=False)
        self.table = LiveTable(self.live, "resnet50 [fp32]", 0.0, self.clock)

    def text(self) -> str:
        """What the terminal shows now."""
        shown = Console(file=io.StringIO(), width=100)
        shown.print(self.live.get_renderable())
        assert isinstance(shown.file, io.StringIO)
        return shown.file.getvalue()


def test_operators_stand_in_order_of_their_share() -> None:
    shown = Shown()
    tasks = [
        task("small", "searching", 1, 20, 10),
        task("large", "searching", 3, 30, 30),
        task("next", "waiting", 1, 100, 100),
    ]
    shown.table.started(3)
    shown.table.tasks_changed(tasks)
    shown.clock.now = 65.0
    shown.table.progress(0, 3, 2.0, 30.0)
    assert [item.name for item in ordered(tasks)] == ["next", "large", "small"]
    title, _, _, *rows = shown.text().splitlines()
    assert title.strip() == (
        "Tuning resnet50 [fp32]: 0 of 3 operators done, 0:01:05, about 0:00:30 left"
    )
    assert rows[0].split() == ["next", "(Conv)", "50.0%", "waiting"]
    assert rows[1].split()[:7] == ["large", "(Conv)", "x3", "45.0%", "30.0", "us", "30.0"]
    assert "20.0 us   10.0 us   100.00%   searching, 8 tried" in rows[2]


def test_the_budget_stands_beside_the_time() -> None:
    shown = Shown()
    shown.table.budgeted(120.0)
    assert "0:00:00 of 0:02:00" in shown.text()


def test_what_became_of_an_operator_is_its_state() -> None:
    shown = Shown()
    shown.table.started(2)
    for name, decision in (("conv1", "add"), ("conv2", "unsatisfied")):
        shown.table.decided(outcome(name, decision, 20, 10))  # type: ignore[arg-type]
    shown.table.tasks_changed([task(name, "decided", 1, 2, 1) for name in ("conv1", "conv2")])
    shown.table.progress(2, 2, 2.0, None)
    assert [line.rstrip().rpartition("  ")[2] for line in shown.text().splitlines()[3:5]] == [
        "faster",
        "nothing faster",
    ]
    shown.table.decided_again(outcome("conv1", "unsatisfied"))
    shown.table.phase("measuring the whole model", 3.0)
    assert "no faster in the model" in shown.text()
    assert "measuring the whole model, 0:00:00, about 0:00:03 left" in shown.text()


def test_more_operators_than_the_terminal_has_lines_are_counted() -> None:
    shown = Shown(height=12)
    shown.table.started(9)
    shown.table.tasks_changed([task(str(n), "searching", 1, 1, 1) for n in range(9)])
    shown.clock.now = INTERVAL
    shown.table.progress(0, 9, 1.0, None)
    assert "and 5 more" in shown.text()


def test_the_table_is_not_drawn_after_every_sample() -> None:
    shown = Shown()
    shown.table.tasks_changed([task("conv", "searching", 1, 2, 1)])
    shown.clock.now = INTERVAL / 2
    shown.table.progress(0, 1, 1.0, None)
    assert "conv" not in shown.text()
    shown.clock.now = INTERVAL
    shown.table.progress(0, 1, 1.0, None)
    assert "conv" in shown.text()


def test_what_the_search_did_not_reach_is_said_when_it_is_over() -> None:
    shown = Shown()
    shown.table.started(1)
    shown.table.tasks_changed([task("conv", "waiting", 1, 2, 2)])
    shown.table.phase("measuring the whole model", 3.0)
    assert shown.text().splitlines()[3].split()[-2:] == ["not", "reached"]


def test_warnings_stand_above_the_table() -> None:
    shown = Shown()
    shown.table.warning("conv2 is [odd]")
    assert "warning: conv2 is [odd]" in shown.stream.getvalue()


def test_off_a_terminal_there_are_plain_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    stream = io.StringIO()
    monkeypatch.setattr("sys.stderr", stream)
    with live_observer("m", True, 0.0) as observer:
        assert isinstance(observer, PlainProgress)
        observer.budgeted(15.0)
        observer.started(2)
    assert stream.getvalue() == "budget 0:00:15\ntuning 2 operators\n"
    with live_observer("m", False, 0.0) as observer:
        assert isinstance(observer, WarningsOnly)
