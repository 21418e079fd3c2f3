"""`aoe simulate-gradients` says what plans would do elsewhere, and that it is a simulation."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from aoe.application.command_line import main
from aoe.gradient_tuning.backward_profile import BackwardProfile
from aoe.repository.gradient_file import gradient_path, store_gradients
from tests.repository.test_gradient_file import PLACEHOLDER, written

SIZES = (8 << 20, 4 << 20, 2 << 20, 1 << 20, 1 << 18)


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("TUNE_BANK_PATH", str(tmp_path))
    names = tuple(f"layer{number}.weight" for number in range(5))
    profile = BackwardProfile((4, 3, 2, 1, 0), names, ("float32",) * 5, SIZES, (4e-3,) * 5)
    path = gradient_path(tmp_path, "test_2c")
    store_gradients(path, profile.entry("1234", (), "2026-01-01T00:00:00Z", "0.1.0"))
    return path


def test_no_plan_ends_before_the_bound_and_ours_is_no_worse_than_others(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["simulate-gradients", "--workers", "8", "--link", "10gbit,50us", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["simulation"] is True
    ends = {item["plan"]: item["end_ms"] for item in data["plans"]}
    assert min(ends.values()) == ends["bound"]
    others = [end for name, end in ends.items() if name not in ("bound", "open-aoe")]
    assert ends["open-aoe"] <= min(others)
    gain = next(item["gain_percent"] for item in data["plans"] if item["plan"] == "open-aoe")
    assert gain == pytest.approx(100 * (ends["DDP 25 MB"] / ends["open-aoe"] - 1), abs=0.01)


def test_the_table_calls_itself_a_simulation(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["simulate-gradients", str(file), "--workers=64", "--link=1gbit,50us"]) == 0
    first, *rest = capsys.readouterr().out.splitlines()
    assert first.startswith("simulation, not a measurement: 64 workers in a ring, 1gbit,50us each")
    assert [line.split("  ")[0] for line in rest[2:4]] == ["one segment", "each gradient"]


def test_updates_behind_segments_are_simulated(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments = ["simulate-gradients", "--workers", "8", "--link", "10gbit,50us", "--json"]
    assert main(arguments) == 0
    plain = {item["plan"]: item for item in json.loads(capsys.readouterr().out)["plans"]}
    assert main([*arguments, "--updates=4ms"]) == 0
    found = {item["plan"]: item for item in json.loads(capsys.readouterr().out)["plans"]}
    for name in ("open-aoe", "DDP 25 MB"):
        assert found[name]["end_ms"] == pytest.approx(plain[name]["end_ms"] + 4.0)
    behind = found["open-aoe, updates behind"]["end_ms"]
    assert found["bound"]["end_ms"] <= behind < found["open-aoe"]["end_ms"]
    assert main([*arguments, "--updates=soon"]) == 2
    assert "--updates=soon: must be a time, such as 5ms" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "part"),
    [
        (["nowhere.json"], "there is no such file"),
        (["99"], "no gradient profile 99 in {bank}, which has 1234"),
    ],
)
def test_a_profile_that_is_not_there_is_told(
    file: Path, arguments: list[str], part: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["simulate-gradients", *arguments, "--workers=2", "--link=1gbit,1us"]) != 0
    assert part.replace("{bank}", str(file.parent)) in capsys.readouterr().err


def test_of_several_profiles_one_is_named(
    file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    written(gradient_path(tmp_path, "other"), PLACEHOLDER)
    command = ["simulate-gradients", "--workers=2", "--link=1gbit,1us"]
    assert main(command) == 2
    assert "2 gradient profiles" in capsys.readouterr().err
    assert main([*command, "123"]) == 0
    assert main([*command, "5"]) == 1
    assert "placeholder" in capsys.readouterr().err


def test_what_is_damaged_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    damaged = written(tmp_path / "a_gradient_fusion.json", {"modelhash": "1"})
    assert main(["simulate-gradients", str(damaged), "--workers=2", "--link=1gbit,50us"]) != 0
    assert "entry 0 is no entry of gradients" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("option", "named"),
    [("--workers=0", "--workers=0"), ("--link=fast", "--link"), ("--updates=x", "--updates")],
)
def test_an_option_is_refused_before_the_profile_is_looked_for(
    option: str, named: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    options = {"--workers": "--workers=4", "--link": "--link=1gbit,1us"}
    options[option.partition("=")[0]] = option
    none = tmp_path / "none.json"
    assert main(["simulate-gradients", str(none), *options.values()]) == 2
    assert named in capsys.readouterr().err
