"""Checks of inputs that hold sizes, axes or bounds: how many dimensions runtimes take there.

`aoe.graph.prepare.shapes.size_inputs` has the table of them.
"""

from __future__ import annotations

import onnx_ir

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
