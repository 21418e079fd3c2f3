"""The resolution of timings: what the clock and calling a plan take."""

from __future__ import annotations

import pytest

from aoe.backends.cpu.microbenchmarks import timer
from aoe.backends.cpu.microbenchmarks.timer import empty_run_seconds, timer_resolution
from aoe.backends.cpu.target.host import host_target
from aoe.backends.registry import backend_named
from tests.backends.cpu.changed_target import changed

TARGET = host_target(1)


def test_an_empty_run_takes_a_time_that_every_operator_exceeds() -> None:
    assert 0.0 < empty_run_seconds(TARGET) < 2e-6


def test_the_resolution_is_that_of_both_times(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(timer, "empty_run_seconds", lambda target: 3e-8)
    assert timer_resolution(TARGET) == 6e-8


def test_it_is_that_of_this_machine_whatever_is_compiled_for() -> None:
    foreign = changed(TARGET, cpu="other", features="+no-machine-has-this")
    assert backend_named("cpu").machine.resolution(foreign) > 0.0


def test_a_backend_that_measures_nothing_has_none() -> None:
    machine = backend_named("reference").machine
    assert machine.resolution(machine.target()) == 0.0
