"""Matmuls of all shapes and element types give the results of ONNX Runtime."""

from __future__ import annotations

import pytest

from tests.graph.models import checked_graph, model, operator_types

SHAPES = {
    "vector and vector": ("5", "5", ""),
    "vector and matrix": ("5", "5,3", "3"),
    "matrix and vector": ("2,5", "5", "2"),
    "batch and vector": ("4,2,5", "5", "4,2"),
    "vector and batch": ("5", "4,5,3", "4,3"),
    "both broadcast": ("2,1,3,4", "5,4,6", "2,5,3,6"),
    "outer product": ("7,1", "1,9", "7,9"),
    "batch of either": ("1,4,3,4", "2,1,4,6", "2,4,3,6"),
}


@pytest.mark.parametrize("element", ["float", "double", "int32", "int64"])
@pytest.mark.parametrize("shapes", SHAPES.values(), ids=SHAPES.keys())
def test_vectors_and_batches_multiply_under_broadcasting(
    shapes: tuple[str, str, str], element: str
) -> None:
    a, b, y = (f"{element}[{shape}]" for shape in shapes)
    checked_graph(model(f"({a} a, {b} b) => ({y} y) {{ y = MatMul(a, b) }}"))


@pytest.mark.parametrize(
    ("a", "b", "y"), [("3,0", "0,4", "3,4"), ("2,3,0", "0,4", "2,3,4"), ("0", "0,4", "4")]
)
def test_a_matmul_over_no_elements_is_zero(a: str, b: str, y: str) -> None:
    graph = checked_graph(
        model(f"(float[{a}] a, float[{b}] b) => (float[{y}] y) {{ y = MatMul(a, b) }}")
    )
    assert operator_types(graph) == ["Pointwise"]


def test_what_is_added_to_a_matmul_over_no_elements_stays() -> None:
    checked_graph(
        model("(float[3,0] a, float[0,4] b, float[4] c) => (float[3,4] y) { y = Gemm(a, b, c) }")
    )
