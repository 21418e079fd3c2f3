"""Grouped matmul: products whose groups of rows are known by data, as of the experts of a mixture.
The name is that of PyTorch (`torch.nn.functional.grouped_mm`).

Anchor inputs, for G groups: a, b, and ends (G,), int32 or int64. Group g has the rows from the end
of the group before to `ends[g]`. Ends below that are taken as it, ends behind all rows as their
number.

- a (S, K), b (G, K, N): rows of group g are multiplied by matrix g. The result is (S, N); rows
  behind the last group are zeros.
- a (K, S), b (S, N): each group is summed by itself, which is the gradient of the matrices. The
  result is (G, K, N), with zeros for a group without rows.

G, K and N are at least 1. S may be 0.

PyTorch training makes nodes of it. Implementations: `grouped_matmul`, `grouped_matmul_sums`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from math import prod

import numpy as np

from aoe.operators.definition import (
    ImportedOperator,
    OperatorDefinition,
    SourceNode,
    row_major_order,
)
from aoe.operators.importing import refuse, required_input
from aoe.operators.input_numbers import InputNumbers
from aoe.operators.operator import Operand, Operator

TYPE = "GroupedMatMul"
#: The element types that are multiplied.
_DTYPES = ("float32", "float64")


def grouped_matmul(a: Operand, b: Operand, ends: Operand) -> Operator:
    """The operator over its operands, whose shapes fit."""
    groups, columns = ends.shape[0], b.shape[-1]
    shape = (a.shape[0], columns) if len(b.shape) == 3 else (groups, a.shape[0], columns)
    return Operator(TYPE, (), (a, b, ends), Operand.row_major(a.dtype, shape), 3)


def sums_groups(operator: Operator) -> bool:
    """Whether each group is summed by itself."""
    return len(operator.inputs[1].shape) == 2


def matrix_shape(operator: Operator) -> tuple[int, ...]:
    """The shape of the matrices of all groups, which are multiplied by or are the result."""
    return operator.output.shape if sums_groups(operator) else operator.inputs[1].shape


def row_count(operator: Operator) -> int:
    """The rows of all groups, and those behind the last one."""
    return operator.inputs[0].shape[1 if sums_groups(operator) else 0]


def _import_node(node: SourceNode) -> ImportedOperator:
    a, b, ends = (required_input(node, number) for number in range(3))
    if a.dtype not in _DTYPES or b.dtype != a.dtype or ends.dtype not in ("int32", "int64"):
        raise refuse(node, f"element types {a.dtype}, {b.dtype} and {ends.dtype} are not computed")
    if len(ends.shape) != 1 or (len(a.shape), len(b.shape)) not in ((2, 3), (2, 2)):
        raise refuse(node, f"shapes {a.shape}, {b.shape} and {ends.shape} are not computed")
    if a.shape[1] != b.shape[-2] or (len(b.shape) == 3 and b.shape[0] != ends.shape[0]):
        raise refuse(node, f"shapes {a.shape}, {b.shape} and {ends.shape} do not multiply")
    operator = grouped_matmul(a, b, ends)
    if 0 in matrix_shape(operator):
        problem = f"matrices of shape {matrix_shape(operator)} have no elements"
        raise refuse(node, f"{problem}; put zeros of shape {operator.output.shape} in its place")
    return ImportedOperator(operator, (0, 1, 2))


def _reference(operator: Operator, inputs: Sequence[np.ndarray]) -> np.ndarray:
    a, b, ends = inputs
    last = np.maximum.accumulate(np.clip(ends, 0, row_count(operator)))
    result = np.zeros(operator.output.shape, a.dtype)
    for group, (start, stop) in enumerate(pairwise((0, *last))):
        if sums_groups(operator):
            result[group] = a[:, start:stop] @ b[start:stop]
        else:
            result[start:stop] = a[start:stop] @ b[group]
    return result


def _numbers(operator: Operator) -> Mapping[int, InputNumbers]:
    """All rows, in groups of about the same size."""
    return {2: InputNumbers(0, row_count(operator), rising=0)}


def _multiply_adds(operator: Operator) -> int:
    return prod(operator.inputs[0].shape) * operator.inputs[1].shape[-1]


OPERATOR = OperatorDefinition(
    type=TYPE,
    onnx_types=(TYPE,),
    import_node=_import_node,
    reference=_reference,
    output_order=row_major_order,
    fuses_epilogue=False,
    numbers=_numbers,
    multiply_adds=_multiply_adds,
)
