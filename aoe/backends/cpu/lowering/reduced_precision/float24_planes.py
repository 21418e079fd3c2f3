"""Panels of float24 weights in planes: in each step the upper 16 bits of all columns of a panel,
then the lower 8. Registers join them once for all rows of a register tile. Used by
`matmul_float24`, `matmul_nonzero_float24` and `conv_winograd_fitted_float24`.

Panel offsets are in bytes, with columns at stride 1; all other strides are even.
"""

from __future__ import annotations

from dataclasses import replace

from aoe.backends.cpu.lowering.contraction.contraction import Contraction
from aoe.backends.cpu.lowering.reduced_precision import float24
from aoe.loops.expression import Expression, Load, apply, cast, renumber
from aoe.loops.loop_nest import Access, Kernel, LoopNest, Store


def over_planes(contraction: Contraction, panels: Access, width: int) -> Contraction:
    """The contraction over such panels of `width` columns. The plane of the lower bits is its first
    extra operand.
    """
    upper, lower = planes_of(panels, width)
    operands = {0: 0, **{2 + i: 3 + i for i in range(len(contraction.extras))}}
    return replace(
        contraction,
        b=upper,
        extras=(lower, *contraction.extras),
        element=apply("mul", Load(0), float24.joined(Load(1), Load(2))),
        epilogue=renumber(contraction.epilogue, operands),
    )


def stores(number: Expression, panels: Access, width: int) -> tuple[Store, Store]:
    """Stores a number in such panels."""
    upper, lower = float24.planes(number)
    above, below = planes_of(panels, width)
    return Store(above, cast(upper, "uint16")), Store(below, cast(lower, "uint8"))


def planes_of(panels: Access, width: int) -> tuple[Access, Access]:
    """Where the upper 16 bits and the lower 8 of a panel lie."""
    strides = tuple(
        (axis, stride if stride == 1 else stride // 2) for axis, stride in panels.strides
    )
    indirect = tuple(replace(item, stride=item.stride // 2) for item in panels.indirect)
    half = panels.offset // 2
    upper = replace(panels, dtype="uint16", strides=strides, offset=half, indirect=indirect)
    return upper, replace(panels, offset=panels.offset + 2 * width)


def in_bytes(panels: Access) -> Access:
    """Where float24 numbers lie in panels that are laid out for float32."""
    strides = tuple(
        (axis, stride if stride == 1 else stride * float24.BYTES) for axis, stride in panels.strides
    )
    offset = panels.offset * float24.BYTES
    return replace(panels, dtype="uint8", strides=strides, offset=offset)


def storing_planes(pack: Kernel, width: int) -> Kernel:
    """The packing kernel of float32 panels as one that stores planes."""

    def storing(nest: LoopNest) -> LoopNest:
        shorter = (stores(item.value, in_bytes(item.access), width) for item in nest.stores)
        return replace(nest, stores=tuple(store for pair in shorter for store in pair))

    return replace(pack, nests=tuple(storing(nest) for nest in pack.nests))
