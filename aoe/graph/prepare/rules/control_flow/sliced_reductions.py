"""Joins reductions of equal slices of one value into one reduction.

An unrolled loop over slices leaves them. PyTorch exports `nn.EmbeddingBag` as such a loop.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import isclose
from typing import TypeAlias

import onnx_ir

from aoe.graph.prepare.rewriting import (
    Builder,
    Rule,
    has_shape,
    integer,
    integers_of,
    operand,
    producer,
    scalar_of,
    shape_of,
)
from aoe.graph.prepare.rule_application import rule_for

#: Reductions for which one reduction of all slices equals one of each.
_REDUCTIONS = (
    "ReduceL1",
    "ReduceL2",
    "ReduceLogSum",
    "ReduceLogSumExp",
    "ReduceMax",
    "ReduceMean",
    "ReduceMin",
    "ReduceProd",
    "ReduceSum",
    "ReduceSumSquare",
)


#: Most nodes between a reduction and the slices.
_DEEPEST = 4


@dataclass(frozen=True)
class _Cut:
    """Rows of a value, that is elements along its first dimension."""

    whole: onnx_ir.Value


@dataclass(frozen=True)
class _Gathered:
    """Rows of a table, selected by other rows, which are single indices."""

    table: onnx_ir.Value
    places: _Rows


@dataclass(frozen=True)
class _Product:
    """Rows multiplied by other rows."""

    one: _Rows
    other: _Rows


@dataclass(frozen=True)
class _Reshaped:
    """Rows, each with another shape."""

    rows: _Rows
    shape: tuple[int, ...]


_Rows: TypeAlias = _Cut | _Gathered | _Product | _Reshaped


@dataclass(frozen=True)
class _Reduced:
    """A reduction of the rows from `start` to `stop`."""

    reduction: str
    rows: _Rows
    start: int
    stop: int


@rule_for("Concat")
def join_slices(node: onnx_ir.Node, build: Builder) -> onnx_ir.Value | None:
    """A Concat of reductions of consecutive slices becomes one reduction over a dimension of
    slices.
    """
    if integer(node, "axis", 0) != 0 or len(node.inputs) < 2:
        return None
    if not has_shape(node.outputs[0], *node.inputs):
        return None
    first = _reduced_slice(node.inputs[0])
    if first is None:
        return None
    size = first.stop - first.start
    for number, value in enumerate(node.inputs):
        start = first.start + number * size
        if _reduced_slice(value) != _Reduced(first.reduction, first.rows, start, start + size):
            return None
    rows = _by_slice(build, first.rows, first.start, len(node.inputs), size)
    shape = shape_of(node.outputs[0])
    return build.make(first.reduction, [rows, build.integers([1])], shape, keepdims=0)


def _reduced_slice(value: onnx_ir.Value | None) -> _Reduced | None:
    """The reduction that a value of one row is."""
    assert value is not None
    reshaped = producer(value, "Reshape")
    factor, result = _without_factor(value if reshaped is None else reshaped.inputs[0])
    reduced = producer(result, *_REDUCTIONS)
    rows = None if reduced is None else reduced.inputs[0]
    if reduced is None or rows is None or not has_shape(rows):
        return None
    if integers_of(operand(reduced, 1)) != (0,) or shape_of(rows)[1:] != shape_of(value)[1:]:
        return None
    reduction, size = reduced.op_type, shape_of(rows)[0]
    if factor is not None:
        if reduction != "ReduceSum" or not isclose(factor * size, 1.0, rel_tol=1e-6):
            return None
        reduction = "ReduceMean"
    found = _sliced(rows)
    return None if found is None else _Reduced(reduction, found[0], found[1], found[1] + size)


def _without_factor(value: onnx_ir.Value | None) -> tuple[float | None, onnx_ir.Value | None]:
    """The constant factor of a value, if any, and the value without it."""
    product = producer(value, "Mul")
    factor = None if product is None else scalar_of(product.inputs[1])
    return (None, value) if product is None or factor is None else (factor, product.inputs[0])


def _sliced(value: onnx_ir.Value | None, deep: int = 0) -> tuple[_Rows, int] | None:
    """The rows that a value has, and the number of the first, as far as Slices say."""
    node = None if value is None else value.producer()
    if node is None or node.domain or deep > _DEEPEST or not has_shape(value, *node.inputs):
        return None
    assert value is not None
    if node.op_type == "Slice":
        start = _start(node)
        whole = node.inputs[0]
        return None if start is None or whole is None else (_Cut(whole), start)
    if node.op_type == "Mul":
        one, other = (_sliced(item, deep + 1) for item in node.inputs)
        if one is None or other is None or one[1] != other[1] or not _have_all_dimensions(node):
            return None
        return _Product(one[0], other[0]), one[1]
    rows = _sliced(_rows_before(node), deep + 1)
    return None if rows is None else (_made(node, rows[0]), rows[1])


def _whole(value: onnx_ir.Value, deep: int = 0) -> _Rows:
    """All rows of a value, in terms of what they are computed from."""
    node = value.producer()
    if node is None or node.domain or deep > _DEEPEST or not has_shape(value, *node.inputs):
        return _Cut(value)
    if node.op_type == "Mul" and _have_all_dimensions(node):
        one, other = (_whole(item, deep + 1) for item in node.inputs if item is not None)
        return _Product(one, other)
    before = _rows_before(node)
    return _Cut(value) if before is None else _made(node, _whole(before, deep + 1))


def _rows_before(node: onnx_ir.Node) -> onnx_ir.Value | None:
    """The input of which each row makes one row of a node's result."""
    if node.op_type == "Gather" and integer(node, "axis", 0) == 0:
        places = node.inputs[1]
        return places if places is not None and len(shape_of(places)) == 1 else None
    if node.op_type == "Reshape":
        before, value = node.inputs[0], node.outputs[0]
        assert before is not None
        return before if shape_of(before)[:1] == shape_of(value)[:1] else None
    return None


