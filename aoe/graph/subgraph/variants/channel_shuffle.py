"""A convolution of a shuffled value, computed of the value as it was before the shuffle.

A shuffle that mixes channels, or moves channels into the image (`DepthToSpace`), is a reshape, a
transposition and another reshape, which no strides can say: the value is copied. A convolution can
be exchanged with it. A depthwise one gives the same channels before and after; the shuffle is then
of its result, which with a stride is smaller. One that sums over all channels takes its weights in
another order, and nothing is left of the shuffle. One over pixels that were channels becomes one
over these channels, whose results are pixels: a few more products with zeros, but the large image
is never there (the last layer of a super-resolution network).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise, product
from math import prod
from typing import TypeAlias

import numpy as np

from aoe.element_types import is_floating
from aoe.graph.subgraph.variants.replacement import Replacement
from aoe.loops.expression import Accumulator
from aoe.operators.operator import Operand
from aoe.operators.operator_graph import OperatorGraph, OperatorNode, ViewNode
from aoe.operators.types import conv
from aoe.operators.types.conv import window_of
from aoe.operators.types.window import Window

#: Results of a pixel that are computed at once at most: more would mostly be products with zeros.
_MOST_RESULTS = 32

#: Makes an array with a number for each channel one for the channels of another convolution.
_Change: TypeAlias = Callable[[np.ndarray], np.ndarray]


@dataclass(frozen=True, slots=True)
class _Shuffle:
    """`value` (N, channels, image…), its channels cut to `split`, transposed by `order`, becomes
    another one. `table`: which channel of `value` each is, by its channel and by its pixel within a
    block of pixels.
    """

    value: str
    split: tuple[int, ...]
    order: tuple[int, ...]
    table: np.ndarray

    @property
    def block(self) -> tuple[int, ...]:
        """The pixels that a pixel of `value` becomes, in each dimension of the image."""
        return self.table.shape[1:]


def unshuffled(graph: OperatorGraph, node: OperatorNode) -> Replacement | None:
    """The convolution of the value before the shuffle; None if the operator is not a convolution
    with constant weights of a shuffled value, or the two cannot be exchanged.
    """
    operator = node.operator
    weights = graph.constants.get(node.inputs[1]) if conv.OPERATOR.describes(operator) else None
    if weights is None or operator.prologue != Accumulator():
        return None
    shuffle = _shuffle(graph, node.inputs[0])
    if shuffle is None or not is_floating(operator.output.dtype):
        return None
    if max(shuffle.block) > 1:
        return _of_pixels(graph, node, shuffle, weights)
    if operator.integer("group") == 1:
        return _of_channels(graph, node, shuffle, weights)
    return _depthwise(graph, node, shuffle, weights)


def _of_channels(
    graph: OperatorGraph, node: OperatorNode, shuffle: _Shuffle, weights: np.ndarray
) -> Replacement:
    """The sum over the same channels in another order."""
    made = Replacement(graph, node)
    before = np.empty_like(weights)
    before[:, shuffle.table.reshape(-1)] = weights
    inputs = (shuffle.value, made.constant(before), *node.inputs[2:])
    operands = (*map(made.operand, inputs[:2]), *node.operator.inputs[2:])
    made.finish(replace(node.operator, inputs=operands), inputs)
    return made


def _depthwise(
    graph: OperatorGraph, node: OperatorNode, shuffle: _Shuffle, weights: np.ndarray
) -> Replacement | None:
    """The same filters on the same channels, and then the shuffle; None if it is not depthwise."""
    if weights.shape[1] > 1 or node.operator.integer("group") != weights.shape[0]:
        return None
    made = Replacement(graph, node)
    order = np.argsort(shuffle.table.reshape(-1))
    others = _of_other_channels(made, lambda numbers: numbers[order])
    if others is None:
        return None
    inputs = (shuffle.value, made.constant(weights[order]), *others)
    output = node.operator.output
    operator = replace(node.operator, inputs=tuple(map(made.operand, inputs)))
    result = made.compute(operator, inputs, "unshuffled")
    split = (output.shape[0], *shuffle.split, *output.shape[2:])
    _shuffled(made, result, split, shuffle.order)
    return made


def _of_pixels(
    graph: OperatorGraph, node: OperatorNode, shuffle: _Shuffle, weights: np.ndarray
) -> Replacement | None:
    """The sum over the channels that the pixels were, for all pixels of a block at once; None where
    blocks do not stay blocks, or of too many results.
    """
    window, block = window_of(node.operator), shuffle.block
    output = node.operator.output
    batch, filters, *image = output.shape
    plain = node.operator.integer("group") == max(*window.strides, *window.dilations) == 1
    whole = all(extent % size == 0 for extent, size in zip(image, block, strict=True))
    if not plain or not whole or filters * prod(block) > _MOST_RESULTS:
        return None
    made = Replacement(graph, node)
    others = _of_other_channels(made, lambda numbers: np.repeat(numbers, prod(block)))
    if others is None:
        return None
    blocks = [extent // size for extent, size in zip(image, block, strict=True)]
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
    """The kernel and the pads of a convolution over blocks of pixels, of which there are `before`,
    that reaches all that the pixels of a block do, and has `after` results.
    """
    first = [-pad // size for pad, size in zip(window.before, block, strict=True)]
    last = [
        (size - 1 + kernel - 1 - pad) // size
        for kernel, pad, size in zip(window.kernel, window.before, block, strict=True)
    ]
    kernel = tuple(end - begin + 1 for begin, end in zip(first, last, strict=True))
    ends = [
        results - extent + begin + size - 1
        for results, extent, begin, size in zip(after, before, first, kernel, strict=True)
    ]
    return kernel, (*(-begin for begin in first), *ends)


def _weights_of_blocks(
    weights: np.ndarray, shuffle: _Shuffle, window: Window, kernel: Sequence[int]
) -> np.ndarray:
    """What each pixel of a block is the sum of, by the channels that the pixels it reaches are;
    first the filters, then the pixels of a block.
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
    return np.ascontiguousarray(found.reshape(-1, *found.shape[1 + rank :]))


