"""Rules for operators whose results are as many as the data ask for: NonZero, Compress,
NonMaxSuppression.

Each becomes an operator with room for the most there can be, of whose vector the last element is
their count. What reads them is looked at by `aoe.graph.variable_extents`.
"""

from __future__ import annotations

from math import inf, prod

import numpy as np
import onnx_ir

from aoe.errors import UnsupportedModelError
from aoe.graph.arithmetic import reshaped
from aoe.graph.rewriting import Builder, Rule, has_shape, integer, operand, scalar_of, shape_of
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


def non_max_suppression(node: onnx_ir.Node, build: Builder) -> onnx_ir.Value | None:
    """NonMaxSuppression under constant limits."""
    boxes, scores = operand(node, 0), operand(node, 1)
    if node.op_type != "NonMaxSuppression" or not has_shape(boxes, scores):
        return None
    assert boxes is not None
    assert scores is not None
    limits = []
    for position, default in ((2, 0.0), (3, 0.0), (4, -inf)):
        given = operand(node, position)
        limit = scalar_of(given)
        if given is not None and limit is None:
            raise UnsupportedModelError(
                f"node {node.name!r} (NonMaxSuppression) computes its limits; they must be "
                f"constant, so make input {position} an initializer of the model"
            )
        limits.append(default if limit is None else limit)
    batch, classes, count = shape_of(scores)
    most = min(max(int(limits[0]), 0), count)
    size = batch * classes * most
    if size == 0:
        return build.constant(np.zeros((0, 3), np.int64))
    found = build.make(
        "NonMaxSuppressionRows",
        [boxes, scores],
        (3 * size + 1,),
        most=most,
        iou=limits[1],
        score=limits[2],
        center=integer(node, "center_point_box", 0),
    )
    found.dtype = onnx_ir.DataType.INT64
    number = build.piece(found, 0, 3 * size, 3 * size + 1)
    follow(node, 0, size, number)
    return reshaped(build, build.piece(found, 0, 0, 3 * size), size, 3)


RULES: tuple[Rule, ...] = (non_zero, compress, non_max_suppression)
