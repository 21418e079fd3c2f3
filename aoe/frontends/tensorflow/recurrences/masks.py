"""Masks of recurrent layers: a step changes the states of those sequences only that it has data of.

Keras takes each state and the result of a step where the mask is true, and those of the step before
elsewhere. The result before the first step is zero, not the state that a layer begins with.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import onnx_ir

from aoe.frontends.graph_builder import Operand, dtype_of, shape_of
from aoe.frontends.tensorflow.affine import is_result_of
from aoe.frontends.tensorflow.context import Context, integers
from aoe.frontends.tensorflow.recurrences.turns import NotAlikeError
from aoe.frontends.tensorflow.values import Slice
from aoe.graph.prepare.rewriting import constant_of


def unmasked(
    context: Context,
    after: Sequence[onnx_ir.Value],
    before: Sequence[onnx_ir.Value],
    steps: int,
    step: int,
) -> tuple[list[onnx_ir.Value], onnx_ir.Value | None]:
    """The states after a step without its mask, and the mask of all steps, (T, B, 1); None if it
    has none. Raises `NotAlikeError` where the states have different ones.
    """
    if not is_result_of(after[0], "Where"):
        return list(after), None
    found = [chosen(context, value, steps, step) for value in after]
    (_, mask, _) = found[0]
    for (_, other, kept), state in zip(found, before, strict=True):
        if other is not mask or kept is not state:
            raise NotAlikeError
    return [new for new, _, _ in found], mask


def chosen(
    context: Context, value: onnx_ir.Value, steps: int, step: int
) -> tuple[onnx_ir.Value, onnx_ir.Value, onnx_ir.Value]:
    """What a step takes where its mask is true, the mask of all steps, and what it takes elsewhere.
    Raises `NotAlikeError` for a value that no mask decides on.
    """
    if not is_result_of(value, "Where"):
        raise NotAlikeError
    node = value.producer()
    assert node is not None, "it is the result of one"
    condition, new, kept = node.inputs
    piece = None if condition is None else context.slice_of(condition)
    if piece is None or new is None or kept is None or not is_mask(piece, value, steps, step):
        raise NotAlikeError
    return new, piece.whole, kept


def is_mask(piece: Slice, state: onnx_ir.Value, steps: int, step: int) -> bool:
    """Whether a slice is the mask of a step: a column that has an element for each sequence."""
    whole = piece.whole
    return (
        piece.index == step
        and dtype_of(whole) == np.dtype(np.bool_)
        and shape_of(whole) == (steps, shape_of(state)[0], 1)
    )


def is_zero(value: onnx_ir.Value) -> bool:
    """Whether a value is known, and zero."""
    found = constant_of(value)
    return found is not None and not found.any()


def where_begun(context: Context, mask: onnx_ir.Value, value: Operand) -> onnx_ir.Value:
    """A value of all steps, (T, B, H), and zeros before the first step with data of a sequence."""
    return context.builder.value(
        context.node("Where", _has_begun(context, mask), value, _zero(value))
    )


def where_not_begun(context: Context, mask: onnx_ir.Value, value: Operand) -> onnx_ir.Value:
    """The rest of the same value."""
    return context.builder.value(
        context.node("Where", _has_begun(context, mask), _zero(value), value)
    )


def _has_begun(context: Context, mask: onnx_ir.Value) -> Operand:
    """Whether a sequence had data in a step or before it, (T, B, 1)."""
    numbers = context.node("Cast", mask, to=int(onnx_ir.DataType.FLOAT))
    count = context.node("CumSum", numbers, np.asarray(0, np.int64))
    return context.node("Greater", count, np.zeros((), np.float32))


def _zero(value: Operand) -> np.ndarray:
    return np.zeros((), dtype_of(value))


def as_operand(context: Context, mask: onnx_ir.Value) -> Operand:
    """A mask as operators take it, (1, T, B)."""
    steps, batch, _ = shape_of(mask)
    return context.reshaped(mask, (1, steps, batch))


def last_of(context: Context, whole: onnx_ir.Value) -> onnx_ir.Value:
    """The last step of a value of all steps."""
    steps, *shape = shape_of(whole)
    last = context.node("Slice", whole, integers([steps - 1]), integers([steps]), integers([0]))
    return context.builder.value(context.reshaped(last, tuple(shape)))
