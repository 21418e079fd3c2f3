"""The transform of weights of Winograd's minimal filtering of transposed convolutions, into panels
for each phase.

Constant weights are transformed once, when a model is loaded, in float64. Weights that are
computed, as in training, are transformed in each run, in float32, from taps that are transposed
first (`taps.py`). The steps that follow are in `transposed.py`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import product

from aoe.backends.cpu.lowering.contraction.panels import Panels
from aoe.backends.cpu.lowering.winograd.taps import (
    are_taps_together,
    filter_bounds,
    held_taps,
    transform_kernel,
    transposing,
)
from aoe.backends.cpu.lowering.winograd.transposed import PhaseLayer
from aoe.backends.cpu.lowering.winograd.winograd import two_sided
from aoe.loops.expression import Expression, Load, cast
from aoe.loops.loop_nest import Access, Axis, Kernel, LoopNest, LoopSchedule, Store
from aoe.operators.operator import Operand, View


@dataclass(frozen=True, slots=True)
class PackedPhase:
    """The transformed weights of one phase.

    Attributes:
        layer: The phase.
        panels: How they lie, by points "i" and "j" if there are several.
        buffer: The buffer that has them.
    """

    layer: PhaseLayer
    panels: Panels
    buffer: str


def constant_weights(w: View, packed: Sequence[PackedPhase]) -> list[Kernel]:
    """The kernels that transform constant weights, in float64: one for each phase."""
    return _in_place(w, packed, "float64")


def computed_weights(w: View, packed: Sequence[PackedPhase], lanes: int) -> list[Kernel]:
    """The kernels that transform weights in each run, in float32.

    Args:
        w: The weights.
        packed: The phases, all of them with panels of one width.
        lanes: Elements of a vector.

    Returns:
        The kernels.
    """
    filters_first = _filters_first(w)
    if not are_taps_together(filters_first):
        return _in_place(w, packed, "float32")
    panels = packed[0].panels
    axes, width = _axes(panels), panels.width
    held = held_taps(filters_first, width)
    nests = [transposing(_first_tap(w, panels), filters_first, axes, width, lanes)]
    nests += [_transform(phase, axes, held, "float32") for phase in packed]
    buffers = [phase.buffer for phase in packed]
    return [transform_kernel(axes, nests, buffers, (filters_first, width))]


def computed_kernels(weights: Operand, phases: int) -> int:
    """How many kernels `computed_weights` are of weights that lie densely."""
    return 1 if are_taps_together(_filters_first(View.dense(weights))) else phases


def _in_place(w: View, packed: Sequence[PackedPhase], dtype: str) -> list[Kernel]:
    """Reads taps where they lie."""
    found = []
    for phase in packed:
        axes = _axes(phase.panels)
        first = _first_tap(w, phase.panels)
        taps = replace(first, strides=(*first.strides, ("r", w.strides[2]), ("s", w.strides[3])))
        nest = _transform(phase, axes, taps, dtype)
        found.append(transform_kernel(axes, (nest,), (phase.buffer,)))
    return found


def _filters_first(w: View) -> View:
    """The weights with the dimension of filters in front of that of input channels."""
    first, second, *others = range(len(w.shape))
    order = (second, first, *others)
    shape, strides = (tuple(of[d] for d in order) for of in (w.shape, w.strides))
    return replace(w, shape=shape, strides=strides)


def _axes(panels: Panels) -> tuple[Axis, ...]:
    """Panels, channels and the filters of a panel."""
    return tuple(axis for axis in panels.axes if axis.name in ("p", "c", "k"))


def _first_tap(w: View, panels: Panels) -> Access:
    """The first tap of all filters."""
    strides = (("p", w.strides[1] * panels.width), ("k", w.strides[1]), ("c", w.strides[0]))
    return Access("input1", w.dtype, strides, w.offset, filter_bounds(panels))


def _transform(packed: PackedPhase, axes: tuple[Axis, ...], first: Access, dtype: str) -> LoopNest:
    """The loop nest that transforms the taps of a phase.

    Args:
        packed: The phase.
        axes: What the loop nest goes over.
        first: The first tap of windows. The others follow along "r" and "s".
        dtype: The type of the arithmetic.

    Returns:
        The loop nest.
    """
    down, across = packed.layer.down, packed.layer.across
    operands: list[Access] = []
    read: list[list[Expression]] = []
    for r in down.taps:
        read.append([])
        for s in across.taps:
            read[-1].append(cast(Load(len(operands)), dtype))
            operands.append(first.at(r=r, s=s))
    values = two_sided(down.filtering.weights, read, across.filtering.weights, dtype)
    destination = Access(packed.buffer, "float32", tuple(packed.panels.strides.items()))
    stores = tuple(
        Store(destination.at(i=i, j=j), cast(values[i][j], "float32"))
        for i, j in product(*map(range, packed.layer.points))
    )
    return LoopNest("transform_weights", axes, tuple(operands), stores, None, LoopSchedule("k"))
