"""A grouped convolution of shuffled channels reads the value before the shuffle.

Networks of grouped convolutions shuffle channels between them (ShuffleNet, Zhang et al., CVPR
2018): a reshape to groups by channels, a transposition and a reshape back. No strides describe the
result, so the value is copied. Each group of the next convolution reads some channels of each group
before it, and these are adjacent. So the convolution gets one more dimension, along which its
kernel covers all groups, and reads a view. A depthwise convolution between the two commutes with
the shuffle, and is replaced, too.

`channel_shuffle` handles convolutions in one group and other shuffles.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from aoe.element_types import is_floating
from aoe.graph.subgraph.variants.channel_shuffle import Shuffle, shuffle_of
from aoe.graph.subgraph.variants.replacement import Replacement, per_channel_operands
from aoe.loops.expression import Accumulator
from aoe.operators.operator import Operand, Operator
from aoe.operators.operator_graph import OperatorGraph, OperatorNode
from aoe.operators.types.conv import conv
from aoe.operators.types.conv.conv import window_of
from aoe.operators.window import Window


def grouped_shuffle_elimination(graph: OperatorGraph, node: OperatorNode) -> Replacement | None:
    """The convolution of (N, channels, groups, image…).

    Returns None unless the operator is a grouped convolution with constant weights of a shuffled
    value, perhaps through a depthwise convolution, whose groups read whole runs of channels.
    """
    operator = node.operator
    if not _is_plain(graph, node) or operator.integer("group") == 1 or conv.is_depthwise(operator):
        return None
    between = _depthwise_before(graph, node)
    shuffle = shuffle_of(graph, node.inputs[0] if between is None else between.inputs[0])
    if shuffle is None or not _alternates(shuffle) or shuffle.split[1] % operator.integer("group"):
        return None
    made = Replacement(graph, node)
    value = shuffle.value if between is None else _exchanged(made, between, shuffle)
    if value is None:
        return None
    groups, channels = shuffle.split
    batch, _, *image = made.operand(value).shape
    split = (batch, groups, channels, *image)
    view = made.view("reshape", split, value, split)
    order = (0, 2, 1, *range(3, len(split)))
    view = made.view("transpose", order, view, (batch, channels, groups, *image))
    weights = graph.constants[node.inputs[1]]
    by_group = weights.reshape(len(weights), -1, groups, *weights.shape[2:])
    others = [_with_dimension(made, name) for name in node.inputs[2:]]
    inputs = (view, made.constant(np.asarray(by_group, order="C")), *others)
    result = made.compute(_wider(made, inputs), inputs, "unshuffled")
    made.finish_view("reshape", operator.output.shape, result)
    return made


def _is_plain(graph: OperatorGraph, node: OperatorNode) -> bool:
    """Whether it is a convolution with constant weights, of floating point, without a prologue."""
    operator = node.operator
    return (
        conv.OPERATOR.describes(operator)
        and node.inputs[1] in graph.constants
        and operator.prologue == Accumulator()
        and is_floating(operator.output.dtype)
    )


def _depthwise_before(graph: OperatorGraph, node: OperatorNode) -> OperatorNode | None:
    """The depthwise convolution that only this operator reads, if any."""
    value = node.inputs[0]
    maker = next((item for item in graph.operator_nodes if item.output == value), None)
    if maker is None or not _is_plain(graph, maker) or not conv.is_depthwise(maker.operator):
        return None
    reads = sum(item.inputs.count(value) for item in graph.nodes)
    alone = reads == 1 and value not in graph.outputs
    weights = maker.operator.inputs[1].shape
    return maker if alone and weights[0] == maker.operator.integer("group") else None


def _alternates(shuffle: Shuffle) -> bool:
    """Whether channels of all groups alternate in the result, and images stay as they are."""
    rank = len(shuffle.order) - 1 - len(shuffle.split)
    plain = (0, 2, 1, *range(3, 3 + rank))
    return len(shuffle.split) == 2 and shuffle.order == plain and max(shuffle.block) == 1


def _exchanged(made: Replacement, between: OperatorNode, shuffle: Shuffle) -> str | None:
    """The depthwise convolution of the value before the shuffle; None if its epilogue has other
    operands than constants by channel.
    """
    order = np.argsort(shuffle.table.reshape(-1))
    others = per_channel_operands(made, lambda numbers: numbers[order], between)
    if others is None:
        return None
    weights = made.constant(made.graph.constants[between.inputs[1]][order])
    inputs = (shuffle.value, weights, *others)
    operator = replace(between.operator, inputs=tuple(map(made.operand, inputs)))
    return made.compute(operator, inputs, "unshuffled", of=(between,))


def _with_dimension(made: Replacement, name: str) -> str:
    """An operand of the epilogue with a dimension of size 1 behind the channels."""
    operand = made.operand(name)
    missing = len(made.node.operator.output.shape) - len(operand.shape)
    shape = (1,) * missing + operand.shape
    shape = (*shape[:2], 1, *shape[2:])
    array = made.graph.constants.get(name)
    if array is not None and operand.dtype == made.operand(made.node.inputs[1]).dtype:
        return made.constant(array.reshape(shape))
    return made.view("reshape", shape, name, shape)


def _wider(made: Replacement, inputs: tuple[str, ...]) -> Operator:
    """The convolution with one more dimension, along which its window covers all groups."""
    operator = made.node.operator
    window, shape = window_of(operator), operator.output.shape
    kernel = made.operand(inputs[1]).shape[2:]
    rank = window.rank
    pads = (0, *window.pads[:rank], 0, *window.pads[rank:])
    wider = Window(kernel, (1, *window.strides), (1, *window.dilations), pads)
    attributes = (*wider.attributes(), ("group", operator.integer("group")))
    return replace(
        operator,
        attributes=tuple(sorted(attributes)),
        inputs=tuple(map(made.operand, inputs)),
        output=Operand.row_major(operator.output.dtype, (*shape[:2], 1, *shape[2:])),
    )
