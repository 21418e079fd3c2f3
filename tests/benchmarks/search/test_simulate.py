"""Replaying a recorded search tells how soon a method finds what is known to be best."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from aoe.policy import Policy
from aoe.tuning.search import Trial, search_space
from aoe.tuning.trial_log import TrialLog
from benchmarks.search.simulate import main, random_method, speeds
from tests.tuning.examples import DEVICE, product


def recorded(folder: Path) -> Path:
    """A log in which the analytic model is right about every policy of a product."""
    operator = product(32, 64, 48)
    space = search_space(operator, DEVICE)
    path = folder / "trials.jsonl"
    trials = [Trial(policy, seconds) for policy, seconds in space.estimates]
    TrialLog(path, DEVICE.soc_version).record(operator, space.default, trials)
    return path


def test_a_method_is_as_good_as_the_best_policy_it_has_tried() -> None:
    a, b, c = (Policy(name) for name in "abc")
    table = {a: 4.0, b: None, c: 2.0}
    assert speeds([a, b, c], table) == [0.5, 0.5, 1.0]


def test_all_methods_reach_the_best_known_in_the_end_and_random_search_is_seeded(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    log = str(recorded(tmp_path))
    said = []
    for _ in range(2):
        assert main([log, "--trials", "2", "9999", "--repeats", "3", "--json"]) == 0
        said.append(capsys.readouterr().out)
    assert said[0] == said[1]
    assert "open-aoe" in json.dumps(said[0])
    assert "random" in json.dumps(said[0])


def test_random_search_begins_with_the_default_and_repeats_nothing(tmp_path: Path) -> None:
    space = search_space(product(32, 64, 48), DEVICE)
    table: dict[Policy, float | None] = dict(space.estimates)
    order = random_method(1)(space, table)
    assert order[0] == space.default
    assert sorted(map(str, order)) == sorted(map(str, table))
    assert order != random_method(2)(space, table)
