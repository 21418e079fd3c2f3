"""Candidates that really crash, hang, blow up or compute nonsense, in the search of an operator:
the others are measured, and every failure is recorded with its cause.
"""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import pytest

from aoe.application.tune.result_observer import ResultObserver
from aoe.results.report import TuningReport
from aoe.results.result_file import SingleResultFile, read_result_file
from aoe.tuning.measurement import runner as runner_module
from aoe.tuning.measurement.runner import Runner
from aoe.tuning.search.operator_search import start_search
from aoe.tuning.search.policy_search import run_generation
from aoe.tuning.trial_log import TrialLog, read_trial_log
from aoe.tuning.tuning_task import TuningTask
from tests.tuning.examples import CRASH, HANG, ILLEGAL, TARGET, doubling, written_candidate

CAUSES = {
    "segmentation_fault": "crash",
    "illegal_instruction": "crash",
    "endless": "hang",
    "nonsense": "wrong",
    "greedy": "memory",
}


def test_each_costs_itself_and_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runner_module, "LOAD_TIMEOUT", 2.0)
    right = written_candidate("right")
    search = start_search(doubling(), TARGET, right.policy)
    bad = [
        written_candidate("segmentation_fault", first=CRASH),
        written_candidate("illegal_instruction", first=ILLEGAL),
        written_candidate("endless", first=HANG),
        written_candidate("nonsense", factor=3.0),
        written_candidate("greedy", arena=1 << 46),
    ]
    with closing(Runner(TARGET)) as runner:
        run_generation(search, [*bad, right], runner)

    assert search.incumbent == right.policy
    assert {item.policy.impl: item.cause for item in search.failures} == CAUSES
    log = TrialLog(tmp_path / "trials.jsonl", TARGET.soc_version)
    log.record(search.workload, search.space.default, search.history)
    (recorded,) = read_trial_log(log.path).values()
    trials = {trial.policy.impl: trial for trial in recorded.trials}
    assert {name: trials[name].cause for name in CAUSES} == CAUSES
    assert trials["right"].seconds is not None
    assert "SIGILL" in trials["illegal_instruction"].detail

    observer = ResultObserver(SingleResultFile(tmp_path / "result.json"), "model")
    outcome = TuningTask(search.workload, "node0", ("Mul",), search=search).decide()
    observer.decided(outcome)
    report = read_result_file(tmp_path / "result.json")
    assert isinstance(report, TuningReport)
    assert report.operators is not None
    failures = report.operators.candidate_failures
    counted = {item.cause: item.number for item in failures}
    assert counted == {"crash": 2, "hang": 1, "wrong": 1, "memory": 1}
