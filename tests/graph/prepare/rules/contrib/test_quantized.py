from __future__ import annotations

from pathlib import Path

import numpy as np
import onnx
import onnxruntime
import pytest
from onnxruntime.quantization import (
    QuantFormat,
    quantize_dynamic,
    quantize_static,
)

from aoe.errors import UnsupportedModelError
from aoe.frontends.onnx import load_onnx
from aoe.graph import build
from aoe.operators.evaluate import evaluate
from tests.graph.models import by_onnxruntime, checked_graph, model, operator_types, weights

ONE: dict[str, np.ndarray] = {
    "xs": np.asarray(0.05, np.float32),
    "xz": np.asarray(120, np.uint8),
    "bs": np.asarray(0.04, np.float32),
    "bz": np.asarray(131, np.uint8),
    "ys": np.asarray(0.07, np.float32),
    "yz": np.asarray(118, np.uint8),
}


def bytes_of(*shape: int, dtype: type = np.uint8, seed: int = 0) -> np.ndarray:
    limits = np.iinfo(dtype)
    return np.random.default_rng(seed).integers(limits.min, limits.max, shape, dtype, True)


def check(
    text: str, feed: dict[str, np.ndarray], steps: float = 1, /, **constants: np.ndarray
) -> None:
    """Compares with ONNX Runtime; a quantised result may be rounded the other way."""
    proto = model(text, **constants)
    graph = build(load_onnx(proto), "test")
    found = evaluate(graph, feed)
    for name, expected in by_onnxruntime(proto, feed).items():
        assert found[name].dtype == expected.dtype
        assert found[name].shape == expected.shape
        difference = np.abs(found[name].astype(float) - expected.astype(float))
        assert difference.max() <= steps
        assert np.mean(difference > steps / 2) < 0.1


@pytest.mark.parametrize("op_type", ["QLinearAdd", "QLinearMul"])
def test_a_quantised_sum_or_product_broadcasts(op_type: str) -> None:
    text = f"""(uint8[2,3,4] x, uint8[3,1] b) => (uint8[2,3,4] y) {{
        y = com.microsoft.{op_type} (x, xs, xz, b, bs, bz, ys, yz) }}"""
    check(text, {"x": bytes_of(2, 3, 4), "b": bytes_of(3, 1)}, **ONE)


@pytest.mark.parametrize(
    "call",
    [
        "QLinearSigmoid (x, xs, xz, ss, sz)",
        "QLinearLeakyRelu <alpha = 0.2> (x, xs, xz, ys, yz)",
        "QLinearSoftmax <axis = -1, opset = 13> (x, xs, xz, ss, sz)",
        "QLinearSoftmax <axis = 1, opset = 13> (x, xs, xz, ss, sz)",
        "QLinearSoftmax <opset = 11> (x, xs, xz, ss, sz)",
        "QLinearSoftmax <axis = 0, opset = 11> (x, xs, xz, ss, sz)",
        "QLinearSoftmax <axis = 1, opset = 11> (x, xs, xz, ss, sz)",
        "QLinearSoftmax <axis = -2, opset = 12> (x, xs, xz, ss, sz)",
    ],
)
def test_a_quantised_function_agrees_with_onnx_runtime(call: str) -> None:
    text = f"(uint8[2,5,8] x) => (uint8[2,5,8] y) {{ y = com.microsoft.{call} }}"
    constants = {**ONE, "ss": np.asarray(1 / 256, np.float32), "sz": np.asarray(0, np.uint8)}
    check(text, {"x": bytes_of(2, 5, 8)}, **constants)


@pytest.mark.parametrize("last", [0, 1])
def test_a_quantised_mean_over_pixels_has_channels_first_or_last(last: int) -> None:
    shape, out = ((2, 4, 5, 8), (2, 1, 1, 8)) if last else ((2, 8, 4, 5), (2, 8, 1, 1))
    text = f"""(uint8{list(shape)} x) => (uint8{list(out)} y) {{
        y = com.microsoft.QLinearGlobalAveragePool <channels_last = {last}>
            (x, xs, xz, ys, yz) }}"""
    check(text, {"x": bytes_of(*shape)}, **ONE)


