"""Dilated and transposed convolutions over phases give the same results."""

from __future__ import annotations

import numpy as np
import onnx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from aoe.frontends.onnx import load_onnx
from aoe.graph.fusion.fuse import fuse
from aoe.graph.layout import lay_out
from aoe.graph.pipeline import prepared_graph
from aoe.graph.subgraph.variants.variants import variants_of, with_variants
from aoe.operators.evaluate import evaluate
from aoe.operators.operator_graph import OperatorGraph, OperatorNode
from tests.graph.models import inputs_of, model, operator_types, weights

OFF = ("dilated_convolution", "transposed_phases")
DILATED, TRANSPOSED = "dilated_as_phases", "transposed_as_phases"


def fused(proto: onnx.ModelProto) -> OperatorGraph:
    """The fused operators of a model whose convolutions `prepare` leaves alone."""
    return fuse(prepared_graph(load_onnx(proto), "test", switched_off=OFF).unfused)


def made_by(graph: OperatorGraph, value: str) -> OperatorNode:
    (node,) = [node for node in graph.operator_nodes if node.output == value]
    return node


def checked(proto: onnx.ModelProto, variant: str) -> OperatorGraph:
    """The graph with a variant of the operator that computes y; its results are the same."""
    graph = fused(proto)
    assert variant in variants_of(graph, made_by(graph, "y"))
    other = lay_out(with_variants(graph, {"y": variant}))
    feed = inputs_of(proto)
    expected, found = evaluate(graph, feed)["y"], evaluate(other, feed)["y"]
    np.testing.assert_allclose(found, expected, rtol=1e-4, atol=1e-5)
    return other


@settings(max_examples=40, deadline=None)
@given(
    st.integers(1, 2),
    st.tuples(st.integers(1, 3), st.integers(2, 3)),
    st.tuples(st.integers(1, 3), st.integers(2, 4)),
    st.tuples(*[st.integers(0, 4)] * 4),
    st.sampled_from(["y = Relu(c)", "y = Add(c, k)", "y = Identity(c)"]),
)
def test_a_dilated_convolution_is_one_of_a_batch_of_phases(
    batch: int, kernel: tuple[int, int], dilations: tuple[int, int], pads: tuple[int, ...], end: str
) -> None:
    text = f"""(float[{batch},3,9,10] x) => (float[N,K,H,W] y) {{
        c = Conv <pads = [{", ".join(map(str, pads))}], dilations = {[*dilations]}> (x, w, b)
        {end} }}"""
    proto = model(text, w=weights(4, 3, *kernel), b=weights(4), k=weights(4, 1, 1, seed=1))
    other = checked(proto, DILATED)
    (conv,) = [node.operator for node in other.operator_nodes if node.operator.type == "Conv"]
    assert conv.integers("dilations") == (1, 1)


@settings(max_examples=40, deadline=None)
@given(
    st.integers(1, 2),
    st.tuples(st.integers(1, 5), st.integers(2, 4)),
    st.tuples(st.integers(1, 2), st.integers(2, 3)),
    st.booleans(),
)
def test_a_transposed_convolution_has_its_phases_as_filters(
    batch: int, kernel: tuple[int, int], strides: tuple[int, int], bias: bool
) -> None:
    operands = "x, w, b" if bias else "x, w"
    text = f"""(float[{batch},3,5,6] x) => (float[N,K,H,W] y) {{
        c = ConvTranspose <strides = {[*strides]}> ({operands}) y = Relu(c) }}"""
    other = checked(model(text, w=weights(3, 9, *kernel), b=weights(9)), TRANSPOSED)
    (conv,) = [node.operator for node in other.operator_nodes if node.operator.type == "Conv"]
    assert conv.inputs[1].shape[0] == 9 * strides[0] * strides[1]


@pytest.mark.parametrize(
    ("body", "variant", "shape"),
    [
        ("c = Conv <dilations = [2, 2], pads = [2, 2, 2, 2]> (x, w)", DILATED, "4,6,6"),
        ("c = ConvTranspose <strides = [2, 2], pads = [1, 1, 1, 1]> (x, w)", TRANSPOSED, "4,11,11"),
    ],
)
def test_a_residual_is_added_behind_the_phases(body: str, variant: str, shape: str) -> None:
    text = (
        f"(float[1,4,6,6] x, float[1,{shape}] z) => (float[1,{shape}] y) {{ {body} y = Add(c, z) }}"
    )
    other = checked(model(text, w=weights(4, 4, 3, 3)), variant)
    assert "Pointwise" in operator_types(other)


@pytest.mark.parametrize(
    ("body", "channels"),
    [
        ("y = Conv <strides = [2, 2], dilations = [2, 2]> (x, w)", 4),
        ("y = Conv <group = 2, dilations = [2, 2]> (x, w)", 2),
        ("y = Conv (x, w)", 4),
        ("y = ConvTranspose <group = 2, strides = [2, 2]> (x, w)", 4),
        ("y = ConvTranspose <strides = [2, 2], dilations = [2, 2]> (x, w)", 4),
        ("y = ConvTranspose <strides = [2, 2], pads = [6, 6, 6, 6]> (x, w)", 4),
    ],
)
def test_other_convolutions_have_no_phases(body: str, channels: int) -> None:
    text = f"(float[1,4,8,8] x) => (float[N,K,H,W] y) {{ {body} }}"
    graph = fused(model(text, w=weights(4, channels, 3, 3)))
    assert not {DILATED, TRANSPOSED} & {*variants_of(graph, graph.operator_nodes[-1])}
