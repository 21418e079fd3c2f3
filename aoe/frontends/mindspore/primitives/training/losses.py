"""Losses of classes, and their gradients."""

from __future__ import annotations

import numpy as np

from aoe.errors import counted
from aoe.frontends.graph_builder import Operand, UnsupportedNodeError, dtype_of, shape_of
from aoe.frontends.mindspore.arguments import choice, flag, operand, whole
from aoe.frontends.mindspore.emitter import Emitter
from aoe.frontends.mindspore.items import Item
from aoe.frontends.mindspore.table import Primitives

PRIMITIVES = Primitives()
_REDUCTIONS = ("sum", "mean", "none")


@PRIMITIVES.reads("SparseSoftmaxCrossEntropyWithLogits")
def _sparse_cross_entropy(
    emit: Emitter, logits: Item, labels: Item, *, is_grad: Item = False, sens: Item = 1.0
) -> Item:
    """The mean over the batch, or its gradient. Labels are numbers of classes."""
    value = operand(logits)
    batch, dtype = shape_of(value)[0], dtype_of(value)
    hits = _hits(emit, operand(labels), value)
    if flag(is_grad, "is_grad"):
        excess = emit.node("Sub", emit.node("Softmax", value, axis=-1), emit.cast(hits, dtype))
        return emit.binary("Mul", excess, 1 / batch)
    logarithms = emit.node("LogSoftmax", value, axis=-1)
    kept = emit.node("Where", hits, logarithms, np.zeros((), dtype))
    return emit.binary("Mul", emit.summed(kept, (0, 1)), -1 / batch)


@PRIMITIVES.reads("SoftmaxCrossEntropyWithLogits")
def _cross_entropy(emit: Emitter, logits: Item, labels: Item) -> Item:
    """The loss of each sample, and its gradient. Labels are shares of classes."""
    value, shares = operand(logits), operand(labels)
    losses = emit.summed(emit.node("Mul", emit.node("LogSoftmax", value, axis=-1), shares), (1,))
    excess = emit.node("Sub", emit.node("Softmax", value, axis=-1), shares)
    return emit.node("Neg", losses), excess


@PRIMITIVES.reads("NLLLoss")
def _likelihood(
    emit: Emitter,
    logits: Item,
    labels: Item,
    weight: Item,
    reduction: Item = "mean",
    ignore_index: Item = -100,
) -> Item:
    """The loss, and the total weight of the batch."""
    value = operand(logits)
    shares = _shares(emit, value, operand(labels), operand(weight), ignore_index)
    losses = emit.node("Neg", emit.summed(emit.node("Mul", value, shares), (1,)))
    total = emit.summed(shares, (0, 1))
    kind = choice(reduction, "reduction", _REDUCTIONS)
    if kind == "none":
        return losses, total
    loss = emit.summed(losses, (0,))
    return (emit.node("Div", loss, total) if kind == "mean" else loss), total


@PRIMITIVES.reads("NLLLossGrad")
def _likelihood_gradient(
    emit: Emitter,
    logits: Item,
    loss_grad: Item,
    labels: Item,
    weight: Item,
    total_weight: Item,
    reduction: Item = "mean",
    ignore_index: Item = -100,
) -> Item:
    value, slope = operand(logits), operand(loss_grad)
    shares = _shares(emit, value, operand(labels), operand(weight), ignore_index)
    kind = choice(reduction, "reduction", _REDUCTIONS)
    if kind == "none":
        slope = emit.reshaped(slope, (shape_of(value)[0], 1))
    elif kind == "mean":
        slope = emit.node("Div", slope, operand(total_weight))
    return emit.node("Neg", emit.node("Mul", shares, slope))


def _shares(
    emit: Emitter, value: Operand, labels: Operand, weight: Operand, ignored: Item
) -> Operand:
    """The weight of each sample at its class, and zeros elsewhere."""
    hits = _hits(emit, labels, value)
    number = whole(ignored, "ignore_index")
    if 0 <= number < shape_of(value)[1]:
        counted = np.arange(shape_of(value)[1]) != number
        hits = emit.node("And", hits, counted)
    return emit.node("Where", hits, weight, np.zeros((), dtype_of(weight)))


def _hits(emit: Emitter, labels: Operand, value: Operand) -> Operand:
    """Where a sample has its class. A comparison is fused with what reads it."""
    if len(shape_of(value)) != 2 or len(shape_of(labels)) != 1:
        raise UnsupportedNodeError(f"its logits have {counted(len(shape_of(value)), 'dimension')}")
    batch, classes = shape_of(value)
    column = emit.cast(emit.reshaped(labels, (batch, 1)), np.int32)
    return emit.node("Equal", column, np.arange(classes, dtype=np.int32))
