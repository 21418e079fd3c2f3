"""Mutations of inter-op parallelism, and the machine code they lead to."""

from __future__ import annotations

from contextlib import suppress

import numpy as np
import onnxruntime
import pytest

from aoe.backends.compilation import compile_graph
from aoe.backends.cpu.target.host import host_target
from aoe.backends.session import InferenceSession
from aoe.errors import PolicyError
from aoe.frontends.onnx import load_onnx
from aoe.graph.pipeline import PreparedGraph, prepared_graph
from aoe.graph.subgraph.inter_op_mutations import (
    balanced,
    chains_in_chunks,
    change_inter_op,
    inter_op_values,
    parallel_branches,
)
from aoe.graph.subgraph.mutations import completed, neighbours
from aoe.graph.subgraph.subgraph import BRANCHES, CHUNKS, Subgraph
from aoe.operators.evaluate import evaluate
from aoe.policy import SubgraphPolicy
from aoe.runtime.offline_model import Manifest, OfflineModel
from tests.graph.models import inputs_of, model, weights
from tests.not_empty import not_empty

TEXT = """(float[1,8,13,10] x) => (float[1,16,7,10] y) {
    s = Conv (x, w) t = Relu(s)
    a = Conv (t, w) b = Conv <pads = [1, 1, 1, 1], strides = [2, 1]> (a, v)
    c = Conv <pads = [1, 1, 1, 1], strides = [2, 1], group = 8> (t, u)
    y = Concat <axis = 1> (b, c) }"""
PROTO = model(TEXT, w=weights(8, 8, 1, 1), v=weights(8, 8, 3, 3), u=weights(8, 1, 3, 3))


def prepared() -> tuple[PreparedGraph, Subgraph, SubgraphPolicy]:
    """The model, its one subgraph and that one's default policy."""
    graph = prepared_graph(load_onnx(PROTO), "test")
    (subgraph,) = graph.subgraphs
    return graph, subgraph, subgraph.policy(graph.decisions)


def policies(threads: int = 2) -> list[SubgraphPolicy]:
    """The possible policies one move away that compute something side by side."""
    _, subgraph, policy = prepared()
    found = []
    for moved in change_inter_op(subgraph, policy, threads, lambda operator: 1.0):
        with suppress(PolicyError):
            found.append(completed(subgraph, moved))
    return found


def test_branches_and_chains_are_offered_and_can_be_taken_back() -> None:
    _, subgraph, policy = prepared()
    keys = [key for item in policies() for key, _ in item.decisions]
    assert any(key.startswith(BRANCHES) for key in keys)
    assert any(key.startswith("parts.") for key in keys)
    for item in not_empty(policies()):
        assert policy in change_inter_op(subgraph, item, 2, lambda operator: 1.0)


@pytest.mark.parametrize(("shape", "kind"), [("9,8", "parts0."), ("1,9,8", "parts1.")])
def test_matmuls_in_a_row_are_offered_in_chunks_of_their_rows(shape: str, kind: str) -> None:
    text = f"""(float[{shape}] x) => (float[{shape}] y) {{
        n = LayerNormalization (x, s, t) a = MatMul(n, w) r = Relu(a) b = MatMul(r, w)
        y = Add(x, b) }}"""
    proto = model(text, w=weights(8, 8), s=weights(8), t=weights(8, seed=1))
    graph = prepared_graph(load_onnx(proto), "test")
    (subgraph,) = graph.subgraphs
    policy = subgraph.policy(graph.decisions)
    parted = [
        item
        for item in chains_in_chunks(subgraph, policy, 2)
        if item.decisions[-2][0].startswith(kind)
    ]
    longest = max(parted, key=lambda item: len(inter_op_values(item)))
    assert len(inter_op_values(longest)) == len(graph.default.operator_nodes)
    made = graph.formed({subgraph.key: completed(subgraph, longest)})
    feed = inputs_of(proto)
    expected = evaluate(graph.default, feed)["y"]
    np.testing.assert_allclose(evaluate(made, feed)["y"], expected, rtol=1e-5, atol=1e-6)
    too_few_rows = [
        key for item in chains_in_chunks(subgraph, policy, 10) for key, _ in item.decisions
    ]
    assert not any(key.startswith(kind) for key in too_few_rows)


