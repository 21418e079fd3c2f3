"""Engines measured against each other in turns."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from aoe.application.run import contest
from aoe.application.run.contest import FEWEST_ROUNDS, PROCESSES, Contest, held
from aoe.application.run.engines import EngineError, Opened, Opening
from aoe.errors import AoeError


class Engines:
    """Stands for processes; remembers who had a turn."""

    def __init__(self, failing: Sequence[str] = ()) -> None:
        self.failing, self.turns, self.started = failing, [], 0  # type: ignore[var-annotated]

    def process(self, handler: str) -> Engine:
        self.started += 1
        return Engine(self)


class Engine:
    def __init__(self, engines: Engines) -> None:
        self.engines, self.name = engines, ""

    def call(self, request: Any, timeout: float) -> Any:
        if isinstance(request, Opening):
            self.name = request.engine
            if self.name in self.engines.failing:
                raise EngineError(f"{self.name} cannot")
            return Opened("1.0", [np.zeros(1)])
        self.engines.turns.append(self.name)
        return [1.0]

    def close(self) -> None:
        pass


def _held(
    patch: pytest.MonkeyPatch, engines: Engines, quiet: Sequence[bool], *names: str
) -> Contest:
    looks = iter(quiet)
    patch.setattr(contest, "WorkerProcess", engines.process)
    patch.setattr(contest, "PAUSE_SECONDS", 0.0)
    openings = [Opening(name, Path("m"), 1, {}, []) for name in names]
    return held(openings, 0.0, lambda: next(looks, True))


def test_engines_take_turns_in_rotating_order_in_fresh_processes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    engines = Engines()
    found = _held(monkeypatch, engines, [], "a", "b")
    assert engines.turns[:4] == ["a", "b", "b", "a"]
    assert engines.started == 2 * PROCESSES
    assert len(found.rounds) == FEWEST_ROUNDS
    assert found.is_quiet


def test_rounds_that_were_disturbed_do_not_count(monkeypatch: pytest.MonkeyPatch) -> None:
    found = _held(monkeypatch, Engines(), [True, False], "a", "b")
    found.rounds += [contest.Round(True, {"a": [2.0]}) for _ in range(FEWEST_ROUNDS)]
    assert not found.rounds[0].quiet
    assert found.is_quiet
    assert len(found.seconds("a")) == len(found.quiet_rounds)


def test_a_busy_machine_is_measured_and_not_judged(monkeypatch: pytest.MonkeyPatch) -> None:
    found = _held(monkeypatch, Engines(), [False] * 100, "a", "b")
    assert not found.is_quiet
    assert len(found.seconds("a")) == FEWEST_ROUNDS


def test_an_engine_that_cannot_run_the_model_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    found = _held(monkeypatch, Engines(["b"]), [], "a", "b", "c")
    assert found.missing == {"b": "b cannot"}
    assert list(found.versions) == ["a", "c"]


@pytest.mark.parametrize("failing", ["a", "b"])
def test_without_a_pair_there_is_nothing_to_compare(
    failing: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(AoeError, match=f"{failing} cannot"):
        _held(monkeypatch, Engines([failing]), [], "a", "b")
