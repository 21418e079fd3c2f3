"""Triangular solves: what they solve, and what is refused."""

from __future__ import annotations

import numpy as np
import pytest

from aoe.errors import UnsupportedModelError
from aoe.operators.operator import Operand
from aoe.operators.reference import reference
from aoe.operators.types.matmul.triangular_solve import OPERATOR, triangular_solve
from tests.operators.source_node import TypedNode


@pytest.mark.parametrize("unit", [False, True])
def test_the_reference_solves_the_lower_triangle(unit: bool) -> None:
    rng = np.random.default_rng(0)
    a, b = rng.normal(size=(2, 5, 5)) + 3 * np.eye(5), rng.normal(size=(2, 5, 3))
    matrix, given = (Operand.row_major("float64", item.shape) for item in (a, b))
    found = reference(triangular_solve(matrix, given, unit), [a, b])
    lower = np.tril(a, -1) + np.eye(5) if unit else np.tril(a)
    np.testing.assert_allclose(lower @ found, b)


@pytest.mark.parametrize(
    ("types", "shapes", "why"),
    [
        (("float16", "float16"), ((4, 4), (4, 2)), "element types float16"),
        (("float32", "float64"), ((4, 4), (4, 2)), "element types float32 and float64"),
        (("float32", "float32"), ((4, 3), (4, 2)), "no triangular system"),
        (("float32", "float32"), ((2, 4, 4), (4, 2)), "no triangular system"),
        (("float32", "float32"), ((4,), (4,)), "no triangular system"),
    ],
)
def test_what_is_no_system_is_refused(
    types: tuple[str, ...], shapes: tuple[tuple[int, ...], ...], why: str
) -> None:
    inputs = [Operand.row_major(*item) for item in zip(types, shapes, strict=True)]
    node = TypedNode("TriangularSolve", inputs, inputs[1])
    with pytest.raises(UnsupportedModelError, match=why):
        OPERATOR.import_node(node)
