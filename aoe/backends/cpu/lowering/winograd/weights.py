"""The transform of weights of F(m×m, 3×3), into panels.

Constant weights are transformed once, when a model is loaded, in float64. Weights that are
computed, as in training, are transformed in each run, in float32. The filters of such weights are
far apart in memory, so blocks of filters and taps are transposed in registers first. The steps that
follow are in `winograd.py`.

Source: Lavin and Gray, "Fast Algorithms for Convolutional Neural Networks", CVPR 2016.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from aoe.backends.cpu.lowering.contraction.panels import Panels
from aoe.backends.cpu.lowering.winograd.winograd import Layer, scaled, two_sided
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

#: Taps of a window.
_TAPS = 9
#: Input channels of which a thread holds the taps at a time, so that they stay in its first-level
#: cache.
_BLOCK = 16


def constant_weights(layer: Layer, w: View, panels: Panels) -> Kernel:
    """The kernel that transforms constant weights, in float64."""
    return _in_place(layer, w, panels, "float64")


def computed_weights(layer: Layer, w: View, panels: Panels, lanes: int) -> Kernel:
    """The kernel that transforms weights in each run, in float32. `lanes`: those of a vector."""
    down, across = w.strides[2:]
    if w.strides[0] == 1 or down != 3 * across:
        return _in_place(layer, w, panels, "float32")
    return _transposed(layer, w, panels, lanes)


def _in_place(layer: Layer, w: View, panels: Panels, dtype: str) -> Kernel:
    """Reads the nine taps where they lie."""
    axes = _axes(panels)
    operands = tuple(
        replace(_weights(layer, w, panels), offset=w.offset + r * w.strides[2] + s * w.strides[3])
        for r in range(3)
        for s in range(3)
    )
    nest = _transform(layer, panels, axes, operands, dtype)
    outer = tuple(Loop(axis.name, 1) for axis in axes[:-1])
    return Kernel("transform_weights", axes[:-1], outer, len(outer), (nest,), ("input1", "packed"))


def _transposed(layer: Layer, w: View, panels: Panels, lanes: int) -> Kernel:
    """Reads the taps of a block of channels with those of a filter next to one another."""
    axes, width, step = _axes(panels), panels.width, w.strides[3]
    turned = step < 0  # a window turned over lies backwards
    first = w.offset + (_TAPS - 1) * step if turned else w.offset
    source = _weights(layer, w, panels)
    source = replace(source, strides=(*source.strides, ("t", abs(step))), offset=first)
    held = Access("taps", w.dtype, (("c", _TAPS * width), ("t", width), ("k", 1)))
    *outer, inside = axes
    transpose = LoopNest(
        "transpose_weights",
        (*outer, Axis("t", _TAPS), inside),
        (source,),
        (Store(held, Load(0)),),
        None,
        LoopSchedule("k", tile=(("t", _TAPS),), order=(Loop("k", lanes), Loop("t", _TAPS))),
    )
    places = reversed(range(_TAPS)) if turned else range(_TAPS)
    strides = tuple(term for term in held.strides if term[0] != "t")
    operands = tuple(Access("taps", w.dtype, strides, place * width) for place in places)
    nests = (transpose, _transform(layer, panels, axes, operands, "float32"))
    loops = tuple(Loop(axis.name, _BLOCK if axis.name == "c" else 1) for axis in outer)
    scratch = Buffer("taps", w.dtype, _BLOCK * _TAPS * width)
    return Kernel(
        "transform_weights",
        tuple(outer),
        loops,
        len(loops),
        nests,
        ("input1", "packed"),
        (scratch,),
    )


def _axes(panels: Panels) -> tuple[Axis, ...]:
    """Slices, panels, channels and the filters of a panel."""
    return tuple(axis for axis in panels.axes if axis.name != "x")


def _weights(layer: Layer, w: View, panels: Panels) -> Access:
    """The first tap of all filters."""
    bounds: tuple[Bound, ...] = ()
    if layer.outputs % panels.width:
        bounds = (Bound((("p", panels.width), ("k", 1)), 0, layer.outputs),)
    strides = {
        "p": w.strides[0] * panels.width,
        "k": w.strides[0],
        "d": w.strides[1] * panels.reduction[-1].extent,
        "c": w.strides[1],
    }
    named = tuple((axis.name, strides[axis.name]) for axis in _axes(panels))
    return Access("input1", w.dtype, named, w.offset, bounds)


def _transform(
    layer: Layer, panels: Panels, axes: Sequence[Axis], taps: tuple[Access, ...], dtype: str
) -> LoopNest:
    """The loop nest that transforms nine taps. `dtype`: of the arithmetic."""
    points, places = layer.transform.points, panels.strides
    read = [[cast(Load(3 * r + s), dtype) for s in range(3)] for r in range(3)]
    scales = layer.transform.scales
    values = scaled(
        two_sided(layer.transform.weights, read, layer.transform.weights, dtype), scales, dtype
    )
    destination = tuple((axis.name, places[axis.name]) for axis in axes)
    stores = tuple(
        Store(
            Access("packed", "float32", destination, (i * points + j) * places["x"]),
            cast(values[i][j], "float32"),
        )
        for i in range(points)
        for j in range(points)
    )
    schedule = LoopSchedule("k")
    return LoopNest("transform_weights", tuple(axes), taps, stores, None, schedule)
