"""Filters before a pixel shuffle are ordered pixel by pixel."""

from __future__ import annotations

import pytest

from aoe.graph.subgraph.variants.variants import variants_of
from aoe.operators.operator_graph import OperatorGraph, OperatorNode
from tests.graph.models import model, operator_types, weights
from tests.graph.subgraph.variants.test_variants import check, fused

NAME = "pixel_shuffle_elimination"
SHUFFLE = 'd = DepthToSpace <blocksize = 2, mode = "CRD"> (c)'
VIEWS = "a = Reshape(c, apart) t = Transpose <perm = [0, 1, 4, 2, 5, 3]> (a) d = Reshape(t, again)"


def network(convolution: str, shuffle: str, after: str = "y = Relu(d)") -> str:
    """A model of a convolution and a shuffle of its result: blocks of 2 × 2 pixels."""
    return f"""(float[2,5,6,7] x, float[12,5,1,1] u) => (float[N,K,H,W] y)
        <int64[6] apart = {{2, 3, 2, 2, 6, 7}}, int64[4] again = {{2, 3, 12, 14}}>
        {{ {convolution} {shuffle} {after} }}"""


def convolved(graph: OperatorGraph) -> OperatorNode:
    """The convolution."""
    return next(node for node in graph.operator_nodes if node.operator.type == "Conv")


def copied(graph: OperatorGraph) -> OperatorNode:
    """The operator that copies the shuffled value."""
    return next(node for node in graph.operator_nodes if node.name.endswith("(copy)"))


@pytest.mark.parametrize("shuffle", [SHUFFLE, VIEWS], ids=["operator", "views"])
@pytest.mark.parametrize(
    "convolution",
    [
        "c = Conv <pads = [1, 1, 1, 1]> (x, w)",
        "c = Conv <pads = [1, 1, 1, 1]> (x, w, b)",
        "e = Conv <pads = [1, 1, 1, 1]> (x, w, b) c = Relu(e)",
    ],
    ids=["plain", "bias", "epilogue"],
)
def test_channels_of_a_pixel_lie_together_and_the_result_is_the_same(
    shuffle: str, convolution: str
) -> None:
    proto = model(network(convolution, shuffle), w=weights(12, 5, 3, 3), b=weights(12))
    other = check(proto, convolved(fused(proto)).output, NAME)
    assert operator_types(other)[:2] == ["Conv", "Pointwise"]
    channels = copied(other).operator.inputs[0].order[-1]
    assert copied(other).operator.inputs[0].shape[channels] == 3


@pytest.mark.parametrize(
    ("convolution", "after"),
    [
        ("c = Conv(x, w)", "m = ReduceMean <axes = [1, 2, 3]> (c) y = Add(d, m)"),
        ("e = Concat <axis = 1> (x, x) c = Conv <group = 2> (e, w)", "y = Relu(d)"),
        ("r = Relu(u) c = Conv(x, r)", "y = Relu(d)"),
    ],
    ids=["others read it", "groups", "computed filters"],
)
def test_what_cannot_be_ordered_otherwise_stays(convolution: str, after: str) -> None:
    graph = fused(model(network(convolution, VIEWS, after), w=weights(12, 5, 1, 1)))
    assert NAME not in variants_of(graph, convolved(graph))
