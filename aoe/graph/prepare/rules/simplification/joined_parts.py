"""Sums of tensors that are zero but for a part each.

The gradient of a tensor that several operators read parts of is such a sum: each part's gradient
stands among zeros. Where no two parts overlap, it is one Concat.
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
class _Part:
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
def sum_of_parts(node: onnx_ir.Node, build: Builder) -> onnx_ir.Value | None:
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
    sides = [list(_parts(item, axis)) for item in (first, second)]
    cuts = sorted({edge for side in sides for part in side for edge in (part.start, part.stop)})
    chosen: list[tuple[int, int, _Part]] = []
    for start, stop in pairwise(cuts):
        covering = [_covering(side, start) for side in sides]
        filled = [part for part in covering if not _is_zero(part.value)]
        if len(filled) > 1:
            return None
        part = (filled or covering)[0]
        if chosen and chosen[-1][2] is part:
            start = chosen.pop()[0]
        chosen.append((start, stop, part))
    pieces = [
        build.piece(part.value, axis, start - part.start, stop - part.start)
        for start, stop, part in chosen
    ]
    return pieces[0] if len(pieces) == 1 else build.make("Concat", pieces, shape, axis=axis)


def _parts(concat: onnx_ir.Node, axis: int) -> Iterator[_Part]:
    """The ranges of a Concat, those without elements left out."""
    start = 0
    for value in concat.inputs:
        assert value is not None
        stop = start + shape_of(value)[axis]
        if stop > start:
            yield _Part(start, stop, value)
        start = stop


def _covering(parts: Sequence[_Part], start: int) -> _Part:
    """The part that has a coordinate."""
    return next(part for part in parts if part.start <= start < part.stop)


def _is_zero(value: onnx_ir.Value) -> bool:
    """Whether a value is known to be zero everywhere."""
    expanded = producer(value, "Expand")
    known = constant_of(value if expanded is None else expanded.inputs[0])
    return known is not None and not known.any()


RULES: tuple[Rule, ...] = (sum_of_parts,)
