"""Weights that are used as they come from memory, read from several places at a time.

A core waits for a limited number of cache lines. What brings more is the hardware that follows
streams of lines, a page at a time, and is only so far ahead of each. So a panel is cut into parts
of which every step of the loop reads one line or a few each. At the end of a page a stream has to
be found again: the parts begin at different places of a page, so that not all end one together.
Used by `aoe.backends.cpu.implementations.matmul.matmul_float24`.
"""

from __future__ import annotations

from dataclasses import replace
from math import gcd, lcm

from aoe.backends.cpu.lowering.contraction.contraction import Contraction
from aoe.loops.loop_nest import Access, Axis

#: The axis that counts the parts of a panel.
PART = "s"
#: Bytes of a page, and of a cache line.
_PAGE, _LINE = 4096, 64


def in_parts(contraction: Contraction, parts: int) -> Contraction:
    """The contraction, sliced before, with its only reduction axis cut into so many equal parts, of
    which each step takes one coordinate each. `parts` divides its extent.
    """
    (axis,) = contraction.reduction
    if parts == 1:
        return contraction
    length = axis.extent // parts

    def cut(access: Access) -> Access:
        stride = access.stride(axis.name)
        return replace(access, strides=(*access.strides, (PART, length * stride)))

    reduction = (Axis(axis.name, length), Axis(PART, parts))
    return replace(contraction, reduction=reduction, a=cut(contraction.a), b=cut(contraction.b))


def gap(part: int, parts: int, panel_width: int) -> int:
    """Bytes to leave behind each part of `part` bytes, so that where parts begin divides a page
    evenly, as nearly as whole lines can whose sum is a multiple of the panels' width.
    """
    wanted = (_PAGE // parts - part) % _PAGE
    unit = lcm(_LINE, panel_width // gcd(panel_width, parts))
    return (wanted + unit // 2) // unit * unit
