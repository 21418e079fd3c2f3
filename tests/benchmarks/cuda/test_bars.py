"""The table of bars, from results of several stages."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

import numpy as np
import pytest

from benchmarks.cuda import bars, table
from benchmarks.cuda.cases import Case, cases
from benchmarks.cuda.peers import comparison
from benchmarks.cuda.results import Item


def keep(folder: Path, stage: str, items: Mapping[str, Item]) -> None:
    (folder / f"{stage}.json").write_text(json.dumps({"machine": {}, "items": items}))


def compared(own: float, peer: float, error: float = 1e-3) -> Item:
    times = {"open-aoe": own, "eager": peer}
    errors = {"open-aoe": error, "eager": 1e-3}
    return {
        "gpu_ms": times,
        "call_ms": times,
        "typical_error": errors,
        "missing": {"TensorRT": "not installed"},
        "speedup": peer / own,
    }


def line(folder: Path, what: str) -> str:
    (found,) = (item for item in bars.bars(folder) if item.startswith(f"| {what}"))
    return found


def test_a_bar_is_met_if_all_its_cases_are_ahead(tmp_path: Path) -> None:
    names = [case.name for case in cases(False) if (case.batch, case.precision) == (1, "float16")]
    found = {name: compared(1.0, 2.0) for name in names}
    keep(tmp_path, "peers", found)
    told = "8 of 8 | mean 2.00, least 2.00 | mean >= 1.6, each >= 1.0 | yes |"
    assert line(tmp_path, "float16, batch 1") == f"| float16, batch 1 | {told}"
    keep(tmp_path, "peers-max", {names[0]: compared(1.0, 0.9)})
    assert line(tmp_path, "float16, batch 1").endswith(
        "least 0.90 | mean >= 1.6, each >= 1.0 | no |"
    )
    keep(tmp_path, "peers", {name: found[name] for name in names[1:]})
    (tmp_path / "peers-max.json").unlink()
    assert "| 7 of 8 |" in line(tmp_path, "float16, batch 1")
    assert line(tmp_path, "float16, batch 1").endswith("| no |")


def test_errors_and_tuning_have_bars(tmp_path: Path) -> None:
    keep(tmp_path, "peers", {"resnet50 b1 float16": compared(1.0, 2.0, 1.3e-3)})
    tuned = {"tuning_s": 170.0, "share_of_default": 0.79}
    keep(tmp_path, "tune", {"resnet50 b1 float16": tuned, "gpt2 b1 float16": {"error": "lost"}})
    assert line(tmp_path, "error").endswith(
        "at most 1.30 times that of eager float16 | <= 1.2 | no |"
    )
    assert line(tmp_path, "tuning").endswith("at most 170 s | <= 180 s | yes |")
    assert line(tmp_path, "speed of").endswith("at least 0.79 | >= 0.8 | no |")


def test_the_page_has_peers_and_why_some_are_missing(tmp_path: Path) -> None:
    keep(tmp_path, "peers", {"resnet50 b1 float16": compared(0.2, 0.4)})
    page = table.page(tmp_path)
    assert "| resnet50 b1 float16 | 0.200 (0.200) | 0.400 (0.400) | 2.00 |" in page
    assert "- TensorRT: not installed (all)" in page
    assert "## Bars" in page


def test_contestants_take_turns() -> None:
    order: list[str] = []

    def measured(name: str, value: float) -> float:
        order.append(name)
        return value

    found = comparison.in_turns({"a": lambda: measured("a", 1.0), "b": lambda: measured("b", 2.0)})
    assert found == {"a": 1.0, "b": 2.0}
    assert "".join(order).startswith("abab" + "ba")


class Contestant:
    def __init__(self, seconds: float, result: float) -> None:
        self.seconds, self.result = seconds, result

    def call(self) -> None:
        """Takes no time."""

    def gpu_seconds(self, count: int) -> float:
        return self.seconds

    def outputs(self) -> list[np.ndarray]:
        return [np.full(4, self.result)]


def test_contestants_have_times_errors_and_a_best_peer() -> None:
    contestants = {
        comparison.OWN: Contestant(2e-3, 1.01),
        "eager": Contestant(5e-3, 1.0),
        "torch.compile": Contestant(3e-3, 0.9),
    }
    item = comparison.measured(contestants, [np.ones(4)])
    assert item["gpu_ms"] == pytest.approx({"open-aoe": 2.0, "eager": 5.0, "torch.compile": 3.0})
    assert item["speedup"] == pytest.approx(1.5)
    errors = {"open-aoe": 0.01, "eager": 0.0, "torch.compile": 0.1}
    assert item["typical_error"] == pytest.approx(errors)
    assert item["largest_error"] == pytest.approx(errors)
    assert all(ms >= 0 for ms in item["call_ms"].values())


def test_without_pytorch_nothing_is_compared(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    with pytest.raises(ValueError, match="PyTorch is not installed"):
        comparison.compared(Case("resnet50", 1, "float16"), tmp_path / "resnet50.onnx")


@pytest.mark.parametrize(("values", "mean"), [([2.0, 8.0], 4.0), ([3.0], 3.0)])
def test_the_mean_is_geometric(values: list[float], mean: float) -> None:
    assert bars.geometric_mean(values) == pytest.approx(mean)
