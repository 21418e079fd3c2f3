"""Speed-ups have their uncertainty, decisions are named, finished models are not done again."""

from __future__ import annotations

import argparse
import json
from dataclasses import asdict, replace
from pathlib import Path

import pytest

from aoe.policy import SubgraphPolicy
from benchmarks import subgraph_gain
from benchmarks.fresh_processes import Processes
from benchmarks.subgraph_gain import Gain, differences, gain_row, gains_in, progress, summary


def gain(model: str, *, operators: float, both: float) -> Gain:
    times = tuple((operators * share, both, 3.0) for share in (0.99, 1.0, 1.01))
    return Gain(model, 2, "60s", (5, 1), {"band": 1, "split": 3}, Processes(times))


def test_a_row_has_the_speed_up_and_what_was_decided() -> None:
    row = gain_row(gain("m", operators=2.2, both=2.0))
    assert row["speed-up"] == pytest.approx(1.1)
    assert row["±"] == pytest.approx(1.1 * 4.30 * 0.01 / 3**0.5, rel=0.1)
    assert row["subgraphs changed"] == "1 of 5"
    assert row["decided"] == "split ×3, band ×1"


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


def test_a_model_that_fails_is_told_of_and_the_others_are_done(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def found(model: Path, folder: Path, options: argparse.Namespace) -> Gain:
        if model.stem == "bad":
            raise SystemExit("aoe failed")
        return gain(model.stem, operators=2.2, both=2.0)

    monkeypatch.setattr(subgraph_gain, "gain_of", found)
    output = tmp_path / "gains.jsonl"
    assert subgraph_gain.main(["bad.onnx", "good.onnx", f"--output={output}"]) == 1
    assert [*gains_in(output, 2, "60s")] == ["good"]
    said = capsys.readouterr().out.splitlines()
    assert said[0] == "bad: aoe failed"
    assert said[1] == progress(gain("good", operators=2.2, both=2.0))


def test_what_is_said_of_a_model_has_its_speed_up_and_its_time() -> None:
    found = replace(gain("m", operators=2.2, both=2.0), minutes=7.24)
    assert progress(found).startswith("m: 1.100 ± 0.0")
    assert progress(found).endswith("1 of 5 subgraphs changed, 7.2 minutes")


def test_differences_are_named_by_their_kind() -> None:
    default = SubgraphPolicy.of({"stored": (1, 2), "order.1": (0, 1), "order.2": (0, 1)})
    other = SubgraphPolicy.of(
        {
            "stored": (2, 3, 4),
            "order.2": (1, 0),
            "order.3": (0, 1),
            "variant.4": "taps_apart",
            "band.4": (8, 3, 4),
        }
    )
    assert sorted(differences(default, other)) == [
        "band",
        "merge",
        "order",
        "split",
        "split",
        "taps_apart",
    ]
