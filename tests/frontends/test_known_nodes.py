from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import onnx_ir

from aoe.frontends.graph_builder import GraphBuilder, Operand
from aoe.frontends.known_nodes import ComputedNodes, computed


class Sums(ComputedNodes):
    """Computes sums of constants."""

    def __init__(self) -> None:
        self.builder = GraphBuilder("g")

    def is_computed(
        self, kind: str, given: Sequence[Operand], made: Sequence[onnx_ir.Value]
    ) -> bool:
        return kind == "Add"


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


def test_a_reader_decides_which_nodes_of_constants_are_computed() -> None:
    one = np.asarray([1], np.float32)
    assert isinstance(Sums().node("Add", one, one), np.ndarray)
    assert isinstance(Sums().node("Mul", one, one), onnx_ir.Value)


def test_a_reader_does_not_compute_a_node_of_an_input() -> None:
    sums = Sums()
    made = sums.node("Add", sums.builder.input("x", np.float32, (1,)), np.ones(1, np.float32))
    assert isinstance(made, onnx_ir.Value)
