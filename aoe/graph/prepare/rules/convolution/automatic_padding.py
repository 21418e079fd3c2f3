"""Convolution and pooling with `auto_pad` get their padding as numbers.

So one rule decides them, `aoe.operators.window.explicit_window`, and other rules read `pads` only.
In the modes SAME the padding is negative where a stride exceeds the kernel: then the node reads a
part of the image.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType

import onnx_ir

from aoe.graph.prepare.rewriting import (
    Builder,
    Replacement,
    Rule,
    constant_of,
    has_shape,
    integer,
    integers,
    operand,
    shape_of,
    text,
)
from aoe.graph.prepare.rule_application import rule_for
from aoe.operators.window import Window, explicit_window, outputs_along

#: The operators that have windows, and the input of their weights; None where they pool.
_WEIGHTS: Mapping[str, int | None] = MappingProxyType(
    {
        "Conv": 1,
        "ConvInteger": 1,
        "QLinearConv": 3,
        "AveragePool": None,
        "LpPool": None,
        "MaxPool": None,
    }
)


@rule_for(*_WEIGHTS)
def explicit_padding(node: onnx_ir.Node, build: Builder) -> Replacement:
    """Gives the padding as numbers, and cuts off the elements that are in no window."""
    mode, value = text(node, "auto_pad", "NOTSET"), operand(node, 0)
    if mode == "NOTSET" or len(node.outputs) > 1:
        return None
    if value is None or not has_shape(value, *node.outputs):
        return None
    window, spatial = _window(node), shape_of(value)[2:]
    if window is None or window.rank != len(spatial):
        return None
    pools = _WEIGHTS[node.op_type] is None
    window = explicit_window(window, spatial, mode, pools)
    shape = shape_of(node.outputs[0])
    if min(window.pads) >= 0:
        return _with_pads(node, build, [value, *node.inputs[1:]], window.pads, shape)
    pads = window.pads
    whole = node.op_type in ("LpPool", "MaxPool")  # last windows read what others leave out
    sides = zip(pads[: window.rank], pads[window.rank :], spatial, strict=True)
    for axis, (begin, end, size) in enumerate(sides, start=2):
        value = build.piece(value, axis, max(-begin, 0), size if whole else size + min(end, 0))
    window = replace(window, pads=tuple(max(number, 0) for number in pads))
    ceil = bool(integer(node, "ceil_mode", 0))
    outputs = outputs_along(window, shape_of(value)[2:], ceil)
    inputs = [value, *node.inputs[1:]]
    result = _with_pads(node, build, inputs, window.pads, (*shape[:2], *outputs))
    for axis, size in enumerate(shape[2:], start=2):
        result = build.piece(result, axis, 0, size)
    return result


def _with_pads(
    node: onnx_ir.Node,
    build: Builder,
    inputs: Sequence[onnx_ir.Value | None],
    pads: tuple[int, ...],
    shape: tuple[int, ...],
) -> onnx_ir.Value:
    result = build.again(node, inputs, shape, drop=("auto_pad", "pads"))
    build.nodes[-1].attributes["pads"] = onnx_ir.AttrInt64s("pads", pads)
    return result


def _window(node: onnx_ir.Node) -> Window | None:
    """The window of a node, without padding."""
    place = _WEIGHTS[node.op_type]
    if place is None:
        kernel = integers(node, "kernel_shape")
    else:
        weights = operand(node, place)
        known = has_shape(weights) or constant_of(weights) is not None
        kernel = shape_of(weights)[2:] if weights is not None and known else None
    if not kernel:
        return None
    ones = (1,) * len(kernel)
    return Window(
        kernel,
        integers(node, "strides") or ones,
        integers(node, "dilations") or ones,
        (0,) * 2 * len(kernel),
    )


RULES: tuple[Rule, ...] = (explicit_padding,)
