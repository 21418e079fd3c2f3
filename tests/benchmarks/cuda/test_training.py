"""The stage of training, on a CPU."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

pytest.importorskip("torch")

from benchmarks.cuda import table, training
from benchmarks.cuda.results import Results


def test_ways_are_compared_step_by_step(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from aoe.torch.compiler import backend

    def failing(*_: object) -> None:
        raise ValueError("there is no compiler")

    monkeypatch.setattr(training, "TURNS", 1)
    monkeypatch.setattr(training, "STEPS", 3)
    ways = {training.EAGER: None, training.OWN: backend, "other": failing}
    item = training.compared("cnn", "float32", "cpu", ways)
    assert set(item["step_ms"]) == {training.EAGER, training.OWN}
    assert len(item["losses"][training.OWN]) == 3
    assert item["loss_apart"][training.OWN] < 1e-3
    assert "there is no compiler" in item["failed"]["other"]
    assert any("operators in open-aoe" in text for text in item["reports"])
    Results(tmp_path, "training").put("cnn float32", json.loads(json.dumps(item)))
    page = table.page(tmp_path)
    assert "| cnn float32 |" in page
    assert "- cnn float32, other: " in page


def test_all_networks_are_there() -> None:
    names = [name for name, _ in training.training_work()]
    assert len(names) == len(training.NETWORKS) * len(training.PRECISIONS)
    from benchmarks.training.tasks import TASKS

    assert set(training.NETWORKS) <= set(TASKS)
