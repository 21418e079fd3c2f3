"""Filters before a pixel shuffle are ordered pixel by pixel."""

from __future__ import annotations

import pytest

from aoe.operators.operator_graph import OperatorGraph, ViewNode
from tests.graph.models import checked_graph, model, weights

SHUFFLE = 'd = DepthToSpace <blocksize = 2, mode = "CRD"> (c)'
VIEWS = "a = Reshape(c, apart) t = Transpose <perm = [0, 1, 4, 2, 5, 3]> (a) d = Reshape(t, again)"


def network(convolution: str, shuffle: str, after: str = "y = Relu(d)") -> str:
    """A model of a convolution and a shuffle of its result: blocks of 2 × 2 pixels."""
    return f"""(float[2,5,6,7] x) => (float[N,K,H,W] y)
        <int64[6] apart = {{2, 3, 2, 2, 6, 7}}, int64[4] again = {{2, 3, 12, 14}}>
        {{ {convolution} {shuffle} {after} }}"""


def cut(graph: OperatorGraph) -> tuple[int, ...]:
    """What channels are cut to."""
    views = [node for node in graph.nodes if isinstance(node, ViewNode)]
    (found,) = {v.arguments[1:4] for v in views if v.kind == "reshape" and len(v.arguments) == 6}
    return found


@pytest.mark.parametrize("shuffle", [SHUFFLE, VIEWS], ids=["operator", "views"])
@pytest.mark.parametrize("inputs", ["x, w", "x, w, b"], ids=["plain", "biased"])
def test_channels_of_a_pixel_lie_together_and_the_result_is_the_same(
    shuffle: str, inputs: str
) -> None:
    text = network(f"c = Conv <pads = [1, 1, 1, 1]> ({inputs})", shuffle)
    graph = checked_graph(model(text, w=weights(12, 5, 3, 3), b=weights(12)))
    assert cut(graph) == (2, 2, 3)


@pytest.mark.parametrize(
    ("convolution", "after"),
    [
        ("c = Conv(x, w)", "m = ReduceMean <axes = [1, 2, 3]> (c) y = Add(d, m)"),
        ("e = Conv(x, w) c = Relu(e)", "y = Relu(d)"),
        ("v = Concat <axis = 1> (x, x) c = Conv <group = 2> (v, w)", "y = Relu(d)"),
        ("r = Relu(u) c = Conv(x, r)", "y = Relu(d)"),
    ],
    ids=["others read it", "something between", "groups", "computed filters"],
)
def test_what_cannot_be_ordered_otherwise_stays(convolution: str, after: str) -> None:
    text = network(convolution, VIEWS, after)
    if "(u)" in text:
        text = text.replace("float[2,5,6,7] x)", "float[2,5,6,7] x, float[12,5,1,1] u)")
    graph = checked_graph(model(text, w=weights(12, 5, 1, 1)))
    assert cut(graph) == (3, 2, 2)
