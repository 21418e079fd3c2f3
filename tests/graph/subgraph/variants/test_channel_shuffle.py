"""Convolutions of shuffled channels and pixels: same results from the value before the shuffle."""

from __future__ import annotations

from math import prod

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from aoe.graph.subgraph.variants.variants import variants_of
from aoe.operators.operator_graph import OperatorGraph
from tests.graph.models import model, weights
from tests.graph.subgraph.variants.test_variants import check, fused, maker

NAME = "channel_shuffle_elimination"


def shuffled_channels(after: str, groups: int = 4) -> str:
    """A model of a convolution of single pixels, a shuffle of its channels, and what comes then."""
    return f"""(float[2,5,6,7] x) => (float[N,K,H,W] y)
        <int64[5] apart = {{2, {groups}, {12 // groups}, 6, 7}}, int64[4] again = {{2, 12, 6, 7}}>
        {{ v = Conv(x, first) a = Reshape(v, apart) t = Transpose <perm = [0, 2, 1, 3, 4]> (a)
        s = Reshape(t, again) {after} }}"""


def moved(graph: OperatorGraph) -> list[int]:
    """The elements of the values that operators which compute nothing copy."""
    return [
        prod(node.operator.output.shape)
        for node in graph.operator_nodes
        if node.operator.type == "Pointwise"
    ]


@settings(max_examples=15, deadline=None)
@given(st.sampled_from([2, 3, 4, 6]), st.integers(1, 2), st.booleans())
def test_a_depthwise_convolution_of_shuffled_channels(groups: int, stride: int, bias: bool) -> None:
    steps = f"group = 12, pads = [1, 1, 1, 1], strides = [{stride}, {stride}]"
    last = f"c = Conv <{steps}> (s, w{', b' if bias else ''}) y = Relu(c)"
    constants = {"first": weights(12, 5, 1, 1), "w": weights(12, 1, 3, 3)}
    constants |= {"b": weights(12)} if bias else {}
    other = check(model(shuffled_channels(last, groups=groups), **constants), "y", NAME)
    shape = next(iter(other.outputs))
    assert moved(other)[0] == prod(other.tensors[shape].shape)


def test_a_sum_over_all_shuffled_channels_leaves_nothing_of_the_shuffle() -> None:
    text = shuffled_channels("c = Conv <pads = [1, 1, 1, 1]> (s, w, b) y = Add(c, c)")
    constants = {"first": weights(12, 5, 1, 1), "w": weights(3, 12, 3, 3), "b": weights(3)}
    other = check(model(text, **constants), "y", NAME)
    assert [node.name for node in other.operator_nodes][2:] == ["y:inside (copy)"]


def test_grouped_convolutions_of_shuffled_channels_stay() -> None:
    text = shuffled_channels("y = Conv <group = 2> (s, w)")
    graph = fused(model(text, first=weights(12, 5, 1, 1), w=weights(4, 6, 1, 1)))
    assert NAME not in variants_of(graph, maker(graph, "y"))


@settings(max_examples=30, deadline=None)
@given(
    st.sampled_from(["DCR", "CRD"]),
    st.integers(2, 3),
    st.tuples(st.integers(1, 4), st.integers(1, 5)),
    st.tuples(st.integers(0, 2), st.integers(0, 2)),
    st.integers(1, 3),
)
def test_a_convolution_of_pixels_that_were_channels(
    mode: str, block: int, kernel: tuple[int, int], before: tuple[int, int], filters: int
) -> None:
    after = [size - 1 - pad for size, pad in zip(kernel, before, strict=True)]
    assume(min(after) >= 0)
    pads = ", ".join(map(str, (*before, *after)))
    text = f"""(float[2,{4 * block**2},3,4] x) => (float[N,K,H,W] y) {{
        v = Relu(x) s = DepthToSpace <blocksize = {block}, mode = "{mode}"> (v)
        c = Conv <pads = [{pads}]> (s, w, b) y = Relu(c) }}"""
    proto = model(text, w=weights(filters, 4, *kernel), b=weights(filters))
    other = check(proto, "y", NAME)
    convolution = next(node for node in other.operator_nodes if node.operator.type == "Conv")
    assert convolution.operator.output.shape == (2, filters * block**2, 3, 4)


@pytest.mark.parametrize(
    ("attributes", "filters"),
    [
        ("strides = [2, 2], pads = [1, 1, 1, 1]", 3),
        ("dilations = [2, 2], pads = [2, 2, 2, 2]", 3),
        ("pads = [0, 0, 0, 0]", 3),
        ("pads = [1, 1, 1, 1]", 9),
    ],
)
def test_others_of_pixels_that_were_channels_stay(attributes: str, filters: int) -> None:
    text = f"""(float[1,16,3,4] x) => (float[N,K,H,W] y) {{
        v = Relu(x) s = DepthToSpace <blocksize = 2> (v) y = Conv <{attributes}> (s, w) }}"""
    size = 2 if "0, 0" in attributes else 3
    graph = fused(model(text, w=weights(filters, 4, size, size)))
    assert NAME not in variants_of(graph, maker(graph, "y"))


def test_what_is_added_to_a_convolution_of_shuffled_pixels_stays_with_it() -> None:
    text = """(float[1,16,3,4] x, float[1,3,6,8] z) => (float[1,3,6,8] y) {
        v = Relu(x) s = DepthToSpace <blocksize = 2> (v)
        c = Conv <pads = [1, 1, 1, 1]> (s, w) y = Add(c, z) }"""
    graph = fused(model(text, w=weights(3, 4, 3, 3)))
    assert NAME not in variants_of(graph, maker(graph, "y"))
