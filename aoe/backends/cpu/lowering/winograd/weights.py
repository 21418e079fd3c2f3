"""The transform of weights of F(m×m, 3×3), into panels.

Constant weights are transformed once, when a model is loaded, in float64. Weights that are
computed, as in training, are transformed in each run, in float32: all of them before they are used,
or a panel at a time, from taps that are transposed first (`taps.py`). The steps that follow are in
`winograd.py`.

Source: Lavin and Gray, "Fast Algorithms for Convolutional Neural Networks", CVPR 2016.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import ceil

from aoe.backends.cpu.cost.conflict_padding import conflict_avoiding_stride
from aoe.backends.cpu.lowering.contraction.panels import Panels
from aoe.backends.cpu.lowering.winograd.taps import (
    are_taps_together,
    filter_bounds,
    held_taps,
    taps_buffer,
    transform_kernel,
    transposing,
)
from aoe.backends.cpu.lowering.winograd.winograd import SquareLayer, scaled, two_sided
from aoe.backends.cpu.target.cpu_target import CACHE_LINE
from aoe.element_types import ITEM_BYTES
from aoe.loops.expression import Load, cast
from aoe.loops.loop_nest import (
    Access,
    Axis,
    Buffer,
    Kernel,
    LoopNest,
    LoopSchedule,
    Prefetch,
    Store,
)
from aoe.operators.operator import View


def constant_weights(layer: SquareLayer, w: View, panels: Panels, plane: int = 0) -> Kernel:
    """The kernel that transforms constant weights, in float64. `plane`: elements between the planes
    "r" of a window, where it has several.
    """
    return _in_place(layer, w, panels, plane, "float64")


def computed_weights(
    layer: SquareLayer, w: View, panels: Panels, lanes: int, plane: int = 0
) -> Kernel:
    """The kernel that transforms weights in each run, in float32. `lanes`: those of a vector;
    `plane` as in `constant_weights`.
    """
    if not are_taps_together(w):
        return _in_place(layer, w, panels, plane, "float32")
    axes = _axes(panels)
    source, packed = _first_taps(w, panels, plane), _packed(panels)
    transpose = transposing(source, w, axes, panels.width, lanes)
    nests = (transpose, _transforming(layer, w, axes, packed))
    return transform_kernel(axes, nests, ("packed",), (w, panels.width))


@dataclass(frozen=True, slots=True)
class Panel:
    """Transformed weights of some filters and channels, in a thread's scratch.

    Attributes:
        depth: Channels, a divisor of those of the layer.
        width: Filters.
    """

    depth: int
    width: int

    @property
    def access(self) -> Access:
        """The panel by positions "x", channels "c" and filters "k"."""
        position = conflict_avoiding_stride(self.depth * self.width)
        return Access("packed", "float32", (("x", position), ("c", self.width), ("k", 1)))

    def elements(self, layer: SquareLayer) -> int:
        """Elements of all positions."""
        return layer.positions * self.access.stride("x")

    def scratch(self, layer: SquareLayer, w: View) -> tuple[Buffer, ...]:
        """What a thread holds: the panel, and the taps it is made from."""
        packed = Buffer("packed", "float32", self.elements(layer))
        if not are_taps_together(w):
            return (packed,)
        return packed, taps_buffer(w, self.depth, self.width)


def panel_nests(
    layer: SquareLayer, w: View, panel: Panel, slices: Sequence[Axis], lanes: int
) -> tuple[LoopNest, ...]:
    """The loop nests that fill a panel, in a kernel that goes over the filters "k", a panel a step,
    and over slices of the channels.

    Args:
        layer: The layer.
        w: The weights.
        panel: What is transformed at a time.
        slices: The axis of slices of `panel.depth` channels, if there are several.
        lanes: Elements of a vector.

    Returns:
        The loop nests.
    """
    axes = (*slices, Axis("c", panel.depth), Axis("k", layer.outputs))
    strides = {axis.name: panel.depth * w.strides[1] for axis in slices}
    strides |= {"c": w.strides[1], "k": w.strides[0]}
    source = Access("input1", w.dtype, tuple(strides.items()), w.offset)
    if not are_taps_together(w):
        return (_transform(layer, axes, _taps_of(source, w), panel.access, "float32"),)
    read = transposing(source, w, axes, panel.width, lanes, whole=True)
    return read, _transforming(layer, w, axes, panel.access)


def next_panel(
    layer: SquareLayer, w: View, panel: Panel, slices: Sequence[Axis]
) -> tuple[Access, Prefetch]:
    """What fetches the weights of the next panel while a panel is multiplied. Weights that are
    computed in each run come from memory, and the transform would wait for each line of them.

    At each position "x", a step of the reduction over the channels "c" fetches one line of the
    channel where filters are neighbours in memory, else that channel of one filter. If there are
    fewer positions than these, it fetches several.

    Args:
        layer: The layer.
        w: The weights.
        panel: What is transformed at a time.
        slices: As in `panel_nests`.

    Returns:
        The weights, for the nest that multiplies to have as operand 2, and the prefetch.
    """
    filters, channels = w.strides[:2]
    line = CACHE_LINE // ITEM_BYTES[w.dtype]
    apart, count = filters, panel.width
    if filters < channels:
        apart, count = line, ceil(panel.width * filters / line) + 1  # the first may be cut
    steps = zip(w.shape[2:], w.strides[2:], strict=True)
    first = w.offset + sum((taps - 1) * min(0, step) for taps, step in steps)
    strides = {axis.name: panel.depth * channels for axis in slices} | {"k": filters}
    prefetch = Prefetch(
        2,
        (("x", apart), ("c", channels)),
        offset=panel.width * filters,
        streams=ceil(count / layer.positions),
        stream_stride=layer.positions * apart,
        elements=line,
    )
    return Access("input1", w.dtype, tuple(strides.items()), first), prefetch


def _in_place(layer: SquareLayer, w: View, panels: Panels, plane: int, dtype: str) -> Kernel:
    """Reads the nine taps where they lie."""
    axes = _axes(panels)
    taps = _taps_of(_first_taps(w, panels, plane), w)
    nest = _transform(layer, axes, taps, _packed(panels), dtype)
    return transform_kernel(axes, (nest,), ("packed",))


def _taps_of(first: Access, w: View) -> tuple[Access, ...]:
    """The nine taps, the first of which is given."""
    return tuple(
        replace(first, offset=w.offset + r * w.strides[2] + s * w.strides[3])
        for r in range(3)
        for s in range(3)
    )


def _transforming(layer: SquareLayer, w: View, axes: Sequence[Axis], packed: Access) -> LoopNest:
    """Transforms the taps that lie in the scratch buffer."""
    held = held_taps(w, packed.stride("c"))
    taps = [held.at(r=r, s=s) for r in range(3) for s in range(3)]
    return _transform(layer, axes, taps, packed, "float32")


def _axes(panels: Panels) -> tuple[Axis, ...]:
    """Slices, panels, channels and the filters of a panel."""
    return tuple(axis for axis in panels.axes if axis.name != "x")


def _first_taps(w: View, panels: Panels, plane: int) -> Access:
    """The first tap of all filters, in each plane of the window."""
    strides = {
        "p": w.strides[0] * panels.width,
        "k": w.strides[0],
        "d": w.strides[1] * panels.reduction[-1].extent,
        "r": plane,
        "c": w.strides[1],
    }
    named = tuple((axis.name, strides[axis.name]) for axis in _axes(panels))
    return Access("input1", w.dtype, named, w.offset, filter_bounds(panels))


def _packed(panels: Panels) -> Access:
    """The panels, by positions "x" and their other axes."""
    return Access("packed", "float32", tuple(panels.strides.items()))


def _transform(
    layer: SquareLayer, axes: Sequence[Axis], taps: Sequence[Access], packed: Access, dtype: str
) -> LoopNest:
    """The loop nest that transforms nine taps. `dtype`: of the arithmetic."""
    points, scales = layer.transform.points, layer.transform.scales
    read = [[cast(Load(3 * r + s), dtype) for s in range(3)] for r in range(3)]
    values = two_sided(layer.transform.weights, read, layer.transform.weights, dtype)
    values = scaled(values, scales, scales, dtype)
    stores = tuple(
        Store(packed.at(x=i * points + j), cast(values[i][j], "float32"))
        for i in range(points)
        for j in range(points)
    )
    return LoopNest("transform_weights", tuple(axes), tuple(taps), stores, None, LoopSchedule("k"))
