"""A table has every policy, also those that fail, and what each has cost."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import pytest

from aoe.backends.cpu.compile.compiler import CpuCompiler
from aoe.operators.operator import Operator
from aoe.policy import Policy
from aoe.tuning.measurement.candidate import Candidate
from aoe.tuning.search.search_strategy import search_space, space_of
from aoe.tuning.trial_log import TrialLog, read_trial_log
from benchmarks.search import record as module
from benchmarks.search.best_known import BestKnown
from benchmarks.search.record import measured, policies_of, record
from tests.tuning.conftest import Workshop, numbered
from tests.tuning.examples import TARGET, doubling


def test_policies_that_fail_are_noted_with_their_cause(monkeypatch: pytest.MonkeyPatch) -> None:
    workshop = Workshop(broken=frozenset({1}), seconds=lambda operator, policy: 2.0)

    def compiled(requests: list[tuple[Operator, Policy]], pool: object) -> list[Candidate]:
        return [workshop.candidate(policy) for _, policy in requests]

    monkeypatch.setattr(module, "compile_candidates", compiled)
    monkeypatch.setattr(module, "_code_size", lambda candidate: 1)
    with closing(CpuCompiler(TARGET, 1)) as pool:
        trials = list(measured(doubling(), [numbered(0), numbered(1)], pool, workshop))
    assert [(trial.seconds, trial.cause) for trial in trials] == [(2.0, None), (None, "wrong")]
    assert all(trial.spent is not None and trial.spent >= 0.0 for trial in trials)


def test_a_table_is_written_to_a_trial_log_and_the_best_to_its_file(tmp_path: Path) -> None:
    log = TrialLog(tmp_path / "t.jsonl", TARGET.soc_version)
    known = BestKnown.read(tmp_path / "best.json", TARGET.soc_version)
    with closing(CpuCompiler(TARGET, 1)) as pool:
        row = record(doubling(64), TARGET, pool, log, known, most=2)
    trials = read_trial_log(log.path)[doubling(64).key].trials
    assert len(trials) == row["policies"]
    assert all(trial.seconds and trial.spent for trial in trials)
    best = BestKnown.read(known.path, TARGET.soc_version).policy(doubling(64))
    assert best in [trial.policy for trial in trials]


def test_of_a_large_space_an_even_sample_is_measured_with_the_default() -> None:
    space = space_of(numbered(50), [(numbered(number), float(number)) for number in range(100)])
    taken = policies_of(space, 40)
    assert taken[0] == numbered(50)
    assert len(set(taken)) == 40
    assert taken == policies_of(space, 40)
    ranked = [policy for policy, _ in space.estimates]
    halves = [sum(ranked.index(policy) // 50 == half for policy in taken) for half in (0, 1)]
    assert min(halves) > 12
    whole = search_space(doubling(), TARGET)
    assert set(policies_of(whole, 999)) == {policy for policy, _ in whole.estimates}
