"""Iterations of a loop that compute the same of what each of them is given.

What an iteration is given are the states before it, a slice of a tensor for each step, and values
that all iterations share. Two iterations are alike if they lead to these by the same nodes.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np
import onnx_ir

from aoe.frontends.tensorflow.context import Context
from aoe.frontends.tensorflow.values import Held, Slice, TensorList
from aoe.graph.prepare.rewriting import constant_of


class NotAlikeError(Exception):
    """A loop is no recurrent layer, or one that is not computed by one operator."""


@dataclass(frozen=True, slots=True)
class Iteration:
    """One iteration of a loop.

    Attributes:
        before: Values of its variables before it.
        after: Values of its variables after it.
    """

    before: tuple[Held, ...]
    after: tuple[Held, ...]


@dataclass(frozen=True, slots=True)
class Written:
    """An item of a list that an iteration writes.

    Attributes:
        place: Which variable of the loop the list is.
        index: The number of the item.
        value: The item.
    """

    place: int
    index: int
    value: Held | Slice


@dataclass(slots=True)
class Turn:
    """An iteration, with its values as values of the graph.

    Attributes:
        before: Tensors before it that are others after it, by the place of the variable.
        after: Those after it that data decide on.
        written: Items of lists that it writes.
    """

    before: dict[int, onnx_ir.Value]
    after: dict[int, onnx_ir.Value]
    written: tuple[Written, ...]


def turn_of(context: Context, iteration: Iteration) -> Turn:
    """An iteration of tensors and lists. Raises `NotAlikeError` for others."""
    before: dict[int, onnx_ir.Value] = {}
    after: dict[int, onnx_ir.Value] = {}
    written: list[Written] = []
    pairs = zip(iteration.before, iteration.after, strict=True)
    for place, (one, other) in enumerate(pairs):
        if isinstance(other, TensorList) and isinstance(one, TensorList):
            found = list(_written(place, one, other))
            if len(found) > 1:
                raise NotAlikeError
            written += found
            continue
        if other is one:
            continue
        if isinstance(one, np.ndarray | onnx_ir.Value):
            before[place] = context.builder.value(one)
        if isinstance(other, np.ndarray):
            continue
        if not isinstance(other, onnx_ir.Value) or place not in before:
            raise NotAlikeError
        after[place] = other
    return Turn(before, after, tuple(written))


def _written(place: int, before: TensorList, after: TensorList) -> Iterator[Written]:
    """The items of a list that an iteration has changed or added, but for those that are known,
    such as zeros.
    """
    for index, item in enumerate(after.items):
        if item is None or isinstance(item, np.ndarray):
            continue
        if index < len(before.items) and before.items[index] is item:
            continue
        yield Written(place, index, item)


@dataclass(slots=True)
class Alike:
    """Compares iterations, each with the following one.

    Attributes:
        context: Knows slices.
        direction: By how much the number of a slice grows from one iteration to the next.
        shared: Values that iterations have in common, by identity.
    """

    context: Context
    direction: int
    shared: dict[int, onnx_ir.Value] = field(default_factory=dict)
    _seen: set[tuple[int, int]] = field(default_factory=set)
    _slices: set[int] = field(default_factory=set)

    def check(
        self, one: Turn, other: Turn, equal: Sequence[tuple[onnx_ir.Value, onnx_ir.Value]] = ()
    ) -> None:
        """Raises `NotAlikeError` unless two iterations that follow each other are alike.

        Args:
            one: The earlier one.
            other: The later one.
            equal: Values of both that stand for the same, whatever computes them.
        """
        self._seen.clear()
        self._seen.update((id(first), id(second)) for first, second in equal)
        pairs = [(first, other.before.get(place)) for place, first in one.before.items()]
        states = {(id(first), id(second)) for first, second in pairs if second is not None}
        self._seen.update(states)
        if one.after.keys() != other.after.keys() or len(one.written) != len(other.written):
            raise NotAlikeError
        for place, value in one.after.items():
            self._compare(value, other.after[place])
        for first, second in zip(one.written, other.written, strict=True):
            self._compare_items(first, second)
        # All steps may read the slice that is also the own one of a single step. The values are the
        # same object then, and nothing tells which of the two is meant.
        if not self._slices.isdisjoint(self.shared):
            raise NotAlikeError

    def _compare_items(self, one: Written, other: Written) -> None:
        moves = other.index - one.index
        if one.place != other.place or moves not in (0, 1, -1):
            raise NotAlikeError
        first, second = (self._value(item.value) for item in (one, other))
        self._compare(first, second)

    def _value(self, item: Held | Slice) -> onnx_ir.Value:
        if isinstance(item, Slice):
            item = self.context.item(item) or item
        if not isinstance(item, np.ndarray | onnx_ir.Value):
            raise NotAlikeError
        return self.context.builder.value(item)

    def _compare(self, one: onnx_ir.Value, other: onnx_ir.Value) -> None:
        todo = [(one, other)]
        while todo:
            first, second = todo.pop()
            if (id(first), id(second)) in self._seen:
                continue
            self._seen.add((id(first), id(second)))
            if first is second:
                self.shared[id(first)] = first
                continue
            if self._are_slices(first, second) or _are_equal(first, second):
                continue
            todo += _operands_of_both(first, second)

    def _are_slices(self, one: onnx_ir.Value, other: onnx_ir.Value) -> bool:
        first, second = self.context.slice_of(one), self.context.slice_of(other)
        if first is None and second is None:
            return False
        if first is None or second is None or first.whole is not second.whole:
            raise NotAlikeError
        if second.index - first.index != self.direction:
            raise NotAlikeError
        self._slices.update((id(one), id(other)))
        return True


def _are_equal(one: onnx_ir.Value, other: onnx_ir.Value) -> bool:
    first, second = constant_of(one), constant_of(other)
    if first is None or second is None:
        return False
    return first.dtype == second.dtype and np.array_equal(first, second)


def _operands_of_both(
    one: onnx_ir.Value, other: onnx_ir.Value
) -> list[tuple[onnx_ir.Value, onnx_ir.Value]]:
    """The operands of two nodes of the same operator. Raises `NotAlikeError` for others."""
    first, second = one.producer(), other.producer()
    if first is None or second is None or one.index() != other.index():
        raise NotAlikeError
    kinds = [(item.domain, item.op_type, len(item.inputs)) for item in (first, second)]
    if kinds[0] != kinds[1] or _attributes(first) != _attributes(second):
        raise NotAlikeError
    found = []
    for mine, theirs in zip(first.inputs, second.inputs, strict=True):
        if (mine is None) != (theirs is None):
            raise NotAlikeError
        if mine is not None and theirs is not None:
            found.append((mine, theirs))
    return found


def _attributes(node: onnx_ir.Node) -> dict[str, object]:
    return {name: item.value for name, item in node.attributes.items()}


def permutation(node: onnx_ir.Node) -> tuple[int, ...] | None:
    """The order of axes that a Transpose makes; None if it reverses them."""
    found = node.attributes.get("perm")
    return None if found is None else tuple(found.as_ints())


def axis_of(node: onnx_ir.Node) -> int:
    """The axis of a Concat or a Split; 0 if it names none."""
    found = node.attributes.get("axis")
    return 0 if found is None else found.as_int()
