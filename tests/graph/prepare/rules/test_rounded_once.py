"""Operators of 16 bits that become several others, against float64 rounded once."""

from __future__ import annotations

import numpy as np
import onnx
import pytest
from onnx.reference import ReferenceEvaluator

import aoe
from aoe.element_types import numpy_type
from tests.graph.models import model, weights

CASES: dict[str, tuple[str, np.ndarray, dict[str, np.ndarray]]] = {
    "AffineGrid": (
        "(T[2,2,3] x) => (T[2,7,5,2] y) { y = AffineGrid (x, size) }",
        weights(2, 2, 3),
        {"size": np.asarray([2, 1, 7, 5])},
    ),
    "Det": ("(T[3,6,6] x) => (T[3] y) { y = Det (x) }", weights(3, 6, 6), {}),
    "LpNormalization": (
        "(T[3,40] x) => (T[3,40] y) { y = LpNormalization <axis = -1, p = 2> (x) }",
        weights(3, 40),
        {},
    ),
    "Resize": (
        """(T[1,2,4,4] x) => (T[1,2,7,6] y) { y = Resize <mode = "linear"> (x, , , size) }""",
        weights(1, 2, 4, 4),
        {"size": np.asarray([1, 2, 7, 6])},
    ),
}


@pytest.mark.parametrize("dtype", ["float16", "bfloat16"])
@pytest.mark.parametrize("name", CASES)
def test_what_becomes_several_operators_is_rounded_once(name: str, dtype: str) -> None:
    text, given, constants = CASES[name]
    x = given.astype(numpy_type(dtype))
    narrow = model(text.replace("T[", f"{dtype}["), 20, **constants)
    wide = model(text.replace("T[", "double["), 20, **constants)
    (found,) = aoe.compile(narrow, threads=1).run(None, {"x": x})
    (expected,) = ReferenceEvaluator(wide).run(None, {"x": x.astype(np.float64)})
    true = np.asarray(expected, np.float64)
    bound = 2.0 ** (-11 if dtype == "float16" else -8)
    assert found.dtype == x.dtype
    np.testing.assert_allclose(found.astype(np.float64), true, rtol=bound, atol=1e-5)


@pytest.mark.parametrize("dtype", ["float16", "bfloat16"])
def test_means_and_variances_are_not_rounded(dtype: str) -> None:
    """ONNX's reference implementation lacks float64."""
    text = "(T[2,3,4,5] x) => (T[2,3,4,5] y) { y = MeanVarianceNormalization (x) }"
    x = (weights(2, 3, 4, 5) + 20).astype(numpy_type(dtype))
    (found,) = aoe.compile(model(text.replace("T[", f"{dtype}[")), threads=1).run(None, {"x": x})
    wide, axes = x.astype(np.float64), (0, 2, 3)
    true = (wide - wide.mean(axes, keepdims=True)) / wide.std(axes, keepdims=True)
    bound = 2.0 ** (-11 if dtype == "float16" else -8)
    np.testing.assert_allclose(found.astype(np.float64), true, rtol=bound, atol=1e-5)


@pytest.mark.parametrize("dtype", ["float16", "bfloat16"])
@pytest.mark.parametrize("name", ["BlackmanWindow", "HammingWindow", "HannWindow"])
def test_windows_are_rounded_once(name: str, dtype: str) -> None:
    code = {"float16": 10, "bfloat16": 16, "double": 11}
    text = f"(T[17] x) => (T[17] y) {{ w = {name} <output_datatype = N> (size) y = Mul (x, w) }}"

    def of(kind: str) -> onnx.ModelProto:
        of_kind = text.replace("T[", f"{kind}[").replace("N>", f"{code[kind]}>")
        return model(of_kind, 20, size=np.asarray(17))

    x = np.ones(17)
    (found,) = aoe.compile(of(dtype), threads=1).run(None, {"x": x.astype(numpy_type(dtype))})
    (true,) = ReferenceEvaluator(of("double")).run(None, {"x": x})
    bound = 2.0 ** (-11 if dtype == "float16" else -8)
    np.testing.assert_allclose(found.astype(np.float64), np.asarray(true), rtol=bound, atol=1e-5)
