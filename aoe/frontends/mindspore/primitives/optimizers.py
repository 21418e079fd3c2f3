"""Primitives that give parameters other values: assignments, and the steps of optimizers.

A result has one new value for each parameter that changes; the primitive itself gives that of the
first. MindSpore's kernels for CPUs compute the same, but ignore `use_nesterov` of ApplyMomentum.
"""

from __future__ import annotations

import numpy as np

from aoe.frontends.graph_builder import Operand, UnsupportedNodeError, dtype_of, shape_of
from aoe.frontends.mindspore.arguments import flag, operand, real
from aoe.frontends.mindspore.emitter import Emitter
from aoe.frontends.mindspore.items import Item
from aoe.frontends.mindspore.state import Changed, Held
from aoe.frontends.mindspore.table import Primitives

PRIMITIVES = Primitives()


@PRIMITIVES.changes("Assign")
def _assign(emit: Emitter, variable: Item, value: Item) -> Item:
    return _changed(emit, (held(variable), operand(value)))


@PRIMITIVES.changes("AssignAdd")
def _assign_add(emit: Emitter, variable: Item, value: Item) -> Item:
    return _changed(emit, (held(variable), emit.binary("Add", operand(variable), value)))


@PRIMITIVES.changes("AssignSub")
def _assign_sub(emit: Emitter, variable: Item, value: Item) -> Item:
    return _changed(emit, (held(variable), emit.binary("Sub", operand(variable), value)))


@PRIMITIVES.changes("ApplyGradientDescent")
def _gradient_descent(emit: Emitter, variable: Item, alpha: Item, delta: Item) -> Item:
    step = emit.binary("Mul", delta, alpha)
    return _changed(emit, (held(variable), emit.binary("Sub", operand(variable), step)))


@PRIMITIVES.changes("ApplyMomentum", "FusedMomentum")
def _momentum(
    emit: Emitter,
    variable: Item,
    accumulation: Item,
    learning_rate: Item,
    gradient: Item,
    momentum: Item,
    *,
    use_nesterov: Item = False,
    gradient_scale: Item = 1.0,
) -> Item:
    scale = real(gradient_scale, "gradient_scale")
    slope = operand(gradient) if scale == 1 else emit.binary("Mul", gradient, scale)
    moved = emit.binary("Add", emit.binary("Mul", operand(accumulation), momentum), slope)
    along = moved
    if flag(use_nesterov, "use_nesterov"):
        along = emit.binary("Add", slope, emit.binary("Mul", moved, momentum))
    step = emit.binary("Mul", along, learning_rate)
    new = emit.binary("Sub", operand(variable), step)
    return _changed(emit, (held(variable), new), (held(accumulation), moved))


@PRIMITIVES.changes("SGD")
def _sgd(
    emit: Emitter,
    parameters: Item,
    gradient: Item,
    learning_rate: Item,
    accum: Item,
    momentum: Item,
    stat: Item,
    *,
    dampening: Item = 0.0,
    weight_decay: Item = 0.0,
    nesterov: Item = False,
) -> Item:
    """`stat` is above 0 until the first step, which takes the gradient as it is."""
    variable, slope = operand(parameters), operand(gradient)
    decay = real(weight_decay, "weight_decay")
    if decay:
        slope = emit.binary("Add", slope, emit.binary("Mul", variable, decay))
    rest = emit.binary("Mul", slope, 1 - real(dampening, "dampening"))
    moved = emit.binary("Add", emit.binary("Mul", operand(accum), momentum), rest)
    first = emit.binary("Greater", operand(stat), 0.0)
    moved = emit.node("Where", first, slope, moved)
    along = moved
    if flag(nesterov, "nesterov"):
        along = emit.binary("Add", slope, emit.binary("Mul", moved, momentum))
    # Without momentum the kernel leaves both accumulation and stat as they are.
    has_momentum = emit.binary("Greater", operand(momentum), 0.0)
    along = emit.node("Where", has_momentum, along, slope)
    moved = emit.node("Where", has_momentum, moved, operand(accum))
    begun = emit.node("Where", emit.node("And", has_momentum, first), _zero(stat), operand(stat))
    new = emit.binary("Sub", variable, emit.binary("Mul", along, learning_rate))
    return _changed(emit, (held(parameters), new), (held(accum), moved), (held(stat), begun))


