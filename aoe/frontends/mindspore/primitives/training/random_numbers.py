"""Random numbers, which MindSpore draws before each run: a step sees MindSpore's own.

Each node of MindSpore has a generator of its own, which begins at the seeds of the node
(`aoe.mindspore.random_numbers`).
"""

from __future__ import annotations

import numpy as np

from aoe.frontends.graph_builder import Operand, UnsupportedNodeError, dtype_of, shape_of
from aoe.frontends.mindspore.arguments import flag, operand, real, whole, wholes
from aoe.frontends.mindspore.emitter import Emitter
from aoe.frontends.mindspore.items import Item
from aoe.frontends.mindspore.table import Handler, Primitives

PRIMITIVES = Primitives()
_ELSEWHERE = (
    "it drops elements at random, by a generator whose numbers cannot be had; use nn.Dropout, or "
    "export the model after net.set_train(False)"
)


@PRIMITIVES.reads("Dropout")
def _dropout(
    emit: Emitter, x: Item, keep_prob: Item = 0.5, seed0: Item = 0, seed1: Item = 0
) -> Item:
    chance = real(keep_prob, "keep_prob")
    if chance == 1:
        return (x, None)
    x = operand(x)
    seeds = whole(seed0, "Seed0"), whole(seed1, "Seed1")
    drawn = emit.random("Dropout", shape_of(x), bool, seeds, chance)
    mask = emit.cast(drawn, dtype_of(x))
    return (_kept(emit, x, mask, chance), mask)


@PRIMITIVES.reads("DropoutGrad")
def _dropout_grad(emit: Emitter, gradient: Item, mask: Item, keep_prob: Item = 0.5) -> Item:
    if mask is None:  # nothing is dropped
        return gradient
    return _kept(emit, operand(gradient), operand(mask), real(keep_prob, "keep_prob"))


def _kept(emit: Emitter, x: Operand, mask: Operand, chance: float) -> Operand:
    """What a mask keeps of a tensor or of its gradient, so scaled that its mean stays."""
    return emit.binary("Mul", emit.binary("Mul", x, mask), 1 / chance)


@PRIMITIVES.reads("Dropout2D", "Dropout3D")
def _dropout_of_channels(emit: Emitter, x: Item, keep_prob: Item = 0.5) -> Item:
    if real(keep_prob, "keep_prob") != 1:
        raise UnsupportedNodeError(_ELSEWHERE)
    return (x, None)


@PRIMITIVES.reads("FuncDropoutExt", "Dropout2dExt")
def _dropout_function(emit: Emitter, x: Item, p: Item, training: Item, *_: Item) -> Item:
    if flag(training, "training") and real(p, "p") != 0:
        raise UnsupportedNodeError(_ELSEWHERE)
    return x


def _numbers(kind: str) -> Handler:
    """The function of a primitive that fills a tensor."""

    def numbers(emit: Emitter, shape: Item, seed: Item = 0, seed2: Item = 0) -> Item:
        seeds = whole(seed, "seed"), whole(seed2, "seed2")
        return emit.random(kind, wholes(shape, "shape"), np.float32, seeds)

    return numbers


for _kind in ("StandardNormal", "UniformReal"):
    PRIMITIVES.reads(_kind)(_numbers(_kind))
