"""Graphs that are written for tuning offline, and found again when the script runs."""

from __future__ import annotations

import json
from pathlib import Path

import mindspore
import numpy as np
import pytest
from mindspore import Tensor, nn

import aoe.mindspore
from aoe.application.model.compilation import repository_policies
from aoe.application.model.machine import this_machine
from aoe.application.model.source import load_graph
from aoe.backends.registry import default_policy
from aoe.frontends.frontend import ModelOrigin
from aoe.settings import read_settings
from aoe.tuning.comparison.timing_statistics import Measurement
from aoe.tuning.policy_database import Winner
from tests.mindspore.nets import batches, forget_aoe, mlp, step_of, trained
from tests.not_empty import not_empty


def test_each_graph_is_written_with_the_ranges_of_its_integers(tmp_path: Path) -> None:
    mindspore.set_context(aoe_tune_mode="offline")
    net = mlp()
    step = step_of(net, nn.Momentum(net.trainable_params(), 0.1, 0.9))
    (data,) = batches(1, 5, 6)
    trained(step, [data, data])
    net.set_train(False)
    net(data[0])
    assert {path.name for path in (tmp_path / "aoe_dump").iterdir()} == {
        "step_0_TrainOneStepCell.mindir",
        "step_0_TrainOneStepCell.inputs.json",
        "step_1_SequentialCell.mindir",
    }
    described = json.loads(
        (tmp_path / "aoe_dump" / "step_0_TrainOneStepCell.inputs.json").read_text()
    )
    labels = data[1].asnumpy()
    assert described["inputs1"] == {"range": [int(labels.min()), int(labels.max())]}
    found = aoe.mindspore.reports()
    assert [(item.native, item.left) for item in found] == [(0, 2), (0, 1)]
    told = f"it is written to {tmp_path / 'aoe_dump'}, to be tuned offline"
    assert {item.reason for item in found} == {told}


def test_graphs_lie_below_the_folder_of_other_graphs(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(
        "mindspore.context.get_context",
        lambda key, known=mindspore.get_context: (
            str(tmp_path / "graphs") if key == "save_graphs_path" else known(key)
        ),
    )
    mindspore.set_context(aoe_tune_mode="offline")
    mlp()(Tensor(np.ones((2, 6), np.float32)))
    assert (tmp_path / "graphs" / "aoe_dump" / "step_0_SequentialCell.mindir").is_file()


def test_what_is_tuned_offline_is_found_when_the_script_runs_again(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("TUNE_BANK_PATH", str(tmp_path))
    aoe.mindspore.set_options(op_bank_path=str(tmp_path))
    mindspore.set_context(aoe_tune_mode="offline")
    net = mlp()
    step = step_of(net, nn.Adam(net.trainable_params(), 0.01))
    data = batches(1, 5, 6)
    trained(step, data)
    net.set_train(False)
    net(data[0][0])
    for path in sorted((tmp_path / "aoe_dump").glob("*.mindir")):
        know(path)
    forget_aoe()
    other = mlp()
    step = step_of(other, nn.Adam(other.trainable_params(), 0.01))
    trained(step, data)
    other.set_train(False)
    other(data[0][0])
    found = aoe.mindspore.reports()[2:]
    assert [item.known for item in found] == [item.kernels for item in found]
    assert all(item.kernels for item in not_empty(found))


def know(path: Path) -> None:
    """Stores a policy for each operator of a model, as tuning does."""
    settings = read_settings()
    target = this_machine(1, settings)
    store = repository_policies(settings, target)
    time = Measurement.of([1e-3, 2e-3])
    _, graph = load_graph(ModelOrigin(path), {}, target=target)
    for operator in {node.operator for node in graph.operator_nodes}:
        policy = default_policy(operator, target)
        store.store(operator, Winner(policy, time, time, time))
