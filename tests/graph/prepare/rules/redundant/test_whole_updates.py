"""ScatterND of all rows, with every reduction and order, beside ONNX Runtime."""

from __future__ import annotations

import numpy as np
import pytest

from tests.graph.models import inputs_of, model
from tests.graph.unoptimized import assert_as_unoptimized

PLACES = {
    "in order": [[0], [1], [2]],
    "negative": [[-3], [-2], [-1]],
    "swapped": [[1], [0], [2]],
    "repeated": [[0], [0], [2]],
}


@pytest.mark.parametrize("reduction", ["none", "add", "mul", "max", "min"])
@pytest.mark.parametrize("places", PLACES)
def test_updates_replace_what_they_overwrite_whole(places: str, reduction: str) -> None:
    text = f"""(float[3,4] x, float[3,4] v) => (float[3,4] y) {{
        a = Neg(v) y = ScatterND <reduction = "{reduction}"> (x, places, a) }}"""
    if places == "repeated" and reduction == "none":
        pytest.skip("the order of updates of one place is not defined")
    proto = model(text, 18, places=np.asarray(PLACES[places]))
    left = assert_as_unoptimized(proto, inputs_of(proto), 1e-6)
    whole = reduction == "none" and places in ("in order", "negative")
    assert (left == ["Neg"]) == whole


def test_updates_of_some_rows_leave_the_others() -> None:
    text = "(float[3,4] x, float[2,4] v) => (float[3,4] y) { y = ScatterND(x, places, v) }"
    proto = model(text, 18, places=np.asarray([[0], [1]]))
    assert_as_unoptimized(proto, inputs_of(proto))


def test_places_that_are_computed_from_the_shape_are_known() -> None:
    text = """(float[3,4] x, float[3,4] v) => (float[3,4] y) {
        shape = Shape(x) size = Gather(shape, zero) rows = Range(zero, size, one)
        places = Unsqueeze(rows, last) a = Neg(v) y = ScatterND(x, places, a) }"""
    zero, one, last = np.asarray(0), np.asarray(1), np.asarray([-1])
    proto = model(text, 18, zero=zero, one=one, last=last)
    assert assert_as_unoptimized(proto, inputs_of(proto)) == ["Neg"]
