"""Compilers that are there while they are needed."""

from __future__ import annotations

import threading
from collections.abc import Callable

import pytest

from aoe.application.model.kept_compiler import KeptCompiler
from aoe.backends.backend import Compiler
from aoe.backends.registry import backend_named


class Watched:
    """Counts compilers that were made, and tells when one is closed."""

    def __init__(self) -> None:
        self.made = 0
        self.closed = threading.Event()

    def make(self) -> Compiler:
        self.made += 1
        self.closed.clear()
        backend = backend_named("reference")
        compiler = backend.compiler(backend.machine.target())
        compiler.close = self.closed.set  # type: ignore[method-assign]
        return compiler


def test_one_compiler_serves_uses_that_follow_each_other() -> None:
    watched = Watched()
    kept = KeptCompiler(watched.make, seconds=60)
    with kept.use() as first:
        pass
    with kept.use() as second:
        assert second is first
    assert not watched.closed.is_set()
    kept.close()
    assert (watched.made, watched.closed.is_set()) == (1, True)


def test_one_that_was_started_is_the_one_that_is_used() -> None:
    watched = Watched()
    kept = KeptCompiler(watched.make, seconds=60)
    kept.start()
    assert watched.made == 1
    with kept.use():
        assert watched.made == 1
    kept.close()


def test_it_is_closed_after_a_while_and_opened_again() -> None:
    watched = Watched()
    kept = KeptCompiler(watched.make, seconds=0.01)
    with kept.use():
        pass
    assert watched.closed.wait(10)
    with kept.use():
        assert watched.made == 2
    kept.close()


def test_a_timer_that_is_late_does_not_close_it_right_after_a_use(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    timers: list[Callable[[], None]] = []
    monkeypatch.setattr(threading.Timer, "start", lambda timer: timers.append(_bound(timer)))
    watched = Watched()
    kept = KeptCompiler(watched.make)
    for _ in range(2):
        with kept.use():
            pass
    timers[0]()
    assert not watched.closed.is_set()
    timers[1]()
    assert watched.closed.is_set()


def _bound(timer: threading.Timer) -> Callable[[], None]:
    return lambda: timer.function(*timer.args, **timer.kwargs)


def test_it_is_closed_with_its_owner() -> None:
    watched = Watched()
    kept = KeptCompiler(watched.make, seconds=60)
    with kept.use():
        pass
    del kept
    assert watched.closed.wait(10)
