"""Transposed convolutions of few filters become convolutions of as many times more filters as there
are places between input pixels, whose results are interleaved: pixel shuffling.

Every output pixel at a place between input pixels, its *phase*, is computed with taps of its own,
⌈taps ÷ stride⌉ of them. As filters of one convolution the phases share what is read, and fill
vectors that a few filters leave empty. Where filters alone fill vectors, nothing is gained.

Source: Shi et al., "Is the deconvolution layer the same as a convolutional layer?", 2016.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, prod

import numpy as np
import onnx_ir

from aoe.graph.prepare.rewriting import (
    Builder,
    Rule,
    constant_of,
    has_given_padding,
    has_shape,
    integer,
    integers,
    operand,
    shape_of,
)
from aoe.graph.prepare.rules.convolution.interleaving import interleaved

#: More filters fill vectors alone.
_MOST_FILTERS = 7


@dataclass(frozen=True)
class _Dimension:
    """A spatial dimension: taps, stride, and extents of image and result. `cropped`: outputs in
    front that are left out, as ONNX's `pads` say.
    """

    taps: int
    stride: int
    image: int
    result: int
    cropped: int

    @property
    def each(self) -> int:
        """Taps of a phase."""
        return ceil(self.taps / self.stride)

    @property
    def places(self) -> int:
        """Results of each phase."""
        return (self.result - 1 + self.cropped) // self.stride - self.cropped // self.stride + 1

    @property
    def before(self) -> int:
        """Zeros in front of the image."""
        return self.each - 1 - self.cropped // self.stride

    @property
    def behind(self) -> int:
        """Zeros behind it."""
        return self.places - self.image - self.before + self.each - 1

    @property
    def first(self) -> int:
        """The first of the interleaved results that is one."""
        return self.cropped % self.stride


def in_phases(node: onnx_ir.Node, build: Builder) -> onnx_ir.Value | None:
    """A ConvTranspose of few filters becomes a Conv and a permutation of its results."""
    if node.op_type != "ConvTranspose" or not has_shape(*node.inputs[:2], node.outputs[0]):
        return None
    x, weights, result = node.inputs[0], constant_of(node.inputs[1]), node.outputs[0]
    bias, numbers = operand(node, 2), constant_of(operand(node, 2))
    if x is None or weights is None or (bias is not None and numbers is None):
        return None
    dimensions = _dimensions(node, shape_of(x)[2:], weights.shape[2:], shape_of(result)[2:])
    if dimensions is None or integer(node, "group", 1) != 1 or weights.shape[1] > _MOST_FILTERS:
        return None
    phases, filters = prod(item.stride for item in dimensions), weights.shape[1]
    batch, places = shape_of(x)[0], [item.places for item in dimensions]
    given = [] if numbers is None else [build.constant(np.tile(numbers, phases))]
    convolved = build.make(
        "Conv",
        [x, build.constant(_of_phases(weights, dimensions)), *given],
        (batch, phases * filters, *places),
        pads=[item.before for item in dimensions] + [item.behind for item in dimensions],
    )
    whole = interleaved(build, convolved, batch, [item.stride for item in dimensions])
    for axis, item in enumerate(dimensions, start=2):
        whole = build.piece(whole, axis, item.first, item.first + item.result)
    return whole


def _dimensions(
    node: onnx_ir.Node, image: Sequence[int], window: Sequence[int], result: Sequence[int]
) -> list[_Dimension] | None:
    """The spatial dimensions; None for what has no strides, has gaps in its window or padding that
    is not given by numbers, or crops more than a convolution could.
    """
    rank = len(window)
    if not has_given_padding(node):
        return None
    pads = integers(node, "pads") or (0,) * 2 * rank
    strides = integers(node, "strides") or (1,) * rank
    gaps = set(integers(node, "dilations") or (1,)) != {1}
    if gaps or prod(strides) == 1 or "output_shape" in node.attributes or min(pads) < 0:
        return None
    sizes = zip(window, strides, image, result, pads[:rank], strict=True)
    found = [_Dimension(*item) for item in sizes]
    return found if all(min(item.before, item.behind) >= 0 for item in found) else None


def _of_phases(weights: np.ndarray, dimensions: Sequence[_Dimension]) -> np.ndarray:
    """The weights (C, K, taps…) as those of a convolution (phases·K, C, taps of a phase…), taps in
    opposite order.
    """
    channels, filters = weights.shape[:2]
    rank = len(dimensions)
    more = [(0, item.each * item.stride - item.taps) for item in dimensions]
    filled = np.pad(weights, [(0, 0), (0, 0), *more])
    parts = [extent for item in dimensions for extent in (item.each, item.stride)]
    cut = filled.reshape(channels, filters, *parts)
    taps, phases = range(2, 2 + 2 * rank, 2), range(3, 3 + 2 * rank, 2)
    moved = np.flip(cut, tuple(taps)).transpose(*phases, 1, 0, *taps)
    return np.ascontiguousarray(moved.reshape(-1, channels, *(item.each for item in dimensions)))


RULES: tuple[Rule, ...] = (in_phases,)
