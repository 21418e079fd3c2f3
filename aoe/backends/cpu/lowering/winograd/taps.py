"""Kernels that transform weights into panels, and taps as these kernels read them.

Taps are read where they lie. The filters of weights that are computed in each run are far apart in
memory. So blocks of their filters and taps are transposed in registers into the scratch buffer
`taps`, where neighbouring filters are next to one another. The transforms are those of
`weights.py`, `one_dimensional_weights.py` and `transposed_weights.py`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import prod

from aoe.backends.cpu.lowering.contraction.contraction_traffic import PAGE
from aoe.backends.cpu.lowering.contraction.panels import Panels
from aoe.element_types import ITEM_BYTES
from aoe.loops.expression import Load
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
#: Channels ahead that are fetched where hardware prefetchers follow none: the next block.
_CHANNELS_AHEAD = _BLOCK
#: The most taps of a window that are transposed at once.
_MOST_ROWS = 16


def are_taps_together(w: View) -> bool:
    """Whether the taps of a filter, and not the filters, are neighbours in memory."""
    is_line = 1 in w.shape[2:]
    return w.strides[0] != 1 and (is_line or w.strides[2] == w.shape[3] * w.strides[3])


def transform_kernel(
    axes: Sequence[Axis],
    nests: Sequence[LoopNest],
    packed: Sequence[str],
    taps_of: tuple[View, int] | None = None,
) -> Kernel:
    """The kernel of loop nests that transform weights.

    Args:
        axes: What it goes over. The last one is the filters of a panel.
        nests: The loop nests.
        packed: The buffers that they write.
        taps_of: The weights and the width of panels, where the first loop nest transposes taps into
            the scratch buffer; None where they are read in place.

    Returns:
        The kernel.
    """
    outer = tuple(axes[:-1])
    step = 1 if taps_of is None else _BLOCK
    loops = tuple(Loop(axis.name, step if axis.name == "c" else 1) for axis in outer)
    scratch = () if taps_of is None else (taps_buffer(taps_of[0], _BLOCK, taps_of[1]),)
    arguments = ("input1", *packed)
    return Kernel("transform_weights", outer, loops, len(loops), tuple(nests), arguments, scratch)


def filter_bounds(panels: Panels) -> tuple[Bound, ...]:
    """The condition that a panel "p" has a filter "k", where the last panel is not full."""
    if panels.columns % panels.width == 0:
        return ()
    return (Bound((("p", panels.width), ("k", 1)), 0, panels.columns),)


def taps_buffer(w: View, channels: int, width: int) -> Buffer:
    """The scratch buffer of the taps of some channels and `width` filters."""
    return Buffer("taps", w.dtype, channels * _count(w) * width)


def held_taps(w: View, width: int) -> Access:
    """The taps in the scratch buffer: the first of channels "c" and filters "k", and the steps to
    those below it "r" and beside it "s". A window that is turned over lies backwards.
    """
    step = -width if _step(w) < 0 else width
    strides = (("c", _count(w) * width), ("r", w.shape[3] * step), ("s", step), ("k", 1))
    return Access("taps", w.dtype, strides, (_count(w) - 1) * width if step < 0 else 0)


def transposing(
    source: Access, w: View, axes: Sequence[Axis], width: int, lanes: int, whole: bool = False
) -> LoopNest:
    """Reads the taps of some channels as they lie in memory, and stores those of neighbouring
    filters next to one another.

    Args:
        source: The first tap of all filters.
        w: The weights, whose taps are together.
        axes: The axes, of which those of channels "c" and filters "k" are the last.
        width: Filters of a panel.
        lanes: Elements of a vector.
        whole: Whether no loop of the kernel cuts the channels. If these follow one another in
            memory, their taps are one axis then, and blocks of it are square.

    Returns:
        The loop nest.
    """
    *outer, channels, filters = axes
    step, taps = _step(w), _count(w)
    if step < 0:
        source = replace(source, offset=source.offset + (taps - 1) * step)
    inner: tuple[Axis, ...] = (channels, Axis("t", taps))
    strides = (*source.strides, ("t", abs(step)))
    held: tuple[tuple[str, int], ...] = (("c", taps * width), ("t", width), ("k", 1))
    rows = taps if taps <= _MOST_ROWS else lanes
    if whole and source.stride("c") == taps * abs(step):
        inner, rows = (Axis("t", taps * channels.extent),), lanes
        strides = tuple(term for term in strides if term[0] != "c")
        held = held[1:]
    apart = source.stride("c")
    far = abs(apart) * ITEM_BYTES[w.dtype] >= PAGE
    return LoopNest(
        "transpose_weights",
        (*outer, *inner, filters),
        (replace(source, strides=strides),),
        (Store(Access("taps", w.dtype, held), Load(0)),),
        None,
        LoopSchedule("k", tile=(("t", rows),), order=(Loop("k", lanes), Loop("t", rows))),
        prefetched_ahead=((0, _CHANNELS_AHEAD * apart),) if far else (),
    )


def _step(w: View) -> int:
    """Elements from one tap of a window to the next: along the rows, or down its only column."""
    return w.strides[3] if w.shape[3] > 1 else w.strides[2]


def _count(w: View) -> int:
    """Taps of a window."""
    return prod(w.shape[2:])
