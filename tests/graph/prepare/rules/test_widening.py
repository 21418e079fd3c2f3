"""A constant behind an operator may widen its result: no rule may take it for a scale or a bias."""

from __future__ import annotations

import re

import numpy as np
import onnxruntime
import pytest

from aoe.frontends.onnx import load_onnx
from aoe.graph import build
from aoe.operators.evaluate import evaluate
from tests.graph.models import model, one_thread, weights

MEAN = "m = ReduceMean <axes = [-1]> (x) d = Sub (x, m) p = Mul (d, d)"
NORMALISED = "e = Add (v, eps) s = Sqrt (e) n = Div (d, s)"
BODIES = {
    "normalisation": ("2,3,1", f"{MEAN} v = ReduceMean <axes = [-1]> (p) {NORMALISED}"),
    "mean without its dimension": (
        "3,3",
        MEAN.replace("[-1]>", "[-1], keepdims = 0>")
        + f" v = ReduceMean <axes = [-1]> (p) {NORMALISED}",
    ),
    "variance without its dimension": (
        "3,3",
        f"{MEAN} v = ReduceMean <axes = [-1], keepdims = 0> (p) {NORMALISED}",
    ),
    "sum without its dimension": (
        "3,3",
        "q = Exp (x) t = ReduceSum <keepdims = 0> (q, last) n = Div (q, t)",
    ),
    "convolution": ("1,3,1,1", "n = Conv (x, w)"),
    "matmul": ("3,1", "n = MatMul (x, a)"),
    "gemm": ("1,1", "n = Gemm (x, a)"),
    "batch normalisation": ("1,3,1,1", "n = BatchNormalization (x, b1, b2, b3, b1)"),
    "softmax": ("3,1", "n = Softmax (x)"),
    "layer normalisation": ("3,1", "n = LayerNormalization (x, one)"),
}
CONSTANTS: dict[str, np.ndarray] = {
    "eps": np.asarray(1e-5, np.float32),
    "last": np.asarray([-1]),
    "w": weights(4, 3, 1, 1),
    "a": weights(1, 1),
    "one": weights(1),
    "b1": np.abs(weights(3)),
    "b2": weights(3, seed=1),
    "b3": weights(3, seed=2),
}
WIDENING = [(5,), (4, 5), (2, 1, 1), (2, 1, 1, 1), (1, 1, 1, 1, 1), (3, 3), (1, 4, 5, 5)]


@pytest.mark.parametrize("name", BODIES)
@pytest.mark.parametrize("operators", [["Mul"], ["Add"], ["Mul", "Add"]], ids=str)
def test_constants_that_widen(name: str, operators: list[str]) -> None:
    shape, body = BODIES[name]
    tried = 0
    for widening in WIDENING:
        steps = ["n", *(f"t{number}" for number in range(len(operators) - 1)), "y"]
        pairs = zip(steps, steps[1:], operators, strict=False)
        tail = " ".join(f"{new} = {kind} ({old}, k)" for old, new, kind in pairs)
        text = f"(float[{shape}] x) => (float[n,m] y) {{ {body} {tail} }}"
        used = {key: item for key, item in CONSTANTS.items() if re.search(rf"\b{key}\b", text)}
        proto = model(text, k=weights(*widening, seed=3), **used)
        proto.graph.output[0].type.tensor_type.ClearField("shape")
        x = weights(*map(int, shape.split(",")), seed=4)
        try:
            session = onnxruntime.InferenceSession(proto.SerializeToString(), one_thread())
        except onnxruntime.capi.onnxruntime_pybind11_state.Fail:
            continue  # the shapes do not broadcast
        (expected,) = session.run(None, {"x": x})
        found = evaluate(build(load_onnx(proto), "test"), {"x": x})["y"]
        assert found.shape == expected.shape
        np.testing.assert_allclose(found, expected, atol=1e-4, rtol=1e-4)
        tried += 1
    assert tried >= 2
