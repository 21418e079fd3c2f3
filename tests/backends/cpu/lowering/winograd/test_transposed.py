"""The matrices of minimal filtering of two taps compute the taps, and stay near them in float32."""

from __future__ import annotations

import numpy as np
import pytest

from aoe.backends.cpu.lowering.winograd.transforms import TWO_TAPS
from aoe.backends.cpu.lowering.winograd.transposed import PhaseFiltering, filtering


def filtered(scheme: PhaseFiltering, window: np.ndarray, line: np.ndarray) -> np.ndarray:
    """The outputs of one tile, by the matrices in the type of the operands."""
    back, weights, to = (
        np.array(matrix, line.dtype) for matrix in (scheme.input, scheme.weights, scheme.output)
    )
    return np.asarray(to @ ((weights @ window) * (back @ line)))


@pytest.mark.parametrize("outputs", TWO_TAPS)
def test_the_matrices_compute_two_taps(outputs: int) -> None:
    scheme, random = filtering(outputs, 2), np.random.default_rng(outputs)
    assert (scheme.outputs, scheme.points) == (outputs, outputs + 1)
    for _ in range(20):
        window, line = random.standard_normal(2), random.standard_normal(outputs + 1)
        right = [window @ line[place : place + 2] for place in range(outputs)]
        assert np.abs(filtered(scheme, window, line) - right).max() < 1e-13


@pytest.mark.parametrize("outputs", TWO_TAPS)
def test_one_tap_is_not_transformed(outputs: int) -> None:
    scheme = filtering(outputs, 1)
    assert (scheme.outputs, scheme.points) == (1, 1)
    assert scheme.input == scheme.weights == scheme.output == ((1.0,),)


@pytest.mark.parametrize(("outputs", "most"), [(2, 1e-7), (3, 1e-7), (4, 3e-7), (5, 6e-7)])
def test_rounding_errors_grow_with_the_tile(outputs: int, most: float) -> None:
    scheme, random = filtering(outputs, 2), np.random.default_rng(0)
    square = 0.0
    for _ in range(400):
        window, line = random.standard_normal(2), np.maximum(random.standard_normal(outputs + 1), 0)
        window, line = window.astype(np.float32), line.astype(np.float32)
        right = [window.astype(float) @ line[place : place + 2] for place in range(outputs)]
        square += float(((filtered(scheme, window, line) - right) ** 2).mean())
    assert np.sqrt(square / 400) < most
