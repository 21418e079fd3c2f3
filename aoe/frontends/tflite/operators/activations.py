"""Activations, and normalisations along the channels."""

from __future__ import annotations

from aoe.frontends.layout import LayoutOperand, NchwView
from aoe.frontends.tflite.call import LIMITS, Call, int64, moves, numbers


@numbers(*LIMITS)
def _clipped(call: Call) -> LayoutOperand:
    return call.activate(call.operator.kind, call.given(0))


@numbers("LOGISTIC", "TANH", "ELU", "HARD_SWISH")
def _activation(call: Call) -> LayoutOperand:
    kinds = {"LOGISTIC": "Sigmoid", "TANH": "Tanh", "ELU": "Elu", "HARD_SWISH": "HardSwish"}
    return call.elementwise(kinds[call.operator.kind], call.given(0))


@numbers("LEAKY_RELU")
def _leaky_relu(call: Call) -> LayoutOperand:
    return call.elementwise("LeakyRelu", call.given(0), alpha=call.number("alpha"))


@numbers("GELU")
def _gelu(call: Call) -> LayoutOperand:
    form = "tanh" if call.option("approximate") else "none"
    return call.elementwise("Gelu", call.given(0), approximate=form)


@numbers("PRELU")
def _prelu(call: Call) -> LayoutOperand:
    """The slopes are broadcast, as for channels `[1, 1, C]`."""
    return call.elementwise("PRelu", call.given(0), call.given(1))


@numbers("SOFTMAX", "LOG_SOFTMAX")
def _softmax(call: Call) -> LayoutOperand:
    """Along the channels, after a factor `beta`."""
    x = call.given(0)
    kind = "LogSoftmax" if call.operator.kind == "LOG_SOFTMAX" else "Softmax"
    beta = 1.0 if kind == "LogSoftmax" else call.number("beta")
    if beta != 1:
        x = call.elementwise("Mul", x, call.scalar(beta, x))
    if isinstance(x, NchwView):
        return call.view(call.node(kind, x.value, axis=1))
    return call.node(kind, x, axis=-1)


@numbers("L2_NORMALIZATION")
def _l2_normalization(call: Call) -> LayoutOperand:
    """x / sqrt(max(Σx², 1e-6)) along the channels."""
    x = call.given(0)
    view = isinstance(x, NchwView)
    own = x.value if isinstance(x, NchwView) else x
    total = call.node("ReduceSumSquare", own, int64([1 if view else -1]), keepdims=1)
    length = call.node("Sqrt", call.node("Max", total, call.scalar(1e-6, x)))
    found = call.node("Div", own, length)
    return call.activated(call.view(found) if view else found)


@numbers("LOCAL_RESPONSE_NORMALIZATION")
def _local_response_normalization(call: Call) -> LayoutOperand:
    """x / (bias + alpha·Σx²)^beta over `radius` channels to either side. ONNX divides alpha."""
    size = 2 * call.option("radius") + 1
    made = call.node(
        "LRN",
        call.nchw(0),
        size=size,
        alpha=call.number("alpha") * size,
        beta=call.number("beta"),
        bias=call.number("bias"),
    )
    return call.view(made)


@moves("DENSIFY")
def _densify(call: Call) -> LayoutOperand:
    """A sparse constant, which has been made dense when it was read."""
    return call.given(0)
