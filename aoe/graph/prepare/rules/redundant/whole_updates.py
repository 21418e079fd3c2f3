"""ScatterND that overwrites every row of its input, in their order, becomes its updates.

PyTorch's `x[:] = v` is exported so.
"""

from __future__ import annotations

import numpy as np
import onnx_ir

from aoe.graph.prepare.rewriting import (
    Builder,
    Rule,
    constant_of,
    has_shape,
    operand,
    shape_of,
    text,
)
from aoe.graph.prepare.rule_application import rule_for


@rule_for("ScatterND")
def overwritten_whole(node: onnx_ir.Node, build: Builder) -> onnx_ir.Value | None:
    """ScatterND with the rows 0, 1, … of all as constant indices, and without a reduction."""
    if text(node, "reduction", "none") != "none":
        return None
    data, updates = operand(node, 0), operand(node, 2)
    if data is None or updates is None or not has_shape(data, updates):
        return None
    shape = shape_of(data)
    places = constant_of(operand(node, 1))
    if places is None or places.shape != (shape[0], 1) or shape_of(updates) != shape:
        return None
    rows = np.where(places < 0, places + shape[0], places).reshape(-1)
    return updates if np.array_equal(rows, np.arange(shape[0])) else None


RULES: tuple[Rule, ...] = (overwritten_whole,)
