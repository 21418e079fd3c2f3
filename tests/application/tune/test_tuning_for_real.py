"""A network of several kinds of operators tuned by the command, with the real compiler, runner and
measurements: whatever wins, the model computes what ONNX Runtime does.
"""

from __future__ import annotations

import json
from pathlib import Path
from shutil import copytree
from typing import Any

import numpy as np
import onnx
import pytest

import aoe
from aoe.application.command_line import main
from aoe.application.model.compilation import tuned_subgraphs
from aoe.application.model.machine import this_machine
from aoe.application.model.source import load_profiles
from aoe.backends.session import read_offline_model
from aoe.frontends.frontend import ModelOrigin
from aoe.settings import read_settings
from aoe.tuning.comparison.timing_statistics import Measurement
from aoe.tuning.measurement.runner import Runner
from aoe.tuning.policy_database import Winner
from aoe.tuning.trial_log import read_trial_log
from tests.application.conftest import furnish, work_in
from tests.application.tune.one_process import start_processes
from tests.application.tune.short_jobs import lengthen_jobs
from tests.graph.models import by_onnxruntime, inputs_of, model, weights

pytestmark = pytest.mark.usefixtures("processes")

TUNE = ("--model=network.onnx", "--job_type=1,2", "--output=tuned", "--trial_log=trials")
TEXT = """(float[1,32,16,16] x) => (float[1,10] y) {
    wide = Conv <pads = [1, 1, 1, 1]> (x, w3, b3)
    rectified = Relu(wide)
    each = Conv <pads = [1, 1, 1, 1], group = 32> (rectified, wd)
    bounded = Clip(each, zero, six)
    mixed = Conv(bounded, w1)
    sum = Add(mixed, x)
    pooled = MaxPool <kernel_shape = [2, 2], strides = [2, 2]> (sum)
    mean = GlobalAveragePool(pooled)
    flat = Flatten(mean)
    product = MatMul(flat, wm)
    y = Softmax <axis = 1> (product)
}"""


@pytest.fixture
def network(place: Path) -> onnx.ModelProto:
    """The network, as `network.onnx`."""
    onnx.save(made_network(), place / "network.onnx")
    return made_network()


@pytest.fixture(scope="module")
def tuned_once(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder in which a job with both kinds of tuning has ended, which left `tuned.om`."""
    folder = tmp_path_factory.mktemp("tuned_once")
    furnish(folder)
    onnx.save(made_network(), folder / "network.onnx")
    with pytest.MonkeyPatch.context() as patch:
        work_in(folder, patch)
        start_processes(patch)
        assert main([*TUNE, "--progress_bar=off"]) == 0
    return folder


@pytest.fixture
def back_there(tuned_once: Path, place: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of that folder, as the working directory."""
    folder = Path(copytree(tuned_once, place / "copy"))
    work_in(folder, monkeypatch)
    start_processes(monkeypatch)
    return folder


def made_network() -> onnx.ModelProto:
    """Convolutions of three kinds (of which the first can be computed by Winograd's algorithm),
    pooling, a product and a softmax.
    """
    return model(
        TEXT,
        w3=weights(32, 32, 3, 3, scale=0.1),
        b3=weights(32),
        wd=weights(32, 1, 3, 3),
        w1=weights(32, 32, 1, 1, scale=0.2),
        wm=weights(32, 10),
        zero=np.array(0, np.float32),
        six=np.array(6, np.float32),
    )


def check(network: onnx.ModelProto, name: str = "tuned") -> None:
    feed = inputs_of(network)
    (expected,) = by_onnxruntime(network, feed).values()
    with aoe.InferenceSession(f"{name}.om") as session:
        np.testing.assert_allclose(session.run(None, feed)[0], expected, atol=1e-4)


def counted(place: Path, kind: str, name: str) -> dict[str, Any]:
    """How many ended how, by the result file of one kind of tuning."""
    (path,) = place.glob(f"aoe_result_{kind}_*.json")
    found: dict[str, Any] = json.loads(path.read_text())[1][name]["repo_summary"]
    return found


def test_with_a_budget(network: onnx.ModelProto, monkeypatch: pytest.MonkeyPatch) -> None:
    lengthen_jobs(monkeypatch)
    assert main([*TUNE, "--budget=10s", "--progress_bar=off"]) == 0
    check(network)


def test_by_short_searches_to_their_end(back_there: Path) -> None:
    check(made_network())
    assert counted(back_there, "sgat", "SGAT")["total_num"] > 0
    searches = read_trial_log(back_there / "trials").values()
    # Some were of operators that subgraphs have fused anew since.
    assert 0 < counted(back_there, "opat", "OPAT")["total_num"] <= len(searches)
    tried = {trial.policy.impl for search in searches for trial in search.trials if trial.seconds}
    assert {"conv_direct", "conv_winograd", "conv_depthwise", "pool"} <= tried


def test_a_second_run_measures_nothing_and_adds_nothing(
    back_there: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    known = {path: path.read_bytes() for path in back_there.glob("bank/**/*.json")}
    assert known
    monkeypatch.setattr(Runner, "__init__", None)
    command = ["--model=network.onnx", "--job_type=1,2", "--progress_bar=off"]
    assert main([*command, "--output=again"]) == 0
    assert {path: path.read_bytes() for path in back_there.glob("bank/**/*.json")} == known
    check(made_network(), "again")
    once, again = (read_offline_model(back_there / f"{name}.om") for name in ("tuned", "again"))
    assert once.objects == again.objects


def fill_graph_repository() -> None:
    """Stores the default policy of every subgraph of the network that the repository has none of,
    as if it had been the best.
    """
    settings = read_settings()
    store = tuned_subgraphs(settings, this_machine(1, settings))
    _, (graph,) = load_profiles(ModelOrigin(Path("network.onnx")), [{}])
    time = Measurement(1e-6, 1e-6, 1e-8, 9)
    for subgraph in graph.subgraphs:
        if store.lookup(subgraph) is None:
            store.store(subgraph, Winner(subgraph.policy(graph.decisions), time, time, time))


def test_subgraphs_that_the_repository_knows_are_not_measured_and_give_the_same_machine_code(
    place: Path, network: onnx.ModelProto, monkeypatch: pytest.MonkeyPatch
) -> None:
    command = ["--model=network.onnx", "--job_type=1", "--threads=1", "--progress_bar=off"]
    assert main([*command, "--output=once"]) == 0
    fill_graph_repository()
    monkeypatch.setattr(Runner, "__init__", None)
    assert main([*command, "--output=tuned"]) == 0
    check(network)
    once, again = (read_offline_model(place / f"{name}.om") for name in ("once", "tuned"))
    assert once.objects == again.objects
    assert once.plan == again.plan
