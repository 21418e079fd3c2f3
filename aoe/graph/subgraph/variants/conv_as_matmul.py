"""A 1×1 convolution as a matmul of pixels and filters.

Matmul implementations for large constant matrices then apply, such as Strassen's algorithm
(`aoe.backends.cpu.lowering.contraction.strassen`). Nothing is moved where the image lies channels
last.
"""

from __future__ import annotations

from math import prod

import numpy as np

from aoe.element_types import is_floating
from aoe.graph.subgraph.variants.replacement import Replacement
from aoe.loops.expression import Accumulator
from aoe.operators.operator import Operand, Operator
from aoe.operators.operator_graph import OperatorGraph, OperatorNode
from aoe.operators.types.conv import conv
from aoe.operators.types.conv.conv import window_of
from aoe.operators.types.matmul import matmul

_NOT_TRANSPOSED = (("transpose_a", 0), ("transpose_b", 0))
#: With fewer channels or filters the matmul is computed as the convolution is.
_LEAST = 128


def conv_as_matmul(graph: OperatorGraph, node: OperatorNode) -> Replacement | None:
    """The matmul of (images, pixels, channels) and (channels, filters).

    Returns None unless the operator is a 1×1 convolution in one group with many channels and
    filters.
    """
    if not _is_matmul(graph, node):
        return None
    made = Replacement(graph, node)
    weights = graph.constants[node.inputs[1]]
    filters, channels = weights.shape[:2]
    columns = made.constant(np.asarray(weights.reshape(filters, channels).T, order="C"))
    inputs = [_pixels(made, node.inputs[0]), columns]
    inputs += [_pixels(made, name) for name in node.inputs[node.operator.anchor_inputs :]]
    result = _matmul(made, inputs)
    batch, _, *image = node.operator.output.shape
    together = made.view("transpose", (0, 2, 1), result, (batch, filters, prod(image)))
    made.finish_view("reshape", node.operator.output.shape, together)
    return made


def _is_matmul(graph: OperatorGraph, node: OperatorNode) -> bool:
    """Whether it is a large 1×1 convolution with constant weights.

    Each other operand must have one number for each pixel, for each channel, or one for all.
    """
    operator = node.operator
    if not conv.OPERATOR.describes(operator) or operator.prologue != Accumulator():
        return False
    weights = graph.constants.get(node.inputs[1])
    if weights is None or min(weights.shape[:2]) < _LEAST or operator.integer("group") > 1:
        return False
    window = window_of(operator)
    if prod(window.kernel) > 1 or any(window.pads) or max(window.strides) > 1:
        return False
    others = operator.inputs[operator.anchor_inputs :]
    regular = all(_is_regular(operand, operator.output) for operand in others)
    return regular and is_floating(operator.output.dtype)


def _is_regular(operand: Operand, output: Operand) -> bool:
    """Whether an operand has a number for each pixel of each image, or none for pixels."""
    batch, _, *image = _padded(operand.shape, len(output.shape))
    if prod(image) == 1:
        return batch == 1
    return (batch, *image) == (output.shape[0], *output.shape[2:])


def _padded(shape: tuple[int, ...], rank: int) -> tuple[int, ...]:
    return (1,) * (rank - len(shape)) + shape


def _pixels(made: Replacement, name: str) -> str:
    """A value as a matrix (pixels, channels) of each image."""
    rank = len(made.node.operator.output.shape)
    batch, channels, *image = _padded(made.operand(name).shape, rank)
    apart = (batch, channels, prod(image))
    view = made.view("reshape", apart, name, apart)
    return made.view("transpose", (0, 2, 1), view, (batch, prod(image), channels))


def _matmul(made: Replacement, inputs: list[str]) -> str:
    operator = made.node.operator
    operands = tuple(made.operand(name) for name in inputs)
    shape = (*operands[0].shape[:-1], operands[1].shape[1])
    output = Operand.row_major(operator.output.dtype, shape)
    product = Operator(
        matmul.OPERATOR.type,
        _NOT_TRANSPOSED,
        operands,
        output,
        2,
        epilogue=operator.epilogue,
        precision=operator.precision,
    )
    return made.compute(product, inputs, "product")
