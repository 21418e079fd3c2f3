"""Kernel calls of a plan before their buffers have addresses.

`aoe.backends.cpu.memory.planner` makes them and replaces the pointers by locations.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from aoe.backends.cpu.memory.placement import Placement
from aoe.element_types import ITEM_BYTES
from aoe.loops.loop_nest import Kernel
from aoe.operators.operator import View
from aoe.runtime.plan import ALIGNMENT, Plan


@dataclass(frozen=True, slots=True)
class Pointer:
    """A byte offset in an allocation that has no address yet.

    Attributes:
        allocation: The number of the allocation.
        offset: The offset in bytes.
    """

    allocation: int
    offset: int = 0


@dataclass(frozen=True, slots=True)
class PlannedCall:
    """One kernel call before its buffers have addresses.

    Attributes:
        symbol: The kernel's symbol.
        arguments: The pointer arguments.
        parallel: Whether all threads take part.
        operator: The operator's name, for profiles.
        phase_count: The number of fork-join regions of the kernel.
        branch: The numbers of the inter-op region and of the branch that the call belongs to.
    """

    symbol: str
    arguments: tuple[Pointer, ...]
    parallel: bool
    operator: str
    phase_count: int = 1
    branch: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class ConstantPacking:
    """Constants that are packed together.

    Attributes:
        read: The source constants, by the names of the kernels' arguments.
        how: The packing kernels and the packed buffers; equal for equal packing.
        allocations: The packed buffers.
        calls: The numbers of the prepare calls that fill them.
    """

    read: tuple[tuple[str, Pointer], ...]
    how: tuple[object, ...]
    allocations: tuple[Pointer, ...]
    calls: range


def split_offset(placement: Placement) -> tuple[View, Pointer]:
    """Moves a view's offset to its pointer as far as the alignment allows.

    Equal operators on different parts of a buffer then share kernels. Views with negative strides
    keep their offset, because nothing may be read before the pointer.
    """
    view = placement.view
    grain = ALIGNMENT // ITEM_BYTES[view.dtype]
    moved = view.offset - view.offset % grain if min(view.strides, default=0) >= 0 else 0
    pointer = Pointer(placement.allocation, moved * ITEM_BYTES[view.dtype])
    return replace(view, offset=view.offset - moved), pointer


@dataclass(frozen=True)
class PlannedGraph:
    """A plan with its kernels.

    Attributes:
        plan: The plan.
        kernels: The kernels that its calls name, by symbol.
    """

    plan: Plan
    kernels: Mapping[str, Kernel]
