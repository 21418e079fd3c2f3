"""Products of matrices and vectors, and of groups of rows that data decide: those of mixtures of
experts. Triangular systems of equations.
"""

from __future__ import annotations

from collections.abc import Sequence

import onnx_ir
import torch

from aoe.torch.translate.emitter import Emitter
from aoe.torch.translate.facts import rank_of, require, shape_of, tensor_of, type_of
from aoe.torch.translate.table import Operators

OPERATORS = Operators()

#: How many times more elements the second operand has than the first one and the result, on
#: average, where a product packs the first. With more rows, a panel of the second serves so many
#: of them that its copy costs less than what reads the transposed result.
_LARGER = 12
_SMALL_INTEGERS = ("int8", "int16", "uint8")
#: The element types that groups are multiplied in. Others are converted to the first.
_GROUPED_TYPES = ("float32", "float64")
#: The most rows of triangular systems that are solved row after row. PyTorch solves larger ones
#: block by block.
_MOST_EQUATIONS = 256


@OPERATORS.translates("mm", "bmm", "mv", "dot", "matmul")
def _product(
    emit: Emitter, node: torch.fx.Node, a: torch.fx.Node, b: torch.fx.Node
) -> onnx_ir.Value:
    return product(emit, a, b)


@OPERATORS.translates("addmm", "baddbmm", "addmv")
def _sum_with_product(
    emit: Emitter,
    node: torch.fx.Node,
    c: torch.fx.Node,
    a: torch.fx.Node,
    b: torch.fx.Node,
    *,
    beta: float = 1,
    alpha: float = 1,
) -> onnx_ir.Value:
    return _weighted_sum(emit, node, product(emit, a, b), c, beta, alpha)


@OPERATORS.translates("addbmm")
def _sum_with_products(
    emit: Emitter,
    node: torch.fx.Node,
    c: torch.fx.Node,
    a: torch.fx.Node,
    b: torch.fx.Node,
    *,
    beta: float = 1,
    alpha: float = 1,
) -> onnx_ir.Value:
    """The sum of products is one product of what stands side by side."""
    (batch, rows, depth), columns = shape_of(a), shape_of(b)[2]
    wide = emit.reshaped(emit.permuted(emit.value(a), (1, 0, 2)), [rows, batch * depth])
    high = emit.reshaped(emit.value(b), [batch * depth, columns])
    return _weighted_sum(emit, node, _multiplied(emit, wide, high, type_of(a)), c, beta, alpha)


@OPERATORS.translates("_grouped_mm")
def _grouped(
    emit: Emitter,
    node: torch.fx.Node,
    a: torch.fx.Node,
    b: torch.fx.Node,
    ends: torch.fx.Node | None = None,
    bias: torch.fx.Node | None = None,
    out_dtype: object = None,
) -> onnx_ir.Value:
    require(bias is None, "it has a bias")
    if ends is None:  # a matrix of each by the same one of the other
        return product(emit, a, b)
    require(_have_elements(a, b), "it has no elements")
    dtype = type_of(node)
    if rank_of(a) == 2:
        return _by_groups(emit, emit.value(a), emit.value(b), ends, dtype, shape_of(node))
    # The groups are of columns: those of rows, transposed.
    first = emit.permuted(emit.value(b), (1, 0))
    second = emit.permuted(emit.value(a), (0, 2, 1))
    found = _by_groups(emit, first, second, ends, dtype, shape_of(node)[::-1])
    return emit.permuted(found, (1, 0))


@OPERATORS.translates("transformers.grouped_mm_fallback")
def _of_experts(
    emit: Emitter,
    node: torch.fx.Node,
    rows: torch.fx.Node,
    weight: torch.fx.Node,
    ends: torch.fx.Node,
) -> onnx_ir.Value:
    """What the library has for types that PyTorch's own operator is not compiled for."""
    require(_have_elements(rows, weight), "it has no elements")
    values = emit.value(rows), emit.value(weight)
    return _by_groups(emit, *values, ends, type_of(node), shape_of(node))


@OPERATORS.translates("transformers.grouped_mm_fallback_backward")
def _gradients_of_experts(
    emit: Emitter,
    node: torch.fx.Node,
    rows: torch.fx.Node,
    weight: torch.fx.Node,
    ends: torch.fx.Node,
    gradient: torch.fx.Node,
) -> Sequence[onnx_ir.Value]:
    require(_have_elements(rows, weight), "it has no elements")
    dtype, (groups, depth, columns) = type_of(rows), shape_of(weight)
    after, before = emit.value(gradient), emit.value(rows)
    matrices = emit.permuted(emit.value(weight), (0, 2, 1))
    of_rows = _by_groups(emit, after, matrices, ends, dtype, shape_of(rows))
    *_, step, beside = tensor_of(weight).stride()
    if step >= beside:
        first = emit.permuted(before, (1, 0))
        return of_rows, _by_groups(emit, first, after, ends, dtype, [groups, depth, columns])
    # That of a transposed matrix is a transposed one, as PyTorch says, so that nothing is moved.
    first = emit.permuted(after, (1, 0))
    found = _by_groups(emit, first, before, ends, dtype, [groups, columns, depth])
    return of_rows, emit.permuted(found, (0, 2, 1))


