"""Loops whose iterations are the steps of an LSTM, a GRU or a plain recurrent layer.

Such a loop is gone through like any other. If all its iterations are the same step, of slice after
slice of one value, one node of ONNX takes their place. The nodes of the iterations are left out,
because no output needs them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass

import numpy as np
import onnx_ir

from aoe.frontends.graph_builder import shape_of
from aoe.frontends.tensorflow.affine import NotAffineError
from aoe.frontends.tensorflow.cells import ONE_STATE, Cell, Step, lstm
from aoe.frontends.tensorflow.context import Context, integers
from aoe.frontends.tensorflow.recurrences.backward import gradient_of
from aoe.frontends.tensorflow.recurrences.forward import layer_of
from aoe.frontends.tensorflow.recurrences.turns import Iteration, NotAlikeError
from aoe.frontends.tensorflow.values import Held, Slice, TensorList

#: Iterations from which one node is worth it.
_FEWEST_ITERATIONS = 3


@dataclass(frozen=True, slots=True)
class _Replaced:
    """What stands for the states of the iterations, by the identity of these.

    Attributes:
        steps: Slices of all steps, for items of lists.
        last: The states after the last step.
    """

    steps: Mapping[int, onnx_ir.Value | Slice]
    last: Mapping[int, onnx_ir.Value]


def opened(context: Context, state: tuple[Held, ...]) -> tuple[Held, ...]:
    """The values of a loop's variables before it, such that all iterations look alike. Matrices
    that are known, mostly zeros, become values of the graph, so that the first iteration is not
    computed while it is read.
    """
    return tuple(
        context.builder.value(value)
        if isinstance(value, np.ndarray) and value.ndim == 2 and value.dtype.kind == "f"
        else value
        for value in state
    )


def as_one_layer(
    context: Context, iterations: Sequence[Iteration], state: tuple[Held, ...]
) -> tuple[Held, ...]:
    """What a loop gives: `state` as its iterations made it, or what one node makes instead."""
    if len(iterations) < _FEWEST_ITERATIONS:
        return state
    for places in _state_places(iterations):
        cells = _cells(context, iterations, places)
        whole = None if cells is None else _sequence(context, cells)
        if cells is None or whole is None:
            continue
        replaced = _layer(context, iterations, places, cells[0], whole)
        found = [
            _instead(item, first, replaced)
            for item, first in zip(state, iterations[0].before, strict=True)
        ]
        if all(item is not None for item in found):
            return tuple(item for item in found if item is not None)
    return _of_variables(context, iterations, state) if context.steps else state


def _of_variables(
    context: Context, iterations: Sequence[Iteration], state: tuple[Held, ...]
) -> tuple[Held, ...]:
    """As `as_one_layer`, for layers whose weights are variables, and for gradients of these."""
    with suppress(NotAlikeError):
        return layer_of(context, iterations, state)
    with suppress(NotAlikeError):
        return gradient_of(context, iterations, state)
    return state


def _state_places(iterations: Sequence[Iteration]) -> Iterator[tuple[int, ...]]:
    """Variables that may be the states of a layer: h and c, or h alone."""
    tensors = [
        place
        for place, value in enumerate(iterations[0].after)
        if isinstance(value, onnx_ir.Value) and len(shape_of(value)) == 2
    ]
    for h in tensors:
        yield from ((h, c) for c in tensors if c != h)
    yield from ((h,) for h in tensors)


def _cells(
    context: Context, iterations: Sequence[Iteration], places: Sequence[int]
) -> list[Cell] | None:
    """The step of each iteration; None if they are not alike."""
    found: list[Cell] = []
    for iteration in iterations:
        cell = _cell(context, iteration, places)
        if cell is None or (found and not found[0].like(cell)):
            return None
        found.append(cell)
    return found


def _cell(context: Context, iteration: Iteration, places: Sequence[int]) -> Cell | None:
    after = [iteration.after[place] for place in places]
    before = [context.builder.value(context.plain(iteration.before[place])) for place in places]
    values = [value for value in after if isinstance(value, onnx_ir.Value)]
    if len(values) < len(places):
        return None
    if len(places) == 2:
        try:
            return lstm(values[0], values[1], before[0], before[1])
        except (NotAffineError, ValueError):
            return None
    found = (_matched(step, values[0], before[0]) for step in ONE_STATE)
    return next((cell for cell in found if cell is not None), None)


def _matched(step: Step, value: onnx_ir.Value, before: onnx_ir.Value) -> Cell | None:
    try:
        return step(value, before)
    except (NotAffineError, ValueError):
        return None


def _sequence(context: Context, cells: Sequence[Cell]) -> onnx_ir.Value | None:
    """The value whose slices the steps take, one after the other."""
    first = context.slice_of(cells[0].x)
    if first is None or shape_of(first.whole)[0] != len(cells):
        return None
    wanted = [Slice(first.whole, number) for number in range(len(cells))]
    return first.whole if [context.slice_of(cell.x) for cell in cells] == wanted else None


def _layer(
    context: Context,
    iterations: Sequence[Iteration],
    places: Sequence[int],
    cell: Cell,
    whole: onnx_ir.Value,
) -> _Replaced:
    """Builds the node. Returns what stands for the states of each iteration, by their identity."""
    batch, size = shape_of(context.plain(iterations[0].after[places[0]]))
    starts = [
        context.reshaped(context.plain(iterations[0].before[place]), (1, batch, size))
        for place in places
    ]
    zeros = [np.zeros_like(bias) for bias in cell.biases]
    biases = np.concatenate([*cell.biases, *(cell.state_biases or zeros)])
    results = context.builder.nodes(
        cell.kind,
        1 + len(places),
        whole,
        np.concatenate([item.T for item in cell.weights])[None],
        np.concatenate([item.T for item in cell.recurrence])[None],
        biases[None],
        None,
        *starts,
        hidden_size=size,
        linear_before_reset=int(bool(cell.state_biases)) if cell.kind == "GRU" else None,
        activations=[cell.activation] if cell.activation else None,
    )
    steps = context.node("Squeeze", results[0], integers([1]))
    by_step: dict[int, onnx_ir.Value | Slice] = {
        id(iteration.after[places[0]]): Slice(steps, number)
        for number, iteration in enumerate(iterations)
    }
    last = [context.node("Squeeze", item, integers([0])) for item in results[1:]]
    final = {
        id(iterations[-1].after[place]): item for place, item in zip(places, last, strict=True)
    }
    return _Replaced(by_step, final)


def _instead(value: Held, first: Held, replaced: _Replaced) -> Held | None:
    """What stands for a value that a loop gives; None if it depends on iterations in another way.
    `first`: the value before the loop.
    """
    if value is first or isinstance(value, np.ndarray):
        return value
    if isinstance(value, TensorList):
        before = {id(item) for item in first.items} if isinstance(first, TensorList) else set()
        items = list(value.items)
        for number, item in enumerate(items):
            if isinstance(item, onnx_ir.Value) and id(item) not in before:
                if id(item) not in replaced.steps:
                    return None
                items[number] = replaced.steps[id(item)]
        return value.replaced(items)
    return replaced.last.get(id(value))
