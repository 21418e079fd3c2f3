"""The transform of weights of Winograd's minimal filtering along the height, into panels.

Constant weights are transformed once, when a model is loaded, in float64. Weights that are
computed, as in training, are transformed in each run, in float32. Their filters are far apart in
memory, so the taps of some channels are transposed in registers first. The steps that follow are in
`one_dimensional.py`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import prod

from aoe.backends.cpu.lowering.contraction.panels import Panels
from aoe.backends.cpu.lowering.winograd.one_dimensional import Layer
from aoe.backends.cpu.lowering.winograd.winograd import apply_transform
from aoe.loops.expression import Load, cast
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

#: Input channels of which a thread holds the taps at a time, so that they stay in its first-level
#: cache.
_BLOCK = 16


@dataclass(frozen=True, slots=True)
class PackedGroup:
    """The transformed weights of one group of points.

    Attributes:
        group: The number of the group.
        panels: How they lie.
        buffer: The buffer that has them.
    """

    group: int
    panels: Panels
    buffer: str


def constant_weights(layer: Layer, w: View, packed: PackedGroup) -> list[Kernel]:
    """The kernels that transform constant weights, in float64: one for each phase."""
    return _in_place(layer, w, packed, "float64")


def computed_weights(
    layer: Layer, w: View, packed: Sequence[PackedGroup], lanes: int
) -> list[Kernel]:
    """The kernels that transform weights in each run, in float32.

    Args:
        layer: The layer.
        w: The weights.
        packed: The groups, all of them with panels of one width.
        lanes: Elements of a vector.

    Returns:
        The kernels.
    """
    if not _are_taps_together(layer, w):
        return [kernel for group in packed for kernel in _in_place(layer, w, group, "float32")]
    panels, taps = packed[0].panels, prod(layer.taps)
    places = {axis.name: axis for axis in panels.axes}
    outer, inside = (places["p"], places["c"]), (places["r1"], places["k"])
    width = panels.width
    held = Access("taps", w.dtype, (("c", taps * width), ("r1", width), ("k", 1)))
    nests = [_transposing(layer, w, panels, outer, lanes)]
    for group in packed:
        row = layer.taps[1] * width
        nests += _transforms(layer, group, (*outer, *inside), held, row, "float32")
    loops = tuple(Loop(axis.name, _BLOCK if axis.name == "c" else 1) for axis in outer)
    arguments = ("input1", *(group.buffer for group in packed))
    scratch = (Buffer("taps", w.dtype, _BLOCK * taps * width),)
    return [Kernel("transform_weights", outer, loops, len(loops), tuple(nests), arguments, scratch)]


def _are_taps_together(layer: Layer, w: View) -> bool:
    """Whether the taps of a filter, and not the filters, are neighbours in memory."""
    down, across = w.strides[2:]
    return w.strides[0] != 1 and across == 1 and down == layer.taps[1]


def _in_place(layer: Layer, w: View, packed: PackedGroup, dtype: str) -> list[Kernel]:
    """Reads taps where they lie."""
    axes = tuple(axis for axis in packed.panels.axes if axis.name not in ("x", "s"))
    outer = tuple(Loop(axis.name, 1) for axis in axes[:-1])
    arguments = ("input1", packed.buffer)
    source = _first_taps(layer, w, packed.panels)
    return [
        Kernel("transform_weights", axes[:-1], outer, len(outer), (nest,), arguments)
        for nest in _transforms(layer, packed, axes, source, w.strides[2], dtype)
    ]


def _first_taps(layer: Layer, w: View, panels: Panels) -> Access:
    """The first rows of the windows of all filters."""
    bounds: tuple[Bound, ...] = ()
    if layer.outputs % panels.width:
        bounds = (Bound((("p", panels.width), ("k", 1)), 0, layer.outputs),)
    strides = (
        ("p", w.strides[0] * panels.width),
        ("k", w.strides[0]),
        ("c", w.strides[1]),
        ("r1", w.strides[3]),
    )
    return Access("input1", w.dtype, strides, w.offset, bounds)


def _transposing(
    layer: Layer, w: View, panels: Panels, outer: tuple[Axis, ...], lanes: int
) -> LoopNest:
    """Reads the taps of some channels as they lie in memory, and stores those of neighbouring
    filters next to one another, in the scratch buffer `taps`.
    """
    taps, width = prod(layer.taps), panels.width
    source = _first_taps(layer, w, panels)
    strides = tuple(term for term in source.strides if term[0] != "r1")
    held = Access("taps", w.dtype, (("c", taps * width), ("t", width), ("k", 1)))
    rows = min(taps, lanes)
    return LoopNest(
        "transpose_weights",
        (*outer, Axis("t", taps), Axis("k", width)),
        (replace(source, strides=(*strides, ("t", 1))),),
        (Store(held, Load(0)),),
        None,
        LoopSchedule("k", tile=(("t", rows),), order=(Loop("k", lanes), Loop("t", rows))),
    )


def _transforms(
    layer: Layer,
    packed: PackedGroup,
    axes: tuple[Axis, ...],
    taps: Access,
    row: int,
    dtype: str,
) -> list[LoopNest]:
    """The loop nests that transform the taps for one group of points: one for each phase.

    Args:
        layer: The layer.
        packed: The group.
        axes: What the loop nests go over.
        taps: The first row of windows.
        row: Elements from one row of a window to the next.
        dtype: The type of the arithmetic.

    Returns:
        The loop nests.
    """
    first, points, phases = layer.filtering.groups[packed.group]
    places = packed.panels.strides
    strides = tuple((name, places[name]) for name in (*(axis.name for axis in axes), "x"))
    destination = Access(packed.buffer, "float32", strides)
    nests = []
    for number, phase in enumerate(phases):
        operands = tuple(
            replace(taps, offset=taps.offset + (phase.first + tap * layer.filtering.stride) * row)
            for tap in range(phase.taps)
        )
        read = [cast(Load(tap), dtype) for tap in range(phase.taps)]
        values = apply_transform(phase.weights[first : first + points], read, dtype)
        stores = tuple(
            Store(
                replace(destination.at(x=point), offset=number * places["s"] + point * places["x"]),
                cast(value, "float32"),
            )
            for point, value in enumerate(values)
        )
        nests.append(LoopNest("transform_weights", axes, operands, stores, None, LoopSchedule("k")))
    return nests
