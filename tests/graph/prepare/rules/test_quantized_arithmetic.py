"""Quantised operators at the ends of their ranges: saturation, zero points, ties, mixed signs."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import aoe
from tests.graph.models import by_onnxruntime, model

TYPES = {"int8": np.int8, "uint8": np.uint8, "int16": np.int16, "uint16": np.uint16}


def found(
    text: str, feed: dict[str, np.ndarray], opset: int = 21, **constants: object
) -> np.ndarray:
    proto = model(text, opset, **{name: np.asarray(item) for name, item in constants.items()})
    with aoe.compile(proto, threads=1) as session:
        return np.asarray(session.run(None, feed)[0])


def every(dtype: str, *shape: int, seed: int = 0) -> np.ndarray:
    """Numbers of a type, its ends among them."""
    limits = np.iinfo(dtype)
    values = np.random.default_rng(seed).integers(limits.min, limits.max, shape, dtype, True)
    values.reshape(-1)[:2] = limits.min, limits.max
    return values


@pytest.mark.parametrize("dtype", TYPES)
@pytest.mark.parametrize("scale", [1.0, 0.5])
def test_quantizing_rounds_halves_to_even_and_saturates(dtype: str, scale: float) -> None:
    limits = np.iinfo(dtype)
    zero = int(limits.max) // 3
    halves = np.arange(-40, 41) * 0.5
    ends = [v + e for v in (limits.min - zero, limits.max - zero) for e in (-1, -0.5, 0, 0.5, 1)]
    steps = np.concatenate([halves, ends, [1e9, -1e9, np.inf, -np.inf, -0.0]])
    text = f"(float[{steps.size}] x) => ({dtype}[{steps.size}] y) {{ y = QuantizeLinear(x, s, z) }}"
    y = found(
        text, {"x": (steps * scale).astype(np.float32)}, s=np.float32(scale), z=TYPES[dtype](zero)
    )
    expected = np.clip(np.rint(steps) + zero, limits.min, limits.max).astype(dtype)
    np.testing.assert_array_equal(y, expected)


@pytest.mark.parametrize("dtype", TYPES)
@pytest.mark.parametrize("axis", [0, 1, -1])
def test_an_axis_has_scales_and_zero_points_of_its_own(dtype: str, axis: int) -> None:
    x, extent = every(dtype, 3, 4, 5), (3, 4, 5)[axis]
    scale = np.linspace(0.25, 2, extent, dtype=np.float32)
    zero = every(dtype, extent, seed=1)
    around = [1, 1, 1]
    around[axis] = extent
    sizes = "[3,4,5]"
    there = f"""({dtype}{sizes} x) => (float{sizes} y) {{
        y = DequantizeLinear <axis = {axis}> (x, s, z) }}"""
    y = found(there, {"x": x}, s=scale, z=zero)
    wide = (x.astype(np.float64) - zero.astype(np.float64).reshape(around)) * scale.reshape(around)
    np.testing.assert_array_equal(y, wide.astype(np.float32))
    back = f"""(float{sizes} x) => ({dtype}{sizes} y) {{
        y = QuantizeLinear <axis = {axis}> (x, s, z) }}"""
    np.testing.assert_array_equal(found(back, {"x": y}, s=scale, z=zero), x)


@pytest.mark.parametrize("left", ["int8", "uint8"])
@pytest.mark.parametrize("right", ["int8", "uint8"])
@pytest.mark.parametrize("depth", [1, 37, 70_000])
def test_an_integer_matmul_is_exact_with_the_worst_factors(
    left: str, right: str, depth: int
) -> None:
    a, b = every(left, 3, depth), every(right, depth, 5, seed=1)
    a[0], b[:, 0] = np.iinfo(left).min, np.iinfo(right).min
    a[1], b[:, 1] = np.iinfo(left).max, np.iinfo(right).max
    p, q = np.asarray(7, left), np.asarray(101, right)
    text = f"""({left}[3,{depth}] a, {right}[{depth},5] b) => (int32[3,5] y) {{
        y = MatMulInteger(a, b, p, q) }}"""
    y = found(text, {"a": a, "b": b}, p=p, q=q)
    wide = (a.astype(np.int64) - 7) @ (b.astype(np.int64) - 101)
    np.testing.assert_array_equal(y, wide.astype(np.int32))


@pytest.mark.parametrize(
    ("left", "right"), [("uint8", "uint8"), ("uint8", "int8"), ("int8", "int8")]
)
def test_a_quantised_matmul_saturates_as_onnxruntime_does(left: str, right: str) -> None:
    a, b = every(left, 6, 33), every(right, 33, 7, seed=1)
    p, q = (128 if dtype == "uint8" else 3 for dtype in (left, right))
    text = f"""({left}[6,33] a, {right}[33,7] b) => ({left}[6,7] y) {{
        y = QLinearMatMul(a, s, p, b, t, q, u, r) }}"""
    constants: dict[str, Any] = {
        "s": np.float32(0.04), "t": np.float32(0.05), "u": np.float32(0.6),
        "p": np.asarray(p, left), "q": np.asarray(q, right), "r": np.asarray(9, left),
    }  # fmt: skip
    feed = {"a": a, "b": b}
    expected = by_onnxruntime(model(text, 21, **constants), feed)["y"]
    y = found(text, feed, **constants)
    limits = np.iinfo(left)
    assert (y == limits.min).any()
    assert (y == limits.max).any()
    assert np.abs(y.astype(int) - expected.astype(int)).max() <= 1
    exact = (a.astype(float) - p) @ (b.astype(float) - q) * (0.04 * 0.05 / 0.6) + 9
    assert np.abs(y - np.clip(exact, limits.min, limits.max)).max() <= 0.5 + 1e-3


def test_rows_of_a_quantised_matmul_may_have_zero_points_of_their_own() -> None:
    a, b = every("uint8", 3, 9), every("int8", 9, 4, seed=1)
    p, q = np.asarray([0, 128, 255], np.uint8), np.asarray([-128, 0, 5, 127], np.int8)
    text = "(uint8[3,9] a, int8[9,4] b) => (int32[3,4] y) { y = MatMulInteger(a, b, p, q) }"
    wide = (a.astype(int) - p.astype(int)[:, None]) @ (b.astype(int) - q.astype(int))
    np.testing.assert_array_equal(found(text, {"a": a, "b": b}, p=p, q=q), wide)


@pytest.mark.parametrize("pixels", ["int8", "uint8"])
@pytest.mark.parametrize("weights", ["int8", "uint8"])
def test_an_integer_convolution_pads_with_the_zero_point(pixels: str, weights: str) -> None:
    x, w = every(pixels, 1, 3, 5, 5), every(weights, 4, 3, 3, 3, seed=1)
    text = f"""({pixels}[1,3,5,5] x) => (int32[1,4,5,5] y) {{
        y = ConvInteger <pads = [1, 1, 1, 1]> (x, w, p, q) }}"""
    y = found(text, {"x": x}, w=w, p=np.asarray(77, pixels), q=np.asarray(11, weights))
    wide = np.pad(x[0].astype(int) - 77, ((0, 0), (1, 1), (1, 1)))
    seen = np.lib.stride_tricks.sliding_window_view(wide, (3, 3), (1, 2))
    expected = np.einsum("chwij,ocij->ohw", seen, w.astype(int) - 11)
    np.testing.assert_array_equal(y[0], expected)


@pytest.mark.parametrize(
    "x", [[0.0, 0.0], [-3.0, -1.0], [2.0, 5.0], [-1.0, 254.0], [-127.5, 127.5]]
)
def test_the_range_quantised_to_holds_zero(x: list[float]) -> None:
    given = np.asarray([*x, sum(x) / 2], np.float32)
    text = """(float[3] x) => (uint8[3] y, float s, uint8 z) {
        y, s, z = DynamicQuantizeLinear(x) }"""
    proto = model(text, 21)
    expected = by_onnxruntime(proto, {"x": given})
    computed = aoe.compile(proto, threads=1).run(["y", "s", "z"], {"x": given})
    if given.any():
        for name, array in zip(("y", "s", "z"), computed, strict=True):
            np.testing.assert_allclose(array, expected[name], rtol=2.0**-22)
    else:
        np.testing.assert_array_equal(computed[0], computed[2])


def test_whole_numbers_are_quantized_by_whole_scales() -> None:
    """ONNX Runtime lacks them."""
    text = "(int32[60] x) => (uint8[60] y) { y = QuantizeLinear (x, s, z) }"
    x = np.arange(-30, 30, dtype=np.int32)
    result = found(text, {"x": x}, s=np.int32(4), z=np.uint8(3))
    np.testing.assert_array_equal(result, np.clip(np.rint(x / 4) + 3, 0, 255))
