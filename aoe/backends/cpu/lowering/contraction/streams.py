"""Several read streams for weights that are used as they come from memory.

A core can wait for a limited number of cache lines. The hardware stream prefetcher brings more, but
it follows each page only so far ahead. So a panel is cut into streams, and every step of the loop
reads one or a few lines of each. At the end of a page the prefetcher has to detect a stream again.
Streams therefore begin at different offsets in a page, so that not all of them end a page at once.
Used by `aoe.backends.cpu.implementations.matmul._streamed`.
"""

from __future__ import annotations

from dataclasses import replace
from math import gcd, lcm

from aoe.backends.cpu.lowering.contraction.contraction import Contraction
from aoe.backends.cpu.target.cpu_target import CACHE_LINE
from aoe.loops.loop_nest import Access, Axis

#: The axis that counts the streams of a panel.
STREAM = "s"
#: Bytes of a page.
_PAGE = 4096


def in_streams(contraction: Contraction, streams: int) -> Contraction:
    """The contraction, sliced before, with its only reduction axis cut into equal streams. Each
    step takes one coordinate of each. `streams` divides the size of the axis.
    """
    (axis,) = contraction.reduction
    if streams == 1:
        return contraction
    length = axis.extent // streams

    def cut(access: Access) -> Access:
        stride = access.stride(axis.name)
        return replace(access, strides=(*access.strides, (STREAM, length * stride)))

    reduction = (Axis(axis.name, length), Axis(STREAM, streams))
    return replace(contraction, reduction=reduction, a=cut(contraction.a), b=cut(contraction.b))


def gap(part: int, streams: int, panel_width: int) -> int:
    """Bytes to leave out behind each stream of `part` bytes, so that the streams begin at evenly
    spaced offsets in a page. Gaps are whole lines, in sum a multiple of the panel's width.
    """
    wanted = (_PAGE // streams - part) % _PAGE
    unit = lcm(CACHE_LINE, panel_width // gcd(panel_width, streams))
    return (wanted + unit // 2) // unit * unit
