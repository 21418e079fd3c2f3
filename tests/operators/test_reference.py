"""The type in which references of large operators compute."""

from __future__ import annotations

import numpy as np
import pytest

from aoe.frontends.graph_builder import GraphBuilder
from aoe.graph.pipeline import build
from aoe.operators import reference
from aoe.operators.evaluate import evaluate

#: A number that float32 does not have.
FINE = 1.0 + 2.0**-40


def result(op_type: str, dtype: type, shape: tuple[int, ...]) -> np.ndarray:
    """What an operator gives for numbers that float32 does not have, and ones."""
    builder = GraphBuilder("large", ("result",))
    x = builder.input("x", dtype, shape)
    ones: list[np.ndarray] = [np.ones(shape, dtype)] if op_type != "Relu" else []
    made = builder.named(builder.node(op_type, x, *ones), "result")
    graph = build(builder.model([made]), "large")
    return evaluate(graph, {"x": np.full(shape, FINE, dtype)})["result"]


@pytest.mark.parametrize(
    ("op_type", "shape"), [("MatMul", (2, 2)), ("Conv", (1, 1, 2, 2)), ("Relu", (2, 2))]
)
def test_large_operators_of_float64_are_computed_in_float64(
    op_type: str, shape: tuple[int, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reference, "WIDE_ELEMENTS", 1)
    monkeypatch.setattr(reference, "WIDE_LIMIT", 1)
    found = result(op_type, np.float64, shape)
    terms = {"MatMul": 2, "Conv": 4, "Relu": 1}[op_type]
    np.testing.assert_array_equal(found, np.full(found.shape, terms * FINE))


def test_large_products_of_float32_are_computed_in_float32(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(reference, "WIDE_LIMIT", 1)
    builder = GraphBuilder("large", ("result",))
    x = builder.input("x", np.float32, (1, 2))
    product = builder.node("MatMul", x, np.asarray([[1.0], [2.0**-30]], np.float32))
    less = builder.node("Sub", product, np.ones((1, 1), np.float32))
    graph = build(builder.model([builder.named(less, "result")]), "large")
    found = evaluate(graph, {"x": np.ones((1, 2), np.float32)})["result"]
    np.testing.assert_array_equal(found, [[0.0]])
