"""What is measured on a GPU, and one case of it on a machine that executes PTX."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import onnx
import pytest

from aoe.application.model.request.precision_request import MODES
from benchmarks.cuda import __main__ as command
from benchmarks.cuda import cases, listing, stages
from benchmarks.cuda.cases import Case
from benchmarks.cuda.results import Item
from benchmarks.models import registry
from tests.backends.cuda.devices import PtxDevices, with_gpu
from tests.graph.models import model, weights

_NETWORK = """
    (float[1,3,8,8] x) => (float[1,4] y) {
        a = Conv<pads=[1,1,1,1]>(x, w)
        b = Relu(a)
        c = GlobalAveragePool(b)
        d = Reshape(c, shape)
        y = Gemm(d, v)
    }
"""


@pytest.fixture(autouse=True)
def suite(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    shape = np.array([1, 16], np.int64)
    network = model(_NETWORK, w=weights(16, 3, 3, 3), v=weights(16, 4), shape=shape)
    monkeypatch.setitem(registry.SUITE, "tiny", lambda: network)
    for name, value in (("_REPLAYS", 2), ("_CALLS", 2)):
        monkeypatch.setattr(stages, name, value)
    with with_gpu(PtxDevices()):
        yield


def test_the_most_important_cases_come_first() -> None:
    every = list(cases.cases())
    assert len({case.name for case in every}) == len(every)
    count = len(cases.MODELS)
    assert {(case.batch, case.precision) for case in every[:count]} == {(1, "float16")}
    batches = {case.model: case.batch for case in every[count : 2 * count]}
    assert batches["unet256"] == 8
    assert set(batches.values()) == {8, 32}
    assert all(case.option in (None, *MODES) for case in every)
    assert [case.batch for case in stages.tune_cases()][: count + 1] == [*[1] * count, 32]


@pytest.mark.parametrize(
    ("precision", "bound"), [("float16", 1e-2), ("tf32", 1e-2), ("float32", 1e-5)]
)
def test_a_case_is_compiled_and_compared(tmp_path: Path, precision: str, bound: float) -> None:
    case = Case("tiny", 2, precision)
    path = cases.model_file(tmp_path, case)
    assert path.name == "tiny_b2.onnx"
    assert cases.feed_of(path)["x"].shape == (2, 3, 8, 8)
    item = stages.compiled(case, path)
    assert item["relative_error"] < bound
    assert item["gpu_ms"] > 0
    assert item["kernels"] >= len(item["slowest"]) > 1


def test_wrong_outputs_are_an_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(stages.LARGEST_ERROR, "float16", 0.0)
    case = Case("tiny", 1, "float16")
    with pytest.raises(ValueError, match="the outputs are wrong"):
        stages.compiled(case, cases.model_file(tmp_path, case))


def test_a_case_is_tuned_from_an_empty_repository(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TUNE_BANK_PATH", "kept")
    monkeypatch.setattr(stages, "TUNE_SECONDS", 4)
    case = Case("tiny", 1, "float16")
    item = stages.tuned(case, cases.model_file(tmp_path, case))
    assert item["tuning_s"] > 0
    assert item["share_of_default"] == item["after"]["gpu_ms"] / item["before"]["gpu_ms"]
    assert os.environ["TUNE_BANK_PATH"] == "kept"
    assert not (tmp_path / "kept").exists()


def test_a_pattern_chooses_items(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def done(case: Case, path: Path) -> Item:
        return {"batch": case.batch, "file": path.name}

    several = [Case("tiny", 1, "float16"), Case("tiny", 4, "float16"), Case("tiny", 4, "tf32")]
    monkeypatch.setattr(stages, "compiled", done)
    monkeypatch.setattr(stages, "cases", lambda: iter(several))
    options = ["--only", "b4 ", "--models", str(tmp_path / "files")]
    assert command.main(["models", str(tmp_path / "out"), *options]) == 0
    items = json.loads((tmp_path / "out" / "models.json").read_text())["items"]
    assert list(items) == ["tiny b4 float16", "tiny b4 tf32"]
    assert (tmp_path / "files" / "tiny_b4.onnx").exists()


def test_operators_of_a_model_are_listed_without_a_gpu(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    onnx.save(registry.SUITE["tiny"](), tmp_path / "tiny.onnx")
    assert listing.main([str(tmp_path / "tiny.onnx"), "--precision", "force_fp16"]) == 0
    text = capsys.readouterr().out
    assert "f16[1x8x8x16]@0231 <- f16[1x3x8x8] f16[16x3x3x3]=" in text
    assert "written {'float16': 3, 'float32': 1}" in text


def test_preparing_compiles_a_case_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stages, "cases", lambda: iter([Case("tiny", 1, "float16")]))
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    options = ["--models", str(tmp_path / "files")]
    assert command.main(["prepare", str(tmp_path), *options]) == 0
    (item,) = json.loads((tmp_path / "prepare.json").read_text())["items"].values()
    assert item["open-aoe"] > 0