def _made(node: onnx_ir.Node, rows: _Rows) -> _Rows:
    """The rows of the result of a node that `_rows_before` knows."""
    if node.op_type == "Reshape":
        return _Reshaped(rows, shape_of(node.outputs[0])[1:])
    table = node.inputs[0]
    assert table is not None
    return _Gathered(table, rows)


def _have_all_dimensions(node: onnx_ir.Node) -> bool:
    """Whether both factors have as many dimensions and rows as the product."""
    product = shape_of(node.outputs[0])
    shapes = [shape_of(value) for value in node.inputs if value is not None]
    return all(len(shape) == len(product) and shape[:1] == product[:1] for shape in shapes)


def _start(cut: onnx_ir.Node) -> int | None:
    """Where a Slice of the first dimension begins; None for other slices."""
    starts, axes, steps = (operand(cut, place) for place in (1, 3, 4))
    start = integers_of(starts)
    along_first = axes is None or integers_of(axes) == (0,)
    one_by_one = steps is None or integers_of(steps) == (1,)
    if start is None or len(start) != 1 or start[0] < 0 or not (along_first and one_by_one):
        return None
    return start[0]


def _by_slice(build: Builder, rows: _Rows, start: int, count: int, size: int) -> onnx_ir.Value:
    """The rows from `start` on, with the rows of each slice along a second dimension."""
    match rows:
        case _Cut(whole):
            stop = start + count * size
            if (start, stop) == (0, shape_of(whole)[0]) and _whole(whole) != rows:
                return _by_slice(build, _whole(whole), start, count, size)
            cut = build.piece(whole, 0, start, stop)
            return build.reshape(cut, (count, size, *shape_of(whole)[1:]))
        case _Gathered(table, places):
            chosen = _by_slice(build, places, start, count, size)
            return build.infer("Gather", table, chosen, axis=0)
        case _Product(one, other):
            factors = (_by_slice(build, item, start, count, size) for item in (one, other))
            return build.infer("Mul", *factors)
        case _Reshaped(inner, shape):
            return build.reshape(_by_slice(build, inner, start, count, size), (count, size, *shape))


RULES: tuple[Rule, ...] = (join_slices,)
