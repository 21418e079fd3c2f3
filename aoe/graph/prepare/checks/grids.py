"""Checks of the matrices that a grid of places is made of."""

from __future__ import annotations

import onnx_ir

from aoe.graph.prepare.checks.sizes import sizes_are_vectors
from aoe.graph.prepare.rewriting import constant_of, input_shape


def matrices_fit_grid(node: onnx_ir.Node) -> str | None:
    """Checks that an AffineGrid has one matrix for each grid, of the number of dimensions that
    these have.
    """
    matrices, sizes = input_shape(node, 0), constant_of(node.inputs[1])
    problem = sizes_are_vectors(node)
    if problem is not None or matrices is None:
        return problem
    given = f"its theta has the shape {list(matrices)}"
    if len(matrices) != 3:
        return f"{given}, which must be [N,2,3] or [N,3,4]"
    if sizes is None or sizes.ndim != 1 or len(sizes) not in (4, 5):
        return None  # inference tells of another number of sizes
    dimensions = len(sizes) - 2
    wanted = (int(sizes[0]), dimensions, dimensions + 1)
    if matrices == wanted:
        return None
    return f"{given}, but its size {sizes.tolist()} needs {list(wanted)}"
