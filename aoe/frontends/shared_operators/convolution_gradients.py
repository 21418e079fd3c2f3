"""Gradients of convolutions, said with convolutions. Values have channels first.

With x of N, C, spatial sizes and weights of O, C / groups, kernel sizes:

- the gradient of x is a transposed convolution of dy with the weights; where the stride is 1, a
  convolution with the weights flipped, which has faster implementations;
- the gradient of the weights is a convolution of x with dy whose batch and channels are exchanged,
  and whose strides and dilations are. It reads of x what the forward pass did, so that it computes
  no further places of the kernel. Where no two places of the kernel overlap, it is a product.

Values come with their shapes, because a graph of torch knows those of its own nodes alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import prod

import numpy as np
import onnx_ir

from aoe.errors import ModelError
from aoe.frontends.graph_builder import Operand, shape_of
from aoe.frontends.node_writer import NodeWriter, flipped, reshaped


@dataclass(frozen=True, slots=True)
class Shaped:
    """A value and its shape, such as N, C, sizes.

    Attributes:
        value: The value.
        shape: Its shape.
    """

    value: Operand
    shape: tuple[int, ...]

    @classmethod
    def of(cls, operand: Operand) -> Shaped:
        """A value of a builder, which knows the shapes of all."""
        return cls(operand, shape_of(operand))


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
    writer: NodeWriter,
    gradient: Shaped,
    weights: Shaped,
    sizes: Sequence[int],
    window: Convolution,
) -> onnx_ir.Value:
    """The gradient of the images of a convolution.

    Args:
        writer: Takes the nodes.
        gradient: That of the convolution's result, N, O, places.
        weights: The weights, O, C / groups, kernel.
        sizes: The spatial sizes of the images.
        window: The convolution.

    Raises:
        ModelError: No image of these sizes gives such places.
    """
    kernel, places = weights.shape[2:], gradient.shape[2:]
    reach = [d * (k - 1) for k, d in zip(kernel, window.dilations, strict=True)]
    rest = [
        size - ((place - 1) * step - before - behind + r + 1)
        for size, place, step, before, behind, r in zip(
            sizes, places, window.strides, window.before, window.behind, reach, strict=True
        )
    ]
    if any(not 0 <= more < step for more, step in zip(rest, window.strides, strict=True)):
        raise ModelError(f"{list(sizes)} pixels give no {list(places)} places under this kernel")
    before = [r - p for r, p in zip(reach, window.before, strict=True)]
    behind = [r - p for r, p in zip(reach, window.behind, strict=True)]
    dy, w = gradient.value, weights.value
    if set(window.strides) == {1} and window.groups == 1 and min(*before, *behind) >= 0:
        spatial = list(range(2, len(kernel) + 2))
        turned = w if max(kernel) == 1 else flipped(writer, w, spatial)
        turned = writer.node("Transpose", turned, perm=[1, 0, *spatial])
        return writer.node(
            "Conv", dy, turned, pads=before + behind, dilations=list(window.dilations)
        )
    return writer.node("ConvTranspose", dy, w, output_padding=rest, **window.attributes)


def weight_gradient(
    writer: NodeWriter,
    image: Shaped,
    gradient: Shaped,
    kernel: Sequence[int],
    window: Convolution,
) -> onnx_ir.Value:
    """The gradient of the weights of a convolution: O, C / groups, kernel.

    Args:
        writer: Takes the nodes.
        image: The images, N, C, sizes.
        gradient: That of the convolution's result, N, O, places.
        kernel: The sizes of the kernel.
        window: The convolution.
    """
    if window.is_of_patches(kernel):
        return _patch_gradient(writer, image, gradient, kernel, window)
    sizes, places = image.shape[2:], gradient.shape[2:]
    x = _with_groups_in_the_batch(writer, image, window.groups)
    before, after = list(window.before), list(window.behind)
    longer: list[int] = []
    for axis, (size, step) in enumerate(zip(kernel, window.dilations, strict=True)):
        reached = (places[axis] - 1) * window.strides[axis] + (size - 1) * step + 1
        after[axis] = reached - before[axis] - sizes[axis]
        if reached <= before[axis]:  # only padding was reached; nothing is left of x if it is cut
            after[axis] = before[axis]
            longer.append(axis)
        elif after[axis] < 0:  # the strides of the forward pass did not reach the end
            x = _part(writer, x, axis + 2, sizes[axis] + after[axis])
            after[axis] = 0
    exchanged = [1, 0, *range(2, len(kernel) + 2)]
    found = writer.node(
        "Conv",
        x,
        writer.node("Transpose", gradient.value, perm=exchanged),
        strides=list(window.dilations),
        dilations=list(window.strides),
        pads=[*before, *after],
        group=window.groups,
    )
    for axis in longer:
        found = _part(writer, found, axis + 2, kernel[axis])
    return writer.node("Transpose", found, perm=exchanged)


def _with_groups_in_the_batch(writer: NodeWriter, image: Shaped, groups: int) -> Operand:
    """C / groups, groups * N, sizes: each group of weights reads the images of its channels."""
    batch, channels, *sizes = image.shape
    if groups == 1:
        return writer.node("Transpose", image.value, perm=[1, 0, *range(2, len(sizes) + 2)])
    x = reshaped(writer, image.value, [batch, groups, channels // groups, *sizes])
    x = writer.node("Transpose", x, perm=[2, 1, 0, *range(3, len(sizes) + 3)])
    return reshaped(writer, x, [channels // groups, groups * batch, *sizes])


def _patch_gradient(
    writer: NodeWriter,
    image: Shaped,
    gradient: Shaped,
    kernel: Sequence[int],
    window: Convolution,
) -> onnx_ir.Value:
    """A product of matrices, one row for each place."""
    rank = len(kernel)
    batch, channels, *sizes = image.shape
    count, *places = gradient.shape[1:]
    x = image.value
    for axis, (place, step, size) in enumerate(zip(places, window.strides, kernel, strict=True)):
        single = size == 1 and step > 1
        end = (place - 1) * step + 1 if single else place * step
        if single or end < sizes[axis]:
            x = _part(writer, x, axis + 2, end, step if single else 1)
    split = [part for pair in zip(places, kernel, strict=True) for part in pair]
    x = reshaped(writer, x, [batch, channels, *split])
    outer, inner = range(2, 2 * rank + 2, 2), range(3, 2 * rank + 2, 2)
    x = writer.node("Transpose", x, perm=[0, *outer, 1, *inner])
    rows = batch * prod(places)
    x = reshaped(writer, x, [rows, channels * prod(kernel)])
    dy = writer.node("Transpose", gradient.value, perm=[0, *range(2, rank + 2), 1])
    dy = writer.node("Transpose", reshaped(writer, dy, [rows, count]), perm=[1, 0])
    return reshaped(writer, writer.node("MatMul", dy, x), [count, channels, *kernel])


def _part(writer: NodeWriter, value: Operand, axis: int, end: int, step: int = 1) -> onnx_ir.Value:
    """The first elements of a value along an axis."""
    bounds = ([0], [end], [axis], [step])
    return writer.node("Slice", value, *(np.asarray(item, np.int64) for item in bounds))
