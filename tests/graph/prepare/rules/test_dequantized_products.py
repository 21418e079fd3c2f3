"""Products of dequantised operands become products of bytes on devices that multiply these fast,
with the results of ONNX Runtime.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import onnx
import onnxruntime
import pytest
from onnx import TensorProto, helper, numpy_helper

from aoe.operators.evaluate import evaluate
from aoe.operators.operator_graph import OperatorGraph
from aoe.target import Target
from tests.graph.models import one_thread
from tests.graph.prepare.rules.byte_products import GPU, PLAIN, VNNI, graph_of, multiplied

RNG = np.random.default_rng(5)
#: Shapes of both operands, the axis of filters or columns, and attributes.
SHAPES: dict[str, tuple[tuple[int, ...], tuple[int, ...], int, dict[str, Any]]] = {
    "Conv": ((2, 6, 7, 7), (8, 6, 3, 3), 0, {"pads": [1, 1, 1, 1], "strides": [2, 2]}),
    "MatMul": ((3, 5, 24), (24, 8), 1, {}),
    "Gemm": ((5, 24), (8, 24), 0, {"transB": 1}),
}


def dequantised(
    kind: str = "MatMul",
    x: str = "uint8",
    w: str = "int8",
    several: bool = False,
    bias: bool = False,
    zeros: tuple[int, int] = (130, 0),
    **changes: Any,
) -> onnx.ModelProto:
    """A product of an input of bytes and constant ones, both dequantised. `several`: with a scale
    and a zero point for each filter or column.
    """
    left, right, axis, attributes = SHAPES[kind]
    limits = np.iinfo(w)
    count = right[axis] if several else 1
    weights = RNG.integers(limits.min, limits.max + 1, right, w)
    scales = RNG.uniform(0.001, 0.01, count).astype(np.float32)
    arrays = {
        "s": np.float32(0.02),
        "p": np.asarray(zeros[0], x),
        "w": weights,
        "t": scales if several else scales[0],
        "q": np.full(count, zeros[1], w) if several else np.asarray(zeros[1], w),
        "b": RNG.standard_normal(8).astype(np.float32),
    }
    given = {**attributes, **changes}
    nodes = [
        helper.make_node("DequantizeLinear", ["x", "s", "p"], ["f"]),
        helper.make_node("DequantizeLinear", ["w", "t", "q"], ["g"], axis=axis),
        helper.make_node(kind, ["f", "g", *(["b"] if bias else [])], ["y"], **given),
    ]
    tensors = [numpy_helper.from_array(np.asarray(array), name) for name, array in arrays.items()]
    types = {"uint8": TensorProto.UINT8, "int8": TensorProto.INT8}
    graph = helper.make_graph(
        nodes,
        "g",
        [helper.make_tensor_value_info("x", types[x], left)],
        [helper.make_tensor_value_info("y", TensorProto.FLOAT, None)],
        tensors,
    )
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)


def compared(proto: onnx.ModelProto, graph: OperatorGraph) -> None:
    info = proto.graph.input[0].type.tensor_type
    shape = [item.dim_value for item in info.shape.dim]
    limits = np.iinfo(helper.tensor_dtype_to_np_dtype(info.elem_type))
    x = RNG.integers(limits.min, limits.max + 1, shape, limits.dtype)
    options = one_thread()
    options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_DISABLE_ALL
    session = onnxruntime.InferenceSession(proto.SerializeToString(), options)
    expected, *_ = session.run(None, {"x": x})
    found = evaluate(graph, {"x": x})["y"]
    assert found.shape == expected.shape
    largest = float(np.abs(expected).max())
    np.testing.assert_allclose(found, expected, atol=1e-5 * largest, rtol=0)


@pytest.mark.parametrize("kind", SHAPES)
@pytest.mark.parametrize("several", [False, True])
@pytest.mark.parametrize(("x", "p"), [("uint8", 130), ("int8", 0), ("int8", -7)])
def test_bytes_are_multiplied_and_scaled(kind: str, several: bool, x: str, p: int) -> None:
    proto = dequantised(kind, x, several=several, bias=kind != "MatMul", zeros=(p, 0))
    for device, first in ((GPU, x), (VNNI, "uint8")):
        graph = graph_of(proto, device)
        assert multiplied(graph) == {first, "int8"}
        compared(proto, graph)


@pytest.mark.parametrize("kind", SHAPES)
@pytest.mark.parametrize("several", [False, True])
def test_weights_with_zero_points(kind: str, several: bool) -> None:
    proto = dequantised(kind, w="uint8", several=several, zeros=(3, 119))
    graph = graph_of(proto)
    assert "float32" not in multiplied(graph)
    compared(proto, graph)


def test_other_devices_multiply_float32() -> None:
    proto = dequantised()
    for device in (None, PLAIN, Target("reference", "any")):
        assert multiplied(graph_of(proto, device)) == {"float32"}


def test_products_that_integers_do_not_compute_or_not_faster_stay() -> None:
    """A factor, groups, and so many terms that a sum might have more than 31 bits."""
    for proto in (
        dequantised("Gemm", alpha=0.5),
        of_groups(),
        of_many_terms(),
    ):
        graph = graph_of(proto)
        assert multiplied(graph) == {"float32"}
        compared(proto, graph)


def of_groups() -> onnx.ModelProto:
    proto = dequantised("Conv", group=2)
    weights = next(item for item in proto.graph.initializer if item.name == "w")
    halved = numpy_helper.to_array(weights)[:, :3]
    weights.CopyFrom(numpy_helper.from_array(np.ascontiguousarray(halved), "w"))
    return proto


def of_many_terms() -> onnx.ModelProto:
    proto = dequantised("MatMul")
    weights = next(item for item in proto.graph.initializer if item.name == "w")
    weights.CopyFrom(numpy_helper.from_array(np.ones((33026, 2), np.int8), "w"))
    proto.graph.input[0].type.tensor_type.shape.dim[2].dim_value = 33026
    return proto


def test_weights_that_something_else_reads_too_are_both() -> None:
    proto = dequantised()
    proto.graph.node.append(helper.make_node("Neg", ["g"], ["z"]))
    proto.graph.output.append(helper.make_tensor_value_info("z", TensorProto.FLOAT, None))
    graph = graph_of(proto)
    found = evaluate(graph, {"x": np.zeros((3, 5, 24), np.uint8)})
    w, t = (numpy_helper.to_array(item) for item in (proto.graph.initializer[2:4]))
    np.testing.assert_allclose(found["z"], -(w.astype(np.float32) * t), rtol=1e-6)
    compared(proto, graph)


def test_scales_whose_product_is_beyond_float32_stay_apart() -> None:
    proto = dequantised(zeros=(0, 0))
    for item in proto.graph.initializer:
        if item.name in ("s", "t"):
            item.CopyFrom(numpy_helper.from_array(np.asarray(1e25, np.float32), item.name))
    graph = graph_of(proto, VNNI)
    assert multiplied(graph) == {"float32"}
    found = evaluate(graph, {"x": np.zeros((3, 5, 24), np.uint8)})["y"]
    np.testing.assert_array_equal(found, 0)


def test_scales_whose_product_is_below_the_normal_numbers_stay_apart() -> None:
    """The product would have three bits; products of the numbers themselves have twenty."""
    proto = dequantised(zeros=(0, 0))
    for item in proto.graph.initializer:
        if item.name in ("s", "t"):
            item.CopyFrom(numpy_helper.from_array(np.asarray(1e-22, np.float32), item.name))
    graph = graph_of(proto, VNNI)
    assert multiplied(graph) == {"float32"}
    found = evaluate(graph, {"x": np.full((3, 5, 24), 200, np.uint8)})["y"]
    weights = numpy_helper.to_array(proto.graph.initializer[2]).astype(np.float64)
    expected = np.broadcast_to(200 * weights.sum(0) * 1e-22 * 1e-22, found.shape)
    np.testing.assert_allclose(found, expected, rtol=0, atol=1e-4 * float(np.abs(expected).max()))


def test_a_scale_of_zero_is_multiplied_as_any() -> None:
    proto = dequantised(zeros=(0, 0))
    scale = next(item for item in proto.graph.initializer if item.name == "t")
    scale.CopyFrom(numpy_helper.from_array(np.asarray(0, np.float32), "t"))
    graph = graph_of(proto, VNNI)
    assert "float32" not in multiplied(graph)
    compared(proto, graph)


def of_two_inputs(x: str, w: str, zeros: tuple[int, int], rows: int, columns: int) -> Any:
    """A product of two inputs of bytes, for each of two samples and of three heads."""
    arrays = {
        "s": np.float32(0.02),
        "p": np.asarray(zeros[0], x),
        "t": np.float32(0.003),
        "q": np.asarray(zeros[1], w),
    }
    nodes = [
        helper.make_node("DequantizeLinear", ["x", "s", "p"], ["f"]),
        helper.make_node("DequantizeLinear", ["w", "t", "q"], ["g"]),
        helper.make_node("MatMul", ["f", "g"], ["y"]),
    ]
    tensors = [numpy_helper.from_array(np.asarray(array), name) for name, array in arrays.items()]
    shapes = {"x": (2, 3, rows, 20), "w": (2, 3, 20, columns)}
    inputs = [
        helper.make_tensor_value_info(
            name, helper.np_dtype_to_tensor_dtype(np.dtype(kind)), shapes[name]
        )
        for name, kind in (("x", x), ("w", w))
    ]
    result = helper.make_tensor_value_info("y", TensorProto.FLOAT, None)
    graph = helper.make_graph(nodes, "g", inputs, [result], tensors)
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)


@pytest.mark.parametrize("device", [VNNI, GPU], ids=["CPU", "GPU"])
@pytest.mark.parametrize(
    ("x", "w", "zeros"),
    [
        ("uint8", "int8", (0, 0)),
        ("uint8", "uint8", (130, 3)),
        ("int8", "int8", (-5, 7)),
        ("int8", "uint8", (0, 255)),
    ],
)
def test_two_computed_operands_are_multiplied_as_bytes(
    device: Target, x: str, w: str, zeros: tuple[int, int]
) -> None:
    proto = of_two_inputs(x, w, zeros, 16, 17)
    graph = graph_of(proto, device)
    assert multiplied(graph) <= {"uint8", "int8"}
    feed = {
        item.name: RNG.integers(
            np.iinfo(kind).min,
            np.iinfo(kind).max + 1,
            [size.dim_value for size in item.type.tensor_type.shape.dim],
            kind,
        )
        for item, kind in zip(proto.graph.input, (x, w), strict=True)
    }
    session = onnxruntime.InferenceSession(proto.SerializeToString(), one_thread())
    (expected,) = session.run(None, feed)
    found = evaluate(graph, feed)["y"]
    np.testing.assert_allclose(found, expected, atol=1e-5 * float(np.abs(expected).max()), rtol=0)


@pytest.mark.parametrize(("rows", "columns"), [(15, 16), (16, 15)])
def test_two_computed_operands_of_few_lines_stay_float32(rows: int, columns: int) -> None:
    graph = graph_of(of_two_inputs("uint8", "int8", (1, 2), rows, columns), VNNI)
    assert multiplied(graph) == {"float32"}
