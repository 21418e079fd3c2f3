"""Grouped convolutions of shuffled channels read the value before the shuffle, without a copy."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aoe.graph.subgraph.variants.variants import variants_of
from aoe.operators.operator_graph import OperatorGraph
from tests.graph.models import model, operator_types, weights
from tests.graph.subgraph.variants.test_variants import check, fused, maker
from tests.properties import examples

NAME = "grouped_shuffle_elimination"
#: The depthwise convolution has another reader.
READ_TWICE = (
    "d = Conv <group = 12> (s, one) c = Conv <group = 2> (d, w) y = Concat <axis = 1> (c, d)"
)


def shuffled(after: str, groups: int, channels: int, order: str = "0, 2, 1, 3, 4") -> str:
    """A model of a convolution of 5 channels, a shuffle of its channels, and what comes then."""
    apart, again = f"2, {groups}, {channels}, 6, 7", f"2, {groups * channels}, 6, 7"
    return f"""(float[2,5,6,7] x, float[2,1,1,1] z) => (float[N,K,H,W] y)
        <int64[5] apart = {{{apart}}}, int64[4] again = {{{again}}}>
        {{ v = Conv(x, first) a = Reshape(v, apart) t = Transpose <perm = [{order}]> (a)
        s = Reshape(t, again) {after} }}"""


def inside(graph: OperatorGraph) -> list[str]:
    """The types of the operators, but for a last one that only moves the result."""
    types = operator_types(graph)
    return types[:-1] if types[-1] == "Pointwise" else types


@given(
    groups=st.integers(2, 4),
    group=st.sampled_from([2, 3]),
    each=st.integers(1, 3),
    kernel=st.tuples(st.integers(1, 3), st.integers(1, 3)),
    stride=st.integers(1, 2),
    between=st.sampled_from(["", "plain", "biased", "strided"]),
    end=st.sampled_from(["Relu(c)", "Add(c, z)", "Mul(c, k)"]),
)
@examples(30)
def test_nothing_is_copied_and_the_result_is_the_same(
    groups: int,
    group: int,
    each: int,
    kernel: tuple[int, int],
    stride: int,
    between: str,
    end: str,
) -> None:
    channels = group * each
    width = groups * channels
    strides = "strides = [2, 1], " if between == "strided" else ""
    value, steps = "s", ""
    constants = {
        "first": weights(width, 5, 1, 1),
        "w": weights(2 * group, width // group, *kernel),
        "b": weights(2 * group),
        "k": weights(2 * group, 1, 1),
    }
    if between:
        steps = f"d = Conv <group = {width}, {strides}pads = [1, 1, 1, 1]> (s, wd"
        steps += ", bd) " if between == "biased" else ") "
        value = "d"
        constants |= {"wd": weights(width, 1, 3, 3), "bd": weights(width)}
    last = f"c = Conv <group = {group}, strides = [{stride}, {stride}], pads = [0, 1, 1, 0]>"
    after = f"{steps}{last} ({value}, w, b) y = {end}"
    other = check(model(shuffled(after, groups, channels), **constants), "y", NAME)
    assert inside(other) == ["Conv"] * (3 if between else 2)


def test_a_full_operand_of_the_epilogue_is_seen_with_one_dimension_more() -> None:
    after = "c = Conv <group = 2> (s, w) y = Add(c, v)"
    proto = model(shuffled(after, 2, 6), first=weights(12, 5, 1, 1), w=weights(12, 6, 1, 1))
    assert inside(check(proto, "y", NAME)) == ["Conv", "Conv"]


@pytest.mark.parametrize(
    ("groups", "after", "order"),
    [
        (4, "y = Conv <group = 2> (s, w)", "0, 2, 1, 3, 4"),
        (2, "y = Conv <group = 2> (s, w)", "0, 2, 1, 4, 3"),
        (2, "r = Relu(u) y = Conv <group = 2> (s, r)", "0, 2, 1, 3, 4"),
        (
            2,
            "d = Conv <group = 12> (s, one) c = Conv <group = 2> (d, w) y = Add(c, d)",
            "0, 2, 1, 3, 4",
        ),
    ],
    ids=["groups share channels", "transposed images", "computed filters", "another reader"],
)
def test_others_stay(groups: int, after: str, order: str) -> None:
    text = shuffled(after, groups, 12 // groups, order)
    if order.endswith("4, 3"):
        text = text.replace("12, 6, 7", "12, 7, 6")
    if "(u)" in text:
        text = text.replace("[2,1,1,1] z", "[2,1,1,1] z, float[12,6,1,1] u")
    constants = {"w": weights(12, 6, 1, 1), "one": weights(12, 1, 1, 1)}
    graph = fused(model(text, first=weights(12, 5, 1, 1), **constants))
    name = "c" if after == READ_TWICE else "y"
    assert NAME not in variants_of(graph, maker(graph, name))
