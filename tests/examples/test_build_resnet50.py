import subprocess
import sys
from pathlib import Path

import numpy as np
import onnx
import onnxruntime
import pytest

SCRIPT = Path(__file__).parents[2] / "examples" / "build_resnet50.py"


@pytest.fixture(scope="module")
def model_path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("models") / "resnet50.onnx"
    subprocess.run([sys.executable, SCRIPT, path, "--size", "64"], check=True, capture_output=True)
    return path


def test_it_is_a_resnet_50(model_path: Path) -> None:
    model = onnx.load(model_path)
    onnx.checker.check_model(model, full_check=True)
    types = [node.op_type for node in model.graph.node]
    assert types.count("Conv") == 53
    assert types.count("Add") == 16
    parameters = sum(
        int(np.prod(weight.dims))
        for weight in model.graph.initializer
        if not weight.name.endswith((".mean", ".variance"))
    )
    assert parameters == 25_557_032


def test_activations_stay_of_order_one(model_path: Path) -> None:
    session = onnxruntime.InferenceSession(model_path, providers=["CPUExecutionProvider"])
    image = np.random.default_rng(1).standard_normal((1, 3, 64, 64)).astype(np.float32)
    (logits,) = session.run(None, {"image": image})
    assert 0.1 < logits.std() < 10
    assert len(np.unique(logits)) == 1000


def test_a_seed_gives_the_same_file(model_path: Path, tmp_path: Path) -> None:
    again = tmp_path / "again.onnx"
    subprocess.run([sys.executable, SCRIPT, again, "--size", "64"], check=True, capture_output=True)
    assert again.read_bytes() == model_path.read_bytes()
