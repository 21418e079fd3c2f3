"""Gradients of operators that compute each element alone, of biases, of slices, and of losses."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType

import numpy as np

from aoe.frontends.graph_builder import UnsupportedNodeError, dtype_of, shape_of
from aoe.frontends.layout import NchwView, held_of, shape_of_tensor
from aoe.frontends.shared_operators.strided_slices import Masks, cut, entries
from aoe.frontends.tensorflow.context import Context, axis_of, integers, whole_numbers
from aoe.frontends.tensorflow.node import Node
from aoe.frontends.tensorflow.operations.arithmetic import constant
from aoe.frontends.tensorflow.operations.operation_table import OperationTable
from aoe.frontends.tensorflow.operations.windows import channels_last
from aoe.frontends.tensorflow.values import Held, Tensor

TABLE = OperationTable()
#: Computes a gradient from the operands of its node.
_Gradient = Callable[[Context, Node, Held, Held], Tensor]
#: The constants of Selu.
_SELU_SCALE, _SELU_ALPHA = 1.0507009873554805, 1.7580993408473768


def _times(context: Context, x: Held, y: Held) -> Tensor:
    return context.elementwise("Mul", x, y)


def _plus(context: Context, x: Held, number: float) -> Tensor:
    return context.elementwise("Add", x, constant(number, x, context))


def _where_positive(context: Context, x: Held, one: Held, other: Held) -> Tensor:
    positive = context.elementwise("Greater", x, constant(0, x, context))
    return context.elementwise("Where", positive, one, other)


def _where(context: Context, inside: Held, dy: Held) -> Tensor:
    """The gradient where something holds, 0 elsewhere. TensorFlow multiplies by 1 or 0, so that NaN
    and infinite gradients become NaN elsewhere, too.
    """
    one, zero = constant(1, dy, context), constant(0, dy, context)
    return _times(context, dy, context.elementwise("Where", inside, one, zero))


def _relu(context: Context, node: Node, dy: Held, x: Held) -> Tensor:
    positive = context.elementwise("Greater", x, constant(0, x, context))
    return _where(context, positive, dy)


def _relu6(context: Context, node: Node, dy: Held, x: Held) -> Tensor:
    inside = context.elementwise(
        "And",
        context.elementwise("Greater", x, constant(0, x, context)),
        context.elementwise("Less", x, constant(6, x, context)),
    )
    return _where(context, inside, dy)


def _leaky_relu(context: Context, node: Node, dy: Held, x: Held) -> Tensor:
    slope = constant(node.number("alpha", 0.2), dy, context)
    return _where_positive(context, x, dy, _times(context, dy, slope))


def _elu(context: Context, node: Node, dy: Held, y: Held) -> Tensor:
    negative = context.elementwise("Less", y, constant(0, y, context))
    below = _times(context, dy, _plus(context, y, 1))
    return context.elementwise("Where", negative, below, dy)


def _selu(context: Context, node: Node, dy: Held, y: Held) -> Tensor:
    negative = context.elementwise("Less", y, constant(0, y, context))
    below = _times(context, dy, _plus(context, y, _SELU_ALPHA))
    above = _times(context, dy, constant(_SELU_SCALE, dy, context))
    return context.elementwise("Where", negative, below, above)


def _softplus(context: Context, node: Node, dy: Held, x: Held) -> Tensor:
    return _times(context, dy, context.elementwise("Sigmoid", x))


def _softsign(context: Context, node: Node, dy: Held, x: Held) -> Tensor:
    width = _plus(context, context.elementwise("Abs", x), 1)
    return context.elementwise("Div", dy, _times(context, width, width))


def _sigmoid(context: Context, node: Node, y: Held, dy: Held) -> Tensor:
    rest = context.elementwise("Sub", constant(1, y, context), y)
    return _times(context, dy, _times(context, y, rest))


def _tanh(context: Context, node: Node, y: Held, dy: Held) -> Tensor:
    rest = context.elementwise("Sub", constant(1, y, context), _times(context, y, y))
    return _times(context, dy, rest)


def _sqrt(context: Context, node: Node, y: Held, dy: Held) -> Tensor:
    return context.elementwise("Div", _times(context, dy, constant(0.5, dy, context)), y)


def _rsqrt(context: Context, node: Node, y: Held, dy: Held) -> Tensor:
    cube = _times(context, y, _times(context, y, y))
    return _times(context, _times(context, dy, constant(-0.5, dy, context)), cube)


def _reciprocal(context: Context, node: Node, y: Held, dy: Held) -> Tensor:
    return _times(context, context.elementwise("Neg", dy), _times(context, y, y))


#: Those whose operands are the gradient of the result and an operand or the result, or these the
#: other way round.
_GRADIENTS: Mapping[str, _Gradient] = MappingProxyType(
    {
        "ReluGrad": _relu,
        "Relu6Grad": _relu6,
        "LeakyReluGrad": _leaky_relu,
        "EluGrad": _elu,
        "SeluGrad": _selu,
        "SoftplusGrad": _softplus,
        "SoftsignGrad": _softsign,
        "SigmoidGrad": _sigmoid,
        "TanhGrad": _tanh,
        "SqrtGrad": _sqrt,
        "RsqrtGrad": _rsqrt,
        "ReciprocalGrad": _reciprocal,
        "InvGrad": _reciprocal,
    }
)


@TABLE.add(*_GRADIENTS)
def _gradient(context: Context, node: Node, values: Sequence[Held]) -> Held:
    return _GRADIENTS[node.op](context, node, values[0], values[1])


@TABLE.add("BiasAddGrad")
def _bias(context: Context, node: Node, values: Sequence[Held]) -> Held:
    dy = context.tensor(values[0])
    held, rank = held_of(dy), len(shape_of_tensor(dy))
    first = isinstance(dy, NchwView) or not channels_last(node)
    if not isinstance(dy, NchwView):
        held = context.plain(dy)
    channel = 1 if first else rank - 1
    return context.node(
        "ReduceSum", held, integers(a for a in range(rank) if a != channel), keepdims=0
    )


@TABLE.add("BroadcastGradientArgs", outputs=("r0", "r1"))
def _broadcast_axes(context: Context, node: Node, values: Sequence[Held]) -> tuple[Held, ...]:
    """The axes along which the gradient of each of two operands is summed."""
    shapes = [whole_numbers(value, "shape") for value in values]
    dtype = node.dtype("T", np.int32)
    rank = max(map(len, shapes))
    wide = [[1] * (rank - len(shape)) + shape for shape in shapes]
    return tuple(
        np.asarray([axis for axis in range(rank) if shape[axis] == 1], dtype) for shape in wide
    )


@TABLE.add("ConcatOffset", outputs=("offset",))
def _offsets(context: Context, node: Node, values: Sequence[Held]) -> tuple[Held, ...]:
    """Where each of several joined tensors begins."""
    axis, *shapes = (whole_numbers(value, "shape") for value in values)
    place = axis_of(axis[0], len(shapes[0]))
    found, start = [], 0
    for shape in shapes:
        offset = np.zeros(len(shape), np.int32)
        offset[place] = start
        start += shape[place]
        found.append(offset)
    return tuple(found)


@TABLE.add("StridedSliceGrad")
def _slice(context: Context, node: Node, values: Sequence[Held]) -> Held:
    shape, begins, ends, steps = (whole_numbers(value, "bounds") for value in values[:4])
    masks = Masks(
        *(
            node.integer(f"{name}_mask")
            for name in ("begin", "end", "ellipsis", "new_axis", "shrink_axis")
        )
    )
    found = cut(entries(begins, ends, steps, masks, len(shape)), shape)
    if any(step != 1 for step in found.steps):
        raise UnsupportedNodeError("its slice has steps")
    starts, taken = [0] * len(shape), list(shape)
    for start, end, axis in zip(found.starts, found.ends, found.axes, strict=True):
        starts[axis], taken[axis] = start, end - start
    dy = context.reshaped(context.plain(values[4]), taken)
    behind = [size - start - part for size, start, part in zip(shape, starts, taken, strict=True)]
    if not any((*starts, *behind)):
        return dy
    return context.node("Pad", dy, integers([*starts, *behind]))


@TABLE.add("SoftmaxCrossEntropyWithLogits", outputs=("loss", "backprop"))
def _cross_entropy(context: Context, node: Node, values: Sequence[Held]) -> tuple[Held, ...]:
    logits, labels = (context.plain(value) for value in values)
    if shape_of(logits) != shape_of(labels):
        raise UnsupportedNodeError("its labels are broadcast")
    likely = context.node("LogSoftmax", logits, axis=-1)
    total = context.node(
        "ReduceSum", context.node("Mul", likely, labels), integers([-1]), keepdims=0
    )
    backward = context.node("Sub", context.node("Softmax", logits, axis=-1), labels)
    return context.node("Neg", total), backward


@TABLE.add("SparseSoftmaxCrossEntropyWithLogits", outputs=("loss", "backprop"))
def _sparse_cross_entropy(context: Context, node: Node, values: Sequence[Held]) -> tuple[Held, ...]:
    """A label of no class gives NaN, where TensorFlow's CPU raises an error."""
    logits, labels = (context.plain(value) for value in values)
    classes, dtype = shape_of(logits)[-1], dtype_of(logits)
    kind = dtype_of(labels)
    column = context.reshaped(labels, (*shape_of(labels), 1))
    hits = context.node("Equal", column, np.arange(classes, dtype=kind))
    hot = context.node("Where", hits, np.asarray(1, dtype), np.asarray(0, dtype))
    likely = context.node("LogSoftmax", logits, axis=-1)
    loss = context.node(
        "Neg",
        context.node("ReduceSum", context.node("Mul", likely, hot), integers([-1]), keepdims=0),
    )
    valid = context.node(
        "And",
        context.node("GreaterOrEqual", labels, np.asarray(0, kind)),
        context.node("Less", labels, np.asarray(classes, kind)),
    )
    loss = context.node("Where", valid, loss, np.asarray(np.nan, dtype))
    return loss, context.node("Sub", context.node("Softmax", logits, axis=-1), hot)
