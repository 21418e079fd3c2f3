"""The journal remembers what a job has found out, whenever the job is killed."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aoe.application.tune.journal import (
    Journal,
    outcome_from_json,
    outcome_to_json,
    read_journal,
)
from aoe.application.tune.model_times import ModelTimes
from aoe.errors import AoeError
from aoe.policy import Policy
from aoe.tuning.deadline import Deadline
from aoe.tuning.observer import CandidateFailure
from tests.application.tune.outcomes import outcome

FOUND = outcome("1", "add", 20, 10)
NOTHING = outcome("2", "unsatisfied")


def journal(path: Path, now: float = 5.0) -> Journal:
    return Journal(path, Deadline(None, 0.0, lambda: now))


def written(path: Path) -> bytes:
    made = journal(path)
    made.decided(FOUND)
    made.decided(NOTHING)
    return path.read_bytes()


def test_outcomes_come_back(tmp_path: Path) -> None:
    written(tmp_path / "journal")
    content = read_journal(tmp_path / "journal")
    assert content.finished == {"1": FOUND, "2": NOTHING}
    assert content.seconds == 5.0


def test_failures_come_back() -> None:
    failed = replace(FOUND, failures=(CandidateFailure(FOUND.old, "hang", "no result"),))
    assert outcome_from_json(outcome_to_json(failed), Policy.from_json) == failed


def test_an_outcome_stays_a_hit() -> None:
    hit = replace(NOTHING, decision="failed", hit=True)
    assert outcome_from_json(outcome_to_json(hit), Policy.from_json).counter == "reserved"


def test_a_search_that_was_cut_short_is_not_a_finished_one(tmp_path: Path) -> None:
    journal(tmp_path / "journal").decided(replace(FOUND, complete=False))
    assert not (tmp_path / "journal").exists()


@pytest.mark.parametrize(
    "times", [None, ModelTimes(2.0, 1.0), ModelTimes(2.0, 1.0, 0.1, 0.05, 0.01)]
)
def test_the_end_of_subgraph_tuning_is_noted_with_the_times_of_the_model(
    tmp_path: Path, times: ModelTimes | None
) -> None:
    assert not read_journal(tmp_path / "journal").subgraphs_ended
    journal(tmp_path / "journal").subgraphs_ended(times)
    content = read_journal(tmp_path / "journal")
    assert content.subgraphs_ended
    assert content.subgraph_times == times


@pytest.mark.parametrize("times", [None, ModelTimes(2.0, 1.0, 0.1, 0.05, 0.01)])
def test_the_end_is_noted_with_the_model_and_its_times(
    tmp_path: Path, times: ModelTimes | None
) -> None:
    assert read_journal(tmp_path / "journal").model is None
    journal(tmp_path / "journal").ended(tmp_path / "model.om", times)
    content = read_journal(tmp_path / "journal")
    assert (content.model, content.times) == (tmp_path / "model.om", times)


def test_that_operators_have_had_their_time_before_subgraphs_is_noted(tmp_path: Path) -> None:
    assert not read_journal(tmp_path / "journal").operators_paused
    journal(tmp_path / "journal").operators_paused()
    assert read_journal(tmp_path / "journal").operators_paused


def test_what_the_whole_model_reverted_counts_last(tmp_path: Path) -> None:
    written(tmp_path / "journal")
    reverted = replace(FOUND, decision="unsatisfied", policy=FOUND.old, before=None, after=None)
    journal(tmp_path / "journal").decided_again(reverted)
    assert read_journal(tmp_path / "journal").finished["1"] == reverted


def test_time_is_noted_now_and_then(tmp_path: Path) -> None:
    clock = iter([0.0, 0.0, 0.5, 1.5, 1.5]).__next__
    made = Journal(tmp_path / "journal", Deadline(None, 0.0, clock))
    for _ in range(3):
        made.progress(0, 1, 1.0, None)
    assert len((tmp_path / "journal").read_bytes().splitlines()) == 2
    assert read_journal(tmp_path / "journal").seconds == 1.5


@given(data=st.data())
def test_a_journal_cut_anywhere_can_be_read_and_gone_on_with(
    data: st.DataObject, tmp_path_factory: pytest.TempPathFactory
) -> None:
    path = tmp_path_factory.mktemp("cut") / "journal"
    whole = written(path)
    cut = data.draw(st.integers(0, len(whole)))
    path.write_bytes(whole[:cut])
    complete = whole[:cut].count(b"\n") + (cut < len(whole) and whole[cut : cut + 1] == b"\n")
    assert len(read_journal(path).finished) == complete
    other = outcome("3", "unsatisfied")
    journal(path, now=7.0).decided(other)
    content = read_journal(path)
    assert content.finished["3"] == other
    assert len(content.finished) == complete + 1
    assert content.seconds == 7.0


@given(damage=st.binary(max_size=80))
def test_damage_says_nothing(damage: bytes, tmp_path_factory: pytest.TempPathFactory) -> None:
    path = tmp_path_factory.mktemp("damaged") / "journal"
    path.write_bytes(damage + b"\n")
    journal(path).decided(NOTHING)
    assert read_journal(path).finished == {"2": NOTHING}


def test_a_missing_journal_says_nothing(tmp_path: Path) -> None:
    assert read_journal(tmp_path / "journal").finished == {}


def test_a_journal_that_cannot_be_written_ends_the_job(tmp_path: Path) -> None:
    with pytest.raises(AoeError, match="cannot write"):
        journal(tmp_path / "missing/journal").decided(FOUND)
