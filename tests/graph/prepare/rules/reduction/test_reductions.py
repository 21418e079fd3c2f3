import numpy as np
import pytest

from aoe.frontends.onnx import load_onnx
from aoe.graph import build
from aoe.operators.evaluate import evaluate
from tests.graph.models import checked_graph, model


@pytest.mark.parametrize("keepdims", [0, 1])
@pytest.mark.parametrize("axes", [[1], [0, 2], [-1]])
def test_log_sum_exp_agrees_with_onnx_runtime(axes: list[int], keepdims: int) -> None:
    kept = [1 if i in [axis % 3 for axis in axes] else n for i, n in enumerate((2, 3, 4))]
    shape = kept if keepdims else [n for n in kept if n > 1]
    text = f"""(float[2,3,4] x) => (float[{",".join(map(str, shape))}] y) {{
        y = ReduceLogSumExp <keepdims = {keepdims}> (x, a) }}"""
    checked_graph(model(text, 18, a=np.asarray(axes)))


@pytest.mark.parametrize(
    ("elements", "expected"),
    [
        ([1000.0, 1000.0], 1000 + np.log(2)),
        ([-np.inf, -np.inf], -np.inf),
        ([np.inf, 1.0], np.inf),
        ([-1000.0, -1001.0], -1000 + np.log1p(np.exp(-1))),
    ],
)
def test_log_sum_exp_of_large_numbers_does_not_overflow(
    elements: list[float], expected: float
) -> None:
    proto = model("(float[2] x) => (float y) { y = ReduceLogSumExp <keepdims = 0> (x) }", 18)
    found = evaluate(build(load_onnx(proto), "test"), {"x": np.asarray(elements, np.float32)})["y"]
    assert found == pytest.approx(expected, rel=1e-6)


@pytest.mark.parametrize(
    ("reduction", "dtype", "filler"),
    [
        ("ReduceSum", "float", 0),
        ("ReduceProd", "int64", 1),
        ("ReduceMax", "float", -np.inf),
        ("ReduceMin", "int32", 2**31 - 1),
        ("ReduceLogSum", "float", -np.inf),
    ],
)
def test_a_reduction_of_nothing_is_constant(reduction: str, dtype: str, filler: float) -> None:
    text = f"""({dtype}[2,3] x) => ({dtype}[2,3] y) {{ e = Slice(x, zero, zero, one)
        n = {reduction} <keepdims = 1> (e, one) y = Add(x, n) }}"""
    proto = model(text, 18, zero=np.asarray([0]), one=np.asarray([1]))
    x = np.zeros((2, 3), {"float": np.float32, "int64": np.int64, "int32": np.int32}[dtype])
    found = evaluate(build(load_onnx(proto), "test"), {"x": x})["y"]
    np.testing.assert_array_equal(found, np.full((2, 3), filler, x.dtype))
