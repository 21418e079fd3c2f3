"""Transposed convolution of few filters as a convolution and a pixel shuffle.

The output pixels at one place between input pixels form a *phase*. Each phase has taps of its own,
⌈taps ÷ stride⌉ of them. One convolution computes all phases: its filters are the phases of the
filters, and interleaving puts the results together. The phases share what is read. They also fill
vectors that a few filters leave empty. Where the filters alone fill a vector, nothing is gained.

Source: Shi et al., "Is the deconvolution layer the same as a convolutional layer?", 2016.
"""

from __future__ import annotations

from math import prod

import numpy as np
import onnx_ir

from aoe.graph.prepare.rewriting import Builder, Rule
from aoe.graph.prepare.rules.convolution.convolution_node import convolution_of
from aoe.graph.prepare.rules.convolution.interleaving import interleaved
from aoe.graph.prepare.rules.convolution.phases import TransposedDimension, phase_weights

#: More filters fill a vector alone.
_MOST_FILTERS = 7


def in_phases(node: onnx_ir.Node, build: Builder) -> onnx_ir.Value | None:
    """A ConvTranspose of few filters becomes a Conv and a permutation of its results."""
    conv = convolution_of(node, "ConvTranspose")
    if conv is None or conv.group != 1 or conv.weights.shape[1] > _MOST_FILTERS:
        return None
    if set(conv.dilations) != {1} or prod(conv.strides) == 1 or min(conv.pads) < 0:
        return None
    bias = conv.bias_values
    if "output_shape" in node.attributes or (conv.bias is not None and bias is None):
        return None
    dimensions = [TransposedDimension(item) for item in conv.dimensions]
    if any(min(item.pad_before, item.pad_after) < 0 for item in dimensions):
        return None  # it crops more than a convolution could
    phases, filters = prod(conv.strides), conv.weights.shape[1]
    biases = [] if bias is None else [build.constant(np.tile(bias, phases))]
    convolved = build.make(
        "Conv",
        [conv.x, build.constant(phase_weights(conv.weights, dimensions)), *biases],
        (conv.batch, phases * filters, *(item.outputs for item in dimensions)),
        pads=[item.pad_before for item in dimensions] + [item.pad_after for item in dimensions],
    )
    result = interleaved(build, convolved, conv.batch, conv.strides)
    for axis, item in enumerate(dimensions, start=2):
        result = build.piece(result, axis, item.first, item.first + item.space.result)
    return result


RULES: tuple[Rule, ...] = (in_phases,)
