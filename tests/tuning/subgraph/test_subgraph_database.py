"""Policies of subgraphs go to a graph repository on disk and come back, and unfit ones are
misses.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from aoe.frontends.onnx import load_onnx
from aoe.graph.pipeline import PreparedGraph, prepared_graph
from aoe.graph.subgraph.subgraph import Subgraph
from aoe.operators.operator_graph import OperatorNode
from aoe.policy import SubgraphPolicy
from aoe.repository.repository import Repository
from aoe.repository.search_record import ANY_MODEL, SearchDepth
from aoe.tuning.comparison.timing_statistics import Measurement
from aoe.tuning.policy_database import SubgraphWinner, Winner
from aoe.tuning.subgraph.subgraph_database import RepositorySubgraphs
from tests.graph.models import model, weights
from tests.tuning.examples import TARGET

TEXT = "(float[2,4] x) => (float[2,4] y) { a = MatMul(x, w) b = Relu(a) y = Softmax(b) }"


@pytest.fixture
def graph() -> PreparedGraph:
    return prepared_graph(load_onnx(model(TEXT, w=weights(4, 4))), "test")


@pytest.fixture
def subgraph(graph: PreparedGraph) -> Subgraph:
    (only,) = graph.subgraphs
    return only


@pytest.fixture
def store(tmp_path: Path) -> RepositorySubgraphs:
    repository = Repository(tmp_path / "custom", tmp_path / "none", TARGET.soc_version, "1")
    return RepositorySubgraphs(repository, TARGET, (("cpu", "a test"),), "0.0.1")


def winner(policy: SubgraphPolicy) -> SubgraphWinner:
    before = Measurement(2e-6, 3e-6, 1e-7, 9)
    return Winner(policy, before, Measurement(1e-6, 2e-6, 1e-7, 9), before)


def test_a_stored_winner_is_found_again_and_can_be_withdrawn(
    store: RepositorySubgraphs, subgraph: Subgraph, tmp_path: Path
) -> None:
    policy = SubgraphPolicy.of({"stored": (2, 3, 4)})
    assert store.lookup(subgraph) is None
    store.store(subgraph, winner(policy))
    assert store.lookup(subgraph) == policy
    assert (tmp_path / "custom" / f"subgraph_{TARGET.soc_version}.json").exists()
    store.withdraw(subgraph)
    assert store.lookup(subgraph) is None


@pytest.mark.parametrize("stored", [(2, 3), (4,), (1, 4), (3, 4, 5)])
def test_a_policy_that_cannot_be_carried_out_is_a_miss(
    store: RepositorySubgraphs, subgraph: Subgraph, stored: tuple[int, ...]
) -> None:
    store.store(subgraph, winner(SubgraphPolicy.of({"stored": stored})))
    assert store.lookup(subgraph) is None


def test_a_search_in_vain_counts_for_its_default_policy_only(
    store: RepositorySubgraphs, graph: PreparedGraph, subgraph: Subgraph
) -> None:
    default, depth = subgraph.policy(graph.decisions), SearchDepth(1, 24, 96)
    other = SubgraphPolicy.of({"stored": (2, 3, 4)})
    store.remember(subgraph, default, depth, 31, ANY_MODEL)
    assert store.default_stands(subgraph, lambda: default, depth, "m")
    assert not store.default_stands(subgraph, lambda: other, depth, "m")


def test_the_policies_known_for_a_model_form_its_operators(
    store: RepositorySubgraphs, graph: PreparedGraph, subgraph: Subgraph
) -> None:
    store.store(subgraph, winner(SubgraphPolicy.of({"stored": (2, 3, 4)})))
    formed = graph.formed(graph.known(store.lookup))
    assert [node.output for node in formed.operator_nodes] == ["a", "b", "y"]


def test_an_entry_without_a_mark_counts_with_it_if_an_earlier_version_wrote_it(
    store: RepositorySubgraphs,
) -> None:
    text = "(float[1,4] x) => (float[1,4] y) { a = Relu(x) b = MatMul(a, w) y = Softmax(b) }"
    graph = prepared_graph(load_onnx(model(text, w=weights(4, 4))), "test")
    (marked,) = graph.subgraphs
    assert [node.operator.zeros_expected for node in marked.operator_nodes] == [False, True, False]
    nodes = tuple(
        replace(node, operator=replace(node.operator, zeros_expected=False))
        if isinstance(node, OperatorNode)
        else node
        for node in marked.nodes
    )
    plain = replace(marked, nodes=nodes)
    policy = marked.policy(graph.decisions)
    store.store(plain, winner(policy))
    assert store.lookup(plain) == policy
    assert store.lookup(marked) is None
    later = replace(store, package="0.0.2")
    assert later.lookup(marked) == policy
    assert later.origin(marked) == "custom"
