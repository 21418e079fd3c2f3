"""Mutations lead to feasible policies that differ in one decision, and back again."""

from __future__ import annotations

import numpy as np
import pytest

from aoe.frontends.onnx import load_onnx
from aoe.graph.pipeline import PreparedGraph, prepared_graph
from aoe.graph.subgraph.mutations import completed, neighbours, usual_orders
from aoe.graph.subgraph.subgraph import STORED, Subgraph
from aoe.operators.evaluate import evaluate
from aoe.policy import SubgraphPolicy
from tests.graph.models import inputs_of, model, weights
from tests.not_empty import not_empty

TEXT = """(float[1,4,6,6] x) => (float[1,4,6,6] y) {
    a = Conv <pads = [1, 1, 1, 1]> (x, w) r = Relu(a) b = Conv <pads = [1, 1, 1, 1]> (r, w)
    s = Add(b, r) t = Sigmoid(s) y = Conv <pads = [1, 1, 1, 1]> (t, w) }"""
PROTO = model(TEXT, w=weights(4, 4, 3, 3))


@pytest.fixture(scope="module")
def graph() -> PreparedGraph:
    return prepared_graph(load_onnx(PROTO), "test")


@pytest.fixture(scope="module")
def subgraph(graph: PreparedGraph) -> Subgraph:
    (only,) = graph.subgraphs
    return only


@pytest.fixture(scope="module")
def default(graph: PreparedGraph, subgraph: Subgraph) -> SubgraphPolicy:
    return subgraph.policy(graph.decisions)


def stored(subgraph: Subgraph, policy: SubgraphPolicy) -> set[str]:
    numbers = dict(policy.decisions)[STORED]
    assert isinstance(numbers, tuple)
    return {subgraph.values[int(number)] for number in numbers}


def test_a_neighbour_stores_one_value_more_or_less_or_lays_out_others(
    subgraph: Subgraph, default: SubgraphPolicy
) -> None:
    before = stored(subgraph, default)
    found = list(neighbours(subgraph, default))
    changes = [stored(subgraph, policy) ^ before for policy in found]
    assert {name for change in changes for name in change} >= {"a", "s"}
    assert all(len(change) <= 1 for change in changes)
    assert any(not change for change in changes)


def test_every_neighbour_computes_the_same(
    graph: PreparedGraph, subgraph: Subgraph, default: SubgraphPolicy
) -> None:
    feed = inputs_of(PROTO)
    right = evaluate(graph.default, feed)["y"]
    for policy in not_empty(neighbours(subgraph, default)):
        found = evaluate(graph.formed({subgraph.key: policy}), feed)["y"]
        np.testing.assert_allclose(found, right, rtol=1e-4, atol=1e-5)


def test_neighbours_are_complete_and_the_policy_itself_is_none(
    subgraph: Subgraph, default: SubgraphPolicy
) -> None:
    found = list(neighbours(subgraph, default))
    assert default not in found
    assert len(set(found)) == len(found)
    assert [completed(subgraph, policy) for policy in found] == found


def test_one_can_go_back(subgraph: Subgraph, default: SubgraphPolicy) -> None:
    split = next(
        policy
        for policy in neighbours(subgraph, default)
        if stored(subgraph, policy) > stored(subgraph, default)
    )
    assert default in set(neighbours(subgraph, split))


@pytest.mark.parametrize(
    ("shape", "orders"),
    [
        ((4,), [(0,)]),
        ((4, 5), [(0, 1), (1, 0)]),
        ((2, 3, 4), [(0, 1, 2), (0, 2, 1)]),
        ((2, 3, 4, 5), [(0, 1, 2, 3), (0, 2, 3, 1)]),
        ((2, 3, 1, 1), [(0, 1, 2, 3)]),
    ],
)
def test_usual_orders(shape: tuple[int, ...], orders: list[tuple[int, ...]]) -> None:
    assert usual_orders(shape) == orders
