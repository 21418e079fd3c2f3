"""Convolution as a contraction: its sizes, which output dimensions are rows and columns, and where
its operands lie.

Shared by the implementations that sum over window taps and input channels. The axes are `g`
(group), `n` (image), `o0`… (output pixels) and `k` (output channel of a group), and in the
reduction `r0`… (taps) and `c` (input channel of a group).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import prod

from aoe.backends.cpu.cost.profile import profile_of
from aoe.backends.cpu.lowering.access import moving_axes
from aoe.backends.cpu.lowering.contraction import contraction as contractions
from aoe.backends.cpu.lowering.contraction.contraction import Contraction
from aoe.backends.cpu.lowering.sum_parts import roots_of
from aoe.backends.cpu.target.cpu_target import CpuTarget
from aoe.loops.expression import renumber
from aoe.loops.loop_nest import Access, Axis, Bound
from aoe.operators.operator import Operator, View


@dataclass(frozen=True, slots=True)
class Shape:
    """The sizes of a convolution.

    Attributes:
        batch: Images.
        group: Groups of channels.
        inputs: Input channels of a group.
        outputs: Output channels of a group.
        image: Spatial size of the input.
        result: Spatial size of the output.
        taps: Size of the window.
        strides: Strides of the window.
        dilations: Dilations of the window.
        before: Padding in front.
        after: Padding behind.
    """

    batch: int
    group: int
    inputs: int
    outputs: int
    image: tuple[int, ...]
    result: tuple[int, ...]
    taps: tuple[int, ...]
    strides: tuple[int, ...]
    dilations: tuple[int, ...]
    before: tuple[int, ...]
    after: tuple[int, ...]

    @property
    def padded(self) -> bool:
        """Whether any window leaves the image."""
        return any(self.before) or any(self.after)

    @property
    def padded_image(self) -> tuple[int, ...]:
        """The spatial size of the input with its padding."""
        return tuple(
            size + low + high
            for size, low, high in zip(self.image, self.before, self.after, strict=True)
        )


def shape_of(operator: Operator) -> Shape:
    """The sizes of a convolution."""
    x, w = operator.inputs[0].shape, operator.inputs[1].shape
    group, pads = operator.integer("group"), operator.integers("pads")
    rank = len(x) - 2
    return Shape(
        batch=x[0],
        group=group,
        inputs=w[1],
        outputs=w[0] // group,
        image=x[2:],
        result=operator.output.shape[2:],
        taps=w[2:],
        strides=operator.integers("strides"),
        dilations=operator.integers("dilations"),
        before=pads[:rank],
        after=pads[rank:],
    )


def border_cost(shape: Shape, target: CpuTarget) -> float:
    """How many times as long a convolution takes whose windows may leave the image. Every load is
    checked, and the checks cost more the more of the image is border.
    """
    border = 1.0 - prod(
        max(0.0, (n - 2.0 * max(low, high)) / n)
        for n, low, high in zip(shape.result, shape.before, shape.after, strict=True)
    )
    factor = profile_of(target).conv_direct.border_factor
    return 1.0 + factor * border if shape.padded else 1.0


@dataclass(frozen=True, slots=True)
class Image:
    """What a convolution reads.

    Attributes:
        buffer: Where it is.
        view: Its layout, (N, C, spatial…).
        group_stride: Elements between the first channels of two groups.
        padded: Whether it contains the padding, so that no window leaves it.
        steps: It has one of so many pixels of each dimension; all of them if empty.
    """

    buffer: str
    view: View
    group_stride: int
    padded: bool
    steps: tuple[int, ...] = ()


def input_image(operator: Operator, x: View) -> Image:
    """The input in place."""
    shape = shape_of(operator)
    return Image("input0", x, x.strides[1] * shape.inputs, not shape.padded)


def contraction(
    operator: Operator, inputs: Sequence[View], output: View, image: Image
) -> Contraction:
    """The convolution of `image`, the input or a copy of it, with the other operands in place."""
    shape, x = shape_of(operator), image.view
    rank = len(shape.image)
    group, taps = Axis("g", shape.group), [Axis(f"r{i}", n) for i, n in enumerate(shape.taps)]
    a_strides = {"n": x.strides[0], "g": image.group_stride, "c": x.strides[1]}
    offset = x.offset
    bounds = []
    for i in range(rank):
        stride = x.strides[2 + i]
        a_strides[f"o{i}"] = stride * shape.strides[i] // (image.steps[i] if image.steps else 1)
        a_strides[f"r{i}"] = stride * shape.dilations[i]
        if not image.padded and (shape.before[i] or shape.after[i]):
            offset -= stride * shape.before[i]
            terms = ((f"o{i}", shape.strides[i]), (f"r{i}", shape.dilations[i]))
            bounds.append(Bound(terms, -shape.before[i], shape.image[i]))
    w = inputs[1]
    b_strides = {"g": w.strides[0] * shape.outputs, "k": w.strides[0], "c": w.strides[1]}
    b_strides |= {f"r{i}": w.strides[2 + i] for i in range(rank)}

    def seen(view: View, buffer: str) -> Access:
        shifted = (1,) * (2 + rank - len(view.shape)) + view.shape
        strides = (0,) * (2 + rank - len(view.shape)) + view.strides
        real = [s if n > 1 else 0 for s, n in zip(strides, shifted, strict=True)]
        named = {"n": real[0], "g": real[1] * shape.outputs, "k": real[1]}
        named |= {f"o{i}": real[2 + i] for i in range(rank)}
        return Access(buffer, view.dtype, moving_axes(named), view.offset)

    renumbered = {i: i for i in range(len(inputs))}
    return contractions.merge_rows(
        Contraction(
            batch=(group,) if shape.group > 1 else (),
            rows=_rows(operator),
            column=Axis("k", shape.outputs),
            reduction=(*(t for t in taps if t.extent > 1), Axis("c", shape.inputs)),
            a=Access(image.buffer, x.dtype, moving_axes(a_strides), offset, tuple(bounds)),
            b=Access("input1", w.dtype, moving_axes(b_strides), w.offset),
            extras=tuple(seen(v, f"input{i}") for i, v in enumerate(inputs[2:], start=2)),
            output=seen(output, "output0"),
            epilogue=renumber(operator.epilogue, renumbered),
            roots=roots_of(operator),
        )
    )


def _rows(operator: Operator) -> tuple[Axis, ...]:
    """Images and pixels in the order of loops. Where images are neighbours in memory and outnumber
    the pixels, as in the gradient of weights, a register tile is of images: each line of the cache
    then serves several rows, and the weights are read once for all images.
    """
    shape = shape_of(operator)
    images = Axis("n", shape.batch)
    pixels = [Axis(f"o{i}", n) for i, n in enumerate(shape.result)]
    return (*pixels, images) if has_rows_of_images(operator) else (images, *pixels)


def has_rows_of_images(operator: Operator) -> bool:
    """Whether the rows of a register tile are images: they are neighbours in memory, and more than
    the pixels of the result.
    """
    shape = shape_of(operator)
    return operator.inputs[0].order[-1] == 0 and shape.batch > prod(shape.result)
