from typing import Any

import numpy as np
import pytest
from onnx.reference import ReferenceEvaluator

from aoe.frontends.onnx import load_onnx
from aoe.graph import build
from aoe.operators.evaluate import evaluate
from tests.graph.models import inputs_of, model, operator_types


@pytest.mark.parametrize("aligned", [0, 1])
@pytest.mark.parametrize(
    ("theta", "size", "shape"),
    [
        ("1,2,3", [1, 2, 4, 5], "1,4,5,2"),
        ("3,2,3", [3, 1, 1, 5], "3,1,5,2"),
        ("2,3,4", [2, 1, 2, 3, 4], "2,2,3,4,3"),
    ],
)
def test_a_grid_is_one_matmul(theta: str, size: list[int], shape: str, aligned: int) -> None:
    text = f"""(float[{theta}] t) => (float[{shape}] y) {{
        y = AffineGrid <align_corners = {aligned}> (t, s) }}"""
    proto = model(text, 20, s=np.asarray(size))
    feed = inputs_of(proto)
    graph = build(load_onnx(proto), "test")
    assert "MatMul" in operator_types(graph)
    results: Any = ReferenceEvaluator(proto).run(None, feed)
    np.testing.assert_allclose(evaluate(graph, feed)["y"], results[0], atol=1e-6)
