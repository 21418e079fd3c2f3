"""A tuning job for a GPU by the same modules as for the CPU, on a machine that executes PTX."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import onnx
import pytest

import aoe
from tests.application.tune.one_process import NoProcess
from tests.application.tune.short_jobs import shorten_jobs
from tests.backends.cuda.devices import PtxDevices, with_gpu
from tests.graph.models import model, weights

TEXT = "(float[3,16] x) => (float[3,8] y) { y = MatMul(x, w) }"
X = np.random.default_rng(0).standard_normal((3, 16)).astype(np.float32)


@pytest.fixture
def proto() -> onnx.ModelProto:
    return model(TEXT, w=weights(16, 8))


def test_a_job_searches_checks_and_writes_a_model(
    proto: onnx.ModelProto, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TE_PARALLEL_COMPILER", "1")
    monkeypatch.setattr("aoe.tuning.measurement.runner.WorkerProcess", NoProcess)
    monkeypatch.setattr("aoe.tuning.measurement.runner_process.limit_memory", lambda: None)
    shorten_jobs(monkeypatch)
    devices = PtxDevices(count=2)
    with with_gpu(devices):
        result = aoe.tune(proto, device="cuda:1", output="tuned", budget="20s")
        assert [bool(device.kernels) for device in devices.all] == [False, True]
        assert result.result_path is not None
        _, searched = json.loads(Path(result.result_path).read_text())
        assert searched["OPAT"]["opat_tuning_result"] == "tuning successful"
        assert searched["OPAT"]["repo_summary"]["total_num"] == 1
        with aoe.InferenceSession(result.model_path) as session:
            found = session.run(None, {"x": X})[0]
    with aoe.compile(proto, device="reference") as reference:
        np.testing.assert_allclose(found, reference.run(None, {"x": X})[0], rtol=1e-5)
