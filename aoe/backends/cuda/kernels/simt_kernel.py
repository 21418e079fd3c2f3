"""A kernel whose loop nests blocks and threads share.

There are two ways. A *flat* kernel has one loop nest and no outer loops: every point of the nest is
a thread of the grid, or every tile of neighbouring points. In any other kernel a block takes one
task of the parallel outer loops at a time. It runs the loop nests one after the other, its threads
share the points of each, and a barrier stands between them. Scratch lies in shared memory.

Points of one nest in one tile do not depend on each other: `tests/loops/interpreter.py` and every
implementation stand on that. `aoe.backends.cuda.codegen.kernel_code` emits these kernels.
"""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from math import gcd, prod
from typing import Literal, TypeAlias

from aoe.backends.cuda.target.cuda_target import WARP
from aoe.loops.loop_nest import Access, Axis, Kernel, LoopNest

#: Bytes in shared memory with which warps of a block exchange what they have reduced.
EXCHANGE = 8 * WARP


#: Terms of a reduction that are read at once.
_MOST_TERMS = 16
#: Where a kernel lets the next one start: once it has waited itself (early), behind its main loop
#: (late), or where it ends.
Release: TypeAlias = Literal["none", "early", "late"]


@dataclass(frozen=True, slots=True)
class SimtKernel(Kernel):
    """A kernel with the distribution of its loop nests.

    Attributes:
        block: Threads of a block.
        flat: Whether every point of its only loop nest is a thread of the grid.
        sharing: The most threads that share one reduction: 1, a warp, or the whole block.
        release: Where it lets the next kernel start, on GPUs that start one early.
        constants: The arguments that are constants, so that they may be read before the kernels in
            front of it have ended.
        packed: Of those that are packed for it, the bytes.
        each: Coordinates along axes that one thread of a flat kernel computes at a time, of axes
            that it reduces as well; one along all others.
        terms: Neighbouring terms of a reduction that each of the threads which share it reads at
            once, if these divide it. If it is more than one, a warp shares every long reduction,
            however many there are: what its threads read lies side by side. One in a flat kernel.
    """

    block: int = 128
    flat: bool = False
    sharing: int = WARP
    release: Release = "none"
    constants: tuple[str, ...] = ()
    packed: tuple[tuple[str, int], ...] = ()
    each: tuple[tuple[str, int], ...] = ()
    terms: int = 1

    @property
    def tasks(self) -> int:
        """Blocks, or threads of a flat kernel, that have something to do in a phase."""
        if not self.flat:
            return prod(self.tiles(self.spread))
        nest = self.nests[0]
        steps = self.steps(nest)
        count = prod(-(-axis.extent // steps[axis.name]) for axis in outputs(nest))
        return count * self.shared_by(nest, count)

    def steps(self, nest: LoopNest, sharing: int = 1) -> dict[str, int]:
        """Coordinates along every axis of a nest that one thread computes at a time, if so many
        share a reduction. The last tile along an axis overlaps the one before, but not where a nest
        overwrites what it reads.
        """
        wanted = dict(self.each) if self.flat else {}
        if sharing > 1 and self.terms > 1:
            shared = dividing_axis(nest)
            extent = next(axis.extent for axis in nest.axes if axis.name == shared)
            wanted[shared] = self.terms if extent % self.terms == 0 else 1
        stored = {store.access.buffer for store in nest.stores}
        in_place = any(access.buffer in stored for access in nest.operands)
        reduced = nest.reduction.axes if nest.reduction else ()
        found = {}
        for axis in nest.axes:
            step = max(1, min(wanted.get(axis.name, 1), axis.extent))
            while in_place and axis.name not in reduced and axis.extent % step:
                step -= 1
            found[axis.name] = step
        return found

    def shared_by(self, nest: LoopNest, count: int) -> int:
        """Threads that share each reduction of a nest of so many points in a tile."""
        if nest.reduction is None or self.sharing == 1:
            return 1
        terms = prod(axis.extent for axis in nest.axes if axis.name in nest.reduction.axes)
        if terms < WARP or not dividing_axis(nest):
            return 1
        if self.flat:
            return WARP
        if count >= self.block and self.terms == 1:
            return 1
        is_long = terms >= 2 * self.block and count * WARP < self.block
        return self.block if is_long and self.sharing > WARP else WARP


def outputs(nest: LoopNest) -> tuple[Axis, ...]:
    """The axes of a loop nest that it does not reduce."""
    reduced = nest.reduction.axes if nest.reduction else ()
    return tuple(axis for axis in nest.axes if axis.name not in reduced)


def dividing_axis(nest: LoopNest) -> str:
    """The reduction axis whose coordinates threads share: the longest, and of equal ones that along
    which the first operand is contiguous. Empty if no axis can be divided.
    """
    assert nest.reduction is not None
    apart = {axis for access in nest.operands for axis, _ in access.tile_strides}
    first = nest.operands[0] if nest.operands else None
    able = [
        (first is not None and first.stride(axis.name) == 1, axis.extent, axis.name)
        for axis in nest.axes
        if axis.name in nest.reduction.axes and axis.name not in apart
    ]
    fitting = [item for item in able if item[1] >= WARP] or able
    return max(fitting)[2] if fitting else ""


def simt_kernel(kernel: Kernel, block: int, sharing: int, points: int = 1) -> SimtKernel:
    """A kernel as blocks and threads share it.

    Args:
        kernel: The kernel.
        block: Threads of a block.
        sharing: The most threads that share one reduction.
        points: The most neighbouring results of one thread of a flat kernel.
    """
    own = {item.name: getattr(kernel, item.name) for item in fields(Kernel)}
    made = SimtKernel(**own, block=block, sharing=sharing)
    if _is_flat(kernel):
        made = replace(made, axes=(), outer=(), parallel=0, flat=True)
        nest = made.nests[0]
        is_alone = points > 1 and made.shared_by(nest, 1) == 1
        return replace(made, each=_neighbours(nest, points)) if is_alone else made
    is_serial = kernel.parallel == 0 and not kernel.lockstep and not kernel.barriers
    if is_serial and _has_independent_tiles(kernel):
        return replace(made, parallel=len(kernel.outer))
    return made


def _neighbours(nest: LoopNest, points: int) -> tuple[tuple[str, int], ...]:
    """The tile of a thread with up to so many neighbouring results, and with all terms of a short
    reduction; empty without a contiguous axis.
    """
    accesses = (*nest.operands, *(store.access for store in nest.stores))
    stored = [store.access for store in nest.stores]
    bounded = {axis for item in stored for bound in item.bounds for axis, _ in bound.terms}
    if any(access.tile_strides for access in accesses):
        return ()
    for axis in outputs(nest):
        if axis.extent > 1 and stored[0].stride(axis.name) == 1 and axis.name not in bounded:
            size = gcd(points, axis.extent)
            return ((axis.name, size), *_short(nest, _MOST_TERMS)) if size > 1 else ()
    return ()


def _short(nest: LoopNest, most: int) -> tuple[tuple[str, int], ...]:
    reduced = [axis for axis in nest.axes if axis not in outputs(nest)]
    terms = prod(axis.extent for axis in reduced)
    return tuple((axis.name, axis.extent) for axis in reduced) if terms <= most else ()


def _is_flat(kernel: Kernel) -> bool:
    """Whether all points of a kernel are independent: it has one nest, which reads nothing that it
    writes but at the same point, and whose stores do not depend on data.
    """
    if len(kernel.nests) != 1 or kernel.scratch or kernel.phase_count != 1:
        return False
    nest = kernel.nests[0]
    return nest.guard is None and all(_stores_apart(nest, item.access) for item in nest.stores)


def _stores_apart(nest: LoopNest, stored: Access) -> bool:
    read = [item for item in nest.operands if item.buffer == stored.buffer]
    return not stored.indirect and all(
        (item.strides, item.offset, item.bounds, item.indirect)
        == (stored.strides, stored.offset, (), ())
        for item in read
    )


def _has_independent_tiles(kernel: Kernel) -> bool:
    """Whether tiles of the outer loops of a serial kernel may run side by side: each writes places
    of its own, reads nothing that another writes, and finds nothing in scratch.
    """
    scratch = {item.name for item in kernel.scratch}
    looped = [entry.axis for entry in kernel.outer]
    stored = [store.access for nest in kernel.nests for store in nest.stores]
    read = {access.buffer for nest in kernel.nests for access in nest.operands}
    outside = [access for access in stored if access.buffer not in scratch]
    names = [access.buffer for access in outside]
    if not looped or len({*looped}) < len(looped) or len({*names}) < len(names):
        return False
    if any(nest.guard is not None for nest in kernel.nests) or read & {*names}:
        return False
    if not all(
        access.stride(axis) and not access.indirect for access in outside for axis in looped
    ):
        return False
    made: set[str] = set()
    for nest in kernel.nests:
        if any(access.buffer in scratch - made for access in nest.operands):
            return False
        made |= {store.access.buffer for store in nest.stores}
    return True
