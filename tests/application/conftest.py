"""A small model, as ONNX and as an offline model, and a place of its own for every test."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import onnx
import pytest
from onnx import TensorProto, helper, numpy_helper

import aoe
from tests.application.tune.one_process import stay_in_one_process
from tests.application.tune.short_jobs import shorten_jobs


def small_model(scale: float = 1.0) -> onnx.ModelProto:
    """A matrix product and a Relu: `x` [2, 8] times a constant to `y` [2, 4]."""
    weights = np.linspace(-scale, scale, 32, dtype=np.float32).reshape(8, 4)
    graph = helper.make_graph(
        [
            helper.make_node("MatMul", ["x", "w"], ["product"], name="product"),
            helper.make_node("Relu", ["product"], ["y"], name="relu"),
        ],
        "small",
        [helper.make_tensor_value_info("x", TensorProto.FLOAT, ["batch", 8])],
        [helper.make_tensor_value_info("y", TensorProto.FLOAT, ["batch", 4])],
        [numpy_helper.from_array(weights, "w")],
    )
    return helper.make_model(graph, ir_version=8, opset_imports=[helper.make_opsetid("", 17)])


def expected(x: np.ndarray) -> np.ndarray:
    weights = np.linspace(-1, 1, 32, dtype=np.float32).reshape(8, 4)
    return np.maximum(x @ weights, 0)


@pytest.fixture(scope="session")
def compiled_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with `small.onnx` and `small.om`, made from it for one thread."""
    folder = tmp_path_factory.mktemp("compiled")
    onnx.save(small_model(), folder / "small.onnx")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("HOME", str(folder))
        session = aoe.compile(folder / "small.onnx", threads=1, input_shape={"x": (2, 8)})
    session.save(folder / "small.om")
    session.close()
    return folder


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A working directory with `small.onnx` and an empty repository `bank`, where jobs are short
    and start no processes.
    """
    furnish(tmp_path)
    work_in(tmp_path, monkeypatch)
    return tmp_path


def furnish(folder: Path) -> None:
    """Makes `small.onnx` and an empty repository `bank`."""
    onnx.save(small_model(), folder / "small.onnx")
    (folder / "bank").mkdir()


def work_in(folder: Path, patch: pytest.MonkeyPatch) -> None:
    """Makes a folder the working directory, where jobs are short and start no processes."""
    patch.chdir(folder)
    patch.setenv("TUNE_BANK_PATH", "bank")
    patch.setenv("TE_PARALLEL_COMPILER", "1")
    for name in ("ASCEND_WORK_PATH", "ASCEND_DEVICE_ID", "REPEAT_TUNE", "AOE_TRACEBACK"):
        patch.delenv(name, raising=False)
    shorten_jobs(patch)
    stay_in_one_process(patch)
