"""The policies with as much inter-op parallelism as possible."""

from __future__ import annotations

from dataclasses import replace

from aoe.frontends.onnx import load_onnx
from aoe.graph.pipeline import prepared_graph
from aoe.graph.subgraph.inter_op_mutations import inter_op_values
from aoe.graph.subgraph.subgraph import BRANCHES, CHUNKS
from aoe.policy import SubgraphPolicy
from aoe.tuning.subgraph.inter_op_choices import WORTH_TRYING, inter_op_policies
from aoe.tuning.subgraph.subgraph_search import SubgraphSpace
from aoe.tuning.workload.subgraph_model import KnownOperators, SubgraphModel
from tests.backends.cpu.changed_target import changed
from tests.graph.models import model, weights
from tests.tuning.examples import TARGET

TEXT = """(float[1,64,32,32] x) => (float[1,128,32,32] y) {
    a = Conv <pads = [1, 1, 1, 1]> (x, w) b = Conv <pads = [1, 1, 1, 1]> (a, w)
    c = Conv <pads = [1, 1, 1, 1]> (a, u) y = Concat <axis = 1> (b, c) }"""


def workload(threads: int) -> tuple[SubgraphModel, SubgraphPolicy]:
    graph = prepared_graph(
        load_onnx(model(TEXT, w=weights(64, 64, 3, 3), u=weights(64, 64, 3, 3, seed=1))), "test"
    )
    (subgraph,) = graph.subgraphs
    operators = KnownOperators(replace(TARGET, threads=threads))
    return SubgraphModel(subgraph, operators), subgraph.policy(graph.decisions)


def kinds(policy: SubgraphPolicy) -> set[str]:
    """Which kinds of inter-op regions a policy decides."""
    keys = [key for key, _ in policy.decisions]
    return {kind for kind in (BRANCHES, *CHUNKS) if any(key.startswith(kind) for key in keys)}


def test_branches_and_the_longest_chain_in_parts_are_tried() -> None:
    of_it, default = workload(2)
    branches, parts = inter_op_policies(of_it, default)
    assert kinds(branches) == {BRANCHES}
    assert kinds(parts) == {"parts."}
    assert len(inter_op_values(branches)) == 2
    assert len(inter_op_values(parts)) == 4
    for policy in (branches, parts):
        assert of_it.seconds(policy) <= WORTH_TRYING * of_it.seconds(default)


def test_one_thread_has_no_such_choices() -> None:
    of_it, default = workload(1)
    assert list(inter_op_policies(of_it, default)) == []


def test_a_search_tries_them_before_single_mutations() -> None:
    of_it, default = workload(2)
    proposed = SubgraphSpace(of_it, default).propose([], [], 6, 0.05)
    assert {*inter_op_policies(of_it, default)} <= {*proposed}


def test_parts_are_tried_second_at_the_latest_and_branches_after_them() -> None:
    of_it, default = workload(2)
    branches, parts = inter_op_policies(of_it, default)
    first = SubgraphSpace(of_it, default).propose([], [], 4, 0.05)
    assert first.index(parts) in (1, 2)
    assert first.index(branches) == first.index(parts) + 1


def test_operators_in_branches_are_estimated_for_one_thread() -> None:
    of_it, default = workload(2)
    operator = of_it.formed(default).operator_nodes[0].operator
    operators = of_it.operators
    ratio = operators.alone_seconds(operator) / operators.operator_seconds(operator)
    assert 1.5 < ratio < 3.0


def test_chains_that_keep_channels_apart_are_tried_in_parts_of_them() -> None:
    text = """(float[1,96,14,14] x) => (float[1,576,1,1] y) {
        a = Conv (x, w) r = Relu(a) b = Conv <group = 576, pads = [1, 1, 1, 1]> (r, d) s = Relu(b)
        y = GlobalAveragePool(s) }"""
    constants = {"w": weights(576, 96, 1, 1), "d": weights(576, 1, 3, 3)}
    graph = prepared_graph(load_onnx(model(text, **constants)), "test")
    (subgraph,) = graph.subgraphs
    # By tiles the whole chain is expected to be faster.
    features = ",".join(item for item in TARGET.features.split(",") if "amx" not in item)
    target = changed(TARGET, threads=2, features=features)
    of_it = SubgraphModel(subgraph, KnownOperators(target))
    found = list(inter_op_policies(of_it, subgraph.policy(graph.decisions)))
    assert {"parts1."} in [kinds(policy) for policy in found]
    assert any(len(inter_op_values(policy)) == 3 for policy in found)
