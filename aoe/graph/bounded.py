"""Rules for operators whose results are as many as the data ask for: NonZero, Compress.

Each becomes an operator with room for the most there can be, of whose vector the last element is
their count. What reads them is looked at by `aoe.graph.variable_extents`.
"""

from __future__ import annotations

from math import prod

import onnx_ir

from aoe.graph.arithmetic import reshaped
from aoe.graph.rewriting import Builder, Rule, has_shape, integer, operand, shape_of
from aoe.graph.variable_extents import follow


def non_zero(node: onnx_ir.Node, build: Builder) -> onnx_ir.Value | None:
    """NonZero: at most all elements."""
    value = operand(node, 0)
    if node.op_type != "NonZero" or value is None or not has_shape(value):
        return None
    positions, count = _positions(build, value)
    follow(node, 1, prod(shape_of(value)), count)
    return positions


def compress(node: onnx_ir.Node, build: Builder) -> onnx_ir.Value | None:
    """Compress picks rows where its computed condition holds."""
    value, condition = operand(node, 0), operand(node, 1)
    if node.op_type != "Compress" or not has_shape(value, condition):
        return None
    assert value is not None
    assert condition is not None
    axis, rank = integer(node, "axis", 0), len(shape_of(value))
    if "axis" not in node.attributes:
        value, axis, rank = reshaped(build, value, -1), 0, 1
    axis %= rank
    size = min(shape_of(condition)[0], shape_of(value)[axis])
    if size == 0:
        return None
    positions, count = _positions(build, build.piece(condition, 0, 0, size))
    rows = reshaped(build, positions, size)
    shape = (*shape_of(value)[:axis], size, *shape_of(value)[axis + 1 :])
    picked = build.make("Gather", [value, rows], shape, axis=axis)
    follow(node, axis, size, count)
    return picked


def _positions(build: Builder, value: onnx_ir.Value) -> tuple[onnx_ir.Value, onnx_ir.Value]:
    """The coordinates of what is not zero, rank × size, and how many there are."""
    rank, size = len(shape_of(value)), prod(shape_of(value))
    found = build.make("NonZeroPositions", [value], (rank * size + 1,))
    found.dtype = onnx_ir.DataType.INT64
    positions = reshaped(build, build.piece(found, 0, 0, rank * size), rank, size)
    return positions, build.piece(found, 0, rank * size, rank * size + 1)


RULES: tuple[Rule, ...] = (non_zero, compress)
