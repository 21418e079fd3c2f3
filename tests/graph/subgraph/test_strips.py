from functools import cache

import numpy as np
import onnx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from aoe.backends.cpu.memory.placement import place
from aoe.errors import PolicyError
from aoe.frontends.onnx import load_onnx
from aoe.graph.fusion.fuse import fuse
from aoe.graph.layout import lay_out
from aoe.graph.pipeline import prepared_graph
from aoe.graph.slicing import HEIGHT, SLICE_MARK, can_be_strip
from aoe.graph.subgraph.strips import Strip, in_strips, with_slice_orders
from aoe.operators.evaluate import evaluate
from aoe.operators.operator_graph import OperatorGraph
from tests.graph.models import inputs_of, model, weights

TEXT = """(float[2,4,13,6] x) => (float[2,4,5,6] y, float[2,8,13,6] z) {
    a = Conv <pads = [1, 1, 1, 1]> (x, w) r = Relu(a)
    b = Conv <pads = [2, 1, 2, 1], dilations = [2, 1], group = 4> (r, d) s = Add(b, r)
    n = LRN <size = 3> (s) z = Concat <axis = 1> (n, s)
    p = MaxPool <kernel_shape = [3, 1], strides = [2, 1], pads = [1, 0, 0, 0]> (n)
    q = AveragePool <kernel_shape = [3, 3], pads = [0, 1, 1, 1]> (p) y = Mul(q, c) }"""
PROTO = model(TEXT, w=weights(4, 4, 3, 3), d=weights(4, 1, 3, 3), c=weights(1, 4, 5, 1))


MATRICES = """(float[ROWS,6] x) => (float[ROWS,6] y) {
    n = LayerNormalization(x, s, t) p = MatMul(n, w) r = Relu(p) q = MatMul(r, v) y = Add(q, x) }"""


def fused(proto: onnx.ModelProto) -> OperatorGraph:
    """The model's operators under the default decisions."""
    return fuse(prepared_graph(load_onnx(proto), "test").unfused)


@cache
def usual() -> OperatorGraph:
    """Those of the first model."""
    return fused(PROTO)


@cache
def matrices(before: str) -> tuple[onnx.ModelProto, OperatorGraph]:
    """Two products of matrices with these dimensions before their columns, and the operators."""
    shapes = {"w": (6, 10), "v": (10, 6), "s": (6,), "t": (6,)}
    constants = {name: weights(*shape) for name, shape in shapes.items()}
    proto = model(MATRICES.replace("ROWS", before), **constants)
    return proto, fused(proto)


def values(graph: OperatorGraph | None = None) -> list[str]:
    """What these operators write, in their order."""
    return [node.output for node in (graph or usual()).operator_nodes]


def check(proto: onnx.ModelProto, graph: OperatorGraph, strip: Strip) -> None:
    """The graph computes the same in bands."""
    banded = in_strips(graph, [strip])
    laid_out = lay_out(banded, with_slice_orders({}, banded))
    feed = inputs_of(proto)
    expected, found = evaluate(graph, feed), evaluate(laid_out, feed)
    for name in graph.outputs:
        np.testing.assert_allclose(found[name], expected[name], rtol=1e-5, atol=1e-6)


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_operators_in_strips_compute_the_same(data: st.DataObject) -> None:
    graph = usual()
    first = data.draw(st.integers(0, len(values()) - 1))
    chosen = values()[first : data.draw(st.integers(first + 1, len(values())))]
    dimension = data.draw(st.sampled_from([0, HEIGHT]))
    rows = graph.tensors[chosen[-1]].shape[dimension]
    check(PROTO, graph, Strip(tuple(chosen), data.draw(st.integers(1, rows)), dimension))


@settings(max_examples=30, deadline=None)
@given(st.data(), st.sampled_from(["7", "1,7", "3,7", "2,3,7"]))
def test_matmuls_in_strips_of_rows_and_of_samples_compute_the_same(
    data: st.DataObject, before: str
) -> None:
    proto, graph = matrices(before)
    names = values(graph)
    dimension = data.draw(st.integers(0, len(before.split(",")) - 1))
    first = data.draw(st.integers(0, len(names) - 1))
    chosen = names[first : data.draw(st.integers(first + 1, len(names)))]
    rows = graph.tensors[chosen[-1]].shape[dimension]
    check(proto, graph, Strip(tuple(chosen), data.draw(st.integers(1, rows)), dimension))


def test_sums_over_rows_have_no_strips_of_them() -> None:
    _, graph = matrices("3,7")
    made = {node.operator.type: node.operator for node in graph.operator_nodes}
    for kind in ("MatMul", "LayerNormalization"):
        assert [can_be_strip(made[kind], d) for d in range(3)] == [True, True, False]


def test_strips_are_interleaved_and_no_row_is_computed_twice() -> None:
    banded = in_strips(usual(), [Strip(tuple(values()[:2]), 5)])
    parts = [
        n.name
        for n in banded.operator_nodes
        if SLICE_MARK in n.output and n.operator.type == "Conv"
    ]
    assert len(parts) == 6
    rows = [
        sum(n.operator.output.shape[2] for n in banded.operator_nodes if n.name in parts[start::2])
        for start in (0, 1)
    ]
    assert rows == [13, 13]


@pytest.mark.parametrize("strip", [Strip(tuple(values()[:2]), 4), Strip(tuple(values()[:2]), 1, 0)])
def test_strips_are_written_in_place(strip: Strip) -> None:
    banded = in_strips(usual(), [strip])
    joins = [
        n.name for n in banded.operator_nodes if n.operator.type == "Concat" and "rows" in n.name
    ]
    steps = place(lay_out(banded, with_slice_orders({}, banded))).steps
    assert joins
    assert not set(joins) & {step.name for step in steps}


def test_a_band_as_high_as_the_result_changes_nothing() -> None:
    graph = usual()
    assert in_strips(graph, [Strip((values()[0],), 13)]) == graph


def test_strips_higher_than_the_result_are_refused() -> None:
    with pytest.raises(PolicyError, match="has no strips of 14"):
        in_strips(usual(), [Strip((values()[0],), 14)])


def test_an_operator_that_mixes_all_rows_has_no_strips() -> None:
    proto = model("(float[1,4,6,6] x) => (float[1,4,6,6] y) { y = Softmax <axis = 2> (x) }")
    graph = fuse(prepared_graph(load_onnx(proto), "test").unfused)
    with pytest.raises(PolicyError, match="cannot be computed in strips"):
        in_strips(graph, [Strip(("y",), 2)])
