"""Checks of inputs that hold sizes, axes or bounds: how many dimensions runtimes take there.

`aoe.graph.prepare.shapes.size_inputs` has the table of them.
"""

from __future__ import annotations

from math import prod

import onnx_ir

from aoe.graph.prepare.checks.check import Check
from aoe.graph.prepare.rewriting import input_shape
from aoe.graph.prepare.shapes.size_inputs import SIZE_INPUTS

#: The operators that `sizes_are_vectors` is about.
WITH_VECTORS = frozenset(
    name for name, items in SIZE_INPUTS.items() if any(item.refused for item in items)
)


def sizes_are_vectors(node: onnx_ir.Node) -> str | None:
    """Checks that sizes and axes have one dimension; none where runtimes take a scalar."""
    for item in SIZE_INPUTS[node.op_type]:
        shape = input_shape(node, item.number) if item.refused else None
        if shape is not None and len(shape) not in item.ranks:
            kind = "a vector or a scalar" if 0 in item.ranks else "a vector"
            return f"its input {item.number} must be {kind}, not of shape {list(shape)}"
    return None


def bounds_are_single(node: onnx_ir.Node) -> str | None:
    """Checks that the bounds of a Clip are single numbers."""
    shapes = input_shape(node, 1), input_shape(node, 2)
    single = all(shape is None or shape in ((), (1,)) for shape in shapes)
    return None if single else "its bounds must be single numbers"


def are_single(**positions: int) -> Check:
    """A check that the inputs at these positions, by their names, are left out or single numbers,
    with one dimension at most.
    """

    def check(node: onnx_ir.Node) -> str | None:
        for name, position in positions.items():
            shape = input_shape(node, position)
            if shape is not None and (prod(shape) > 1 or len(shape) > 1):
                return f"its {name} must be a single number, not of shape {list(shape)}"
        return None

    return check
