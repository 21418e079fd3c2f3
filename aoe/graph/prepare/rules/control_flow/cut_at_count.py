"""Slice whose end a loop has counted: a buffer that the loop filled, cut to what is in it.

The whole buffer is the result, with a data-dependent size
(`aoe.graph.prepare.rules.data_dependent.sizes`). Ends that are computed in another way are given
with the inputs, and the model is specialised to them.
"""

from __future__ import annotations

import onnx_ir

from aoe.graph.graph_values import constant_tensor
from aoe.graph.prepare.rewriting import (
    Builder,
    Rule,
    has_shape,
    integers_of,
    operand,
    producer,
    shape_of,
)
from aoe.graph.prepare.rule_application import rule_for
from aoe.graph.prepare.rules.data_dependent.sizes import follow

#: Operators between the result of a loop and the end of a slice.
_ARITHMETIC = ("Add", "Sub", "Mul", "Min", "Max", "Cast", "Reshape", "Squeeze", "Unsqueeze")


@rule_for("Slice")
def cut_at_count(node: onnx_ir.Node, build: Builder) -> onnx_ir.Value | None:
    """Slice from the first element along one axis, in steps of 1, up to a place counted by a loop.

    An end below zero counts from behind. One beyond the last element is the last.
    """
    value, start, end, axes, steps = (operand(node, place) for place in range(5))
    along = integers_of(axes) if axes is not None else (0,)
    if value is None or end is None or not has_shape(value, end) or along is None:
        return None
    if len(along) != 1 or integers_of(start) != (0,):
        return None
    if (steps is not None and integers_of(steps) != (1,)) or not _counted(end):
        return None
    axis = along[0] % len(shape_of(value))
    size = shape_of(value)[axis]
    end = build.reshape(build.cast(end, onnx_ir.DataType.INT64), (1,))
    zero, most = build.integers([0]), build.integers([size])
    from_behind = build.infer("Add", end, most)
    place = build.infer("Where", build.infer("Less", end, zero), from_behind, end)
    count = build.infer("Min", build.infer("Max", place, zero), most)
    result = build.infer("Identity", value)
    follow(node, {0: axis}, size, count)
    return result


def _counted(value: onnx_ir.Value) -> bool:
    """Whether a value is made of constants and of results of loops."""
    pending, loops = [value], 0
    while pending:
        item = pending.pop()
        if constant_tensor(item) is not None:
            continue
        if producer(item, "LoopResult") is not None:
            loops += 1
            continue
        node = producer(item, *_ARITHMETIC)
        if node is None:
            return False
        pending += [read for read in node.inputs if read is not None]
    return loops > 0


RULES: tuple[Rule, ...] = (cut_at_count,)
