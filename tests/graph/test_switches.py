"""What is switched off is no default decision and no choice of a search; results stay the same."""

from __future__ import annotations

import json

import numpy as np
import onnx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from aoe.errors import PolicyError
from aoe.frontends.onnx import load_onnx
from aoe.graph.fusion.fuse import FUSIONS, fuse
from aoe.graph.pipeline import PreparedGraph, prepared_graph
from aoe.graph.prepare.aliases import KEY, TRAINING
from aoe.graph.subgraph.mutations import neighbours
from aoe.graph.subgraph.subgraph import VARIANT, Subgraph
from aoe.graph.switches import ALL_ON, Switches
from aoe.operators.evaluate import evaluate
from aoe.policy import SubgraphPolicy
from tests.graph.models import imported, inputs_of, model, operator_types, weights
from tests.properties import examples

ATTENTION = """(float[1,2,16,8] q, float[1,2,8,16] k, float[1,2,16,8] v) => (float[1,2,16,8] y) {
    s = MatMul(q, k) p = Softmax <axis = -1> (s) y = MatMul(p, v) }"""
IN_PLACE = model("""(float[5] p, float[5] g) => (float[5] q, float[5] n) {
    n = Exp(g) q = Sub(p, n) }""")
onnx.helper.set_model_props(IN_PLACE, {KEY: json.dumps({"q": "p"}), TRAINING: "true"})
#: For each fusion a model, with the operators that it is with the fusion and without.
MODELS = {
    "epilogue": (
        model(
            """(float[2,6] x, float[2,4] z) => (float[2,4] y) {
                p = Exp(z) a = MatMul(x, w) b = Add(a, p) y = Relu(b) }""",
            w=weights(6, 4),
        ),
        ["MatMul"],
        ["Pointwise", "MatMul", "Pointwise", "Pointwise"],
    ),
    "prologue": (
        model("(float[3,5] x) => (float[3,1] y) { e = Exp(x) y = ReduceMax <axes = [1]> (e) }"),
        ["Reduce"],
        ["Pointwise", "Reduce"],
    ),
    "attention": (model(ATTENTION), ["Attention"], ["MatMul", "Softmax", "MatMul"]),
    "embedding_bag": (
        model(
            """(int64[3,5] i) => (float[3,7] y) {
                e = Gather(w, i) y = ReduceSum <keepdims = 0> (e, axes) }""",
            w=weights(11, 7),
            axes=np.asarray([1]),
        ),
        ["EmbeddingBag"],
        ["Gather", "Reduce"],
    ),
    "rows": (
        model(
            """(float[32,6] x) => (float[32,6] y) {
                s = ReduceMax <axes = [1]> (x) y = Sub(x, s) }"""
        ),
        ["RowWise"],
        ["Reduce", "Pointwise"],
    ),
    "several_results": (IN_PLACE, ["Pointwise"], ["Pointwise", "Pointwise"]),
}
EVERYTHING_OFF = Switches(fusions_off=frozenset(FUSIONS))
#: A convolution that has variants and is followed by what it fuses.
CONVOLUTION = model(
    """(float[1,8,6,6] x) => (float[1,2,6,6] y) {
        a = Conv <pads = [1, 1, 1, 1]> (x, w) b = Relu(a) y = Neg(b) }""",
    w=weights(2, 8, 3, 3),
)


def graph(proto: onnx.ModelProto, switches: Switches = ALL_ON) -> PreparedGraph:
    return prepared_graph(load_onnx(proto), "test", switches=switches)


def only_subgraph(proto: onnx.ModelProto, switches: Switches) -> tuple[Subgraph, SubgraphPolicy]:
    """The subgraph of a model, and its default policy."""
    prepared = graph(proto, switches)
    (subgraph,) = prepared.subgraphs
    return subgraph, subgraph.policy(prepared.decisions)


def check_same(one: PreparedGraph, other: PreparedGraph, proto: onnx.ModelProto) -> None:
    feed = inputs_of(proto)
    found = evaluate(other.formed({}), feed)
    for name, array in evaluate(one.formed({}), feed).items():
        np.testing.assert_allclose(found[name], array, rtol=1e-4, atol=1e-5)


def test_there_is_a_model_for_every_fusion() -> None:
    assert tuple(MODELS) == FUSIONS


@pytest.mark.parametrize("fusion", MODELS)
def test_a_fusion_that_is_off_leaves_operators_apart(fusion: str) -> None:
    proto, fused, apart = MODELS[fusion]
    on, off = graph(proto), graph(proto, Switches(fusions_off=frozenset({fusion})))
    assert operator_types(on.formed({})) == fused
    assert operator_types(off.formed({})) == apart
    check_same(on, off, proto)


