"""Reshapes around products, right and wrong ones, beside ONNX Runtime."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tests.graph.models import checked_graph, inputs_of, model, operator_types, weights
from tests.graph.unoptimized import assert_as_unoptimized

#: The shapes of both operands, those in which they are multiplied, and that of the result; None
#: where the right operand is not reshaped.
CASES = [
    ((2, 3, 4), (6, 4), (4, 5), None, (2, 3, 5)),
    ((4,), (1, 4), (4, 5), None, (5,)),
    ((2, 3, 4), (6, 4), (1, 4, 5), (4, 5), (2, 3, 5)),
    ((2, 3, 2, 4), (6, 2, 4), (2, 3, 4, 5), (6, 4, 5), (2, 3, 2, 5)),
    ((6, 2, 4), (2, 3, 2, 4), (6, 4, 5), (2, 3, 4, 5), (6, 2, 5)),
    ((2, 3, 4), (6, 4), (4, 5), None, (3, 2, 5)),
    ((4, 6), (6, 4), (4, 6), None, (6, 6)),
    ((4, 4), (2, 2, 4), (2, 4, 2), None, (4, 2)),
    ((3, 2, 4), (2, 3, 4), (2, 3, 4), (2, 4, 3), (2, 3, 3)),
    ((4, 4), (2, 8), (4, 4), (8, 2), (2, 2)),
    ((4, 4), (4, 4), (2, 8), (4, 4), (4, 4)),
    ((6, 1), (2, 3), (3, 4), None, (2, 4)),
]


@pytest.mark.parametrize("case", CASES)
def test_products_are_right_without_their_reshapes(case: tuple[Any, ...]) -> None:
    a, left, b, right, result = case
    shape = [",".join(map(str, item)) for item in (a, b, result)]
    reshaped = "r = Reshape(q, right)" if right else "r = Identity(q)"
    text = f"""(float[{shape[0]}] a, float[{shape[1]}] b) => (float[{shape[2]}] y) {{
        p = Neg(a) q = Neg(b) l = Reshape(p, left) {reshaped} m = MatMul(l, r)
        y = Reshape(m, shape) }}"""
    proto = model(
        text, 18, left=np.asarray(left), right=np.asarray(right or b), shape=np.asarray(result)
    )
    assert_as_unoptimized(proto, inputs_of(proto), 1e-5)


#: The shapes of both operands and of what is added, and that of the result.
SPLIT_ROWS = [
    ((6, 4), (4, 5), (5,), (2, 3, 5)),
    ((6, 4), (4, 5), (1, 5), (1, 6, 5)),
    ((5, 4), (4, 5), (5, 1), (1, 5, 5)),
    ((6, 4), (4, 1), (1,), (2, 3, 1)),
    ((6, 4), (4, 6), (6,), (2, 3, 2, 3)),
    ((6, 4), (4, 5), (), (2, 3, 5)),
]


@pytest.mark.parametrize("case", SPLIT_ROWS)
@pytest.mark.parametrize("kind", ["Gemm", "MatMul"])
def test_rows_are_split_before_a_product(kind: str, case: tuple[Any, ...]) -> None:
    a, b, c, result = case
    shape = [",".join(map(str, item)) for item in (a, b, result)]
    product = "m = Gemm(t, b, c)" if kind == "Gemm" else "p = MatMul(t, b) m = Add(c, p)"
    text = f"""(float[{shape[0]}] a, float[{shape[1]}] b, float[{shape[2]}] r) =>
        (float[{shape[2]}] y) {{ t = Tanh(a) {product} s = Reshape(m, shape) y = Add(s, r) }}"""
    proto = model(text, 18, c=weights(*c), shape=np.asarray(result))
    assert_as_unoptimized(proto, inputs_of(proto), 1e-5)


def test_a_residual_is_added_in_a_product_whose_rows_were_joined() -> None:
    text = """(float[2,3,4] x, float[2,3,4] r) => (float[2,3,4] y) {
        t = Tanh(x) l = Reshape(t, rows) m = Gemm(l, w, c) s = Reshape(m, shape) y = Add(s, r) }"""
    arrays = {"w": weights(4, 4), "c": weights(4)}
    proto = model(text, 18, rows=np.asarray((6, 4)), shape=np.asarray((2, 3, 4)), **arrays)
    assert sorted(operator_types(checked_graph(proto))) == ["MatMul", "Pointwise"]
