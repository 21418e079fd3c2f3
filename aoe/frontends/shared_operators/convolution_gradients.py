"""Gradients of convolutions, said with convolutions. Values have channels first.

With x of N, C, spatial sizes and weights of O, C / groups, kernel sizes:

- the gradient of x is a transposed convolution of dy with the weights; where the stride is 1, a
  convolution with the weights flipped, which has faster implementations;
- the gradient of the weights is a convolution of x with dy whose batch and channels are exchanged,
  and whose strides and dilations are. Where no two places of the kernel overlap, it is a product.

`aoe.torch.translate.convolutions` says the same for graphs of torch, whose pads are symmetric.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import prod

import numpy as np
import onnx_ir

from aoe.errors import ModelError
from aoe.frontends.graph_builder import GraphBuilder, Operand, shape_of

#: The lowest index: a slice with a negative step that ends there includes the first element.
_FIRST = -(2**31)


@dataclass(frozen=True, slots=True)
class Convolution:
    """How a kernel goes over images, each field but the last with numbers for each axis.

    Attributes:
        strides: Steps of the kernel.
        pads: Zeros before all axes, then behind all.
        dilations: Steps between the elements of the kernel.
        groups: Groups of channels.
    """

    strides: tuple[int, ...]
    pads: tuple[int, ...]
    dilations: tuple[int, ...]
    groups: int = 1

    @property
    def before(self) -> tuple[int, ...]:
        """Zeros before each axis."""
        return self.pads[: len(self.strides)]

    @property
    def behind(self) -> tuple[int, ...]:
        """Zeros behind each axis."""
        return self.pads[len(self.strides) :]

    def is_of_patches(self, kernel: Sequence[int]) -> bool:
        """Whether no two places of a kernel overlap, and all are inside the image."""
        steps = zip(kernel, self.strides, strict=True)
        return (
            self.groups == 1
            and not any(self.pads)
            and all(size in (1, step) for size, step in steps)
            and all(size == 1 or d == 1 for size, d in zip(kernel, self.dilations, strict=True))
        )

    @property
    def attributes(self) -> dict[str, int | list[int]]:
        """The attributes of a node."""
        return {
            "strides": list(self.strides),
            "pads": list(self.pads),
            "dilations": list(self.dilations),
            "group": self.groups,
        }


def input_gradient(
    builder: GraphBuilder,
    gradient: Operand,
    weights: Operand,
    sizes: Sequence[int],
    window: Convolution,
) -> onnx_ir.Value:
    """The gradient of the images of a convolution.

    Args:
        builder: Takes the nodes.
        gradient: That of the convolution's result, N, O, places.
        weights: The weights, O, C / groups, kernel.
        sizes: The spatial sizes of the images.
        window: The convolution.

    Raises:
        ModelError: No image of these sizes gives such places.
    """
    kernel, places = shape_of(weights)[2:], shape_of(gradient)[2:]
    reach = [d * (k - 1) for k, d in zip(kernel, window.dilations, strict=True)]
    rest = [
        size - ((place - 1) * step - before - behind + r + 1)
        for size, place, step, before, behind, r in zip(
            sizes, places, window.strides, window.before, window.behind, reach, strict=True
        )
    ]
    if any(not 0 <= more < step for more, step in zip(rest, window.strides, strict=True)):
        raise ModelError(f"a result of the sizes {list(sizes)} does not fit the operands")
    before = [r - p for r, p in zip(reach, window.before, strict=True)]
    behind = [r - p for r, p in zip(reach, window.behind, strict=True)]
    if set(window.strides) == {1} and window.groups == 1 and min(*before, *behind) >= 0:
        spatial = list(range(2, len(kernel) + 2))
        flipped = weights if max(kernel) == 1 else _flipped(builder, weights, spatial)
        flipped = builder.node("Transpose", flipped, perm=[1, 0, *spatial])
        return builder.node(
            "Conv", gradient, flipped, pads=before + behind, dilations=list(window.dilations)
        )
    return builder.node(
        "ConvTranspose", gradient, weights, output_padding=rest, **window.attributes
    )


def weight_gradient(
    builder: GraphBuilder,
    image: onnx_ir.Value,
    gradient: onnx_ir.Value,
    kernel: Sequence[int],
    window: Convolution,
) -> onnx_ir.Value:
    """The gradient of the weights of a convolution: O, C / groups, kernel.

    Args:
        builder: Takes the nodes.
        image: The images, N, C, sizes.
        gradient: That of the convolution's result, N, O, places.
        kernel: The sizes of the kernel.
        window: The convolution.
    """
    if window.is_of_patches(kernel):
        return _patch_gradient(builder, image, gradient, kernel, window)
    spatial = list(range(2, len(kernel) + 2))
    batch, channels, *sizes = shape_of(image)
    groups, exchanged = window.groups, [1, 0, *spatial]
    if groups == 1:
        x = builder.node("Transpose", image, perm=exchanged)
    else:  # C / groups, groups * N: each group of weights reads the images of its channels
        x = _reshaped(builder, image, [batch, groups, channels // groups, *sizes])
        x = builder.node("Transpose", x, perm=[2, 1, 0, *[axis + 1 for axis in spatial]])
        x = _reshaped(builder, x, [channels // groups, groups * batch, *sizes])
    found = builder.node(
        "Conv",
        x,
        builder.node("Transpose", gradient, perm=exchanged),
        strides=list(window.dilations),
        dilations=list(window.strides),
        pads=list(window.pads),
        group=groups,
    )
    for axis, size in enumerate(kernel):  # what the strides of the forward pass did not reach
        if shape_of(found)[axis + 2] > size:
            found = _part(builder, found, axis + 2, size)
    return builder.node("Transpose", found, perm=exchanged)


def _patch_gradient(
    builder: GraphBuilder,
    image: onnx_ir.Value,
    gradient: onnx_ir.Value,
    kernel: Sequence[int],
    window: Convolution,
) -> onnx_ir.Value:
    """A product of matrices, one row for each place."""
    rank = len(kernel)
    batch, channels, *sizes = shape_of(image)
    count, *places = shape_of(gradient)[1:]
    x = image
    for axis, (place, step, size) in enumerate(zip(places, window.strides, kernel, strict=True)):
        single = size == 1 and step > 1
        end = (place - 1) * step + 1 if single else place * step
        if single or end < sizes[axis]:
            x = _part(builder, x, axis + 2, end, step if single else 1)
    split = [part for pair in zip(places, kernel, strict=True) for part in pair]
    x = _reshaped(builder, x, [batch, channels, *split])
    outer, inner = range(2, 2 * rank + 2, 2), range(3, 2 * rank + 2, 2)
    x = builder.node("Transpose", x, perm=[0, *outer, 1, *inner])
    rows = batch * prod(places)
    x = _reshaped(builder, x, [rows, channels * prod(kernel)])
    dy = builder.node("Transpose", gradient, perm=[0, *range(2, rank + 2), 1])
    dy = builder.node("Transpose", _reshaped(builder, dy, [rows, count]), perm=[1, 0])
    return _reshaped(builder, builder.node("MatMul", dy, x), [count, channels, *kernel])


def _flipped(builder: GraphBuilder, value: Operand, axes: Sequence[int]) -> onnx_ir.Value:
    """A value in reverse along some axes."""
    count = len(axes)
    bounds = ([-1] * count, [_FIRST] * count, list(axes), [-1] * count)
    return builder.node("Slice", value, *(np.asarray(item, np.int64) for item in bounds))


def _part(
    builder: GraphBuilder, value: onnx_ir.Value, axis: int, end: int, step: int = 1
) -> onnx_ir.Value:
    """The first elements of a value along an axis."""
    bounds = ([0], [end], [axis], [step])
    return builder.node("Slice", value, *(np.asarray(item, np.int64) for item in bounds))


def _reshaped(builder: GraphBuilder, value: onnx_ir.Value, shape: Sequence[int]) -> onnx_ir.Value:
    return builder.node("Reshape", value, np.asarray(shape, np.int64))
