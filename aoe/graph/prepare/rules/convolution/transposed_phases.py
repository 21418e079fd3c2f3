"""Transposed convolution of few filters as a convolution and a pixel shuffle.

The output pixels at one place between input pixels form a *phase*. Each phase has taps of its own,
⌈taps ÷ stride⌉ of them. One convolution computes all phases: its filters are the phases of the
filters, and interleaving puts the results together. The phases share what is read. They also fill
vectors that a few filters leave empty. Where the filters alone fill a vector, nothing is gained.

Source: Shi et al., "Is the deconvolution layer the same as a convolutional layer?", 2016.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, prod

import numpy as np
import onnx_ir

from aoe.graph.prepare.rewriting import Builder, Rule
from aoe.graph.prepare.rules.convolution.convolution_node import SpatialDimension, convolution_of
from aoe.graph.prepare.rules.convolution.interleaving import interleaved

#: More filters fill a vector alone.
_MOST_FILTERS = 7


@dataclass(frozen=True, slots=True)
class _PhasedDimension:
    """A spatial dimension of a transposed convolution that is cut into phases.

    Attributes:
        space: The dimension. Its `pad_before` crops the output.
    """

    space: SpatialDimension

    @property
    def taps(self) -> int:
        """Taps of a phase."""
        return ceil(self.space.taps / self.space.stride)

    @property
    def outputs(self) -> int:
        """Results of each phase."""
        stride, cropped = self.space.stride, self.space.pad_before
        return (self.space.result - 1 + cropped) // stride - cropped // stride + 1

    @property
    def pad_before(self) -> int:
        """Padding in front of the image."""
        return self.taps - 1 - self.space.pad_before // self.space.stride

    @property
    def pad_after(self) -> int:
        """Padding behind the image."""
        return self.outputs - self.space.image - self.pad_before + self.taps - 1

    @property
    def first(self) -> int:
        """The first of the interleaved results that is part of the output."""
        return self.space.pad_before % self.space.stride


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
    dimensions = [_PhasedDimension(item) for item in conv.dimensions]
    if any(min(item.pad_before, item.pad_after) < 0 for item in dimensions):
        return None  # it crops more than a convolution could
    phases, filters = prod(conv.strides), conv.weights.shape[1]
    biases = [] if bias is None else [build.constant(np.tile(bias, phases))]
    convolved = build.make(
        "Conv",
        [conv.x, build.constant(_phase_weights(conv.weights, dimensions)), *biases],
        (conv.batch, phases * filters, *(item.outputs for item in dimensions)),
        pads=[item.pad_before for item in dimensions] + [item.pad_after for item in dimensions],
    )
    result = interleaved(build, convolved, conv.batch, conv.strides)
    for axis, item in enumerate(dimensions, start=2):
        result = build.piece(result, axis, item.first, item.first + item.space.result)
    return result


def _phase_weights(weights: np.ndarray, dimensions: Sequence[_PhasedDimension]) -> np.ndarray:
    """The weights (C, K, taps…) as those of a convolution (phases·K, C, taps of a phase…).

    The order of the taps is reversed.
    """
    channels, filters = weights.shape[:2]
    rank = len(dimensions)
    more = [(0, item.taps * item.space.stride - item.space.taps) for item in dimensions]
    filled = np.pad(weights, [(0, 0), (0, 0), *more])
    split = [size for item in dimensions for size in (item.taps, item.space.stride)]
    cut = filled.reshape(channels, filters, *split)
    taps, phases = range(2, 2 + 2 * rank, 2), range(3, 3 + 2 * rank, 2)
    moved = np.flip(cut, tuple(taps)).transpose(*phases, 1, 0, *taps)
    return np.ascontiguousarray(moved.reshape(-1, channels, *(item.taps for item in dimensions)))


RULES: tuple[Rule, ...] = (in_phases,)
