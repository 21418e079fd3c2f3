"""The reference is the same model with wider numbers."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import onnx
import onnx.parser
import onnxruntime
from onnx import TensorProto, helper, numpy_helper

from benchmarks.peers.reference import float64_outputs, widened


def model(folder: Path) -> Path:
    """x @ w + i + 1/3, where i is of whole numbers."""
    third = helper.make_tensor("third", TensorProto.FLOAT, [], [1 / 3])
    graph = helper.make_graph(
        [
            helper.make_node("Constant", [], ["c"], value=third),
            helper.make_node("MatMul", ["x", "w"], ["p"]),
            helper.make_node("Cast", ["i"], ["f"], to=TensorProto.FLOAT),
            helper.make_node("Add", ["p", "f"], ["s"]),
            helper.make_node("Add", ["s", "c"], ["y"]),
        ],
        "wide",
        [
            helper.make_tensor_value_info("x", TensorProto.FLOAT, [2, 3]),
            helper.make_tensor_value_info("i", TensorProto.INT64, [2, 4]),
        ],
        [helper.make_tensor_value_info("y", TensorProto.FLOAT, [2, 4])],
        [numpy_helper.from_array(np.arange(12, dtype=np.float32).reshape(3, 4) / 7, "w")],
    )
    path = folder / "wide.onnx"
    onnx.save(helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)]), path)
    return path


def test_every_step_is_computed_in_float64(tmp_path: Path) -> None:
    x = np.array([[1.5, -2.25, 1e-9], [3.0, 4.0, 5.0]], np.float32)
    i = np.arange(8, dtype=np.int64).reshape(2, 4)
    (found,) = float64_outputs(model(tmp_path), {"x": x, "i": i}, 1, tmp_path / "empty")
    w = (np.arange(12, dtype=np.float32).reshape(3, 4) / 7).astype(np.float64)
    expected = x.astype(np.float64) @ w + i + np.float64(np.float32(1 / 3))
    assert found.dtype == np.float64
    np.testing.assert_allclose(found, expected, rtol=1e-15)


def test_operators_of_float32_only_stay_between_casts(tmp_path: Path) -> None:
    """Scales of Resize and of quantisation are float32 in every version of ONNX."""
    text = """<ir_version: 8, opset_import: ["": 17]>
    float32 (float[1,1,2,3] x) => (float[1,1,4,6] y)
        <float[4] scales = {1.0, 1.0, 2.0, 2.0}, float scale = {0.1}> {
        third = Constant<value_float = 0.333333343>()
        shape = Constant<value_ints = [4, 6]>()
        zeros = ConstantOfShape(shape)
        wide = Resize<mode = "nearest">(x, , scales)
        q, s, z = DynamicQuantizeLinear(wide)
        d = DequantizeLinear(q, s, z)
        t = Mul(d, third)
        y = Add(t, zeros)
    }"""
    path = tmp_path / "float32.onnx"
    proto = onnx.parser.parse_model(text)
    onnx.save(proto, path)
    x = np.asarray([[[[0.0, 1.0, 2.0], [3.0, 4.0, 255.0]]]], np.float32)
    onnx.checker.check_model(widened(onnx.load(path)), full_check=True)
    (found,) = float64_outputs(path, {"x": x}, 1, tmp_path / "empty")
    assert found.dtype == np.float64
    expected = x.repeat(2, 2).repeat(2, 3).astype(np.float64) * np.float64(np.float32(0.333333343))
    np.testing.assert_allclose(found, expected, rtol=1e-15)


def test_operators_of_onnx_runtime_stay_between_casts(tmp_path: Path) -> None:
    """A layer of bytes takes float32 only; only its type of float numbers says so."""
    text = """<ir_version: 8, opset_import: ["": 17, "com.microsoft": 1]>
    layer (float[5,2,3] x) => (float[5,1,2,4] y) {
        wide = Exp(x)
        made = com.microsoft.DynamicQuantizeLSTM <hidden_size = 4>
            (wide, w, r, , , , , , scale, zero, scale, zero)
        y = Neg(made) }"""
    proto = onnx.parser.parse_model(text)
    random = np.random.default_rng(0)
    for name, array in {
        "w": random.integers(-100, 100, (1, 3, 16), np.int8),
        "r": random.integers(-100, 100, (1, 4, 16), np.int8),
        "scale": np.full(1, 0.01, np.float32),
        "zero": np.zeros(1, np.int8),
    }.items():
        proto.graph.initializer.append(numpy_helper.from_array(array, name))
    path = tmp_path / "layer.onnx"
    onnx.save(proto, path)
    x = random.standard_normal((5, 2, 3)).astype(np.float32)
    (found,) = float64_outputs(path, {"x": x}, 1, tmp_path / "empty")
    session = onnxruntime.InferenceSession(path, providers=["CPUExecutionProvider"])
    (expected,) = session.run(None, {"x": x})
    assert found.dtype == np.float64
    np.testing.assert_allclose(found, expected, atol=0.02)
