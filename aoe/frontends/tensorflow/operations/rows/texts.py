"""Texts of CTCGreedyDecoder, which are sparse tensors, and sparse tensors that become dense.

How long a text is depends on data. The decoder's indices and values have as many rows as there are
characters, and the dense texts as many columns as the longest has. Both can be outputs.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import onnx_ir

from aoe.frontends.graph_builder import Operand, UnsupportedNodeError, dtype_of, shape_of
from aoe.frontends.tensorflow.context import Context, integers, whole_numbers
from aoe.frontends.tensorflow.node import Node
from aoe.frontends.tensorflow.operations.operation_table import OperationTable
from aoe.frontends.tensorflow.operations.rows.outputs import chosen
from aoe.frontends.tensorflow.values import DecodedRows, DenseTexts, Held, Rows, Texts

TABLE = OperationTable()
_INT64 = int(onnx_ir.DataType.INT64)


@TABLE.add(
    "CTCGreedyDecoder",
    outputs=("decoded_indices", "decoded_values", "decoded_shape", "log_probability"),
)
def _greedy_paths(context: Context, node: Node, values: Sequence[Held]) -> tuple[Held, ...]:
    """The class with the largest logit in each step, without blanks and, if it is asked for,
    repetitions. The score is the sum of these logits, negated.
    """
    logits = context.builder.value(context.plain(values[0]))
    lengths = context.plain(values[1])
    steps, batch, classes = shape_of(logits)
    if not steps * batch * classes:
        raise ValueError(f"its logits are empty, {steps} steps × {batch} texts × {classes} classes")
    blank = node.integer("blank_index", -1)
    blank += classes if blank < 0 else 0
    largest = context.node("ReduceMax", logits, integers([2]), keepdims=0)
    columns = np.arange(steps, dtype=dtype_of(lengths))
    inside = context.node("Less", columns[:, None], lengths)
    found = context.node("Where", inside, largest, np.asarray(0, dtype_of(logits)))
    total = context.node("ReduceSum", found, integers([0]), keepdims=0)
    score = context.node("Unsqueeze", context.node("Neg", total), integers([1]))
    best = context.node("ArgMax", logits, axis=2, keepdims=0)
    keep = context.node("And", inside, context.node("Not", _equal(context, best, blank)))
    if node.flag("merge_repeated"):
        before = context.node("Slice", best, integers([0]), integers([steps - 1]), integers([0]))
        before = context.node("Concat", np.full((1, batch), -1, np.int64), before, axis=0)
        same = context.node("Equal", best, before)
        keep = context.node("And", keep, context.node("Not", same))
    best, keep = (context.node("Transpose", item, perm=[1, 0]) for item in (best, keep))
    return *_sparse(context, best, keep), score


def _sparse(
    context: Context, characters: onnx_ir.Value, keep: onnx_ir.Value
) -> tuple[Held, Held, Held]:
    """Indices, values and shape of the characters that are kept, each batch × steps."""
    batch, steps = shape_of(characters)
    ones = context.node("Cast", keep, to=_INT64)
    after = context.node("CumSum", ones, np.asarray(1, np.int64))
    places = context.node("Sub", after, np.asarray(1, np.int64))
    lengths = context.node("ReduceSum", ones, integers([1]), keepdims=1)
    longest = context.node("ReduceMax", lengths, integers([0, 1]), keepdims=0)
    shape = context.node("Concat", integers([batch]), context.reshaped(longest, (1,)), axis=0)
    zero = np.asarray(0, np.int64)
    rows = context.node(
        "ScatterElements",
        np.zeros((batch, steps), np.int64),
        context.node("Where", keep, places, zero),
        context.node("Where", keep, characters, zero),
        axis=1,
        reduction="add",
    )
    texts = Texts(rows, context.builder.value(lengths), context.builder.value(shape))
    numbers = np.repeat(np.arange(batch, dtype=np.int64), steps).reshape(-1, 1)
    column = context.reshaped(places, (batch * steps, 1))
    indices = context.node("Concat", numbers, column, axis=1)
    flat = [context.reshaped(item, (batch * steps,)) for item in (characters, keep)]
    places, values = (chosen(context, item, flat[1], 0) for item in (indices, flat[0]))
    return DecodedRows(places, texts), DecodedRows(values, texts), texts.shape


@TABLE.add("SparseToDense")
def _dense(context: Context, node: Node, values: Sequence[Held]) -> Held:
    """Numbers at their indices, and a default elsewhere. Of those at one index, which
    `validate_indices` forbids, the last one counts.
    """
    indices, sizes, given, default = values
    filling = context.plain(default)
    if isinstance(indices, DecodedRows) and isinstance(given, DecodedRows):
        texts = indices.texts
        if given.texts is not texts:
            raise UnsupportedNodeError("its operands are not of one decoder")
        if sizes is texts.shape:
            return _dense_texts(context, texts, filling)
        return _padded_texts(context, texts, whole_numbers(sizes, "output_shape"), filling)
    if isinstance(indices, Rows) or isinstance(given, Rows):
        raise UnsupportedNodeError("how many numbers it takes depends on data")
    shape = whole_numbers(sizes, "output_shape")
    places, numbers = context.plain(indices), context.plain(given)
    if len(shape_of(places)) < 2:
        places = context.reshaped(places, (int(np.prod(shape_of(places))), 1))
    count, rank = shape_of(places)
    if rank != len(shape) or not isinstance(places, np.ndarray):
        raise UnsupportedNodeError(
            "its indices depend on data, or have another rank than its shape"
        )
    if ((places < 0) | (places >= shape)).any():
        raise ValueError(f"it has an index outside of {list(shape)}")
    last = count - 1 - np.unique(places[::-1], axis=0, return_index=True)[1]
    repeated = len(last) < count
    if repeated and node.flag("validate_indices", True):
        raise ValueError("it has an index twice; set validate_indices to False")
    if shape_of(numbers) != (count,):
        numbers = context.node("Expand", numbers, integers([count]))
    if repeated:
        places, numbers = places[last], context.node("Gather", numbers, integers(last))
    whole = context.node("Expand", filling, integers(shape))
    return context.node("ScatterND", whole, places.astype(np.int64), numbers)


def _dense_texts(context: Context, texts: Texts, filling: Operand) -> DenseTexts:
    """As many columns as the longest text has."""
    _, steps = shape_of(texts.characters)
    longest = context.node("ReduceMax", texts.lengths, integers([0, 1]), keepdims=0)
    used = context.node("Less", np.arange(steps, dtype=np.int64), longest)
    return DenseTexts(chosen(context, _filled_texts(context, texts, filling), used, 1))


def _padded_texts(
    context: Context, texts: Texts, shape: Sequence[int], filling: Operand
) -> onnx_ir.Value:
    """Texts in a known shape, as `keras.ops.ctc_decode` asks for: a column for each step."""
    least = shape_of(texts.characters)
    if len(shape) != 2 or shape[0] < least[0] or shape[1] < least[1]:
        raise UnsupportedNodeError(
            f"its shape {list(shape)} may be too small for {least[0]} texts of {least[1]} steps"
        )
    rows = _filled_texts(context, texts, filling)
    missing = [size - given for size, given in zip(shape, least, strict=True)]
    if not any(missing):
        return rows
    return context.node("Pad", rows, integers([0, 0, *missing]), filling)


def _filled_texts(context: Context, texts: Texts, filling: Operand) -> onnx_ir.Value:
    """Texts with a column for each step, and `filling` behind their characters."""
    columns = np.arange(shape_of(texts.characters)[1], dtype=np.int64)
    there = context.node("Less", columns[None], texts.lengths)
    return context.node("Where", there, texts.characters, filling)


def _equal(context: Context, x: Operand, number: int) -> onnx_ir.Value:
    return context.node("Equal", x, np.asarray(number, dtype_of(x)))