def _have_elements(*nodes: torch.fx.Node) -> bool:
    return all(all(shape_of(node)) for node in nodes)


def _by_groups(
    emit: Emitter,
    a: onnx_ir.Value,
    b: onnx_ir.Value,
    ends: torch.fx.Node,
    dtype: str,
    shape: Sequence[int],
) -> onnx_ir.Value:
    """A product by groups of rows (`aoe.operators.types.matmul.grouped_matmul`). Of 16 bits it is
    computed in float32 and rounded once, as PyTorch does.
    """
    wide = dtype if dtype in _GROUPED_TYPES else _GROUPED_TYPES[0]
    operands = [a, b] if wide == dtype else [emit.cast(a, wide), emit.cast(b, wide)]
    found = emit.own("GroupedMatMul", [*operands, emit.value(ends)], wide, shape)
    return found if wide == dtype else emit.cast(found, dtype)


@OPERATORS.translates("linalg_solve_triangular")
def _triangular(
    emit: Emitter,
    node: torch.fx.Node,
    a: torch.fx.Node,
    b: torch.fx.Node,
    *,
    upper: bool,
    left: bool = True,
    unitriangular: bool = False,
) -> onnx_ir.Value:
    """A system whose unknowns stand on the right is one of transposed matrices, and one of an upper
    triangle is one of a lower triangle, from its last row to its first.
    """
    dtype, shape = type_of(node), list(shape_of(node))
    require(dtype in _GROUPED_TYPES, f"systems of {dtype} are not solved")
    require(_have_elements(node), "it has no elements")
    size, rank = shape_of(a)[-1], len(shape)
    require(size <= _MOST_EQUATIONS, "its matrices are large")
    matrix = emit.node("Expand", emit.value(a), emit.integers([*shape[:-2], size, size]))
    given = emit.node("Expand", emit.value(b), emit.integers(shape))
    turned = [*range(rank - 2), rank - 1, rank - 2]
    if not left:
        matrix, given = (emit.permuted(item, turned) for item in (matrix, given))
        shape[-2:] = shape[:-3:-1]
    backwards = upper == left
    if backwards:
        matrix = emit.flipped(matrix, [rank - 2, rank - 1])
        given = emit.flipped(given, [rank - 2])
    found = emit.own("TriangularSolve", [matrix, given], dtype, shape, unit=int(unitriangular))
    if backwards:
        found = emit.flipped(found, [rank - 2])
    return found if left else emit.permuted(found, turned)


def _weighted_sum(
    emit: Emitter,
    node: torch.fx.Node,
    found: onnx_ir.Value,
    c: torch.fx.Node,
    beta: float,
    alpha: float,
) -> onnx_ir.Value:
    """A product times alpha, and another tensor times beta."""
    dtype = type_of(node)
    if alpha != 1:
        found = emit.node("Mul", found, emit.constant(alpha, dtype))
    if beta == 0:
        return found
    added = emit.value(c, dtype)
    if beta != 1:
        added = emit.node("Mul", added, emit.constant(beta, dtype))
    return emit.node("Add", found, added)


def product(emit: Emitter, a: torch.fx.Node, b: torch.fx.Node) -> onnx_ir.Value:
    """A product of matrices. One of few rows by a transposed matrix w^T is computed as (w a^T)^T:
    kernels pack the second operand in each run, and a is smaller than w. The result has to be
    transposed then, which a large one does not pay for.
    """
    if _is_transposed(b) and rank_of(a) == 2 and _packs_first(shape_of(a), shape_of(b)):
        second, first = (emit.permuted(emit.value(operand), (1, 0)) for operand in (b, a))
        return emit.permuted(_multiplied(emit, second, first, type_of(a)), (1, 0))
    return _multiplied(emit, emit.value(a), emit.value(b), type_of(a))


def _multiplied(emit: Emitter, a: onnx_ir.Value, b: onnx_ir.Value, dtype: str) -> onnx_ir.Value:
    """A product of an element type. ONNX has none of small integers: their sums are the last bits
    of sums of 32 bits.
    """
    if dtype not in _SMALL_INTEGERS:
        return emit.node("MatMul", a, b)
    wide = emit.node("MatMul", emit.cast(a, "int32"), emit.cast(b, "int32"))
    return emit.cast(wide, dtype)


def _packs_first(a: Sequence[int], b: Sequence[int]) -> bool:
    """Whether a product is better computed with its first operand packed."""
    rows, (depth, columns) = a[0], b
    return _LARGER * rows * (depth + columns) <= 2 * depth * columns


def _is_transposed(node: torch.fx.Node) -> bool:
    """Whether a matrix is another one transposed."""
    transposed = False
    while str(node.target) in ("aten.permute.default", "aten.t.default", "aten.transpose.int"):
        transposed = not transposed
        node = node.args[0]
    return transposed and rank_of(node) == 2
