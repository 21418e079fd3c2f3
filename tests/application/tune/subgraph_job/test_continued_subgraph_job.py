"""Jobs that tune subgraphs, killed and continued."""

from __future__ import annotations

import json
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from aoe.application.command_line import main
from aoe.application.tune import tune_job
from aoe.application.tune.job_folder import JOURNAL, jobs_in
from aoe.application.tune.journal import read_journal
from aoe.application.tune.phases import joint_check, whole_model
from aoe.tuning import operator_tuning
from aoe.tuning.model_check.model_check import VersionCheck
from aoe.tuning.model_check.model_versions import Version
from aoe.tuning.search import policy_search
from aoe.tuning.subgraph import subgraph_tuning
from aoe.tuning.tuning_options import TuningOptions
from tests.application.tune.interruption.kills import WORKSPACE, killed_before
from tests.application.tune.subgraph_jobs import (
    ended_after_a_round,
    entries,
    model_at,
    operator_entries,
    section,
    tune,
)


def tune_until(home: ModuleType, name: str, *options: str) -> None:
    """Runs a job that is killed where it would call a function of a module."""
    with killed_before(home, name):
        tune(*options)


def forget_outcomes() -> Path:
    """The journal, as if it had been written while subgraphs were searched."""
    (job,) = jobs_in(WORKSPACE.absolute())
    journal = job.folder / JOURNAL
    kept = [line for line in journal.read_text().splitlines() if "subgraph" not in json.loads(line)]
    journal.write_text("".join(f"{line}\n" for line in kept))
    return journal


def check_that_the_model_is_not_measured_again(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Continues a job that was killed after subgraph tuning, whose result file says the same."""
    section(place, "sgat")
    monkeypatch.setattr(whole_model, "check_versions", lambda *_: pytest.fail("measured again"))
    assert main(["--reload"]) == 0
    told = section(place, "sgat")
    assert told["repo_summary"]["repo_add_num"] == 1
    assert told["model_performance_improvement"] == "50.00%"


@pytest.mark.usefixtures("winning")
def test_a_job_killed_between_its_phases_does_not_begin_again_with_operators(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with ended_after_a_round():
        tune_until(tune_job, "tune_subgraphs", "1,2", "--budget=600")
    assert len(operator_entries(place)) == 1

    tune_operators = operator_tuning.tune_operators

    def not_begun(graph: Any, target: Any, store: Any, options: TuningOptions, *rest: Any) -> Any:
        assert not options.later.pausing
        return tune_operators(graph, target, store, options, *rest)

    monkeypatch.setattr(operator_tuning, "tune_operators", not_begun)
    section(place, "opat")
    with ended_after_a_round():
        assert main(["--reload"]) == 0
    told = section(place, "opat")["repo_summary"]
    assert told["total_num"] == told["repo_add_num"] == len(operator_entries(place)) == 2


@pytest.mark.usefixtures("winning")
def test_a_job_killed_in_its_second_phase_goes_on_there(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tune_until(tune_job, "tune_operators_again", "1,2", "--budget=600")
    (job,) = jobs_in(WORKSPACE.absolute())
    assert job.interrupted
    content = read_journal(job.folder / JOURNAL)
    assert len(content.subgraphs) == len(content.stored_subgraphs) == 1
    section(place, "opat")
    check_that_the_model_is_not_measured_again(place, monkeypatch)
    assert len(entries(place)) == 1
    assert section(place, "opat")["repo_summary"]["total_num"] == 2


@pytest.mark.usefixtures("winning")
def test_a_continued_job_is_compared_with_the_model_before_its_first_part(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tune_until(tune_job, "tune_operators_again", "1,2", "--budget=600")
    operators = []

    def watched(old: Version, tuned: Version, *_: object) -> VersionCheck:
        operators.append((len(old.graph.operator_nodes), len(tuned.graph.operator_nodes)))
        return VersionCheck(tuned)

    monkeypatch.setattr(joint_check, "check_versions", watched)
    assert main(["--reload"]) == 0
    assert operators == [(1, 2)]


@pytest.mark.usefixtures("winning")
def test_what_was_found_until_the_budget_ended_is_kept_by_the_continued_job(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with ended_after_a_round():
        tune_until(tune_job, "tune_operators_again", "1,2", "--budget=600")
    found = entries(place)
    check_that_the_model_is_not_measured_again(place, monkeypatch)
    assert entries(place) == found
    assert len(model_at(place / "tuned.om").plan.calls) == 2


@pytest.mark.usefixtures("winning")
def test_subgraphs_that_had_no_turn_have_none_after_the_whole_model_was_asked(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tune_until(tune_job, "tune_operators_again", "1,2", "--budget=600")
    forget_outcomes()
    section(place, "sgat")
    monkeypatch.setattr(subgraph_tuning, "start_subgraph_search", lambda *_: pytest.fail("begun"))
    assert main(["--reload"]) == 0
    assert section(place, "sgat")["repo_summary"]["total_num"] == 0


@pytest.mark.usefixtures("winning")
def test_a_subgraph_whose_search_did_not_end_is_searched_again(place: Path) -> None:
    tune_until(whole_model, "check_versions", "1")
    forget_outcomes()
    (before,) = entries(place)
    section(place, "sgat")
    assert main(["--reload"]) == 0
    assert set(entries(place)) == {before}
    assert section(place, "sgat")["repo_summary"]["repo_add_num"] == 1


@pytest.mark.usefixtures("winning")
def test_the_winner_of_a_search_that_did_not_end_is_kept_where_no_time_is_left(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tune_until(whole_model, "check_versions", "1", "--budget=600")
    with forget_outcomes().open("a") as journal:
        journal.write('{"seconds": 3000}\n')
    before = entries(place)
    section(place, "sgat")
    monkeypatch.setattr(policy_search, "race", lambda *_: pytest.fail("measured"))
    assert main(["--reload"]) == 0
    assert {key: item["policy"] for key, item in entries(place).items()} == {
        key: item["policy"] for key, item in before.items()
    }
    assert section(place, "sgat")["repo_summary"]["repo_add_num"] == 1
