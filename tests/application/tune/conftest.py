"""Fixtures of tests of tuning jobs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest

from aoe.application.tune import joint_check, subgraph_phase
from aoe.tuning import task_scheduler
from aoe.tuning.comparison.timing_statistics import Comparison
from aoe.tuning.model_check.model_check import VersionCheck
from aoe.tuning.model_check.model_versions import Version
from aoe.tuning.search import policy_search
from aoe.tuning.search.revalidation import Revalidation
from tests.application.tune.subgraph_jobs import measured


@pytest.fixture
def winning(monkeypatch: pytest.MonkeyPatch) -> None:
    """The last challenger of every search wins and holds, and so does the tuned model."""
    won = Comparison(-1, 0.5, 0.0, measured(1.987654e-3), measured(2.987654e-3))
    for name in ("challenge", "confirmation"):
        monkeypatch.setattr(policy_search, name, lambda *_: won)

    def raced(sampler: object, numbers: Sequence[int]) -> Mapping[int, float]:
        return {number: 1 / (1 + number) for number in reversed(numbers)}

    def confirmed(old: Version, tuned: Version, *_: object) -> VersionCheck:
        return VersionCheck(tuned, measured(3e-3), measured(2e-3))

    monkeypatch.setattr(policy_search, "race", raced)
    monkeypatch.setattr(Revalidation, "failed", property(lambda _: False))
    monkeypatch.setattr(task_scheduler, "needs_final_ranking", lambda _: False)
    for home in (subgraph_phase, joint_check):
        monkeypatch.setattr(home, "check_versions", confirmed)
