"""The last check of jobs that tune subgraphs and operators: against the model before the job."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from aoe.application.tune.phases import joint_check
from aoe.policy import Policy
from aoe.tuning.model_check.model_check import VersionCheck
from aoe.tuning.model_check.model_versions import Version
from tests.application.tune.subgraph_jobs import (
    ended_after_a_round,
    entries,
    measured,
    model_at,
    operator_entries,
    section,
    tune,
)

pytestmark = pytest.mark.usefixtures("winning")


class Watched:
    """A last check that keeps what it was asked and takes back some of what was found."""

    def __init__(self, kinds: tuple[str, ...] = ()) -> None:
        """`kinds`: "subgraphs", "operators": what goes back; all of it: the model before."""
        self.kinds = kinds
        self.asked: list[tuple[Version, Version]] = []

    def __call__(
        self, old: Version, tuned: Version, changed: frozenset[str], reverted: Any, *_: object
    ) -> VersionCheck:
        self.asked.append((old, tuned))
        before, after = measured(4e-3), measured(1e-3)
        if len(self.kinds) == 2:
            return VersionCheck(old, before, before, changed)
        subgraphs = changed & set(tuned.owners.values()) - tuned.policies.keys()
        back = {"subgraphs": subgraphs, "operators": changed - subgraphs}
        keys = frozenset(key for kind in self.kinds for key in back[kind])
        made = reverted(keys) if keys else tuned
        return VersionCheck(made, before, after, keys, uncertainty=0.01)


def check(monkeypatch: pytest.MonkeyPatch, *kinds: str) -> Watched:
    watched = Watched(kinds)
    monkeypatch.setattr(joint_check, "check_versions", watched)
    with ended_after_a_round():
        assert tune("1,2", "--budget=600") == 0
    return watched


def improvement(place: Path, kind: str) -> str:
    return str(section(place, kind)["model_performance_improvement"])


def test_it_is_against_the_grouping_and_the_policies_before_the_job(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ((old, tuned),) = check(monkeypatch).asked
    assert (len(old.graph.operator_nodes), len(tuned.graph.operator_nodes)) == (1, 2)
    won = operator_entries(place)
    assert len(won) == 2
    assert not any(
        policy == Policy.from_json(won[key]["policy"])
        for key, policy in old.policies.items()
        if key in won
    )


def test_the_gain_that_is_told_is_that_of_the_whole_job(
    place: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    check(monkeypatch)
    assert improvement(place, "opat") == "300.00%"
    assert "Performance improved by 300.00%" in capsys.readouterr().out


def test_what_loses_as_a_whole_is_in_no_repository_and_not_in_the_model(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    check(monkeypatch, "subgraphs", "operators")
    assert entries(place) == operator_entries(place) == {}
    assert len(model_at(place / "tuned.om").plan.calls) == 1
    told = section(place, "sgat")
    assert told["repo_summary"]["repo_add_num"] == 0
    assert told["model_performance_improvement"] == "0.00%"
    assert section(place, "opat")["repo_summary"]["repo_add_num"] == 0


def test_a_grouping_that_loses_goes_back_and_its_operators_are_used_as_they_were_tuned(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    watched = check(monkeypatch, "subgraphs")
    assert entries(place) == {}
    ((old, _),) = watched.asked
    assert operator_entries(place).keys() == old.policies.keys()
    assert len(model_at(place / "tuned.om").plan.calls) == 1
    assert section(place, "opat")["repo_summary"]["repo_add_num"] == 1


def test_a_grouping_stays_where_only_operators_lose(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    check(monkeypatch, "operators")
    assert len(entries(place)) == 1
    assert len(model_at(place / "tuned.om").plan.calls) == 2
