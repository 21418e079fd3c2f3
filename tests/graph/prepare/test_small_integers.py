"""Weights of 2 and 4 bits through DequantizeLinear: all forms of scales, against ONNX Runtime."""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np
import onnx
import onnxruntime
import pytest
from onnx import TensorProto, helper, numpy_helper

from aoe.errors import AoeError
from aoe.frontends.onnx import load_onnx
from aoe.graph import build
from aoe.operators.evaluate import evaluate
from tests.graph.models import one_thread

LIMITS: dict[int, tuple[int, int]] = {TensorProto.INT4: (-8, 8), TensorProto.UINT4: (0, 16)}
ROWS, COLUMNS = 8, 6


def tensor(name: str, array: np.ndarray, dtype: int) -> onnx.TensorProto:
    return helper.make_tensor(name, dtype, array.shape, array.reshape(-1).tolist())


def check(
    nodes: list[onnx.NodeProto],
    tensors: list[onnx.TensorProto],
    feed: dict[str, np.ndarray],
    output: int = TensorProto.FLOAT,
) -> None:
    inputs = [
        helper.make_tensor_value_info(
            name, helper.np_dtype_to_tensor_dtype(array.dtype), array.shape
        )
        for name, array in feed.items()
    ]
    outputs = [helper.make_tensor_value_info("y", output, None)]
    graph = helper.make_graph(nodes, "g", inputs, outputs, tensors)
    proto = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 21)], ir_version=10)
    options = one_thread()
    options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_DISABLE_ALL
    (expected,) = onnxruntime.InferenceSession(proto.SerializeToString(), options).run(None, feed)
    found = evaluate(build(load_onnx(proto), "test"), feed)["y"]
    np.testing.assert_allclose(found, expected, atol=1e-5, rtol=1e-5)


def quantised(
    dtype: int, axis: int | None, block: int, zeros: bool
) -> tuple[onnx.NodeProto, list[onnx.TensorProto]]:
    """DequantizeLinear of weights; a block of 0 is none."""
    generator = np.random.default_rng(0)
    sizes = [ROWS, COLUMNS]
    shape: tuple[int, ...] = ()
    if axis is not None:
        sizes[axis] = -(-sizes[axis] // block) if block else sizes[axis]
        shape = tuple(sizes) if block else (sizes[axis],)
    low, high = LIMITS[dtype]
    scale = np.abs(generator.standard_normal(shape)).astype(np.float32) + np.float32(0.01)
    tensors = [
        tensor("w", generator.integers(low, high, (ROWS, COLUMNS)), dtype),
        numpy_helper.from_array(np.asarray(scale), "s"),
    ]
    if zeros:
        tensors.append(tensor("z", generator.integers(low, high, shape), dtype))
    attributes: dict[str, Any] = {} if axis is None else {"axis": axis}
    if block:
        attributes["block_size"] = block
    names = [item.name for item in tensors]
    return helper.make_node("DequantizeLinear", names, ["d"], **attributes), tensors


FORMS = [(None, 0), (0, 0), (1, 0), (0, 2), (0, 4), (1, 3), (1, 2)]


@pytest.mark.parametrize(
    ("dtype", "form", "zeros"), list(itertools.product(LIMITS, FORMS, [False, True]))
)
def test_weights_of_4_bits(dtype: int, form: tuple[int | None, int], zeros: bool) -> None:
    node, tensors = quantised(dtype, *form, zeros)
    x = np.random.default_rng(1).standard_normal((3, ROWS)).astype(np.float32)
    check([node, helper.make_node("MatMul", ["x", "d"], ["y"])], tensors, {"x": x})


@pytest.mark.parametrize("dtype", LIMITS)
def test_weights_of_4_bits_are_moved_before_they_are_dequantised(dtype: int) -> None:
    _, (table, scale) = quantised(dtype, None, 0, False)
    nodes = [
        helper.make_node("Transpose", ["w"], ["g"]),
        helper.make_node("DequantizeLinear", ["g", "s"], ["d"]),
        helper.make_node("Mul", ["x", "d"], ["y"]),
    ]
    check(nodes, [table, scale], {"x": np.ones((COLUMNS, ROWS), np.float32)})


def refused(node: onnx.NodeProto, tensors: list[onnx.TensorProto], declared: int) -> str:
    x = helper.make_tensor_value_info("x", TensorProto.FLOAT, (4,))
    output = helper.make_tensor_value_info("y", declared, None)
    graph = helper.make_graph([node], "g", [x], [output], tensors)
    proto = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 21)], ir_version=10)
    with pytest.raises(AoeError) as caught:
        build(load_onnx(proto), "test")
    return str(caught.value)


