"""Bags of embeddings, their sums or means, and the gradients of the table and of weights.

A bag is the indices from one offset to the next, or to the end. `torch.nn.EmbeddingBag` makes the
offsets of an input of two dimensions by `arange`, so all bags have the same size, which is known
ahead.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import onnx_ir
import torch

from aoe.torch.translate.emitter import Emitter
from aoe.torch.translate.facts import require, shape_of, tensor_of, type_name, type_of
from aoe.torch.translate.table import Operators, operator_name

OPERATORS = Operators()
#: What `mode` says is made of a bag.
_SUM, _MEAN = 0, 1


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
    _require_known(mode, padding_index)
    bags = shape_of(offsets)[0] - include_last_offset
    size, places = _equal_size(indices, offsets, bags), emit.value(indices)
    dtype, width = type_of(weight), shape_of(weight)[1]
    rows = emit.node("Gather", emit.value(weight), places, axis=0)
    rows = _weighted(emit, rows, indices, weights, dtype)
    rows = _counted(emit, rows, indices, offsets, bags, padding_index, dtype)
    if size is not None:
        kind = "ReduceSum" if mode == _SUM else "ReduceMean"
        rows = emit.reshaped(rows, [bags, size, width])
        result = emit.node(kind, rows, emit.integers([1]), keepdims=0)
    else:
        if mode == _MEAN:
            rows = emit.node("Div", rows, _sizes(emit, indices, offsets, bags, dtype))
        bag = _bags(emit, indices, offsets, bags)
        result = _added(emit, bag, rows, dtype, [bags, width])
    # The gradients need none of the other results: they have the offsets.
    others = tensor_of(node)[1:]
    return [result, *(emit.filled(0, type_name(item.dtype), list(item.shape)) for item in others)]


@OPERATORS.translates("_embedding_bag_backward")
def _embedding_bag_backward(
    emit: Emitter,
    node: torch.fx.Node,
    gradient: torch.fx.Node,
    indices: torch.fx.Node,
    offsets: torch.fx.Node,
    bags: object,
    bag_sizes: object,
    largest: object,
    rows: int,
    scale_by_frequency: bool,
    mode: int,
    sparse: bool,
    weights: torch.fx.Node | None,
    padding_index: int = -1,
) -> onnx_ir.Value:
    _require_known(mode, padding_index)
    require(not sparse, "its gradient is sparse")
    require(not scale_by_frequency, "it scales by frequency")
    dtype, count = type_of(node), shape_of(gradient)[0]
    added = emit.node("Gather", emit.value(gradient), _bags(emit, indices, offsets, count), axis=0)
    if mode == _MEAN:
        added = emit.node("Div", added, _sizes(emit, indices, offsets, count, dtype))
    added = _weighted(emit, added, indices, weights, dtype)
    added = _counted(emit, added, indices, offsets, count, padding_index, dtype)
    return _added(emit, emit.cast(emit.value(indices), "int64"), added, dtype, shape_of(node))


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
    _require_known(mode, padding_index)
    rows = emit.node("Gather", emit.value(weight), emit.value(indices), axis=0)
    count = shape_of(gradient)[0]
    share = emit.node("Gather", emit.value(gradient), _bags(emit, indices, offsets, count), axis=0)
    product = emit.node("Mul", rows, share)
    found = emit.node("ReduceSum", product, emit.integers([1]), keepdims=1)
    found = _counted(emit, found, indices, offsets, count, padding_index, type_of(weight))
    return emit.reshaped(emit.cast(found, type_of(node)), shape_of(node))


def _require_known(mode: int, padding_index: int) -> None:
    require(mode in (_SUM, _MEAN), "it takes the largest of a bag")
    require(mode == _SUM or padding_index < 0, "it leaves a padding index out of means")


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


def _counted(
    emit: Emitter,
    rows: onnx_ir.Value,
    indices: torch.fx.Node,
    offsets: torch.fx.Node,
    bags: int,
    padding_index: int,
    dtype: str,
) -> onnx_ir.Value:
    """The row of each index, or 0 where none counts, whatever is in it: of the padding index, and
    of indices behind the last bag where an offset ends it.
    """
    count = shape_of(indices)[0]
    none = []
    if padding_index >= 0:
        padding = emit.constant(padding_index, type_of(indices))
        none.append(emit.node("Equal", emit.value(indices), padding))
    if shape_of(offsets)[0] > bags:
        end = emit.part(emit.cast(emit.value(offsets), "int64"), 0, bags, bags + 1)
        none.append(emit.node("GreaterOrEqual", emit.constant(np.arange(count), "int64"), end))
    for item in none:
        left_out = emit.reshaped(item, [count, 1])
        rows = emit.node("Where", left_out, emit.constant(0, dtype), rows)
    return rows


def _equal_size(indices: torch.fx.Node, offsets: torch.fx.Node, bags: int) -> int | None:
    """The size of all bags, where the offsets are a range that says so."""
    count = shape_of(indices)[0]
    if operator_name(offsets.target) != "arange.start_step" or not bags or count % bags:
        return None
    if shape_of(offsets)[0] != bags:  # one ends the last bag
        return None
    return count // bags if list(offsets.args) == [0, count, count // bags] else None


def _bags(
    emit: Emitter, indices: torch.fx.Node, offsets: torch.fx.Node, bags: int
) -> onnx_ir.Value:
    """The number of the bag of each index: how many offsets are not behind it, less one. Indices
    behind the last bag get its number (`_counted`).
    """
    count, size = shape_of(indices)[0], _equal_size(indices, offsets, bags)
    if size is not None:
        return emit.constant(np.arange(count) // size, "int64")
    places = emit.constant(np.arange(count).reshape(-1, 1), "int64")
    offset = emit.part(emit.cast(emit.value(offsets), "int64"), 0, 0, bags)
    begins = emit.reshaped(offset, [1, -1])
    begun = emit.cast(emit.node("GreaterOrEqual", places, begins), "int64")
    found = emit.node("ReduceSum", begun, emit.integers([1]), keepdims=0)
    return emit.node("Sub", found, emit.constant(1, "int64"))


def _sizes(
    emit: Emitter, indices: torch.fx.Node, offsets: torch.fx.Node, bags: int, dtype: str
) -> onnx_ir.Value:
    """The size of the bag of each index, as a column."""
    offset, given = emit.cast(emit.value(offsets), "int64"), shape_of(offsets)[0]
    begins, ends = emit.part(offset, 0, 0, bags), emit.part(offset, 0, 1, given)
    if given == bags:
        ends = emit.node("Concat", ends, emit.integers([shape_of(indices)[0]]), axis=0)
    bag = _bags(emit, indices, offsets, bags)
    sizes = emit.node("Gather", emit.node("Sub", ends, begins), bag, axis=0)
    return emit.reshaped(emit.cast(sizes, dtype), [-1, 1])
