"""Which matmuls are marked as having a first factor that is expected to be full of zeros."""

from __future__ import annotations

import numpy as np
import onnx
import pytest

from aoe.frontends.onnx import load_onnx
from aoe.graph.pipeline import prepared_graph
from aoe.operators.graph_json import graph_from_json, graph_to_json
from tests.graph.models import checked_graph, model, weights


def marks(proto: onnx.ModelProto) -> list[bool]:
    """Whether the products of a model are marked, in their order, in its fused operators."""
    graph = prepared_graph(load_onnx(proto), "test").default
    operators = [node.operator for node in graph.operator_nodes]
    return [operator.zeros_expected for operator in operators if operator.type == "MatMul"]


def behind(function: str, w: np.ndarray | None = None, rows: int = 1) -> onnx.ModelProto:
    """A product of what a function makes of the input."""
    text = f"(float[{rows},8] x) => (float[{rows},6] y) {{ r = {function} y = MatMul(r, w) }}"
    return model(
        text,
        w=weights(8, 6) if w is None else w,
        zero=np.array(0, np.float32),
        six=np.array(6, np.float32),
    )


@pytest.mark.parametrize("function", ["Relu(x)", "Clip(x, zero, six)", "Max(x, zero)"])
def test_a_product_behind_a_relu_is_marked(function: str) -> None:
    assert marks(behind(function)) == [True]


@pytest.mark.parametrize("function", ["Sigmoid(x)", "LeakyRelu(x)", "HardSwish(x)", "Add(x, six)"])
def test_a_product_behind_another_function_is_not(function: str) -> None:
    assert marks(behind(function)) == [False]


def test_a_product_of_several_rows_is_not() -> None:
    assert marks(behind("Relu(x)", rows=2)) == [False]


@pytest.mark.parametrize("value", [np.inf, -np.inf, np.nan])
def test_a_product_with_weights_that_are_no_numbers_is_not(value: float) -> None:
    w = weights(8, 6)
    w[3, 2] = value
    assert marks(behind("Relu(x)", w)) == [False]


def test_a_product_with_computed_weights_is_not() -> None:
    text = "(float[1,8] x, float[8,6] w) => (float[1,6] y) { r = Relu(x) y = MatMul(r, w) }"
    assert marks(model(text)) == [False]


CLASSIFIER = """(float[1,3,8,8] x) => (float[1,5] y) {
    c = Conv <pads = [1, 1, 1, 1]> (x, k) r = Relu(c)
    p = MaxPool <kernel_shape = [2, 2], strides = [2, 2]> (r) f = Flatten(p)
    g = Gemm(f, v, b) s = Relu(g) y = Gemm <transB = 1> (s, w, d) }"""


def classifier() -> onnx.ModelProto:
    return model(
        CLASSIFIER,
        k=weights(4, 3, 3, 3),
        v=weights(64, 7),
        b=weights(7),
        w=weights(5, 7),
        d=weights(5),
    )


def test_dense_layers_behind_a_pooled_convolution_are_marked_and_computed_right() -> None:
    assert marks(classifier()) == [True, True]
    checked_graph(classifier())


def test_marks_are_kept_with_the_graph() -> None:
    graph = prepared_graph(load_onnx(classifier()), "test").default
    again = graph_from_json(graph_to_json(graph), graph.constants)
    assert [node.operator for node in again.operator_nodes] == [
        node.operator for node in graph.operator_nodes
    ]


def test_what_an_average_is_taken_of_is_full_of_zeros_in_vain() -> None:
    text = """(float[1,3,4,4] x) => (float[1,5] y) {
        r = Relu(x) p = AveragePool <kernel_shape = [4, 4]> (r) f = Flatten(p) y = MatMul(f, w) }"""
    assert marks(model(text, w=weights(3, 5))) == [False]
