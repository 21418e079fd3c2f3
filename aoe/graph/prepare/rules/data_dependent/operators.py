"""Operators whose number of results depends on data: NonZero, Compress, NonMaxSuppression, Unique.

Each becomes an operator with capacity for the most results there can be. The last element of its
vector is their number. `aoe.graph.prepare.rules.data_dependent.sizes` follows what reads them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import inf, prod

import numpy as np
import onnx_ir

from aoe.errors import UnsupportedModelError
from aoe.graph.prepare.arithmetic_nodes import reshaped
from aoe.graph.prepare.rewriting import (
    Builder,
    Rule,
    has_shape,
    integer,
    operand,
    scalar_of,
    shape_of,
)
from aoe.graph.prepare.rule_application import rule_for
from aoe.graph.prepare.rules.data_dependent.joined_rows import SIZES, WAITING, joined
from aoe.graph.prepare.rules.data_dependent.sizes import follow

_COUNTS = onnx_ir.DataType.INT64
#: Elements of a slice that Unique compares. Slices are sorted by one element after the other.
_WIDEST_SLICE = 256


@rule_for("NonZero")
def non_zero(node: onnx_ir.Node, build: Builder) -> onnx_ir.Value | None:
    """NonZero: at most all elements."""
    value = operand(node, 0)
    if value is None or not has_shape(value):
        return None
    if prod(shape_of(value)) == 0:
        return build.constant(np.zeros((len(shape_of(value)), 0), np.int64))
    if not shape_of(value):  # no coordinates, as ONNX says; ONNX Runtime gives one
        _, count = _positions(build, reshaped(build, value, 1))
        positions = build.constant(np.zeros((0, 1), np.int64))
    else:
        positions, count = _positions(build, value)
    follow(node, {0: 1}, prod(shape_of(value)), count)
    return positions


@rule_for("Compress")
def compress(node: onnx_ir.Node, build: Builder) -> onnx_ir.Value | None:
    """Compress picks rows where its computed condition holds.

    A condition of several dimensions counts by its elements, as in ONNX Runtime.
    """
    value, condition = operand(node, 0), operand(node, 1)
    if not has_shape(value, condition):
        return None
    assert value is not None
    assert condition is not None
    axis, rank = integer(node, "axis", 0), len(shape_of(value))
    condition = reshaped(build, condition, -1)
    if "axis" not in node.attributes:
        value, axis, rank = reshaped(build, value, -1), 0, 1
    axis %= rank
    size = min(shape_of(condition)[0], shape_of(value)[axis])
    if size == 0:
        nothing = (*shape_of(value)[:axis], 0, *shape_of(value)[axis + 1 :])
        assert value.dtype is not None
        return build.constant(np.zeros(nothing, value.dtype.numpy()))
    positions, count = _positions(build, build.piece(condition, 0, 0, size))
    rows = reshaped(build, positions, size)
    shape = (*shape_of(value)[:axis], size, *shape_of(value)[axis + 1 :])
    picked = build.make("Gather", [value, rows], shape, axis=axis)
    follow(node, {0: axis}, size, count)
    return picked


def _positions(build: Builder, value: onnx_ir.Value) -> tuple[onnx_ir.Value, onnx_ir.Value]:
    """The coordinates of nonzero elements, rank × size, and their number."""
    rank, size = len(shape_of(value)), prod(shape_of(value))
    found = build.make("NonZeroPositions", [value], (rank * size + 1,))
    found.dtype = onnx_ir.DataType.INT64
    positions = reshaped(build, build.piece(found, 0, 0, rank * size), rank, size)
    return positions, build.piece(found, 0, rank * size, rank * size + 1)


@rule_for("NonMaxSuppression")
def non_max_suppression(node: onnx_ir.Node, build: Builder) -> onnx_ir.Value | None:
    """NonMaxSuppression with constant limits."""
    boxes, scores = operand(node, 0), operand(node, 1)
    if not has_shape(boxes, scores):
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
    follow(node, {0: 0}, size, number)
    return reshaped(build, build.piece(found, 0, 0, 3 * size), size, 3)


@rule_for("Unique")
def unique(node: onnx_ir.Node, build: Builder) -> Sequence[onnx_ir.Value] | None:
    """Unique elements, or slices along an axis.

    They are sorted. Each one that differs from the one before begins a group.
    """
    value = operand(node, 0)
    if value is None or not has_shape(value):
        return None
    whole = "axis" not in node.attributes
    if whole:
        value = reshaped(build, value, -1)
    rank = len(shape_of(value))
    axis = integer(node, "axis", 0) % rank
    size = shape_of(value)[axis]
    width = prod(shape_of(value)) // max(size, 1)
    if size == 0:
        none = build.constant(np.zeros(0, np.int64))
        return [value, none, none, none]
    if width == 0:
        return None
    if width > _WIDEST_SLICE:
        raise UnsupportedModelError(
            f"node {node.name!r} (Unique) compares slices of {width} elements; no more than "
            f"{_WIDEST_SLICE} are compiled"
        )
    front = (axis, *(d for d in range(rank) if d != axis))
    rows = reshaped(build, build.infer("Transpose", value, perm=front), size, width)
    order = _sorted_order(build, rows)
    ranked = build.infer("Gather", rows, order)
    before, after = build.piece(ranked, 0, 0, size - 1), build.piece(ranked, 0, 1, size)
    same = build.cast(build.infer("Equal", before, after), _COUNTS)
    same = build.infer("ReduceMin", same, build.integers([1]), keepdims=0)
    changes = build.infer("Sub", build.integers([1]), same)
    first = build.integers([1])
    begins = build.infer("Concat", first, changes, axis=0) if size > 1 else first
    groups = _Groups(build, value, axis, order, begins)
    count = build.piece(groups.numbers(groups.begins), 0, size - 1, size)
    count = build.infer("Add", count, build.integers([1]))
    follow(node, {0: axis, 1: 0, 3: 0}, size, count)
    return groups.sorted() if integer(node, "sorted", 1) else groups.as_met()


@rule_for(WAITING)
def concat_of_rows(node: onnx_ir.Node, build: Builder) -> onnx_ir.Value | None:
    """Concat of rows whose numbers are all known now."""
    counts: Mapping[int, onnx_ir.Value] = node.meta[SIZES]
    makers = [count.producer() for count in counts.values()]
    if not has_shape(*node.inputs) or any(m is None or m.graph is not node.graph for m in makers):
        return None  # a copy of the node in another graph has the sizes of this one
    values = [value for value in node.inputs if value is not None]
    dimension = integer(node, "axis", 0) % len(shape_of(values[0]))
    made = joined(build, values, dimension, counts)
    node.outputs[0].type, node.outputs[0].shape = made.values.type, made.values.shape
    follow(node, {0: dimension}, made.size, made.count)
    if made.places is None:
        return made.values
    return build.infer("Gather", made.values, made.places, axis=dimension)


def _sorted_order(build: Builder, rows: onnx_ir.Value) -> onnx_ir.Value:
    """The positions of a matrix's rows in ascending order.

    A stable sort by each column, the last one first.
    """
    size, width = shape_of(rows)
    order: onnx_ir.Value | None = None
    for column in reversed(range(width)):
        keys = reshaped(build, build.piece(rows, 1, column, column + 1), size)
        if order is not None:
            keys = build.infer("Gather", keys, order)
        places = build.make("TopKPositions", [keys], (size,), axis=0, largest=0, k=size)
        places.dtype = _COUNTS
        order = places if order is None else build.infer("Gather", order, places)
    assert order is not None
    return order


@dataclass(frozen=True, slots=True)
class _Groups:
    """Groups of equal slices of a value along an axis.

    Attributes:
        build: Makes the nodes.
        value: The value.
        axis: The axis.
        order: The positions of the slices in sorted order.
        begins: 1 where a group begins in sorted order, else 0.
    """

    build: Builder
    value: onnx_ir.Value
    axis: int
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
        """The number of the group of each element."""
        total = self.build.infer("CumSum", begins, self.build.constant(np.asarray(0)))
        return self.build.infer("Sub", total, self.build.constant(np.asarray(1)))

    def _outputs(self, firsts: onnx_ir.Value, group: onnx_ir.Value) -> list[onnx_ir.Value]:
        ones = self.build.constant(np.ones(shape_of(self.order), np.int64))
        counts = self._placed(group, ones, reduction="add")
        inverse = self._placed(self.order, group)
        kept = self.build.infer("Gather", self.value, firsts, axis=self.axis)
        return [kept, firsts, inverse, counts]

    def _found(self, flags: onnx_ir.Value) -> onnx_ir.Value:
        positions, _ = _positions(self.build, flags)
        return reshaped(self.build, positions, -1)

    def _placed(
        self, where: onnx_ir.Value, values: onnx_ir.Value, reduction: str = "none"
    ) -> onnx_ir.Value:
        zeros = self.build.constant(np.zeros(shape_of(self.order), np.int64))
        return self.build.infer("ScatterElements", zeros, where, values, reduction=reduction)


RULES: tuple[Rule, ...] = (unique, non_zero, compress, non_max_suppression, concat_of_rows)
