"""A convolution with its positions apart: a product that gives, for each pixel, what it adds to
each pixel around it, and then the sum of what lies around.

Products have few columns where a convolution has few output channels, and vectors are as wide as
columns; with the positions beside each other they are full (the last layer of a super-resolution
network: 3 channels, 27 with 3×3 positions).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import product
from math import prod

import numpy as np

from aoe.element_types import is_floating
from aoe.graph.subgraph.variants.replacement import Replacement, shifted
from aoe.loops.expression import Accumulator, Expression, Load, apply
from aoe.operators.operator import Operand
from aoe.operators.operator_graph import OperatorGraph, OperatorNode
from aoe.operators.types import conv
from aoe.operators.types.conv import window_of
from aoe.operators.types.pointwise import pointwise
from aoe.operators.types.window import Window

#: Output channels from which vectors are filled anyway, and positions that are worth it.
_FEW_CHANNELS, _MOST_POSITIONS = 8, 32


def taps_apart(graph: OperatorGraph, node: OperatorNode) -> Replacement | None:
    """The sum of shifted products that is this convolution; None if it is not one of few output
    channels and constant weights.
    """
    operator = node.operator
    weights = graph.constants.get(node.inputs[1]) if conv.OPERATOR.describes(operator) else None
    if weights is None or operator.integer("group") > 1 or not is_floating(operator.output.dtype):
        return None
    window = window_of(operator)
    positions = [*product(*(range(size) for size in window.kernel))]
    filters, channels = weights.shape[:2]
    if filters > _FEW_CHANNELS or not 1 < len(positions) <= _MOST_POSITIONS:
        return None
    if any(stride > 1 for stride in window.strides):
        return None
    made = Replacement(graph, node)
    apart = np.moveaxis(weights.reshape(filters, channels, -1), 2, 0)
    ones = (1,) * window.rank
    product_weights = made.constant(apart.reshape(-1, channels, *ones))
    products = _products(made, product_weights, window)
    rest = node.inputs[operator.anchor_inputs :]
    parts = [
        _part(
            made,
            products,
            number * filters,
            [p * d for p, d in zip(at, window.dilations, strict=True)],
        )
        for number, at in enumerate(positions)
    ]
    total = shifted(
        operator.epilogue,
        len(parts) - operator.anchor_inputs,
        _sum([Load(i) for i in range(len(parts))]),
    )
    inputs = (*parts, *rest)
    made.finish(pointwise(total, [made.operand(n) for n in inputs], operator.output), inputs)
    return made


def _products(made: Replacement, weights: str, window: Window) -> str:
    """The product of every pixel, those of the border among them, with all positions' weights."""
    operator, rank = made.node.operator, window.rank
    image = made.operand(made.node.inputs[0])
    borders = zip(window.pads[:rank], window.pads[rank:], image.shape[2:], strict=True)
    extents = tuple(before + size + after for before, after, size in borders)
    shape = (image.shape[0], made.operand(weights).shape[0], *extents)
    one = Window((1,) * rank, (1,) * rank, (1,) * rank, window.pads)
    pointless = replace(
        operator,
        attributes=tuple(sorted((*one.attributes(), ("group", 1)))),
        inputs=(image, made.operand(weights)),
        output=Operand.row_major(image.dtype, shape),
        epilogue=Accumulator(),
    )
    return made.compute(pointless, (made.node.inputs[0], weights), "products")


def _part(made: Replacement, products: str, channel: int, shift: Sequence[int]) -> str:
    """What one position adds to the result."""
    shape = made.node.operator.output.shape
    whole = made.operand(products).shape
    starts = (0, channel, *shift)
    lengths = (whole[0], *shape[1:])
    arguments = [
        number for item in zip(starts, (1,) * len(whole), lengths, strict=True) for number in item
    ]
    assert prod(lengths) == prod(shape), "a part is as large as the result"
    return made.view("slice", arguments, products, lengths)


def _sum(terms: list[Expression]) -> Expression:
    """The sum of terms, in pairs, so that it does not take long to wait for."""
    while len(terms) > 1:
        pairs = [apply("add", *terms[i : i + 2]) for i in range(0, len(terms) - 1, 2)]
        terms = pairs + terms[len(terms) // 2 * 2 :]
    return terms[0]
