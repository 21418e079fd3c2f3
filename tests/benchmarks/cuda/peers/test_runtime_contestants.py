"""ONNX Runtime as a contestant, bound to tensors of the CPU: there is no GPU to try it on."""

from __future__ import annotations

import importlib.util

import numpy as np
import onnx
import pytest
from onnx import numpy_helper

from benchmarks.cuda.peers import comparison

torch = pytest.importorskip("torch")

from benchmarks.cuda.peers.runtime_contestants import OnnxRuntimeModel  # noqa: E402

TEXT = """<ir_version: 8, opset_import: ["" : 17]>
    net (float[1,3,8,8] x) => (float[1,8,8,8] y) {
    c = Conv <pads = [1, 1, 1, 1]> (x, w) y = Relu (c) }"""


@pytest.mark.parametrize(("precision", "tolerance"), [("float32", 1e-5), ("float16", 5e-3)])
def test_bound_tensors_have_the_outputs(precision: str, tolerance: float) -> None:
    rng = np.random.default_rng(2)
    weights = rng.standard_normal((8, 3, 3, 3)).astype(np.float32)
    model = onnx.parser.parse_model(TEXT)
    model.graph.initializer.append(numpy_helper.from_array(weights, "w"))
    x = rng.standard_normal((1, 3, 8, 8)).astype(np.float32)
    (found,) = OnnxRuntimeModel(model, {"x": x}, precision, device="cpu").outputs()
    both = (torch.from_numpy(item) for item in (x, weights))
    expected = torch.nn.functional.conv2d(*both, padding=1).relu().numpy()
    np.testing.assert_allclose(found, expected, atol=tolerance * np.abs(expected).max(), rtol=0)


def test_what_cannot_be_compared_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    here = {"onnxruntime": object(), "tensorrt": None}
    monkeypatch.setattr(importlib.util, "find_spec", here.get)
    assert comparison.absent() == {
        "TensorRT": "not installed",
        "ONNX Runtime CUDA": "installed without its CUDA provider",
    }
