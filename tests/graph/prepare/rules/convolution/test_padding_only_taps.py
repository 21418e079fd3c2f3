"""Outer taps of a window that only meet padding are removed."""

from __future__ import annotations

import onnx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from aoe.graph.prepare.rewriting import shape_of
from tests.graph.models import checked_graph, model, prepared, weights
from tests.properties import examples


def convolution(
    image: tuple[int, ...],
    window: tuple[int, ...],
    pads: tuple[int, ...],
    strides: tuple[int, ...] | None = None,
    dilations: tuple[int, ...] | None = None,
    group: int = 1,
    bias: bool = False,
) -> onnx.ModelProto:
    rank = len(image)
    strides, dilations = strides or (1,) * rank, dilations or (1,) * rank
    result = [
        (size + pads[d] + pads[rank + d] - dilations[d] * (window[d] - 1) - 1) // strides[d] + 1
        for d, size in enumerate(image)
    ]
    attributes = f"""dilations = {[*dilations]}, pads = {[*pads]}, strides = {[*strides]},
        group = {group}"""
    text = f"""(float[2,4,{",".join(map(str, image))}] x)
        => (float[2,6,{",".join(map(str, result))}] y) {{
            y = Conv<{attributes}>(x, w{", b" if bias else ""}) }}"""
    given_bias = {"b": weights(6)} if bias else {}
    return model(text, w=weights(6, 4 // group, *window), **given_bias)


def windows(proto: onnx.ModelProto) -> list[tuple[int, ...]]:
    """Those of the convolutions that are left after preparation."""
    left = [node.inputs[1] for node in prepared(proto).graph if node.op_type == "Conv"]
    return [shape_of(value)[2:] for value in left if value is not None]


@given(rank=st.integers(1, 2), data=st.data(), group=st.sampled_from((1, 2)), bias=st.booleans())
@examples(60)
def test_what_is_left_computes_the_same(
    rank: int, data: st.DataObject, group: int, bias: bool
) -> None:
    def each(low: int, high: int, count: int = rank) -> tuple[int, ...]:
        return tuple(data.draw(st.integers(low, high)) for _ in range(count))

    image, window, dilations = each(1, 4), each(1, 5), each(1, 4)
    strides, pads = each(1, 3), each(0, 6, 2 * rank)
    reach = [(taps - 1) * dilation for taps, dilation in zip(window, dilations, strict=True)]
    whole = [size + pads[d] + pads[rank + d] for d, size in enumerate(image)]
    if all(size > least for size, least in zip(whole, reach, strict=True)):
        checked_graph(convolution(image, window, pads, strides, dilations, group, bias))


@pytest.mark.parametrize(
    ("proto", "left"),
    [
        (convolution((1, 1), (3, 3), (1,) * 4), (1, 1)),
        (convolution((1, 5), (3, 3), (1,) * 4), (1, 3)),
        (convolution((2, 2), (7, 7), (3,) * 4), (3, 3)),
        (convolution((2, 3), (3, 3), (1,) * 4, strides=(2, 2)), (2, 3)),
        (convolution((9, 9), (3, 3), (9,) * 4, dilations=(9, 9)), (1, 1)),
        (convolution((3,), (5,), (4, 0)), (3,)),
        (convolution((4, 4), (3, 3), (1,) * 4), (3, 3)),
        (convolution((1, 1), (3, 3), (3,) * 4), (3, 3)),
    ],
    ids=[
        "one pixel", "one line", "large windows", "a stride", "far dilations", "padding in front",
        "all taps meet pixels", "results of padding only",
    ],
)  # fmt: skip
def test_taps_that_meet_padding_only_are_gone(
    proto: onnx.ModelProto, left: tuple[int, ...]
) -> None:
    checked_graph(proto)
    assert windows(proto) == [left]


def test_positions_of_a_long_image_are_not_tried_one_by_one() -> None:
    # Each of 2**36 positions that are padding would take its time.
    assert windows(convolution((1,), (2,), (1 << 36, 0))) == [(1,)]
