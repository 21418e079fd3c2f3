"""Models in 16 bits on a GPU, on a machine that executes PTX."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

import aoe
from aoe.backends.cuda.target.cuda_target import cuda_target
from aoe.frontends.onnx import load_onnx
from aoe.graph.pipeline import prepared_graph
from aoe.graph.precision.mixed_precision import EVERYTHING, with_mixed_precision
from aoe.operators.graph_json import graph_from_json
from aoe.operators.operator_graph import OperatorGraph
from tests.backends.cuda.devices import PtxDevices, with_gpu
from tests.graph.models import model, weights

NETWORK = """
    (float[1,16,6,6] x) => (float[1,8] y) {
        a = Conv<pads=[1,1,1,1]>(x, w)
        b = Relu(a)
        c = Conv(b, v)
        d = Add(c, b)
        e = GlobalAveragePool(d)
        f = Flatten(e)
        g = MatMul(f, u)
        h = Softmax(g)
        y = Mul(h, g)
    }
"""
CONSTANTS = {"w": weights(16, 16, 3, 3), "v": weights(16, 16, 1, 1), "u": weights(16, 8)}
#: A value of 1e6 between two products.
LARGE = """
    (float[2,16] x) => (float[2,16] y) {
        a = MatMul(x, w)
        y = MatMul(a, v)
    }
"""
LARGE_CONSTANTS = {
    "w": 1e5 * np.abs(weights(16, 16)) + np.float32(1e3),
    "v": np.eye(16, dtype=np.float32) + 0.01 * weights(16, 16),
}


@pytest.fixture(autouse=True)
def gpu(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.chdir(tmp_path)
    with with_gpu(PtxDevices()):
        yield


def graph_of(session: aoe.InferenceSession) -> OperatorGraph:
    graph = session.model.graph
    assert graph is not None
    return graph_from_json(graph, session.model.constants)


def test_every_value_between_operators_is_float16() -> None:
    target = cuda_target("sm_90")
    proto = load_onnx(model(NETWORK, **CONSTANTS))
    graph = with_mixed_precision(prepared_graph(proto, "m", target).default, EVERYTHING, target)
    written = {node.output: node.operator.output.dtype for node in graph.operator_nodes}
    assert {name for name, dtype in written.items() if dtype != "float16"} == {"y"}
    factors = [node.operator.inputs[1] for node in graph.operator_nodes if len(node.inputs) > 1]
    assert {item.dtype for item in factors if item.constant and len(item.shape) > 1} == {"float16"}


def test_a_model_in_float16_is_close_to_one_in_float32() -> None:
    proto = model(NETWORK, **CONSTANTS)
    x = np.random.default_rng(0).standard_normal((1, 16, 6, 6)).astype(np.float32)
    with aoe.compile(proto, device="reference") as session:
        (expected,) = session.run(None, {"x": x})
    with aoe.compile(proto, device="cuda", precision="force_fp16") as session:
        told = session.model.manifest.precision
        (found,) = session.run(None, {"x": x})
    assert (told["type"], told["narrow"], told["contractions"]) == ("float16", 3, 3)
    assert 0 < np.abs(found - expected).max() < 2e-3 * np.abs(expected).max()


@pytest.mark.parametrize("mode", ["force_fp16", "allow_mix_precision"])
def test_values_beyond_float16_are_stored_as_bfloat16(
    mode: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("aoe.graph.precision.mixed_precision._Choice.gain", lambda *_: 1.0)
    with aoe.compile(model(LARGE, **LARGE_CONSTANTS), device="cuda", precision=mode) as session:
        told = session.model.manifest.precision
        (found,) = session.run(None, {"x": np.ones((2, 16), np.float32)})
    assert (told["type"], told["narrow"]) == ("bfloat16", 2)
    assert told["output_error"] < 0.02
    assert np.isfinite(found).all()
    sentence = "outputs are infinite or NaN in float16 and finite in float32; bfloat16 is used"
    assert f"precision={mode}: {sentence}" in caplog.text


def test_who_asks_for_a_type_gets_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("aoe.graph.precision.mixed_precision._Choice.gain", lambda *_: 1.0)
    proto = model(NETWORK, **CONSTANTS)
    for ending, dtype in (("fp16", "float16"), ("bf16", "bfloat16")):
        mode = f"allow_mix_precision_{ending}"
        with aoe.compile(proto, device="cuda", precision=mode) as session:
            assert session.model.manifest.precision["type"] == dtype
            types = {tensor.dtype for tensor in graph_of(session).tensors.values()}
            assert types == {"float32", dtype}
