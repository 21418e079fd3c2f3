"""Who measures waits for a quiet machine, but not for ever."""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest

from aoe.tuning.comparison.comparison_policy import WAITING
from aoe.tuning.measurement.idle_wait import IdleWait


@dataclass
class FakeMachine:
    """Is quiet from a moment on; its clock goes on only while somebody sleeps."""

    quiet_from: float
    now: float = 100.0
    looks: int = field(default=0)

    def is_quiet(self) -> bool:
        self.looks += 1
        return self.now >= self.quiet_from

    def sleep(self, seconds: float) -> None:
        self.now += seconds

    def idle_wait(self) -> IdleWait:
        return IdleWait(self, 0.0, lambda: self.now, self.sleep)


def test_nobody_waits_for_a_quiet_machine() -> None:
    machine = FakeMachine(quiet_from=0.0)
    assert machine.idle_wait().wait()
    assert (machine.now, machine.looks) == (100.0, 1)


def test_a_busy_machine_is_waited_for_until_it_is_quiet() -> None:
    machine = FakeMachine(quiet_from=102.0)
    assert machine.idle_wait().wait()
    assert machine.now == pytest.approx(102.0, abs=WAITING.look_seconds)


def test_all_waiting_together_has_a_share_of_the_run() -> None:
    machine = FakeMachine(quiet_from=1e9)
    idle_wait = machine.idle_wait()
    for _ in range(5):
        assert not idle_wait.wait()
    assert idle_wait.waited <= WAITING.search_share * machine.now
    assert machine.now == pytest.approx(100.0 + WAITING.search_share * 100.0, abs=2.0)


def test_a_step_may_say_how_long_it_would_wait() -> None:
    machine = FakeMachine(quiet_from=1e9)
    assert not machine.idle_wait().wait(0.5)
    assert machine.now == pytest.approx(100.5, abs=WAITING.look_seconds)
    assert not machine.idle_wait().wait(-1.0)


def test_without_a_watch_there_is_no_waiting() -> None:
    assert IdleWait().wait(60.0)
