"""Coordinates of the elements that are not zero, and how many there are: NonZero.

For an input of r dimensions and n elements the result is a vector of r·n + 1 int64. It has n places
for the coordinates along each dimension, in row-major order of the elements, with zeros behind
them. The count comes last. `aoe.graph.prepare.rules.data_dependent.operators` makes the output of
NonZero of it. Implementation: `non_zero`.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

import numpy as np

from aoe.operators.definition import ImportedOperator, OperatorDefinition, SourceNode
from aoe.operators.importing import required_input
from aoe.operators.operator import Operand, Operator


def non_zero(x: Operand) -> Operator:
    """The operator that finds the elements of `x` that are not zero."""
    size = len(x.shape) * prod(x.shape) + 1
    return Operator("NonZero", (), (x,), Operand.row_major("int64", (size,)), 1)


def _import_node(node: SourceNode) -> ImportedOperator:
    return ImportedOperator(non_zero(required_input(node, 0)), (0,))


def _reference(operator: Operator, inputs: Sequence[np.ndarray]) -> np.ndarray:
    x = inputs[0]
    result = np.zeros(operator.output.shape, np.int64)
    found = np.nonzero(x)
    for dimension, coordinates in enumerate(found):
        result[dimension * x.size : dimension * x.size + coordinates.size] = coordinates
    result[-1] = found[0].size
    return result


def _output_order(operator: Operator) -> tuple[int, ...]:
    return (0,)


OPERATOR = OperatorDefinition(
    type="NonZero",
    onnx_types=("NonZeroPositions",),
    import_node=_import_node,
    reference=_reference,
    output_order=_output_order,
    fuses_epilogue=False,
)
