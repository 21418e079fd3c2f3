"""The first candidates of a subgraph's search: the best by estimates, of all there are."""

from __future__ import annotations

from itertools import product

import pytest

from aoe.frontends.onnx import load_onnx
from aoe.graph.evaluate import evaluate
from aoe.graph.pipeline import PreparedGraph, prepared_graph
from aoe.graph.subgraph import ORDER, VARIANT
from aoe.graph.subgraph_moves import completed, usual_orders
from aoe.operators.operator import Operator
from aoe.policy import SubgraphPolicy
from aoe.tuning.subgraph_choices import best_choices
from aoe.tuning.subgraph_model import KnownOperators, KnownPolicy, SubgraphModel
from tests.graph.models import inputs_of, model, weights
from tests.tuning.examples import DEVICE

TEXT = """(float[1,8,8,8] x) => (float[1,2,8,8] y) {
    a = Conv <pads = [1, 1, 1, 1]> (x, w) b = Relu(a) c = Conv (b, u) d = Relu(c)
    e = Conv <pads = [1, 1, 1, 1]> (d, v) y = Relu(e) }"""
PROTO = model(TEXT, w=weights(8, 8, 3, 3), u=weights(8, 8, 1, 1), v=weights(2, 8, 3, 3))


def graph() -> PreparedGraph:
    return prepared_graph(load_onnx(PROTO), "test")


def timed(seconds: float, *, of: str) -> KnownOperators:
    """Operators of a type take so long, all others one second each."""
    policies = KnownOperators(DEVICE)

    def lookup(operator: Operator) -> KnownPolicy:
        taken = seconds if operator.type == of else 1.0
        return KnownPolicy(policies.known(operator).policy, taken)

    return KnownOperators(DEVICE, lookup)


def subject(operators: KnownOperators) -> tuple[SubgraphModel, SubgraphPolicy]:
    """The subgraph of all of the model, and its default policy."""
    prepared = graph()
    (subgraph,) = prepared.subgraphs
    return SubgraphModel(subgraph, operators), subgraph.policy(prepared.decisions)


@pytest.mark.parametrize("operators", [KnownOperators(DEVICE), timed(0.25, of="MatMul")])
def test_no_other_orders_and_variants_take_less(operators: KnownOperators) -> None:
    model_of_it, default = subject(operators)
    subgraph = model_of_it.subgraph
    best = min(model_of_it.seconds(item) for item in [default, *best_choices(model_of_it, default)])
    fixed = dict(default.decisions)
    orders = [name for name in fixed if name.startswith(ORDER)]
    possible = [
        usual_orders(subgraph.model.tensors[subgraph.values[int(name.removeprefix(ORDER))]].shape)
        for name in orders
    ]
    product_of_it = next(
        name
        for name in subgraph.values
        if name in {n.output for n in subgraph.operator_nodes}
        and subgraph.model.tensors[name].shape == (1, 8, 8, 8)
        and name.startswith("d")
    )
    key = f"{VARIANT}{subgraph.numbers[product_of_it]}"
    for chosen in product(*possible):
        for variant in ("", "filters_by_pixels", "pixels_by_filters"):
            decided = {**fixed, **dict(zip(orders, chosen, strict=True))}
            policy = SubgraphPolicy.of({**decided, key: variant} if variant else decided)
            assert best <= model_of_it.seconds(completed(subgraph, policy)) * (1 + 1e-9)


def test_times_that_were_measured_decide() -> None:
    model_of_it, default = subject(timed(0.25, of="MatMul"))
    first = best_choices(model_of_it, default)[0]
    chosen = {value for name, value in first.decisions if name.startswith(VARIANT)}
    assert chosen & {"filters_by_pixels", "pixels_by_filters"}


def test_nothing_is_proposed_where_the_default_is_best() -> None:
    model_of_it, default = subject(timed(9.0, of="MatMul"))
    for policy in best_choices(model_of_it, default):
        assert model_of_it.seconds(policy) <= model_of_it.seconds(default)


def test_what_is_proposed_computes_the_same() -> None:
    model_of_it, default = subject(timed(0.25, of="MatMul"))
    feed = inputs_of(PROTO)
    expected = evaluate(graph().default, feed)["y"]
    for policy in best_choices(model_of_it, default):
        formed = graph().formed({model_of_it.key: policy})
        assert abs(evaluate(formed, feed)["y"] - expected).max() < 1e-4
