"""Loop nests of a step of a recurrence, moved: to one of several steps in an iteration, and to run
through the weights backwards. Used by `recurrence.py`.
"""

from __future__ import annotations

from dataclasses import replace

from aoe.loops.expression import Constant, Expression, Index, apply, substitute
from aoe.loops.loop_nest import Access, Axis, LoopNest, Store


def at_step(nest: LoopNest, time: Axis, part: int, every: int) -> LoopNest:
    """A loop nest of step t as one of step `every`·t + `part`."""

    def moved(access: Access) -> Access:
        stride = access.stride("t")
        strides = tuple((n, s * every if n == "t" else s) for n, s in access.strides)
        return replace(access, strides=strides, offset=access.offset + part * stride)

    def later(node: Expression) -> Expression | None:
        if node != Index("t") or every == 1:
            return None
        return apply("add", apply("mul", node, Constant(every, "int64")), Constant(part, "int64"))

    return replace(
        nest,
        axes=tuple(time if axis.name == "t" else axis for axis in nest.axes),
        operands=tuple(moved(access) for access in nest.operands),
        stores=tuple(
            Store(moved(store.access), substitute(store.value, later)) for store in nest.stores
        ),
    )


def backwards(nest: LoopNest, axis: str, width: int) -> LoopNest:
    """The loop nest of a matmul that runs along an axis in opposite order, `width` coordinates at a
    time: over gates, or over panels that are all that wide.
    """
    (extent,) = (item.extent for item in nest.axes if item.name == axis)

    def turned(access: Access) -> Access:
        stride = access.stride(axis)
        if not stride:
            return access
        tile_strides = access.tile_strides if width == 1 else ((axis, access.tile_stride(axis)),)
        return replace(
            access,
            strides=tuple((name, -n if name == axis else n) for name, n in access.strides),
            offset=access.offset + (extent - width) * stride,
            tile_strides=tile_strides,
        )

    return replace(
        nest,
        operands=tuple(turned(access) for access in nest.operands),
        stores=tuple(Store(turned(store.access), store.value) for store in nest.stores),
    )
