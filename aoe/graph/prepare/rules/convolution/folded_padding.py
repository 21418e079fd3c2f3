"""A Pad before a convolution becomes padding of the convolution.

A convolution of integers pads with its zero point, so the Pad must do so as well.
"""

from __future__ import annotations

from types import MappingProxyType

import onnx_ir

from aoe.graph.prepare.rewriting import (
    Builder,
    Rule,
    has_given_padding,
    has_shape,
    integers,
    integers_of,
    operand,
    producer,
    scalar_of,
    shape_of,
    text,
    used_once,
)
from aoe.graph.prepare.rule_application import rule_for

#: The input that is the zero point of the image; None where that is 0.
_ZERO_POINT = MappingProxyType({"Conv": None, "ConvInteger": 2, "QLinearConv": 2})


@rule_for(*_ZERO_POINT)
def pad_into_convolution(node: onnx_ir.Node, build: Builder) -> onnx_ir.Value | None:
    """A Pad of the spatial dimensions by what the convolution pads with."""
    if not has_given_padding(node):
        return None
    value = operand(node, 0)
    pad = producer(value, "Pad")
    if value is None or pad is None or not used_once(value):
        return None
    source = operand(pad, 0)
    if source is None or not has_shape(source, node.outputs[0]):
        return None
    place = _ZERO_POINT[node.op_type]
    zero = 0.0 if place is None else _number(operand(node, place))
    if zero is None or text(pad, "mode", "constant") != "constant":
        return None
    rank = len(shape_of(source))
    widths = _widths(pad, rank)
    if widths is None or zero != _number(operand(pad, 2)) or min(widths) < 0:
        return None
    before, after = widths[:rank], widths[rank:]
    if any((*before[:2], *after[:2])):
        return None
    own = integers(node, "pads") or (0,) * 2 * (rank - 2)
    total = [a + b for a, b in zip(own, (*before[2:], *after[2:]), strict=True)]
    inputs = [source, *node.inputs[1:]]
    result = build.again(node, inputs, shape_of(node.outputs[0]), drop=("pads",))
    build.nodes[-1].attributes["pads"] = onnx_ir.AttrInt64s("pads", total)
    return result


def _number(value: onnx_ir.Value | None) -> float | None:
    """The number in a constant, 0 if it is absent; None if it is computed."""
    return 0.0 if value is None else scalar_of(value)


def _widths(pad: onnx_ir.Node, rank: int) -> tuple[int, ...] | None:
    """The padding before each dimension, then that behind each; None if it is computed."""
    given, named = integers_of(operand(pad, 1)), operand(pad, 3)
    axes = tuple(range(rank)) if named is None else integers_of(named)
    if given is None or axes is None or len(given) != 2 * len(axes):
        return None
    widths = [0] * 2 * rank
    for position, axis in enumerate(axes):
        widths[axis % rank] = given[position]
        widths[axis % rank + rank] = given[position + len(axes)]
    return tuple(widths)


RULES: tuple[Rule, ...] = (pad_into_convolution,)
