"""Matmul: MatMul with batch dimensions, Gemm, FusedMatMul, MatMulInteger, and MatMulFloat8, which
`aoe.graph.prepare.rules.float8_products` makes.

Anchor inputs: a (…, M, K) and b (…, K, N). Where the attribute `transpose_a` or `transpose_b` is 1,
the last two dimensions of that input are swapped. Batch dimensions broadcast. Gemm's alpha, beta
and C are in the epilogue. Vectors are imported as matrices, so shapes of the operator may have a
dimension of size 1 more than those of the node. Implementations: `matmul*`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import prod

import numpy as np

from aoe.element_types import is_floating
from aoe.loops.expression import (
    Accumulator,
    Constant,
    Expression,
    Load,
    apply,
    substitute,
)
from aoe.operators.access import Access, aligned
from aoe.operators.definition import (
    Contraction,
    ImportedOperator,
    OperatorDefinition,
    SourceNode,
    SummedWeights,
    row_major_order,
)
from aoe.operators.importing import (
    checked,
    float_attribute,
    integer_attribute,
    optional_input,
    refuse,
    required_input,
)
from aoe.operators.operator import Operand, Operator
from aoe.operators.reference import product_type
from aoe.operators.types.elementwise.pointwise import pointwise


def _import_node(node: SourceNode) -> ImportedOperator:
    zero_points = node.op_type == "MatMulInteger" and any(node.inputs[2:])
    if zero_points:
        raise refuse(node, "zero points of products of vectors are not computed")
    a = _as_matrix(required_input(node, 0), first=True)
    b = _as_matrix(required_input(node, 1), first=False)
    transpose_a, transpose_b = _transposes(node)
    inner_a, inner_b = a.shape[-2 if transpose_a else -1], b.shape[-1 if transpose_b else -2]
    if inner_a != inner_b:
        raise refuse(node, f"shapes {a.shape} and {b.shape} do not multiply")
    inputs, positions = [a, b], [0, 1]
    epilogue: Expression = Accumulator()
    alpha = float_attribute(node, "alpha", 1.0)
    if alpha != 1.0:
        epilogue = apply("mul", epilogue, Constant(alpha, a.dtype))
    beta = float_attribute(node, "beta", 1.0)
    added = None if node.op_type == "MatMulInteger" else optional_input(node, 2)
    if added is not None and beta != 0.0:
        inputs.append(added)
        positions.append(2)
        scaled = Load(2) if beta == 1.0 else apply("mul", Load(2), Constant(beta, a.dtype))
        epilogue = apply("add", epilogue, scaled)
    batch = np.broadcast_shapes(a.shape[:-2], b.shape[:-2])
    rows, columns = a.shape[-1 if transpose_a else -2], b.shape[-2 if transpose_b else -1]
    output = Operand.row_major(checked(node, node.output).dtype, (*batch, rows, columns))
    if inner_a == 0:
        return _empty_sum(output, epilogue, inputs[2:], positions[2:])
    operator = Operator(
        "MatMul",
        (("transpose_a", transpose_a), ("transpose_b", transpose_b)),
        tuple(inputs),
        output,
        2,
        epilogue=epilogue,
    )
    return ImportedOperator(operator, tuple(positions))


def _empty_sum(
    output: Operand, epilogue: Expression, extras: Sequence[Operand], positions: Sequence[int]
) -> ImportedOperator:
    """The matmul of matrices without elements: zeros, and what the epilogue adds."""

    def replacement(node: Expression) -> Expression | None:
        if isinstance(node, Load):
            return Load(node.operand - 2)
        return Constant(0, output.dtype) if node == Accumulator() else None

    return ImportedOperator(
        pointwise(substitute(epilogue, replacement), extras, output), tuple(positions)
    )


def _transposes(node: SourceNode) -> tuple[int, int]:
    if integer_attribute(node, "transBatchA", 0) or integer_attribute(node, "transBatchB", 0):
        raise refuse(node, "transposed batch dimensions are not computed")
    return integer_attribute(node, "transA", 0), integer_attribute(node, "transB", 0)


def _as_matrix(operand: Operand, first: bool) -> Operand:
    """A vector as a matrix of one row (`first`) or one column."""
    if len(operand.shape) >= 2:
        return operand
    shape = (1, *operand.shape) if first else (*operand.shape, 1)
    return Operand.row_major(operand.dtype, shape, operand.constant)


def _reference(operator: Operator, inputs: Sequence[np.ndarray]) -> np.ndarray:
    a, b = inputs
    if operator.integer("transpose_a"):
        a = a.swapaxes(-1, -2)
    if operator.integer("transpose_b"):
        b = b.swapaxes(-1, -2)
    if not is_floating(a.dtype):
        wide = np.matmul(a.astype(np.int64), b.astype(np.int64))
        return np.asarray(wide.astype(np.int32 if a.dtype.itemsize < 4 else a.dtype))
    macs = prod(operator.output.shape) * a.shape[-1]
    dtype = product_type(operator, macs, max(a.size, b.size))
    return np.asarray(np.matmul(a.astype(dtype, copy=False), b.astype(dtype, copy=False)))


def _access(operator: Operator, dimension: int) -> Access | None:
    """Some matrices of a batch, or some rows of them with all of the second matrix."""
    rank = len(operator.output.shape)
    if dimension == rank - 1 or operator.integer("transpose_a"):
        return None
    second = None if dimension == rank - 2 else aligned(operator, 1, dimension)
    return Access((aligned(operator, 0, dimension), second))


def _depth_axis(operator: Operator) -> int:
    """The axis of the first matrix that is summed over."""
    return len(operator.inputs[0].shape) - (2 if operator.integer("transpose_a") else 1)


def _summed(operator: Operator) -> int:
    return operator.inputs[0].shape[_depth_axis(operator)]


def _multiply_adds(operator: Operator) -> int:
    return prod(operator.output.shape) * _summed(operator)


def _columns(operator: Operator, weights: np.ndarray) -> Iterable[np.ndarray]:
    return [weights.swapaxes(-1, -2) if operator.integer("transpose_b") else weights]


def _summed_weights(
    operator: Operator, weights: np.ndarray, means: np.ndarray
) -> SummedWeights | None:
    if operator.integer("transpose_b"):
        return SummedWeights(weights, (-1,), means)
    return SummedWeights(weights, (-2,), means[:, np.newaxis])


OPERATOR = OperatorDefinition(
    type="MatMul",
    onnx_types=("MatMul", "Gemm", "FusedMatMul", "MatMulInteger", "MatMulFloat8"),
    import_node=_import_node,
    reference=_reference,
    output_order=row_major_order,
    access=_access,
    multiply_adds=_multiply_adds,
    contraction=Contraction(
        kinds=("MatMul",),
        kind=lambda operator: "MatMul",
        factors=range(2),
        summed=_summed,
        columns=_columns,
        summed_weights=_summed_weights,
        mean_axis=_depth_axis,
    ),
    accepts_reduced_precision=True,
)
