"""A convolution of a shuffled value reads the value before the shuffle.

A shuffle permutes channels, or moves channels into the image (`DepthToSpace`). It is a reshape, a
transposition and another reshape. No strides describe the result, so the value is copied. A
convolution commutes with it in three cases (`grouped_shuffle` has a fourth):

    depthwise        The shuffle moves behind it, where a stride has made the value smaller.
    one group        The weights are permuted, and the shuffle vanishes.
    depth to space   It becomes a convolution over channels, whose results are pixels. Some weights
                     are zero, but the large image is never in memory (the last layer of a
                     super-resolution network).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise, product
from math import prod

import numpy as np

from aoe.element_types import is_floating
from aoe.graph.subgraph.variants.replacement import Replacement, per_channel_operands
from aoe.loops.expression import Accumulator
from aoe.operators.operator import Operand
from aoe.operators.operator_graph import OperatorGraph, OperatorNode, ViewNode
from aoe.operators.types.conv import conv
from aoe.operators.types.conv.conv import window_of
from aoe.operators.window import Window

#: Most results of a pixel that are computed at once. More would mostly multiply by zeros.
_MOST_RESULTS = 32


@dataclass(frozen=True, slots=True)
class Shuffle:
    """A shuffle of the channels of a value, (N, channels, image…).

    Attributes:
        value: The value before the shuffle, (N, channels, image…).
        split: The sizes that the channels are split into.
        order: The permutation of the dimensions after the split.
        table: The channel of `value` that each channel of the result is, by channel and by pixel
            within a block of pixels.
    """

    value: str
    split: tuple[int, ...]
    order: tuple[int, ...]
    table: np.ndarray

    @property
    def block(self) -> tuple[int, ...]:
        """The pixels that a pixel of `value` becomes, along each spatial dimension."""
        return self.table.shape[1:]


def channel_shuffle_elimination(graph: OperatorGraph, node: OperatorNode) -> Replacement | None:
    """The convolution of the value before the shuffle.

    Returns None unless the operator is a convolution with constant weights of a shuffled value that
    commutes with the shuffle.
    """
    operator = node.operator
    weights = graph.constants.get(node.inputs[1]) if conv.OPERATOR.describes(operator) else None
    if weights is None or operator.prologue != Accumulator():
        return None
    shuffle = shuffle_of(graph, node.inputs[0])
    if shuffle is None or not is_floating(operator.output.dtype):
        return None
    if max(shuffle.block) > 1:
        return _pixels_as_channels(graph, node, shuffle, weights)
    if operator.integer("group") == 1:
        return _permuted_channels(graph, node, shuffle, weights)
    return _depthwise(graph, node, shuffle, weights)


def _permuted_channels(
    graph: OperatorGraph, node: OperatorNode, shuffle: Shuffle, weights: np.ndarray
) -> Replacement:
    """The convolution over the same channels in another order."""
    made = Replacement(graph, node)
    before = np.empty_like(weights)
    before[:, shuffle.table.reshape(-1)] = weights
    inputs = (shuffle.value, made.constant(before), *node.inputs[2:])
    operands = (*map(made.operand, inputs[:2]), *node.operator.inputs[2:])
    made.finish(replace(node.operator, inputs=operands), inputs)
    return made


def _depthwise(
    graph: OperatorGraph, node: OperatorNode, shuffle: Shuffle, weights: np.ndarray
) -> Replacement | None:
    """The same filters on the same channels, then the shuffle; None if it is not depthwise."""
    if weights.shape[1] > 1 or node.operator.integer("group") != weights.shape[0]:
        return None
    made = Replacement(graph, node)
    order = np.argsort(shuffle.table.reshape(-1))
    others = per_channel_operands(made, lambda numbers: numbers[order])
    if others is None:
        return None
    inputs = (shuffle.value, made.constant(weights[order]), *others)
    output = node.operator.output
    operator = replace(node.operator, inputs=tuple(map(made.operand, inputs)))
    result = made.compute(operator, inputs, "unshuffled")
    split = (output.shape[0], *shuffle.split, *output.shape[2:])
    _shuffled(made, result, split, shuffle.order)
    return made


def _pixels_as_channels(
    graph: OperatorGraph, node: OperatorNode, shuffle: Shuffle, weights: np.ndarray
) -> Replacement | None:
    """The convolution over the channels that the pixels were, for all pixels of a block at once.

    Returns None where blocks do not stay blocks, or for too many results.
    """
    window, block = window_of(node.operator), shuffle.block
    output = node.operator.output
    batch, filters, *image = output.shape
    plain = node.operator.integer("group") == max(*window.strides, *window.dilations) == 1
    whole = all(length % size == 0 for length, size in zip(image, block, strict=True))
    if not plain or not whole or filters * prod(block) > _MOST_RESULTS:
        return None
    made = Replacement(graph, node)
    others = per_channel_operands(made, lambda numbers: np.repeat(numbers, prod(block)))
    if others is None:
        return None
    blocks = [length // size for length, size in zip(image, block, strict=True)]
    before = made.operand(shuffle.value).shape[2:]
    reach, pads = _window_over_blocks(window, block, before, blocks)
    if min(pads) < 0:
        return None
    constant = made.constant(_weights_of_blocks(weights, shuffle, window, reach))
    inputs = (shuffle.value, constant, *others)
    ones = (1,) * window.rank
    operator = replace(
        node.operator,
        attributes=tuple(sorted((*Window(reach, ones, ones, pads).attributes(), ("group", 1)))),
        inputs=tuple(map(made.operand, inputs)),
        output=Operand.row_major(output.dtype, (batch, filters * prod(block), *blocks)),
    )
    result = made.compute(operator, inputs, "of blocks")
    rank = window.rank
    pixels = [axis for number in range(rank) for axis in (2 + rank + number, 2 + number)]
    _shuffled(made, result, (batch, filters, *block, *blocks), (0, 1, *pixels))
    return made


def _window_over_blocks(
    window: Window, block: Sequence[int], before: Sequence[int], after: Sequence[int]
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The kernel and pads of a convolution over blocks of pixels.

    There are `before` blocks in the input and `after` in the result. The kernel covers all blocks
    that the windows of a block's pixels overlap.
    """
    first = [-pad // size for pad, size in zip(window.before, block, strict=True)]
    last = [
        (size - 1 + kernel - 1 - pad) // size
        for kernel, pad, size in zip(window.kernel, window.before, block, strict=True)
    ]
    kernel = tuple(end - begin + 1 for begin, end in zip(first, last, strict=True))
    ends = [
        results - length + begin + size - 1
        for results, length, begin, size in zip(after, before, first, kernel, strict=True)
    ]
    return kernel, (*(-begin for begin in first), *ends)


def _weights_of_blocks(
    weights: np.ndarray, shuffle: Shuffle, window: Window, kernel: Sequence[int]
) -> np.ndarray:
    """The weights of each pixel of a block, by the channels that its window's pixels are.

    The first dimension has the filters, then the pixels of a block.
    """
    block, rank = shuffle.block, window.rank
    found = np.zeros((*block, *kernel, shuffle.table.size, weights.shape[0]), weights.dtype)
    by_tap = np.moveaxis(weights, (0, 1), (-1, -2))
    by_pixel = np.moveaxis(shuffle.table, 0, -1)
    first = [-(-pad // size) for pad, size in zip(window.before, block, strict=True)]
    for pixel in product(*map(range, block)):
        for tap in product(*map(range, window.kernel)):
            reached = [p + t - b for p, t, b in zip(pixel, tap, window.before, strict=True)]
            other = [at // size + f for at, size, f in zip(reached, block, first, strict=True)]
            within = tuple(at % size for at, size in zip(reached, block, strict=True))
            found[(*pixel, *other)][by_pixel[within]] = by_tap[tap]
    found = found.transpose(-1, *range(rank), -2, *range(rank, 2 * rank))
    return np.asarray(found.reshape(-1, *found.shape[1 + rank :]), order="C")


def _shuffled(made: Replacement, result: str, split: Sequence[int], order: Sequence[int]) -> None:
    """Makes the value `result`, split, transposed by `order` and merged again."""
    pieces = made.view("reshape", split, result, split)
    moved = made.view("transpose", order, pieces, [split[axis] for axis in order])
    made.finish_view("reshape", made.node.operator.output.shape, moved)


def shuffle_of(graph: OperatorGraph, name: str) -> Shuffle | None:
    """The shuffle that a value is the result of, if any."""
    views = {node.output: node for node in graph.nodes if isinstance(node, ViewNode)}
    chain: list[ViewNode] = []
    while name in views and len(chain) < 3:
        chain.insert(0, views[name])
        name = chain[0].input
    if [view.kind for view in chain] != ["reshape", "transpose", "reshape"]:
        return None
    before, after = graph.tensors[name].shape, chain[2].arguments
    return _parsed(name, before, chain[0].arguments, chain[1].arguments, after)


def _parsed(
    value: str,
    before: Sequence[int],
    split: Sequence[int],
    order: Sequence[int],
    after: Sequence[int],
) -> Shuffle | None:
    """The shuffle of three views, if it splits only channels and keeps images and pixels in order.

    All arguments but `value` are shapes, or an `order` of dimensions. Returns None for other
    shuffles.
    """
    rank = len(before) - 2
    channels = len(split) - 1 - rank
    if rank < 1 or channels < 2 or len(after) != len(before) or order[0] != 0:
        return None
    if split[0] != before[0] or tuple(split[1 + channels :]) != tuple(before[2:]):
        return None
    # After the batch: channels that stay channels, then each spatial dimension and what joins it.
    starts = [place for place, axis in enumerate(order) if axis > channels]
    if [order[place] for place in starts] != [*range(1 + channels, len(split))]:
        return None
    runs = [order[begin:end] for begin, end in pairwise((1, *starts, len(order)))]
    shape = [prod(split[axis] for axis in run) for run in runs]
    if tuple(after) != (before[0], *shape):
        return None
    inner = [axis for run in runs for axis in run if axis <= channels]
    block = [size // length for size, length in zip(shape[1:], before[2:], strict=True)]
    numbers = np.arange(before[1]).reshape(split[1 : 1 + channels])
    table = numbers.transpose([axis - 1 for axis in inner]).reshape(shape[0], *block)
    return Shuffle(value, tuple(split[1 : 1 + channels]), tuple(order), table)
