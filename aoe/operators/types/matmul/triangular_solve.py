"""Triangular solve: x of a · x = b with a lower triangular a, by substitution row after row. The
name is XLA's.

Anchor inputs: a (…, N, N), of which only the lower triangle is read, and b (…, N, M), with the same
dimensions in front. Where the attribute `unit` is 1, the diagonal of a is taken as ones. The result
is (…, N, M). PyTorch training makes nodes of it. Implementation: `triangular_solve`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import prod

import numpy as np

from aoe.operators.definition import (
    ImportedOperator,
    OperatorDefinition,
    SourceNode,
    row_major_order,
)
from aoe.operators.importing import integer_attribute, refuse, required_input
from aoe.operators.operator import Operand, Operator

TYPE = "TriangularSolve"
#: The element types that are solved in.
_DTYPES = ("float32", "float64")


def triangular_solve(a: Operand, b: Operand, unit: bool) -> Operator:
    """The operator over its operands, whose shapes fit."""
    output = Operand.row_major(b.dtype, b.shape)
    return Operator(TYPE, (("unit", int(unit)),), (a, b), output, 2)


def _import_node(node: SourceNode) -> ImportedOperator:
    a, b = required_input(node, 0), required_input(node, 1)
    if a.dtype not in _DTYPES or b.dtype != a.dtype:
        raise refuse(node, f"element types {a.dtype} and {b.dtype} are not computed")
    if len(b.shape) < 2 or a.shape != (*b.shape[:-1], b.shape[-2]):
        raise refuse(node, f"shapes {a.shape} and {b.shape} are of no triangular system")
    unit = integer_attribute(node, "unit", 0)
    return ImportedOperator(triangular_solve(a, b, bool(unit)), (0, 1))


def _reference(operator: Operator, inputs: Sequence[np.ndarray]) -> np.ndarray:
    a, b = inputs
    x = np.zeros(b.shape, b.dtype)
    for row in range(b.shape[-2]):
        before = a[..., row : row + 1, :row] @ x[..., :row, :]
        x[..., row, :] = b[..., row, :] - before[..., 0, :]
        if not operator.integer("unit"):
            x[..., row, :] /= a[..., row, row, None]
    return x


def _fitted(operator: Operator, inputs: Sequence[np.ndarray]) -> Mapping[int, np.ndarray]:
    """A diagonal that is not small. By a small one, rounding errors grow from row to row."""
    a = inputs[0]
    return {0: (a + 2 * np.eye(a.shape[-1], dtype=a.dtype)).astype(a.dtype)}


def _multiply_adds(operator: Operator) -> int:
    """Half of a product: a triangle has half of the elements."""
    return prod(operator.inputs[1].shape) * operator.inputs[0].shape[-1] // 2


OPERATOR = OperatorDefinition(
    type=TYPE,
    onnx_types=(TYPE,),
    import_node=_import_node,
    reference=_reference,
    output_order=row_major_order,
    fuses_epilogue=False,
    multiply_adds=_multiply_adds,
    fitted=_fitted,
    multiplied_each_step=(0,),
)
