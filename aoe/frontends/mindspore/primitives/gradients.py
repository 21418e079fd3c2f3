"""Gradients of activations, additions of biases, softmax, look-ups and other primitives.

Those of convolutions, pools and normalizations have modules of their own.
"""

from __future__ import annotations

import math

import numpy as np

from aoe.frontends.graph_builder import Operand, UnsupportedNodeError, dtype_of, shape_of
from aoe.frontends.mindspore.arguments import axis as axis_of
from aoe.frontends.mindspore.arguments import operand, real, require_channels_first, whole, wholes
from aoe.frontends.mindspore.emitter import MOST_MADE, Emitter
from aoe.frontends.mindspore.items import Item
from aoe.frontends.mindspore.table import Primitives

PRIMITIVES = Primitives()


@PRIMITIVES.reads("ReluGrad", "ReLUGrad")
def _relu_gradient(emit: Emitter, y_backprop: Item, x: Item) -> Item:
    return _unless(emit, emit.binary("LessOrEqual", x, 0.0), operand(y_backprop))


def _unless(emit: Emitter, outside: Operand, slope: Operand) -> Operand:
    """The gradient, or 0 where an element is outside. NaN never is, so its gradient, which is
    mostly NaN, too, is not hidden.
    """
    return emit.node("Where", outside, _zero(slope), slope)


def _zero(like: Operand) -> np.ndarray:
    return np.zeros((), dtype_of(like))


@PRIMITIVES.reads("ReLU6Grad")
def _relu_6_gradient(emit: Emitter, y_grad: Item, x: Item) -> Item:
    outside = emit.node("Or", emit.binary("LessOrEqual", x, 0.0), emit.binary("Greater", x, 6.0))
    return _unless(emit, outside, operand(y_grad))


@PRIMITIVES.reads("LeakyReLUGradExt")
def _leaky_relu_gradient(
    emit: Emitter, dy: Item, input: Item, negative_slope: Item = 0.01, is_result: Item = False
) -> Item:
    slope = operand(dy)
    below = emit.binary("Mul", slope, negative_slope)
    return emit.node("Where", emit.binary("Greater", input, 0.0), slope, below)


@PRIMITIVES.reads("EluGrad")
def _elu_gradient(emit: Emitter, dout: Item, out: Item) -> Item:
    """Of the ELU whose α is 1, by its result."""
    slope, result = operand(dout), operand(out)
    below = emit.node("Mul", slope, emit.binary("Add", result, 1.0))
    return emit.node("Where", emit.binary("Greater", result, 0.0), slope, below)


@PRIMITIVES.reads("HSigmoidGrad")
def _hard_sigmoid_gradient(emit: Emitter, grads: Item, input_x: Item) -> Item:
    outside = emit.binary("GreaterOrEqual", emit.node("Abs", operand(input_x)), 3.0)
    return _unless(emit, outside, emit.binary("Mul", operand(grads), 1 / 6))


@PRIMITIVES.reads("HSwishGrad")
def _hard_swish_gradient(emit: Emitter, y_grad: Item, x: Item) -> Item:
    slope, value = operand(y_grad), operand(x)
    between = emit.binary("Add", emit.binary("Mul", value, 1 / 3), 0.5)
    between = emit.node("Mul", slope, between)
    above = emit.node("Where", emit.binary("Greater", value, 3.0), slope, between)
    return emit.node("Where", emit.binary("Less", value, -3.0), _zero(slope), above)


@PRIMITIVES.reads("HShrinkGrad", "SoftShrinkGrad")
def _shrink_gradient(emit: Emitter, gradients: Item, features: Item, lambd: Item = 0.5) -> Item:
    slope, value = operand(gradients), operand(features)
    outside = emit.binary("Greater", emit.node("Abs", value), real(lambd, "lambd"))
    return emit.node("Where", outside, slope, _zero(slope))


@PRIMITIVES.reads("SoftplusGrad")
def _softplus_gradient(emit: Emitter, gradients: Item, features: Item) -> Item:
    return emit.node("Mul", operand(gradients), emit.node("Sigmoid", operand(features)))


@PRIMITIVES.reads("SigmoidGrad")
def _sigmoid_gradient(emit: Emitter, y: Item, dy: Item) -> Item:
    result = operand(y)
    rest = emit.node("Mul", result, emit.binary("Sub", np.asarray(1, dtype_of(result)), result))
    return emit.node("Mul", operand(dy), rest)


@PRIMITIVES.reads("TanhGrad")
def _tanh_gradient(emit: Emitter, y: Item, dy: Item) -> Item:
    result = operand(y)
    square = emit.node("Mul", result, result)
    return emit.node(
        "Mul", operand(dy), emit.binary("Sub", np.asarray(1, dtype_of(result)), square)
    )


@PRIMITIVES.reads("SiLUGrad")
def _silu_gradient(emit: Emitter, dout: Item, x: Item) -> Item:
    """sigmoid(x) * (1 + x * (1 - sigmoid(x)))."""
    value = operand(x)
    gate, one = emit.node("Sigmoid", value), np.asarray(1, dtype_of(value))
    rest = emit.node("Mul", value, emit.binary("Sub", one, gate))
    rest = emit.node("Mul", gate, emit.binary("Add", rest, one))
    return emit.node("Mul", operand(dout), rest)


