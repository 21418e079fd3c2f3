"""Reshapes around products, right and wrong ones, beside ONNX Runtime."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tests.graph.models import inputs_of, model
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
