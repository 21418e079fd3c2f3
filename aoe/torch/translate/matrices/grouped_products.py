"""Products of groups of rows that data decide: those of mixtures of experts."""

from __future__ import annotations

from collections.abc import Sequence

import onnx_ir
import torch

from aoe.torch.translate.emitter import Emitter
from aoe.torch.translate.facts import (
    has_elements,
    rank_of,
    require,
    shape_of,
    tensor_of,
    type_of,
)
from aoe.torch.translate.matrices.products import product
from aoe.torch.translate.table import Operators

OPERATORS = Operators()

#: The element types that groups are multiplied in. Others are converted to the first.
_MULTIPLIED = ("float32", "float64")


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
    require(has_elements(a) and has_elements(b), "it has no elements")
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
    require(has_elements(rows) and has_elements(weight), "it has no elements")
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
    require(has_elements(rows) and has_elements(weight), "it has no elements")
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
    wide = dtype if dtype in _MULTIPLIED else _MULTIPLIED[0]
    operands = [a, b] if wide == dtype else [emit.cast(a, wide), emit.cast(b, wide)]
    found = emit.own("GroupedMatMul", [*operands, emit.value(ends)], wide, shape)
    return found if wide == dtype else emit.cast(found, dtype)
