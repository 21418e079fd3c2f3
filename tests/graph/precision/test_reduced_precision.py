"""Graphs and subgraphs in another precision than their model has."""

from __future__ import annotations

import pickle
from dataclasses import replace

import numpy as np

from aoe.frontends.onnx import load_onnx
from aoe.graph.pipeline import PreparedGraph, prepared_graph
from aoe.graph.precision import mixed_precision
from aoe.graph.precision.mixed_precision import (
    EVERYTHING,
    MixedPrecision,
    contractions,
)
from aoe.graph.precision.reduced_precision import ReducedPrecision
from aoe.graph.precision.reduction_facts import ReductionFacts
from aoe.graph.subgraph.subgraph import Subgraph
from aoe.operators.operator_graph import OperatorNode
from tests.backends.cpu.changed_target import changed
from tests.graph.models import model, weights
from tests.not_empty import not_empty
from tests.operators.operator_cases import target

TARGET = changed(target(2, 64), triple="x86_64-unknown-linux-gnu", features="+avx512vl,+avx512bf16")
PROTO = model(
    """(float[64,256] x) => (float[64,256] y) {
    a = MatMul(x, w) r = Relu(a) b = MatMul(r, v) y = Relu(b) }""",
    w=weights(256, 256, scale=1 / 16),
    v=weights(256, 256, seed=1, scale=1 / 16),
)


def reads_reduced(node: OperatorNode) -> bool:
    return mixed_precision.reads_reduced(node, "bfloat16")


def prepared(wanted: MixedPrecision | None = EVERYTHING) -> PreparedGraph:
    graph = prepared_graph(load_onnx(PROTO), "test")
    return graph if wanted is None else replace(graph, reduced_precision=reduced_precision(wanted))


def reduced_precision(wanted: MixedPrecision) -> ReducedPrecision:
    return ReducedPrecision(wanted, ReductionFacts(TARGET))


def only(graph: PreparedGraph) -> Subgraph:
    (subgraph,) = graph.subgraphs
    return subgraph


def test_a_detached_subgraph_keeps_its_precision() -> None:
    graph = prepared()
    subgraph = only(graph)
    policy = subgraph.policy(graph.decisions)
    ours = subgraph.in_reduced_precision(policy)  # what is computed for it is not sent
    sent: Subgraph = pickle.loads(pickle.dumps(subgraph.detached))
    theirs = sent.in_reduced_precision(policy)
    assert [node.operator for node in theirs.operator_nodes] == [
        node.operator for node in ours.operator_nodes
    ]
    assert all(reads_reduced(node) for node in not_empty(contractions(theirs)))


def test_operators_are_formed_in_the_precision_whatever_their_fusion() -> None:
    graph = prepared()
    subgraph = only(graph)
    numbers = tuple(sorted(subgraph.numbers[name] for name in ("a", "r", "b", "y")))
    policy = subgraph.policy(graph.decisions)
    apart = replace(policy, decisions=(*policy.decisions[:-1], ("stored", numbers)))
    for policies in ({}, {subgraph.key: apart}):
        made = graph.formed(policies)
        assert all(reads_reduced(node) for node in not_empty(contractions(made)))
    assert len(graph.formed({}).operator_nodes) < len(made.operator_nodes)


def test_a_subgraph_alone_has_the_precision_of_the_model() -> None:
    graph = prepared()
    subgraph = only(graph)
    policy = subgraph.policy(graph.decisions)
    keys = [node.operator.key for node in subgraph.in_reduced_precision(policy).operator_nodes]
    assert keys == [node.operator.key for node in graph.formed({}).operator_nodes]
    assert not any(reads_reduced(node) for node in contractions(subgraph.formed(policy)))


def test_a_subgraph_has_a_key_in_each_precision() -> None:
    wanted = (
        None,
        MixedPrecision(),
        MixedPrecision(alone=True),
        MixedPrecision(kept_types=frozenset({"Relu"})),
        EVERYTHING,
    )
    assert len({only(prepared(item)).key for item in wanted}) == len(wanted)


def test_names_that_are_kept_count_only_where_they_are() -> None:
    name = contractions(prepared().default)[1].name
    keys = [
        only(prepared(MixedPrecision(kept_names=frozenset(names)))).key
        for names in ((), ("elsewhere",), (name,))
    ]
    assert keys[0] == keys[1] != keys[2]


def test_what_goes_back_for_the_accuracy_of_a_model_is_in_no_key() -> None:
    graph = prepared(MixedPrecision())
    name = contractions(graph.default)[1].name
    back = replace(
        graph, reduced_precision=reduced_precision(MixedPrecision()).without(frozenset({name}))
    )
    assert only(back).key == only(graph).key
    assert [reads_reduced(node) for node in contractions(back.formed({}))] == [True, False]


def test_weights_are_rounded_for_the_means_of_the_model() -> None:
    plain = reduced_precision(EVERYTHING)
    graph = replace(prepared(), reduced_precision=plain)
    name = contractions(graph.default)[0].name
    means = np.linspace(0.0, 2.0, 256, dtype=np.float32)
    others = replace(graph, reduced_precision=plain.with_means({name: means}))
    one, other = (contractions(item.formed({}))[0] for item in (graph, others))
    found = graph.formed({}).constants[one.inputs[1]]
    assert found is graph.formed({}).constants[one.inputs[1]]
    assert not np.array_equal(found, others.formed({}).constants[other.inputs[1]])
