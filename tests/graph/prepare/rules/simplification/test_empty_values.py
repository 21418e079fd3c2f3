"""Operators that read a value without elements."""

from __future__ import annotations

import numpy as np
import pytest

from tests.graph.models import checked_graph, model, weights

CONSTANTS = {
    "pads": np.array([1, 0, 1, 0]),
    "value": np.array(2.5, np.float32),
    "w": weights(3, 4),
    "places": np.zeros((0, 1), np.int64),
    "elements": np.zeros((0, 4), np.int64),
}


@pytest.mark.parametrize(
    "text",
    [
        "(float[0,4] x) => (float[2,4] y) { y = Pad(x, pads) }",
        "(float[0,4] x) => (float[2,4] y) { y = Pad(x, pads, value) }",
        "(float[0,4] x) => (float[3,4] y) { y = ScatterND(w, places, x) }",
        "(float[0,4] x) => (float[3,4] y) { y = ScatterElements(w, elements, x) }",
        "(float[0,4] x) => (int64[2,n] y) { y = NonZero(x) }",
    ],
)
def test_results_are_those_of_onnx_runtime(text: str) -> None:
    used = {name: value for name, value in CONSTANTS.items() if name in text}
    checked_graph(model(text, **used))
