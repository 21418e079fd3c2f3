"""The stored speed: when it is trusted or measured again, and how damaged files are handled."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from aoe.backends.cpu.microbenchmarks import stored_speed as known_speeds
from aoe.backends.cpu.microbenchmarks.speed import rounded
from aoe.backends.cpu.microbenchmarks.stored_speed import (
    ENOUGH,
    known_speed,
    renewed_speed,
    with_known_speed,
)
from aoe.backends.cpu.target.cpu_target import Speed
from aoe.backends.cpu.target.host import host_target

ONE = Speed(60e9, 200e9, 100e9, 50e9, 20e9, 30e9, 0.0)
TARGET = host_target(2)


def test_the_speed_is_measured_once_and_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(known_speeds, "measure_speed", lambda target: ONE)
    assert known_speed(TARGET, tmp_path / "new") == ONE
    monkeypatch.setattr(known_speeds, "measure_speed", _never)
    assert with_known_speed(TARGET, tmp_path / "new").speed == ONE


@pytest.mark.parametrize("damage", ["text", "machine", "method", "field", "value"])
def test_a_file_that_is_damaged_or_of_another_machine_or_method_is_measured_anew(
    damage: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(known_speeds, "measure_speed", lambda target: ONE)
    known_speed(TARGET, tmp_path)
    (path,) = tmp_path.iterdir()
    data = json.loads(path.read_text())
    if damage == "machine":
        data["machine"]["model"] = "another"
    elif damage == "method":
        data["method"] = 1
    elif damage == "field":
        data["speed"]["l4"] = 1.0
    elif damage == "value":
        data["speed"]["l2"] = -5.0
    path.write_text("{" if damage == "text" else json.dumps(data))
    again = replace(ONE, l2=90e9)
    monkeypatch.setattr(known_speeds, "measure_speed", lambda target: again)
    assert known_speed(TARGET, tmp_path) == again
    assert json.loads(path.read_text())["speed"]["l2"] == 90e9


def test_an_implausible_measurement_is_neither_used_nor_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(known_speeds, "measure_speed", lambda target: replace(ONE, memory=1.0))
    assert known_speed(TARGET, tmp_path) == Speed()
    assert "could not be measured" in caplog.text
    assert not list(tmp_path.iterdir())


def test_a_folder_that_cannot_be_written_costs_a_measurement_only(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(known_speeds, "measure_speed", lambda target: ONE)
    (tmp_path / "file").write_text("")
    assert known_speed(TARGET, tmp_path / "file") == ONE


def test_a_speed_measured_while_the_machine_was_busy_is_replaced_by_a_better_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    busy = rounded(replace(ONE, multiply_adds=30e9, fork_join=5e-6))
    quiet = rounded(replace(ONE, l3=45e9, fork_join=1e-6))
    monkeypatch.setattr(known_speeds, "measure_speed", lambda target: busy)
    assert known_speed(TARGET, tmp_path) == busy
    monkeypatch.setattr(known_speeds, "measure_speed", lambda target: quiet)
    best = replace(quiet, l3=ONE.l3)
    assert renewed_speed(TARGET, tmp_path) == best
    assert known_speed(TARGET, tmp_path) == best


def test_noise_changes_nothing_and_after_enough_measurements_there_are_no_more(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    slightly_better = replace(ONE, l2=1.1 * ONE.l2)
    monkeypatch.setattr(known_speeds, "measure_speed", lambda target: ONE)
    known_speed(TARGET, tmp_path)
    monkeypatch.setattr(known_speeds, "measure_speed", lambda target: slightly_better)
    for _ in range(ENOUGH - 1):
        assert renewed_speed(TARGET, tmp_path) == ONE
    monkeypatch.setattr(known_speeds, "measure_speed", _never)
    assert renewed_speed(TARGET, tmp_path) == ONE


def test_a_rare_state_of_the_machine_does_not_count(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rare = replace(ONE, memory_together=2 * ONE.memory_together)
    found = iter([ONE, rare, ONE, ONE, rare])
    monkeypatch.setattr(known_speeds, "measure_speed", lambda target: next(found))
    known_speed(TARGET, tmp_path)
    speeds = [renewed_speed(TARGET, tmp_path) for _ in range(ENOUGH - 1)]
    assert speeds[1:] == [ONE, ONE, ONE]


def test_a_file_of_the_former_format_with_one_measurement_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(known_speeds, "measure_speed", lambda target: ONE)
    known_speed(TARGET, tmp_path)
    (path,) = tmp_path.iterdir()
    data = json.loads(path.read_text())
    del data["measured"]
    path.write_text(json.dumps(data))
    monkeypatch.setattr(known_speeds, "measure_speed", _never)
    assert known_speed(TARGET, tmp_path) == ONE


def test_an_implausible_measurement_does_not_replace_what_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(known_speeds, "measure_speed", lambda target: ONE)
    known_speed(TARGET, tmp_path)
    monkeypatch.setattr(known_speeds, "measure_speed", lambda target: replace(ONE, l1=1e18))
    assert renewed_speed(TARGET, tmp_path) == ONE


def test_without_a_kept_speed_renewing_measures_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(known_speeds, "measure_speed", lambda target: ONE)
    assert renewed_speed(TARGET, tmp_path) == ONE


def _never(target: object) -> Speed:
    raise AssertionError("measured again")
