"""Products of matrices and vectors, and what is added to them."""

from __future__ import annotations

from collections.abc import Sequence

import onnx_ir
import torch

from aoe.torch.translate.emitter import Emitter
from aoe.torch.translate.facts import rank_of, shape_of, type_of
from aoe.torch.translate.table import Operators

OPERATORS = Operators()

#: How many times more elements the second operand has than the first one and the result, on
#: average, where a product packs the first. With more rows, a panel of the second serves so many
#: of them that its copy costs less than what reads the transposed result.
_LARGER = 12
_SMALL_INTEGERS = ("int8", "int16", "uint8")


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
