import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from aoe.frontends.onnx import load_onnx
from aoe.graph import build
from aoe.operators.evaluate import evaluate
from tests.graph.models import checked_graph, model


@pytest.mark.parametrize("size", [1, 2, 3, 6])
def test_determinants_of_a_batch_agree_with_onnx_runtime(size: int) -> None:
    text = f"(float[2,3,{size},{size}] x) => (float[2,3] y) {{ y = Det(x) }}"
    checked_graph(model(text))


@settings(max_examples=20, deadline=None)
@given(st.lists(st.integers(-2, 2), min_size=9, max_size=9))
def test_integer_matrices_singular_ones_too_have_their_determinant(elements: list[int]) -> None:
    proto = model("(float[3,3] x) => (float y) { y = Det(x) }")
    matrix = np.asarray(elements, np.float32).reshape(3, 3)
    found = evaluate(build(load_onnx(proto), "test"), {"x": matrix})["y"]
    assert found == pytest.approx(np.linalg.det(matrix.astype(np.float64)), abs=1e-5)
