"""Weighted sums of elements whose coordinates are in tables.

Resize, GridSample, RoiAlign, DeformConv and padding with copies of the data are written as this.

Anchor inputs: x, then for each axis in the attribute `axes` a table of indices and, if `weighted`
is 1, a table of weights. x has as many dimensions as the result. Those that are not in `axes` are
read at the coordinates of the result, or have size 1. A table has one dimension more than the
result, the *taps* of its axis, and broadcasts to the result in the others:

    y[o] = Σ over taps k of Π over axes a  weights_a[o, k_a] · x[… indices_a[o, k_a] …]

Without weights each table has one tap. Indices are int32 or int64. Negative ones count from the
end, and all are clamped to x. `aoe.graph.prepare` makes nodes of the type "Sample" of ONNX's
operators. Implementation: `sample`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product

import numpy as np

from aoe.operators.definition import (
    ImportedOperator,
    OperatorDefinition,
    SourceNode,
    order_of_first_input,
)
from aoe.operators.importing import checked, integer_attribute, integers_attribute, required_input
from aoe.operators.input_numbers import InputNumbers
from aoe.operators.operator import Operand, Operator


@dataclass(frozen=True, slots=True)
class Tables:
    """The tables of an operator.

    Attributes:
        axes: The axes of x that are sampled.
        taps: The number of taps of each axis.
        indices: For each axis the number of the input with its indices.
        weights: For each axis the number of the input with its weights; empty without weights.
    """

    axes: tuple[int, ...]
    taps: tuple[int, ...]
    indices: tuple[int, ...]
    weights: tuple[int, ...]


def tables(operator: Operator) -> Tables:
    """The tables among the inputs of an operator."""
    axes, weighted = operator.integers("axes"), operator.integer("weighted")
    step = 1 + weighted
    indices = tuple(1 + step * number for number in range(len(axes)))
    taps = tuple(operator.inputs[number].shape[-1] for number in indices)
    return Tables(axes, taps, indices, tuple(n + 1 for n in indices) if weighted else ())


def sample(
    x: Operand, axes: Sequence[int], operands: Sequence[Operand], output: Operand, weighted: bool
) -> Operator:
    """The operator that samples `x` along `axes`.

    Args:
        x: The operand that is sampled.
        axes: The sampled axes.
        operands: For each axis its table of indices, then, if `weighted`, its table of weights.
        output: The operand that is written.
        weighted: Whether there are tables of weights.
    """
    attributes = (("axes", tuple(axes)), ("weighted", int(weighted)))
    inputs = (x, *operands)
    return Operator("Sample", attributes, inputs, output, len(inputs))


def _import_node(node: SourceNode) -> ImportedOperator:
    operands = [required_input(node, position) for position in range(len(node.inputs))]
    axes, weighted = integers_attribute(node, "axes") or (), integer_attribute(node, "weighted", 0)
    operator = sample(operands[0], axes, operands[1:], checked(node, node.output), bool(weighted))
    return ImportedOperator(operator, tuple(range(len(operands))))


def _reference(operator: Operator, inputs: Sequence[np.ndarray]) -> np.ndarray:
    plan, x, shape = tables(operator), inputs[0], operator.output.shape
    grid = np.ogrid[tuple(slice(n) for n in shape)] if shape else ()
    places: list[np.ndarray] = [
        coordinate if size > 1 else coordinate * 0
        for coordinate, size in zip(grid, x.shape, strict=True)
    ]
    total = np.zeros(shape, x.dtype)
    for taps in product(*(range(count) for count in plan.taps)):
        for number, axis in enumerate(plan.axes):
            index, size = inputs[plan.indices[number]][..., taps[number]], x.shape[axis]
            places[axis] = np.clip(np.where(index < 0, index + size, index), 0, size - 1)
        value = np.broadcast_to(x[tuple(places)], shape)
        if not plan.weights:
            return value
        weight = np.ones((), x.dtype)
        for position, tap in zip(plan.weights, taps, strict=True):
            weight = weight * inputs[position][..., tap]
        total = total + value * weight
    return total


def _numbers(operator: Operator) -> Mapping[int, InputNumbers]:
    """Coordinates rise along their axis, as those of Resize do, and those of a region."""
    plan, shape = tables(operator), operator.inputs[0].shape
    return {
        number: InputNumbers(0, max(shape[axis] - 1, 0), rising=axis)
        for number, axis in zip(plan.indices, plan.axes, strict=True)
    }


OPERATOR = OperatorDefinition(
    type="Sample",
    onnx_types=("Sample",),
    import_node=_import_node,
    reference=_reference,
    output_order=order_of_first_input,
    numbers=_numbers,
)
