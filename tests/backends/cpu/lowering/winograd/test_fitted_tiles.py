from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from aoe.backends.cpu.lowering.winograd.evaluation_points import phases_of
from aoe.backends.cpu.lowering.winograd.fitted_tiles import MOST_POINTS, FittedDimension, dimension


def filtered(along: FittedDimension, window: np.ndarray, padded: np.ndarray) -> np.ndarray:
    """All outputs along one dimension, by its matrices, as the loop nests use them."""
    results = []
    for run in along.runs:
        for tile in range(run.start, run.start + run.count):
            products = np.zeros(run.points)
            for phase, matrix in zip(along.phases, run.inputs, strict=True):
                first = tile * along.outputs * along.stride + phase.first
                pixels = padded[first :: along.stride][: len(matrix[0])]
                weights = (
                    np.array(phase.weights) @ window[phase.first :: along.stride][: phase.taps]
                )
                products[: len(matrix)] += weights[: len(matrix)] * (np.array(matrix) @ pixels)
            results += list(np.array(run.output) @ products)
    return np.array(results)


@given(
    result=st.integers(2, 17),
    outputs=st.integers(2, 4),
    taps=st.integers(1, 13),
    stride=st.sampled_from((1, 2)),
    seed=st.integers(0, 2**32 - 1),
)
def test_the_matrices_compute_a_window_over_any_number_of_outputs(
    result: int, outputs: int, taps: int, stride: int, seed: int
) -> None:
    outputs = min(outputs, result) if taps > 1 else 1
    random = np.random.default_rng(seed)
    window = random.standard_normal(taps)
    padded = random.standard_normal(stride * (result - 1) + taps)
    right = [window @ padded[stride * j : stride * j + taps] for j in range(result)]
    along = dimension(len(padded), 0, result, taps, stride, outputs)
    assert np.abs(filtered(along, window, padded) - right).max() < 1e-11


@pytest.mark.parametrize(
    ("result", "outputs", "stride", "products"),
    [(14, 4, 1, 22), (7, 4, 1, 11), (7, 2, 1, 15), (28, 4, 1, 42), (28, 4, 2, 63), (7, 2, 2, 19)],
)
def test_the_last_tile_takes_only_the_points_that_its_outputs_need(
    result: int, outputs: int, stride: int, products: int
) -> None:
    along = dimension(result * stride, 1, result, 3, stride, outputs)
    assert along.products == products


@pytest.mark.parametrize(
    ("taps", "stride", "outputs", "phases"),
    [
        (3, 1, 4, [(0, 3)]),
        (5, 1, 4, [(0, 3), (3, 2)]),
        (7, 1, 3, [(0, 4), (4, 3)]),
        (7, 1, 4, [(0, 3), (3, 2), (5, 2)]),
        (7, 2, 4, [(1, 3), (0, 2), (4, 2)]),
        (1, 2, 1, [(0, 1)]),
    ],
)
def test_windows_are_as_few_phases_as_there_are_points_for(
    taps: int, stride: int, outputs: int, phases: list[tuple[int, int]]
) -> None:
    assert phases_of(taps, stride, outputs, MOST_POINTS) == phases
    assert all(count + outputs - 1 <= MOST_POINTS for _, count in phases)


@given(result=st.integers(2, 17), outputs=st.integers(2, 4), stride=st.sampled_from((1, 2)))
def test_tiles_cover_all_outputs_once(result: int, outputs: int, stride: int) -> None:
    along = dimension(result * stride, 1, result, 3, stride, min(outputs, result))
    assert sum(run.count * run.outputs for run in along.runs) == result
    assert sum(span.count for span in along.spans) == along.points
