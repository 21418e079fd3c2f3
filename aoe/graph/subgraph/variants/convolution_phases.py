"""Dilated and transposed convolutions as plain convolutions over phases.

A phase holds the pixels at every d-th place along each dimension. Both kinds end with interleaving
the phases.

    dilated      The phases of the input are a batch that is convolved without dilation. Winograd's
                 algorithm then applies.
    transposed   One convolution computes all phases of the output, each by filters of its own. They
                 fill vectors that a few filters leave empty.

The copies that move pixels cost time, so neither is always faster. A backend's cost model decides
by default (`aoe.graph.subgraph.default_variants`), and subgraph tuning measures both forms.

Sources: the first is the space-to-batch form of atrous convolution (Chen et al., "DeepLab", 2017).
The second is in Shi et al., "Is the deconvolution layer the same as a convolutional layer?", 2016.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import prod

import numpy as np

from aoe.graph.subgraph.variants.phases import (
    DilatedDimension,
    SpatialDimension,
    TransposedDimension,
    phase_weights,
)
from aoe.graph.subgraph.variants.replacement import (
    Replacement,
    per_channel_operands,
    shifted,
    sums_its_type,
)
from aoe.loops.expression import Accumulator, Load
from aoe.operators.operator import Operand, Operator
from aoe.operators.operator_graph import OperatorGraph, OperatorNode
from aoe.operators.types.conv import conv, conv_transposed
from aoe.operators.types.elementwise import pad
from aoe.operators.types.elementwise.pointwise import pointwise
from aoe.operators.window import Window


def dilated_as_phases(graph: OperatorGraph, node: OperatorNode) -> Replacement | None:
    """The convolution of a batch of phases.

    Returns None unless the operator is a dilated Conv of stride 1 in one group with constant
    weights.
    """
    operator = node.operator
    if not conv.OPERATOR.describes(operator) or not _is_plain(graph, node):
        return None
    pads, rank = operator.integers("pads"), len(operator.output.shape) - 2
    if max(operator.integers("strides")) > 1 or min(pads) < 0:
        return None
    dimensions = [DilatedDimension(item) for item in _dimensions(operator)]
    if max(item.dilation for item in dimensions) == 1:
        return None
    made = Replacement(graph, node)
    phases = _phases(made, dimensions)
    inner = (*(item.pad_before for item in dimensions), *(item.pad_after for item in dimensions))
    operands = per_channel_operands(made, lambda numbers: numbers)
    convolved = _convolved(
        made, (phases, node.inputs[1]), operands, inner, [item.outputs for item in dimensions]
    )
    whole = _interleaved(made, convolved, [item.dilation for item in dimensions])
    _finish(made, whole, [0] * rank, inlined=operands is not None)
    return made


def transposed_as_phases(graph: OperatorGraph, node: OperatorNode) -> Replacement | None:
    """The convolution whose filters are the phases of the filters.

    Returns None unless the operator is a ConvTranspose with strides, in one group, without dilation
    and with constant weights, whose padding a convolution can express.
    """
    operator = node.operator
    if not conv_transposed.OPERATOR.describes(operator) or not _is_plain(graph, node):
        return None
    strides = operator.integers("strides")
    if max(operator.integers("dilations")) > 1 or prod(strides) == 1:
        return None
    if min(operator.integers("pads")) < 0:
        return None
    dimensions = [TransposedDimension(item) for item in _dimensions(operator)]
    if any(min(item.pad_before, item.pad_after) < 0 for item in dimensions):
        return None
    made = Replacement(graph, node)
    weights = made.constant(phase_weights(graph.constants[node.inputs[1]], dimensions))
    pads = (*(item.pad_before for item in dimensions), *(item.pad_after for item in dimensions))
    operands = per_channel_operands(made, lambda numbers: np.tile(numbers, prod(strides)))
    convolved = _convolved(
        made, (node.inputs[0], weights), operands, pads, [item.outputs for item in dimensions]
    )
    whole = _interleaved(made, convolved, strides)
    _finish(made, whole, [item.first for item in dimensions], inlined=operands is not None)
    return made


def _is_plain(graph: OperatorGraph, node: OperatorNode) -> bool:
    """Whether a convolution has one group, constant weights, no prologue and floating point."""
    operator = node.operator
    return (
        node.inputs[1] in graph.constants
        and operator.integer("group") == 1
        and operator.prologue == Accumulator()
        and sums_its_type(operator)
    )


def _dimensions(operator: Operator) -> list[SpatialDimension]:
    image, weights = operator.inputs[:2]
    rank = len(operator.output.shape) - 2
    sizes = zip(
        image.shape[2:],
        weights.shape[2:],
        operator.output.shape[2:],
        operator.integers("strides"),
        operator.integers("dilations"),
        operator.integers("pads")[:rank],
        strict=True,
    )
    return [SpatialDimension(*item) for item in sizes]


def _phases(made: Replacement, dimensions: Sequence[DilatedDimension]) -> str:
    """The phases of the image, one behind the other in the batch."""
    source = made.node.inputs[0]
    batch, channels = made.operand(source).shape[:2]
    before = [item.fill_before for item in dimensions]
    after = [item.fill_after for item in dimensions]
    if any((*before, *after)):
        filled = tuple(item.pixels * item.dilation for item in dimensions)
        image = made.operand(source)
        padding = Operator(
            pad.OPERATOR.type,
            (("pads", (0, 0, *before, 0, 0, *after)), ("value", 0.0)),
            (image,),
            Operand.row_major(image.dtype, (batch, channels, *filled)),
            1,
        )
        source = made.compute(padding, (source,), "padded")
    rank = len(dimensions)
    split = (batch, channels, *(n for item in dimensions for n in (item.pixels, item.dilation)))
    view = made.view("reshape", split, source, split)
    order = (0, *range(3, 3 + 2 * rank, 2), 1, *range(2, 2 + 2 * rank, 2))
    view = made.view("transpose", order, view, [split[axis] for axis in order])
    count = batch * prod(item.dilation for item in dimensions)
    shape = (count, channels, *(item.pixels for item in dimensions))
    return made.view("reshape", shape, view, shape)


def _convolved(
    made: Replacement,
    inputs: tuple[str, str],
    operands: Sequence[str] | None,
    pads: tuple[int, ...],
    outputs: Sequence[int],
) -> str:
    """The plain convolution of two values, with the epilogue if its `operands` are given."""
    operator = made.node.operator
    image, weights = map(made.operand, inputs)
    # Weights of both kinds have their filters in front here.
    shape = (image.shape[0], weights.shape[0], *outputs)
    ones = (1,) * len(outputs)
    window = Window(weights.shape[2:], ones, ones, pads)
    names = (*inputs, *(operands or ()))
    dtype = image.dtype if operands is None else operator.output.dtype
    convolution = replace(
        operator,
        type=conv.OPERATOR.type,
        attributes=tuple(sorted((*window.attributes(), ("group", 1)))),
        inputs=tuple(map(made.operand, names)),
        output=Operand.row_major(dtype, shape),
        epilogue=Accumulator() if operands is None else operator.epilogue,
    )
    return made.compute(convolution, names, "in phases")


def _interleaved(made: Replacement, phases: str, steps: Sequence[int]) -> str:
    """The value whose phases these are, (batch, filters, pixels·steps…)."""
    batch, filters = made.node.operator.output.shape[:2]
    pixels, rank = made.operand(phases).shape[2:], len(steps)
    split = (batch, *steps, filters, *pixels)
    view = made.view("reshape", split, phases, split)
    pairs = [axis for d in range(rank) for axis in (2 + rank + d, 1 + d)]
    order = (0, 1 + rank, *pairs)
    view = made.view("transpose", order, view, [split[axis] for axis in order])
    shape = (batch, filters, *(n * step for n, step in zip(pixels, steps, strict=True)))
    return made.view("reshape", shape, view, shape)


def _finish(made: Replacement, whole: str, first: Sequence[int], inlined: bool) -> None:
    """Makes the value a slice of `whole`, with the epilogue unless it is `inlined`."""
    operator = made.node.operator
    shape = operator.output.shape
    starts = (0, 0, *first)
    bounds = [n for item in zip(starts, (1,) * len(shape), shape, strict=True) for n in item]
    if inlined:
        made.finish_view("slice", bounds, whole)
        return
    result = made.view("slice", bounds, whole, shape)
    inputs = (result, *made.node.inputs[operator.anchor_inputs :])
    total = shifted(operator.epilogue, 1 - operator.anchor_inputs, Load(0))
    made.finish(pointwise(total, [made.operand(name) for name in inputs], operator.output), inputs)
