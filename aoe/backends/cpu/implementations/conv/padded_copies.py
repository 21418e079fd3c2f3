"""Zero-bordered, channels-last copies of images for dot-product instructions. The channels of each
convolution group are padded with zeros to whole dot-product groups.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import ceil, prod

from aoe.backends.cpu.cost import cost
from aoe.backends.cpu.cost.profile import profile_of
from aoe.backends.cpu.implementations import dot_instructions
from aoe.backends.cpu.implementations.conv.conv_contraction import Image
from aoe.backends.cpu.implementations.dot_instructions import Grouping
from aoe.backends.cpu.target.cpu_target import CACHE_LINE, CpuTarget
from aoe.element_types import ITEM_BYTES
from aoe.loops.loop_nest import (
    Access,
    Axis,
    Bound,
    Buffer,
    Kernel,
    Loop,
    LoopNest,
    LoopSchedule,
    Store,
)
from aoe.operators.operator import View

#: Bytes. Pixels a multiple of the first apart fall into few cache sets; a line more spreads them.
_CONFLICTING, _GAP = 1024, CACHE_LINE


def copying_cycles(
    channels: int, channels_last: bool, grouping: Grouping, target: CpuTarget
) -> float:
    """Cycles to copy the channels of a pixel from beyond the first-level cache."""
    costs = profile_of(target).padded_copy
    lines = ITEM_BYTES[grouping.a] * channels / CACHE_LINE
    strided = 1 if channels_last else costs.strided_factor
    cycles = costs.run_cycles + costs.line_cycles * lines * strided
    if grouping.split:
        cycles += costs.split_run_cycles + costs.split_vector_cycles * ceil(lines)
    return cycles


@dataclass(frozen=True, slots=True)
class PaddedCopy:
    """The copy of `input0`.

    Attributes:
        grouping: The operands of the dot-product instruction.
        batch: Images.
        group: Groups of channels.
        inputs: Channels of a group.
        image: Pixels that are copied, in each dimension.
        before: Zeros before them.
        after: Zeros behind them.
        steps: The copy takes one of so many pixels of each dimension.
    """

    grouping: Grouping
    batch: int
    group: int
    inputs: int
    image: tuple[int, ...]
    before: tuple[int, ...]
    after: tuple[int, ...]
    steps: tuple[int, ...]

    @property
    def copy(self) -> Image:
        """The copy: (N, padded channels, padded spatial…)."""
        grouping, channels = self.grouping, self.grouping.filled(self.inputs)
        each = zip(self.image, self.before, self.after, strict=True)
        pixels = tuple(size + low + high for size, low, high in each)
        extents = (self.batch, self.group * channels, *pixels)
        item = ITEM_BYTES[grouping.raw_a]
        step = extents[1] + (0 if item * extents[1] % _CONFLICTING else _GAP // item)
        strides = [1]
        for extent in reversed(pixels):
            strides.insert(1, step)
            step *= extent
        return Image(
            "padded", View(grouping.raw_a, extents, (step, *strides)), channels, True, self.steps
        )

    @property
    def elements(self) -> int:
        """Elements of the copy, of one term of the numbers."""
        view = self.copy.view
        return view.strides[0] * view.shape[0]

    @property
    def buffer(self) -> Buffer:
        """The buffer of the copy."""
        return Buffer("padded", self.grouping.raw_a, self.elements * self.grouping.terms)

    def seconds(self, channels_last: bool, target: CpuTarget) -> float:
        """Seconds that the copy should take. `channels_last`: whether the input is channels-last,
        too.
        """
        view = self.copy.view
        runs = prod(view.shape) / view.shape[1]
        if self.grouping.most > 1:  # tiles, beside which going by way of memory counts
            copied = 2.0 * ITEM_BYTES[self.grouping.a] * prod(view.shape)
            channels = view.shape[1] // self.group
            pixel = copying_cycles(channels, channels_last, self.grouping, target)
            cycles = pixel * self.group * runs
            moving = copied / cost.bandwidth(target, copied)
        else:
            cycles, moving = runs * self._pixel_cycles(channels_last, target), 0.0
        copying = cycles / cost.frequency(target) / target.threads
        return copying + moving + target.speed.fork_join

    def _pixel_cycles(self, channels_last: bool, target: CpuTarget) -> float:
        """Cycles to copy a pixel of any type that vector instructions multiply."""
        costs, lanes = profile_of(target).padded_copy, target.lanes("int32")
        channels = self.copy.view.shape[1]
        if self.copy.group_stride < lanes:
            return costs.pixel_vector_cycles * channels / lanes
        return costs.run_cycles + channels * (1 if channels_last else costs.strided_factor) / lanes

    def kernel(self, x: View, target: CpuTarget) -> Kernel:
        """Copies the input, vectorised along channels. If there are few of them, it is vectorised
        along pixels, in words of whole groups.
        """
        image = self.copy
        pixels = [Axis(f"i{i}", extent) for i, extent in enumerate(image.view.shape[2:])]
        axes = [Axis("n", self.batch), *pixels, Axis("g", self.group)]
        axes.append(Axis("c", image.group_stride))
        names = [axis.name for axis in axes]
        few = image.group_stride < target.lanes("int32")
        if few:
            axes.append(axes.pop(len(pixels)))
        bounds, offset = [], x.offset
        padded = any(self.before) or any(self.after)
        for i, (before, size) in enumerate(zip(self.before, self.image, strict=True)):
            offset -= before * x.strides[2 + i]
            if padded:
                bounds.append(Bound(((f"i{i}", 1),), -before, size))

        def seen(view: View, group_stride: int) -> tuple[tuple[str, int], ...]:
            strides = (view.strides[0], *view.strides[2:], group_stride, view.strides[1])
            return tuple(zip(names, strides, strict=True))

        sampled = tuple(n * step for n, step in zip(x.strides[2:], self.steps, strict=True))
        grouping = self.grouping
        read = seen(replace(x, strides=(*x.strides[:2], *sampled)), x.strides[1] * self.inputs)
        source = Access("input0", grouping.read_a, read, offset, tuple(bounds))
        place = Access("padded", grouping.raw_a, seen(image.view, image.group_stride))
        copied = self._in_words if few and not grouping.split else self._by_elements
        nest = copied(tuple(axes), source, place)
        outer = tuple(Loop(axis.name, 1) for axis in axes[:2])
        return Kernel("pad", tuple(axes[:2]), outer, len(outer), (nest,), ("input0", "padded"))

    def _by_elements(self, axes: tuple[Axis, ...], source: Access, place: Access) -> LoopNest:
        """Copies element by element. For the arguments see `_in_words`."""
        if self.copy.group_stride > self.inputs:
            source = replace(source, bounds=(*source.bounds, Bound((("c", 1),), 0, self.inputs)))
        return LoopNest(
            "pad",
            axes,
            (source,),
            self.grouping.copies(place, self.elements),
            schedule=LoopSchedule(axes[-1].name, 1),
            flushing=bool(self.grouping.split),
        )

    def _in_words(self, axes: tuple[Axis, ...], source: Access, place: Access) -> LoopNest:
        """Copies words of a group each. `source`, `place`: along axes, of which `c` counts
        elements.
        """
        size = self.grouping.size
        elements, word = dot_instructions.in_words(source, self.grouping, self.inputs)
        grouped = tuple(
            replace(axis, extent=axis.extent // size) if axis.name == "c" else axis for axis in axes
        )
        strides = tuple((name, n if name == "c" else n // size) for name, n in place.strides)
        store = Store(replace(place, dtype="int32", strides=strides), word)
        return LoopNest(
            "pad", grouped, tuple(elements), (store,), schedule=LoopSchedule(axes[-1].name, 1)
        )
