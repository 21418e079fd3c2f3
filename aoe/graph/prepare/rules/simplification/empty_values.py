"""Operators that read a value without elements and have a result with some.

Reductions are in `reductions.py`, operators whose number of results depends on data in
`aoe.graph.prepare.rules.data_dependent`.
"""

from __future__ import annotations

from math import prod

import numpy as np
import onnx_ir

from aoe.graph.prepare.rewriting import Builder, Rule, has_shape, operand, scalar_of, shape_of, text
from aoe.graph.prepare.rule_application import rule_for

#: The operand of each operator that says where to write.
_PLACES = {"ScatterElements": 1, "ScatterND": 1, "TensorScatter": 1, "Scatter": 1}


@rule_for("Pad")
def pad_of_nothing(node: onnx_ir.Node, build: Builder) -> onnx_ir.Value | None:
    """What is padded with, everywhere."""
    value, result = operand(node, 0), node.outputs[0]
    if not has_shape(value, result) or not _is_empty(value):
        return None
    if text(node, "mode", "constant") != "constant":
        return None
    filler = operand(node, 2)
    number = 0.0 if filler is None else scalar_of(filler)
    if number is None or result.dtype is None:
        return None
    return build.constant(np.full(shape_of(result), number).astype(result.dtype.numpy()))


@rule_for(*_PLACES)
def scatter_of_nothing(node: onnx_ir.Node, build: Builder) -> onnx_ir.Value | None:
    """The value as it is where nothing is written to it."""
    places = operand(node, _PLACES[node.op_type])
    if not has_shape(places) or not _is_empty(places):
        return None
    return operand(node, 0)


def _is_empty(value: onnx_ir.Value | None) -> bool:
    return value is not None and prod(shape_of(value)) == 0


RULES: tuple[Rule, ...] = (pad_of_nothing, scatter_of_nothing)
