"""The gradient of a recurrence is what small changes of its gates and states give."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from aoe.operators.operator import Operand
from aoe.operators.reference import reference
from aoe.operators.types.recurrent.recurrent import GATES, PYTORCH_ORDER, recurrence, state_count
from aoe.operators.types.recurrent.recurrent_gradient import gradient_count, recurrence_gradient

STEPS, BATCH, HIDDEN = 3, 2, 2
ACTIVATIONS = {"LSTM": "sigmoid tanh tanh", "GRU": "sigmoid tanh", "RNN": "tanh"}


def numeric(function: Callable[[np.ndarray], float], at: np.ndarray) -> np.ndarray:
    """The gradient of a function by central differences."""
    found, step = np.zeros_like(at), 1e-6
    for place in np.ndindex(at.shape):
        shift = np.zeros_like(at)
        shift[place] = step
        found[place] = (function(at + shift) - function(at - shift)) / (2 * step)
    return found


def operand(array: np.ndarray) -> Operand:
    return Operand.row_major(str(array.dtype), array.shape)


@pytest.mark.parametrize("masked", [False, True], ids=["all steps", "masked steps"])
@pytest.mark.parametrize("ordered", [False, True], ids=["ONNX's order", "PyTorch's order"])
@pytest.mark.parametrize("activation", ["tanh", "relu"])
@pytest.mark.parametrize("cell", sorted(GATES))
def test_the_reference_is_the_numeric_gradient(
    cell: str, activation: str, ordered: bool, masked: bool
) -> None:
    activations = ACTIVATIONS[cell].replace("tanh", activation)
    rng, count = np.random.default_rng(0), state_count(cell)
    places = PYTORCH_ORDER[cell] if ordered else ()
    x = rng.normal(size=(1, STEPS, BATCH, GATES[cell] * HIDDEN))
    weights = rng.normal(size=(1, GATES[cell] * HIDDEN, HIDDEN))
    first = [rng.normal(size=(1, BATCH, HIDDEN)) for _ in range(count)]
    dy = rng.normal(size=(1, STEPS, BATCH, HIDDEN))
    last = [rng.normal(size=(1, BATCH, HIDDEN)) for _ in range(count)]
    masks = [np.asarray([[[True, False], [False, True], [True, True]]])] if masked else []
    mask = {"mask": operand(masks[0])} if masked else {}

    def states(x: np.ndarray, first: list[np.ndarray]) -> np.ndarray:
        named = dict(zip(("initial_h", "initial_c"), map(operand, first), strict=False)) | mask
        operator = recurrence(
            cell, operand(x), operand(weights), activations, named,
            linear_before_reset=1, gate_order=places, keeps_gates=1,
        )  # fmt: skip
        return reference(operator, [x, weights, *first, *masks])

    def loss(x: np.ndarray, first: list[np.ndarray]) -> float:
        found = states(x, first)
        of_last = sum((found[number, -1] * last[number]).sum() for number in range(count))
        return float((found[0, 1:].swapaxes(0, 1) * dy).sum() + of_last)

    whole = states(x, first)
    named = dict(zip(("last_h", "last_c"), map(operand, last), strict=False)) | mask
    operator = recurrence_gradient(
        cell, operand(whole), operand(weights), operand(dy), activations, named, places
    )
    found = reference(operator, [whole, weights, dy, *last, *masks])
    parts = found.reshape(STEPS + 1, BATCH, -1, HIDDEN).transpose(2, 0, 1, 3)
    gates, arguments = GATES[cell], gradient_count(cell)
    of_input = [*range(gates)] if cell != "GRU" else [0, 1, 3]
    expected = numeric(lambda moved: loss(moved, first), x)
    got = np.concatenate([parts[place, :STEPS] for place in of_input], axis=-1)
    np.testing.assert_allclose(got, expected[0], atol=1e-8)
    for number in range(count):

        def moved(state: np.ndarray, number: int = number) -> float:
            return loss(x, [*first[:number], state, *first[number + 1 :]])

        expected = numeric(moved, first[number])
        np.testing.assert_allclose(parts[arguments + number, 0], expected[0], atol=1e-8)
