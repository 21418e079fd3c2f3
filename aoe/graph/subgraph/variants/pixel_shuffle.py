"""Orders the filters of a convolution whose channels become pixels (pixel shuffle).

With filters numbered channel by pixel (`DepthToSpace` mode CRD), neighbouring channels of one pixel
are as far apart as a block has pixels, and the copy picks single numbers. Numbered pixel by channel
(mode DCR), the copy moves runs of channels. The filters are constants, so their order is free.

Source of the layer: Shi et al., "Real-Time Single Image and Video Super-Resolution Using an
Efficient Sub-Pixel Convolutional Neural Network", 2016.
"""

from __future__ import annotations

from dataclasses import replace
from math import prod

import numpy as np

from aoe.element_types import is_floating
from aoe.graph.subgraph.variants.replacement import Replacement, per_channel_operands
from aoe.loops.expression import Accumulator
from aoe.operators.operator_graph import OperatorGraph, OperatorNode, ViewNode
from aoe.operators.types.conv import conv


def pixel_shuffle_elimination(graph: OperatorGraph, node: OperatorNode) -> Replacement | None:
    """The convolution with its filters pixel by channel.

    Returns None unless the operator is a convolution in one group with constant weights, whose
    result is only read by a pixel shuffle of filters channel by pixel.
    """
    operator = node.operator
    if not conv.OPERATOR.describes(operator) or operator.integer("group") > 1:
        return None
    weights = graph.constants.get(node.inputs[1])
    if weights is None or operator.prologue != Accumulator():
        return None
    block = _block(graph, node) if is_floating(operator.output.dtype) else None
    if block is None:
        return None
    made = Replacement(graph, node)
    batch, filters, *image = operator.output.shape
    pixels = prod(block)
    channels = filters // pixels

    def by_pixel(numbers: np.ndarray) -> np.ndarray:
        apart = numbers.reshape(channels, pixels, *numbers.shape[1:])
        return np.asarray(apart.swapaxes(0, 1).reshape(numbers.shape), order="C")

    others = per_channel_operands(made, by_pixel)
    if others is None:
        return None
    inputs = (node.inputs[0], made.constant(by_pixel(weights)), *others)
    permuted = replace(operator, inputs=tuple(map(made.operand, inputs)))
    result = made.compute(permuted, inputs, "by pixel")
    split = (batch, *block, channels, *image)
    view = made.view("reshape", split, result, split)
    rank = len(block)
    order = (0, 1 + rank, *range(1, 1 + rank), *range(2 + rank, len(split)))
    view = made.view("transpose", order, view, [split[axis] for axis in order])
    made.finish_view("reshape", operator.output.shape, view)
    return made


def _block(graph: OperatorGraph, node: OperatorNode) -> tuple[int, ...] | None:
    """The size of the block of pixels that the channels of a value become; None if its only reader
    is no pixel shuffle of channels by pixel, or if there is nothing to order.
    """
    output = node.operator.output
    cut = _only_view(graph, node.output)
    if cut is None or cut.kind != "reshape":
        return None
    rank = len(output.shape) - 2
    batch, channels, *others = cut.arguments
    block = tuple(others[:rank])
    whole = (batch, channels * prod(block), *others[rank:])
    if len(cut.arguments) != 2 + 2 * rank or whole != output.shape:
        return None
    moved = _only_view(graph, cut.output)
    inside = [axis for number in range(rank) for axis in (2 + rank + number, 2 + number)]
    if moved is None or (moved.kind, moved.arguments) != ("transpose", (0, 1, *inside)):
        return None
    return block if channels > 1 and prod(block) > 1 else None


def _only_view(graph: OperatorGraph, name: str) -> ViewNode | None:
    """The view that alone reads a value, if there is one."""
    readers = [node for node in graph.nodes if name in node.inputs]
    if len(readers) != 1 or name in graph.outputs or not isinstance(readers[0], ViewNode):
        return None
    return readers[0]
