"""Loop nests as data: loop nests, kernels and lowered operators.

A *loop nest* has named axes, operands with affine indices, a scalar expression, an optional
reduction, and stores. Its *schedule* names the vectorised axis, the register tile, the loop order
and the cache tiles. A *kernel* is a parallel region: outer loops around loop nests that run one
after another. The kernel's first outer loops are distributed over threads. Scratch buffers between
the nests stay in one core's cache. A *lowered operator* is a sequence of kernels; its `prepare`
kernels pack constant operands and run once per loaded model.

Everything is static: axis lengths, strides and tile sizes. Layouts are strides, so a transposed,
sliced or padded operand costs nothing here. Backends generate code from this form; see
`aoe.backends.cpu.codegen.kernel_code` for CPUs.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from math import ceil, prod

from aoe.loops.expression import Expression


@dataclass(frozen=True, slots=True)
class Axis:
    """A loop axis with coordinates 0 … extent − 1.

    Attributes:
        name: The axis's name, unique in its loop nest.
        extent: The number of coordinates.
    """

    name: str
    extent: int


@dataclass(frozen=True, slots=True)
class Bound:
    """The condition 0 ≤ Σ coefficient·axis + offset < extent on one coordinate of an access.

    Attributes:
        terms: Pairs of axis name and coefficient.
        offset: The constant part of the coordinate.
        extent: The length of the dimension that the coordinate indexes.
    """

    terms: tuple[tuple[str, int], ...]
    offset: int
    extent: int

    def at(self, coordinates: Mapping[str, int]) -> Bound:
        """Returns the condition at fixed coordinates of some axes."""
        terms = tuple(term for term in self.terms if term[0] not in coordinates)
        moved = sum(number * coordinates.get(axis, 0) for axis, number in self.terms)
        return replace(self, terms=terms, offset=self.offset + moved)


@dataclass(frozen=True, slots=True)
class Indirect:
    """A data-dependent index, loaded from an operand.

    A negative index counts from the end. The index is then clamped to the dimension.

    Attributes:
        operand: The number of the integer operand that holds the index.
        stride: The elements that one step of the index moves the address by.
        extent: The length of the indexed dimension.
        inside: Whether the index is never negative and never past the end, because the compiler has
            checked the table that it comes from. It is used as it is then.
    """

    operand: int
    stride: int
    extent: int
    inside: bool = False


@dataclass(frozen=True, slots=True)
class Access:
    """The elements of a buffer that an operand or store touches.

    The element index is offset + Σ stride·axis, plus the indirect terms. Where a bound fails, a
    load yields `fill` and touches no memory, and a store does nothing. Strides and offset count
    elements of `dtype`. In a kernel's scratch, coordinates of the outer axes count from the current
    outer tile.

    Attributes:
        buffer: The name of a kernel argument or scratch buffer.
        dtype: The element type in memory.
        strides: Pairs of axis name and stride. Axes that are not listed have stride 0.
        offset: The element index at the origin of all axes.
        bounds: Conditions under which the access touches memory.
        fill: The value of a load outside the bounds.
        indirect: Data-dependent terms of the index.
        tile_strides: Strides inside one register tile, where they differ from those between tiles.
            A panel packed as wide as the tile has stride 1 inside it.
    """

    buffer: str
    dtype: str
    strides: tuple[tuple[str, int], ...]
    offset: int = 0
    bounds: tuple[Bound, ...] = ()
    fill: float = 0.0
    indirect: tuple[Indirect, ...] = ()
    tile_strides: tuple[tuple[str, int], ...] = ()

    def stride(self, axis: str) -> int:
        """Returns the element stride along `axis`, 0 if the access does not depend on it."""
        return dict(self.strides).get(axis, 0)

    def tile_stride(self, axis: str) -> int:
        """Returns the element stride along `axis` inside a register tile."""
        return dict(self.tile_strides).get(axis, self.stride(axis))

    def at(self, **coordinates: int) -> Access:
        """Returns the access at fixed coordinates of some axes, none of a register tile that has
        strides of its own.
        """
        assert not coordinates.keys() & dict(self.tile_strides).keys(), "no one stride fixes these"
        strides = tuple(term for term in self.strides if term[0] not in coordinates)
        moved = sum(number * self.stride(axis) for axis, number in coordinates.items())
        bounds = tuple(bound.at(coordinates) for bound in self.bounds)
        return replace(self, strides=strides, offset=self.offset + moved, bounds=bounds)


@dataclass(frozen=True, slots=True)
class Reduction:
    """A reduction, started from the neutral element of `combine`.

    Attributes:
        combine: "sum", "max", "min" or "prod".
        axes: The reduced axes.
        element: The expression that is reduced.
    """

    combine: str
    axes: tuple[str, ...]
    element: Expression


@dataclass(frozen=True, slots=True)
class Store:
    """One result of a loop nest.

    Attributes:
        access: Where the value is written.
        value: What is written. In a loop nest with a reduction it may use `Accumulator()` and only
            output axes.
        streamed: Whether it is better written past the caches, because nothing reads it soon.
    """

    access: Access
    value: Expression
    streamed: bool = False


@dataclass(frozen=True, slots=True)
class Prefetch:
    """A software prefetch: a hint that these addresses will soon be read.

    Prefetches change no result, so the addresses may lie outside the buffer. The address starts
    `offset` elements behind the operand's address at the entry of the loop nest from the kernel's
    outer loops.

    Attributes:
        operand: The number of the operand whose address is the base.
        strides: Pairs of axis name and stride by which the address moves.
        offset: The distance of the start from the operand, in elements.
        streams: The number of address streams.
        stream_stride: The distance between two streams, in elements.
        elements: What each coordinate of a reduction step prefetches of each stream; 0 for as many
            elements as the innermost reduction axis advances in a step.
    """

    operand: int
    strides: tuple[tuple[str, int], ...]
    offset: int
    streams: int = 1
    stream_stride: int = 0
    elements: int = 0


@dataclass(frozen=True, slots=True)
class Loop:
    """A loop over an axis. Further loops over the same axis refine it.

    Attributes:
        axis: The axis's name.
        step: The coordinates per iteration; 0 stands for the size of the register tile.
        separate_accumulators: Only for a reduction loop inside all output loops. Each iteration
            reduces into accumulators of its own, which are then combined with the rest. This bounds
            the rounding error of a long sum.
    """

    axis: str
    step: int
    separate_accumulators: bool = False


@dataclass(frozen=True, slots=True)
class LoopSchedule:
    """How the loops of a loop nest run.

    An axis may occur several times in `order` with decreasing steps (cache tiling). The innermost
    loop of a register-tile axis stands where its last entry stands. Axes that `order` does not name
    run inside all others, in the order of the nest's axes, reduction axes innermost. If a reduction
    loop encloses an output loop, partial results are kept in the nest's single output, which must
    then have the accumulator's dtype.

    With `matrix`, the reduction is a sum of `dot2` of the first operand, which depends on the rows,
    and the second, which depends on the columns, along the last reduction axis. It may also be a
    sum of several such products of operands with equal strides. The result is stored unchanged.
    Rows at the end may be computed twice, unless a reduction loop encloses them. Columns are padded
    to whole vectors, so the second operand and the output must have space for them.

    Attributes:
        vector: The vectorised axis; "" for scalar code.
        vectors: The number of vectors along that axis in one register tile.
        tile: Pairs of axis name and size of the register tile along further axes. Output axes are
            unrolled and jammed, reduction axes are unrolled.
        order: The loops, outermost first.
        matrix: Whether matrix instructions compute the register tile, on CPUs that have them.
    """

    vector: str = ""
    vectors: int = 1
    tile: tuple[tuple[str, int], ...] = ()
    order: tuple[Loop, ...] = ()
    matrix: bool = False


@dataclass(frozen=True, slots=True)
class LoopNest:
    """One loop nest.

    Attributes:
        name: The nest's name, for messages.
        axes: The loop axes, including those of the kernel's outer loops that the nest depends on.
        operands: What the nest reads; `Load(i)` is operand i.
        stores: What it writes.
        reduction: The reduction; None for an elementwise nest.
        schedule: How its loops run.
        prefetch: Prefetches made in every reduction step.
        guard: An integer that depends on the kernel's outer loops only. The nest is skipped where
            it is 0.
        flushing: Whether results stored in 16 bits may have denormal numbers flushed to zero, as
            sums of `dot2` have in any case.
        prefetched_operands: For a nest without a reduction, numbers of operands that each register
            tile prefetches instead of reading.
        prefetched_ahead: Pairs of an operand and a distance in elements; of the epilogue, if there
            is a reduction. Each register tile prefetches, before it reads or reduces, what lies so
            far behind its own elements of the operand.
    """

    name: str
    axes: tuple[Axis, ...]
    operands: tuple[Access, ...]
    stores: tuple[Store, ...]
    reduction: Reduction | None = None
    schedule: LoopSchedule = field(default_factory=LoopSchedule)
    prefetch: tuple[Prefetch, ...] = ()
    guard: Access | None = None
    flushing: bool = False
    prefetched_operands: tuple[int, ...] = ()
    prefetched_ahead: tuple[tuple[int, int], ...] = ()

    @property
    def partial_axes(self) -> frozenset[str]:
        """The reduction axes that a loop of the schedule cuts around an output loop, so that
        partial results wait in the output.
        """
        reduced = self.reduction.axes if self.reduction else ()
        loops = [loop.axis for loop in self.schedule.order]
        last = max((n for n, axis in enumerate(loops) if axis not in reduced), default=0)
        return frozenset(loops[:last]).intersection(reduced)


@dataclass(frozen=True, slots=True)
class Buffer:
    """A named, 64-byte aligned buffer.

    Attributes:
        name: The buffer's name.
        dtype: The element type.
        elements: The number of elements.
    """

    name: str
    dtype: str
    elements: int


@dataclass(frozen=True, slots=True)
class Kernel:
    """A parallel region: outer loops around loop nests.

    The outermost `lockstep` loops are executed by all threads together: no thread starts an
    iteration before all have finished the previous one. The next `parallel` loops are distributed
    over the threads. Each thread runs the others by itself; such a loop may cut the reduction of a
    nest that has it among its `partial_axes`. `barriers` adds barriers within an iteration. The
    code between two barriers is a *phase*; each phase of each lockstep iteration is one fork-join
    region. Scratch does not survive a barrier.

    Attributes:
        name: The kernel's name, part of its symbol.
        axes: The axes of the outer loops.
        outer: The outer loops, outermost first.
        parallel: The number of parallel loops; with 0, one thread runs the whole kernel.
        nests: The loop nests, in order of execution.
        arguments: The names of the buffers passed in, in the order of the call's pointers.
        scratch: Buffers private to a thread.
        lockstep: The number of lockstep loops.
        barriers: Ascending numbers of the nests that a barrier precedes.
    """

    name: str
    axes: tuple[Axis, ...]
    outer: tuple[Loop, ...]
    parallel: int
    nests: tuple[LoopNest, ...]
    arguments: tuple[str, ...]
    scratch: tuple[Buffer, ...] = ()
    lockstep: int = 0
    barriers: tuple[int, ...] = ()

    @property
    def together(self) -> tuple[Loop, ...]:
        """The loops that all threads run in lockstep."""
        return self.outer[: self.lockstep]

    @property
    def spread(self) -> tuple[Loop, ...]:
        """The loops that are distributed over the threads."""
        return self.outer[self.lockstep : self.lockstep + self.parallel]

    @property
    def phases(self) -> tuple[tuple[LoopNest, ...], ...]:
        """The loop nests between one barrier and the next."""
        edges = (0, *self.barriers, len(self.nests))
        return tuple(self.nests[first:last] for first, last in pairwise(edges))

    def tiles(self, loops: Sequence[Loop]) -> list[int]:
        """Returns the number of tiles of each of some outer loops over different axes."""
        extents = {axis.name: axis.extent for axis in self.axes}
        return [ceil(extents[loop.axis] / loop.step) for loop in loops]

    @property
    def phase_count(self) -> int:
        """The number of fork-join regions the kernel takes."""
        return prod(self.tiles(self.together)) * len(self.phases)


@dataclass(frozen=True, slots=True)
class LoweredOperator:
    """An operator as kernels over named buffers.

    Buffers are named `input0…` and `output0…`; temporaries and packed constants have their own
    names.

    Attributes:
        kernels: The kernels of one execution, in order.
        prepare: Kernels that run once when a model is loaded. They read constant inputs and fill
            `packed`.
        temporaries: Buffers that live during one execution.
        packed: Buffers for packed constants.
    """

    kernels: tuple[Kernel, ...]
    prepare: tuple[Kernel, ...] = ()
    temporaries: tuple[Buffer, ...] = ()
    packed: tuple[Buffer, ...] = ()


def with_buffers(kernel: Kernel, names: Mapping[str, str]) -> Kernel:
    """Renames the buffers of a kernel.

    Args:
        kernel: The kernel.
        names: New buffer names, by old ones. Two buffers that get the same name become one
            argument.
    """

    def other(access: Access) -> Access:
        return replace(access, buffer=names.get(access.buffer, access.buffer))

    nests = tuple(
        replace(
            nest,
            operands=tuple(map(other, nest.operands)),
            stores=tuple(replace(store, access=other(store.access)) for store in nest.stores),
            guard=nest.guard and other(nest.guard),
        )
        for nest in kernel.nests
    )
    arguments = tuple(dict.fromkeys(names.get(name, name) for name in kernel.arguments))
    return replace(kernel, nests=nests, arguments=arguments)
