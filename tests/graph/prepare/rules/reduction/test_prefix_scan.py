"""Long prefix sums are computed in blocks, as accurate as NumPy's in a wider type."""

from __future__ import annotations

import numpy as np
import onnx
import pytest
from onnx import TensorProto

import aoe
from tests.graph.models import model, node_types


def total(x: np.ndarray, axis: int, exclusive: int, reverse: int) -> np.ndarray:
    """Running totals in float64."""
    wide = x.astype(np.float64)
    wide = np.flip(wide, axis) if reverse else wide
    found = np.cumsum(wide, axis)
    if exclusive:
        found = np.roll(found, 1, axis)
        np.moveaxis(found, axis, 0)[0] = 0.0
    return np.flip(found, axis) if reverse else found


def cumsum(
    dtype: str, shape: tuple[int, ...], axis: int, exclusive: int = 0, reverse: int = 0
) -> onnx.ModelProto:
    """A model of one CumSum."""
    dimensions = ",".join(map(str, shape))
    node = f"CumSum <exclusive = {exclusive}, reverse = {reverse}> (x, axis)"
    text = f"({dtype}[{dimensions}] x) => ({dtype}[{dimensions}] y) {{ y = {node} }}"
    return model(text, axis=np.asarray(axis))


@pytest.mark.parametrize("reverse", [0, 1])
@pytest.mark.parametrize("exclusive", [0, 1])
@pytest.mark.parametrize(
    ("shape", "axis"), [((1025,), 0), ((2, 3000, 3), 1), ((2, 1, 4096), -1), ((70_000,), 0)]
)
def test_a_long_prefix_sum_is_right_to_its_last_digits(
    shape: tuple[int, ...], axis: int, exclusive: int, reverse: int
) -> None:
    x = np.random.default_rng(0).uniform(0.5, 1.5, shape).astype(np.float32)
    proto = cumsum("float", shape, axis, exclusive, reverse)
    (found,) = aoe.compile(proto, threads=2).run(None, {"x": x})
    np.testing.assert_allclose(found, total(x, axis, exclusive, reverse), rtol=64 * 2.0**-24)


def test_the_error_of_a_prefix_sum_does_not_grow_with_its_length() -> None:
    # The worst case: one by one, every rounding goes the same way, and 10⁷ terms lose 5e-2.
    x = np.full(10_000_000, 0.1, np.float32)
    (found,) = aoe.compile(cumsum("float", x.shape, 0), threads=2).run(None, {"x": x})
    assert np.abs(found / total(x, 0, 0, 0) - 1).max() <= 512 * 2.0**-24


def test_infinities_and_nan_reach_all_later_totals_and_no_earlier_one() -> None:
    x = np.ones(5000, np.float32)
    x[[1300, 2700]] = np.inf, -np.inf
    (found,) = aoe.compile(cumsum("float", x.shape, 0), threads=2).run(None, {"x": x})
    with np.errstate(invalid="ignore"):
        np.testing.assert_array_equal(found, np.cumsum(x))


def test_a_prefix_sum_in_half_precision_is_rounded_once() -> None:
    x = np.random.default_rng(1).uniform(0.5, 1.5, (3, 900)).astype(np.float16)
    proto = cumsum("float16", x.shape, 1)
    assert proto.graph.input[0].type.tensor_type.elem_type == TensorProto.FLOAT16
    (found,) = aoe.compile(proto, threads=2).run(None, {"x": x})
    assert found.dtype == np.float16
    np.testing.assert_allclose(found, total(x, 1, 0, 0), rtol=2.0**-11 + 2.0**-20)


def test_integers_are_totalled_in_one_pass() -> None:
    assert node_types(cumsum("int32", (5000,), 0)) == ["CumSum"]
