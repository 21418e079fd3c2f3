"""Whether a step computes the gradient of a recurrent layer. For random numbers it has to give what
the operator's definition gives (`aoe.operators.types.recurrent.recurrent_gradient`).

A step with a mask is tried twice, such that each sequence has data in one trial, and none in the
other. One with a ReLU, whose gradient depends on signs, is tried until there are enough of them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import ceil, prod

import numpy as np
import onnx_ir

from aoe.frontends.graph_builder import shape_of
from aoe.frontends.tensorflow.context import Context
from aoe.frontends.tensorflow.recurrences.evaluation import RandomStep, are_equal
from aoe.frontends.tensorflow.recurrences.turns import NotAlikeError, Turn
from aoe.frontends.tensorflow.recurrent_layer import Layer
from aoe.operators.operator import Operand
from aoe.operators.types.recurrent.recurrent import KEPT, state_count
from aoe.operators.types.recurrent.recurrent_gradient import (
    OPERATOR,
    gradient_count,
    recurrence_gradient,
)

#: Random numbers of which signs decide that are tried at least.
_FEWEST_SIGNS = 64


@dataclass(frozen=True, slots=True)
class Gradients:
    """Where a step has its gradients.

    Attributes:
        place: The variable to which the loss adds: of h, or with a mask of a step's result. None:
            results are zero where the mask is false, so no step gives one on.
        summed: The sum.
        places: The variables of the states.
    """

    place: int | None
    summed: onnx_ir.Value
    places: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Trial:
    """The gradients of a step for random numbers.

    Attributes:
        random: The values of the step.
        expected: The gradients by the operator's definition, (B, C·H).
        hidden: H.
    """

    random: RandomStep
    expected: np.ndarray
    hidden: int

    def block(self, begin: int, end: int) -> np.ndarray:
        """Columns of the gradients, in units of H."""
        return self.expected[:, begin * self.hidden : end * self.hidden]


def trials(
    context: Context,
    layer: Layer,
    turn: Turn,
    shared: Mapping[int, onnx_ir.Value],
    gradients: Gradients,
) -> list[Trial]:
    """The trials of a step. Raises `NotAlikeError` if it computes other gradients.

    Args:
        context: Knows slices.
        layer: The layer.
        turn: The step.
        shared: Values that all steps have in common, by identity.
        gradients: Where the step has its gradients.
    """
    shape, is_tanh = shape_of(gradients.summed), layer.activations.endswith("tanh")
    if layer.cell == "RNN" and not is_tanh:
        # Its operator is PyTorch's: it drops NaN of elements below zero, which TensorFlow does not.
        raise NotAlikeError
    some = np.arange(shape[0])[:, None] % 2 == 0
    masks = [None] if layer.mask is None else [some, ~some]
    count = 1 if is_tanh else ceil(_FEWEST_SIGNS / max(1, prod(shape)))
    return [
        _trial(RandomStep(context, shared, seed), layer, turn, gradients, shape, mask)
        for seed in range(count)
        for mask in masks
    ]


def _trial(
    random: RandomStep,
    layer: Layer,
    turn: Turn,
    gradients: Gradients,
    shape: tuple[int, ...],
    mask: np.ndarray | None,
) -> Trial:
    names = {name: random.numbers(shape) for name in ("h", "c", "new h", "new c", "product", "dh")}
    names.update((f"gate {place}", random.numbers(shape)) for place in layer.order)
    is_tanh = layer.activations.endswith("tanh")
    names["last"] = np.tanh(names["new c"]) if is_tanh else np.maximum(names["new c"], 0)
    if layer.cell == "RNN":
        names["new h"] = np.tanh(names["new c"])
    random.give({key: names[name] for key, name in layer.roles.items()})
    random.give({id(gradients.summed): names["dh"]})
    of_states = [random.numbers(shape) for _ in gradients.places]
    for place, numbers in zip(gradients.places, of_states, strict=True):
        if place != gradients.place:
            random.give({id(turn.before[place]): numbers})
    of_result = names["dh"]
    if mask is not None:
        random.give({id(layer.mask): mask})
        reaches = of_result if gradients.place is not None else np.where(mask, of_result, 0.0)
        names["dh"] = reaches + of_states[0]
    expected = _expected(random, layer, names, of_states, mask)
    found = Trial(random, expected, shape[1])
    results = [random.of(turn.after[place]) for place in gradients.places]
    if mask is not None and gradients.place is not None:
        kept = random.of(turn.after[gradients.place])
        if not are_equal(kept, np.where(mask, 0.0, of_result)):
            raise NotAlikeError
        results[0] = results[0] + kept
    first = gradient_count(layer.cell)
    for number, result in enumerate(results):
        if not are_equal(result, found.block(first + number, first + number + 1)):
            raise NotAlikeError
    return found


def _expected(
    random: RandomStep,
    layer: Layer,
    names: Mapping[str, np.ndarray],
    of_states: list[np.ndarray],
    mask: np.ndarray | None,
) -> np.ndarray:
    """The gradients by the operator's definition. `of_states`: those of the states after it."""
    count = state_count(layer.cell)
    rows = np.zeros((count + KEPT[layer.cell], 2, 1, *names["h"].shape))
    for number, (before, after) in enumerate((("h", "new h"), ("c", "new c"))[:count]):
        rows[number, 0, 0], rows[number, 1, 0] = names[before], names[after]
    if KEPT[layer.cell]:
        for place in layer.order:
            rows[count + place, 1, 0] = names[f"gate {place}"]
    if layer.cell == "GRU":
        rows[count + 3, 1, 0] = names["product"]
    given = [rows, random.of(layer.weights).T[None], names["dh"][None, None]]
    optional = {}
    if layer.cell == "LSTM":
        given.append(of_states[1][None])
        optional["last_c"] = Operand.row_major("float64", given[-1].shape)
    if mask is not None:
        given.append(mask.T[None])
        optional["mask"] = Operand.row_major("bool", given[-1].shape)
    states, matrix, dh = (Operand.row_major("float64", item.shape) for item in given[:3])
    operator = recurrence_gradient(
        *(layer.cell, states, matrix, dh, layer.activations, optional, layer.order)
    )
    found: np.ndarray = OPERATOR.reference(operator, given)[0, 0]
    return found
