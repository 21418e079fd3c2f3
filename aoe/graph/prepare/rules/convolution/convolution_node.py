"""A Conv or ConvTranspose node as the rules of this folder read it: shapes, window and padding.

`convolution_of` holds the guards that every rule repeats. A rule adds only its own conditions.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import onnx_ir

from aoe.graph.prepare.rewriting import (
    constant_of,
    has_given_padding,
    has_shape,
    integer,
    integers,
    operand,
    shape_of,
)


@dataclass(frozen=True, slots=True)
class SpatialDimension:
    """One spatial dimension of a convolution.

    Attributes:
        image: Size of the input.
        taps: Size of the window.
        result: Size of the output.
        stride: Distance between two windows. A ConvTranspose spreads its input by it.
        dilation: Distance between two taps.
        pad_before: Padding in front of the input. A ConvTranspose crops its output by it.
        pad_after: Padding behind the input.
    """

    image: int
    taps: int
    result: int
    stride: int
    dilation: int
    pad_before: int
    pad_after: int


@dataclass(frozen=True, slots=True)
class ConvolutionNode:
    """A convolution with static shapes, constant weights and numeric padding.

    Attributes:
        x: The input, (batch, channels, image…).
        weights: (filters, channels of a group, taps…) of a Conv; (channels, filters of a group,
            taps…) of a ConvTranspose.
        bias: One number for each filter, or None.
        group: The number of groups.
        output: The shape of the result.
        dimensions: The spatial dimensions, in order.
    """

    x: onnx_ir.Value
    weights: np.ndarray
    bias: onnx_ir.Value | None
    group: int
    output: tuple[int, ...]
    dimensions: tuple[SpatialDimension, ...]

    @property
    def image(self) -> tuple[int, ...]:
        """The spatial sizes of the input."""
        return tuple(item.image for item in self.dimensions)

    @property
    def window(self) -> tuple[int, ...]:
        """The spatial sizes of the kernel."""
        return tuple(item.taps for item in self.dimensions)

    @property
    def strides(self) -> tuple[int, ...]:
        """The stride of each dimension."""
        return tuple(item.stride for item in self.dimensions)

    @property
    def dilations(self) -> tuple[int, ...]:
        """The dilation of each dimension."""
        return tuple(item.dilation for item in self.dimensions)

    @property
    def pads(self) -> tuple[int, ...]:
        """The padding as ONNX writes it: all numbers in front, then all behind."""
        return (
            *(item.pad_before for item in self.dimensions),
            *(item.pad_after for item in self.dimensions),
        )

    @property
    def bias_values(self) -> np.ndarray | None:
        """The elements of a constant bias; None if there is none or it is computed."""
        return constant_of(self.bias)

    def operands(self, *inputs: onnx_ir.Value) -> list[onnx_ir.Value]:
        """`inputs`, followed by the bias if there is one."""
        return [*inputs] if self.bias is None else [*inputs, self.bias]


def convolution_of(node: onnx_ir.Node | None, op_type: str = "Conv") -> ConvolutionNode | None:
    """`node` as a convolution of type `op_type` ("Conv" or "ConvTranspose").

    Returns None for another type, unknown shapes, computed weights, and padding by `auto_pad` or
    `output_shape`.
    """
    if node is None or node.op_type != op_type or not has_given_padding(node):
        return None
    if "output_shape" in node.attributes:
        return None
    if not has_shape(*node.inputs[:2], node.outputs[0]):
        return None
    x, weights = node.inputs[0], constant_of(node.inputs[1])
    if x is None or weights is None:
        return None
    image, window, output = shape_of(x)[2:], weights.shape[2:], shape_of(node.outputs[0])
    rank = len(window)
    pads = integers(node, "pads") or (0,) * 2 * rank
    sizes = zip(
        image,
        window,
        output[2:],
        integers(node, "strides") or (1,) * rank,
        integers(node, "dilations") or (1,) * rank,
        pads[:rank],
        pads[rank:],
        strict=True,
    )
    dimensions = tuple(SpatialDimension(*item) for item in sizes)
    group = integer(node, "group", 1)
    return ConvolutionNode(x, weights, operand(node, 2), group, output, dimensions)
