"""Losses that compare elements one by one, and their gradients.

Formulas and the least divisors are those of MindSpore's kernels for CPUs.
"""

from __future__ import annotations

import math

import numpy as np

from aoe.frontends.graph_builder import Operand, dtype_of, shape_of
from aoe.frontends.mindspore.arguments import choice, operand, real
from aoe.frontends.mindspore.emitter import Emitter
from aoe.frontends.mindspore.items import Item
from aoe.frontends.mindspore.table import Primitives

PRIMITIVES = Primitives()
_REDUCTIONS = ("sum", "mean", "none", "batchmean")
#: What keeps logarithms and divisors of probabilities away from 0.
_LEAST = 1e-12


@PRIMITIVES.reads("BCEWithLogitsLoss")
def _logistic(
    emit: Emitter,
    input: Item,
    target: Item,
    weight: Item = None,
    positive_weight: Item = None,
    reduction: Item = "mean",
) -> Item:
    value, wanted = operand(input), operand(target)
    beyond = emit.node("Exp", emit.node("Neg", emit.node("Abs", value)))
    softened = emit.node("Log", emit.binary("Add", beyond, 1.0))
    softened = emit.node("Add", softened, emit.binary("Max", emit.node("Neg", value), 0.0))
    if positive_weight is not None:
        softened = emit.node("Mul", softened, _of_hits(emit, wanted, positive_weight))
    losses = emit.node("Add", emit.node("Mul", _rest(emit, wanted), value), softened)
    return _reduced(emit, _weighted(emit, losses, weight), reduction)


@PRIMITIVES.reads("BinaryCrossEntropyWithLogitsBackward")
def _logistic_gradient(
    emit: Emitter,
    grad_output: Item,
    input: Item,
    target: Item,
    weight: Item = None,
    positive_weight: Item = None,
    reduction: Item = "mean",
) -> Item:
    value, wanted = operand(input), operand(target)
    gate, hits = emit.node("Sigmoid", value), wanted
    if positive_weight is not None:
        gate = emit.node("Mul", gate, _of_hits(emit, wanted, positive_weight))
        hits = emit.binary("Mul", wanted, positive_weight)
    slope = _weighted(emit, emit.node("Sub", gate, hits), weight)
    return _times(emit, slope, operand(grad_output), reduction)


def _of_hits(emit: Emitter, wanted: Operand, weight: Item) -> Operand:
    """1 + (weight - 1) wanted."""
    one = np.asarray(1, dtype_of(wanted))
    more = emit.binary("Sub", operand(weight), one)
    return emit.binary("Add", emit.node("Mul", more, wanted), one)


@PRIMITIVES.reads("SigmoidCrossEntropyWithLogits")
def _sigmoid_cross_entropy(emit: Emitter, logits: Item, label: Item) -> Item:
    return _logistic(emit, logits, label, reduction="none")


@PRIMITIVES.reads("SigmoidCrossEntropyWithLogitsGrad")
def _sigmoid_cross_entropy_gradient(emit: Emitter, x: Item, y: Item, dout: Item) -> Item:
    return _logistic_gradient(emit, dout, x, y, reduction="none")


@PRIMITIVES.reads("BinaryCrossEntropy")
def _binary(
    emit: Emitter, input: Item, target: Item, weight: Item = None, reduction: Item = "mean"
) -> Item:
    value, wanted = operand(input), operand(target)
    hit = emit.node("Log", emit.binary("Add", value, _LEAST))
    other = emit.node("Log", emit.binary("Add", _rest(emit, value), _LEAST))
    losses = emit.node(
        "Add", emit.node("Mul", wanted, hit), emit.node("Mul", _rest(emit, wanted), other)
    )
    return _reduced(emit, _weighted(emit, emit.node("Neg", losses), weight), reduction)


