"""Inter-op regions: which operators run in parallel branches, and which cannot."""

from __future__ import annotations

import json

import numpy as np
import pytest

from aoe.errors import PolicyError
from aoe.frontends.onnx import load_onnx
from aoe.graph.pipeline import build
from aoe.graph.profiles import together
from aoe.graph.subgraph.inter_op import with_inter_op_region
from aoe.operators.evaluate import evaluate
from aoe.operators.graph_json import graph_from_json, graph_to_json
from aoe.operators.operator_graph import OperatorGraph
from tests.graph.models import inputs_of, model, weights

TEXT = """(float[1,4,8,8] x) => (float[1,4,8,8] y, float[1,4,8,8] z) {
    a = Conv (x, w) b = Conv (a, w) c = Conv <pads = [1, 1, 1, 1]> (a, v)
    d = MaxPool <kernel_shape = [3, 3], pads = [1, 1, 1, 1]> (c) y = Conv (b, w)
    z = Conv (d, w) }"""
PROTO = model(TEXT, w=weights(4, 4, 1, 1), v=weights(4, 4, 3, 3))


def graph() -> OperatorGraph:
    return build(load_onnx(PROTO), "test")


def values() -> list[str]:
    """What the operators write: a, b, c, d, y, z."""
    return [
        n.output.removesuffix(":inside") for n in graph().operator_nodes if "copy" not in n.name
    ]


def test_branches_are_together_in_the_order_of_nodes_and_their_operators_alone() -> None:
    _, b, c, d, y, z = values()
    made = with_inter_op_region(graph(), {b: 0, y: 0, c: 1, d: 1})
    (region,) = made.inter_op_regions
    assert region.branches[0][0] == b
    assert region.branches[1] == (c, d)
    inside = [name for branch in region.branches for name in branch]
    order = [node.output for node in made.operator_nodes]
    first = order.index(inside[0])
    assert order[first : first + len(inside)] == inside
    alone = {node.output for node in made.operator_nodes if node.operator.inter_op}
    assert alone == {*inside}
    feed = inputs_of(PROTO)
    expected, found = evaluate(graph(), feed), evaluate(made, feed)
    for name in (y, z):
        np.testing.assert_array_equal(found[name], expected[name])


def test_what_is_between_the_operators_of_a_branch_joins_it() -> None:
    _, b, c, d, _, z = values()
    made = with_inter_op_region(graph(), {b: 0, c: 1, z: 1})
    assert d in made.inter_op_regions[0].branches[1]


def test_branches_that_need_each_other_are_refused() -> None:
    a, b, c, *_ = values()
    with pytest.raises(PolicyError, match="of another branch"):
        with_inter_op_region(graph(), {a: 0, b: 1})
    with pytest.raises(PolicyError, match="no branches to compute in parallel"):
        with_inter_op_region(graph(), {b: 0})
    with pytest.raises(PolicyError, match="no branches to compute in parallel"):
        with_inter_op_region(graph(), {b: 0, c: 2})


def test_an_operator_alone_is_another_operator() -> None:
    _, b, c, *_ = values()
    before = {node.output: node.operator for node in graph().operator_nodes}
    after = {
        n.output: n.operator for n in with_inter_op_region(graph(), {b: 0, c: 1}).operator_nodes
    }
    assert before[b].key != after[b].key
    assert "inter_op" not in before[b].signature


def test_regions_survive_json_and_profiles_together() -> None:
    _, b, c, *_ = values()
    made = with_inter_op_region(graph(), {b: 0, c: 1})
    data = json.loads(json.dumps(graph_to_json(made)))
    assert graph_from_json(data, made.constants) == made
    both = together([made, made])
    assert both.inter_op_regions[0] == made.inter_op_regions[0]
    assert both.inter_op_regions[1].branches == ((f"{b}@2",), (f"{c}@2",))
