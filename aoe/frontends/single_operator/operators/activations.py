"""Activations, element by element. `derivatives.py` has their derivatives."""

from __future__ import annotations

from aoe.errors import counted
from aoe.frontends.graph_builder import Operand, UnsupportedNodeError
from aoe.frontends.single_operator.call import (
    CHANNELS_LAST,
    Call,
    Tensor,
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
        raise UnsupportedNodeError(f"its weight has the shape {list(weight.shape)}")
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


@TYPES.reads("SwiGlu")
def _gated_swish(call: Call, x: Tensor, *, dim: int = -1) -> Operand:
    """The swish of the first half times the second half."""
    place = axis(dim, x.rank)
    if x.shape[place] % 2:
        raise UnsupportedNodeError(
            f"dimension {place} of {x.name} has {x.shape[place]} elements, not even"
        )
    half = x.shape[place] // 2
    gate, value = call.nodes("Split", 2, x, integers([half, half]), axis=place)
    return call.node("Mul", call.node("Mul", gate, call.node("Sigmoid", gate)), value)


@TYPES.reads("LogSigmoid")
def _log_sigmoid(call: Call, x: Tensor) -> Operand:
    return call.node("Neg", call.node("Softplus", call.node("Neg", x)))


@TYPES.reads("SoftplusV2")
def _softplus(call: Call, x: Tensor, *, beta: float = 1.0, threshold: float = 20.0) -> Operand:
    """`x` itself where `beta * x` is above the threshold."""
    require_floating(x)
    inner = call.node("Mul", x, scalar(beta, x))
    curve = call.node("Mul", call.node("Softplus", inner), scalar(1 / beta, x))
    return call.node("Where", call.node("Greater", inner, scalar(threshold, x)), x, curve)


@TYPES.reads("HardShrink")
def _hard_shrink(call: Call, input_x: Tensor, *, lambd: float = 0.5) -> Operand:
    return call.node("Shrink", input_x, lambd=lambd, bias=0.0)


@TYPES.reads("SoftShrink")
def _soft_shrink(call: Call, input_x: Tensor, *, lambd: float = 0.5) -> Operand:
    return call.node("Shrink", input_x, lambd=lambd, bias=lambd)


@TYPES.reads("SoftmaxV2")
def _softmax(call: Call, x: Tensor, *, axes: Ints = (-1,), half_to_float: bool = False) -> Operand:
    require(half_to_float, False, "half_to_float")
    return call.node("Softmax", x, axis=one_axis(axes, x))


@TYPES.reads("LogSoftmaxV2", results=("logsoftmax",))
def _log_softmax(call: Call, logits: Tensor, *, axes: Ints = (-1,)) -> Operand:
    return call.node("LogSoftmax", logits, axis=one_axis(axes, logits))


def one_axis(numbers: Ints, x: Tensor) -> int:
    """The one dimension that is listed, counted from 0."""
    if len(numbers) != 1:
        raise UnsupportedNodeError(f"its axes are {list(numbers)}; one is computed")
    return axis(numbers[0], x.rank)


@TYPES.reads("BiasAdd", mixes_formats=True)
def _bias(call: Call, x: Tensor, bias: Tensor, *, data_format: str | None = None) -> Operand:
    """A number for each channel."""
    call.same_type(x, bias)
    place = channel_axis(call, x, data_format)
    if bias.shape != (x.shape[place],):
        raise UnsupportedNodeError(
            f"its bias has the shape {list(bias.shape)}, not [{x.shape[place]}]"
        )
    shape = [1] * x.rank
    shape[place] = bias.shape[0]
    return call.node("Add", x, call.reshaped(bias, shape))


def channel_axis(call: Call, x: Tensor, data_format: str | None) -> int:
    """The dimension of the channels. For formats without one, `data_format` decides."""
    if x.rank < 2:
        raise UnsupportedNodeError(f"input {x.name} has {counted(x.rank, 'dimension')}")
    if x.rank in (4, 5) and (x.format != "ND" or data_format is not None):
        return x.rank - 1 if call.channels_last(x, data_format) else 1
    if x.rank == 2:
        return 1
    if data_format is None:
        raise UnsupportedNodeError(
            f"it does not say where the channels of {x.name} are; add data_format"
        )
    return x.rank - 1 if data_format in CHANNELS_LAST else 1
