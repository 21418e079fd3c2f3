"""Speed-ups have their uncertainty, decisions are named, finished models are not done again."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path

import pytest

from aoe.policy import SubgraphPolicy
from benchmarks.fresh_processes import Processes
from benchmarks.subgraph_gain import Gain, differences, gain_row, gains_in, summary


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
