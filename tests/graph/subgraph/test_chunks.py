"""Chains in chunks give the same results, by operators that do not depend on each other."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from aoe.backends.cpu.memory.placement import place
from aoe.errors import PolicyError
from aoe.frontends.onnx import load_onnx
from aoe.graph.fusion.fuse import fuse, stored_values
from aoe.graph.layout import chosen_orders
from aoe.graph.pipeline import prepared_graph
from aoe.graph.slicing import CHANNELS, SLICE_MARK
from aoe.graph.subgraph.chunks import Chunks, in_chunks
from aoe.graph.subgraph.decisions import GraphDecisions, formed
from aoe.graph.subgraph.strips import Strip
from aoe.operators.evaluate import evaluate
from aoe.operators.operator_graph import OperatorGraph
from aoe.policy import SubgraphPolicy
from aoe.target import Target
from tests.graph.models import inputs_of, model, weights

#: A shuffle of channels between two convolutions.
SHUFFLE = """(float[1,8,9,6] x) => (float[1,8,9,6] z) {
    a = Conv <group = 2> (x, g) r = Reshape (a, five) t = Transpose <perm = [0, 2, 1, 3, 4]> (r)
    s = Reshape (t, four) z = Conv <pads = [1, 1, 1, 1], group = 8> (s, d) }"""
SHUFFLE_MODEL = model(
    SHUFFLE, g=weights(8, 4, 1, 1), d=weights(8, 1, 3, 3), five=[1, 2, 4, 9, 6], four=[1, 8, 9, 6]
)


def unfused(text: str, **constants: np.ndarray) -> OperatorGraph:
    return prepared_graph(load_onnx(model(text, **constants)), "test").unfused


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_chains_in_chunks_compute_the_same(data: st.DataObject) -> None:
    rows, count = data.draw(st.integers(7, 23)), data.draw(st.integers(2, 4))
    windows = []
    for number in range(data.draw(st.integers(1, 3))):
        size, dilation = data.draw(st.integers(1, 3)), data.draw(st.integers(1, 2))
        pads = [data.draw(st.integers(0, size - 1)) for _ in range(2)]
        stride = data.draw(st.integers(1, 2))
        windows.append(
            f"v{number + 1} = Conv <dilations = [{dilation}, 1], strides = [{stride}, 1],"
            f" pads = [{pads[0]}, 0, {pads[1]}, 0]> (v{number}, w{size})"
        )
    last = len(windows)
    text = (
        f"(float[2,4,{rows},5] x) => (float[2,4,a,b] z) {{ v0 = Relu(x) {' '.join(windows)}"
        f" p = MaxPool <kernel_shape = [2, 1]> (v{last}) z = Mul(p, c) }}"
    )
    constants = {f"w{size}": weights(4, 4, size, 1) for size in (1, 2, 3)}
    proto = model(text, c=weights(1, 4, 1, 1), **constants)
    try:
        graph = fuse(prepared_graph(load_onnx(proto), "test").unfused)
    except Exception:
        return  # windows larger than what there is
    values = [node.output for node in graph.operator_nodes]
    chain = tuple(values[data.draw(st.integers(0, len(values) - 1)) :])
    feed = inputs_of(proto)
    expected = evaluate(graph, feed)["z"]
    try:
        made = formed(
            prepared_graph(load_onnx(proto), "test").unfused,
            GraphDecisions(stored_values(graph), {}, chunks=(Chunks(chain, count),)),
        )
    except PolicyError:
        return  # a part would read nothing but padding, or there are fewer rows than parts
    assert len(made.inter_op_regions) == 1
    np.testing.assert_allclose(evaluate(made, feed)["z"], expected, rtol=1e-5, atol=1e-6)


def test_chunks_read_nothing_of_each_other_and_the_result_is_joined_in_place() -> None:
    graph = prepared_graph(load_onnx(SHUFFLE_MODEL), "test").unfused
    stored = [node.output for node in fuse(graph).operator_nodes]
    made = formed(graph, GraphDecisions(frozenset(stored), {}, chunks=(Chunks(tuple(stored), 3),)))
    (region,) = made.inter_op_regions
    assert len(region.branches) == 3
    for number, branch in enumerate(region.branches):
        assert all(f"{SLICE_MARK}{number}" in name for name in branch)
    steps = place(made).steps
    assert [step.branch for step in steps if step.branch is None][1:] == []  # the output's copy


def test_views_that_keep_rows_are_cut_with_what_they_are_views_of() -> None:
    graph = prepared_graph(load_onnx(SHUFFLE_MODEL), "test").unfused
    stored = [node.output for node in fuse(graph).operator_nodes]
    made = formed(graph, GraphDecisions(frozenset(stored), {}, chunks=(Chunks(tuple(stored), 2),)))
    feed = inputs_of(SHUFFLE_MODEL)
    expected = evaluate(graph, feed)["z"]
    np.testing.assert_allclose(evaluate(made, feed)["z"], expected, rtol=1e-5, atol=1e-6)


@pytest.mark.parametrize("count", [2, 3])
def test_rows_of_matmuls_in_chunks_compute_the_same(count: int) -> None:
    text = """(float[1,2,7,6] q, float[1,2,6,9] k, float[1,2,9,5] v) => (float[1,2,7,5] y) {
        s = MatMul(q, k) p = Softmax <axis = -1> (s) y = MatMul(p, v) }"""
    proto = model(text)
    graph = prepared_graph(load_onnx(proto), "test").unfused
    values = tuple(node.output for node in graph.operator_nodes)
    made = formed(graph, GraphDecisions(frozenset(values), {}, chunks=(Chunks(values, count),)))
    assert [len(branch) for branch in made.inter_op_regions[0].branches] == [3] * count
    feed = inputs_of(proto)
    expected = evaluate(graph, feed)["y"]
    np.testing.assert_allclose(evaluate(made, feed)["y"], expected, rtol=1e-5, atol=1e-6)


@pytest.mark.parametrize(("shape", "dimension"), [("7,8", 0), ("3,7,8", 0), ("3,7,8", 1)])
def test_chunks_along_other_dimensions_compute_the_same(shape: str, dimension: int) -> None:
    text = f"""(float[{shape}] x) => (float[{shape}] y) {{
        n = LayerNormalization (x, s, t) a = MatMul(n, w) r = Relu(a) b = MatMul(r, w)
        y = Add(x, b) }}"""
    proto = model(text, w=weights(8, 8), s=weights(8), t=weights(8, seed=1))
    graph = prepared_graph(load_onnx(proto), "test").unfused
    values = tuple(node.output for node in fuse(graph).operator_nodes)
    chunks = (Chunks(values, 3, dimension),)
    made = formed(graph, GraphDecisions(frozenset(values), {}, chunks=chunks))
    assert [len(branch) for branch in made.inter_op_regions[0].branches] == [len(values)] * 3
    feed = inputs_of(proto)
    expected = evaluate(graph, feed)["y"]
    np.testing.assert_allclose(evaluate(made, feed)["y"], expected, rtol=1e-5, atol=1e-6)


def test_samples_of_convolutions_in_chunks_compute_the_same() -> None:
    text = """(float[4,8,5,6] x) => (float[4,8,5,6] z) {
        a = Conv <pads = [1, 1, 1, 1]> (x, w) z = Conv <pads = [1, 1, 1, 1]> (a, w) }"""
    proto = model(text, w=weights(8, 8, 3, 3))
    graph = prepared_graph(load_onnx(proto), "test").unfused
    values = tuple(node.output for node in graph.operator_nodes)
    made = formed(graph, GraphDecisions(frozenset(values), {}, chunks=(Chunks(values, 2, 0),)))
    assert {node.operator.output.shape[0] for node in made.operator_nodes} == {2, 4}
    feed = inputs_of(proto)
    expected = evaluate(graph, feed)["z"]
    np.testing.assert_allclose(evaluate(made, feed)["z"], expected, rtol=1e-5, atol=1e-6)


def test_rows_at_the_seams_are_computed_twice() -> None:
    graph = unfused(
        "(float[1,4,12,6] x) => (float[1,4,12,6] z) { a = Conv (x, v)"
        " z = Conv <pads = [1, 1, 1, 1]> (a, w) }",
        v=weights(4, 4, 1, 1),
        w=weights(4, 4, 3, 3),
    )
    fused = fuse(graph)
    names = tuple(node.output for node in fused.operator_nodes)
    made, branches = in_chunks(fused, Chunks(names, 2))
    rows = [made.tensors[branch[0]].shape[2] for branch in branches]
    assert rows == [7, 7]


def test_what_is_in_strips_is_not_in_chunks_nor_in_other_strips() -> None:
    graph = prepared_graph(load_onnx(SHUFFLE_MODEL), "test").unfused
    stored = [node.output for node in fuse(graph).operator_nodes]
    strip, last = Strip(tuple(stored), 3), (stored[-1],)
    twice = [
        GraphDecisions(frozenset(stored), {}, (strip, Strip(last, 1, 1))),
        GraphDecisions(frozenset(stored), {}, (strip,), chunks=(Chunks(last, 2),)),
    ]
    for decisions in twice:
        with pytest.raises(PolicyError, match="in strips or chunks already"):
            formed(graph, decisions)


def test_what_is_read_outside_or_has_no_rows_is_refused() -> None:
    text = """(float[1,4,8,8] x) => (float[1,4,8,8] y, float[1,4,8,8] z) {
        a = Conv (x, w) y = Softmax <axis = 2> (a) z = Conv <pads = [1, 1, 1, 1]> (a, v) }"""
    fused = fuse(unfused(text, w=weights(4, 4, 1, 1), v=weights(4, 4, 3, 3)))
    a, z = (n.output for n in fused.operator_nodes if n.operator.type == "Conv")
    y = next(n.output for n in fused.operator_nodes if n.operator.type == "Softmax")
    with pytest.raises(PolicyError, match="reads what is computed in chunks"):
        in_chunks(fused, Chunks((a, z), 2))
    with pytest.raises(PolicyError, match="cannot be computed in chunks"):
        in_chunks(fused, Chunks((y,), 2))
    with pytest.raises(PolicyError, match="8 rows has no 9 chunks"):
        in_chunks(fused, Chunks((z,), 9))


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_chains_in_chunks_of_channels_compute_the_same(data: st.DataObject) -> None:
    filters = data.draw(st.sampled_from([4, 6, 8, 32, 48]))
    groups = data.draw(st.sampled_from([g for g in (1, 2, 4, filters) if filters % g == 0]))
    channels = 4 * groups
    nodes = [
        f"v0 = Conv <group = {groups}> (x, w) r0 = Relu(v0)",
        f"v1 = Conv <group = {filters}, pads = [1, 1, 1, 1]> (r0, d, b) r1 = Relu(v1)",
        "r2 = MaxPool <kernel_shape = [2, 2]> (r1)",
        "m = ReduceMean <keepdims = 0, axes = [2, 3]> (r2)",
    ]
    last = data.draw(st.integers(1, 3))
    made = {1: "r1", 2: "r2", 3: "m"}[last]
    dimensions = "float[2,K,H,W]" if last < 3 else "float[2,K]"
    text = f"(float[2,{channels},6,5] x) => ({dimensions} z) {{"
    text += " ".join(nodes[: last + 1]).replace(f" {made} =", " z =") + "}"
    constants = {
        "w": weights(filters, channels // groups, 1, 1),
        "d": weights(filters, 1, 3, 3),
        "b": weights(filters),
    }
    proto = model(text, **constants)
    graph = fuse(prepared_graph(load_onnx(proto), "test").unfused)
    values = [node.output for node in graph.operator_nodes]
    chain = tuple(values[data.draw(st.integers(0, len(values) - 1)) :])
    feed = inputs_of(proto)
    expected = evaluate(graph, feed)["z"]
    unfused_graph = prepared_graph(load_onnx(proto), "test").unfused
    decisions = GraphDecisions(stored_values(graph), {}, chunks=(Chunks(chain, 2, CHANNELS),))
    made_graph = formed(unfused_graph, decisions)
    assert len(made_graph.inter_op_regions) == 1
    np.testing.assert_allclose(evaluate(made_graph, feed)["z"], expected, rtol=1e-5, atol=1e-6)


def test_a_convolution_of_all_channels_is_not_computed_of_chunks_of_them() -> None:
    text = """(float[1,4,6,6] x) => (float[1,8,6,6] z) {
        a = Conv(x, w) r = Relu(a) z = Conv(r, v) }"""
    graph = unfused(text, w=weights(8, 4, 1, 1), v=weights(8, 8, 1, 1))
    with pytest.raises(PolicyError, match="do not read chunks"):
        in_chunks(fuse(graph), Chunks(("r", "z"), 2, CHANNELS))


def test_chunks_are_of_whole_groups_of_channels() -> None:
    text = "(float[1,12,5,5] x) => (float[1,12,5,5] z) { z = Conv <group = 4> (x, w) }"
    grouped = fuse(unfused(text, w=weights(12, 3, 1, 1)))
    made, branches = in_chunks(grouped, Chunks(("z",), 2, CHANNELS))
    filters = [
        n.operator.output.shape[1] for n in made.operator_nodes if n.output in sum(branches, ())
    ]
    groups = [
        n.operator.integer("group") for n in made.operator_nodes if n.output in sum(branches, ())
    ]
    assert filters == [6, 6]
    assert groups == [2, 2]


#: What is squeezed is read again.
SQUEEZED = """(float[1,8,6,6] x) => (float[1,8,6,6] z) {
    a = Conv <group = 8> (x, d) r = Relu(a) m = GlobalAveragePool(r) f = Sigmoid(m)
    p = Mul(r, f) z = Conv <group = 8> (p, d) }"""


def test_what_others_read_of_chunks_is_joined() -> None:
    graph = unfused(SQUEEZED, d=weights(8, 1, 1, 1))
    fused_graph = fuse(graph)
    squeezed = next(n.output for n in fused_graph.operator_nodes if n.operator.type == "Reduce")
    made, _ = in_chunks(fused_graph, Chunks(("r", squeezed), 2, CHANNELS))
    joined = {n.output for n in made.operator_nodes if n.operator.type == "Concat"}
    assert joined == {"r", squeezed}
    feed = {"x": np.random.default_rng(0).normal(size=(1, 8, 6, 6)).astype(np.float32)}
    expected = evaluate(fused_graph, feed)["z"]
    np.testing.assert_allclose(evaluate(made, feed)["z"], expected, rtol=1e-5, atol=1e-6)


def test_what_others_read_is_computed_once() -> None:
    text = """(float[1,4,8,6] x) => (float[1,4,8,6] z) {
        a = Conv(x, w) r = Relu(a) c = Conv <pads = [1, 1, 1, 1]> (r, v) s = Relu(c)
        z = Conv <group = 4> (r, d) y = Add(z, s) }"""
    text = text.replace("z = Conv", "q = Conv").replace("y = Add(z, s)", "z = Add(q, s)")
    constants = {"w": weights(4, 4, 1, 1), "v": weights(4, 4, 3, 3), "d": weights(4, 1, 1, 1)}
    graph = fuse(unfused(text, **constants))
    with pytest.raises(PolicyError, match="others read r"):
        in_chunks(graph, Chunks(("r", "s"), 2))


@dataclass(frozen=True, slots=True)
class LineOf4(Target):
    """A device with shorter cache lines."""

    @property
    def line_elements(self) -> int:
        """Elements of four bytes in a cache line."""
        return 4


def test_chunks_of_channels_begin_at_cache_lines_of_the_device() -> None:
    text = "(float[1,8,5,5] x) => (float[1,40,5,5] y) { a = Conv(x, w) y = Relu(a) }"
    proto = model(text, w=weights(40, 8, 1, 1))

    def channels(target: Target | None) -> list[int]:
        graph = prepared_graph(load_onnx(proto), "test", target)
        (subgraph,) = graph.subgraphs
        last = subgraph.numbers["y"]
        policy = SubgraphPolicy.of({"stored": (last,), f"parts1.{last}": (2, last)})
        made = subgraph.formed(policy)
        assert chosen_orders(graph.formed({subgraph.key: policy})) == chosen_orders(made)
        region = made.inter_op_regions[0].branches
        inside = {name for branch in region for name in branch}
        nodes = made.operator_nodes
        return [n.operator.output.shape[1] for n in nodes if n.output in inside]

    assert channels(None) == [16, 24]
    assert channels(LineOf4("reference", "short lines")) == [20, 20]
