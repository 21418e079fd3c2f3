"""A value is called never negative only where that follows from how it is computed."""

from __future__ import annotations

import numpy as np
import pytest

from aoe.frontends.onnx import load_onnx
from aoe.graph.prepare.signs import never_negative
from tests.graph.models import model, node_types


def sign_of(text: str, **constants: np.ndarray) -> bool:
    """What is known of the last value of a body in x (2, 3)."""
    proto = model(f"(float[2,3] x) => (float[2,3] y) {{ {text} }}", 13, **constants)
    return never_negative(load_onnx(proto).graph.outputs[0])


@pytest.mark.parametrize(
    "text",
    [
        "y = Abs(x)",
        "y = Mul(x, x)",
        "s = Mul(x, x) m = ReduceMean<axes = [1]>(s) y = Add(m, e)",
        "s = Exp(x) y = Div(s, e)",
        "y = Pow(x, two)",
        "a = Abs(x) y = Pow(a, x)",
    ],
)
def test_squares_and_their_sums_are_never_negative(text: str) -> None:
    assert sign_of(text, e=np.asarray(1e-5, np.float32), two=np.asarray(2, np.float32))


@pytest.mark.parametrize(
    "text",
    [
        "y = Neg(x)",
        "y = Add(x, e)",
        "s = Mul(x, x) y = Sub(s, e)",
        "y = Mul(x, e)",
        "y = Relu(x)",
        "s = Mul(x, x) y = Add(s, zero)",
        "y = Pow(x, e)",
    ],
)
def test_other_values_may_be_negative_or_a_negative_zero(text: str) -> None:
    assert not sign_of(text, e=np.asarray(1e-5, np.float32), zero=np.asarray(-0.0, np.float32))


@pytest.mark.parametrize("exponent", [0.5, -0.5])
def test_only_a_root_of_what_is_never_negative_becomes_a_square_root(exponent: float) -> None:
    body = "(float[2,3] x) => (float[2,3] y) { s = %s y = Pow(s, e) }"
    known, unknown = (
        node_types(model(body % base, 13, e=np.asarray(exponent, np.float32)))
        for base in ("Abs(x)", "Sin(x)")
    )
    assert "Sqrt" in known
    assert "Pow" in unknown
