"""Primitives that give parameters other values: assignments, and the steps of optimizers.

A result has one new value for each parameter that changes; the primitive itself gives that of the
first. MindSpore's kernels for CPUs compute the same, but ignore `use_nesterov` of ApplyMomentum and
`update_slots` of ApplyAdagrad, and ApplyFtrl adds `l1` there whatever the sign of its sum.
"""

from __future__ import annotations

import numpy as np

from aoe.frontends.graph_builder import Operand, dtype_of
from aoe.frontends.mindspore.arguments import flag, operand, real
from aoe.frontends.mindspore.changes import changed, held
from aoe.frontends.mindspore.emitter import Emitter
from aoe.frontends.mindspore.items import Item
from aoe.frontends.mindspore.table import Primitives

PRIMITIVES = Primitives()
#: What ApplyAdagrad adds to the sum of squares, as MindSpore's kernel for CPUs.
_LEAST_SQUARES = 1e-8


@PRIMITIVES.changes("Assign")
def _assign(emit: Emitter, variable: Item, value: Item) -> Item:
    return changed(emit, (held(variable), operand(value)))


@PRIMITIVES.changes("AssignAdd")
def _assign_add(emit: Emitter, variable: Item, value: Item) -> Item:
    return changed(emit, (held(variable), emit.binary("Add", operand(variable), value)))


@PRIMITIVES.changes("AssignSub")
def _assign_sub(emit: Emitter, variable: Item, value: Item) -> Item:
    return changed(emit, (held(variable), emit.binary("Sub", operand(variable), value)))


@PRIMITIVES.changes("ApplyGradientDescent")
def _gradient_descent(emit: Emitter, variable: Item, alpha: Item, delta: Item) -> Item:
    step = emit.binary("Mul", delta, alpha)
    return changed(emit, (held(variable), emit.binary("Sub", operand(variable), step)))


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
    return changed(emit, (held(variable), new), (held(accumulation), moved))


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
    return changed(emit, (held(parameters), new), (held(accum), moved), (held(stat), begun))


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
    return changed(emit, (held(var), new), (held(m), first), (held(v), second))


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
    return changed(emit, (held(var), new), (held(m), first), (held(v), second))


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


@PRIMITIVES.changes("ApplyRMSProp")
def _rms_prop(
    emit: Emitter,
    var: Item,
    mean_square: Item,
    moment: Item,
    learning_rate: Item,
    grad: Item,
    decay: Item,
    momentum: Item,
    epsilon: Item,
    *,
    use_locking: Item = False,
) -> Item:
    square = _averaged(emit, mean_square, _square(emit, operand(grad)), decay)
    root = emit.node("Sqrt", emit.binary("Add", square, epsilon))
    step = emit.binary("Div", emit.binary("Mul", grad, learning_rate), root)
    moved = emit.binary("Add", emit.binary("Mul", operand(moment), momentum), step)
    new = emit.binary("Sub", operand(var), moved)
    return changed(emit, (held(var), new), (held(mean_square), square), (held(moment), moved))


@PRIMITIVES.changes("ApplyCenteredRMSProp")
def _centered_rms_prop(
    emit: Emitter,
    var: Item,
    mean_gradient: Item,
    mean_square: Item,
    moment: Item,
    gradient: Item,
    learning_rate: Item,
    decay: Item,
    momentum: Item,
    epsilon: Item,
    *,
    use_locking: Item = False,
) -> Item:
    """Where rounding leaves no variance, the kernel for CPUs changes neither moment nor value."""
    slope = operand(gradient)
    square = _averaged(emit, mean_square, _square(emit, slope), decay)
    mean = _averaged(emit, mean_gradient, slope, decay)
    spread = emit.binary("Sub", square, _square(emit, mean))
    spread = emit.binary("Add", spread, epsilon)
    is_above = emit.binary("Greater", spread, 0.0)
    root = emit.node("Sqrt", emit.node("Where", is_above, spread, _one(gradient)))
    step = emit.binary("Div", emit.binary("Mul", slope, learning_rate), root)
    moved = emit.binary("Add", emit.binary("Mul", operand(moment), momentum), step)
    new = emit.binary("Sub", operand(var), moved)
    return changed(
        emit,
        (held(var), emit.node("Where", is_above, new, operand(var))),
        (held(mean_gradient), mean),
        (held(mean_square), square),
        (held(moment), emit.node("Where", is_above, moved, operand(moment))),
    )


@PRIMITIVES.changes("ApplyAdagrad")
def _adagrad(
    emit: Emitter, var: Item, accum: Item, lr: Item, grad: Item, *, update_slots: Item = True
) -> Item:
    """The kernels for CPUs add a little to the squares, so a gradient of 0 changes nothing."""
    total = _squares(emit, accum, grad, update_slots)
    root = emit.node("Sqrt", emit.binary("Add", total, _LEAST_SQUARES))
    return _divided(emit, var, accum, lr, grad, total, root)


