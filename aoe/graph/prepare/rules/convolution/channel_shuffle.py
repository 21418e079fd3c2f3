"""A grouped convolution of shuffled channels reads the value before the shuffle.

Networks of grouped convolutions shuffle channels between them (ShuffleNet, Zhang et al., CVPR
2018): a reshape to groups by channels, a transposition and a reshape back. No strides describe the
result, so the value would be copied. Each group of the next convolution reads some channels of each
group before it, and these are adjacent. So the convolution gets one more dimension, along which its
kernel covers all groups, and reads a view. A depthwise convolution between the two commutes with
the shuffle.

`aoe.graph.subgraph.variants.channel_shuffle` handles convolutions in one group and other shuffles.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import onnx_ir

from aoe.graph.prepare.rewriting import (
    Builder,
    Rule,
    has_shape,
    integers,
    is_floating,
    producer,
    shape_of,
    used_once,
)
from aoe.graph.prepare.rules.convolution.convolution_node import ConvolutionNode, convolution_of


@dataclass(frozen=True, slots=True)
class _Shuffle:
    """A channel shuffle: channels of all groups alternate in its result.

    Attributes:
        value: The value before the shuffle, (N, groups · channels, image…).
        groups: The number of groups.
        channels: The channels of each group.
    """

    value: onnx_ir.Value
    groups: int
    channels: int

    def before(self, array: np.ndarray) -> np.ndarray:
        """An array with a row for each channel after the shuffle, with the rows as before it."""
        split = array.reshape(self.channels, self.groups, *array.shape[1:])
        return np.ascontiguousarray(split.swapaxes(0, 1).reshape(array.shape))


def grouped_convolution_of_shuffled(node: onnx_ir.Node, build: Builder) -> onnx_ir.Value | None:
    """A grouped Conv of shuffled channels becomes a Conv of the value before the shuffle.

    It reads that value as (N, channels, groups, image…). A depthwise Conv may stand between the
    two.
    """
    conv = convolution_of(node)
    if conv is None or conv.group == 1 or conv.weights.shape[1] == 1:
        return None
    if any(reader.op_type == "BatchNormalization" for reader, _ in node.outputs[0].uses()):
        return None  # the normalisation is folded into the convolution first
    between = _depthwise(node.inputs[0])
    shuffle = _shuffle(node.inputs[0] if between is None else between.x)
    if shuffle is None or shuffle.channels % conv.group:
        return None
    value = shuffle.value if between is None else _exchanged(between, shuffle, build)
    batch, _, *image = shape_of(value)
    split = (batch, shuffle.groups, shuffle.channels, *image)
    seen = (batch, shuffle.channels, shuffle.groups, *image)
    order = (0, 2, 1, *range(3, len(split)))
    view = build.make("Transpose", [build.reshape(value, split)], seen, perm=order)
    filters, _, *kernel = conv.weights.shape
    by_group = conv.weights.reshape(
        filters, shuffle.channels // conv.group, shuffle.groups, *kernel
    )
    rank = len(image)
    result = build.make(
        "Conv",
        conv.operands(view, build.constant(np.ascontiguousarray(by_group))),
        (*conv.output[:2], 1, *conv.output[2:]),
        group=conv.group,
        strides=(1, *conv.strides),
        dilations=(1, *conv.dilations),
        pads=(0, *conv.pads[:rank], 0, *conv.pads[rank:]),
    )
    return build.reshape(result, conv.output)


def _depthwise(value: onnx_ir.Value | None) -> ConvolutionNode | None:
    """The depthwise convolution of constants that makes a value for one reader."""
    conv = convolution_of(producer(value, "Conv"))
    if value is None or conv is None or not used_once(value):
        return None
    if conv.weights.shape[:2] != (conv.group, 1):
        return None
    return conv if conv.bias is None or conv.bias_values is not None else None


def _exchanged(between: ConvolutionNode, shuffle: _Shuffle, build: Builder) -> onnx_ir.Value:
    """The depthwise convolution of the value before the shuffle."""
    bias = between.bias_values
    constants = [between.weights] if bias is None else [between.weights, bias]
    return build.make(
        "Conv",
        [shuffle.value, *(build.constant(shuffle.before(array)) for array in constants)],
        between.output,
        group=between.group,
        strides=between.strides,
        dilations=between.dilations,
        pads=between.pads,
    )


def _shuffle(value: onnx_ir.Value | None) -> _Shuffle | None:
    """The shuffle that makes a value for one reader, if any.

    It cuts the channels to groups by channels, transposes the two and joins them again.
    """
    last = producer(value, "Reshape")
    middle = producer(last.inputs[0], "Transpose") if last is not None else None
    first = producer(middle.inputs[0], "Reshape") if middle is not None else None
    if value is None or last is None or middle is None or first is None or not used_once(value):
        return None
    source, split = first.inputs[0], first.outputs[0]
    if source is None or not has_shape(source, split, value) or not is_floating(source):
        return None
    before, cut, after = shape_of(source), shape_of(split), shape_of(value)
    order = integers(middle, "perm")
    if len(cut) != len(before) + 1 or len(before) < 3 or before != after:
        return None
    if (cut[0], *cut[3:]) != (before[0], *before[2:]) or order != (0, 2, 1, *range(3, len(cut))):
        return None
    return _Shuffle(source, cut[1], cut[2])


RULES: tuple[Rule, ...] = (grouped_convolution_of_shuffled,)