@pytest.mark.parametrize("fusion", MODELS)
def test_a_fusion_is_independent_of_the_others(fusion: str) -> None:
    proto, fused, _ = MODELS[fusion]
    others = Switches(fusions_off=frozenset(FUSIONS) - {fusion})
    assert operator_types(graph(proto, others).formed({})) == fused


def test_a_value_that_others_recompute_is_stored_if_they_may_not() -> None:
    text = """(float[1,4,6,6] x) => (float[1,4,6,6] y, float[1,4,1,1] m) {
        a = Conv(x, w) t = Sigmoid(a) m = ReduceMean <axes = [2, 3]> (t) y = Exp(t) }"""
    unfused, stored = imported(model(text, w=weights(4, 4, 1, 1))), ("a", "m", "y")
    for off in ("epilogue", "prologue"):
        with pytest.raises(PolicyError, match="t cannot be fused into its readers"):
            fuse(unfused, stored, Switches(fusions_off=frozenset({off})))
    recomputed = fuse(unfused, stored, Switches(fusions_off=frozenset({"attention"})))
    assert len(recomputed.operator_nodes) == 3


@examples(25)
@given(st.sets(st.sampled_from(FUSIONS)))
def test_no_policy_of_a_search_uses_a_fusion_that_is_off(off: set[str]) -> None:
    text = """(float[1,2,16,8] q, float[1,2,8,16] k, float[1,2,16,8] v) => (float[1,2,16,8] y) {
        t = MatMul(q, k) s = Tanh(t) p = Softmax <axis = -1> (s) y = MatMul(p, v) }"""
    subgraph, default = only_subgraph(model(text), Switches(fusions_off=frozenset(off)))
    for policy in (default, *neighbours(subgraph, default)):
        types = operator_types(subgraph.formed(policy))
        assert "attention" not in off or "Attention" not in types
        assert not {"epilogue", "prologue"} <= off or "Pointwise" in types


@pytest.mark.parametrize("off", [set(), {"shift_gemm"}], ids=["on", "off"])
def test_a_variant_that_is_off_is_no_choice(off: set[str]) -> None:
    subgraph, default = only_subgraph(CONVOLUTION, Switches(variants_off=frozenset(off)))
    variants = {
        decision
        for policy in neighbours(subgraph, default)
        for name, decision in policy.decisions
        if name.startswith(VARIANT)
    }
    assert ("shift_gemm" in variants) == (not off)


def test_a_policy_with_a_variant_that_is_off_does_not_fit() -> None:
    switches = Switches(variants_off=frozenset({"shift_gemm"}))
    subgraph, default = only_subgraph(CONVOLUTION, switches)
    key = f"{VARIANT}{subgraph.numbers['y']}"
    policy = SubgraphPolicy.of({**dict(default.decisions), key: "shift_gemm"})
    with pytest.raises(PolicyError, match="'shift_gemm' of y is switched off"):
        subgraph.formed(policy)


def test_what_is_off_is_part_of_a_subgraphs_signature() -> None:
    all_on, _ = only_subgraph(CONVOLUTION, ALL_ON)
    assert "switched_off" not in json.loads(all_on.signature)
    keys = {all_on.key}
    for switches in (
        Switches(variants_off=frozenset({"shift_gemm"})),
        Switches(fusions_off=frozenset({"attention"})),
        Switches(frozenset({"shift_gemm"}), frozenset({"attention"})),
    ):
        subgraph, _ = only_subgraph(CONVOLUTION, switches)
        assert json.loads(subgraph.signature)["switched_off"] == switches.to_json()
        keys.add(subgraph.key)
    assert len(keys) == 4


def test_more_split_terms_leave_off_what_is_off() -> None:
    proto = MODELS["epilogue"][0]
    off = graph(proto, EVERYTHING_OFF)
    names = frozenset(node.name for node in off.unfused.operator_nodes)
    assert len(off.with_precision(names, "high").default.operator_nodes) == 4


def test_all_fusions_off_compute_each_node_of_a_network_by_itself() -> None:
    text = """(float[1,4,8,8] x) => (float[1,10] y) {
        a = Conv <pads = [1, 1, 1, 1]> (x, w, b) r = Relu(a) s = Add(r, x) t = Sigmoid(s)
        p = MaxPool <kernel_shape = [2, 2], strides = [2, 2]> (t)
        g = ReduceMean <axes = [2, 3], keepdims = 0> (p) h = MatMul(g, v) y = Tanh(h) }"""
    proto = model(text, w=weights(4, 4, 3, 3), b=weights(4), v=weights(4, 10))
    on, off = graph(proto), graph(proto, EVERYTHING_OFF)
    assert len(off.default.operator_nodes) == len(off.unfused.operator_nodes)
    assert len(on.default.operator_nodes) < len(off.default.operator_nodes)
    check_same(on, off, proto)
