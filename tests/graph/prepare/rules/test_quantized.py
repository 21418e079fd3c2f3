"""Quantised convolutions become integer convolutions with the results of ONNX Runtime."""

from __future__ import annotations

from typing import Any

import numpy as np
import onnx
import pytest
from onnx import TensorProto, helper, numpy_helper

import aoe
from tests.graph.models import by_onnxruntime, checked_graph, inputs_of, operator_types


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
