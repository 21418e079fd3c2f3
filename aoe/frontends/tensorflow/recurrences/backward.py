"""Puts one operator in the place of the steps of the gradient of a recurrent layer.

The layer is one that `forward.py` made. A step of the gradient is taken for what it is by its
results: for random numbers they have to be those of the operator's definition
(`aoe.operators.types.recurrent.recurrent_gradient`). What a loop adds up of all steps, such as
gradients of weights, becomes one sum or product.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import pairwise, permutations

import numpy as np
import onnx_ir

from aoe.frontends.graph_builder import Attribute, Operand, dtype_of, shape_of
from aoe.frontends.tensorflow.context import Context, integers
from aoe.frontends.tensorflow.recurrences.evaluation import UnknownValueError, are_equal
from aoe.frontends.tensorflow.recurrences.every_step import EveryStep, stacked
from aoe.frontends.tensorflow.recurrences.forward import SEEN, TYPES
from aoe.frontends.tensorflow.recurrences.masks import (
    as_operand,
    is_mask,
    is_zero,
    where_begun,
    where_not_begun,
)
from aoe.frontends.tensorflow.recurrences.trials import Gradients, Trial, trials
from aoe.frontends.tensorflow.recurrences.turns import (
    Alike,
    Iteration,
    NotAlikeError,
    Turn,
    turn_of,
)
from aoe.frontends.tensorflow.recurrent_layer import Layer
from aoe.frontends.tensorflow.values import Held, Slice, TensorList
from aoe.graph.prepare.rewriting import constant_of
from aoe.operators.types.recurrent.recurrent import GATES, ORDER, state_count
from aoe.operators.types.recurrent.recurrent_gradient import (
    OPTIONAL_OPERANDS,
    column_count,
    gradient_count,
)


@dataclass(frozen=True, slots=True)
class _Sum:
    """The gradient of h after a step: what the step behind it gives, and what the loss gives. With
    a mask, that of the result of a step; nothing but the loss gives it where results are zero.

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
        for place, sums in _places(context, turns, layer):
            # Another variable may have the shape of a state, such as the gradient of a matrix.
            with suppress(NotAlikeError):
                return _of_sums(context, layer, turns, place, sums).results(state)
    raise NotAlikeError


def _of_sums(
    context: Context,
    layer: Layer,
    turns: Sequence[Turn],
    place: int | None,
    sums: Sequence[_Sum],
) -> _Maker:
    """Raises `NotAlikeError` if the steps are not alike where the sums are taken for equal ones."""
    alike = Alike(context, direction=-1)
    equal = [(one.value, other.value) for one, other in pairwise(sums)]
    for (one, other), pair in zip(pairwise(turns), equal, strict=True):
        alike.check(one, other, [pair])
    return _Maker(context, layer, turns, sums, place, alike)


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


def _places(
    context: Context, turns: Sequence[Turn], layer: Layer
) -> Iterator[tuple[int | None, list[_Sum]]]:
    """Variables that may be the gradient of h, or of a result, with the sums of all steps. None: no
    variable is that of a result, because results are zero where a mask is false.
    """
    hidden = shape_of(layer.weights)[0]
    for place, value in turns[SEEN].after.items():
        if shape_of(value)[1:] != (hidden,) or dtype_of(value) not in TYPES:
            continue
        try:
            _only_sum(turns[SEEN].before[place])
        except NotAlikeError:
            continue
        with suppress(NotAlikeError):
            rest = [_only_sum(turn.before[place]) for turn in turns[1:]]
            for first in _sums(turns[0].before[place]):
                yield place, [first, *rest]
    if layer.mask is not None:
        for own in dict.fromkeys(found.own for found in _sums_with_zero(turns[SEEN])):
            with suppress(NotAlikeError):
                yield None, [_sum_with_zero(context, turn, own) for turn in turns]


def _sums_with_zero(turn: Turn) -> list[_Sum]:
    """The sums of a step to which the step behind it adds nothing."""
    found = []
    for value in _values(turn):
        node = value.producer()
        given = [] if node is None else [item for item in node.inputs if item is not None]
        rest = [item for item in given if not is_zero(item)]
        if node is not None and node.op_type in ("Add", "Sum") and len(given) == 2 == len(rest) + 1:
            found.append(_Sum(value, rest[0]))
    return found


