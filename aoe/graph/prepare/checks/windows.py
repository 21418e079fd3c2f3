"""Checks of windows and paddings."""

from __future__ import annotations

from math import prod

import onnx_ir

from aoe.errors import quoted
from aoe.graph.prepare.checks.check import Check
from aoe.graph.prepare.rewriting import (
    constant_of,
    input_shape,
    integers,
    operand,
    shape_of,
    text,
)


def bias_fits(node: onnx_ir.Node) -> str | None:
    """Checks that a convolution has a bias for each channel of its result."""
    shape, channels = input_shape(node, 2), shape_of(node.outputs[0])[1]
    if shape is None or prod(shape) == channels:
        return None
    return f"its bias has the shape {list(shape)}, but its result {channels} channels"


def window_fits(*, filters: int = 1) -> Check:
    """Refuses a window larger than the padded image, of which inference says that it gives one
    result: it divides a negative number towards zero. `filters`: the input that has the windows.
    """

    def check(node: onnx_ir.Node) -> str | None:
        data, kernel = input_shape(node, 0), input_shape(node, filters)
        if node.op_type == "Conv" and (problem := bias_fits(node)) is not None:
            return problem
        padding = text(node, "auto_pad", "NOTSET")
        if data is None or kernel is None or padding.startswith("SAME"):
            return None
        rank = len(data) - 2
        none = (0,) * 2 * rank
        pads = none if padding == "VALID" else integers(node, "pads") or none
        dilations = integers(node, "dilations") or (1,) * rank
        for axis, results in enumerate(shape_of(node.outputs[0])[2:]):
            extent = (kernel[2 + axis] - 1) * dilations[axis] + 1
            padded = data[2 + axis] + pads[axis] + pads[rank + axis]
            if extent > padded and results:
                return f"a window of {extent} does not fit into a padded image of {padded}"
        return None

    return check


def pads_something(node: onnx_ir.Node) -> str | None:
    """Checks that a side that repeats elements has some, after negative pads cut some away."""
    mode, pads, given = text(node, "mode", "constant"), operand(node, 1), operand(node, 3)
    shape, amounts = input_shape(node, 0), None if pads is None else constant_of(pads)
    places = None if given is None else constant_of(given)
    if mode == "constant" or shape is None or amounts is None or (given and places is None):
        return None
    axes = range(len(shape)) if places is None else [int(item) for item in places.reshape(-1)]
    sides = amounts.reshape(2, -1).T
    for axis, (before, after) in zip(axes, sides, strict=False):
        left = shape[axis] + min(0, int(before)) + min(0, int(after))
        if left <= 0 and max(before, after) > 0:
            none = "of which negative pads leave none" if shape[axis] else "which has none"
            return (
                f"mode {quoted(repr(mode))} repeats elements of dimension {axis}, {none}; "
                "use mode 'constant'"
            )
    return None