@PRIMITIVES.reads("BinaryCrossEntropyGrad")
def _binary_gradient(
    emit: Emitter,
    input: Item,
    target: Item,
    grad_output: Item,
    weight: Item = None,
    reduction: Item = "mean",
) -> Item:
    value, wanted = operand(input), operand(target)
    spread = emit.binary("Max", emit.node("Mul", value, _rest(emit, value)), _LEAST)
    slope = emit.node("Div", emit.node("Sub", value, wanted), spread)
    return _times(emit, _weighted(emit, slope, weight), operand(grad_output), reduction)


@PRIMITIVES.reads("SmoothL1Loss")
def _smooth(
    emit: Emitter, prediction: Item, target: Item, beta: Item = 1.0, reduction: Item = "none"
) -> Item:
    apart = emit.node("Abs", emit.binary("Sub", prediction, target))
    bend = real(beta, "beta")
    near = emit.binary("Mul", emit.node("Mul", apart, apart), 0.5 / bend)
    far = emit.binary("Sub", apart, bend / 2)
    losses = emit.node("Where", emit.binary("Less", apart, bend), near, far)
    return _reduced(emit, losses, reduction)


@PRIMITIVES.reads("SmoothL1LossGrad")
def _smooth_gradient(
    emit: Emitter,
    prediction: Item,
    target: Item,
    dout: Item,
    beta: Item = 1.0,
    reduction: Item = "none",
) -> Item:
    scaled = emit.binary("Mul", emit.binary("Sub", prediction, target), 1 / real(beta, "beta"))
    slope = emit.binary("Min", emit.binary("Max", scaled, -1.0), 1.0)
    return _times(emit, slope, operand(dout), reduction)


@PRIMITIVES.reads("KLDivLoss")
def _divergence(emit: Emitter, logits: Item, labels: Item, *, reduction: Item = "mean") -> Item:
    wanted = operand(labels)
    is_above = emit.binary("Greater", wanted, 0.0)
    ones = emit.node("Where", is_above, wanted, np.asarray(1, dtype_of(wanted)))
    losses = emit.node("Mul", wanted, emit.node("Sub", emit.node("Log", ones), operand(logits)))
    zero = np.zeros((), dtype_of(wanted))
    return _reduced(emit, emit.node("Where", is_above, losses, zero), reduction)


@PRIMITIVES.reads("KLDivLossGrad")
def _divergence_gradient(
    emit: Emitter, dout: Item, x: Item, y: Item, *, reduction: Item = "mean"
) -> Item:
    """That of all labels, also of those below 0, which have no loss."""
    return _times(emit, emit.node("Neg", operand(y)), operand(dout), reduction)


def _rest(emit: Emitter, value: Operand) -> Operand:
    return emit.binary("Sub", np.asarray(1, dtype_of(value)), value)


def _weighted(emit: Emitter, losses: Operand, weight: Item) -> Operand:
    return losses if weight is None else emit.binary("Mul", losses, weight)


def _reduced(emit: Emitter, losses: Operand, reduction: Item) -> Operand:
    """Losses of elements as the loss of a reduction."""
    kind = choice(reduction, "reduction", _REDUCTIONS)
    if kind == "none":
        return losses
    total = emit.summed(losses, range(len(shape_of(losses))))
    count = _count(losses, kind)
    return total if count == 1 else emit.binary("Mul", total, 1 / count)


def _times(emit: Emitter, slope: Operand, along: Operand, reduction: Item) -> Operand:
    """The derivative of each element's loss times what comes from the loss of a reduction."""
    count = _count(slope, choice(reduction, "reduction", _REDUCTIONS))
    share = along if count == 1 else emit.binary("Mul", along, 1 / count)
    if shape_of(share) == (1,) and shape_of(slope) != (1,):
        share = emit.reshaped(share, ())
    return emit.node("Mul", slope, share)


def _count(losses: Operand, kind: str) -> int:
    """What the sum of losses is divided by."""
    shape = shape_of(losses)
    if kind == "batchmean":
        return max(shape[0], 1)
    return max(math.prod(shape), 1) if kind == "mean" else 1