@PRIMITIVES.changes("Adam")
def _adam(
    emit: Emitter,
    var: Item,
    m: Item,
    v: Item,
    beta1_power: Item,
    beta2_power: Item,
    lr: Item,
    beta1: Item,
    beta2: Item,
    epsilon: Item,
    gradient: Item,
    *,
    use_nesterov: Item = False,
) -> Item:
    slope = operand(gradient)
    first, second = _moments(emit, m, v, beta1, beta2, slope)
    root = emit.node("Sqrt", emit.binary("Sub", _one(beta2_power), operand(beta2_power)))
    rate = emit.binary("Mul", operand(lr), root)
    rate = emit.binary("Div", rate, emit.binary("Sub", _one(beta1_power), operand(beta1_power)))
    along = first
    if flag(use_nesterov, "use_nesterov"):
        rest = emit.binary("Mul", slope, emit.binary("Sub", _one(beta1), operand(beta1)))
        along = emit.binary("Add", emit.binary("Mul", first, operand(beta1)), rest)
    step = emit.binary("Div", emit.binary("Mul", along, rate), _shifted_root(emit, second, epsilon))
    new = emit.binary("Sub", operand(var), step)
    return _changed(emit, (held(var), new), (held(m), first), (held(v), second))


@PRIMITIVES.changes("AdamWeightDecay")
def _adam_weight_decay(
    emit: Emitter,
    var: Item,
    m: Item,
    v: Item,
    lr: Item,
    beta1: Item,
    beta2: Item,
    epsilon: Item,
    decay: Item,
    gradient: Item,
    use_locking: Item = False,
) -> Item:
    first, second = _moments(emit, m, v, beta1, beta2, operand(gradient))
    along = emit.binary("Div", first, _shifted_root(emit, second, epsilon))
    along = emit.binary("Add", along, emit.binary("Mul", operand(var), decay))
    new = emit.binary("Sub", operand(var), emit.binary("Mul", along, lr))
    return _changed(emit, (held(var), new), (held(m), first), (held(v), second))


def _moments(
    emit: Emitter, m: Item, v: Item, beta1: Item, beta2: Item, slope: Operand
) -> tuple[Operand, Operand]:
    """The new mean of gradients and of their squares."""
    found = []
    for old, beta, value in ((m, beta1, slope), (v, beta2, emit.node("Mul", slope, slope))):
        share = emit.binary("Sub", _one(beta), operand(beta))
        change = emit.binary("Mul", emit.binary("Sub", value, operand(old)), share)
        found.append(emit.binary("Add", operand(old), change))
    return found[0], found[1]


def _shifted_root(emit: Emitter, value: Operand, epsilon: Item) -> Operand:
    return emit.binary("Add", emit.node("Sqrt", value), epsilon)


def _one(item: Item) -> np.ndarray:
    return np.asarray(1, dtype_of(operand(item)))


def _zero(item: Item) -> np.ndarray:
    return np.zeros((), dtype_of(operand(item)))


def held(item: Item) -> Held:
    """A parameter that a primitive changes."""
    if not isinstance(item, Held):
        raise UnsupportedNodeError("it changes what is no parameter")
    return item


def _changed(emit: Emitter, *changes: tuple[Held, Operand]) -> Changed:
    """What changes parameters to values, which get the types of these."""
    after = []
    for before, value in changes:
        if shape_of(value) != shape_of(before.value):
            raise UnsupportedNodeError(
                f"it gives {before.name!r} of shape {shape_of(before.value)} a value of shape "
                f"{shape_of(value)}"
            )
        after.append(before.changed(emit.cast(value, dtype_of(before.value))))
    return Changed(after[0].value, tuple(after))
