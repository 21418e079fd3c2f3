"""Speed-ups have their uncertainty, decisions are named, finished models are not done again."""

from __future__ import annotations

import argparse
import json
from dataclasses import asdict, replace
from pathlib import Path

import onnx
import pytest

from aoe.application.model.compilation import tuned_subgraphs
from aoe.application.model.machine import this_machine
from aoe.application.model.source import load_profiles
from aoe.frontends.frontend import ModelOrigin
from aoe.graph.subgraph.mutations import neighbours
from aoe.settings import read_settings
from aoe.tuning.comparison.timing_statistics import Measurement
from aoe.tuning.policy_database import Winner
from aoe.tuning.subgraph.decision_gains import ChangedSubgraph
from benchmarks.sessions import repository_at
from benchmarks.tuning import subgraph_gain
from benchmarks.tuning.fresh_processes import Processes
from benchmarks.tuning.subgraph_gain import (
    Gain,
    by_decision,
    decided_in_repository,
    gain_row,
    gains_in,
    progress,
    summary,
)
from tests.application.tune.subgraph_jobs import two_subgraphs


def gain(model: str, *, operators: float, both: float) -> Gain:
    times = tuple((operators * share, both, 3.0) for share in (0.99, 1.0, 1.01))
    decided = {"strips": 1, "stored values": 3}
    changed = (ChangedSubgraph(("stored values", "strips"), 1, 2e-3, 1e-3),)
    return Gain(model, 2, "60s", (5, 1), decided, Processes(times), changed=changed)


def test_a_row_has_the_speed_up_and_what_was_decided() -> None:
    row = gain_row(gain("m", operators=2.2, both=2.0))
    assert row["speed-up"] == pytest.approx(1.1)
    assert row["±"] == pytest.approx(1.1 * 4.30 * 0.01 / 3**0.5, rel=0.1)
    assert row["subgraphs changed"] == "1 of 5"
    assert row["decided"] == "stored values ×3, strips ×1"


def test_models_that_gain_and_lose_are_counted() -> None:
    gains = [
        gain("fast", operators=2.2, both=2.0),
        gain("slow", operators=1.8, both=2.0),
        gain("noisy", operators=1.99, both=2.0),
    ]
    mean, counts = summary(gains)
    assert mean.startswith("geometric mean of the speed-ups: 0.995 ± 0.0")
    assert counts == "at least 3 % faster: 1 of 3; slower beyond the uncertainty: slow"


def test_finished_models_are_read_again_for_the_same_threads_and_budget(tmp_path: Path) -> None:
    path = tmp_path / "gains.jsonl"
    assert gains_in(path, 2, "60s") == {}
    found = gain("m", operators=2.2, both=2.0)
    path.write_text(json.dumps(asdict(found)) + "\n")
    assert gains_in(path, 2, "60s") == {"m": found}
    assert gains_in(path, 2, "90s") == gains_in(path, 1, "60s") == {}


def test_a_line_of_before_decisions_had_gains_is_read(tmp_path: Path) -> None:
    path = tmp_path / "gains.jsonl"
    data = asdict(gain("m", operators=2.2, both=2.0))
    del data["changed"]
    path.write_text(json.dumps(data) + "\n")
    found = gains_in(path, 2, "60s")["m"]
    assert found.changed == ()
    assert by_decision([found]) == []


def test_a_decision_is_told_with_its_gain_and_by_itself() -> None:
    one, two = (gain(name, operators=2.2, both=2.0) for name in ("one", "two"))
    changed = (
        ChangedSubgraph(("strips",), 4, 3e-3, 2e-3),
        ChangedSubgraph(("strips", "shift_gemm"), 1, 6e-3, 1e-3),
    )
    assert by_decision([one, replace(two, changed=changed)]) == [
        "strips: 2.621 times as fast (subgraphs: 3, models: 2); by itself 1.500 (subgraphs: 1)",
        "shift_gemm: 6.000 times as fast (subgraphs: 1, models: 1); never alone",
        "stored values: 2.000 times as fast (subgraphs: 1, models: 1); never alone",
    ]


def test_what_a_repository_decides_has_its_measured_times(tmp_path: Path) -> None:
    path = tmp_path / "m.onnx"
    onnx.save(fixed(two_subgraphs()), path)
    _, (graph,) = load_profiles(ModelOrigin(path), [{}])
    first = graph.subgraphs[0]
    policy = next(neighbours(first, first.policy(graph.decisions)))
    times = [Measurement(seconds, seconds, 0.0, 9) for seconds in (4e-6, 1e-6, 3e-6)]
    with repository_at(tmp_path / "bank"):
        settings = read_settings()
        store = tuned_subgraphs(settings, this_machine(1, settings))
        store.store(first, Winner(policy, *times))
        total, decided, (changed,) = decided_in_repository(path, 1)
    assert total == len(graph.subgraphs) == 2
    assert decided == {"stored values": 1}
    assert changed.kinds == ("stored values",)
    assert changed.gain == pytest.approx(3)


def fixed(proto: onnx.ModelProto) -> onnx.ModelProto:
    """The model with its open dimension set."""
    for value in (*proto.graph.input, *proto.graph.output):
        value.type.tensor_type.shape.dim[0].dim_value = 2
    return proto


def test_a_model_that_fails_is_told_of_and_the_others_are_done(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def found(model: Path, folder: Path, options: argparse.Namespace) -> Gain:
        if model.stem == "bad":
            raise SystemExit("aoe failed")
        return gain(model.stem, operators=2.2, both=2.0)

    monkeypatch.setattr(subgraph_gain, "gain_of", found)
    output = tmp_path / "gains.jsonl"
    models = [tmp_path / "bad.onnx", tmp_path / "good.onnx"]
    for model in models:
        model.touch()
    assert subgraph_gain.main([*map(str, models), f"--output={output}"]) == 1
    assert [*gains_in(output, 2, "60s")] == ["good"]
    said = capsys.readouterr().out.splitlines()
    assert said[0] == "bad: aoe failed"
    assert said[1] == progress(gain("good", operators=2.2, both=2.0))


def test_what_is_said_of_a_model_has_its_speed_up_and_its_time() -> None:
    found = replace(gain("m", operators=2.2, both=2.0), minutes=7.24)
    assert progress(found).startswith("m: 1.100 ± 0.0")
    assert progress(found).endswith("1 of 5 subgraphs changed, 7.2 minutes")