@PRIMITIVES.changes("ApplyAdagradV2")
def _adagrad_v2(
    emit: Emitter,
    var: Item,
    accum: Item,
    lr: Item,
    grad: Item,
    *,
    epsilon: Item,
    update_slots: Item = True,
) -> Item:
    total = _squares(emit, accum, grad, update_slots)
    return _divided(emit, var, accum, lr, grad, total, _shifted_root(emit, total, epsilon))


def _squares(emit: Emitter, accum: Item, grad: Item, update_slots: Item) -> Operand:
    """The sum of the squares of all gradients, with this one or without."""
    if not flag(update_slots, "update_slots"):
        return operand(accum)
    return emit.binary("Add", operand(accum), _square(emit, operand(grad)))


def _divided(
    emit: Emitter, var: Item, accum: Item, lr: Item, grad: Item, total: Operand, root: Operand
) -> Item:
    step = emit.binary("Div", emit.binary("Mul", grad, lr), root)
    new = emit.binary("Sub", operand(var), step)
    return changed(emit, (held(var), new), (held(accum), total))


@PRIMITIVES.changes("ApplyAdadelta")
def _adadelta(
    emit: Emitter,
    var: Item,
    accum: Item,
    accum_update: Item,
    lr: Item,
    rho: Item,
    epsilon: Item,
    grad: Item,
) -> Item:
    slope = operand(grad)
    square = _averaged(emit, accum, _square(emit, slope), rho)
    before = emit.node("Sqrt", emit.binary("Add", operand(accum_update), epsilon))
    step = emit.binary("Mul", before, slope)
    step = emit.binary("Div", step, emit.node("Sqrt", emit.binary("Add", square, epsilon)))
    steps = _averaged(emit, accum_update, _square(emit, step), rho)
    new = emit.binary("Sub", operand(var), emit.binary("Mul", step, lr))
    return changed(emit, (held(var), new), (held(accum), square), (held(accum_update), steps))


@PRIMITIVES.changes("ApplyAdaMax")
def _adamax(
    emit: Emitter,
    var: Item,
    m: Item,
    v: Item,
    beta1_power: Item,
    lr: Item,
    beta1: Item,
    beta2: Item,
    epsilon: Item,
    grad: Item,
) -> Item:
    first = _averaged(emit, m, operand(grad), beta1)
    largest = emit.binary("Mul", operand(v), beta2)
    largest = emit.binary("Max", largest, emit.node("Abs", operand(grad)))
    rate = emit.binary("Div", operand(lr), emit.binary("Sub", _one(beta1_power), beta1_power))
    step = emit.binary("Div", emit.binary("Mul", first, rate), emit.binary("Add", largest, epsilon))
    new = emit.binary("Sub", operand(var), step)
    return changed(emit, (held(var), new), (held(m), first), (held(v), largest))


@PRIMITIVES.changes("ApplyFtrl")
def _ftrl(
    emit: Emitter,
    var: Item,
    accum: Item,
    linear: Item,
    grad: Item,
    lr: Item,
    l1: Item,
    l2: Item,
    lr_power: Item,
    *,
    use_locking: Item = False,
) -> Item:
    slope, power = operand(grad), emit.node("Neg", operand(lr_power))
    total = emit.binary("Add", operand(accum), _square(emit, slope))
    after = emit.binary("Pow", total, power)
    grown = emit.binary("Sub", after, emit.binary("Pow", operand(accum), power))
    share = emit.binary("Mul", emit.binary("Div", grown, lr), operand(var))
    along = emit.binary("Sub", emit.binary("Add", operand(linear), slope), share)
    curved = emit.binary("Add", emit.binary("Div", after, lr), emit.binary("Mul", operand(l2), 2.0))
    pulled = emit.binary("Sub", emit.binary("Mul", emit.node("Sign", along), l1), along)
    is_far = emit.binary("Greater", emit.node("Abs", along), l1)
    new = emit.node("Where", is_far, emit.node("Div", pulled, curved), _zero(var))
    return changed(emit, (held(var), new), (held(accum), total), (held(linear), along))


def _square(emit: Emitter, value: Operand) -> Operand:
    return emit.node("Mul", value, value)


def _averaged(emit: Emitter, old: Item, value: Operand, share: Item) -> Operand:
    """`share` of what was, and the rest of a value."""
    rest = emit.binary("Sub", _one(share), share)
    change = emit.binary("Mul", emit.binary("Sub", value, operand(old)), rest)
    return emit.binary("Add", operand(old), change)
