"""Transposed convolutions of stride 1 become convolutions with the same results."""

from __future__ import annotations

import pytest

from tests.graph.models import checked_graph, model, node_types, operator_types, weights

SIMPLE = {
    "plain": "group = 1",
    "padded": "pads = [1, 0, 1, 1]",
    "dilated": "dilations = [2, 1], pads = [1, 1, 0, 2]",
    "grouped": "group = 2",
}


@pytest.mark.parametrize("attributes", SIMPLE.values(), ids=SIMPLE.keys())
def test_a_transposed_convolution_of_stride_1_is_a_convolution(attributes: str) -> None:
    text = "(float[2,4,6,7] x) => (float[2,C,H,W] y) { y = ConvTranspose <ATTRIBUTES> (x, w, b) }"
    filters = 6 if "group = 2" in attributes else 3
    proto = model(text.replace("ATTRIBUTES", attributes), w=weights(4, 3, 3, 3), b=weights(filters))
    assert operator_types(checked_graph(proto))[0] == "Conv"


@pytest.mark.parametrize("attributes", ["strides = [2, 1]", "pads = [3, 3, 3, 3]"])
def test_others_are_left_as_they_are(attributes: str) -> None:
    text = "(float[1,4,6,7] x) => (float[1,8,H,W] y) { y = ConvTranspose <ATTRIBUTES> (x, w) }"
    proto = model(text.replace("ATTRIBUTES", attributes), w=weights(4, 8, 3, 3))
    assert node_types(proto) == ["ConvTranspose"]
    checked_graph(proto)


def test_weights_computed_at_run_time_stay_transposed() -> None:
    text = "(float[1,2,5] x, float[2,3,3] w) => (float[1,3,7] y) { y = ConvTranspose(x, w) }"
    assert node_types(model(text)) == ["ConvTranspose"]
    checked_graph(model(text))