@pytest.mark.parametrize("dtype", LIMITS)
@pytest.mark.parametrize("op_type", ["Cast", "Transpose", "QuantizeLinear"])
def test_outputs_of_4_bits_are_refused_by_name(dtype: int, op_type: str) -> None:
    tensors = [
        tensor("w", np.arange(6).reshape(2, 3), dtype),
        numpy_helper.from_array(np.asarray(1.5, np.float32), "s"),
    ]
    inputs = {"Cast": ["x"], "Transpose": ["w"], "QuantizeLinear": ["x", "s"]}[op_type]
    attributes: dict[str, dict[str, Any]] = {
        "Cast": {"to": dtype},
        "QuantizeLinear": {"output_dtype": dtype},
    }
    node = helper.make_node(op_type, inputs, ["y"], **attributes.get(op_type, {}))
    bits, whole = ("int4", "int8") if dtype == TensorProto.INT4 else ("uint4", "uint8")
    assert (
        f"output 'y' of the model is of {bits}, which is not computed; put a Cast to {whole} "
        "behind its node"
    ) in refused(node, tensors, dtype)


def test_an_output_that_is_declared_to_be_of_4_bits_and_is_not_is_refused_as_such() -> None:
    node = helper.make_node("Abs", ["x"], ["y"])
    assert "declared as int4, but y (Abs) gives float32" in refused(node, [], TensorProto.INT4)


@pytest.mark.parametrize("dtype", LIMITS)
def test_a_cast_behind_values_of_4_bits_gives_bytes(dtype: int) -> None:
    whole = TensorProto.INT8 if dtype == TensorProto.INT4 else TensorProto.UINT8
    tensors = [numpy_helper.from_array(np.asarray(1.5, np.float32), "s")]
    nodes = [
        helper.make_node("QuantizeLinear", ["x", "s"], ["q"], output_dtype=dtype),
        helper.make_node("Cast", ["q"], ["y"], to=whole),
    ]
    check(nodes, tensors, {"x": np.linspace(-30, 30, 61, dtype=np.float32)}, whole)


@pytest.mark.parametrize("dtype", LIMITS)
@pytest.mark.parametrize("inside", [False, True])
def test_values_of_a_branch_are_rounded_to_4_bits(dtype: int, inside: bool) -> None:
    """ONNX Runtime has no If of such a type. `inside`: the branch gives what is dequantised."""
    nodes = [helper.make_node("QuantizeLinear", ["x", "s", "z"], ["q"])]
    outer = helper.make_node("DequantizeLinear", ["t", "s", "z"], ["y"])
    result = helper.make_tensor_value_info("q", dtype, (61,))
    if inside:
        nodes.append(helper.make_node("DequantizeLinear", ["q", "s", "z"], ["f"]))
        outer = helper.make_node("Identity", ["t"], ["y"])
        result = helper.make_tensor_value_info("f", TensorProto.FLOAT, (61,))
    branches = {
        name: helper.make_graph(nodes, name, [], [result])
        for name in ("then_branch", "else_branch")
    }
    feed = {"x": np.linspace(-30, 30, 61, dtype=np.float32), "c": np.array(True)}
    inputs = [
        helper.make_tensor_value_info("x", TensorProto.FLOAT, (61,)),
        helper.make_tensor_value_info("c", TensorProto.BOOL, ()),
    ]
    scale = numpy_helper.from_array(np.asarray(1.5, np.float32), "s")
    graph = helper.make_graph(
        [helper.make_node("If", ["c"], ["t"], **branches), outer],
        "g",
        inputs,
        [helper.make_tensor_value_info("y", TensorProto.FLOAT, (61,))],
        [scale, tensor("z", np.asarray(1), dtype)],
    )
    proto = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 21)], ir_version=10)
    low, high = LIMITS[dtype]
    expected = (np.clip(np.rint(feed["x"] / 1.5) + 1, low, high - 1) - 1) * 1.5
    found = evaluate(build(load_onnx(proto), "test"), feed)["y"]
    np.testing.assert_allclose(found, expected, atol=1e-5)


@pytest.mark.parametrize("dtype", LIMITS)
@pytest.mark.parametrize("zeros", [False, True])
def test_values_are_rounded_to_4_bits_when_the_model_runs(dtype: int, zeros: bool) -> None:
    x = np.linspace(-30, 30, 61, dtype=np.float32)
    tensors = [numpy_helper.from_array(np.asarray(1.5, np.float32), "s")]
    tensors.append(tensor("z", np.asarray(3 if zeros else 0), dtype))
    nodes = [
        helper.make_node("QuantizeLinear", ["x", "s", "z"], ["q"]),
        helper.make_node("DequantizeLinear", ["q", "s", "z"], ["y"]),
    ]
    check(nodes, tensors, {"x": x})
