"""Compressed layers compute what NumPy computes with the weights that they store."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import onnx
import onnx_ir
import pytest
from onnx import helper

from aoe.frontends.onnx import load_onnx
from aoe.graph.compression.forms import Form, by_output, in_blocks
from aoe.graph.compression.layers import layers_of
from aoe.graph.compression.rewrite import rewrite
from aoe.graph.pipeline import prepared_graph
from aoe.graph.prepare.rules.matmul.packed_rows import in_24_bits, of_24_bits
from aoe.operators.evaluate import evaluate
from aoe.operators.operator_graph import OperatorGraph
from tests.graph.compression.networks import layer, model, normal, two_of_four


def graph_of(proto: onnx.ModelProto, **forms: Form) -> OperatorGraph:
    """The graph with forms by the name of the node in the model."""

    def revise(model: onnx_ir.Model) -> bool:
        layers = {item.name: item.origin.name for item in layers_of(model)}
        found = {name: forms[origin] for name, origin in layers.items() if origin in forms}
        return rewrite(model, found, None)

    return prepared_graph(load_onnx(proto), "test", revise=revise).default


def check(proto: onnx.ModelProto, x: np.ndarray, form: Form, expected: np.ndarray) -> OperatorGraph:
    graph = graph_of(proto, layer=form)
    found = evaluate(graph, {"x": x})["y"]
    assert found.shape == expected.shape
    largest = float(np.abs(expected).max())
    np.testing.assert_allclose(found, expected, atol=2e-5 * largest, rtol=0)
    return graph


def types(graph: OperatorGraph) -> list[str]:
    return [node.operator.type for node in graph.operator_nodes]


@pytest.mark.parametrize(
    "form", [Form("int4", 32), Form("int4", 8), Form("int8", 16), Form("int8")]
)
@pytest.mark.parametrize("columns", [3, 64, 100])
@pytest.mark.parametrize("shape", [(1, 64), (1, 1, 64)])
def test_a_row_reads_blocks(form: Form, columns: int, shape: tuple[int, ...]) -> None:
    weights, x = normal(64, columns), normal(*shape, seed=1)
    block = form.block or 32
    rounded = in_blocks(weights, 4 if form.kind == "int4" else 8, block).weights
    graph = check(layer("MatMul", shape, weights), x, form, x @ rounded)
    assert types(graph).count("Reduce") == 1
    assert "MatMul" not in types(graph)
    written = [math.prod(node.operator.output.shape) for node in graph.operator_nodes]
    assert max(written) <= columns + 64, "nothing is stored unpacked"
    assert max(array.nbytes for array in graph.constants.values()) <= max(64, columns) * 192


@pytest.mark.parametrize("columns", [3, 64, 100])
@pytest.mark.parametrize("depth", [64, 60])
def test_a_row_reads_two_of_four(depth: int, columns: int) -> None:
    weights, x = two_of_four(depth, columns), normal(1, depth, seed=2)
    weights[:8, 0] = 0
    weights[3, 0] = 1
    graph = check(layer("MatMul", (1, depth), weights), x, Form("sparse"), x @ weights)
    assert types(graph).count("Reduce") == 1
    assert not any(array.size >= weights.size for array in graph.constants.values())


def test_gemm_keeps_its_bias_and_its_transposed_weights() -> None:
    weights, bias, x = normal(40, 64), normal(40, seed=3), normal(1, 64, seed=1)
    rounded = in_blocks(weights.T, 4, 32).weights
    proto = layer("Gemm", (1, 64), weights, bias, transB=1)
    check(proto, x, Form("int4"), x @ rounded + bias)


def test_a_convolution_of_one_pixel_is_a_row() -> None:
    weights, bias, x = normal(40, 64, 1, 1), normal(40, seed=3), normal(1, 64, 1, 1, seed=1)
    rounded = in_blocks(weights.reshape(40, 64).T, 8, 32).weights
    expected = (x.reshape(1, 64) @ rounded + bias).reshape(1, 40, 1, 1)
    check(layer("Conv", x.shape, weights, bias), x, Form("int8"), expected)


def by_row(x: np.ndarray) -> np.ndarray:
    """The rows as uint8 about 128, and back."""
    scale = np.abs(x).max(axis=-1, keepdims=True) / np.float32(127)
    scale = np.where(scale == 0, 1, scale)
    return np.rint(x / scale) * scale


@pytest.mark.parametrize("shape", [(5, 64), (2, 3, 64)])
def test_rows_are_quantised_by_their_own_range(shape: tuple[int, ...]) -> None:
    weights, x = normal(64, 20), normal(*shape, seed=1)
    x[..., 0, :] *= 100
    x[..., 1, :] = 0
    steps, scales = by_output(weights, 1)
    graph = check(layer("MatMul", shape, weights), x, Form("int8"), by_row(x) @ (steps * scales))
    assert any(array.dtype == np.int8 for array in graph.constants.values())


@pytest.mark.parametrize("zero_point", [0, 100, 128])
@pytest.mark.parametrize("by_channel", [False, True])
def test_a_matmul_reads_a_calibrated_range(zero_point: int, by_channel: bool) -> None:
    weights, x = normal(64, 20), normal(5, 64, seed=1)
    form = Form("static", scale=0.02, zero_point=zero_point, by_channel=by_channel)
    steps, scales = by_output(weights, 1, by_channel=by_channel)
    read = (np.clip(np.rint(x / 0.02) + zero_point, 0, 255) - zero_point) * 0.02
    check(layer("MatMul", x.shape, weights), x, form, read @ (steps * scales))


CONVOLUTIONS: list[dict[str, Any]] = [
    {},
    {"pads": [1, 1, 1, 1]},
    {"pads": [1, 0, 2, 1], "strides": [2, 1]},
    {"dilations": [2, 2], "pads": [2, 2, 2, 2]},
]


@pytest.mark.parametrize("attributes", CONVOLUTIONS)
@pytest.mark.parametrize("zero_point", [0, 100])
def test_a_convolution_reads_a_calibrated_range(
    attributes: dict[str, Any], zero_point: int
) -> None:
    weights, bias, x = normal(6, 8, 3, 3), normal(6, seed=3), normal(2, 8, 7, 9, seed=1)
    steps, scales = by_output(weights, 0)
    rounded = (steps * scales.reshape(-1, 1, 1, 1)).astype(np.float32)
    read = (np.clip(np.rint(x / 0.02) + zero_point, 0, 255) - zero_point) * 0.02
    float_graph = graph_of(layer("Conv", x.shape, rounded, bias, **attributes))
    expected = evaluate(float_graph, {"x": read.astype(np.float32)})["y"]
    form = Form("static", scale=0.02, zero_point=zero_point)
    check(layer("Conv", x.shape, weights, bias, **attributes), x, form, expected)


def test_layers_that_read_one_value_share_its_steps() -> None:
    nodes = [
        helper.make_node("MatMul", ["x", "w1"], ["a"], name="first"),
        helper.make_node("MatMul", ["x", "w2"], ["b"], name="second"),
        helper.make_node("Mul", ["a", "b"], ["y"]),
    ]
    proto = model(nodes, (4, 64), {"w1": normal(64, 8), "w2": normal(64, 8, seed=5)})
    graph = graph_of(proto, first=Form("int8"), second=Form("int8"))
    made = [tensor for tensor in graph.tensors.values() if tensor.dtype == "uint8"]
    assert len({tensor.shape for tensor in made if 64 in tensor.shape}) == 1
    quantised = [node for node in graph.operator_nodes if node.operator.output.dtype == "uint8"]
    assert len(quantised) == 1


@pytest.mark.parametrize("form", [Form("int4", 32), Form("int8", 16), Form("float24")])
@pytest.mark.parametrize("columns", [3, 100])
@pytest.mark.parametrize("shape", [(5, 64), (2, 3, 64)])
def test_several_rows_read_packed_weights(form: Form, columns: int, shape: tuple[int, ...]) -> None:
    weights, x = normal(64, columns), normal(*shape, seed=1)
    stored = weights
    if form.kind != "float24":
        stored = in_blocks(weights, 4 if form.kind == "int4" else 8, form.block).weights
    graph = check(layer("MatMul", shape, weights), x, form, x @ stored)
    assert types(graph).count("PackedMatMul") == 1
    assert max(array.nbytes for array in graph.constants.values()) <= 2 * 64 * 128


def test_a_row_in_24_bits_is_within_half_a_unit_of_them() -> None:
    weights = normal(64, 20)
    stored = of_24_bits(*in_24_bits(weights))
    assert np.abs(stored / weights - 1).max() <= 2.0**-16
    x = normal(1, 64, seed=1)
    check(layer("MatMul", (1, 64), weights), x, Form("float24"), x @ stored)


def test_what_is_not_finite_stays_so_in_24_bits() -> None:
    bits = np.array([0x7F800001, 0xFF8000FF, 0x7FC00000, 0x7F800000, 0xFF800000], np.uint32)
    numbers = bits.view(np.float32)
    np.testing.assert_array_equal(of_24_bits(*in_24_bits(numbers)), numbers)


def test_two_of_four_leave_more_rows_as_they_are() -> None:
    weights, x = two_of_four(64, 20), normal(2, 64, seed=1)
    check(layer("MatMul", (2, 64), weights), x, Form("sparse"), x @ weights)
