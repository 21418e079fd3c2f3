"""Embeddings, bags of them, their sums, means or largest elements, and the gradients of the table
and of weights.

A bag is the indices from one offset to the next, or to the end. `torch.nn.EmbeddingBag` makes the
offsets of an input of two dimensions by `arange`, so all bags have the same size, which is known
ahead.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import onnx_ir
import torch

from aoe.torch.translate.emitter import Emitter
from aoe.torch.translate.facts import require, shape_of, tensor_of, type_name, type_of
from aoe.torch.translate.table import Operators, operator_name

OPERATORS = Operators()
#: What `mode` says is made of a bag.
_SUM, _MEAN, _LARGEST = 0, 1, 2


@OPERATORS.translates("embedding")
def _embedding(
    emit: Emitter, node: torch.fx.Node, weight: object, indices: object, *_: object
) -> onnx_ir.Value:
    return emit.node("Gather", emit.value(weight), emit.value(indices), axis=0)


@OPERATORS.translates("embedding_dense_backward")
def _embedding_backward(
    emit: Emitter,
    node: torch.fx.Node,
    gradient: torch.fx.Node,
    indices: torch.fx.Node,
    rows: int,
    padding_index: int,
    scale_by_frequency: bool,
) -> onnx_ir.Value:
    dtype, places = type_of(node), emit.value(indices)
    added = emit.value(gradient, dtype)
    if scale_by_frequency:
        added = _by_frequency(emit, added, indices, rows, dtype)
    if padding_index >= 0:
        padded = emit.node("Equal", places, emit.constant(padding_index, type_of(indices)))
        padded = emit.reshaped(padded, [*shape_of(indices), 1])
        added = emit.node("Where", padded, emit.constant(0, dtype), added)
    return emit.node(
        "ScatterND",
        emit.filled(0, dtype, shape_of(node)),
        emit.reshaped(emit.cast(places, "int64"), [*shape_of(indices), 1]),
        added,
        reduction="add",
    )


@OPERATORS.translates("_embedding_bag", "_embedding_bag_forward_only")
def _embedding_bag(
    emit: Emitter,
    node: torch.fx.Node,
    weight: torch.fx.Node,
    indices: torch.fx.Node,
    offsets: torch.fx.Node,
    scale_by_frequency: bool = False,
    mode: int = _SUM,
    sparse: bool = False,
    weights: torch.fx.Node | None = None,
    include_last_offset: bool = False,
    padding_index: int = -1,
) -> Sequence[onnx_ir.Value]:
    # PyTorch computes a sparse gradient, of what it kept itself.
    require(not sparse or "forward_only" in str(node.target), "its gradient is sparse")
    given = _Bags(emit, indices, offsets, shape_of(offsets)[0] - include_last_offset, padding_index)
    dtype, width = type_of(weight), shape_of(weight)[1]
    rows = emit.node("Gather", emit.value(weight), emit.value(indices), axis=0)
    if mode == _LARGEST:
        result, words = given.largest(rows, dtype, width)
    else:
        rows = given.counted(_weighted(emit, rows, indices, weights, dtype), dtype)
        result, words = given.joined(rows, mode, dtype, width), None
    return [result, *_kept(emit, node, given, words)]


def _kept(
    emit: Emitter, node: torch.fx.Node, given: _Bags, words: onnx_ir.Value | None
) -> Sequence[onnx_ir.Value]:
    """What is kept for the gradient beside the result, as PyTorch, which may compute it, needs it:
    the number of the bag of each index, the sizes of bags, and the indices of the largest elements.
    """
    numbers, _, largest = tensor_of(node)[1:]
    found = given.number if numbers.numel() else emit.filled(0, "int64", list(numbers.shape))
    if words is None:
        words = emit.filled(0, "int64", list(largest.shape))
    made = (found, given.sizes(), words)
    dtype = type_name(numbers.dtype)
    return made if dtype == "int64" else [emit.cast(item, dtype) for item in made]


@OPERATORS.translates("_embedding_bag_backward")
def _embedding_bag_backward(
    emit: Emitter,
    node: torch.fx.Node,
    gradient: torch.fx.Node,
    indices: torch.fx.Node,
    offsets: torch.fx.Node,
    bags: object,
    bag_sizes: torch.fx.Node,
    largest: torch.fx.Node,
    rows: int,
    scale_by_frequency: bool,
    mode: int,
    sparse: bool,
    weights: torch.fx.Node | None,
    padding_index: int = -1,
) -> onnx_ir.Value:
    require(not sparse, "its gradient is sparse")
    dtype = type_of(node)
    if mode == _LARGEST:
        return _gradient_of_largest(emit, node, gradient, bag_sizes, largest)
    given = _Bags(emit, indices, offsets, shape_of(gradient)[0], padding_index)
    added = emit.node("Gather", emit.value(gradient), given.number, axis=0)
    if mode == _MEAN:
        added = emit.node("Div", added, given.sizes_of_indices(dtype))
    added = given.counted(_weighted(emit, added, indices, weights, dtype), dtype)
    if scale_by_frequency:
        added = _by_frequency(emit, added, indices, rows, dtype)
    return _added(emit, emit.cast(emit.value(indices), "int64"), added, dtype, shape_of(node))


def _gradient_of_largest(
    emit: Emitter,
    node: torch.fx.Node,
    gradient: torch.fx.Node,
    sizes: torch.fx.Node,
    words: torch.fx.Node,
) -> onnx_ir.Value:
    """Each element goes to the index that had the largest one, if anything counted in the bag."""
    dtype = type_of(node)
    empty = emit.node("Equal", emit.value(sizes), emit.constant(0, type_of(sizes)))
    empty = emit.reshaped(empty, [shape_of(gradient)[0], 1])
    return emit.node(
        "ScatterElements",
        emit.filled(0, dtype, shape_of(node)),
        emit.value(words, "int64"),
        emit.node("Where", empty, emit.constant(0, dtype), emit.value(gradient, dtype)),
        axis=0,
        reduction="add",
    )


@OPERATORS.translates("_embedding_bag_per_sample_weights_backward")
def _gradient_of_weights(
    emit: Emitter,
    node: torch.fx.Node,
    gradient: torch.fx.Node,
    weight: torch.fx.Node,
    indices: torch.fx.Node,
    offsets: torch.fx.Node,
    bags: object,
    mode: int,
    padding_index: int = -1,
) -> onnx_ir.Value:
    """Products of the rows that were weighted with the gradient of their bag."""
    given = _Bags(emit, indices, offsets, shape_of(gradient)[0], padding_index)
    rows = emit.node("Gather", emit.value(weight), emit.value(indices), axis=0)
    share = emit.node("Gather", emit.value(gradient), given.number, axis=0)
    product = emit.node("Mul", rows, share)
    found = emit.node("ReduceSum", product, emit.integers([1]), keepdims=1)
    found = given.counted(found, type_of(weight))
    return emit.reshaped(emit.cast(found, type_of(node)), shape_of(node))


def _by_frequency(
    emit: Emitter, added: onnx_ir.Value, indices: torch.fx.Node, rows: int, dtype: str
) -> onnx_ir.Value:
    """Rows of a gradient, each divided by how often its index comes. `rows`: those of the table."""
    shape, places = shape_of(indices), emit.value(indices, "int64")
    counts = emit.node(
        "ScatterND",
        emit.filled(0, "int64", [rows]),
        emit.reshaped(places, [*shape, 1]),
        emit.filled(1, "int64", shape),
        reduction="add",
    )
    each = emit.reshaped(emit.node("Gather", counts, places, axis=0), [*shape, 1])
    return emit.node("Div", added, emit.cast(each, dtype))


def _added(
    emit: Emitter, places: onnx_ir.Value, rows: onnx_ir.Value, dtype: str, shape: Sequence[int]
) -> onnx_ir.Value:
    """The rows, added up at their places in zeros."""
    return emit.node(
        "ScatterND",
        emit.filled(0, dtype, list(shape)),
        emit.reshaped(places, [-1, 1]),
        rows,
        reduction="add",
    )


def _weighted(
    emit: Emitter,
    rows: onnx_ir.Value,
    indices: torch.fx.Node,
    weights: torch.fx.Node | None,
    dtype: str,
) -> onnx_ir.Value:
    """The row of each index, times its weight."""
    if weights is None:
        return rows
    column = emit.reshaped(emit.value(weights, dtype), [shape_of(indices)[0], 1])
    return emit.node("Mul", rows, column)


@dataclass(frozen=True)
class _Bags:
    """Which bag each index is in, and which indices count.

    Attributes:
        emit: Makes operators.
        indices: The indices of all bags, in a row.
        offsets: Where bags begin; one more where an offset ends the last bag.
        count: How many bags there are.
        padding_index: The index that does not count, if it is none below 0.
    """

    emit: Emitter
    indices: torch.fx.Node
    offsets: torch.fx.Node
    count: int
    padding_index: int

    @cached_property
    def size(self) -> int | None:
        """The size of all bags, where the offsets are a range that says so."""
        count, bags, offsets = shape_of(self.indices)[0], self.count, self.offsets
        if operator_name(offsets.target) != "arange.start_step" or not bags or count % bags:
            return None
        if shape_of(offsets)[0] != bags:  # one ends the last bag
            return None
        return count // bags if list(offsets.args) == [0, count, count // bags] else None

    @cached_property
    def number(self) -> onnx_ir.Value:
        """The number of the bag of each index: how many offsets are not behind it, less one.
        Indices behind the last bag get its number (`counted`).
        """
        emit, count = self.emit, shape_of(self.indices)[0]
        if self.size is not None:
            return emit.constant(np.arange(count) // self.size, "int64")
        places = emit.constant(np.arange(count).reshape(-1, 1), "int64")
        offset = emit.part(emit.cast(emit.value(self.offsets), "int64"), 0, 0, self.count)
        begins = emit.reshaped(offset, [1, -1])
        begun = emit.cast(emit.node("GreaterOrEqual", places, begins), "int64")
        found = emit.node("ReduceSum", begun, emit.integers([1]), keepdims=0)
        return emit.node("Sub", found, emit.constant(1, "int64"))

    def sizes(self) -> onnx_ir.Value:
        """How many indices count in each bag."""
        emit, given = self.emit, shape_of(self.offsets)[0]
        if self.padding_index >= 0:
            ones = emit.filled(1, "int64", [shape_of(self.indices)[0], 1])
            added = self.counted(ones, "int64")
            found = _added(emit, self.number, added, "int64", [self.count, 1])
            return emit.reshaped(found, [self.count])
        if self.size is not None:
            return emit.filled(self.size, "int64", [self.count])
        offset = emit.cast(emit.value(self.offsets), "int64")
        begins, ends = emit.part(offset, 0, 0, self.count), emit.part(offset, 0, 1, given)
        if given == self.count:
            last = emit.integers([shape_of(self.indices)[0]])
            ends = emit.node("Concat", ends, last, axis=0)
        return emit.node("Sub", ends, begins)

    def sizes_of_indices(self, dtype: str) -> onnx_ir.Value:
        """How many indices count in the bag of each index, as a column; 1 if none does."""
        emit = self.emit
        sizes = emit.node("Max", self.sizes(), emit.constant(1, "int64"))
        sizes = emit.node("Gather", sizes, self.number, axis=0)
        return emit.reshaped(emit.cast(sizes, dtype), [-1, 1])

    def counted(self, rows: onnx_ir.Value, dtype: str, instead: float = 0) -> onnx_ir.Value:
        """The row of each index, or a number where none counts, whatever is in it: of the padding
        index, and of indices behind the last bag where an offset ends it.
        """
        emit, count = self.emit, shape_of(self.indices)[0]
        none = []
        if self.padding_index >= 0:
            padding = emit.constant(self.padding_index, type_of(self.indices))
            none.append(emit.node("Equal", emit.value(self.indices), padding))
        if shape_of(self.offsets)[0] > self.count:
            offset = emit.cast(emit.value(self.offsets), "int64")
            end = emit.part(offset, 0, self.count, self.count + 1)
            places = emit.constant(np.arange(count), "int64")
            none.append(emit.node("GreaterOrEqual", places, end))
        for item in none:
            left_out = emit.reshaped(item, [count, 1])
            rows = emit.node("Where", left_out, emit.constant(instead, dtype), rows)
        return rows

    def joined(self, rows: onnx_ir.Value, mode: int, dtype: str, width: int) -> onnx_ir.Value:
        """The sums or means of bags. `rows`: those of the indices, zeros where none counts."""
        emit = self.emit
        all_count = self.size is not None and self.padding_index < 0
        if mode == _MEAN and not all_count:
            rows = emit.node("Div", rows, self.sizes_of_indices(dtype))
        if self.size is None:
            return _added(emit, self.number, rows, dtype, [self.count, width])
        rows = emit.reshaped(rows, [self.count, self.size, width])
        kind = "ReduceMean" if mode == _MEAN and all_count else "ReduceSum"
        return emit.node(kind, rows, emit.integers([1]), keepdims=0)

    def largest(
        self, rows: onnx_ir.Value, dtype: str, width: int
    ) -> tuple[onnx_ir.Value, onnx_ir.Value]:
        """The largest elements of bags, and the first index that has each; zeros of a bag in which
        no index counts. As in PyTorch, which asks each element whether it is larger than the one
        before, a NaN counts in the first row of a bag, and is then the largest, and in no other.
        """
        emit, count, shape = self.emit, shape_of(self.indices)[0], [self.count, width]
        require(count > 0, "it has no index")
        places = emit.reshaped(self.number, [-1, 1])
        numbers = emit.constant(np.arange(count).reshape(-1, 1), "int64")
        head = self._first(places, numbers, [self.count, 1])
        above = emit.node("Gather", rows, emit.reshaped(head, [self.count]), axis=0)
        spoiled = emit.node("IsNaN", above)
        least = emit.constant(-np.inf, dtype)
        rows = self.counted(
            emit.node("Where", emit.node("IsNaN", rows), least, rows), dtype, -np.inf
        )
        start = emit.filled(-np.inf, dtype, shape)
        found = emit.node("ScatterND", start, places, rows, reduction="max")
        hits = emit.node("Equal", rows, emit.node("Gather", found, self.number, axis=0))
        hits = emit.node("Where", hits, numbers, emit.constant(count, "int64"))
        first = emit.node("Where", spoiled, head, self._first(places, hits, shape))
        words = emit.node("Gather", emit.value(self.indices, "int64"), first, axis=0)
        empty = emit.node("Equal", self.sizes(), emit.constant(0, "int64"))
        empty = emit.reshaped(empty, [self.count, 1])
        found = emit.node("Where", spoiled, above, found)
        found = emit.node("Where", empty, emit.constant(0, dtype), found)
        return found, emit.node("Where", empty, emit.constant(0, "int64"), words)

    def _first(
        self, places: onnx_ir.Value, numbers: onnx_ir.Value, shape: list[int]
    ) -> onnx_ir.Value:
        """The least of the numbers in each bag, of those that count; that of the last index if none
        does.
        """
        emit, count = self.emit, shape_of(self.indices)[0]
        start = emit.filled(count, "int64", shape)
        counted = self.counted(numbers, "int64", count)
        least = emit.node("ScatterND", start, places, counted, reduction="min")
        return emit.node("Min", least, emit.constant(count - 1, "int64"))
