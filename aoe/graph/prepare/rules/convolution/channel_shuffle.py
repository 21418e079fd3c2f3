"""A grouped convolution of shuffled channels, computed of the value as it was before the shuffle.

A network of grouped convolutions shuffles channels between them (ShuffleNet, Zhang et al., CVPR
2018): a reshape to groups by channels, a transposition and a reshape back, which no strides can
say, so the value would be copied. But a group of the convolution behind it reads some channels of
each group before it, and these lie side by side: it is a convolution with one dimension more, along
which its kernel has all groups, of a mere view. A depthwise convolution between the two is
exchanged with the shuffle. `aoe.graph.subgraph.variants.channel_shuffle` has convolutions in one
group and other shuffles.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import onnx_ir

from aoe.graph.prepare.rewriting import (
    Builder,
    Rule,
    constant_of,
    has_shape,
    integer,
    integers,
    is_floating,
    operand,
    producer,
    shape_of,
    used_once,
)


@dataclass(frozen=True, slots=True)
class _Shuffle:
    """`value` (N, groups · channels, image…) becomes one whose channels of the groups alternate."""

    value: onnx_ir.Value
    groups: int
    channels: int

    def before(self, weights: np.ndarray) -> np.ndarray:
        """What has a row for each channel after the shuffle, with the rows as before it."""
        apart = weights.reshape(self.channels, self.groups, *weights.shape[1:])
        return np.ascontiguousarray(apart.swapaxes(0, 1).reshape(weights.shape))


def grouped_convolution_of_shuffled(node: onnx_ir.Node, build: Builder) -> onnx_ir.Value | None:
    """Conv in groups of a shuffled value, or of a depthwise Conv of one, becomes Conv of the value
    before the shuffle, seen as (N, channels, groups, image…).
    """
    weights, group = constant_of(operand(node, 1)), integer(node, "group", 1)
    plain = node.op_type == "Conv" and group > 1 and "auto_pad" not in node.attributes
    if not plain or weights is None or weights.shape[1] == 1 or not has_shape(*node.outputs):
        return None
    if any(reader.op_type == "BatchNormalization" for reader, _ in node.outputs[0].uses()):
        return None  # that becomes part of the convolution first
    between = _depthwise(node.inputs[0])
    shuffle = _shuffle(node.inputs[0] if between is None else between.inputs[0])
    if shuffle is None or shuffle.channels % group:
        return None
    value = shuffle.value if between is None else _exchanged(between, shuffle, build)
    batch, _, *image = shape_of(value)
    apart = (batch, shuffle.groups, shuffle.channels, *image)
    seen = (batch, shuffle.channels, shuffle.groups, *image)
    order = (0, 2, 1, *range(3, len(apart)))
    view = build.make("Transpose", [build.reshape(value, apart)], seen, perm=order)
    filters, _, *kernel = weights.shape
    by_group = weights.reshape(filters, shuffle.channels // group, shuffle.groups, *kernel)
    inputs = [view, build.constant(np.ascontiguousarray(by_group)), *node.inputs[2:]]
    output = shape_of(node.outputs[0])
    rank = len(image)
    pads = integers(node, "pads") or (0,) * 2 * rank
    result = build.make(
        "Conv",
        inputs,
        (*output[:2], 1, *output[2:]),
        group=group,
        strides=(1, *(integers(node, "strides") or (1,) * rank)),
        dilations=(1, *(integers(node, "dilations") or (1,) * rank)),
        pads=(0, *pads[:rank], 0, *pads[rank:]),
    )
    return build.reshape(result, output)


def _depthwise(value: onnx_ir.Value | None) -> onnx_ir.Node | None:
    """The depthwise convolution that makes a value for one reader."""
    node = producer(value, "Conv")
    if value is None or node is None or not used_once(value) or "auto_pad" in node.attributes:
        return None
    weights = constant_of(operand(node, 1))
    bias = operand(node, 2)
    if weights is None or (bias is not None and constant_of(bias) is None):
        return None
    depthwise = weights.shape[:2] == (integer(node, "group", 1), 1)
    return node if depthwise and has_shape(*node.outputs) else None


def _exchanged(between: onnx_ir.Node, shuffle: _Shuffle, build: Builder) -> onnx_ir.Value:
    """The depthwise convolution of the value before the shuffle."""
    constants = [constant_of(value) for value in between.inputs[1:] if value is not None]
    moved = [build.constant(shuffle.before(array)) for array in constants if array is not None]
    shape = shape_of(between.outputs[0])
    rank = len(shape) - 2
    return build.make(
        "Conv",
        [shuffle.value, *moved],
        shape,
        group=integer(between, "group", 1),
        strides=integers(between, "strides") or (1,) * rank,
        dilations=integers(between, "dilations") or (1,) * rank,
        pads=integers(between, "pads") or (0,) * 2 * rank,
    )


def _shuffle(value: onnx_ir.Value | None) -> _Shuffle | None:
    """The shuffle that makes a value for one reader, if any: channels cut to groups by channels,
    transposed, and as one dimension again.
    """
    last = producer(value, "Reshape")
    middle = producer(last.inputs[0], "Transpose") if last is not None else None
    first = producer(middle.inputs[0], "Reshape") if middle is not None else None
    if value is None or last is None or middle is None or first is None or not used_once(value):
        return None
    source, apart = first.inputs[0], first.outputs[0]
    if source is None or not has_shape(source, apart, value) or not is_floating(source):
        return None
    before, cut, after = shape_of(source), shape_of(apart), shape_of(value)
    order = integers(middle, "perm")
    if len(cut) != len(before) + 1 or len(before) < 3 or before != after:
        return None
    if (cut[0], *cut[3:]) != (before[0], *before[2:]) or order != (0, 2, 1, *range(3, len(cut))):
        return None
    return _Shuffle(source, cut[1], cut[2])


RULES: tuple[Rule, ...] = (grouped_convolution_of_shuffled,)
