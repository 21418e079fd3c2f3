"""Sums, products and reductions of values."""

from __future__ import annotations

from math import prod

import numpy as np

from aoe.errors import counted
from aoe.frontends.caffe.layer import Layer, integers, layer
from aoe.frontends.caffe.layers.activations import affine
from aoe.frontends.graph_builder import Operand
from aoe.frontends.node_writer import flipped

_PROD, _SUM, _MAX = 0, 1, 2
_OPERATORS = {_PROD: "Mul", _SUM: "Add", _MAX: "Max"}
_REDUCTIONS = {1: "ReduceSum", 2: "ReduceL1", 3: "ReduceSumSquare", 4: "ReduceMean"}
_FLOAT = 1


@layer("Eltwise")
def eltwise(layer: Layer) -> Operand:
    """Sum with coefficients, product or maximum of values of the same shape."""
    given, values = layer.parameter("eltwise"), list(layer.inputs)
    if len(values) < 2 or any(layer.shape(i) != layer.shape() for i in range(len(values))):
        raise ValueError(f"values of the shapes {[layer.shape(i) for i in range(len(values))]}")
    if given.coeff and (given.operation == _PROD or len(given.coeff) != len(values)):
        raise ValueError(
            f"{counted(len(given.coeff), 'coefficient')} of {counted(len(values), 'value')}"
        )
    if given.operation == _SUM and given.coeff:
        values = [affine(layer, x, c, 0) for x, c in zip(values, given.coeff, strict=True)]
    result = values[0]
    for value in values[1:]:
        result = layer.node(_OPERATORS[given.operation], result, value)
    return result


@layer("Axpy")
def axpy(layer: Layer) -> Operand:
    """Of SENet: `a x + y` with a factor for each channel."""
    factor, x, y = layer.inputs
    batch, channels = layer.shape(1)[:2]
    whole = (batch, channels, *[1] * (len(layer.shape(1)) - 2))
    return layer.node("Add", layer.node("Mul", layer.reshaped(factor, whole), x), y)


@layer("Scale")
def scale(layer: Layer) -> Operand:
    """A product with weights or another value that spans some axes, and a bias."""
    given = layer.parameter("scale")
    shape, place = _span(layer, given)
    two = len(layer.inputs) > 1
    factor = layer.inputs[1] if two else layer.blob(0, shape)
    result = layer.node("Mul", layer.inputs[0], layer.reshaped(factor, place))
    if not given.bias_term:
        return result
    return layer.node("Add", result, layer.blob(0 if two else 1, shape).reshape(place))


@layer("Bias")
def bias(layer: Layer) -> Operand:
    """A sum with weights or another value that spans some axes."""
    shape, place = _span(layer, layer.parameter("bias"))
    added = layer.inputs[1] if len(layer.inputs) > 1 else layer.blob(0, shape)
    return layer.node("Add", layer.inputs[0], layer.reshaped(added, place))


def _span(layer: Layer, given: object) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The shape of a factor, and that shape among the axes of the first bottom."""
    axis, number = getattr(given, "axis"), getattr(given, "num_axes")  # noqa: B009
    shape = layer.shape()
    if len(layer.inputs) > 1:
        own = layer.shape(1)
        start = layer.axis(axis) if own else 0
    else:
        start = layer.axis(axis)
        own = shape[start:] if number == -1 else shape[start : start + number]
        if number < -1 or (number >= 0 and len(own) != number):
            raise ValueError(
                f"{number} axes from axis {start} of {counted(len(shape), 'dimension')}"
            )
    if shape[start : start + len(own)] != own:
        raise ValueError(f"the shape {list(own)} from axis {start} of {list(shape)}")
    return own, (*own, *[1] * (len(shape) - start - len(own)))


@layer("Reduction")
def reduction(layer: Layer) -> Operand:
    """All axes from `axis` on, reduced, times a coefficient."""
    given = layer.parameter("reduction")
    axes = integers(range(layer.axis(given.axis), len(layer.shape())))
    kind = _REDUCTIONS[given.operation]
    return affine(layer, layer.node(kind, layer.inputs[0], axes, keepdims=0), given.coeff, 0)


@layer("ArgMax")
def arg_max(layer: Layer) -> Operand:
    """Positions of the largest values as float32. Of equal values the last comes first."""
    given, shape, x = layer.parameter("argmax"), layer.shape(), layer.inputs[0]
    along = given.HasField("axis")
    axis, top = layer.axis(given.axis) if along else 1, given.top_k
    if not along:
        x = layer.reshaped(x, (shape[0], prod(shape[1:])))
    size = shape[axis] if along else prod(shape[1:])
    if not 1 <= top <= size:
        raise ValueError(f"top_k {top} of {size}")
    backwards = flipped(layer.builder, x, [axis])
    values, positions = layer.builder.nodes("TopK", 2, backwards, integers([top]), axis=axis)
    last = np.asarray(size - 1, np.int64)
    found = layer.node("Cast", layer.node("Sub", last, positions), to=_FLOAT)
    if along:
        return values if given.out_max_val else found
    ones = [1] * max(0, len(shape) - 3)
    found = layer.node("Unsqueeze", found, integers([1]))
    if given.out_max_val:
        found = layer.node("Concat", found, layer.node("Unsqueeze", values, integers([1])), axis=1)
    return layer.reshaped(found, (shape[0], 2 if given.out_max_val else 1, top, *ones))


@layer("BatchedMatMul")
def batched_product(layer: Layer) -> Operand:
    """Of Ascend: the product of matrices, which may be transposed first."""
    given = layer.parameter("batched_matmul")
    operands = []
    for number, transposed in enumerate((given.adj_x1, given.adj_x2)):
        rank = len(layer.shape(number))
        order = [*range(rank - 2), rank - 1, rank - 2]
        x = layer.inputs[number]
        operands.append(layer.node("Transpose", x, perm=order) if transposed else x)
    return layer.node("MatMul", *operands)


@layer("Silence")
def silence(layer: Layer) -> list[Operand]:
    """Takes values, so that they are no outputs."""
    return []


@layer("Split")
def split(layer: Layer) -> list[Operand]:
    """Its input, under several names."""
    return [layer.inputs[0]] * layer.tops
