"""The matrices of minimal filtering: exact in exact arithmetic, and near it in float32."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from aoe.backends.cpu.lowering.winograd.transforms import TRANSFORMS, Transform, with_points


def filtered(transform: Transform, image: np.ndarray, window: np.ndarray) -> np.ndarray:
    """The results (tiles, filters, m, m) of images (tiles, channels, …) and windows."""
    back, of_window, to = (
        np.asarray(matrix, image.dtype)
        for matrix in (transform.input, transform.weights, transform.output)
    )
    of_window = of_window * np.asarray(transform.scales, image.dtype)[:, None]
    products = np.einsum(
        "tcij,kcij->tkij", back @ image @ back.T, of_window @ window @ of_window.T, optimize=True
    )
    return np.asarray(to @ products @ to.T)


def direct(transform: Transform, image: np.ndarray, window: np.ndarray) -> np.ndarray:
    m, shape = transform.outputs, (len(image), len(window))
    found = np.zeros((*shape, m, m))
    for i, j in np.ndindex(3, 3):
        part = image[:, :, i : i + m, j : j + m]
        found += np.einsum("tcyx,kc->tkyx", part, window[:, :, i, j], optimize=True)
    return found


def operands(transform: Transform) -> tuple[np.ndarray, np.ndarray]:
    rng, size = np.random.default_rng(0), transform.size
    image = np.maximum(rng.normal(size=(8, 64, size, size)), 0)
    return image, rng.normal(size=(8, 64, 3, 3))


@pytest.mark.parametrize("name", ["f2x2", "f3x3", "f4x4"])
def test_results_are_those_of_the_definition(name: str) -> None:
    image, window = operands(TRANSFORMS[name])
    expected = direct(TRANSFORMS[name], image, window)
    np.testing.assert_allclose(filtered(TRANSFORMS[name], image, window), expected, atol=1e-11)


def error(transform: Transform) -> float:
    """The root mean square of the rounding error in float32, relative to that of the results."""
    image, window = (array.astype(np.float32) for array in operands(transform))
    expected = direct(transform, image.astype(np.float64), window.astype(np.float64))
    wrong = filtered(transform, image, window) - expected
    return float(np.sqrt((wrong**2).mean() / (expected**2).mean()))


@pytest.mark.parametrize(("name", "others"), [("f3x3", (0, 1, -1, 2)), ("f4x4", (0, 1, -1, 2, -2))])
def test_the_points_halve_the_rounding_error_of_the_usual_ones(
    name: str, others: tuple[int, ...]
) -> None:
    usual = with_points(TRANSFORMS[name].outputs, [*map(Fraction, others), None])
    assert error(TRANSFORMS[name]) < 0.6 * error(usual)


@pytest.mark.parametrize("name", ["f2x2", "f3x3", "f4x4"])
def test_numbers_of_inputs_weights_and_outputs_are_exact_in_float32(name: str) -> None:
    found = TRANSFORMS[name]
    for matrix in (found.input, found.weights, found.output):
        assert np.array_equal(np.array(matrix, np.float32), np.array(matrix))
