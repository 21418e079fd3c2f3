"""Puts one operator in the place of the steps of an LSTM, a GRU or a plain recurrent layer whose
weights are variables.

The lists that a loop gives have states, and for the gradient also gates and what is computed of
them. They get slices of tensors of all steps. The nodes of the steps are left out, because no
output needs them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise, permutations

import numpy as np
import onnx_ir

from aoe.frontends.graph_builder import Attribute, Operand, dtype_of, shape_of
from aoe.frontends.tensorflow.affine import NotAffineError
from aoe.frontends.tensorflow.context import Context, integers
from aoe.frontends.tensorflow.recurrences.every_step import EveryStep
from aoe.frontends.tensorflow.recurrences.gates import FINDERS, Step
from aoe.frontends.tensorflow.recurrences.masks import (
    as_operand,
    chosen,
    is_zero,
    last_of,
    unmasked,
    where_begun,
)
from aoe.frontends.tensorflow.recurrences.turns import (
    Alike,
    Iteration,
    NotAlikeError,
    Turn,
    turn_of,
)
from aoe.frontends.tensorflow.recurrent_layer import Layer
from aoe.frontends.tensorflow.values import Held, Slice, TensorList
from aoe.operators.types.recurrent.recurrent import (
    GATES,
    KEEPS,
    KEPT,
    OPTIONAL_OPERANDS,
    ORDER,
    state_count,
)

#: The iteration whose values are looked at. Those of the first may be shared by several states.
SEEN = 1
#: The row of each state in what the operator gives, and the step it begins with.
_STATES = {"h": (0, 0), "new h": (0, 1), "c": (1, 0), "new c": (1, 1)}
#: What a step of a masked layer computes for all sequences, of which it keeps a part.
_OF_ALL_SEQUENCES = ("new h", "new c", "last")
#: The types that are computed.
TYPES = (np.dtype(np.float32), np.dtype(np.float64))


def layer_of(
    context: Context, iterations: Sequence[Iteration], state: tuple[Held, ...]
) -> tuple[Held, ...]:
    """What a loop gives, by one operator. Raises `NotAlikeError` if it is no such layer."""
    turns = [turn_of(context, iteration) for iteration in iterations]
    alike = Alike(context, direction=1)
    for one, other in pairwise(turns):
        alike.check(one, other)
    turn = turns[SEEN]
    for places, step, mask in _steps(context, turn, len(turns)):
        made = _Maker(context, turns, alike, places, step, mask)
        return made.results(state)
    raise NotAlikeError


def _steps(
    context: Context, turn: Turn, count: int
) -> Iterator[tuple[tuple[int, ...], Step, onnx_ir.Value | None]]:
    """Variables that are the states of a layer, its step and its mask, if it has one."""
    tensors = [
        place
        for place, value in turn.after.items()
        if len(shape_of(value)) == 2 and dtype_of(value) in TYPES
    ]
    for states, find in FINDERS:
        for places in permutations(tensors, states):
            after = [turn.after[place] for place in places]
            before = [turn.before[place] for place in places]
            try:
                after, mask = unmasked(context, after, before, count, SEEN)
                yield places, find(after, before), mask
            except (NotAffineError, NotAlikeError, ValueError):
                continue


class _Maker:
    """Makes the operator of a layer, and what the loop gives."""

    def __init__(
        self,
        context: Context,
        turns: Sequence[Turn],
        alike: Alike,
        places: tuple[int, ...],
        step: Step,
        mask: onnx_ir.Value | None,
    ) -> None:
        self._context, self._turns, self._places, self._step = context, turns, places, step
        self._mask = mask
        self._turn = turns[SEEN]
        self._states = [*self._turn.before.values()]
        self._shared = alike.shared
        self._batch, self._hidden = shape_of(self._turn.after[places[0]])
        self._count = len(turns)
        self._keeps = self._needs_gates()
        self._found = self._operator()

    def _needs_gates(self) -> bool:
        """Whether lists get more than the states."""
        named = [
            self._step.roles.get(id(item.value))
            for item in self._turn.written
            if isinstance(item.value, onnx_ir.Value)
            and id(item.value) not in self._shared
            and self._context.slice_of(item.value) is None
            and not self._is_result(item.value)
        ]
        return any(name not in _STATES for name in named)

    def _is_result(self, value: onnx_ir.Value) -> bool:
        """Whether a value is the result of a step of a masked layer."""
        return any(value is self._turn.after[place] for place in self._result_places())

    def _result_places(self) -> list[int]:
        """Variables that are the results of steps of a masked layer."""
        return [place for place in self._turn.after if place not in self._places]

    def _operator(self) -> onnx_ir.Value:
        """The states of all steps, and the gates where they are needed."""
        step, context = self._step, self._context
        every = EveryStep(context, self._count, SEEN, {}, self._shared, self._states)
        if every.depends(step.weights) or any(map(every.depends, step.inner)):
            raise NotAlikeError
        gates, hidden = GATES[step.cell], self._hidden
        whole = (self._count, self._batch, gates * hidden)
        parts = [every.of(item) if every.depends(item) else item for item in step.added]
        if not any(map(every.depends, step.added)):
            raise NotAlikeError
        inner: Operand | None = None
        for item in step.inner:
            row = context.reshaped(item, (gates * hidden,))
            inner = row if inner is None else context.node("Add", inner, row)
        if inner is not None:
            kept = np.repeat(np.asarray([1, 0], dtype_of(inner)), [2 * hidden, hidden])
            parts.append(context.builder.value(context.node("Mul", inner, kept)))
        x: Operand = parts[0]
        for part in parts[1:]:
            x = context.node("Add", x, part)
        if shape_of(x) != whole or dtype_of(x) not in TYPES:
            raise NotAlikeError
        starts: list[Operand | None] = [
            context.reshaped(self._turns[0].before[place], (1, self._batch, hidden))
            for place in self._places
        ]
        if inner is not None:
            last = context.node(
                "Slice", inner, integers([2 * hidden]), integers([3 * hidden]), integers([0])
            )
            starts += [None, None, context.reshaped(last, (1, hidden))]
        if self._mask is not None:
            missing = OPTIONAL_OPERANDS.index("mask") - len(starts)
            starts += [*[None] * missing, as_operand(context, self._mask)]
        rows = context.node("Transpose", step.weights, perm=[1, 0])
        self._rows = context.builder.value(context.reshaped(rows, (1, gates * hidden, hidden)))
        kept_rows = state_count(step.cell) + (KEPT[step.cell] if self._keeps else 0)
        attributes: dict[str, Attribute] = {ORDER: step.order, KEEPS: int(self._keeps)}
        return context.builder.own(
            "Recurrent",
            [context.reshaped(x, (1, *whole)), self._rows, *starts],
            dtype_of(x),
            (kept_rows, self._count + 1, 1, self._batch, hidden),
            cell=step.cell,
            activations=step.activations,
            linear_before_reset=int(step.cell == "GRU"),
            **attributes,
        )

    def _row(self, row: int, begin: int) -> onnx_ir.Value:
        """States or gates of all steps, (T, B, H), from a step on: 0 before it, 1 after it."""
        context, shape = self._context, (self._count, self._batch, self._hidden)
        one = context.node(
            "Slice", self._found, integers([row]), integers([row + 1]), integers([0])
        )
        limits = (integers([begin]), integers([begin + self._count]), integers([1]))
        part = context.node("Slice", one, *limits)
        return context.builder.value(context.reshaped(part, shape))

    def _whole(self, name: str) -> onnx_ir.Value:
        """A state or gate of all steps by its name."""
        count = state_count(self._step.cell)
        if name in _STATES:
            return self._row(*_STATES[name])
        if name == "last":
            is_tanh = self._step.activations.endswith("tanh")
            return self._context.node("Tanh" if is_tanh else "Relu", self._row(1, 1))
        place = 3 if name == "product" else int(name.split()[1])
        return self._row(count + place, 1)

    def results(self, state: tuple[Held, ...]) -> tuple[Held, ...]:
        """What the loop gives."""
        step = self._step
        known = {
            key: self._whole(name)
            for key, name in step.roles.items()
            if (self._keeps or name in _STATES)
            and not (self._mask is not None and name in _OF_ALL_SEQUENCES)
        }
        for place in self._result_places():
            known[id(self._turn.after[place])] = self._results_of_all_steps(place)
        every = EveryStep(self._context, self._count, SEEN, known, self._shared, self._states)
        layer = Layer(
            *(step.cell, step.activations, step.order, self._count, step.weights, self._rows),
            *(self._found, dict(step.roles), {}, self._mask),
        )
        made: dict[int, onnx_ir.Value] = {}
        for item in self._turn.written:
            value = item.value
            if not isinstance(value, onnx_ir.Value) or not every.depends(value):
                continue
            if self._context.slice_of(value) is None:
                whole = made[item.place] = every.of(value)
                layer.values[whole] = value
                self._context.layers[whole] = layer
        lasts = {place: known[id(self._turn.after[place])] for place in self._result_places()}
        return self._given(state, made, lasts)

    def _results_of_all_steps(self, place: int) -> onnx_ir.Value:
        """The results of all steps of a masked layer, by the variable that has them. Raises
        `NotAlikeError` if it is no such result.
        """
        new, mask, kept = chosen(self._context, self._turn.after[place], self._count, SEEN)
        if mask is not self._mask or self._step.roles.get(id(new)) != "new h":
            raise NotAlikeError
        found = self._whole("new h")
        if is_zero(kept) and kept is not self._turn.before[place]:
            return self._context.node("Where", mask, found, np.zeros((), dtype_of(found)))
        if kept is not self._turn.before[place] or not is_zero(self._turns[0].before[place]):
            raise NotAlikeError
        if is_zero(self._turns[0].before[self._places[0]]):
            return found
        return where_begun(self._context, mask, found)

    def _given(
        self,
        state: tuple[Held, ...],
        made: dict[int, onnx_ir.Value],
        lasts: dict[int, onnx_ir.Value],
    ) -> tuple[Held, ...]:
        """What the loop gives, with slices of `made` in its lists. `lasts`: what variables have
        whose last steps it gives.
        """
        found: list[Held] = list(state)
        for number, place in enumerate(self._places):
            found[place] = self._context.node(
                "Squeeze",
                self._context.node(
                    "Slice",
                    self._found,
                    integers([number, self._count]),
                    integers([number + 1, self._count + 1]),
                    integers([0, 1]),
                ),
                integers([0, 1, 2]),
            )
        for place, whole in lasts.items():
            found[place] = last_of(self._context, whole)
        for place, whole in made.items():
            held = state[place]
            if not isinstance(held, TensorList):
                raise NotAlikeError
            items = list(held.items)
            for number, turn in enumerate(self._turns):
                for item in turn.written:
                    if item.place == place:
                        items[item.index] = Slice(whole, number)
            found[place] = held.replaced(items)
        return tuple(found)
