"""Sums of tensors that are zero but for a range each.

The gradient of a tensor that several operators read ranges of is such a sum: each range's gradient
stands among zeros. Where no two ranges overlap, it is one Concat.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

import onnx_ir

from aoe.graph.prepare.rewriting import (
    Builder,
    Rule,
    constant_of,
    has_shape,
    integer,
    operand,
    producer,
    shape_of,
)
from aoe.graph.prepare.rule_application import rule_for


@dataclass(frozen=True, slots=True)
class _Range:
    """A range of a Concat.

    Attributes:
        start: Its first coordinate.
        stop: The one behind its last.
        value: What stands there.
    """

    start: int
    stop: int
    value: onnx_ir.Value


@rule_for("Add")
def sum_of_disjoint_concats(node: onnx_ir.Node, build: Builder) -> onnx_ir.Value | None:
    """The sum of two Concats along one axis, each of which is zero where the other is not, becomes
    a Concat of what is not zero.
    """
    if not has_shape(*node.inputs, node.outputs[0]):
        return None
    concats = [producer(operand(node, number), "Concat") for number in (0, 1)]
    first, second = concats
    if first is None or second is None:
        return None
    shape = shape_of(node.outputs[0])
    if any(shape_of(item.outputs[0]) != shape for item in (first, second)):
        return None
    rank = len(shape)
    axes = {integer(item, "axis", 0) % rank for item in (first, second)}
    if len(axes) != 1 or not has_shape(*first.inputs, *second.inputs):
        return None
    axis = axes.pop()
    sides = [list(_ranges(item, axis)) for item in (first, second)]
    cuts = sorted({edge for side in sides for one in side for edge in (one.start, one.stop)})
    chosen: list[tuple[int, int, _Range]] = []
    for start, stop in pairwise(cuts):
        covering = [_covering(side, start) for side in sides]
        filled = [one for one in covering if not _is_zero(one.value)]
        if len(filled) > 1:
            return None
        one = (filled or covering)[0]
        if chosen and chosen[-1][2] is one:
            start = chosen.pop()[0]
        chosen.append((start, stop, one))
    pieces = [
        build.piece(one.value, axis, start - one.start, stop - one.start)
        for start, stop, one in chosen
    ]
    return pieces[0] if len(pieces) == 1 else build.make("Concat", pieces, shape, axis=axis)


def _ranges(concat: onnx_ir.Node, axis: int) -> Iterator[_Range]:
    """The ranges of a Concat, those without elements left out."""
    start = 0
    for value in concat.inputs:
        assert value is not None
        stop = start + shape_of(value)[axis]
        if stop > start:
            yield _Range(start, stop, value)
        start = stop


def _covering(ranges: Sequence[_Range], start: int) -> _Range:
    """The range that has a coordinate."""
    return next(one for one in ranges if one.start <= start < one.stop)


def _is_zero(value: onnx_ir.Value | None) -> bool:
    """Whether a value is known to be zero everywhere. A part of zeros, which a sum before this one
    may just have made, is not folded yet.
    """
    while (node := producer(value, "Expand", "Slice")) is not None:
        value = node.inputs[0]
    known = constant_of(value)
    return known is not None and not known.any()


RULES: tuple[Rule, ...] = (sum_of_disjoint_concats,)
