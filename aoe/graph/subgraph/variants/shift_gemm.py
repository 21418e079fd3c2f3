"""A convolution as a matmul of all taps and a sum of shifted slices (shift-GEMM).

The matmul multiplies each pixel by the weights of every tap. The sum adds up the shifted results.

A convolution of few output channels fills vectors badly, because vectors run along them. All taps
beside each other fill them. The last layer of a super-resolution network has 3 output channels, and
27 columns with 3×3 taps.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import product
from math import prod

import numpy as np

from aoe.graph.subgraph.variants.replacement import Replacement, shifted, sum_type, sums_its_type
from aoe.loops.expression import Accumulator, Expression, Load, apply
from aoe.operators.operator import Operand
from aoe.operators.operator_graph import OperatorGraph, OperatorNode
from aoe.operators.types.conv import conv
from aoe.operators.types.conv.conv import window_of
from aoe.operators.types.elementwise.pointwise import pointwise
from aoe.operators.window import Window

#: Most output channels, and most taps. More channels fill vectors anyway.
_FEW_CHANNELS, _MOST_TAPS = 8, 32


def shift_gemm(graph: OperatorGraph, node: OperatorNode) -> Replacement | None:
    """The sum of shifted slices.

    Returns None unless the operator is a convolution of few output channels with constant weights
    and stride 1.
    """
    operator = node.operator
    weights = graph.constants.get(node.inputs[1]) if conv.OPERATOR.describes(operator) else None
    if weights is None or operator.integer("group") > 1 or not sums_its_type(operator):
        return None
    window = window_of(operator)
    taps = [*product(*(range(size) for size in window.kernel))]
    filters, channels = weights.shape[:2]
    if filters > _FEW_CHANNELS or not 1 < len(taps) <= _MOST_TAPS:
        return None
    if any(stride > 1 for stride in window.strides):
        return None
    made = Replacement(graph, node)
    apart = np.moveaxis(weights.reshape(filters, channels, -1), 2, 0)
    ones = (1,) * window.rank
    product_weights = made.constant(apart.reshape(-1, channels, *ones))
    products = _products(made, product_weights, window)
    rest = node.inputs[operator.anchor_inputs :]
    slices = [
        _slice(
            made,
            products,
            number * filters,
            [p * d for p, d in zip(at, window.dilations, strict=True)],
        )
        for number, at in enumerate(taps)
    ]
    total = shifted(
        operator.epilogue,
        len(slices) - operator.anchor_inputs,
        _sum([Load(i) for i in range(len(slices))]),
    )
    inputs = (*slices, *rest)
    made.finish(pointwise(total, [made.operand(n) for n in inputs], operator.output), inputs)
    return made


def _products(made: Replacement, weights: str, window: Window) -> str:
    """The matmul of every pixel, padding included, with the weights of all taps."""
    operator, rank = made.node.operator, window.rank
    image = made.operand(made.node.inputs[0])
    borders = zip(window.pads[:rank], window.pads[rank:], image.shape[2:], strict=True)
    sizes = tuple(before + size + after for before, after, size in borders)
    shape = (image.shape[0], made.operand(weights).shape[0], *sizes)
    one = Window((1,) * rank, (1,) * rank, (1,) * rank, window.pads)
    all_taps = replace(
        operator,
        attributes=tuple(sorted((*one.attributes(), ("group", 1)))),
        inputs=(image, made.operand(weights)),
        output=Operand.row_major(sum_type(operator), shape),
        epilogue=Accumulator(),
    )
    return made.compute(all_taps, (made.node.inputs[0], weights), "products")


def _slice(made: Replacement, products: str, channel: int, shift: Sequence[int]) -> str:
    """The slice that one tap adds to the result."""
    shape = made.node.operator.output.shape
    whole = made.operand(products).shape
    starts = (0, channel, *shift)
    lengths = (whole[0], *shape[1:])
    arguments = [
        number for item in zip(starts, (1,) * len(whole), lengths, strict=True) for number in item
    ]
    assert prod(lengths) == prod(shape), "a slice is as large as the result"
    return made.view("slice", arguments, products, lengths)


def _sum(terms: list[Expression]) -> Expression:
    """The sum of terms, as a balanced tree: its dependency chain is short."""
    while len(terms) > 1:
        pairs = [apply("add", *terms[i : i + 2]) for i in range(0, len(terms) - 1, 2)]
        terms = pairs + terms[len(terms) // 2 * 2 :]
    return terms[0]