@PRIMITIVES.reads("GeLUGrad", "GeluGrad")
def _gelu_gradient(emit: Emitter, dy: Item, x: Item, y: Item) -> Item:
    """Of 0.5 x (1 + tanh(u)), where u is √(2/π) (x + 0.044715 x³)."""
    value = operand(x)
    root, cubic = math.sqrt(2 / math.pi), 0.044715
    square = emit.node("Mul", value, value)
    inner = emit.binary("Mul", square, root * cubic)
    bent = emit.node("Tanh", emit.node("Mul", value, emit.binary("Add", inner, root)))
    one = np.asarray(1, dtype_of(value))
    left = emit.binary("Mul", emit.binary("Add", bent, one), 0.5)
    steep = emit.binary("Sub", one, emit.node("Mul", bent, bent))
    slope = emit.binary("Add", emit.binary("Mul", inner, 3.0), root)
    right = emit.node("Mul", emit.binary("Mul", value, 0.5), emit.node("Mul", steep, slope))
    return emit.node("Mul", operand(dy), emit.node("Add", left, right))


@PRIMITIVES.reads("FastGeLUGrad")
def _fast_gelu_gradient(emit: Emitter, dy: Item, x: Item) -> Item:
    """Of x sigmoid(1.702 x)."""
    value = operand(x)
    steep = emit.binary("Mul", value, 1.702)
    gate, one = emit.node("Sigmoid", steep), np.asarray(1, dtype_of(value))
    rest = emit.node("Mul", steep, emit.binary("Sub", one, gate))
    return emit.node("Mul", operand(dy), emit.node("Mul", gate, emit.binary("Add", rest, one)))


@PRIMITIVES.reads("PReLUGrad")
def _prelu_gradient(emit: Emitter, dy: Item, x: Item, weight: Item) -> Item:
    """The gradients of x and of the weight, which has one number or one for each channel."""
    slope, value, share = operand(dy), operand(x), operand(weight)
    shape = shape_of(value)
    (count,) = shape_of(share)
    is_above = emit.node("Not", emit.binary("LessOrEqual", value, 0.0))  # also what is no number
    wide = emit.reshaped(share, (count, *[1] * (len(shape) - 2))) if len(shape) > 1 else share
    to_x = emit.node("Where", is_above, slope, emit.node("Mul", slope, wide))
    below = emit.node("Where", is_above, _zero(slope), emit.node("Mul", slope, value))
    summed = range(len(shape)) if count == 1 else [0, *range(2, len(shape))]
    return to_x, emit.reshaped(emit.summed(below, list(summed)), (count,))


@PRIMITIVES.reads("SqrtGrad")
def _root_gradient(emit: Emitter, y: Item, dy: Item) -> Item:
    """The root comes first, though MindSpore's table of operators calls it `dy`."""
    return emit.node("Div", operand(dy), emit.binary("Mul", operand(y), 2.0))


@PRIMITIVES.reads("RsqrtGrad")
def _inverse_root_gradient(emit: Emitter, y: Item, dy: Item) -> Item:
    """-dy y³ / 2, with the result first, as of the root."""
    result = operand(y)
    cube = emit.node("Mul", result, emit.node("Mul", result, result))
    return emit.node("Mul", operand(dy), emit.binary("Mul", cube, -0.5))


@PRIMITIVES.reads("ReciprocalGrad", "InvGrad")
def _inverse_gradient(emit: Emitter, y: Item, dy: Item) -> Item:
    result = operand(y)
    return emit.node("Neg", emit.node("Mul", operand(dy), emit.node("Mul", result, result)))


@PRIMITIVES.reads("BiasAddGrad")
def _bias_gradient(emit: Emitter, dout: Item, data_format: Item = None) -> Item:
    require_channels_first(data_format)
    slope = operand(dout)
    return emit.summed(slope, [0, *range(2, len(shape_of(slope)))])


@PRIMITIVES.reads("SoftmaxBackward", "SoftmaxGrad")
def _softmax_gradient(emit: Emitter, dout: Item, out: Item, dim: Item = -1) -> Item:
    """out * (dout - the sum of out * dout)."""
    slope, result = operand(dout), operand(out)
    total = emit.summed(emit.node("Mul", slope, result), [axis_of(dim, result)], keep=True)
    return emit.node("Mul", result, emit.node("Sub", slope, total))


@PRIMITIVES.reads("LogSoftmaxGrad")
def _log_softmax_gradient(emit: Emitter, logits: Item, grad: Item, axis: Item = -1) -> Item:
    """grad - exp(logits) * the sum of grad. `logits` is the result of the LogSoftmax."""
    result, slope = operand(logits), operand(grad)
    total = emit.summed(slope, [axis_of(axis, result)], keep=True)
    return emit.node("Sub", slope, emit.node("Mul", emit.node("Exp", result), total))


@PRIMITIVES.reads("FlattenGrad")
def _flatten_gradient(emit: Emitter, dy: Item, shape: Item) -> Item:
    return emit.reshaped(operand(dy), wholes(shape, "shape"))


@PRIMITIVES.reads("UnsortedSegmentSum")
def _segment_sum(emit: Emitter, input_x: Item, segment_ids: Item, num_segments: Item) -> Item:
    """Rows of a look-up's gradient, added to the rows that were looked up."""
    values, places = operand(input_x), operand(segment_ids)
    inner = shape_of(values)[len(shape_of(places)) :]
    sizes = (whole(num_segments, "num_segments"), *inner)
    if min(sizes) < 0 or math.prod(sizes) > MOST_MADE:
        raise UnsupportedNodeError(f"its result has the shape {sizes}")
    zeros = emit.node("Expand", _zero(values), np.asarray(sizes, np.int64))
    indices = emit.reshaped(emit.cast(places, np.int64), (*shape_of(places), 1))
    return emit.node("ScatterND", zeros, indices, values, reduction="add")
