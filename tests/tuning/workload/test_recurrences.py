"""Synthetic data of recurrences, with weights that are computed, as in training."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from aoe.operators.operator import Operand, Operator
from aoe.operators.reference import reference
from aoe.operators.types.recurrent.recurrent import GATES, KEPT, recurrence, state_count
from aoe.operators.types.recurrent.recurrent_gradient import recurrence_gradient
from aoe.tuning.workload.single_operator import synthetic_operator_inputs

STEPS, BATCH, HIDDEN = 30, 2, 128
ACTIVATIONS = {"LSTM": "sigmoid tanh tanh", "GRU": "sigmoid tanh", "RNN": "tanh"}


def computed(*shape: int) -> Operand:
    return Operand.row_major("float32", shape)


def forward(cell: str) -> Operator:
    gates = GATES[cell] * HIDDEN
    x, weights = computed(1, STEPS, BATCH, gates), computed(1, gates, HIDDEN)
    return recurrence(cell, x, weights, ACTIVATIONS[cell], {}, linear_before_reset=1, keeps_gates=1)


def gradient(cell: str) -> Operator:
    rows = state_count(cell) + KEPT[cell]
    states = computed(rows, STEPS + 1, 1, BATCH, HIDDEN)
    weights = computed(1, GATES[cell] * HIDDEN, HIDDEN)
    dy = computed(1, STEPS, BATCH, HIDDEN)
    return recurrence_gradient(cell, states, weights, dy, ACTIVATIONS[cell], {})


@pytest.mark.parametrize("cell", GATES)
@pytest.mark.parametrize("made", [forward, gradient])
def test_rounding_errors_do_not_grow_from_step_to_step(
    made: Callable[[str], Operator], cell: str
) -> None:
    operator = made(cell)
    arrays = synthetic_operator_inputs(operator)
    generator = np.random.default_rng(0)
    rounded = [array * (1 + 1e-6 * generator.normal(size=array.shape)) for array in arrays]
    exact, other = (reference(operator, given).astype(np.float64) for given in (arrays, rounded))
    others = (0, 2, 3, 4) if made is forward else (0, 2, 3)  # axes that are no steps
    largest, apart = (np.abs(array).max(axis=others) for array in (exact, exact - other))
    assert np.all(apart <= 1e-4 * largest)
    assert largest.max() < 100 * largest[largest > 0].min()
