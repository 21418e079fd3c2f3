"""Convolutions lose outer taps of their windows that meet nothing but padding, wherever the window
is: of 3×3 over an image of one pixel one tap is left, and so it is where the others are dilated so
far that they lie outside.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import onnx_ir

from aoe.graph.prepare.rewriting import (
    Builder,
    Rule,
    constant_of,
    has_given_padding,
    has_shape,
    integer,
    integers,
    operand,
    shape_of,
)


@dataclass(frozen=True)
class _Dimension:
    """A spatial dimension of a convolution: what of its window meets the image."""

    taps: range
    dilation: int
    before: int
    behind: int


def trimmed(node: onnx_ir.Node, build: Builder) -> onnx_ir.Value | None:
    """A Conv without the outer taps of its window that meet padding only."""
    if node.op_type != "Conv" or not has_shape(*node.inputs[:2], node.outputs[0]):
        return None
    x, weights = node.inputs[0], constant_of(node.inputs[1])
    if x is None or weights is None or not has_given_padding(node):
        return None
    window = weights.shape[2:]
    dimensions = _dimensions(node, shape_of(x)[2:], window, shape_of(node.outputs[0])[2:])
    if dimensions is None or [len(item.taps) for item in dimensions] == [*window]:
        return None
    kept = tuple(slice(item.taps.start, item.taps.stop) for item in dimensions)
    bias = operand(node, 2)
    return build.make(
        "Conv",
        [
            x,
            build.constant(np.ascontiguousarray(weights[(slice(None), slice(None), *kept)])),
            *([] if bias is None else [bias]),
        ],
        shape_of(node.outputs[0]),
        pads=[item.before for item in dimensions] + [item.behind for item in dimensions],
        dilations=[item.dilation for item in dimensions],
        strides=integers(node, "strides") or (1,) * len(window),
        group=integer(node, "group", 1),
    )


def _dimensions(
    node: onnx_ir.Node, image: Sequence[int], window: Sequence[int], results: Sequence[int]
) -> list[_Dimension] | None:
    rank = len(window)
    pads = integers(node, "pads") or (0,) * 2 * rank
    strides = integers(node, "strides") or (1,) * rank
    dilations = integers(node, "dilations") or (1,) * rank
    found = []
    for size, taps, outputs, stride, dilation, before in zip(
        image, window, results, strides, dilations, pads[:rank], strict=True
    ):
        item = _dimension(size, taps, outputs, stride, dilation, before)
        if item is None:
            return None
        found.append(item)
    return found


def _dimension(
    size: int, taps: int, outputs: int, stride: int, dilation: int, before: int
) -> _Dimension | None:
    """None where no tap meets the image, or what is left has no padding that gives as many
    results.
    """
    met = [
        tap
        for tap in range(taps)
        if any(0 <= place * stride + tap * dilation - before < size for place in range(outputs))
    ]
    if not met:
        return None
    kept = range(met[0], met[-1] + 1)
    first, reach = before - kept.start * dilation, (len(kept) - 1) * dilation
    last = max(0, (outputs - 1) * stride + reach - first + 1 - size)
    if first < 0 or (size + first + last - reach - 1) // stride + 1 != outputs:
        return None
    return _Dimension(kept, dilation if len(kept) > 1 else 1, first, last)


RULES: tuple[Rule, ...] = (trimmed,)
