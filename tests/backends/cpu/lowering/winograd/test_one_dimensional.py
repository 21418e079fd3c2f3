from __future__ import annotations

from math import ceil

import numpy as np
from hypothesis import assume, given
from hypothesis import strategies as st

from aoe.backends.cpu.lowering.winograd.evaluation_points import phases_of
from aoe.backends.cpu.lowering.winograd.one_dimensional import MOST_POINTS, RowFiltering, filtering


def filtered(scheme: RowFiltering, window: np.ndarray, rows: np.ndarray) -> np.ndarray:
    """The outputs, by the matrices of the filtering, as the loop nests use them."""
    products = np.zeros(scheme.points)
    for first, points, phases in scheme.groups:
        for phase in phases:
            part = slice(first, first + points)
            reached = rows[phase.first :: scheme.stride][: scheme.outputs + phase.taps - 1]
            weights = (
                np.array(phase.weights)[part] @ window[phase.first :: scheme.stride][: phase.taps]
            )
            products[part] += weights * (np.array(phase.input)[part] @ reached)
    return np.asarray(np.array(scheme.output) @ products)


@given(
    outputs=st.integers(2, 4),
    taps=st.integers(2, 14),
    stride=st.sampled_from((1, 2)),
    seed=st.integers(0, 2**32 - 1),
)
def test_the_matrices_compute_the_window(outputs: int, taps: int, stride: int, seed: int) -> None:
    counts = [count for _, count in phases_of(taps, stride, outputs, MOST_POINTS)]
    assume(counts[0] - counts[-1] <= 1)
    random = np.random.default_rng(seed)
    window = random.standard_normal(taps)
    rows = random.standard_normal(stride * (outputs - 1) + taps)
    right = [window @ rows[stride * j : stride * j + taps] for j in range(outputs)]
    scheme = filtering(outputs, taps, stride)
    assert np.abs(filtered(scheme, window, rows) - right).max() < 1e-12


@given(outputs=st.integers(2, 4), taps=st.integers(3, 7))
def test_a_window_of_stride_two_takes_a_product_for_each_point_of_each_phase(
    outputs: int, taps: int
) -> None:
    scheme = filtering(outputs, min(taps, 2 * (MOST_POINTS - outputs + 1)), 2)
    taken = sum(points * len(phases) for _, points, phases in scheme.groups)
    assert taken == sum(outputs + phase.taps - 1 for phase in scheme.phases)
    assert scheme.points == outputs + ceil(sum(phase.taps for phase in scheme.phases) / 2) - 1