def _of_other_channels(made: Replacement, change: _Change) -> list[str] | None:
    """The values that the epilogue reads, for the channels of another convolution; None if one has
    not just a constant for each channel, or one for all.
    """
    names: list[str] = []
    operator = made.node.operator
    rank, dtype = len(operator.output.shape), operator.inputs[1].dtype
    for name, operand in zip(made.node.inputs[2:], operator.inputs[2:], strict=True):
        array = made.graph.constants.get(name)
        shape = (1,) * (rank - len(operand.shape)) + operand.shape
        if prod(shape) == 1:
            names.append(name)
        elif array is not None and shape[1] == prod(shape) and operand.dtype == dtype:
            names.append(made.constant(change(array.reshape(-1)).reshape(1, -1, *shape[2:])))
        else:
            return None
    return names


def _shuffled(made: Replacement, result: str, split: Sequence[int], order: Sequence[int]) -> None:
    """The value is `result`, cut to `split`, transposed by `order`, and as one again."""
    apart = made.view("reshape", split, result, split)
    moved = made.view("transpose", order, apart, [split[axis] for axis in order])
    made.finish_view("reshape", made.node.operator.output.shape, moved)


def _shuffle(graph: OperatorGraph, name: str) -> _Shuffle | None:
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
) -> _Shuffle | None:
    """The shuffle that cuts channels only, and leaves images and pixels in their sequence; None for
    any other. All but the first are shapes, or `order` of dimensions.
    """
    rank = len(before) - 2
    channels = len(split) - 1 - rank
    if rank < 1 or channels < 2 or len(after) != len(before) or order[0] != 0:
        return None
    if split[0] != before[0] or tuple(split[1 + channels :]) != tuple(before[2:]):
        return None
    # After the images: channels that stay channels, then each image's dimension and what joins it.
    starts = [place for place, axis in enumerate(order) if axis > channels]
    if [order[place] for place in starts] != [*range(1 + channels, len(split))]:
        return None
    runs = [order[begin:end] for begin, end in pairwise((1, *starts, len(order)))]
    shape = [prod(split[axis] for axis in run) for run in runs]
    if tuple(after) != (before[0], *shape):
        return None
    inner = [axis for run in runs for axis in run if axis <= channels]
    block = [size // extent for size, extent in zip(shape[1:], before[2:], strict=True)]
    numbers = np.arange(before[1]).reshape(split[1 : 1 + channels])
    table = numbers.transpose([axis - 1 for axis in inner]).reshape(shape[0], *block)
    return _Shuffle(value, tuple(split[1 : 1 + channels]), tuple(order), table)
