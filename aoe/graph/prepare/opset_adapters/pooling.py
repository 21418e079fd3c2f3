"""Averages over windows that are larger than the padded image, as ONNX Runtime has them."""

from __future__ import annotations

import onnx_ir

from aoe.graph.prepare.opset_adapters.adapter import Adapter, put, take
from aoe.graph.prepare.rewriting import (
    Builder,
    Replacement,
    has_shape,
    integer,
    integers,
    operand,
    shape_of,
    text,
)


def _whole_windows(node: onnx_ir.Node, build: Builder) -> Replacement:
    """Pads the image to the size of a window.

    Before set 19, `count_include_pad` without `ceil_mode` divides by all taps of a window, also
    where it is larger than the padded image; since then only by those that meet this. Such a window
    is the only one along its axis. Without a stride beyond what it lacks there is none.
    """
    value, kernel = operand(node, 0), integers(node, "kernel_shape")
    counts = integer(node, "count_include_pad", 0) and not integer(node, "ceil_mode", 0)
    if not counts or kernel is None or value is None or not has_shape(value):
        return None
    rank, sizes, mode = len(kernel), shape_of(value)[2:], text(node, "auto_pad", "NOTSET")
    given = integers(node, "pads") if mode == "NOTSET" else None
    pads, strides = list(given or (0,) * 2 * rank), integers(node, "strides") or (1,) * rank
    if mode.startswith("SAME") or not len(sizes) == len(strides) == rank == len(pads) // 2:
        return None
    for axis, (size, taps, stride) in enumerate(zip(sizes, kernel, strides, strict=True)):
        lacking = taps - size - pads[axis] - pads[rank + axis]
        if 0 < lacking < stride:
            pads[rank + axis] += lacking
            take(node, "auto_pad")
            put(node, "pads", pads)
    return None


ADAPTERS = (Adapter(19, frozenset({"AveragePool"}), _whole_windows, of_corners=True),)