def _sum_with_zero(context: Context, turn: Turn, likeness: onnx_ir.Value) -> _Sum:
    """The only one whose other part is a slice of the same tensor as `likeness`."""
    wanted = context.slice_of(likeness)
    found = []
    for item in _sums_with_zero(turn):
        piece = context.slice_of(item.own)
        if piece is not None and wanted is not None and piece.whole is wanted.whole:
            found.append(item)
    if len(found) != 1:
        raise NotAlikeError
    return found[0]


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
        place: int | None,
        alike: Alike,
    ) -> None:
        self._context, self._layer, self._turns, self._sums = context, layer, turns, sums
        self._turn, self._alike = turns[SEEN], alike
        self._batch, self._hidden = shape_of(sums[SEEN].value)
        #: The variable of the sums, if one has them, and those of the gradients of states.
        self._place = place
        self._places: tuple[int, ...] = ()
        if layer.mask is not None:
            self._check_mask(layer.mask)

    def _check_mask(self, mask: onnx_ir.Value) -> None:
        """Raises `NotAlikeError` if a step reads the mask of another, or a result before the first
        step has a gradient.
        """
        pieces = [self._context.slice_of(value) for value in _values(self._turn)]
        step, state = self._layer.steps - 1 - SEEN, self._sums[SEEN].value
        if not all(
            is_mask(piece, state, self._layer.steps, step)
            for piece in pieces
            if piece is not None and piece.whole is mask
        ):
            raise NotAlikeError
        if self._place is not None and not is_zero(self._turns[0].before[self._place]):
            raise NotAlikeError

    def results(self, state: tuple[Held, ...]) -> tuple[Held, ...]:
        """What the loop gives."""
        found_trials = self._trials()
        given = self._given()
        found = self._operator(given)
        known = self._known(found_trials, found)
        steps = self._layer.steps
        states = [*self._turn.before.values(), self._sums[SEEN].value]
        every = EveryStep(self._context, steps, steps - 1 - SEEN, known, self._alike.shared, states)
        results = list(state)
        arguments = gradient_count(self._layer.cell)
        for number, place in enumerate(self._places):
            first = self._columns(found, arguments + number, arguments + number + 1, 0, 1)
            results[place] = self._context.reshaped(first, (self._batch, self._hidden))
        if self._layer.mask is not None and self._place is not None:
            rest = where_not_begun(self._context, self._layer.mask, given)
            results[self._place] = self._context.node("ReduceSum", rest, integers([0]), keepdims=0)
        for place, value in self._turn.after.items():
            if place not in (self._place, *self._places):
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

    def _trials(self) -> list[Trial]:
        """The gradients of a step for random numbers. Raises `NotAlikeError` if the step does not
        compute those of the operator's definition.
        """
        shape = (self._batch, self._hidden)
        others = [
            place
            for place, value in self._turn.before.items()
            if place in self._turn.after and shape_of(value) == shape and place != self._place
        ]
        masked, count = self._layer.mask is not None, state_count(self._layer.cell)
        own = () if masked or self._place is None else (self._place,)
        summed = self._sums[SEEN].value
        for rest in permutations(others, count - len(own)):
            self._places = (*own, *rest)
            gradients = Gradients(self._place, summed, self._places)
            with suppress(NotAlikeError):
                return trials(self._context, self._layer, self._turn, self._alike.shared, gradients)
        raise NotAlikeError

    def _given(self) -> onnx_ir.Value:
        """What the loss gives of each step, (T, B, H)."""
        context = self._context
        own = [item.own for item in reversed(self._sums)]
        if any(context.slice_of(item) is None and constant_of(item) is None for item in own):
            raise NotAlikeError
        if any(shape_of(item) != (self._batch, self._hidden) for item in own):
            raise NotAlikeError
        return stacked(context, own, own[0])

    def _operator(self, given: onnx_ir.Value) -> onnx_ir.Value:
        """The gradients of all steps, (1, T + 1, B, C·H)."""
        context, layer = self._context, self._layer
        if layer.mask is not None and self._place is not None:
            given = where_begun(context, layer.mask, given)
        elif layer.mask is not None:
            nothing = np.zeros((), dtype_of(given))
            given = context.builder.value(context.node("Where", layer.mask, given, nothing))
        operands: list[Operand | None] = [
            layer.states,
            layer.rows,
            context.reshaped(given, (1, *shape_of(given))),
        ]
        for place in self._places:
            last = self._turns[0].before[place]
            shape = (1, self._batch, self._hidden)
            operands.append(None if is_zero(last) else context.reshaped(last, shape))
        if layer.mask is not None:
            missing = len(OPTIONAL_OPERANDS) - 1 - len(self._places)
            operands += [*[None] * missing, as_operand(context, layer.mask)]
        while operands[-1] is None:
            operands.pop()
        order: dict[str, Attribute] = {ORDER: layer.order}
        return context.builder.own(
            "RecurrentGradient",
            operands,
            dtype_of(given),
            (1, layer.steps + 1, self._batch, column_count(layer.cell) * self._hidden),
            cell=layer.cell,
            activations=layer.activations,
            **order,
        )

    def _known(
        self, made_trials: Sequence[Trial], found: onnx_ir.Value
    ) -> dict[int, onnx_ir.Value]:
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
                    numbers = [trial.random.of(value) for trial in made_trials]
                except UnknownValueError:
                    break
                wanted = [trial.block(begin, end) for trial in made_trials]
                if not all(map(are_equal, numbers, wanted)):
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
