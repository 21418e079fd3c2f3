import pickle

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from aoe.errors import PolicyError
from aoe.frontends.onnx import load_onnx
from aoe.graph.pipeline import PreparedGraph, prepared_graph
from aoe.graph.subgraph.partition import partition
from aoe.graph.subgraph.subgraph import Subgraph
from aoe.operators.evaluate import evaluate
from aoe.operators.operator_graph import OperatorGraph
from aoe.policy import Decision, SubgraphPolicy
from tests.graph.models import inputs_of, model, weights
from tests.not_empty import not_empty

TEXT = """(float[1,4,6,6] x) => (float[1,4,6,6] y) {
    a = Conv <pads = [1, 1, 1, 1]> (x, w) r = Relu(a) b = Conv <pads = [1, 1, 1, 1]> (r, w)
    s = Add(b, r) t = Sigmoid(s) c = Conv <pads = [1, 1, 1, 1]> (t, w) u = Relu(c)
    d = Conv <pads = [1, 1, 1, 1]> (u, w) y = Add(d, t) }"""
PROTO = model(TEXT, w=weights(4, 4, 3, 3))


def prepared() -> PreparedGraph:
    """The model, its operators still to be formed."""
    return prepared_graph(load_onnx(PROTO), "test")


def only(graph: PreparedGraph) -> Subgraph:
    """The subgraph of all of it."""
    (subgraph,) = graph.subgraphs
    return subgraph


def numbers(subgraph: Subgraph, *names: str) -> tuple[int, ...]:
    """The numbers of values."""
    return tuple(sorted(subgraph.numbers[name] for name in names))


def computed(graph: OperatorGraph, name: str) -> np.ndarray:
    """A value as the reference computes it."""
    return evaluate(graph, inputs_of(PROTO))[name]


def test_a_subgraph_formed_by_default_is_its_part_of_the_model() -> None:
    graph = prepared()
    for subgraph in not_empty(graph.subgraphs):
        formed = subgraph.formed(subgraph.policy(graph.decisions))
        keys = {node.operator.key for node in formed.operator_nodes}
        assert keys <= {node.operator.key for node in graph.default.operator_nodes}


def test_the_default_policies_of_all_subgraphs_form_the_default_operators() -> None:
    graph = prepared()
    policies = {item.key: item.policy(graph.decisions) for item in graph.subgraphs}
    assert graph.formed(policies) == graph.default


def test_a_detached_subgraph_is_the_same_without_its_model() -> None:
    graph = prepared_graph(load_onnx(PROTO), "test")
    for subgraph in not_empty(graph.subgraphs):
        sent: Subgraph = pickle.loads(pickle.dumps(subgraph.detached))
        assert set(sent.model.tensors) == set(subgraph.values)
        assert (sent.signature, sent.key, sent.name) == (
            subgraph.signature, subgraph.key, subgraph.name
        )  # fmt: skip
        policy = subgraph.policy(graph.decisions)
        ours, theirs = subgraph.formed(policy), sent.formed(policy)
        assert theirs.nodes == ours.nodes
        assert theirs.tensors == ours.tensors
        for name, array in ours.constants.items():
            np.testing.assert_array_equal(theirs.constants[name], array)


def test_a_policy_changes_what_is_stored_and_how_it_lies() -> None:
    graph = prepared()
    subgraph = only(graph)
    number = subgraph.numbers["b"]
    stored = numbers(subgraph, "a", "r", "b", "t", "u", "y")
    policy = SubgraphPolicy.of({"stored": stored, f"order.{number}": (0, 1, 2, 3)})
    formed = graph.formed({subgraph.key: policy})
    orders = {node.output: node.operator.output.order for node in formed.operator_nodes}
    assert {"a", "r", "b"} <= orders.keys()
    assert orders["b"] == (0, 1, 2, 3)
    np.testing.assert_allclose(computed(formed, "y"), computed(graph.unfused, "y"), rtol=1e-5)


@settings(max_examples=30, deadline=None)
@given(st.sets(st.sampled_from("arbstcud")), st.sampled_from([(0, 1, 2, 3), (0, 2, 3, 1)]))
def test_any_policy_that_can_be_carried_out_computes_the_same(
    names: set[str], order: tuple[int, ...]
) -> None:
    graph = prepared()
    subgraph = only(graph)
    decisions = {f"order.{subgraph.numbers[name]}": order for name in names}
    policy = SubgraphPolicy.of({"stored": numbers(subgraph, "y", *names), **decisions})
    try:
        formed = graph.formed({subgraph.key: policy})
    except PolicyError:
        return
    np.testing.assert_allclose(
        computed(formed, "y"), computed(graph.unfused, "y"), rtol=1e-4, atol=1e-5
    )


