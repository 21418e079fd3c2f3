"""What a script asks of AOE, in both of MindSpore's ways."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import mindspore
import numpy as np
import pytest
from mindspore import Tensor
from mindspore.device_context import ascend

import aoe.mindspore
from aoe.errors import UsageError
from aoe.mindspore import adapter
from aoe.mindspore.options import options_of
from aoe.mindspore.tune_mode import TuneMode, asked
from tests.mindspore.nets import mlp


def test_nothing_is_asked_by_default() -> None:
    assert asked() == TuneMode(None, "2")


def test_set_context_asks() -> None:
    mindspore.set_context(aoe_tune_mode="online", aoe_config={"job_type": "1"})
    assert asked() == TuneMode("online", "1")


def test_functions_of_op_tuning_ask() -> None:
    ascend.op_tuning.aoe_tune_mode("offline")
    ascend.op_tuning.aoe_job_type("1")
    assert asked() == TuneMode("offline", "1")
    assert mindspore.get_context("aoe_tune_mode") == "offline"


@pytest.mark.parametrize(
    ("wrong", "error", "sentence"),
    [
        (lambda: ascend.op_tuning.aoe_tune_mode("on"), ValueError, r"must be in \['online', 'off"),
        (lambda: ascend.op_tuning.aoe_job_type("4"), ValueError, r"but got 4\. 4 tunes how"),
        (lambda: mindspore.set_context(aoe_tune_mode="on"), ValueError, "must be in"),
        (lambda: aoe.mindspore.set_options(aoe_mode="2"), UsageError, "MindSpore's own switch"),
        (lambda: aoe.mindspore.set_options(thread=2), UsageError, "did you mean threads"),
    ],
)
def test_other_values_are_refused(wrong: Any, error: type[Exception], sentence: str) -> None:
    with pytest.raises(error, match=sentence):
        wrong()


def test_a_mode_is_set_once() -> None:
    ascend.op_tuning.aoe_tune_mode("online")
    ascend.op_tuning.aoe_tune_mode("online")
    ascend.op_tuning.aoe_job_type("1")
    with pytest.raises(RuntimeError, match="'aoe_tune_mode' can not be set repeatedly"):
        ascend.op_tuning.aoe_tune_mode("offline")
    with pytest.raises(RuntimeError, match="'aoe_job_type' can not be set repeatedly"):
        ascend.op_tuning.aoe_job_type("2")


def test_the_script_wins_over_the_variable(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AOE_MODE", "1")
    assert options_of(TuneMode(None, "2")).aoe_mode == "1"
    assert options_of(TuneMode("online", "2")).aoe_mode == "2"


def test_graphs_are_written_whatever_the_variable_says(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AOE_MODE", "4")
    assert options_of(TuneMode("offline", "2")).aoe_mode is None


def test_gradients_are_not_tuned_here(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AOE_MODE", "4")
    assert mlp()(Tensor(np.ones((2, 6), np.float32))).shape == (2, 3)
    ((reason, left),) = [(report.reason, report.left) for report in aoe.mindspore.reports()]
    assert left == 1
    assert reason.startswith("AOE_MODE=4 tunes how gradients of several workers are joined")
    assert "all_reduce_fusion_config has no effect on a CPU; use 1 or 2" in reason


def test_online_tunes_a_graph_once_before_it_is_run(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    jobs: list[Any] = []
    monkeypatch.setattr(
        "aoe.training.tuning.Tuner.tune",
        lambda self, name, model, ranges: jobs.append((name, self._options.aoe_mode)),
    )
    mindspore.set_context(aoe_tune_mode="online", aoe_config={"job_type": "1"})
    net = mlp()
    net.set_train(False)
    for _ in range(3):
        net(Tensor(np.ones((2, 6), np.float32)))
    assert jobs == [("step_0_SequentialCell", "1")]
    assert adapter.reports()[0].native == 2


def test_features_are_checked_with_the_mode_that_wins(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "tune.json").write_text('{"feature": ["deeper_opat"]}')  # of operators, mode 2
    monkeypatch.setenv("AOE_MODE", "1")
    aoe.mindspore.set_options(aoe_config_file=str(tmp_path / "tune.json"))
    assert options_of(TuneMode("online", "2")).aoe_mode == "2"
    with pytest.raises(UsageError, match="'deeper_opat' is for tuning of operators"):
        options_of(TuneMode(None, "2"))
