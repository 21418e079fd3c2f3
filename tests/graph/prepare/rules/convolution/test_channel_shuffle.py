"""Grouped convolutions of shuffled channels read the value before the shuffle, without a copy."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from aoe.operators.operator_graph import OperatorGraph
from tests.graph.models import checked_graph, model, weights


def shuffled(after: str, groups: int, channels: int, order: str = "0, 2, 1, 3, 4") -> str:
    """A model of a convolution of 5 channels, a shuffle of its channels, and what comes then."""
    apart, again = f"2, {groups}, {channels}, 6, 7", f"2, {groups * channels}, 6, 7"
    return f"""(float[2,5,6,7] x) => (float[N,K,H,W] y)
        <int64[5] apart = {{{apart}}}, int64[4] again = {{{again}}}>
        {{ v = Conv(x, first) a = Reshape(v, apart) t = Transpose <perm = [{order}]> (a)
        s = Reshape(t, again) {after} }}"""


def inside(graph: OperatorGraph) -> list[str]:
    """The types of the operators, but for a last one that only moves the result."""
    types = [node.operator.type for node in graph.operator_nodes]
    return types[:-1] if types[-1] == "Pointwise" else types


@settings(max_examples=30, deadline=None)
@given(
    groups=st.integers(2, 4),
    group=st.sampled_from([2, 3]),
    each=st.integers(1, 3),
    kernel=st.tuples(st.integers(1, 3), st.integers(1, 3)),
    stride=st.integers(1, 2),
    between=st.sampled_from(["", "plain", "biased", "strided"]),
    bias=st.booleans(),
)
def test_nothing_is_copied_and_the_result_is_the_same(
    groups: int,
    group: int,
    each: int,
    kernel: tuple[int, int],
    stride: int,
    between: str,
    bias: bool,
) -> None:
    channels = group * each
    width = groups * channels
    strides = "strides = [2, 1], " if between == "strided" else ""
    value, steps = "s", ""
    constants = {
        "first": weights(width, 5, 1, 1),
        "w": weights(2 * group, width // group, *kernel),
        "b": weights(2 * group),
    }
    if between:
        steps = f"d = Conv <group = {width}, {strides}pads = [1, 1, 1, 1]> (s, wd"
        steps += ", bd) " if between == "biased" else ") "
        value = "d"
        constants |= {"wd": weights(width, 1, 3, 3), "bd": weights(width)}
    last = f"c = Conv <group = {group}, strides = [{stride}, {stride}], pads = [0, 1, 1, 0]>"
    after = f"{steps}{last} ({value}, w{', b' if bias else ''}) y = Relu(c)"
    graph = checked_graph(model(shuffled(after, groups, channels), **constants))
    assert inside(graph) == ["Conv"] * (3 if between else 2)


@pytest.mark.parametrize(
    ("groups", "channels", "after", "order"),
    [
        (4, 3, "y = Conv <group = 2> (s, w)", "0, 2, 1, 3, 4"),
        (2, 6, "c = Conv <group = 2> (s, w) y = Concat <axis = 1> (c, s)", "0, 2, 1, 3, 4"),
        (2, 6, "y = Conv <group = 2> (s, w)", "0, 2, 1, 4, 3"),
    ],
    ids=["groups_that_share_channels", "another_reader", "transposed_images"],
)
def test_other_shuffles_stay(groups: int, channels: int, after: str, order: str) -> None:
    text = shuffled(after, groups, channels, order)
    if order.endswith("4, 3"):
        text = text.replace("12, 6, 7", "12, 7, 6")
    graph = checked_graph(model(text, first=weights(12, 5, 1, 1), w=weights(4, 6, 1, 1)))
    assert "Pointwise" in inside(graph)


def test_a_normalisation_behind_it_becomes_part_of_the_convolution() -> None:
    after = """d = Conv <group = 8, pads = [1, 1, 1, 1]> (s, wd)
        c = Conv <group = 2> (d, w) y = BatchNormalization (c, k, b, m, v2)"""
    constants = {
        "first": weights(8, 5, 1, 1),
        "wd": weights(8, 1, 3, 3),
        "w": weights(4, 4, 1, 1),
        "k": weights(4),
        "b": weights(4, seed=1),
        "m": weights(4, seed=2),
        "v2": abs(weights(4, seed=3)) + 0.5,
    }
    graph = checked_graph(model(shuffled(after, 2, 4), **constants))
    assert inside(graph) == ["Conv"] * 3
