"""Eliminations as graphs of ONNX, compiled, against NumPy."""

from __future__ import annotations

import numpy as np
import pytest

import aoe
from aoe.frontends.graph_builder import GraphBuilder
from aoe.frontends.shared_operators.linear_systems import pivots

_TALL = np.random.default_rng(3).integers(-3, 4, (65, 63)).astype(np.float64)


@pytest.mark.parametrize(
    "matrix",
    [np.zeros((3, 3)), np.ones((65, 65)), np.pad(_TALL, ((0, 0), (0, 2))), np.diag([2.0, 0, 3, 0])],
)
def test_the_pivots_of_a_singular_matrix_have_a_product_of_zero(matrix: np.ndarray) -> None:
    builder = GraphBuilder("g")
    found, sign = pivots(builder, builder.input("x", np.float64, (1, *matrix.shape)))
    with aoe.compile(builder.model([found, sign])) as session:
        values, signs = session.run(None, {"x": matrix[None]})
    assert np.prod(values) == 0
    assert abs(signs[0]) == 1
