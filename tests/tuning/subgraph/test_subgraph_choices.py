"""The first candidates of a subgraph's search: the best by estimates, of all there are."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import numpy as np
import onnx
import pytest

from aoe.frontends.onnx import load_onnx
from aoe.graph.pipeline import PreparedGraph, prepared_graph
from aoe.graph.subgraph.mutations import completed, usual_orders
from aoe.graph.subgraph.operator_mutations import change_variants
from aoe.graph.subgraph.subgraph import ORDER, VARIANT
from aoe.graph.switches import Switches
from aoe.operators.evaluate import evaluate
from aoe.operators.operator import Operator
from aoe.policy import SubgraphPolicy
from aoe.tuning.subgraph.subgraph_choices import best_choices
from aoe.tuning.workload.subgraph_model import KnownOperators, KnownPolicy, SubgraphModel
from tests.graph.models import inputs_of, model, weights
from tests.not_empty import not_empty
from tests.tuning.examples import TARGET

TEXT = """(float[1,8,4,4] x) => (float[1,4,512] y) {
    a = Conv <pads = [1, 1, 1, 1]> (x, w) b = Relu(a) c = Conv (b, u) d = Relu(c)
    e = Reshape(d, s) f = Softmax(e) g = MatMul(f, v) y = Relu(g) }"""
PROTO = model(
    TEXT,
    w=weights(128, 8, 3, 3),
    u=weights(128, 128, 1, 1),
    s=np.array([1, 4, 512]),
    v=weights(512, 512),
)


JOINED = "joined_matmuls"
CONVOLUTIONS = model(
    """(float[1,128,4,4] x) => (float[1,64,4,4] y) {
    a = Conv (x, w) b = Relu(a) y = Conv <pads = [1, 1, 1, 1]> (b, v) }""",
    w=weights(128, 128, 1, 1),
    v=weights(64, 128, 3, 3),
)


def graph(proto: onnx.ModelProto = PROTO) -> PreparedGraph:
    return prepared_graph(load_onnx(proto), "test")


def timed(seconds: float, *, of: str) -> KnownOperators:
    """Operators of a type take so long, all others one second each."""
    policies = KnownOperators(TARGET)

    def lookup(operator: Operator) -> KnownPolicy:
        taken = seconds if operator.type == of else 1.0
        return KnownPolicy(policies.known(operator).policy, taken)

    return KnownOperators(TARGET, lookup)


def workload(
    operators: KnownOperators, proto: onnx.ModelProto = PROTO
) -> tuple[SubgraphModel, SubgraphPolicy]:
    """The subgraph of all of the model, and its default policy."""
    prepared = graph(proto)
    (subgraph,) = prepared.subgraphs
    return SubgraphModel(subgraph, operators), subgraph.policy(prepared.decisions)


@pytest.mark.parametrize("operators", [KnownOperators(TARGET), timed(0.25, of="MatMul")])
def test_no_other_orders_and_variants_take_less(operators: KnownOperators) -> None:
    model_of_it, default = workload(operators)
    subgraph = model_of_it.subgraph
    best = min(model_of_it.seconds(item) for item in [default, *best_choices(model_of_it, default)])
    fixed = dict(default.decisions)
    orders = [name for name in fixed if name.startswith(ORDER)]
    values = [subgraph.values[int(name.removeprefix(ORDER))] for name in orders]
    possible = [usual_orders(subgraph.model.tensors[name].shape) for name in values]
    variants = [
        name
        for moved in change_variants(subgraph, default)
        for name, _ in moved.decisions
        if name.startswith(VARIANT)
    ]
    assert variants
    for chosen in product(*possible):
        for variant in (None, *variants):
            decided = {**fixed, **dict(zip(orders, chosen, strict=True))}
            if variant is not None:
                decided[variant] = "conv_as_matmul"
            policy = completed(subgraph, SubgraphPolicy.of(decided))
            assert best <= model_of_it.seconds(policy) * (1 + 1e-9)


def test_times_that_were_measured_decide() -> None:
    model_of_it, default = workload(timed(0.25, of="MatMul"), CONVOLUTIONS)
    first = best_choices(model_of_it, default)[0]
    chosen = {value for name, value in first.decisions if name.startswith(VARIANT)}
    assert chosen == {"conv_as_matmul"}


@pytest.mark.parametrize("off", [set(), {"conv_as_matmul"}], ids=["on", "off"])
def test_a_variant_that_is_switched_off_is_not_chosen(off: set[str]) -> None:
    switches = Switches(variants_off=frozenset(off))
    prepared = prepared_graph(load_onnx(CONVOLUTIONS), "test", switches=switches)
    (subgraph,) = prepared.subgraphs
    subject = SubgraphModel(subgraph, timed(0.25, of="MatMul"))
    found = best_choices(subject, subgraph.policy(prepared.decisions))
    variants = {name for policy in found for name, _ in policy.decisions if VARIANT in name}
    assert bool(variants) == (not off)


def test_a_default_variant_stays_where_it_takes_least_and_else_goes() -> None:
    """Of a transposed convolution, which is computed as a convolution over phases by default."""
    text = """(float[1,16,32,32] x) => (float[1,1,1,1] y) {
        a = Conv (x, w) b = ConvTranspose <strides = [2, 2]> (a, v) y = GlobalAveragePool(b) }"""
    proto = model(text, w=weights(16, 16, 1, 1), v=weights(16, 1, 2, 2))
    prepared = prepared_graph(load_onnx(proto), "test", TARGET)
    (subgraph,) = prepared.subgraphs
    default = subgraph.policy(prepared.decisions)
    (decision,) = [name for name, _ in default.decisions if name.startswith(VARIANT)]
    for seconds, kept in (100.0, True), (0.01, False):
        operators = timed(seconds, of="ConvTranspose")
        proposed = best_choices(SubgraphModel(subgraph, operators), default)
        have = [dict(item.decisions).get(decision) for item in (*proposed, default)]
        assert (have[0] == "transposed_as_phases") == kept


def test_a_default_variant_of_several_operators_is_kept() -> None:
    text = """(float[8,64] x) => (float[16,16] y) {
        a = MatMul(x, w) b = MatMul(x, v) c = Transpose(b) y = MatMul(c, a) }"""
    prepared = graph(model(text, w=weights(64, 16), v=weights(64, 16, seed=1)))
    (subgraph,) = prepared.subgraphs
    apart = subgraph.policy(prepared.decisions)
    joined = subgraph.policy(replace(prepared.decisions, variants={"a": JOINED, "b": JOINED}))
    known = KnownOperators(TARGET)

    def slow_if_joined(operator: Operator) -> KnownPolicy:
        wide = operator.output.shape[-1] == 32
        return KnownPolicy(known.known(operator).policy, 9.0 if wide else 1.0)

    model_of_it = SubgraphModel(subgraph, KnownOperators(TARGET, slow_if_joined))
    assert model_of_it.seconds(apart) < model_of_it.seconds(joined)
    assert not best_choices(model_of_it, joined)


@pytest.mark.parametrize("seconds", [9.0, 0.25])
def test_nothing_slower_is_proposed(seconds: float) -> None:
    model_of_it, default = workload(timed(seconds, of="MatMul"))
    proposed = not_empty(best_choices(model_of_it, default))
    assert all(model_of_it.seconds(item) < model_of_it.seconds(default) for item in proposed)


def test_nothing_is_proposed_where_the_default_is_best() -> None:
    """Only a variant would be another choice, and it takes longer."""
    model_of_it, default = workload(timed(9.0, of="MatMul"), CONVOLUTIONS)
    assert best_choices(model_of_it, default) == []


def test_what_is_proposed_computes_the_same() -> None:
    model_of_it, default = workload(timed(0.25, of="MatMul"))
    feed = inputs_of(PROTO)
    expected = evaluate(graph().default, feed)["y"]
    for policy in not_empty(best_choices(model_of_it, default)):
        formed = graph().formed({model_of_it.key: policy})
        assert abs(evaluate(formed, feed)["y"] - expected).max() < 1e-4
