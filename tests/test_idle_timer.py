"""What ends what was not used for a while."""

from __future__ import annotations

import threading
import weakref
from collections.abc import Callable

import pytest

from aoe.idle_timer import IdleTimer


class Owner:
    """Counts how often it ended."""

    def __init__(self, seconds: float = 60.0) -> None:
        self.guard = threading.Lock()
        self.idle = IdleTimer(seconds, self.guard, self.end)
        self.ends = 0
        self.has_ended = threading.Event()

    def end(self) -> None:
        assert self.guard.locked()
        self.ends += 1
        self.has_ended.set()


@pytest.fixture
def late(monkeypatch: pytest.MonkeyPatch) -> list[Callable[[], None]]:
    """What timers do once their time is up, in the order of their starts. None is cancelled: each
    may wait for the lock when it is.
    """
    found: list[Callable[[], None]] = []

    class Timer(threading.Timer):
        def start(self) -> None:
            found.append(self.function)

    monkeypatch.setattr(threading, "Timer", Timer)
    return found


def test_the_owner_ends_after_a_while() -> None:
    owner = Owner(0.01)
    with owner.guard:
        owner.idle.start()
    assert owner.has_ended.wait(10)


def test_a_timer_that_is_late_does_not_end_a_later_use(late: list[Callable[[], None]]) -> None:
    owner = Owner()
    owner.idle.start()
    owner.idle.stop()
    late[0]()
    assert owner.ends == 0


def test_a_timer_that_is_late_does_not_end_a_later_pause(late: list[Callable[[], None]]) -> None:
    owner = Owner()
    owner.idle.start()
    owner.idle.start()
    late[0]()
    assert owner.ends == 0
    late[1]()
    assert owner.ends == 1


def test_a_timer_does_not_keep_its_owner_alive(late: list[Callable[[], None]]) -> None:
    owner = Owner()
    owner.idle.start()
    gone = weakref.ref(owner)
    del owner
    assert gone() is None
    late[0]()
