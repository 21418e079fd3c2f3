"""Dilated convolutions of many channels become convolutions without dilation, same results."""

from __future__ import annotations

import onnx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.graph.models import checked_graph, model, node_types, prepared, weights
from tests.properties import examples


def dilated(
    image: tuple[int, ...],
    window: tuple[int, ...],
    dilations: tuple[int, ...],
    pads: tuple[int, ...],
    channels: int = 128,
    more: str = "",
    bias: bool = False,
) -> onnx.ModelProto:
    rank = len(image)
    result = [
        size + pads[d] + pads[rank + d] - dilations[d] * (window[d] - 1)
        for d, size in enumerate(image)
    ]
    given = {"b": weights(128)} if bias else {}
    attributes = f"dilations = {[*dilations]}, pads = {[*pads]}{more}"
    text = f"""(float[2,{channels},{",".join(map(str, image))}] x)
        => (float[2,128,{",".join(map(str, result))}] y) {{
            y = Conv<{attributes}>(x, w{", b" if bias else ""}) }}"""
    return model(text, w=weights(128, channels, *window, scale=0.05), **given)


def dilations_of(proto: onnx.ModelProto) -> set[int]:
    """Those that are left after preparation."""
    return {
        dilation
        for node in prepared(proto).graph
        if node.op_type == "Conv" and "dilations" in node.attributes
        for dilation in node.attributes["dilations"].as_ints()
    }


@given(
    rank=st.integers(1, 2),
    bias=st.booleans(),
    data=st.data(),
)
@examples(15)
def test_they_compute_the_same(rank: int, bias: bool, data: st.DataObject) -> None:
    def each(low: int, high: int, count: int = rank) -> tuple[int, ...]:
        return tuple(data.draw(st.integers(low, high)) for _ in range(count))

    window, dilations = each(1, 4), each(1, 4)
    pads, image = each(0, 9, 2 * rank), each(10, 24)  # windows reach over ten pixels at most
    checked_graph(dilated(image, window, dilations, pads, bias=bias))


@pytest.mark.parametrize(
    ("image", "window", "dilations", "pads"),
    [
        pytest.param((9, 10), (3, 3), (2, 2), (2, 2, 2, 2), id="even and odd images"),
        pytest.param((13, 13), (3, 3), (4, 4), (4, 4, 4, 4), id="images of few pixels"),
        pytest.param((9, 9), (3, 3), (5, 5), (5, 5, 5, 5), id="images of two pixels"),
        pytest.param((9, 9), (3, 3), (9, 9), (9, 9, 9, 9), id="images of one pixel"),
        pytest.param((9, 9), (3, 3), (2, 1), (1, 1, 0, 1), id="padding that phases do not divide"),
        pytest.param((9, 9), (1, 3), (3, 2), (0, 2, 0, 2), id="a dilation of a single tap"),
        pytest.param((20,), (3,), (3,), (6, 0), id="a line, padded in front"),
        pytest.param((6, 6, 8), (1, 1, 3), (1, 1, 2), (0, 0, 2, 0, 0, 2), id="a volume"),
        pytest.param((9, 9), (3, 3), (2, 2), (6, 0, 0, 7), id="more padding than a window reaches"),
    ],
)
def test_no_dilation_is_left(
    image: tuple[int, ...],
    window: tuple[int, ...],
    dilations: tuple[int, ...],
    pads: tuple[int, ...],
) -> None:
    proto = dilated(image, window, dilations, pads)
    checked_graph(proto)
    assert dilations_of(proto) <= {1}


@pytest.mark.parametrize(
    "proto",
    [
        pytest.param(dilated((9, 9), (3, 3), (2, 2), (2,) * 4, 64), id="few channels"),
        pytest.param(dilated((9, 9), (2, 2), (2, 2), (2,) * 4), id="two taps"),
        pytest.param(dilated((9,), (3,), (5,), (5, 5)), id="lines of two pixels"),
        pytest.param(dilated((9, 9), (3, 3), (5, 1), (5, 1) * 2), id="two lines"),
    ],
)
def test_others_keep_their_dilation(proto: onnx.ModelProto) -> None:
    checked_graph(proto)
    assert max(dilations_of(proto)) > 1


def test_those_with_a_stride_keep_their_dilation() -> None:
    text = """(float[1,128,9,9] x) => (float[1,128,5,5] y) {
        y = Conv<dilations = [2, 2], pads = [2, 2, 2, 2], strides = [2, 2]>(x, w) }"""
    proto = model(text, w=weights(128, 128, 3, 3, scale=0.05))
    checked_graph(proto)
    assert dilations_of(proto) == {2}


def test_what_needs_no_zeros_is_not_copied_to_get_some() -> None:
    assert "Pad" not in node_types(dilated((12, 12), (3, 3), (2, 2), (2,) * 4))
    assert "Pad" in node_types(dilated((13, 12), (3, 3), (2, 2), (2,) * 4))
