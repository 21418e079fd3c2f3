"""Triangular systems of equations."""

from __future__ import annotations

import onnx_ir
import torch

from aoe.torch.translate.emitter import Emitter
from aoe.torch.translate.facts import has_elements, require, shape_of, type_of
from aoe.torch.translate.table import Operators

OPERATORS = Operators()

#: The element types that systems are solved in.
_SOLVED = ("float32", "float64")
#: The most rows of systems that are solved row after row. PyTorch solves larger ones block by
#: block.
_MOST_EQUATIONS = 256


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
    require(dtype in _SOLVED, f"systems of {dtype} are not solved")
    require(has_elements(node), "it has no elements")
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
