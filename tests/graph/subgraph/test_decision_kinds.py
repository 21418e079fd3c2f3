"""The differences of two policies are named by their kind."""

from __future__ import annotations

from aoe.frontends.onnx import load_onnx
from aoe.graph.pipeline import prepared_graph
from aoe.graph.subgraph import subgraph as keys
from aoe.graph.subgraph.decision_kinds import KINDS, changed_kinds, kind_of
from aoe.graph.subgraph.mutations import neighbours
from aoe.graph.subgraph.variants.variants import VARIANTS
from aoe.policy import SubgraphPolicy
from tests.graph.models import model, weights

DEFAULT = SubgraphPolicy.of({"stored": (1, 2), "order.1": (0, 1), "order.2": (0, 1)})


def test_every_decision_has_a_kind() -> None:
    others = {keys.ORDER, keys.BRANCHES, *keys.STRIPS, *keys.CHUNKS}
    assert set(KINDS) == others
    assert not set(KINDS.values()) & set(VARIANTS)


def test_differences_are_named_by_their_kind() -> None:
    other = SubgraphPolicy.of(
        {
            "stored": (2, 3, 4),
            "order.2": (1, 0),
            "order.3": (0, 1),
            "variant.4": "shift_gemm",
            "band.4": (8, 3, 4),
            "parts0.3": (2, 2, 3),
            "lanes.4": (3, 0, 4, 1),
        }
    )
    assert changed_kinds(DEFAULT, other) == {
        "stored values": 2,
        "fused values": 1,
        "dimension orders": 1,
        "shift_gemm": 1,
        "strips": 1,
        "chunks": 1,
        "parallel branches": 1,
    }


def test_equal_policies_differ_in_nothing() -> None:
    assert changed_kinds(DEFAULT, DEFAULT) == {}


def test_what_is_taken_back_is_named_so() -> None:
    decided = {**dict(DEFAULT.decisions), "variant.2": "shift_gemm", "band.2": (8, 1, 2)}
    before = SubgraphPolicy.of(decided)
    assert changed_kinds(before, DEFAULT) == {"no shift_gemm": 1, "no strips": 1}


def test_what_is_changed_is_not_taken_back() -> None:
    before = SubgraphPolicy.of({**dict(DEFAULT.decisions), "band.2": (8, 1, 2)})
    after = SubgraphPolicy.of({**dict(DEFAULT.decisions), "band.1": (4, 1)})
    assert changed_kinds(before, after) == {"strips": 1}


def test_a_name_that_no_policy_has_is_its_own_kind() -> None:
    assert kind_of("unheard.1", (1, 2)) == "unheard"


def test_every_mutation_is_of_some_kind() -> None:
    text = """(float[1,4,6,6] x) => (float[1,4,6,6] y) {
        a = Conv <pads = [1, 1, 1, 1]> (x, w) r = Relu(a) b = Conv <pads = [1, 1, 1, 1]> (r, w)
        y = Add(b, r) }"""
    graph = prepared_graph(load_onnx(model(text, w=weights(4, 4, 3, 3))), "test")
    (subgraph,) = graph.subgraphs
    default = subgraph.policy(graph.decisions)
    found = list(neighbours(subgraph, default, threads=2))
    assert found
    assert all(changed_kinds(default, policy) for policy in found)
