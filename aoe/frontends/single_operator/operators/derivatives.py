"""Derivatives of activations, times the gradient of their results."""

from __future__ import annotations

from collections.abc import Sequence
from math import pi, sqrt

from aoe.frontends.graph_builder import Operand, UnsupportedNodeError
from aoe.frontends.single_operator.call import (
    Call,
    Tensor,
    axes,
    integers,
    require_floating,
    scalar,
)
from aoe.frontends.single_operator.operators.activations import channel_axis, one_axis
from aoe.frontends.single_operator.table import Ints, OperatorTypes

TYPES = OperatorTypes()


@TYPES.reads("ReluGrad", results=("backprops",))
def _relu_gradient(call: Call, gradients: Tensor, features: Tensor) -> Operand:
    call.same_type(gradients, features)
    zero = scalar(0, features)
    return call.node("Where", call.node("Greater", features, zero), gradients, zero)


@TYPES.reads("SigmoidGrad", results=("z",))
def _sigmoid_gradient(call: Call, y: Tensor, dy: Tensor) -> Operand:
    """`y * (1 - y) * dy`, where `y` is the sigmoid."""
    call.same_type(y, dy)
    slope = call.node("Mul", y, call.node("Sub", scalar(1, y), y))
    return call.node("Mul", slope, dy)


@TYPES.reads("TanhGrad", results=("z",))
def _tanh_gradient(call: Call, y: Tensor, dy: Tensor) -> Operand:
    """`(1 - y * y) * dy`, where `y` is the hyperbolic tangent."""
    call.same_type(y, dy)
    return call.node("Mul", call.node("Sub", scalar(1, y), call.node("Mul", y, y)), dy)


@TYPES.reads("GeluGrad", results=("z",))
def _gelu_gradient(call: Call, dy: Tensor, x: Tensor, y: Tensor) -> Operand:
    """The derivative of the approximation with tanh. `y`, its value, is not needed."""
    call.same_type(dy, x, y)
    require_floating(x)
    root = sqrt(2 / pi)
    square = call.node("Mul", x, x)
    cubic = call.node("Add", call.node("Mul", square, scalar(0.044715, x)), scalar(1, x))
    inner = call.node("Mul", call.node("Mul", x, cubic), scalar(root, x))
    tanh = call.node("Tanh", inner)
    half = scalar(0.5, x)
    level = call.node("Mul", call.node("Add", tanh, scalar(1, x)), half)
    slope = call.node("Sub", scalar(1, x), call.node("Mul", tanh, tanh))
    steep = call.node("Add", call.node("Mul", square, scalar(3 * 0.044715, x)), scalar(1, x))
    steep = call.node("Mul", steep, scalar(root, x))
    bent = call.node("Mul", call.node("Mul", call.node("Mul", x, slope), steep), half)
    return call.node("Mul", call.node("Add", level, bent), dy)


@TYPES.reads("SoftmaxGrad", results=("grad_x",))
def _softmax_gradient(
    call: Call, softmax: Tensor, grad_softmax: Tensor, *, axes: Ints = (-1,)
) -> Operand:
    """`(g - sum(g * s)) * s` for the softmax `s` and its gradient `g`."""
    call.same_type(softmax, grad_softmax)
    place = integers([one_axis(axes, softmax)])
    total = call.node("ReduceSum", call.node("Mul", grad_softmax, softmax), place, keepdims=1)
    return call.node("Mul", call.node("Sub", grad_softmax, total), softmax)


@TYPES.reads("BiasAddGrad")
def _bias_gradient(call: Call, x: Tensor, *, data_format: str | None = None) -> Operand:
    """The sum over all dimensions but that of the channels."""
    place = channel_axis(call, x, data_format)
    others = axes([number for number in range(x.rank) if number != place], x.rank)
    return call.node("ReduceSum", x, integers(others), keepdims=0)


@TYPES.reads("LeakyReluGrad", results=("backprops",))
def _leaky_gradient(
    call: Call, gradients: Tensor, features: Tensor, *, negative_slope: float = 0.0
) -> Operand:
    call.same_type(gradients, features)
    steep = call.node("Mul", gradients, scalar(negative_slope, gradients))
    above = call.node("Greater", features, scalar(0, features))
    return call.node("Where", above, gradients, steep)


@TYPES.reads("Relu6Grad", results=("backprops",))
def _relu6_gradient(call: Call, gradients: Tensor, features: Tensor) -> Operand:
    call.same_type(gradients, features)
    zero = scalar(0, features)
    above = call.node("Greater", features, zero)
    below = call.node("Less", features, scalar(6, features))
    return call.node("Where", call.node("And", above, below), gradients, zero)


@TYPES.reads("SqrtGrad", results=("z",))
def _root_gradient(call: Call, y: Tensor, dy: Tensor) -> Operand:
    """`dy / 2 / y`, where `y` is the root."""
    call.same_type(y, dy)
    return call.node("Div", call.node("Mul", dy, scalar(0.5, dy)), y)


@TYPES.reads("RsqrtGrad", results=("z",))
def _reciprocal_root_gradient(call: Call, y: Tensor, dy: Tensor) -> Operand:
    """`-dy / 2 * y ** 3`, where `y` is the reciprocal of the root."""
    call.same_type(y, dy)
    require_floating(y)
    cube = call.node("Mul", call.node("Mul", y, y), y)
    return call.node("Mul", call.node("Mul", dy, scalar(-0.5, dy)), cube)


@TYPES.reads("ReciprocalGrad", results=("z",))
def _reciprocal_gradient(call: Call, y: Tensor, dy: Tensor) -> Operand:
    """`-dy * y * y`, where `y` is the reciprocal."""
    call.same_type(y, dy)
    require_floating(y)
    return call.node("Mul", call.node("Neg", dy), call.node("Mul", y, y))


@TYPES.reads("LogSoftmaxGrad")
def _log_softmax_gradient(call: Call, grad: Tensor, x: Tensor, *, axis: Ints = (-1,)) -> Operand:
    """`g - exp(x) * sum(g)` for the logarithm `x` of the softmax and its gradient `g`."""
    call.same_type(grad, x)
    total = call.node("ReduceSum", grad, integers([one_axis(axis, x)]), keepdims=1)
    return call.node("Sub", grad, call.node("Mul", call.node("Exp", x), total))


@TYPES.reads("SoftmaxCrossEntropyWithLogits", results=("loss", "backprop"))
def _cross_entropy(call: Call, features: Tensor, labels: Tensor) -> Sequence[Operand]:
    """The loss of each row, and its gradient."""
    call.same_type(features, labels)
    require_floating(features)
    if features.rank != 2 or features.shape != labels.shape:
        raise UnsupportedNodeError(
            f"its inputs have the shapes {list(features.shape)} and {list(labels.shape)}; give two "
            "matrices of one shape"
        )
    logs = call.node("LogSoftmax", features, axis=1)
    products = call.node("Mul", labels, logs)
    loss = call.node("Neg", call.node("ReduceSum", products, integers([1]), keepdims=0))
    return loss, call.node("Sub", call.node("Softmax", features, axis=1), labels)
