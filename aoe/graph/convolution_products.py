"""A convolution with kernels of one pixel as the matrix product that it is.

`pixels_by_filters` has the pixels in rows and constant columns, which suits images whose channels
lie together: what products of large constant matrices can be computed by, convolutions then can
(Strassen's algorithm). `filters_by_pixels` has the filters in rows, those of a group in a batch of
their own, which suits images row by row: vectors are of pixels, so groups of few filters fill them,
and channels can be put in another order without a copy.
"""

from __future__ import annotations

from math import prod

import numpy as np

from aoe.element_types import is_floating
from aoe.graph.replacement import Replacement
from aoe.loops.expression import Accumulator
from aoe.operators.conv import window_of
from aoe.operators.operator import Operand, Operator
from aoe.operators.operator_graph import OperatorGraph, OperatorNode

_AS_THEY_ARE = (("transpose_a", 0), ("transpose_b", 0))


def pixels_by_filters(graph: OperatorGraph, node: OperatorNode) -> Replacement | None:
    """The product of (pixels, channels) and (channels, filters) that is this convolution; None if
    it is not one of single pixels in one group.
    """
    made = _start(graph, node)
    if made is None or node.operator.integer("group") > 1:
        return None
    weights = graph.constants[node.inputs[1]]
    filters, channels = weights.shape[:2]
    columns = made.constant(np.ascontiguousarray(weights.reshape(filters, channels).T))
    inputs = [_pixels(made, node.inputs[0]), columns]
    inputs += [_pixels(made, name) for name in node.inputs[node.operator.anchor_inputs :]]
    pixels = made.operand(inputs[0]).shape[0]
    result = _product(made, inputs, (pixels, filters))
    batch, _, *image = node.operator.output.shape
    apart = made.view(
        "reshape", (batch, prod(image), filters), result, (batch, prod(image), filters)
    )
    shape = (batch, filters, prod(image))
    together = made.view("transpose", (0, 2, 1), apart, shape)
    made.finish_view("reshape", node.operator.output.shape, together)
    return made


def filters_by_pixels(graph: OperatorGraph, node: OperatorNode) -> Replacement | None:
    """The products of (filters, channels) and (channels, pixels), one for each image and group,
    that are this convolution; None if it is not one of single pixels.
    """
    made = _start(graph, node)
    if made is None:
        return None
    groups = node.operator.integer("group")
    weights = graph.constants[node.inputs[1]]
    filters, channels = weights.shape[0] // groups, weights.shape[1]
    batch, _, *image = node.operator.output.shape
    rows = made.constant(np.ascontiguousarray(weights.reshape(groups, filters, channels)))
    inputs = [rows, _grouped(made, node.inputs[0], groups)]
    inputs += [_grouped(made, name, groups) for name in node.inputs[node.operator.anchor_inputs :]]
    result = _product(made, inputs, (batch, groups, filters, prod(image)))
    made.finish_view("reshape", node.operator.output.shape, result)
    return made


def _start(graph: OperatorGraph, node: OperatorNode) -> Replacement | None:
    """An empty replacement of a convolution of single pixels with constant weights whose operands
    have a number for each pixel, for each channel, or for all.
    """
    operator = node.operator
    if operator.type != "Conv" or operator.prologue != Accumulator():
        return None
    if node.inputs[1] not in graph.constants or not is_floating(operator.output.dtype):
        return None
    window = window_of(operator)
    if prod(window.kernel) > 1 or any(window.pads) or max(window.strides) > 1:
        return None
    others = operator.inputs[operator.anchor_inputs :]
    if any(not _is_regular(operand, operator.output) for operand in others):
        return None
    return Replacement(graph, node)


def _is_regular(operand: Operand, output: Operand) -> bool:
    """Whether an operand has all pixels of all images, or one."""
    batch, _, *image = _padded(operand.shape, len(output.shape))
    if prod(image) == 1:
        return batch == 1
    return (batch, *image) == (output.shape[0], *output.shape[2:])


def _padded(shape: tuple[int, ...], rank: int) -> tuple[int, ...]:
    return (1,) * (rank - len(shape)) + shape


def _pixels(made: Replacement, name: str) -> str:
    """A value as a matrix (pixels of all images, channels)."""
    batch, channels, *image = _padded(
        made.operand(name).shape, len(made.node.operator.output.shape)
    )
    apart = (batch, channels, prod(image))
    view = made.view("reshape", apart, name, apart)
    view = made.view("transpose", (0, 2, 1), view, (batch, prod(image), channels))
    rows = (batch * prod(image), channels)
    return made.view("reshape", rows, view, rows)


def _grouped(made: Replacement, name: str, groups: int) -> str:
    """A value as matrices (images, groups, channels of each, pixels)."""
    batch, channels, *image = _padded(
        made.operand(name).shape, len(made.node.operator.output.shape)
    )
    each = (groups, channels // groups) if channels > 1 else (1, 1)
    shape = (batch, *each, prod(image))
    return made.view("reshape", shape, name, shape)


def _product(made: Replacement, inputs: list[str], shape: tuple[int, ...]) -> str:
    operator = made.node.operator
    output = Operand.row_major(operator.output.dtype, shape)
    operands = tuple(made.operand(name) for name in inputs)
    product = Operator("MatMul", _AS_THEY_ARE, operands, output, 2, epilogue=operator.epilogue)
    return made.compute(product, inputs, "product")
