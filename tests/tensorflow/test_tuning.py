"""Steps that are tuned when they are first run. A job of a budget takes its time."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import keras
import pytest
import tensorflow as tf

import aoe.tensorflow
from aoe.errors import UsageError
from aoe.tensorflow import adapter
from tests.tensorflow.networks import batch, compiled, mlp, native_runs


def train(mode: str | None, budget: str = "10s") -> None:
    model = compiled(mlp(), keras.optimizers.SGD(0.05))
    options = aoe.tensorflow.global_options()
    options.aoe_config.aoe_mode, options.budget = mode, budget
    images, labels = batch(model, 24)
    model.fit(images, labels, batch_size=8, verbose=0)


def summary(folder: Path, engine: str) -> dict[str, Any]:
    """The counters in the result file of the last job."""
    name = {"OPAT": "opat", "SGAT": "sgat"}[engine]
    path = max(folder.glob(f"aoe_result_{name}_*.json"))
    ((key, report),) = json.loads(path.read_text()).items()
    assert key.startswith("report_")
    assert report[0]["basic"]["tuning_name"].endswith("train_step")
    found: dict[str, Any] = next(item[engine] for item in report if engine in item)
    return found


def test_a_second_run_finds_what_was_tuned(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "bank").mkdir()
    monkeypatch.setenv("TUNE_BANK_PATH", str(tmp_path / "bank"))
    train("2", "40s")
    printed = capsys.readouterr().out
    assert "in tune mode, training graph handled by tools.\nAoe tuning graph.\n" in printed
    first = summary(tmp_path, "OPAT")
    assert first["opat_tuning_result"] == "tuning successful"
    assert first["repo_summary"]["total_num"] > 0
    train("2", "40s")
    second = summary(tmp_path, "OPAT")["repo_summary"]
    assert second["repo_hit_num"] == adapter.reports()[-2].known
    train(None)
    assert native_runs() == 6
    assert adapter.reports()[-1].known == second["repo_hit_num"] + second["repo_add_num"]


def test_mode_1_tunes_subgraphs(tmp_path: Path) -> None:
    train("1")
    assert summary(tmp_path, "SGAT")["repo_summary"]["total_num"] > 0
    assert native_runs() == 2


def test_mode_4_tunes_no_step_of_one_worker(tmp_path: Path) -> None:
    train("4")
    assert native_runs() == 2
    assert not [*tmp_path.glob("aoe_result_*")]


def test_a_wrong_mode_is_refused() -> None:
    with pytest.raises(UsageError, match="aoe_mode should be one of the list"):
        train("3")


def test_options_that_do_not_exist_are_refused() -> None:
    options = aoe.tensorflow.global_options()
    with pytest.raises(AttributeError, match="aoe_mod"):
        options.aoe_config.aoe_mod = "2"  # type: ignore[attr-defined]
    with pytest.raises(AttributeError, match=r"no 'aoe_mode', .*; set aoe_config\.aoe_mode"):
        options.aoe_mode = "2"
    with pytest.raises(AttributeError, match=r"no 'graph_run_mode', .+; leave it out"):
        options.graph_run_mode = 1


@pytest.mark.parametrize("group", [None, "2", {"aoe_mode": "2"}])
def test_what_replaces_the_group_of_options_is_refused(group: Any) -> None:
    aoe.tensorflow.global_options().aoe_config = group
    with pytest.raises(UsageError, match=r"aoe_config=.+: must stay a group of options"):
        aoe.tensorflow.compile(mlp())


def test_the_configuration_file_says_what_to_tune_and_how(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "names.json").write_text(
        '{"tune_ops_type": ["MatMul", "Conv"], "tune_optimization_level": "O1"}'
    )
    aoe.tensorflow.global_options().aoe_config.aoe_config_file = "names.json"
    train("2")
    assert "aoe_config_file: no operator of the model is called 'Conv'" in capsys.readouterr().err
    (job,) = tmp_path.glob("aoe_workspace/*/job.json")
    assert json.loads(job.read_text())["options"]["tune_optimization_level"] == "O1"


def test_nothing_is_tuned_while_the_profiler_runs(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, capsys: pytest.CaptureFixture[str]
) -> None:
    tf.profiler.experimental.start(str(tmp_path / "profile"))
    try:
        train("2")
    finally:
        tf.profiler.experimental.stop(save=False)
    assert "train_step is not tuned: the profiler of TensorFlow runs" in caplog.text
    assert "Aoe tuning graph." not in capsys.readouterr().out
    assert not [*tmp_path.glob("aoe_result_*")]
    assert native_runs() == 2
