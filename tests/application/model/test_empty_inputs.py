"""Dimensions of size 0: every kind of operator gives what ONNX Runtime gives."""

from __future__ import annotations

import numpy as np
import onnxruntime
import pytest

from aoe.application.model.open_shapes.open_file import opened
from aoe.application.model.request.cache_request import CacheRequest
from aoe.application.model.request.compile_request import CompileRequest
from aoe.application.model.session import InferenceSession
from aoe.application.model.source import read_model
from aoe.frontends.frontend import ModelOrigin
from aoe.settings import read_settings
from tests.graph.models import model, one_thread, weights

#: Models of an input with a size of 0 somewhere, and its shape.
EMPTY: dict[str, tuple[str, tuple[int, ...]]] = {
    "Relu": ("(float[a,b] x) => (float[a,b] y) { y = Relu(x) }", (0, 4)),
    "Add": ("(float[a,4] x) => (float[a,4] y) { y = Add(x, row) }", (0, 4)),
    "broadcast": ("(float[a,1] x) => (float[a,4] y) { y = Mul(x, row) }", (0, 1)),
    "MatMul": ("(float[a,8] x) => (float[a,4] y) { y = MatMul(x, w) }", (0, 8)),
    "batched MatMul": ("(float[a,3,8] x) => (float[a,3,4] y) { y = MatMul(x, w) }", (0, 3, 8)),
    "no terms": ("(float[a,b] x) => (float[a,a] y) { t = Transpose(x)  y = MatMul(x, t) }", (3, 0)),
    "Gemm": ("(float[a,8] x) => (float[a,4] y) { y = Gemm(x, w, row) }", (0, 8)),
    "Conv": ("(float[a,4,6,6] x) => (float[a,8,4,4] y) { y = Conv(x, k) }", (0, 4, 6, 6)),
    "ConvTranspose": (
        "(float[a,8,6,6] x) => (float[a,4,8,8] y) { y = ConvTranspose(x, k) }",
        (0, 8, 6, 6),
    ),
    "MaxPool": (
        "(float[a,4,6,6] x) => (float[a,4,3,3] y) {"
        " y = MaxPool<kernel_shape = [2, 2], strides = [2, 2]>(x) }",
        (0, 4, 6, 6),
    ),
    "ReduceSum": ("(float[a,b] x) => (float[a,1] y) { y = ReduceSum(x, one) }", (3, 0)),
    "ReduceProd": ("(float[a,b] x) => (float[a,1] y) { y = ReduceProd<axes = [1]>(x) }", (3, 0)),
    "rows": ("(float[a,4] x) => (float[a] y) { y = ReduceMax<axes=[1], keepdims=0>(x) }", (0, 4)),
    "ArgMax": ("(float[a,4] x) => (int64[a] y) { y = ArgMax<axis=1, keepdims=0>(x) }", (0, 4)),
    "Softmax": ("(float[a,4] x) => (float[a,4] y) { y = Softmax(x) }", (0, 4)),
    "LayerNormalization": (
        "(float[a,4] x) => (float[a,4] y) { y = LayerNormalization(x, row, row) }",
        (0, 4),
    ),
    "Concat": ("(float[a,4] x) => (float[b,4] y) { y = Concat<axis = 0>(x, w) }", (0, 4)),
    "only empty": ("(float[a,4] x) => (float[b,4] y) { y = Concat<axis = 0>(x, x) }", (0, 4)),
    "Split": ("(float[a,4] x) => (float[a,2] y, float[a,2] z) { y, z = Split<axis=1>(x) }", (0, 4)),
    "Slice": ("(float[a,4] x) => (float[a,b] y) { y = Slice(x, one, two, one) }", (0, 4)),
    "empty Slice": ("(float[a,4] x) => (float[a,b] y) { y = Slice(x, two, one, one) }", (3, 4)),
    "Gather": ("(float[a,4] x) => (float[a,1] y) { y = Gather<axis = 1>(x, one) }", (0, 4)),
    "Transpose": (
        "(float[a,b,4] x) => (float[b,a,4] y) { y = Transpose<perm = [1, 0, 2]>(x) }",
        (0, 3, 4),
    ),
    "Reshape": (
        "(float[a,4] x) => (float[b,2] y) { y = Reshape<allowzero = 1>(x, shape) }",
        (0, 4),
    ),
    "Flatten": ("(float[a,2,3] x) => (float[a,6] y) { y = Flatten(x) }", (0, 2, 3)),
    "Expand": (
        "(float[a,1] x) => (float[a,4] y) { s = Shape(x)  z = Mul(s, wide)  y = Expand(x, z) }",
        (0, 1),
    ),
    "Pad": ("(float[a,4] x) => (float[b,4] y) { y = Pad(x, pads) }", (0, 4)),
    "Tile": ("(float[a,4] x) => (float[b,c] y) { y = Tile(x, wide) }", (0, 4)),
    "CumSum": ("(float[a,4] x) => (float[a,4] y) { y = CumSum(x, axis) }", (0, 4)),
    "TopK": ("(float[a,4] x) => (float[a,1] y, int64[a,1] i) { y, i = TopK(x, one) }", (0, 4)),
    "NonZero": ("(float[a,4] x) => (int64[2,n] y) { y = NonZero(x) }", (0, 4)),
    "Compress": (
        "(float[a,4] x) => (float[n,4] y) { v = ReduceMax<axes = [1], keepdims = 0>(x)"
        "  b = Cast<to = 9>(v)  y = Compress<axis = 0>(x, b) }",
        (0, 4),
    ),
    "Scatter": (
        "(float[a] x) => (float[8,4] y) { s = Shape(x)  z = Expand(zero, s)"
        "  u = Unsqueeze(x, one)  r = Mul(u, row)  i = Unsqueeze(z, one)"
        "  y = ScatterND(w, i, r) }",
        (0,),
    ),
    "Where": (
        "(float[a,4] x) => (float[a,4] y) { c = Less(x, row)  y = Where(c, x, row) }",
        (0, 4),
    ),
    "Cast": ("(float[a,4] x) => (int64[a,4] y) { y = Cast<to = 7>(x) }", (0, 4)),
    "Resize": (
        '(float[a,4,2,2] x) => (float[a,4,4,4] y) { y = Resize<mode = "nearest">(x, , scales) }',
        (0, 4, 2, 2),
    ),
    "LSTM": (
        "(float[a,2,4] x) => (float[a,1,2,3] y) { y = LSTM<hidden_size = 3>(x, gates, recurrent) }",
        (0, 2, 4),
    ),
    "output": (
        "(float[a,4] x) => (float[a,4] z, float[a] y) { z = Identity(x)"
        "  y = ReduceSum<keepdims = 0>(x, one) }",
        (0, 4),
    ),
}
CONSTANTS = {
    "w": weights(8, 4),
    "row": weights(4),
    "gates": weights(1, 12, 4),
    "recurrent": weights(1, 12, 3),
    "k": weights(8, 4, 3, 3),
    "one": np.array([1]),
    "zero": np.array([0]),
    "two": np.array([2]),
    "wide": np.array([1, 4]),
    "shape": np.array([0, 2]),
    "pads": np.array([1, 0, 1, 0]),
    "axis": np.array(1),
    "scales": np.array([1, 1, 2, 2], np.float32),
}


@pytest.mark.parametrize("name", EMPTY)
def test_an_empty_input_gives_what_onnx_runtime_gives(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TE_PARALLEL_COMPILER", "1")
    text, shape = EMPTY[name]
    used = {
        key: value for key, value in CONSTANTS.items() if f" {key}" in text or f"({key}" in text
    }
    proto = model(text, **used)
    feed = {"x": np.ones(shape, np.float32)}
    options = one_thread()
    options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_DISABLE_ALL
    theirs = onnxruntime.InferenceSession(
        proto.SerializeToString(), options, providers=["CPUExecutionProvider"]
    )
    expected = theirs.run(None, feed)
    request = CompileRequest(read_settings(), 1, cache=CacheRequest("disable"))
    with InferenceSession(opened(read_model(ModelOrigin(proto)), request, 1)) as session:
        found = session.run(None, feed)
    for one, other in zip(found, expected, strict=True):
        assert one.shape == other.shape
        assert one.dtype == other.dtype
        np.testing.assert_allclose(one, other, rtol=1e-5)
