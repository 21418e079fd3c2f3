from __future__ import annotations

import pytest

from aoe.frontends.onnx import load_onnx
from aoe.graph.pipeline import prepared_graph
from aoe.operators.operator import Operator
from aoe.tuning.budget_split import (
    FIRST_SHARE,
    MOST,
    BudgetShares,
    ExpectedGain,
    best_share,
    subgraph_share,
)
from aoe.tuning.workload.subgraph_model import KnownOperators, KnownPolicy
from tests.graph.models import model, weights
from tests.tuning.examples import TARGET

TEXT = """(float[1,8,8,8] x) => (float[1,8,8,8] y) {
    a = Conv <pads = [1, 1, 1, 1]> (x, w) b = Relu(a) y = Conv <pads = [1, 1, 1, 1]> (b, w) }"""
GRAPH = prepared_graph(load_onnx(model(TEXT, w=weights(8, 8, 3, 3))), "test")
OPERATORS = KnownOperators(TARGET)


def known(operator: Operator) -> KnownPolicy:
    return OPERATORS.known(operator)


def test_operators_have_half_of_it_at_least_where_nothing_is_known() -> None:
    assert 0.0 < subgraph_share([GRAPH], OPERATORS, 60.0) <= 0.5


def test_subgraphs_have_most_of_it_where_all_operators_are_known() -> None:
    assert subgraph_share([GRAPH], OPERATORS, 60.0, known) == MOST


def test_subgraphs_have_none_of_it_where_all_of_them_are_known() -> None:
    policies = {item.key: item.policy(GRAPH.decisions) for item in GRAPH.subgraphs}
    share = subgraph_share(
        [GRAPH], OPERATORS, 60.0, known_subgraph=lambda subgraph: policies.get(subgraph.key)
    )
    assert share == 0.0


def test_subgraphs_have_most_of_a_budget_without_end() -> None:
    assert subgraph_share([GRAPH], OPERATORS) == MOST


OF_OPERATORS, OF_SUBGRAPHS = ExpectedGain(0.05, 30.0), ExpectedGain(0.01, 40.0)


def test_a_short_budget_is_all_for_operators() -> None:
    assert best_share(OF_OPERATORS, OF_SUBGRAPHS, 50.0) == 0.0


def test_the_share_of_subgraphs_grows_with_the_budget() -> None:
    shares = [best_share(OF_OPERATORS, OF_SUBGRAPHS, seconds) for seconds in (100.0, 200.0, 400.0)]
    assert shares == sorted(set(shares))
    assert 0.0 < shares[-1] <= MOST


def test_a_search_shorter_than_what_is_around_it_promises_nothing() -> None:
    assert OF_OPERATORS.within(10.0) == 0.0


def test_operators_have_a_part_of_their_share_before_subgraphs() -> None:
    shares = BudgetShares.of(0.25)
    assert shares.first == FIRST_SHARE * 0.75
    assert shares.subgraphs * (1 - shares.first) == pytest.approx(0.25)


def test_nothing_comes_before_subgraphs_that_need_no_time() -> None:
    assert BudgetShares.of(0.0) == BudgetShares(0.0, 0.0)


def test_subgraphs_of_long_operators_have_less() -> None:
    def lasting(seconds: float) -> KnownOperators:
        return KnownOperators(TARGET, lambda operator: KnownPolicy(known(operator).policy, seconds))

    short, long = (subgraph_share([GRAPH], lasting(seconds), 60.0) for seconds in (1e-5, 1e-2))
    assert long < short
