"""The candidates of a subgraph: which come first, which after those measured."""

from __future__ import annotations

import pytest

from aoe.frontends.onnx import load_onnx
from aoe.graph.pipeline import prepared_graph
from aoe.graph.subgraph.mutations import neighbours
from aoe.policy import SubgraphPolicy
from aoe.tuning.search.search_strategy import Trial
from aoe.tuning.subgraph.subgraph_search import FIRST, SubgraphSpace, start_subgraph_search
from aoe.tuning.workload.subgraph_model import KnownOperators, KnownPolicy, SubgraphModel
from tests.graph.models import model, weights
from tests.tuning.examples import TARGET

TEXT = """(float[1,8,8,8] x) => (float[1,8,8,8] y) {
    a = Conv <pads = [1, 1, 1, 1]> (x, w) r = Relu(a) b = Conv <pads = [1, 1, 1, 1]> (r, w)
    s = Add(b, r) t = Sigmoid(s) y = Conv <pads = [1, 1, 1, 1]> (t, w) }"""
GRAPH = prepared_graph(load_onnx(model(TEXT, w=weights(8, 8, 3, 3))), "test")
(SUBGRAPH,) = GRAPH.subgraphs
DEFAULT = SUBGRAPH.policy(GRAPH.decisions)


@pytest.fixture
def space() -> SubgraphSpace:
    return SubgraphSpace(SubgraphModel(SUBGRAPH, KnownOperators(TARGET)), DEFAULT)


def test_the_default_policy_comes_first_then_what_is_known_then_the_best_estimates(
    space: SubgraphSpace,
) -> None:
    known = list(neighbours(SUBGRAPH, DEFAULT))[-1]
    first, second, *others = space.propose([known], [], FIRST, 0.05)
    assert (first, second) == (DEFAULT, known)
    seconds = [space.estimate(policy) or 0.0 for policy in others]
    assert seconds == sorted(seconds)


def test_after_a_measurement_neighbours_of_the_best_are_next(space: SubgraphSpace) -> None:
    best = space.propose([], [], 2, 0.05)[1]
    history = [Trial(DEFAULT, 2e-5), Trial(best, 1e-5)]
    proposed = space.propose([], history, 6, 0.05)
    assert proposed[0] in set(neighbours(SUBGRAPH, best))
    assert not {DEFAULT, best} & set(proposed)


def test_the_same_history_gives_the_same_candidates(space: SubgraphSpace) -> None:
    history = [Trial(policy, 1e-5) for policy in space.propose([], [], 4, 0.05)]
    again = SubgraphSpace(space.model, DEFAULT)
    assert again.propose([], history, 8, 0.05) == space.propose([], history, 8, 0.05)


def test_a_search_comes_to_an_end() -> None:
    text = "(float[8,8] x) => (float[8,8] y) { a = MatMul(x, w) y = Relu(a) }"
    graph = prepared_graph(load_onnx(model(text, w=weights(8, 8))), "small")
    (subgraph,) = graph.subgraphs
    default = subgraph.policy(graph.decisions)
    space = SubgraphSpace(SubgraphModel(subgraph, KnownOperators(TARGET)), default)
    history: list[Trial[SubgraphPolicy]] = []
    while batch := space.propose([], history, 64, 0.05):
        history += [Trial(policy, 1e-5 if policy == default else 2e-5) for policy in batch]
        assert len(history) < 100
    policies = [trial.policy for trial in history]
    assert len(set(policies)) == len(policies)


def test_what_the_repository_has_for_operators_is_used_and_its_time_believed() -> None:
    operator = GRAPH.default.operator_nodes[0].operator
    policy = KnownOperators(TARGET).known(operator).policy

    def lookup(item: object) -> KnownPolicy | None:
        return KnownPolicy(policy, 0.25) if item == operator else None

    known = KnownOperators(TARGET, lookup)
    assert 0.25 < known.seconds(GRAPH.default) < 0.26
    assert known.policies(GRAPH.default)[operator.key] == policy


def test_a_search_for_what_the_repository_has_must_beat_that() -> None:
    known = next(neighbours(SUBGRAPH, DEFAULT))
    model_of_it = SubgraphModel(SUBGRAPH, KnownOperators(TARGET))
    assert start_subgraph_search(model_of_it, DEFAULT, known).baseline == known
    assert start_subgraph_search(model_of_it, DEFAULT, None).baseline == DEFAULT
