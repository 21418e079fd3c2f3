"""Rules for operators whose results are as many as the data ask for: NonZero, Compress,
NonMaxSuppression, Unique.

Each becomes an operator with room for the most there can be, of whose vector the last element is
their count. What reads them is looked at by `aoe.graph.variable_extents`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
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


def unique(node: onnx_ir.Node, build: Builder) -> Sequence[onnx_ir.Value] | None:
    """Unique elements, not rows: sorted, those that differ from the one before begin a group."""
    value = operand(node, 0)
    if node.op_type != "Unique" or value is None or not has_shape(value):
        return None
    if "axis" in node.attributes and len(shape_of(value)) != 1:
        return None
    size = prod(shape_of(value))
    if size == 0:
        return None
    value = reshaped(build, value, size)
    order = build.make("TopKPositions", [value], (size,), axis=0, largest=0)
    order.dtype = _COUNTS
    ranked = build.make("GatherElements", [value, order], (size,), axis=0)
    before, after = build.piece(ranked, 0, 0, size - 1), build.piece(ranked, 0, 1, size)
    changes = build.infer("Not", build.infer("Equal", before, after))
    first = build.constant(np.ones(1, np.bool_))
    begins = build.infer("Concat", first, changes, axis=0) if size > 1 else first
    groups = _Groups(build, value, order, build.cast(begins, _COUNTS))
    count = build.piece(groups.numbers(groups.begins), 0, size - 1, size)
    follow(node, 0, size, build.infer("Add", count, build.integers([1])), (0, 1, 3))
    return groups.sorted() if integer(node, "sorted", 1) else groups.as_met()


_COUNTS = onnx_ir.DataType.INT64


@dataclass(frozen=True, slots=True)
class _Groups:
    """Equal elements of a vector: their `order` when sorted, and 1 in `begins` where another group
    begins there.
    """

    build: Builder
    value: onnx_ir.Value
    order: onnx_ir.Value
    begins: onnx_ir.Value

    def sorted(self) -> list[onnx_ir.Value]:
        """Unique's outputs, groups in ascending order."""
        group = self.numbers(self.begins)
        firsts = self.build.infer("Gather", self.order, self._found(self.begins))
        return self._outputs(firsts, group)

    def as_met(self) -> list[onnx_ir.Value]:
        """Unique's outputs, groups in the order of their first elements."""
        build = self.build
        met = self._placed(self.order, self.begins)
        starts = build.infer("Gather", self.order, self._found(self.begins))
        start = build.infer("Gather", starts, self.numbers(self.begins))
        return self._outputs(self._found(met), build.infer("Gather", self.numbers(met), start))

    def numbers(self, begins: onnx_ir.Value) -> onnx_ir.Value:
        """The number of the group that each element is in."""
        total = self.build.infer("CumSum", begins, self.build.constant(np.asarray(0)))
        return self.build.infer("Sub", total, self.build.constant(np.asarray(1)))

    def _outputs(self, firsts: onnx_ir.Value, group: onnx_ir.Value) -> list[onnx_ir.Value]:
        ones = self.build.constant(np.ones(shape_of(self.value), np.int64))
        counts = self._placed(group, ones, reduction="add")
        inverse = self._placed(self.order, group)
        return [self.build.infer("Gather", self.value, firsts), firsts, inverse, counts]

    def _found(self, flags: onnx_ir.Value) -> onnx_ir.Value:
        positions, _ = _positions(self.build, flags)
        return reshaped(self.build, positions, -1)

    def _placed(
        self, where: onnx_ir.Value, values: onnx_ir.Value, reduction: str = "none"
    ) -> onnx_ir.Value:
        zeros = self.build.constant(np.zeros(shape_of(self.value), np.int64))
        return self.build.infer("ScatterElements", zeros, where, values, reduction=reduction)


RULES: tuple[Rule, ...] = (unique, non_zero, compress, non_max_suppression)