def test_one_thread_has_nothing_beside_it() -> None:
    assert policies(threads=1) == []


def test_mutations_of_subgraphs_include_regions_for_several_threads_only() -> None:
    _, subgraph, policy = prepared()
    assert not any(inter_op_values(item) for item in neighbours(subgraph, policy))
    assert any(inter_op_values(item) for item in neighbours(subgraph, policy, threads=2))


def test_no_value_is_in_two_regions() -> None:
    _, subgraph, _ = prepared()
    for item in not_empty(policies()):
        inside = inter_op_values(item)
        more = [
            *parallel_branches(subgraph, item, 2, lambda operator: 1.0),
            *chains_in_chunks(subgraph, item, 2),
        ]
        for other in more:
            assert len(inter_op_values(other)) > len(inside)


def test_the_longest_branch_has_a_branch_of_its_own() -> None:
    _, subgraph, policy = prepared()
    nodes = [[node] for node in subgraph.formed(policy).operator_nodes[:4]]
    times = dict(zip((node[0].operator.key for node in nodes), (5.0, 1.0, 2.0, 1.0), strict=False))
    lanes = balanced(nodes, 2, lambda operator: times[operator.key])
    alone = lanes[nodes[0][0].output]
    assert [value for value, lane in lanes.items() if lane == alone] == [nodes[0][0].output]


def compiled(policy: SubgraphPolicy) -> OfflineModel:
    """The model for two threads with this policy of its subgraph."""
    graph, subgraph, _ = prepared()
    return compile_graph(graph.formed({subgraph.key: policy}), {}, Manifest("test", host_target(2)))


@pytest.mark.parametrize("number", range(6))
def test_any_number_of_threads_computes_what_onnx_runtime_does(number: int) -> None:
    found = policies()
    policy = found[len(found) * number // 6]
    feed = inputs_of(PROTO)
    reference = onnxruntime.InferenceSession(PROTO.SerializeToString())
    (expected,) = reference.run(None, feed)
    results = []
    made = compiled(policy)
    assert made.plan.inter_op_regions
    for threads in (1, 2, 3):
        with InferenceSession(made, threads) as session:
            results += [session.run(None, feed)[0] for _ in range(2)]
            profile = session.profile(feed)
            assert len(profile) == len(session.model.plan.calls)
            assert all(seconds >= 0 for _, seconds in profile)
    np.testing.assert_allclose(results[0], expected, rtol=1e-4, atol=1e-5)
    for other in results[1:]:
        np.testing.assert_array_equal(other, results[0])


def test_equal_policies_give_equal_machine_code() -> None:
    policy = policies()[0]
    assert compiled(policy).objects == compiled(policy).objects


def test_a_policy_comes_back_from_json_and_from_its_decisions() -> None:
    _, subgraph, _ = prepared()
    for item in not_empty(policies()):
        assert SubgraphPolicy.from_json(item.to_json()) == item
        again = subgraph.policy(subgraph.decisions(item))
        about = {k: v for k, v in again.decisions if k.startswith((BRANCHES, *CHUNKS))}
        assert about == {k: v for k, v in item.decisions if k.startswith((BRANCHES, *CHUNKS))}


@pytest.mark.parametrize(
    "decision", [(), (4,), (4, 1), (4, 0, 99, 1), (7, 0, 4, 1), ("a",), (4, 0, 4, 1)]
)
def test_branches_that_are_none_are_refused(decision: tuple[int, ...]) -> None:
    _, subgraph, policy = prepared()
    number = decision[-2] if len(decision) > 1 and isinstance(decision[-2], int) else 4
    wrong = {**dict(policy.decisions), f"{BRANCHES}{number}": decision}
    with pytest.raises(PolicyError):
        subgraph.formed(SubgraphPolicy.of(wrong))
