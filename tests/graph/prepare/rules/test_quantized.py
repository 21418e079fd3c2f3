"""Quantised convolutions become integer convolutions with the results of ONNX Runtime."""

from __future__ import annotations

from typing import Any

import numpy as np
import onnx
import pytest
from onnx import TensorProto, helper, numpy_helper
from onnx.reference import ReferenceEvaluator

import aoe
from tests.graph.models import (
    by_onnxruntime,
    checked_graph,
    inputs_of,
    model,
    operator_types,
)


def integer_convolution(
    kind: str, zero_point: int | None, channels: int = 6, group: int = 1, **attributes: Any
) -> onnx.ModelProto:
    """A model of one ConvInteger or QLinearConv of 6×7 pixels, its weights known."""
    rng = np.random.default_rng(0)
    weights = rng.integers(-127, 128, (8, channels // group, 3, 3)).astype(np.int8)
    arrays = {"w": weights, "wz": np.int8(0)}
    if zero_point is not None:
        arrays["xz"] = np.uint8(zero_point)
    names = ["x", "w", *(["xz"] if zero_point is not None else [])]
    result = TensorProto.INT32
    if kind == "QLinearConv":
        scales = rng.uniform(0.001, 0.01, 8).astype(np.float32)
        bias = rng.integers(-900, 900, 8).astype(np.int32)
        arrays |= {"xs": np.float32(0.02), "ws": scales, "ys": np.float32(0.3), "b": bias}
        arrays |= {"yz": np.uint8(120)}
        names = ["x", "xs", "xz", "w", "ws", "wz", "ys", "yz", "b"]
        result = TensorProto.UINT8
    node = helper.make_node(kind, names, ["y"], group=group, **attributes)
    graph = helper.make_graph(
        [node],
        "quantised",
        [helper.make_tensor_value_info("x", TensorProto.UINT8, (2, channels, 6, 7))],
        [helper.make_tensor_value_info("y", result, (2, 8, None, None))],
        [numpy_helper.from_array(np.asarray(a), n) for n, a in arrays.items() if n in names],
    )
    opset = [helper.make_opsetid("", 17)]
    return helper.make_model(graph, opset_imports=opset, ir_version=8)


@pytest.mark.parametrize(
    ("kind", "zero_point"),
    [("ConvInteger", None), ("ConvInteger", 7), ("QLinearConv", 0), ("QLinearConv", 131)],
)
@pytest.mark.parametrize(
    "attributes",
    [
        {"pads": [1, 0, 2, 1], "strides": [2, 1]},
        {"group": 2, "pads": [1, 1, 1, 1]},
        {"channels": 8, "dilations": [2, 2]},
        {"channels": 8, "group": 8, "pads": [1, 1, 1, 1]},
    ],
    ids=["padded", "grouped", "dilated", "depthwise"],
)
def test_a_convolution_of_bytes_is_what_onnxruntime_computes(
    kind: str, zero_point: int | None, attributes: dict[str, Any]
) -> None:
    proto = integer_convolution(kind, zero_point, **attributes)
    assert "Conv" in operator_types(checked_graph(proto))
    feed = inputs_of(proto)
    (found,) = aoe.compile(proto, threads=2).run(None, feed)
    np.testing.assert_array_equal(found, by_onnxruntime(proto, feed)["y"])


def dynamic_convolution(
    weights: str, filters: tuple[int, ...], zeros: np.ndarray | None, **attributes: Any
) -> onnx.ModelProto:
    """A ConvInteger of pixels that are quantised by their range when the model runs."""
    limits = np.iinfo(weights)
    drawn = np.random.default_rng(0).integers(limits.min, limits.max, filters, endpoint=True)
    arrays = {"w": drawn.astype(weights)}
    if zeros is not None:
        arrays["q"] = zeros.astype(weights)
    channels = filters[1] * int(attributes.get("group", 1))
    nodes = [
        helper.make_node("DynamicQuantizeLinear", ["x"], ["b", "s", "p"]),
        helper.make_node(
            "ConvInteger", ["b", "w", "p", *arrays.keys() - {"w"}], ["y"], **attributes
        ),
    ]
    graph = helper.make_graph(
        nodes,
        "dynamic",
        [helper.make_tensor_value_info("x", TensorProto.FLOAT, (2, channels, 6, 7))],
        [helper.make_tensor_value_info("y", TensorProto.INT32, (2, filters[0], None, None))],
        [numpy_helper.from_array(array, name) for name, array in arrays.items()],
    )
    opset = [helper.make_opsetid("", 17)]
    return helper.make_model(graph, opset_imports=opset, ir_version=8)


@pytest.mark.parametrize(
    ("weights", "zeros"),
    [
        ("int8", None),
        ("int8", np.asarray(0)),
        ("int8", np.asarray(5)),
        ("uint8", None),
        ("uint8", np.asarray(128)),
        ("uint8", np.asarray(117)),
        ("uint8", np.arange(100, 108)),
    ],
)
@pytest.mark.parametrize(
    "attributes",
    [
        {},
        {"pads": [1, 0, 2, 1], "strides": [2, 1]},
        {"auto_pad": "SAME_LOWER", "strides": [1, 2]},
        {"auto_pad": "VALID"},
        {"group": 2, "pads": [1, 1, 1, 1]},
    ],
    ids=["plain", "padded", "same", "valid", "grouped"],
)
def test_a_convolution_of_pixels_quantised_at_run_time(
    weights: str, zeros: np.ndarray | None, attributes: dict[str, Any]
) -> None:
    proto = dynamic_convolution(weights, (8, 4, 3, 3), zeros, **attributes)
    feed = inputs_of(proto)
    (found,) = aoe.compile(proto, threads=2).run(None, feed)
    if zeros is not None and zeros.size > 1:  # ONNX Runtime has one zero point of all filters
        (expected,) = map(np.asarray, ReferenceEvaluator(proto).run(None, feed))
    else:
        expected = by_onnxruntime(proto, feed)["y"]
    assert found.shape == expected.shape
    # A pixel between two steps may go to either one.
    assert np.mean(found != expected) <= 0.05


@pytest.mark.parametrize("zeros", [None, np.asarray(117)])
def test_such_a_convolution_multiplies_bytes(zeros: np.ndarray | None) -> None:
    proto = dynamic_convolution("uint8", (8, 4, 3, 3), zeros, pads=[1, 1, 1, 1])
    (convolution,) = [
        node.operator
        for node in checked_graph(proto).operator_nodes
        if node.operator.type == "Conv" and node.operator.inputs[1].shape[0] == 8
    ]
    assert [item.dtype for item in convolution.inputs[:2]] == ["uint8", "int8"]


def test_a_product_behind_a_convolution_of_integers_stays() -> None:
    proto = dynamic_convolution("uint8", (8, 4, 3, 3), None, group=2)
    factor = np.arange(1, 9, dtype=np.int32).reshape(8, 1, 1) << 20
    proto.graph.initializer.append(numpy_helper.from_array(factor, "f"))
    proto.graph.node[1].output[0] = "c"
    proto.graph.node.append(helper.make_node("Mul", ["c", "f"], ["d"]))
    proto.graph.node.append(helper.make_node("Add", ["d", "f"], ["y"]))
    feed = {"x": np.tile(np.arange(7, dtype=np.float32), (2, 8, 6, 1)) * 51}
    (found,) = aoe.compile(proto, threads=1).run(None, feed)
    np.testing.assert_array_equal(found, by_onnxruntime(proto, feed)["y"])


@pytest.mark.parametrize("shape", ["", "3", "2,3"])
def test_what_is_all_zero_is_quantised_in_steps_of_one(shape: str) -> None:
    sizes = f"[{shape}]" if shape else ""
    text = f"""(float{sizes} x) => (uint8{sizes} y, float s, uint8 z) {{
        nothing = Mul(x, zero) y, s, z = DynamicQuantizeLinear(nothing) }}"""
    checked_graph(model(text, zero=np.zeros((), np.float32)))


@pytest.mark.parametrize(("a", "b"), [("4", "4"), ("4", "4,3"), ("3,4", "4"), ("4", "2,4,3")])
@pytest.mark.parametrize("zeros", ["", ", p", ", p, q"])
def test_products_of_vectors_take_zero_points(a: str, b: str, zeros: str) -> None:
    sizes = [*a.split(",")[:-1], *b.split(",")[:-2], *(b.split(",")[-1:] if "," in b else [])]
    result = f"[{','.join(sizes)}]" if sizes else ""
    text = f"""(uint8[{a}] a, int8[{b}] b) => (int32{result} y) {{
        y = MatMulInteger(a, b{zeros}) }}"""
    constants = {"p": np.asarray(7, np.uint8), "q": np.asarray(-3, np.int8)}
    used = {name: value for name, value in constants.items() if name in zeros}
    checked_graph(model(text, **used))


@pytest.mark.filterwarnings("error")
def test_a_constant_beyond_the_largest_number_is_infinite_without_a_warning() -> None:
    text = """(float[2,3] x) => (float[2,3] y) {
        mask = DequantizeLinear (bytes, scale, zero) y = Add (x, mask) }"""
    constants: dict[str, np.ndarray] = {
        "bytes": np.asarray([0, 1, 255], np.uint8),
        "scale": np.asarray(1.34e36, np.float32),
        "zero": np.asarray(255, np.uint8),
    }
    proto = model(text, **constants)
    feed = inputs_of(proto)
    expected = by_onnxruntime(proto, feed)["y"]
    assert np.isinf(expected).any()
    (found,) = aoe.compile(proto, threads=1, device="reference").run(None, feed)
    np.testing.assert_array_equal(found, expected)
