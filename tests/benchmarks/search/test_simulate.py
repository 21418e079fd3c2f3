"""Replaying a recorded search tells how soon a method finds what is known to be best."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from aoe.policy import Policy
from aoe.tuning.search.search_strategy import SearchSpace, Trial, search_space, space_of
from aoe.tuning.trial_log import RecordedSearch, TrialLog
from benchmarks.search.methods import InOrder, Method, open_aoe, random_search, tpe
from benchmarks.search.simulate import main, replay, speeds
from tests.tuning.conftest import numbered
from tests.tuning.examples import TARGET, product

OPERATOR = product(32, 64, 48)


def recorded(folder: Path) -> Path:
    """A log in which the analytic model is right about every policy of a product."""
    space = search_space(OPERATOR, TARGET)
    path = folder / "trials.jsonl"
    trials = [Trial(policy, seconds, spent=0.1) for policy, seconds in space.estimates]
    TrialLog(path, TARGET.soc_version).record(OPERATOR, space.default, trials)
    return path


def tried(
    name: str, times: list[float | None], seconds: float, spent: float = 1.0
) -> list[tuple[float, Policy]]:
    """What a method tries of policies that all take `spent` to try."""
    if name == "TPE":
        pytest.importorskip("optuna")
    table = {
        numbered(number): Trial(numbered(number), time, spent=spent)
        for number, time in enumerate(times)
    }
    space = space_of(numbered(0), [(policy, 1.0) for policy in table])
    return replay(METHODS[name], OPERATOR, space, table, seconds)


METHODS: dict[str, Method] = {"ours": open_aoe, "random": random_search(1), "TPE": tpe(1)}


@pytest.mark.parametrize("name", METHODS)
def test_a_method_begins_with_the_default_and_stops_when_the_time_is_over(name: str) -> None:
    found = tried(name, [5.0, 4.0, None, 2.0, 1.0], seconds=3.5)
    assert [when for when, _ in found] == [1.0, 2.0, 3.0]
    assert found[0][1] == numbered(0)
    assert len({policy for _, policy in found}) == 3


@pytest.mark.parametrize("name", METHODS)
def test_a_method_with_time_tries_everything(name: str) -> None:
    found = tried(name, [5.0, 4.0, None, 2.0, 1.0], seconds=100.0)
    assert {policy for _, policy in found} == {numbered(number) for number in range(5)}


def test_a_method_is_as_good_as_the_best_policy_it_has_tried_in_time() -> None:
    a, b, c = (Policy(name) for name in "abc")
    trials = [Trial(a, 4.0, spent=1.0), Trial(b, None, spent=2.0), Trial(c, 2.0, spent=3.0)]
    search = RecordedSearch(OPERATOR, "this_2c", a, trials)

    space = space_of(a, [(policy, 1.0) for policy in (a, b, c)])

    def in_order(space: SearchSpace) -> InOrder:
        return InOrder(space, (a, b, c))

    assert speeds(in_order, search, space, [0.5, 5.9, 6.0]) == [0.5, 0.5, 1.0]


def test_all_methods_reach_the_best_known_in_the_end(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    log = str(recorded(tmp_path))
    options = ["--seconds", "0.2", "9999", "--repeats", "2", "--methods", "open-aoe", "random"]
    assert main([log, *options, "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)["rows"]
    assert [row["method"] for row in rows] == ["open-aoe", "random"]
    assert [row["% after 9999 s"] for row in rows] == [pytest.approx(100.0)] * 2
