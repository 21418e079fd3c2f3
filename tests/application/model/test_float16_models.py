"""Models of float16 on CPUs: their values are float32 between operators."""

from __future__ import annotations

import numpy as np
import onnx
from onnx import TensorProto, helper

import aoe

#: More rows than those for which weights are only read.
ROWS = 10


def model() -> onnx.ModelProto:
    """(x + 2048) · 1 - 2048 of float16, in which the sum has steps of 2."""
    x, y = (helper.make_tensor_value_info(name, TensorProto.FLOAT16, [ROWS, 3]) for name in "xy")
    large = helper.make_tensor("large", TensorProto.FLOAT16, [], [2048.0])
    ones = helper.make_tensor("ones", TensorProto.FLOAT16, [3, 3], np.eye(3).ravel().tolist())
    nodes = [
        helper.make_node("Add", ["x", "large"], ["sum"]),
        helper.make_node("MatMul", ["sum", "ones"], ["same"]),
        helper.make_node("Sub", ["same", "large"], ["y"]),
    ]
    graph = helper.make_graph(nodes, "g", [x], [y], [large, ones])
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 18)], ir_version=9)


def test_values_between_operators_are_not_rounded() -> None:
    x = np.arange(ROWS * 3, dtype=np.float16).reshape(ROWS, 3) / 4
    with aoe.compile(model().SerializeToString(), threads=1) as session:
        (found,) = session.run(None, {"x": x})
    assert found.dtype == np.float16
    np.testing.assert_array_equal(found, x)


def test_a_result_may_be_given_twice() -> None:
    x, y = (helper.make_tensor_value_info(name, TensorProto.FLOAT16, [2]) for name in "xy")
    graph = helper.make_graph([helper.make_node("Neg", ["x"], ["y"])], "g", [x], [y, y])
    given = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 18)], ir_version=9)
    with aoe.compile(given.SerializeToString(), threads=1) as session:
        found = session.run(None, {"x": np.ones(2, np.float16)})
    assert [array.tolist() for array in found] == [[-1.0, -1.0]] * 2
