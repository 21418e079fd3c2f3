"""Transposed convolutions of few filters become convolutions whose results are interleaved."""

from __future__ import annotations

import onnx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.graph.models import checked_graph, model, node_types, weights
from tests.properties import examples


def transposed(
    image: tuple[int, ...],
    window: tuple[int, ...],
    strides: tuple[int, ...],
    pads: tuple[int, ...] | None = None,
    more: tuple[int, ...] | None = None,
    filters: int = 3,
    bias: bool = False,
    attributes: str = "",
    group: int = 1,
) -> onnx.ModelProto:
    """`more`: ONNX's `output_padding`."""
    rank = len(image)
    pads, more = pads or (0,) * 2 * rank, more or (0,) * rank
    result = [
        (size - 1) * strides[d] + more[d] + window[d] - pads[d] - pads[rank + d]
        for d, size in enumerate(image)
    ]
    given_attributes = f"strides = {[*strides]}, pads = {[*pads]}, group = {group}{attributes}"
    text = f"""(float[2,4,{",".join(map(str, image))}] x)
        => (float[2,{filters},{",".join(map(str, result))}] y) {{
            y = ConvTranspose<{given_attributes}, output_padding = {[*more]}>
                (x, w{", b" if bias else ""}) }}"""
    given_bias = {"b": weights(filters)} if bias else {}
    return model(text, w=weights(4, filters // group, *window), **given_bias)


@given(rank=st.integers(1, 2), data=st.data(), bias=st.booleans(), filters=st.integers(1, 3))
@examples(60)
def test_they_compute_the_same(rank: int, data: st.DataObject, bias: bool, filters: int) -> None:
    def each(low: int, high: int, count: int = rank) -> tuple[int, ...]:
        return tuple(data.draw(st.integers(low, high)) for _ in range(count))

    image, window, strides = each(2, 6), each(1, 7), each(1, 4)
    more = tuple(data.draw(st.integers(0, stride - 1)) for stride in strides)
    whole = [
        (size - 1) * stride + taps + added
        for size, stride, taps, added in zip(image, strides, window, more, strict=True)
    ]
    pads = tuple(data.draw(st.integers(0, min(4, extent // 2 - 1))) for extent in (*whole, *whole))
    checked_graph(transposed(image, window, strides, pads, more, filters, bias))


@pytest.mark.parametrize(
    "proto",
    [
        transposed((5, 6), (4, 4), (2, 2), (1, 1, 1, 1), bias=True),
        transposed((5, 6), (3, 3), (2, 2), (1, 1, 1, 1), (1, 1)),
        transposed((4, 4), (9, 9), (4, 4), (4, 4, 4, 4), (3, 3), filters=1),
        transposed((4, 4), (2, 2), (3, 3), more=(0, 2)),
        transposed((6,), (16,), (8,), (4, 4)),
        transposed((2, 3, 2), (4, 4, 4), (2, 2, 2), (1,) * 6, filters=1),
    ],
    ids=["an image's last layer", "three taps", "FSRCNN's", "gaps", "a line", "a volume"],
)
def test_those_of_few_filters_are_no_transposed_convolutions_any_more(
    proto: onnx.ModelProto,
) -> None:
    checked_graph(proto)
    assert "ConvTranspose" not in node_types(proto)


@pytest.mark.parametrize(
    "proto",
    [
        transposed((5, 6), (4, 4), (2, 2), (1, 1, 1, 1), filters=8),
        transposed((5, 6), (3, 3), (2, 2), attributes=", dilations = [2, 2]", more=(0, 0)),
        transposed((5, 6), (3, 3), (2, 2), filters=2, group=2),
        transposed((5, 6), (3, 3), (2, 2), (4, 4, 1, 1)),
    ],
    ids=["filters that fill vectors", "gaps in the window", "groups", "much that is cropped"],
)
def test_others_stay(proto: onnx.ModelProto) -> None:
    assert "ConvTranspose" in node_types(proto)
