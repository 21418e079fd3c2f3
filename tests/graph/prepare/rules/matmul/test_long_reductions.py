"""Matmuls and convolutions of very many terms, against float64: they are summed in blocks."""

from __future__ import annotations

import numpy as np
import pytest

import aoe
from tests.graph.models import model, node_types

#: Relative errors of sums in float32 of positive numbers, however many.
ALLOWED = 32 * 2.0**-24


def positive(*shape: int, seed: int = 0) -> np.ndarray:
    """Numbers that added up one by one in float32 lose digits."""
    return np.random.default_rng(seed).random(shape).astype(np.float32) + 0.1


def found(text: str, feed: dict[str, np.ndarray], **constants: np.ndarray) -> np.ndarray:
    with aoe.compile(model(text, 18, **constants), threads=2) as session:
        return np.asarray(session.run(None, feed)[0]).astype(np.float64)


@pytest.mark.parametrize(
    ("left", "right", "result"),
    [
        ((5, 200_003), (200_003, 17), (5, 17)),
        ((200_003,), (200_003, 3), (3,)),
        ((200_003,), (200_003,), ()),
        ((2, 1, 3, 40_000), (4, 40_000, 2), (2, 4, 3, 2)),
    ],
)
def test_the_error_of_a_long_matmul_does_not_grow_with_its_length(
    left: tuple[int, ...], right: tuple[int, ...], result: tuple[int, ...]
) -> None:
    sizes = [",".join(map(str, shape)) for shape in (left, right, result)]
    a, b = positive(*left), positive(*right, seed=1)
    text = f"""(float[{sizes[0]}] a, float[{sizes[1]}] b) => (float[{sizes[2]}] y) {{
        y = MatMul(a, b) }}"""
    true = np.matmul(a.astype(np.float64), b.astype(np.float64))
    np.testing.assert_allclose(found(text, {"a": a, "b": b}), true, rtol=ALLOWED)


def test_ten_million_terms_are_added_up_to_float32s_precision() -> None:
    a = np.where(np.arange(10_000_000) % 3 == 0, 0.3, 0.1).astype(np.float32)
    text = "(float[1,10000000] a, float[10000000,1] b) => (float[1,1] y) { y = MatMul(a, b) }"
    true = np.square(a.astype(np.float64)).sum()
    y = found(text, {"a": a.reshape(1, -1), "b": a.reshape(-1, 1)})
    np.testing.assert_allclose(y, [[true]], rtol=ALLOWED)


@pytest.mark.parametrize("bias", ["", ", b"])
def test_the_error_of_a_convolution_does_not_grow_with_its_channels(bias: str) -> None:
    x, w = positive(1, 30_000, 4, 4), positive(2, 30_000, 3, 3, seed=1)
    constants = {"w": w, "b": np.asarray([7, -9], np.float32)}
    if not bias:
        del constants["b"]
    text = f"(float[1,30000,4,4] x) => (float[1,2,2,2] y) {{ y = Conv(x, w{bias}) }}"
    seen = np.lib.stride_tricks.sliding_window_view(x[0].astype(np.float64), (3, 3), (1, 2))
    true = np.einsum("chwij,ocij->ohw", seen, w.astype(np.float64))
    true = true + constants.get("b", np.zeros(2)).reshape(2, 1, 1)
    np.testing.assert_allclose(found(text, {"x": x}, **constants)[0], true, rtol=ALLOWED)


def test_matmuls_in_half_precision_are_rounded_once() -> None:
    a, b = (positive(2, 50_000, seed=seed).astype(np.float16) / 100 for seed in (0, 1))
    text = "(float16[2,50000] a, float16[50000,2] b) => (float16[2,2] y) { y = MatMul(a, b) }"
    true = a.astype(np.float64) @ b.T.astype(np.float64)
    y = found(text, {"a": a, "b": b.T.copy()})
    np.testing.assert_allclose(y, true, rtol=1.001 * 2.0**-11)


def test_matmuls_as_long_as_those_of_networks_stay_one_operator() -> None:
    text = "(float[1,25088] a) => (float[1,8] y) { y = MatMul(a, w) }"
    assert node_types(model(text, w=positive(25088, 8))) == ["MatMul"]
    text = "(double[1,90000] a, double[90000,1] b) => (double[1,1] y) { y = MatMul(a, b) }"
    assert node_types(model(text)) == ["MatMul"]