def test_quantised_average_pooling_agrees_with_onnx_runtime() -> None:
    text = """(uint8[1,3,6,6] x) => (uint8[1,3,3,3] y) {
        y = com.microsoft.QLinearAveragePool <kernel_shape = [2, 2], strides = [2, 2]>
            (x, xs, xz, ys, yz) }"""
    check(text, {"x": bytes_of(1, 3, 6, 6)}, **ONE)


def test_a_quantised_mean_over_axes_agrees_with_its_definition() -> None:
    text = """(uint8[2,3,4] x) => (uint8[2,1,4] y) {
        y = com.microsoft.QLinearReduceMean <axes = [1], keepdims = 1> (x, xs, xz, ys, yz) }"""
    x = bytes_of(2, 3, 4)
    mean = (0.05 * (x.astype(float) - 120)).mean(1, keepdims=True)
    found = evaluate(build(load_onnx(model(text, **ONE)), "test"), {"x": x})["y"]
    np.testing.assert_allclose(found, np.clip(np.rint(mean / 0.07) + 118, 0, 255), atol=1)


def test_quantised_tensors_are_joined_and_chosen_from() -> None:
    feed = {"x": bytes_of(2, 3), "b": bytes_of(2, 3, seed=1)}
    text = """(uint8[2,3] x, uint8[2,3] b) => (uint8[2,6] y) {
        y = com.microsoft.QLinearConcat <axis = 1> (ys, yz, x, xs, xz, b, bs, bz) }"""
    check(text, feed, **ONE)
    text = """(bool[2,3] c, uint8[2,3] x, uint8[2,3] b) => (uint8[2,3] y) {
        y = com.microsoft.QLinearWhere (c, x, xs, xz, b, bs, bz, ys, yz) }"""
    check(text, {**feed, "c": np.eye(2, 3, dtype=bool)}, **ONE)


@pytest.mark.parametrize("scaled", ["", ", ys, yz"])
def test_a_quantised_gemm_has_a_summand_and_any_scales(scaled: str) -> None:
    result = "uint8" if scaled else "float"
    text = f"""(uint8[4,6] x) => ({result}[4,5] y) {{
        y = com.microsoft.QGemm <transB = 1, alpha = 0.5>
            (x, xs, xz, w, ws, wz, c{scaled or ", , "}) }}"""
    constants = {
        **ONE,
        "w": bytes_of(5, 6, dtype=np.int8),
        "ws": np.linspace(0.002, 0.004, 5, dtype=np.float32),
        "wz": np.zeros(5, np.int8),
        "c": np.arange(-500, 500, 200, dtype=np.int32),
    }
    check(text, {"x": bytes_of(4, 6)}, 1 if scaled else 1e-4, **constants)


def test_integer_products_become_floating_point_numbers() -> None:
    constants = {
        "w": bytes_of(6, 5, dtype=np.int8),
        "ws": np.linspace(0.002, 0.004, 5, dtype=np.float32),
        "wz": np.zeros(5, np.int8),
        "bias": weights(5),
    }
    text = """(float[4,6] x) => (float[4,5] y) {
        y = com.microsoft.DynamicQuantizeMatMul (x, w, ws, wz, bias) }"""
    check(text, {"x": weights(4, 6)}, 1e-5, **constants)
    text = """(uint8[4,6] x) => (float[4,5] y) {
        y = com.microsoft.MatMulIntegerToFloat (x, w, xs, ws, xz, wz, bias) }"""
    check(text, {"x": bytes_of(4, 6)}, 1e-4, **ONE, **constants)


