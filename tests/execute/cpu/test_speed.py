"""How fast the machine is: what is measured, what is believed, what is kept."""

from __future__ import annotations

import json
from dataclasses import asdict, replace
from pathlib import Path

import pytest

from aoe.device import Speed
from aoe.execute.cpu import speed as speeds
from aoe.execute.cpu.host import host_device
from aoe.execute.cpu.speed import (
    dot_precisions,
    is_plausible,
    known_speed,
    measure_speed,
    memory_bytes,
    multiply_add_speed,
    rounded,
    with_known_speed,
)

ONE = Speed(60e9, 200e9, 100e9, 50e9, 20e9, 30e9, 0.0)
DEVICE = host_device(2)


@pytest.mark.parametrize("threads", [1, 2])
def test_every_figure_of_this_machine_can_be_measured(threads: int) -> None:
    figures = asdict(measure_speed(host_device(threads)))
    assert all(value > 0 for name, value in figures.items() if name != "fork_join")
    assert figures["fork_join"] >= 0
    assert figures["memory_together"] >= figures["memory"]


def test_every_precision_has_a_peak() -> None:
    precisions = ("float32", "float64", *dot_precisions(DEVICE))
    assert all(multiply_add_speed(DEVICE, precision) > 1e8 for precision in precisions)


def test_cpus_without_dot_products_have_none_measured() -> None:
    assert dot_precisions(replace(DEVICE, features="+avx2,+fma")) == ()


@pytest.mark.parametrize(
    ("value", "kept"), [(117.3e9, 120e9), (1.04e9, 1.0e9), (33.9e9, 34e9), (7.7e-7, 7.5e-7)]
)
def test_figures_are_rounded_so_that_noise_changes_nothing(value: float, kept: float) -> None:
    assert rounded(replace(ONE, memory=value)).memory == pytest.approx(kept)


def test_rounding_twice_is_rounding_once() -> None:
    once = rounded(replace(ONE, l1=217.3e9, l2=4.99e9, fork_join=0.0))
    assert rounded(once) == once


@pytest.mark.parametrize("value", [0.0, -1.0, 1e3, 1e18, float("nan"), float("inf")])
def test_nonsense_is_not_plausible(value: float) -> None:
    assert is_plausible(ONE)
    assert not is_plausible(replace(ONE, l2=value))


def test_the_speed_is_measured_once_and_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(speeds, "measure_speed", lambda device: ONE)
    assert known_speed(DEVICE, tmp_path / "new") == ONE
    monkeypatch.setattr(speeds, "measure_speed", _never)
    assert with_known_speed(DEVICE, tmp_path / "new").speed == ONE


@pytest.mark.parametrize("damage", ["text", "machine", "method", "field", "value"])
def test_a_file_that_is_damaged_or_of_another_machine_or_method_is_measured_anew(
    damage: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(speeds, "measure_speed", lambda device: ONE)
    known_speed(DEVICE, tmp_path)
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
    monkeypatch.setattr(speeds, "measure_speed", lambda device: again)
    assert known_speed(DEVICE, tmp_path) == again
    assert json.loads(path.read_text())["speed"]["l2"] == 90e9


def test_an_implausible_measurement_is_neither_used_nor_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(speeds, "measure_speed", lambda device: replace(ONE, memory=1.0))
    assert known_speed(DEVICE, tmp_path) == Speed()
    assert "could not be measured" in caplog.text
    assert not list(tmp_path.iterdir())


def test_a_folder_that_cannot_be_written_costs_a_measurement_only(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(speeds, "measure_speed", lambda device: ONE)
    (tmp_path / "file").write_text("")
    assert known_speed(DEVICE, tmp_path / "file") == ONE


def test_memory_is_larger_than_any_cache() -> None:
    assert memory_bytes(replace(DEVICE, l3=32 << 20)) == 128 << 20
    assert memory_bytes(replace(DEVICE, l3=1 << 20)) == speeds.LEAST_MEMORY
    assert memory_bytes(replace(DEVICE, l3=1 << 30)) == speeds.MOST_MEMORY


def _never(device: object) -> Speed:
    raise AssertionError("measured again")
