"""Bags of embeddings, their sums or means, and the gradient of the table.

A bag is the indices from one offset to the next. `torch.nn.EmbeddingBag` makes the offsets of an
input of two dimensions by `arange`, so all bags have the same size, which is known ahead.
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
    weights: object = None,
    include_last_offset: bool = False,
    padding_index: int = -1,
) -> Sequence[onnx_ir.Value]:
    _require_plain(mode, weights, padding_index)
    require(not include_last_offset, "its last offset ends the last bag")
    bags, size, places = shape_of(offsets)[0], _equal_size(indices, offsets), emit.value(indices)
    if size is not None:
        rows = emit.node("Gather", emit.value(weight), emit.reshaped(places, [bags, size]), axis=0)
        kind = "ReduceSum" if mode == _SUM else "ReduceMean"
        result = emit.node(kind, rows, emit.integers([1]), keepdims=0)
    else:
        rows = emit.node("Gather", emit.value(weight), places, axis=0)
        if mode == _MEAN:
            rows = emit.node("Div", rows, _sizes(emit, indices, offsets, type_of(weight)))
        result = emit.node(
            "ScatterND",
            emit.filled(0, type_of(weight), [bags, shape_of(weight)[1]]),
            emit.reshaped(_bags(emit, indices, offsets), [-1, 1]),
            rows,
            reduction="add",
        )
    # The gradient needs none of the other results: it has the offsets.
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
    weights: object,
    padding_index: int = -1,
) -> onnx_ir.Value:
    _require_plain(mode, weights, padding_index)
    require(not sparse, "its gradient is sparse")
    require(not scale_by_frequency, "it scales by frequency")
    added = emit.node("Gather", emit.value(gradient), _bags(emit, indices, offsets), axis=0)
    if mode == _MEAN:
        added = emit.node("Div", added, _sizes(emit, indices, offsets, type_of(node)))
    return emit.node(
        "ScatterND",
        emit.filled(0, type_of(node), shape_of(node)),
        emit.reshaped(emit.cast(emit.value(indices), "int64"), [-1, 1]),
        added,
        reduction="add",
    )


def _require_plain(mode: int, weights: object, padding_index: int) -> None:
    require(mode in (_SUM, _MEAN), "it takes the largest of a bag")
    require(weights is None, "elements of its bags have weights")
    require(padding_index < 0, "it leaves out a padding index")


def _equal_size(indices: torch.fx.Node, offsets: torch.fx.Node) -> int | None:
    """The size of all bags, where the offsets are a range that says so."""
    count, bags = shape_of(indices)[0], shape_of(offsets)[0]
    if operator_name(offsets.target) != "arange.start_step" or not bags or count % bags:
        return None
    return count // bags if list(offsets.args) == [0, count, count // bags] else None


def _bags(emit: Emitter, indices: torch.fx.Node, offsets: torch.fx.Node) -> onnx_ir.Value:
    """The number of the bag of each index: how many offsets are not behind it, less one."""
    count, size = shape_of(indices)[0], _equal_size(indices, offsets)
    if size is not None:
        return emit.constant(np.arange(count) // size, "int64")
    places = emit.constant(np.arange(count).reshape(-1, 1), "int64")
    begins = emit.reshaped(emit.cast(emit.value(offsets), "int64"), [1, -1])
    begun = emit.cast(emit.node("GreaterOrEqual", places, begins), "int64")
    found = emit.node("ReduceSum", begun, emit.integers([1]), keepdims=0)
    return emit.node("Sub", found, emit.constant(1, "int64"))


def _sizes(
    emit: Emitter, indices: torch.fx.Node, offsets: torch.fx.Node, dtype: str
) -> onnx_ir.Value:
    """The size of the bag of each index, as a column."""
    begins = emit.cast(emit.value(offsets), "int64")
    count, bags = shape_of(indices)[0], shape_of(offsets)[0]
    ends = emit.node("Concat", emit.part(begins, 0, 1, bags), emit.integers([count]), axis=0)
    bag = _bags(emit, indices, offsets)
    sizes = emit.node("Gather", emit.node("Sub", ends, begins), bag, axis=0)
    return emit.reshaped(emit.cast(sizes, dtype), [-1, 1])
