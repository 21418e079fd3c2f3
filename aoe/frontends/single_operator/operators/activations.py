"""Activations, element by element, and their derivatives."""

from __future__ import annotations

from math import pi, sqrt

from aoe.frontends.graph_builder import Operand
from aoe.frontends.single_operator.call import (
    CHANNELS_LAST,
    Call,
    RefusalError,
    Tensor,
    axes,
    axis,
    integers,
    require,
    require_floating,
    scalar,
)
from aoe.frontends.single_operator.table import Function, Ints, OperatorTypes

TYPES = OperatorTypes()

#: Operators of one input that are the same in ONNX.
_UNARY = {
    "Relu": "Relu", "Sigmoid": "Sigmoid", "Tanh": "Tanh", "Softplus": "Softplus",
    "Softsign": "Softsign", "Selu": "Selu", "HardSwish": "HardSwish", "Mish": "Mish",
}  # fmt: skip


def _unary(kind: str) -> Function:
    def function(call: Call, x: Tensor) -> Operand:
        return call.node(kind, x)

    return function


for _name, _kind in _UNARY.items():
    TYPES.reads(_name)(_unary(_kind))


@TYPES.reads("Relu6")
def _relu6(call: Call, x: Tensor) -> Operand:
    return call.node("Clip", x, scalar(0, x), scalar(6, x))


@TYPES.reads("Elu")
def _elu(
    call: Call, x: Tensor, *, alpha: float = 1.0, scale: float = 1.0, input_scale: float = 1.0
) -> Operand:
    require(scale, 1.0, "scale")
    require(input_scale, 1.0, "input_scale")
    return call.node("Elu", x, alpha=alpha)


@TYPES.reads("LeakyRelu")
def _leaky_relu(call: Call, x: Tensor, *, negative_slope: float = 0.0) -> Operand:
    return call.node("LeakyRelu", x, alpha=negative_slope)


@TYPES.reads("HardSigmoid")
def _hard_sigmoid(
    call: Call, input_x: Tensor, *, alpha: float = 0.16666666, beta: float = 0.5
) -> Operand:
    return call.node("HardSigmoid", input_x, alpha=alpha, beta=beta)


@TYPES.reads("PRelu")
def _prelu(call: Call, x: Tensor, weight: Tensor) -> Operand:
    """One slope for all elements, or one for each channel."""
    call.same_type(x, weight)
    count = 1 if weight.shape in ((), (1,)) else weight.shape[0]
    place = x.rank - 1 if x.format in CHANNELS_LAST else 1
    if weight.rank > 1 or (count != 1 and (x.rank <= place or x.shape[place] != count)):
        raise RefusalError(f"its weight has the shape {list(weight.shape)}")
    shape = [1] * x.rank
    if count != 1:
        shape[place] = count
    return call.node("PRelu", x, call.reshaped(weight, shape if x.rank else ()))


@TYPES.reads("Gelu")
def _gelu(call: Call, x: Tensor) -> Operand:
    """The approximation with tanh, which Ascend computes."""
    require_floating(x)
    return _gelu_with_tanh(call, x)


@TYPES.reads("GeluV2")
def _gelu_of_either_kind(call: Call, x: Tensor, *, approximate: str = "none") -> Operand:
    require_floating(x)
    if approximate == "tanh":
        return _gelu_with_tanh(call, x)
    require(approximate, "none", "approximate")
    return call.node("Gelu", x)


def _gelu_with_tanh(call: Call, x: Tensor) -> Operand:
    return call.node("Gelu", x, approximate="tanh")


@TYPES.reads("FastGelu")
def _fast_gelu(call: Call, x: Tensor) -> Operand:
    """`x * sigmoid(1.702 * x)`."""
    return _swish(call, x, scale=1.702)


@TYPES.reads("Swish")
def _swish(call: Call, x: Tensor, *, scale: float = 1.0) -> Operand:
    """`x * sigmoid(scale * x)`."""
    inner = x.operand if scale == 1 else call.node("Mul", x, scalar(scale, x))
    return call.node("Mul", x, call.node("Sigmoid", inner))


@TYPES.reads("SoftmaxV2")
def _softmax(call: Call, x: Tensor, *, axes: Ints = (-1,), half_to_float: bool = False) -> Operand:
    require(half_to_float, False, "half_to_float")
    return call.node("Softmax", x, axis=_one_axis(axes, x))


@TYPES.reads("LogSoftmaxV2", results=("logsoftmax",))
def _log_softmax(call: Call, logits: Tensor, *, axes: Ints = (-1,)) -> Operand:
    return call.node("LogSoftmax", logits, axis=_one_axis(axes, logits))


def _one_axis(numbers: Ints, x: Tensor) -> int:
    if len(numbers) != 1:
        raise RefusalError(f"its axes are {list(numbers)}; one is computed")
    return axis(numbers[0], x.rank)


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
    place = integers([_one_axis(axes, softmax)])
    total = call.node("ReduceSum", call.node("Mul", grad_softmax, softmax), place, keepdims=1)
    return call.node("Mul", call.node("Sub", grad_softmax, total), softmax)


@TYPES.reads("BiasAddGrad")
def _bias_gradient(call: Call, x: Tensor, *, data_format: str | None = None) -> Operand:
    """The sum over all dimensions but that of the channels."""
    place = channel_place(call, x, data_format)
    others = axes([number for number in range(x.rank) if number != place], x.rank)
    return call.node("ReduceSum", x, integers(others), keepdims=0)


@TYPES.reads("BiasAdd", mixes_formats=True)
def _bias(call: Call, x: Tensor, bias: Tensor, *, data_format: str | None = None) -> Operand:
    """A number for each channel."""
    call.same_type(x, bias)
    place = channel_place(call, x, data_format)
    if bias.shape != (x.shape[place],):
        raise RefusalError(f"its bias has the shape {list(bias.shape)}, not [{x.shape[place]}]")
    shape = [1] * x.rank
    shape[place] = bias.shape[0]
    return call.node("Add", x, call.reshaped(bias, shape))


def channel_place(call: Call, x: Tensor, data_format: str | None) -> int:
    """The dimension of the channels. For formats without one, `data_format` decides."""
    if x.rank < 2:
        raise RefusalError(f"input {x.name} has {x.rank} dimensions")
    if x.rank in (4, 5) and (x.format != "ND" or data_format is not None):
        return x.rank - 1 if call.channels_last(x, data_format) else 1
    if x.rank == 2:
        return 1
    if data_format is None:
        raise RefusalError(f"it does not say where the channels of {x.name} are; add data_format")
    return x.rank - 1 if data_format in CHANNELS_LAST else 1
