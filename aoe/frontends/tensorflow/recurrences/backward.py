"""Puts one operator in the place of the steps of the gradient of a recurrent layer.

The layer is one that `forward.py` made. A step of the gradient is taken for what it is by its
results: for random numbers they have to be those of the operator's definition
(`aoe.operators.types.recurrent.recurrent_gradient`). What a loop adds up of all steps, such as
gradients of weights, becomes one sum or product.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
import onnx_ir

from aoe.frontends.graph_builder import Attribute, Operand, dtype_of, shape_of
from aoe.frontends.tensorflow.affine import constant_of
from aoe.frontends.tensorflow.context import Context, integers
from aoe.frontends.tensorflow.recurrences.evaluation import RandomStep, UnknownValueError, are_equal
from aoe.frontends.tensorflow.recurrences.every_step import EveryStep, stacked
from aoe.frontends.tensorflow.recurrences.forward import SEEN, TYPES
from aoe.frontends.tensorflow.recurrences.turns import (
    Alike,
    Iteration,
    NotAlikeError,
    Turn,
    turn_of,
)
from aoe.frontends.tensorflow.recurrent_layer import Layer
from aoe.frontends.tensorflow.values import Held, Slice, TensorList
from aoe.operators.operator import Operand as Shape
from aoe.operators.types.recurrent.recurrent import GATES, KEPT, ORDER, state_count
from aoe.operators.types.recurrent.recurrent_gradient import (
    OPERATOR,
    column_count,
    gradient_count,
    recurrence_gradient,
)


@dataclass(frozen=True, slots=True)
class _Sum:
    """The gradient of h after a step: what the step behind it gives, and what the loss gives.

    Attributes:
        value: The sum.
        own: What the loss gives.
    """

    value: onnx_ir.Value
    own: onnx_ir.Value


def gradient_of(
    context: Context, iterations: Sequence[Iteration], state: tuple[Held, ...]
) -> tuple[Held, ...]:
    """What a loop gives, by one operator. Raises `NotAlikeError` if it is no such gradient."""
    turns = [turn_of(context, iteration) for iteration in iterations]
    for layer in _layers(context, turns[SEEN]):
        if layer.steps != len(turns):
            continue
        for place, first in _places(turns, layer):
            sums = [first, *(_only_sum(turn.before[place]) for turn in turns[1:])]
            alike = Alike(context, direction=-1)
            equal = [(one.value, other.value) for one, other in pairwise(sums)]
            for (one, other), pair in zip(pairwise(turns), equal, strict=True):
                alike.check(one, other, [pair])
            return _Maker(context, layer, turns, sums, place, alike).results(state)
    raise NotAlikeError


def _layers(context: Context, turn: Turn) -> list[Layer]:
    """The layers whose gates a step reads."""
    found: dict[int, Layer] = {}
    for value in _values(turn):
        piece = context.slice_of(value)
        layer = None if piece is None else context.layers.get(piece.whole)
        if layer is not None:
            found[id(layer)] = layer
    return list(found.values())


def _values(turn: Turn) -> list[onnx_ir.Value]:
    """All values that a step computes or reads."""
    todo = [*turn.after.values()]
    todo += [item.value for item in turn.written if isinstance(item.value, onnx_ir.Value)]
    ends = {id(value) for value in turn.before.values()}
    found: dict[int, onnx_ir.Value] = {}
    while todo:
        value = todo.pop()
        if id(value) in found:
            continue
        found[id(value)] = value
        node = value.producer()
        # A Gather takes a slice of a list, whose items are values of the forward pass.
        if node is not None and id(value) not in ends and node.op_type != "Gather":
            todo += [item for item in node.inputs if item is not None]
    return list(found.values())


def _places(turns: Sequence[Turn], layer: Layer) -> Iterator[tuple[int, _Sum]]:
    """Variables that may be the gradient of h, with the sum of the first step."""
    hidden = shape_of(layer.weights)[0]
    for place, value in turns[SEEN].after.items():
        if shape_of(value)[1:] != (hidden,) or dtype_of(value) not in TYPES:
            continue
        try:
            _only_sum(turns[SEEN].before[place])
        except NotAlikeError:
            continue
        for found in _sums(turns[0].before[place]):
            yield place, found


def _sums(value: onnx_ir.Value) -> list[_Sum]:
    """Sums of a value and another."""
    found = []
    for node in dict.fromkeys(use.node for use in value.uses()):
        given = [item for item in node.inputs if item is not None and item is not value]
        if node.op_type in ("Add", "Sum") and len(node.inputs) == 2 and len(given) == 1:
            found.append(_Sum(node.outputs[0], given[0]))
    return found


def _only_sum(value: onnx_ir.Value) -> _Sum:
    found = _sums(value)
    if len(found) != 1:
        raise NotAlikeError
    return found[0]


class _Maker:
    """Makes the operator of a gradient, and what the loop gives."""

    def __init__(
        self,
        context: Context,
        layer: Layer,
        turns: Sequence[Turn],
        sums: Sequence[_Sum],
        place: int,
        alike: Alike,
    ) -> None:
        self._context, self._layer, self._turns, self._sums = context, layer, turns, sums
        self._turn, self._alike = turns[SEEN], alike
        self._batch, self._hidden = shape_of(self._turn.after[place])
        self._places = [place]
        self._random = RandomStep(context, alike.shared)

    def results(self, state: tuple[Held, ...]) -> tuple[Held, ...]:
        """What the loop gives."""
        expected = self._expected()
        found = self._operator()
        known = self._known(expected, found)
        steps = self._layer.steps
        states = [*self._turn.before.values(), self._sums[SEEN].value]
        every = EveryStep(self._context, steps, steps - 1 - SEEN, known, self._alike.shared, states)
        results = list(state)
        arguments = gradient_count(self._layer.cell)
        for number, place in enumerate(self._places):
            first = self._columns(found, arguments + number, arguments + number + 1, 0, 1)
            results[place] = self._context.reshaped(first, (self._batch, self._hidden))
        for place, value in self._turn.after.items():
            if place not in self._places:
                results[place] = self._accumulated(every, place, value)
        for place in {item.place for item in self._turn.written}:
            results[place] = self._list(every, place, state[place])
        return tuple(results)

    def _accumulated(self, every: EveryStep, place: int, value: onnx_ir.Value) -> onnx_ir.Value:
        """A sum over all steps, and what it began with."""
        node, before = value.producer(), self._turn.before[place]
        if node is None or node.op_type not in ("Add", "Sum"):
            raise NotAlikeError
        added = [item for item in node.inputs if item is not None and item is not before]
        if len(added) != len(node.inputs) - 1:
            raise NotAlikeError
        if any(shape_of(item) != shape_of(value) for item in added):
            raise NotAlikeError
        total: onnx_ir.Value = self._turns[0].before[place]
        start = constant_of(total)
        parts = [every.total(item) for item in added]
        if start is None or start.any():
            parts = [total, *parts]
        for number, part in enumerate(parts):
            total = part if number == 0 else self._context.node("Add", total, part)
        return total

    def _list(self, every: EveryStep, place: int, held: Held) -> Held:
        """A list with slices of tensors of all steps."""
        (item,) = (item for item in self._turn.written if item.place == place)
        if not isinstance(held, TensorList):
            raise NotAlikeError
        if not isinstance(item.value, onnx_ir.Value) or not every.depends(item.value):
            return held
        whole, items = every.of(item.value), list(held.items)
        for number, turn in enumerate(self._turns):
            (written,) = (one for one in turn.written if one.place == place)
            items[written.index] = Slice(whole, self._layer.steps - 1 - number)
        return held.replaced(items)

    def _expected(self) -> np.ndarray:
        """The gradients of a step for random numbers, (B, C·H), by the operator's definition.
        Raises `NotAlikeError` if the step computes others.
        """
        layer, random = self._layer, self._random
        shape = (self._batch, self._hidden)
        names = {
            name: random.numbers(shape) for name in ("h", "c", "new h", "new c", "product", "dh")
        }
        names.update((f"gate {place}", random.numbers(shape)) for place in layer.order)
        names["last"] = np.tanh(names["new c"])
        if layer.cell == "RNN":
            names["new h"] = np.tanh(names["new c"])
        random.give({key: names[name] for key, name in layer.roles.items()})
        random.give({id(self._sums[SEEN].value): names["dh"]})
        if layer.cell != "LSTM":
            found = self._reference(names, None)
            self._check(found)
            return found
        for place, value in self._turn.before.items():
            after = self._turn.after.get(place)
            if after is None or shape_of(value) != shape or place in self._places:
                continue
            trial = self._with_state(value)
            found = self._reference(names, trial)
            self._places = [self._places[0], place]
            try:
                self._check(found)
            except NotAlikeError:
                self._places = self._places[:1]
                continue
            return found
        raise NotAlikeError

    def _with_state(self, value: onnx_ir.Value) -> np.ndarray:
        numbers = self._random.numbers((self._batch, self._hidden))
        self._random.give({id(value): numbers})
        return numbers

    def _reference(self, names: dict[str, np.ndarray], dc: np.ndarray | None) -> np.ndarray:
        layer, batch, hidden = self._layer, self._batch, self._hidden
        count = state_count(layer.cell)
        rows = np.zeros((count + KEPT[layer.cell], 2, 1, batch, hidden))
        for number, (before, after) in enumerate((("h", "new h"), ("c", "new c"))[:count]):
            rows[number, 0, 0], rows[number, 1, 0] = names[before], names[after]
        if KEPT[layer.cell]:
            for place in layer.order:
                rows[count + place, 1, 0] = names[f"gate {place}"]
        if layer.cell == "GRU":
            rows[count + 3, 1, 0] = names["product"]
        weights = self._random.of(layer.weights).T[None]
        given = [rows, weights, names["dh"][None, None]]
        optional = {}
        if dc is not None:
            given.append(dc[None])
            optional["last_c"] = Shape.row_major("float64", dc[None].shape)
        shapes = [Shape.row_major("float64", item.shape) for item in given]
        states, matrix, dh = shapes[:3]
        operator = recurrence_gradient(
            *(layer.cell, states, matrix, dh, layer.activations, optional, layer.order)
        )
        found: np.ndarray = OPERATOR.reference(operator, given)[0, 0]
        return found

    def _check(self, expected: np.ndarray) -> None:
        """Raises `NotAlikeError` unless the states before a step have the gradients expected."""
        arguments = gradient_count(self._layer.cell)
        for number, place in enumerate(self._places):
            wanted = _block(expected, self._hidden, arguments + number, arguments + number + 1)
            if not are_equal(self._random.of(self._turn.after[place]), wanted):
                raise NotAlikeError

    def _operator(self) -> onnx_ir.Value:
        """The gradients of all steps, (1, T + 1, B, C·H)."""
        context, layer = self._context, self._layer
        own = [item.own for item in reversed(self._sums)]
        if any(context.slice_of(item) is None and constant_of(item) is None for item in own):
            raise NotAlikeError
        if any(shape_of(item) != (self._batch, self._hidden) for item in own):
            raise NotAlikeError
        whole = stacked(context, own, own[0])
        dtype = dtype_of(whole)
        operands: list[Operand | None] = [
            layer.states,
            layer.rows,
            context.reshaped(whole, (1, *shape_of(whole))),
        ]
        for place in self._places:
            last = self._turns[0].before[place]
            start = constant_of(last)
            is_zero = start is not None and not start.any()
            shape = (1, self._batch, self._hidden)
            operands.append(None if is_zero else context.reshaped(last, shape))
        while operands[-1] is None:
            operands.pop()
        order: dict[str, Attribute] = {ORDER: layer.order}
        return context.builder.own(
            "RecurrentGradient",
            operands,
            dtype,
            (1, layer.steps + 1, self._batch, column_count(layer.cell) * self._hidden),
            cell=layer.cell,
            activations=layer.activations,
            **order,
        )

    def _known(self, expected: np.ndarray, found: onnx_ir.Value) -> dict[int, onnx_ir.Value]:
        """Gradients of gates for all steps, by the values of the step that are the same."""
        cell, steps = self._layer.cell, self._layer.steps
        ranges = [(number, number + 1) for number in range(gradient_count(cell))]
        ranges.append((0, GATES[cell]))
        known: dict[int, onnx_ir.Value] = {}
        made: dict[tuple[int, int], onnx_ir.Value] = {}
        for value in _values(self._turn):
            if self._context.slice_of(value) is not None or id(value) in self._alike.shared:
                continue
            for begin, end in ranges:
                if shape_of(value) != (self._batch, (end - begin) * self._hidden):
                    continue
                try:
                    numbers = self._random.of(value)
                except UnknownValueError:
                    break
                if not are_equal(numbers, _block(expected, self._hidden, begin, end)):
                    continue
                if (begin, end) not in made:
                    part = self._columns(found, begin, end, 0, steps)
                    shape = (steps, self._batch, (end - begin) * self._hidden)
                    made[begin, end] = self._context.builder.value(
                        self._context.reshaped(part, shape)
                    )
                known[id(value)] = made[begin, end]
                break
        return known

    def _columns(
        self, found: onnx_ir.Value, begin: int, end: int, first: int, last: int
    ) -> onnx_ir.Value:
        """Columns of some steps of the gradients."""
        starts, ends = [first, begin * self._hidden], [last, end * self._hidden]
        return self._context.node(
            "Slice", found, integers(starts), integers(ends), integers([1, 3])
        )


def _block(expected: np.ndarray, hidden: int, begin: int, end: int) -> np.ndarray:
    return expected[:, begin * hidden : end * hidden]
