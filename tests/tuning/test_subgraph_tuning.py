"""Which subgraph an operator is of."""

from __future__ import annotations

from aoe.frontends.onnx import load_onnx
from aoe.graph.pipeline import prepared_graph
from aoe.graph.subgraph import VARIANT
from aoe.graph.subgraph_moves import neighbours
from aoe.tuning.subgraph_tuning import owners
from tests.graph.models import model, weights

TEXT = """(float[1,8,8,8] x) => (float[1,2,8,8] y) {
    y = Conv <pads = [1, 1, 1, 1]> (x, w) }"""


def test_operators_of_a_variant_are_of_its_subgraph_whatever_values_are_called() -> None:
    proto = model(TEXT, w=weights(2, 8, 3, 3))
    proto.graph.node[0].output[0] = proto.graph.output[0].name = "y:0"
    graph = prepared_graph(load_onnx(proto), "test")
    (subgraph,) = graph.subgraphs
    default = subgraph.policy(graph.decisions)
    policy = next(
        item
        for item in neighbours(subgraph, default)
        if any(name.startswith(VARIANT) for name, _ in item.decisions)
    )
    found = owners([graph], {subgraph.key: policy})
    assert len(found) > 1
    assert set(found.values()) == {subgraph.key}
