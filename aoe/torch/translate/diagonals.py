"""Diagonals of matrices that two dimensions of a tensor make, and tensors with others there."""

from __future__ import annotations

import numpy as np
import onnx_ir
import torch

from aoe.torch.translate.emitter import Emitter, inverse
from aoe.torch.translate.facts import axis_of, rank_of, require, shape_of, type_of
from aoe.torch.translate.table import Operators

OPERATORS = Operators()


@OPERATORS.translates("diagonal", "diagonal_copy")
def _diagonal(
    emit: Emitter,
    node: torch.fx.Node,
    a: torch.fx.Node,
    offset: int = 0,
    dim1: int = 0,
    dim2: int = 1,
) -> onnx_ir.Value:
    """The elements (i, i + offset), as the last dimension."""
    order = _matrices_last(a, dim1, dim2)
    *batch, rows, columns = (shape_of(a)[axis] for axis in order)
    count = shape_of(node)[-1]
    require(count > 0, "it is empty")
    flat = emit.reshaped(emit.permuted(emit.value(a), order), [*batch, rows * columns])
    first = offset if offset >= 0 else -offset * columns
    step = columns + 1
    return emit.part(flat, len(batch), first, first + (count - 1) * step + 1, step)


@OPERATORS.translates("diagonal_scatter")
def _diagonal_scatter(
    emit: Emitter,
    node: torch.fx.Node,
    a: torch.fx.Node,
    source: torch.fx.Node,
    offset: int = 0,
    dim1: int = 0,
    dim2: int = 1,
) -> onnx_ir.Value:
    """A tensor whose diagonal is another one, which is spread over the rows or the columns."""
    order, dtype = _matrices_last(a, dim1, dim2), type_of(node)
    *batch, rows, columns = (shape_of(a)[axis] for axis in order)
    count = shape_of(source)[-1]
    if count == 0:
        return emit.value(a)
    along = [rows, 1] if offset >= 0 else [1, columns]
    missing = max(along) - count
    spread = emit.value(source, dtype)
    if missing:
        gaps = [0] * (2 * len(batch) + 1) + [missing]
        filler = emit.constant(0, dtype)
        spread = emit.node("Pad", spread, emit.integers(gaps), filler)
    spread = emit.reshaped(spread, [*batch, *along])
    taken = emit.constant(np.eye(rows, columns, offset, dtype=bool), "bool")
    whole = emit.permuted(emit.value(a), order)
    return emit.permuted(emit.node("Where", taken, spread, whole), inverse(order))


def _matrices_last(a: torch.fx.Node, dim1: int, dim2: int) -> list[int]:
    """The dimensions with those of the matrices at the end."""
    rank = rank_of(a)
    two = [axis_of(dim1, rank), axis_of(dim2, rank)]
    return [axis for axis in range(rank) if axis not in two] + two
