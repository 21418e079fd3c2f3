"""What is tried is noted line by line, and read back whatever happened to the file."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from aoe.errors import AoeError
from aoe.policy import Policy
from aoe.tuning.search.search_strategy import Trial
from aoe.tuning.trial_log import TrialLog, read_searches, read_trial_log
from tests.tuning.examples import doubling, product

DEFAULT = Policy.of("a", schedule={"tile": (4, 2)})
TRIALS = [
    Trial(DEFAULT, 1e-5),
    Trial(Policy("b"), None, "crash", "killed by SIGSEGV"),
    Trial(Policy("c"), 1e-5, same_as=DEFAULT),
]


def test_trials_come_back_as_they_were_whoever_wrote_them(tmp_path: Path) -> None:
    path = tmp_path / "new" / "trials.jsonl"
    first, second = TrialLog(path, "cpu_2c"), TrialLog(path, "cpu_2c")
    first.record(doubling(), DEFAULT, TRIALS[:1])
    second.record(product(2, 3, 4), DEFAULT, TRIALS[1:2])
    first.record(doubling(), DEFAULT, TRIALS[1:])
    second.record(doubling(), DEFAULT, TRIALS[:1])
    found = read_trial_log(path)
    assert found[doubling().key].trials == [*TRIALS, TRIALS[0]]
    assert found[doubling().key].operator == doubling()
    assert found[doubling().key].default == DEFAULT
    assert found[product(2, 3, 4).key].trials == TRIALS[1:2]


def test_the_seconds_of_the_job_stand_beside_each_trial(tmp_path: Path) -> None:
    path = tmp_path / "trials.jsonl"
    TrialLog(path, "cpu_2c", lambda: 7.126).record(doubling(), DEFAULT, TRIALS[:2])
    described, *trials = (json.loads(line) for line in path.read_text().splitlines())
    assert "at" not in described
    assert [line["at"] for line in trials] == [7.13, 7.13]
    assert read_trial_log(path)[doubling().key].trials == TRIALS[:2]


def test_a_line_that_was_cut_off_costs_that_line_only(tmp_path: Path) -> None:
    path = tmp_path / "trials.jsonl"
    TrialLog(path, "cpu_2c").record(doubling(), DEFAULT, TRIALS)
    path.write_bytes(path.read_bytes()[:-9])
    TrialLog(path, "cpu_2c").record(doubling(), DEFAULT, TRIALS[:1])
    assert read_trial_log(path)[doubling().key].trials == [*TRIALS[:2], TRIALS[0]]


@pytest.mark.parametrize(
    "line", ["", "{}", "[]", "7", '{"operator": "1"}', '{"operator": "1", "seconds": 2}', "\xff{"]
)
def test_lines_that_make_no_sense_say_nothing(tmp_path: Path, line: str) -> None:
    path = tmp_path / "trials.jsonl"
    path.write_text(f"{line}\n", "latin-1")
    assert read_trial_log(path) == {}


def test_a_log_that_cannot_be_written_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(AoeError, match="cannot write"):
        TrialLog(tmp_path / "file" / "trials.jsonl", "cpu").record(doubling(), DEFAULT, TRIALS)
    with pytest.raises(AoeError, match="cannot read"):
        read_trial_log(tmp_path / "absent")


def test_trials_of_several_device_models_are_kept_apart(tmp_path: Path) -> None:
    path = tmp_path / "trials.jsonl"
    for soc_version, trial in (("cpu_2c", TRIALS[0]), ("cpu_1c", TRIALS[1]), ("cpu_2c", TRIALS[2])):
        TrialLog(path, soc_version).record(doubling(), DEFAULT, [trial])
    found = read_searches(path)
    key = doubling().key
    assert found["cpu_2c", key].trials == [TRIALS[0], TRIALS[2]]
    assert found["cpu_1c", key].trials == [TRIALS[1]]
    assert read_trial_log(path) == {key: found["cpu_2c", key]}
