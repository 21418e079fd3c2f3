"""Operators are chosen by a rule; a table has every policy, also those that fail."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import pytest

from aoe.execute.compile_pool import CompilePool
from aoe.operators.operator import Operator
from aoe.policy import Policy
from aoe.tuning.candidate import Candidate
from aoe.tuning.trial_log import TrialLog, read_trial_log
from benchmarks.search import record as module
from benchmarks.search.record import chosen, measured, record
from tests.tuning.conftest import Workshop, numbered
from tests.tuning.examples import DEVICE, doubling, product


def test_types_take_turns_the_largest_results_first_and_none_twice() -> None:
    small, large = product(2, 4, 4), product(64, 4, 4)
    found = chosen([small, doubling(8), large, doubling(16), small], 3)
    assert found == [large, doubling(16), small]


def test_policies_that_fail_are_noted_with_their_cause(monkeypatch: pytest.MonkeyPatch) -> None:
    workshop = Workshop(broken=frozenset({1}), seconds=lambda operator, policy: 2.0)

    def compiled(requests: list[tuple[Operator, Policy]], pool: object) -> list[Candidate]:
        return [workshop.candidate(policy) for _, policy in requests]

    monkeypatch.setattr(module, "compile_candidates", compiled)
    with closing(CompilePool(DEVICE, 1)) as pool:
        trials = list(measured(doubling(), [numbered(0), numbered(1)], pool, workshop))
    assert [(trial.seconds, trial.cause) for trial in trials] == [(2.0, None), (None, "wrong")]


def test_a_table_is_written_to_a_trial_log(tmp_path: Path) -> None:
    log = TrialLog(tmp_path / "t.jsonl", DEVICE.soc_version)
    with closing(CompilePool(DEVICE, 1)) as pool:
        row = record(doubling(64), DEVICE, pool, log, most=2)
    trials = read_trial_log(log.path)[doubling(64).key].trials
    assert len(trials) == row["policies"]
    assert all(trial.seconds for trial in trials)
