"""Graphs are written for AOE's offline tuning, and tuned where they run."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import onnx_ir
import pytest
import torch
from torch._dynamo.exc import BackendCompilerFailed

import aoe.torch
from aoe.application.model.compilation import repository_policies
from aoe.application.model.machine import this_machine
from aoe.application.model.source import load_graph
from aoe.application.tune.folder import folder_job
from aoe.backends.registry import default_policy
from aoe.errors import AoeError
from aoe.frontends.frontend import ModelOrigin
from aoe.settings import read_settings, usable_cores
from aoe.torch.dump import dump
from aoe.torch.report import reports
from aoe.training.dump import remove_others, write_model, write_ranges
from aoe.tuning.comparison.timing_statistics import Measurement
from aoe.tuning.policy_database import Winner
from tests.application.conftest import small_model
from tests.torch.nets import Encoder, classes, mlp, words
from tests.torch.training import check_gradients, compiled, cross_entropy


@pytest.fixture(autouse=True)
def _no_dump_afterwards(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Any:
    monkeypatch.setenv("TUNE_BANK_PATH", str(tmp_path))
    yield
    dump().folder = None


def test_each_graph_is_written_with_the_ranges_of_its_integers(tmp_path: Path) -> None:
    aoe.torch.set_aoe(tmp_path / "dump")
    module, (x,) = Encoder(layers=1), words()
    cross_entropy(compiled(module)(x), classes(3)).backward()
    forward, backward = (item.name for item in reports())
    written = {path.name for path in (tmp_path / "dump").iterdir()}
    assert {f"{forward}.onnx", f"{backward}.onnx", f"{forward}.inputs.json"} <= written
    described = json.loads((tmp_path / "dump" / f"{forward}.inputs.json").read_text())
    assert {"range": [int(x.min()), int(x.max())]} in described.values()


def test_what_is_tuned_offline_is_found_when_training_again(tmp_path: Path) -> None:
    aoe.torch.set_aoe(tmp_path / "dump")
    inputs = (torch.randn(16, 20),)
    check_gradients(mlp(), inputs)
    dump().folder = None
    assert {item.known for item in reports()} == {0}
    models = sorted((tmp_path / "dump").glob("*.onnx"))
    assert len(models) == 2
    for path in models:
        know(path, min(torch.get_num_threads(), usable_cores()))
    torch._dynamo.reset()
    before = len(reports())
    check_gradients(mlp(), inputs)
    found = reports()[before:]
    assert len(found) == before
    assert all(item.known == item.kernels > 0 for item in found)


def know(path: Path, threads: int) -> None:
    """Stores a policy for each operator of a model, as tuning does."""
    settings = read_settings()
    target = this_machine(threads, settings)
    store = repository_policies(settings, target)
    time = Measurement.of([1e-3, 2e-3])
    _, graph = load_graph(ModelOrigin(path), {}, target=target)
    for operator in {node.operator for node in graph.operator_nodes}:
        policy = default_policy(operator, target)
        store.store(operator, Winner(policy, time, time, time))


def test_a_graph_is_tuned_within_the_ranges_of_its_integers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[Any] = []

    def stopped(item: Any, precision: Any, context: Any) -> Any:
        seen.append(item.profiles[0].default.input_ranges)
        raise AoeError("enough")

    monkeypatch.setattr(folder_job, "settle_precision", stopped)
    module, (x,) = Encoder(layers=1), words()
    with torch.no_grad():
        compiled(module, options={"aoe_mode": "2", "work_path": tmp_path, "budget": 3})(x)
    (ranges,) = seen
    assert (int(x.min()), int(x.max())) in ranges.values()


def test_ranges_of_another_graph_of_that_name_go(tmp_path: Path) -> None:
    model = onnx_ir.from_proto(small_model())
    write_model(tmp_path, "graph", model)
    write_ranges(tmp_path, "graph", {"x": (0, 3)})
    assert (tmp_path / "graph.inputs.json").is_file()
    write_model(tmp_path, "graph", model)
    assert not (tmp_path / "graph.inputs.json").exists()


def test_a_folder_that_is_no_path_or_cannot_be_made_is_refused(tmp_path: Path) -> None:
    with pytest.raises(TypeError):
        aoe.torch.set_aoe(3)
    (tmp_path / "file").write_text("")
    with pytest.raises(OSError, match=r"set_aoe\('.*file'\): .* not a directory; name a folder"):
        aoe.torch.set_aoe(tmp_path / "file")
    with pytest.raises(OSError, match=r"set_aoe\('.*file/x'\): .* not a directory \(for .*file\)"):
        aoe.torch.set_aoe(tmp_path / "file" / "x")
    with pytest.raises(OSError, match=r"set_aoe\('/proc/x'\): .*\(for /proc\); name a folder that"):
        aoe.torch.set_aoe("/proc/x")
    with pytest.raises(OSError, match=r"null character .*; name a folder"):
        aoe.torch.set_aoe("du\0mp")
    with pytest.raises(TypeError, match="not bytes"):
        aoe.torch.set_aoe(b"dump")
    with pytest.raises(OSError, match="name the folder"):
        aoe.torch.set_aoe("")


def test_a_graph_that_cannot_be_written_is_an_error(tmp_path: Path) -> None:
    folder = tmp_path / "dump"
    aoe.torch.set_aoe(folder)
    folder.rmdir()
    folder.touch()
    with pytest.raises(BackendCompilerFailed, match=r"OSError: set_aoe: cannot .*dump"):
        compiled(torch.nn.Linear(4, 4))(torch.randn(2, 4))
    assert not reports()


def test_a_step_is_tuned_when_it_is_first_run(tmp_path: Path, capsys: Any) -> None:
    options = {"aoe_mode": "2", "work_path": tmp_path, "budget": 3}
    inputs = (torch.randn(16, 20),)
    check_gradients(torch.nn.Linear(20, 8), inputs, options=options)
    names = [item.name for item in reports()]
    assert names
    (folder,) = (tmp_path / "aoe_torch").iterdir()
    assert {path.stem for path in folder.glob("*.onnx")} == {*names}
    (result,) = tmp_path.glob("aoe_result_opat_*.json")
    assert all(name in result.read_text() for name in names)
    capsys.readouterr()


def test_models_of_an_earlier_job_go(tmp_path: Path) -> None:
    model = onnx_ir.from_proto(small_model())
    for name in ("graph", "other"):
        write_model(tmp_path, name, model)
        write_ranges(tmp_path, name, {"x": (0, 3)})
    remove_others(tmp_path, ["graph"])
    assert {path.name for path in tmp_path.iterdir()} == {"graph.onnx", "graph.inputs.json"}
