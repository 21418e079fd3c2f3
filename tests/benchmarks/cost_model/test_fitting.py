"""A fit finds better constants, and a profile that does not help is not written."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from aoe.backends.cpu.cost import profile
from benchmarks.cost_model import __main__ as program
from benchmarks.cost_model.constants import profile_json
from benchmarks.cost_model.fitting import Fit, Limits, fit
from benchmarks.cost_model.regret import ALL, by_family, judged
from benchmarks.cost_model.tables import Table, estimates_of, read_tables, split
from benchmarks.search import record, suite
from tests.benchmarks.cost_model.examples import DEFAULT, OTHER, SHAPES, TARGET, depthwise, recorded

LIMITS = Limits(sweeps=3)


@pytest.fixture(autouse=True)
def _this_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    known = {TARGET.soc_version: TARGET}
    monkeypatch.setattr("aoe.backends.registry.target_of", known.get)
    monkeypatch.setattr(program, "this_machine", lambda *_: TARGET)


def regret_of(tables: list[Table], costs: profile.CostProfile) -> float:
    return by_family(judged(tables, estimates_of(tables, costs)))[ALL, ALL].mean


def test_a_fit_lowers_the_held_out_regret(tmp_path: Path) -> None:
    tables = read_tables([recorded(tmp_path / "t.jsonl", OTHER)], lambda name: TARGET)
    train, held_out = split(tables, 0.3, seed=0)
    found = fit(train, held_out, DEFAULT, LIMITS)
    assert regret_of(held_out, found.costs) < regret_of(held_out, DEFAULT)
    assert regret_of(train, found.costs) < regret_of(train, DEFAULT)
    assert "window" in {constant.section for constant in found.changed}


def test_nothing_is_fitted_to_too_few_trials(tmp_path: Path) -> None:
    tables = read_tables([recorded(tmp_path / "t.jsonl", OTHER)], lambda name: TARGET)
    found = fit(*split(tables, 0.3, seed=0), DEFAULT, Limits(fewest_trials=10**6))
    assert found.costs == DEFAULT
    assert (found.fitted, found.changed, found.sweeps) == (0, {}, 0)


def test_a_better_profile_is_written_with_its_provenance(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    log, output = recorded(tmp_path / "t.jsonl", OTHER), tmp_path / "profiles" / "some.json"
    assert program.main(["fit", str(log), "--output", str(output), "--sweeps=2", "--json"]) == 0
    data = json.loads(output.read_text())
    made_of = data["provenance"]
    assert data["microarchitecture"] == TARGET.model
    assert (
        made_of["held-out"]["after"]["mean regret"] < made_of["held-out"]["before"]["mean regret"]
    )
    assert made_of["soc_versions"] == [TARGET.soc_version]
    assert made_of["trials"] >= 200
    assert profile.load(output) != DEFAULT
    rows = json.loads(capsys.readouterr().out)["rows"]
    assert {row["part"] for row in rows} == {"train", "held-out"}
    assert program.main(["regret", str(log), "--profile", str(output), "--json"]) == 0
    (whole, *_) = json.loads(capsys.readouterr().out)["rows"]
    assert whole["operators"] == made_of["operators"]


def test_a_profile_that_is_worse_on_held_out_operators_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    tables = read_tables([recorded(tmp_path / "all.jsonl", DEFAULT)], lambda name: TARGET)
    keys = {table.operator.key for table in split(tables, 0.3, seed=0)[1]}
    held_out = [shape for shape in SHAPES if depthwise(*shape).key in keys]
    others = [shape for shape in SHAPES if shape not in held_out]
    # The profile in force is right for the held-out operators and wrong for the others.
    log, output = tmp_path / "t.jsonl", tmp_path / "some.json"
    recorded(log, DEFAULT, held_out)
    recorded(log, OTHER, others)
    assert program.main(["fit", str(log), "--output", str(output), "--sweeps=2"]) == 1
    assert not output.exists()
    found = capsys.readouterr()
    assert "its held-out regret is" in found.err
    assert "not written: its held-out regret is" in found.out


def test_a_fit_that_begins_elsewhere_is_compared_with_the_profile_in_force(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    log, start = recorded(tmp_path / "t.jsonl", DEFAULT), tmp_path / "start.json"
    start.write_text(json.dumps(profile_json(OTHER, "some", "Made up.", {})))
    options = ["--output", str(tmp_path / "some.json"), "--sweeps=1", "--profile", str(start)]
    status = program.main(["fit", str(log), *options, "--json"])
    rows = json.loads(capsys.readouterr().out)["rows"]
    assert {row["mean regret before"] for row in rows} == {1.0}
    assert status == int(max(row["mean regret after"] for row in rows[2:]) > 1.0)


def test_a_fit_that_changes_nothing_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    log, output = recorded(tmp_path / "t.jsonl", DEFAULT), tmp_path / "some.json"
    monkeypatch.setattr(program, "fit", lambda *arguments: Fit(DEFAULT, 1, {}, 1))
    assert program.main(["fit", str(log), "--output", str(output)]) == 1
    assert not output.exists()
    assert "no change of a constant" in capsys.readouterr().err


def test_trials_of_another_machine_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    log = recorded(tmp_path / "t.jsonl", DEFAULT)
    log.write_text(log.read_text().replace(TARGET.soc_version, "znver9_2c"))
    assert program.main(["regret", str(log)]) == 2
    assert "recorded on znver9_2c" in capsys.readouterr().err


def test_recording_leaves_the_best_known_policies(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls: list[tuple[str, list[str]]] = []

    def called(name: str) -> Callable[[list[str]], int]:
        def main(given: list[str]) -> int:
            calls.append((name, given))
            return 0

        return main

    monkeypatch.setattr(suite, "main", called("suite"))
    monkeypatch.setattr(record, "main", called("record"))
    output, model = str(tmp_path / "t.jsonl"), tmp_path / "a.onnx"
    model.touch()
    assert program.main(["record", str(model), "--output", output, "--threads=1"]) == 0
    (first, chosen), (second, given) = calls
    assert (first, second) == ("suite", "record")
    assert chosen[0] == str(model)
    assert given[:4] == ["--output", output, "--threads", "1"]
    assert given[given.index("--best_known") + 1] == str(tmp_path / "t.best.json")
