"""The transform of weights of Winograd's minimal filtering along the height, into panels.

Constant weights are transformed once, when a model is loaded, in float64. Weights that are
computed, as in training, are transformed in each run, in float32, from taps that are transposed
first (`taps.py`). The steps that follow are in `one_dimensional.py`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from aoe.backends.cpu.lowering.contraction.panels import Panels
from aoe.backends.cpu.lowering.winograd.one_dimensional import RowLayer
from aoe.backends.cpu.lowering.winograd.taps import (
    are_taps_together,
    filter_bounds,
    held_taps,
    transform_kernel,
    transposing,
)
from aoe.backends.cpu.lowering.winograd.winograd import apply_transform
from aoe.loops.expression import Load, cast
from aoe.loops.loop_nest import (
    Access,
    Axis,
    Kernel,
    LoopNest,
    LoopSchedule,
    Store,
)
from aoe.operators.operator import Operand, View


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


def constant_weights(layer: RowLayer, w: View, packed: PackedGroup) -> list[Kernel]:
    """The kernels that transform constant weights, in float64: one for each phase."""
    return _in_place(layer, w, packed, "float64")


def computed_weights(
    layer: RowLayer, w: View, packed: Sequence[PackedGroup], lanes: int
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
    if not are_taps_together(w):
        return [kernel for group in packed for kernel in _in_place(layer, w, group, "float32")]
    panels = packed[0].panels
    places, width = {axis.name: axis for axis in panels.axes}, panels.width
    outer, filters = (places["p"], places["c"]), places["k"]
    source, held = _first_taps(w, panels), held_taps(w, width)
    row = held.stride("r")
    taps = replace(
        held, strides=(("c", held.stride("c")), ("r1", held.stride("s")), ("k", held.stride("k")))
    )
    source = replace(source, strides=tuple(term for term in source.strides if term[0] != "r1"))
    nests = [transposing(source, w, (*outer, filters), width, lanes)]
    for group in packed:
        axes = (*outer, places["r1"], filters)
        nests += _transforms(layer, group, axes, taps, row, "float32")
    buffers = [group.buffer for group in packed]
    return [transform_kernel((*outer, filters), nests, buffers, (w, width))]


def computed_kernels(layer: RowLayer, weights: Operand) -> int:
    """How many kernels `computed_weights` are of weights that lie densely."""
    if are_taps_together(View.dense(weights)):
        return 1
    return sum(len(phases) for _, _, phases in layer.filtering.groups)


def _in_place(layer: RowLayer, w: View, packed: PackedGroup, dtype: str) -> list[Kernel]:
    """Reads taps where they lie."""
    axes = tuple(axis for axis in packed.panels.axes if axis.name not in ("x", "s"))
    source = _first_taps(w, packed.panels)
    return [
        transform_kernel(axes, (nest,), (packed.buffer,))
        for nest in _transforms(layer, packed, axes, source, w.strides[2], dtype)
    ]


def _first_taps(w: View, panels: Panels) -> Access:
    """The first rows of the windows of all filters."""
    strides = (
        ("p", w.strides[0] * panels.width),
        ("k", w.strides[0]),
        ("c", w.strides[1]),
        ("r1", w.strides[3]),
    )
    return Access("input1", w.dtype, strides, w.offset, filter_bounds(panels))


def _transforms(
    layer: RowLayer,
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