@pytest.mark.parametrize(
    "decisions",
    [
        {},
        {"stored": "y"},
        {"stored": ("y",)},
        {"stored": (1,)},
        {"stored": (2, 99)},
        {"stored": (-1, 10)},
        {"stored": tuple(range(11)), "order.0": (0, 1, 2, 3)},
        {"stored": tuple(range(2, 11)), "order.3": (0, 1, 2)},
        {"stored": tuple(range(2, 11)), "order.10": (0, 1, 2, 3)},
        {"stored": tuple(range(2, 11)), "order.x": (0, 1, 2, 3)},
        {"stored": tuple(range(2, 11)), "bands": 3},
    ],
)
def test_a_policy_that_is_not_one_of_the_subgraph_is_refused(decisions: dict[str, object]) -> None:
    with pytest.raises(PolicyError):
        only(prepared()).decisions(SubgraphPolicy(tuple(decisions.items())))  # type: ignore[arg-type]


def test_the_signature_does_not_depend_on_names_or_on_the_order_of_independent_nodes() -> None:
    def signature(text: str) -> str:
        proto = model(text, w=weights(4, 4), v=weights(4, 4, seed=1))
        (subgraph,) = prepared_graph(load_onnx(proto), "test").subgraphs
        return subgraph.signature

    head = "(float[2,4] x) => (float[2,4] y)"
    one = signature(f"{head} {{ a = MatMul(x, w) b = MatMul(x, v) e = Exp(b) y = Sub(a, e) }}")
    other = signature(f"{head} {{ q = MatMul(x, v) p = MatMul(x, w) f = Exp(q) y = Sub(p, f) }}")
    assert one == other


def test_a_boundary_in_another_order_is_an_array_in_memory_order() -> None:
    text = """(float[1,4,6,6] x) => (float[1,4,6,6] z) {
        a = Conv(x, w) b = Conv(a, w) p = MaxPool <kernel_shape = [1, 1]> (b) c = Conv(p, w)
        d = Conv(c, w) e = Conv(d, w) z = Tanh(e) }"""
    graph = prepared_graph(load_onnx(model(text, w=weights(4, 4, 1, 1))), "test")
    first, second = partition(graph.unfused, graph.decisions)[:2]
    alone = first.alone
    assert alone.outputs == ("p:memory",)
    assert alone.tensors["p:memory"].shape == (1, 6, 6, 4)
    assert second.alone.inputs == ("p:memory",)


def test_a_policy_says_what_is_computed_in_strips_and_as_which_variant() -> None:
    graph = prepared()
    subgraph = only(graph)
    default = dict(subgraph.policy(graph.decisions).decisions)
    stored = [node.output for node in graph.default.operator_nodes]
    members = numbers(subgraph, *stored[:2])
    other = subgraph.numbers[stored[-1].partition(":")[0]]
    changes: dict[str, Decision] = {
        f"band.{members[-1]}": (2, *members),
        f"variant.{other}": "shift_gemm",
    }
    policy = SubgraphPolicy.from_json(SubgraphPolicy.of({**default, **changes}).to_json())
    formed = graph.formed({subgraph.key: policy})
    assert len(formed.operator_nodes) > len(graph.default.operator_nodes) + 1
    np.testing.assert_allclose(computed(formed, "y"), computed(graph.unfused, "y"), rtol=1e-4)
    decided = subgraph.decisions(policy)
    assert [strip.height for strip in decided.strips] == [2]
    assert set(decided.variants.values()) == {"shift_gemm"}


@pytest.mark.parametrize(
    "change",
    [
        {"band.2": (2, 2)},
        {"variant.99": "shift_gemm"},
        {"variant.3": 5},
        {"band.x": (2, 3)},
        {"other.3": 5},
    ],
)
def test_strips_and_variants_of_nothing_are_refused(change: dict[str, Decision]) -> None:
    graph = prepared()
    default = dict(only(graph).policy(graph.decisions).decisions)
    with pytest.raises(PolicyError):
        only(graph).decisions(SubgraphPolicy.of({**default, **change}))
