from __future__ import annotations

import numpy as np
import onnx_ir

from aoe.frontends.graph_builder import GraphBuilder
from aoe.frontends.known_nodes import computed


def test_a_node_of_constants_is_computed() -> None:
    builder = GraphBuilder("g")
    data = np.arange(6, dtype=np.int64).reshape(2, 3)
    parts = builder.nodes("Split", 2, data, np.asarray([1, 2], np.int64), axis=1)
    first, second = computed(parts)
    np.testing.assert_array_equal(first, data[:, :1])
    np.testing.assert_array_equal(second, data[:, 1:])


def test_a_left_out_operand_is_no_obstacle() -> None:
    made = GraphBuilder("g").node(
        "Clip", np.asarray([1, 5], np.float32), None, np.asarray(2, np.float32)
    )
    (found,) = computed([made])
    np.testing.assert_array_equal(found, np.asarray([1, 2], np.float32))


def test_a_node_of_an_input_stays() -> None:
    builder = GraphBuilder("g")
    made = builder.node("Add", builder.input("x", np.float32, (2,)), np.asarray([1, 2], np.float32))
    assert computed([made]) == (made,)


def test_a_node_that_cannot_be_computed_stays() -> None:
    made = GraphBuilder("g").node("Neg", np.asarray([1], np.float32))
    made.shape = onnx_ir.Shape([2])
    assert computed([made]) == (made,)
