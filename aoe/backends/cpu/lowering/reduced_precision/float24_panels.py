"""Panels of float24 weights in groups of four vectors that take the memory of three
(`aoe.backends.cpu.lowering.reduced_precision.float24.words`). A panel is some groups wide, and
there are no columns besides whole panels. Used by the recurrences.
"""

from __future__ import annotations

from dataclasses import replace

from aoe.backends.cpu.lowering.contraction.contraction import Contraction, Schedule, sliced
from aoe.backends.cpu.lowering.contraction.panels import Panels, unpacked
from aoe.backends.cpu.lowering.reduced_precision import float24
from aoe.backends.cpu.target.cpu_target import CpuTarget
from aoe.element_types import FLOAT24
from aoe.loops.expression import Load
from aoe.loops.loop_nest import Access, Axis, Buffer, LoopNest, LoopSchedule, Store

#: The axis that counts the groups of a panel's row.
_GROUPS = "g"


def over_panels(
    contraction: Contraction, schedule: Schedule, target: CpuTarget, buffer: str
) -> tuple[Contraction, LoopNest, Buffer]:
    """The contraction, sliced and over panels; the loop nest that packs them; their buffer."""
    lanes = target.lanes("float32")
    whole = sliced(contraction, schedule.depth)
    panels = Panels.of(whole, schedule.vectors * lanes)
    product = replace(whole, b=panels.read(buffer, FLOAT24, whole.column.name))
    pack = _pack_nest(whole, panels, buffer, lanes)
    return product, pack, Buffer(buffer, FLOAT24, panels.elements)


def _pack_nest(contraction: Contraction, panels: Panels, buffer: str, lanes: int) -> LoopNest:
    """Rounds the weights and copies them into panels of vectors of `lanes`."""
    group = float24.GROUP * lanes
    source = unpacked(contraction.b, contraction.column.name, panels)
    step = source.stride("k")
    source = replace(source, strides=(*source.strides, (_GROUPS, group * step)))
    numbers = [
        replace(source, offset=source.offset + place * lanes * step)
        for place in range(float24.GROUP)
    ]
    destination = Access(buffer, "int32", _strides_of_words(panels, lanes))
    words = float24.words([Load(place) for place in range(float24.GROUP)])
    stores = tuple(
        Store(replace(destination, offset=place * lanes), word) for place, word in enumerate(words)
    )
    axes = (*panels.axes[:-1], Axis(_GROUPS, panels.width // group), Axis("k", lanes))
    return LoopNest("pack", axes, tuple(numbers), stores, None, LoopSchedule("k", 1))


def _strides_of_words(panels: Panels, lanes: int) -> tuple[tuple[str, int], ...]:
    strides = {
        axis: stride * float24.WORDS // float24.GROUP
        for axis, stride in panels.strides.items()
        if axis != "k"
    }
    return tuple({**strides, _GROUPS: float24.WORDS * lanes, "k": 1}.items())
