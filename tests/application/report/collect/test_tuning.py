"""What the files of a job tell of it, whatever is damaged in them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from aoe.application.report.collect.tuning import job_that_made, model_of_job, tuning_contents
from aoe.application.tune.job_folder import JOURNAL, TRIALS, Job, JobRecord, running_job
from aoe.application.tune.journal import Journal
from aoe.application.tune.model_times import ModelTimes
from aoe.policy import Policy
from aoe.settings import read_settings
from aoe.tuning.deadline import Deadline
from aoe.tuning.search.search_strategy import Trial
from aoe.tuning.trial_log import TrialLog
from tests.application.tune.outcomes import outcome
from tests.tuning.examples import doubling

RECORD = JobRecord("2026-01-02T03:04:05", {"budget": "60"}, "", "cpu_2c", "", "", False, True)
DEFAULT, BETTER = Policy("direct"), Policy("winograd")


class Clock:
    """A clock that tests set."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def journal(folder: Path, clock: Clock) -> Journal:
    folder.mkdir(parents=True, exist_ok=True)
    return Journal(folder / JOURNAL, Deadline(None, 0.0, clock))


@pytest.fixture
def job(tmp_path: Path) -> Job:
    """A job with a winner, a search in vain and some trials."""
    clock, folder = Clock(), tmp_path / "job"
    made = journal(folder, clock)
    log = TrialLog(folder / TRIALS, "cpu_2c", clock)
    clock.now = 1.0
    log.record(doubling(), DEFAULT, [Trial(DEFAULT, 4e-6), Trial(BETTER, 2e-6)])
    clock.now = 2.0
    log.record(doubling(), DEFAULT, [Trial(Policy("gone"), None, "crash")])
    made.decided(outcome("1", "add", 20, 10))
    clock.now = 3.0
    made.decided(outcome("2", "unsatisfied"))
    clock.now = 4.0
    made.ended(tmp_path / "model.om", ModelTimes(5e-3, 4e-3, 0.0, 0.0, 0.01))
    return Job(folder, RECORD, running=False)


def test_outcomes_trials_and_times_are_told_with_their_seconds(job: Job, tmp_path: Path) -> None:
    found = tuning_contents(job)
    assert [(item.name, item.at, item.decision) for item in found.items] == [
        ("1", 2.0, "add"), ("2", 3.0, "unsatisfied"),
    ]  # fmt: skip
    assert [item.saved for item in found.items] == [pytest.approx(2e-5), 0.0]
    assert [(item.at, item.ratio) for item in found.trials] == [(1.0, 1.0), (1.0, 0.5), (2.0, None)]
    assert {item.item for item in found.trials} == {doubling().type}
    assert (found.before, found.after, found.seconds, found.budget) == (5e-3, 4e-3, 4.0, 60.0)
    assert found.state == "finished"
    assert model_of_job(job) == tmp_path / "model.om"


def test_a_winner_counts_from_when_it_is_stored(job: Job) -> None:
    timing = {"median_us": 20.0}
    store = {"key": "1", "entry": {"before": timing, "after": {"median_us": 12.0}}, "before": None}
    path = job.folder / JOURNAL
    lines = [json.dumps({"seconds": 0.5, "store": store}), *path.read_text().splitlines()]
    path.write_text("\n".join(lines))
    first, *_ = tuning_contents(job).savings
    assert (first.item, first.at) == ("1", 0.5)
    assert first.seconds == pytest.approx(2 * 8e-6)


def test_the_last_decision_about_an_operator_counts(job: Job) -> None:
    clock = Clock()
    clock.now = 9.0
    journal(job.folder, clock).decided_again(outcome("1", "reserved"))
    found = tuning_contents(job)
    assert {item.name: item.decision for item in found.items}["1"] == "reserved"
    assert [item.seconds for item in found.savings] == [pytest.approx(2e-5), 0.0, 0.0]


@pytest.mark.parametrize("line", ["", "{", "[]", '{"outcome": 7, "seconds": 1}', '{"store": {}}'])
def test_damaged_lines_are_left_out(job: Job, line: str) -> None:
    before = tuning_contents(job)
    for name in (JOURNAL, TRIALS):
        with (job.folder / name).open("a") as file:
            file.write(f"\n{line}\n")
    assert tuning_contents(job) == before


def test_a_job_that_has_written_nothing_yet_has_no_contents(tmp_path: Path) -> None:
    (tmp_path / "job").mkdir()
    found = tuning_contents(Job(tmp_path / "job", RECORD, running=True))
    assert (found.state, found.items, found.trials, found.before) == ("running", (), (), None)


def test_the_job_that_made_a_model_is_the_latest_that_wrote_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for number in range(2):
        folder = tmp_path / "aoe_workspace" / f"job{number}"
        record = JobRecord(f"2026-01-0{number + 1}", {}, "", "", "", "", False, True)
        with running_job(folder, record):
            journal(folder, Clock()).ended(tmp_path / "model.om", None)
    found = job_that_made(Path("model.om"), read_settings())
    assert found is not None
    assert found.folder.name == "job1"
    assert job_that_made(Path("other.om"), read_settings()) is None
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path / "elsewhere")
    assert job_that_made(Path("../model.om"), read_settings()) == found