@pytest.mark.parametrize("bits", [4, 8])
@pytest.mark.parametrize("zeros", [False, True])
def test_weights_of_few_bits_are_unpacked(bits: int, zeros: bool) -> None:
    text = f"""(float[3,40] x) => (float[3,5] y) {{
        y = com.microsoft.MatMulNBits
            <bits = {bits}, block_size = 16, N = 5, K = 40> (x, w, s{", z" * zeros}) }}"""
    constants = {
        "w": bytes_of(5, 3, 2 * bits),
        "s": np.abs(weights(15)),
        "z": bytes_of(5 * -(-3 * bits // 8), seed=2),
    }
    if not zeros:
        del constants["z"]
    graph = checked_graph(model(text, **constants), 1e-4)
    assert operator_types(graph) == ["MatMul"]


def test_a_product_with_computed_weights_of_few_bits_is_refused_by_name() -> None:
    text = """(float[3,16] x, uint8[5,1,8] w) => (float[3,5] y) {
        y = com.microsoft.MatMulNBits <bits = 4, block_size = 16, N = 5, K = 16> (x, w, s) }"""
    with pytest.raises(UnsupportedModelError, match="MatMulNBits"):
        build(load_onnx(model(text, s=weights(5))), "test")


@pytest.mark.parametrize("last", [0, 1])
def test_a_quantised_convolution_has_channels_first_or_last(last: int) -> None:
    shape, out = ((1, 5, 6, 4), (1, 5, 6, 8)) if last else ((1, 4, 5, 6), (1, 8, 5, 6))
    text = f"""(uint8{list(shape)} x) => (uint8{list(out)} y) {{
        y = com.microsoft.QLinearConv <channels_last = {last}, pads = [1, 1, 1, 1]>
            (x, xs, xz, w, ws, wz, ys, yz) }}"""
    constants = {
        **ONE,
        "w": bytes_of(8, 4, 3, 3, dtype=np.int8),
        "ws": np.asarray(0.002, np.float32),
        "wz": np.asarray(0, np.int8),
    }
    check(text, {"x": bytes_of(*shape)}, **constants)


class Calibration:
    """Three random inputs."""

    def __init__(self, shape: tuple[int, ...]) -> None:
        self.rest = iter([{"x": weights(*shape, seed=seed)} for seed in range(3)])

    def get_next(self) -> dict[str, np.ndarray] | None:
        return next(self.rest, None)


def optimised(path: Path) -> onnx.ModelProto:
    """A model as ONNX Runtime saves it, with operators of its own."""
    options = onnxruntime.SessionOptions()
    options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_ENABLE_EXTENDED
    options.optimized_model_filepath = str(path.with_name("optimised.onnx"))
    options.log_severity_level = 3
    onnxruntime.InferenceSession(str(path), options)
    return onnx.load(path.with_name("optimised.onnx"))


def agree(proto: onnx.ModelProto, feed: dict[str, np.ndarray], tolerance: float) -> None:
    found = evaluate(build(load_onnx(proto), "test"), feed)
    for name, expected in by_onnxruntime(proto, feed).items():
        np.testing.assert_allclose(found[name], expected, atol=tolerance * np.abs(expected).max())


def test_a_network_that_onnx_runtime_quantised_and_optimised_agrees(tmp_path: Path) -> None:
    text = """(float[1,4,8,8] x) => (float[1,5] y) {
        c = Conv <pads = [1, 1, 1, 1]> (x, w1, b1)
        s = Sigmoid (c)
        m = Mul (c, s)
        d = Conv <pads = [1, 1, 1, 1]> (m, w2)
        j = Add (m, d)
        k = Concat <axis = 1> (j, m)
        a = AveragePool <kernel_shape = [2, 2], strides = [2, 2]> (k)
        l = LeakyRelu <alpha = 0.1> (a)
        g = GlobalAveragePool (l)
        f = Flatten (g)
        y = Gemm <transB = 1> (f, w3, b3) }"""
    constants = {"w1": weights(8, 4, 3, 3), "b1": weights(8), "w2": weights(8, 8, 3, 3)}
    given = model(text, **constants, w3=weights(5, 16), b3=weights(5))
    path = tmp_path / "quantised.onnx"
    quantize_static(given, path, Calibration((1, 4, 8, 8)), quant_format=QuantFormat.QOperator)
    proto = optimised(path)
    types = {node.op_type for node in proto.graph.node if node.domain == "com.microsoft"}
    assert {"QLinearAdd", "QLinearMul", "QLinearConcat", "QGemm"} <= types
    agree(proto, {"x": weights(1, 4, 8, 8, seed=0)}, 0.03)


def test_a_network_that_onnx_runtime_quantises_as_it_runs_agrees(tmp_path: Path) -> None:
    text = """(float[4,16] x) => (float[4,5] y) {
        a = MatMul (x, w)
        b = Add (a, c)
        r = Relu (b)
        y = MatMul (r, v) }"""
    path = tmp_path / "quantised.onnx"
    given = model(text, w=weights(16, 32), c=weights(32), v=weights(32, 5))
    quantize_dynamic(given, path)
    proto = optimised(path)
    assert "DynamicQuantizeMatMul" in {node.op_type for node in proto.graph.node}
    agree(proto, {"x": weights(4, 16)}, 0.01)
