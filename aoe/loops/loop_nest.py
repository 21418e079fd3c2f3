"""Loop nests as data: stages, kernels and the programs operators lower to.

A *stage* is one loop nest: named axes, operands with affine indices, a scalar expression,
optionally reduced, and stores. Its *schedule* says which axis is the vector, which axes are
unrolled into registers, and the order and tiles of the loops. A *kernel* is a parallel region:
outer loops, the first of them spread over threads, around stages run one after another (scratch
between them stays in a core's cache). A *program* is what an operator becomes: kernels run in
order, and `prepare` kernels run once per loaded model, which pack constant operands.

Everything is static: extents, strides, tiles. Layouts are strides, so a transposed, sliced or
padded operand costs nothing here. Code is made from this by `aoe.backends` (LLVM IR on CPUs).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from math import ceil, prod

from aoe.loops.expression import Expression


@dataclass(frozen=True, slots=True)
class Axis:
    """A loop axis: coordinates 0 … extent − 1."""

    name: str
    extent: int


@dataclass(frozen=True, slots=True)
class Bound:
    """The condition 0 ≤ Σ coefficient·axis + offset < extent on one coordinate of an access."""

    terms: tuple[tuple[str, int], ...]
    offset: int
    extent: int


@dataclass(frozen=True, slots=True)
class Indirect:
    """A data-dependent index: the integer loaded by operand `operand`, wrapped if negative, clamped
    to `extent`, times `stride`.
    """

    operand: int
    stride: int
    extent: int


@dataclass(frozen=True, slots=True)
class Access:
    """Where an operand or store touches a buffer: element offset + Σ stride·axis (+ indirect).

    Where a bound does not hold, a load gives `fill` and touches no memory; a store is skipped.
    Strides and offset are in elements of `dtype`. Axes that are not named have stride 0.
    `within` gives strides that hold between the elements of one register tile, where they differ
    from those between tiles: a panel packed as wide as the tile has stride 1 within.
    In a kernel's scratch, coordinates of the outer axes count from the current outer tile.
    """

    buffer: str
    dtype: str
    strides: tuple[tuple[str, int], ...]
    offset: int = 0
    bounds: tuple[Bound, ...] = ()
    fill: float = 0.0
    indirect: tuple[Indirect, ...] = ()
    within: tuple[tuple[str, int], ...] = ()

    def stride(self, axis: str) -> int:
        """The element stride along `axis`, 0 if the access does not depend on it."""
        return dict(self.strides).get(axis, 0)

    def stride_within(self, axis: str) -> int:
        """The element stride along `axis` inside a register tile."""
        return dict(self.within).get(axis, self.stride(axis))


@dataclass(frozen=True, slots=True)
class Reduction:
    """`combine` ("sum", "max", "min" or "prod") of `element` over `axes`, from `combine`'s neutral
    element.
    """

    combine: str
    axes: tuple[str, ...]
    element: Expression


@dataclass(frozen=True, slots=True)
class Store:
    """`value` written at `access`. With a reduction, `value` may use `Accumulator()` and only
    output axes.
    """

    access: Access
    value: Expression


@dataclass(frozen=True, slots=True)
class Prefetch:
    """Addresses to fetch into the second-level cache ahead of their use; they change no result, so
    they may lie outside the buffer.

    They start `offset` elements behind where operand `operand` is when the kernel's outer loops
    enter the stage, and move by `strides` from there. Every step of the reduction fetches as many
    bytes as the innermost reduction axis moves on, from each of `streams` places, which are `apart`
    elements from one to the next.
    """

    operand: int
    strides: tuple[tuple[str, int], ...]
    offset: int
    streams: int = 1
    apart: int = 0


@dataclass(frozen=True, slots=True)
class Loop:
    """A loop over `axis` in steps of `step`; further loops over the same axis refine it.

    `apart`, of a reduction loop inside all output loops: what each step reduces is reduced on its
    own and then combined with the rest, so that rounding errors of a long sum do not add up.
    """

    axis: str
    step: int
    apart: bool = False


@dataclass(frozen=True, slots=True)
class LoopSchedule:
    """How a stage's loops run.

    `vector`: the vectorised axis ("" = scalar code), `vectors`: how many vectors of it one register
    tile holds. `tile`: register tile of further axes; output axes are unrolled and jammed,
    reduction axes unrolled. `order`: loops from outside in. An axis may occur several times with
    falling steps (cache tiles); axes of the register tile get their innermost loop at the place of
    their last entry. Axes not named run inside all others, in the stage's axis order, reductions
    innermost. If a reduction loop encloses an output loop, partial results are kept in the stage's
    (single) output, which must be of the accumulator's dtype.

    `matrix`: the register tile is computed by instructions that multiply small matrices, where the
    CPU has them: the sum of `dot2` of its first operand, which depends on the rows, and its second,
    which depends on the columns, along the last reduction axis, stored as it is; or of several such
    products, one added to the other, of operands of the same strides. Rows at the end
    may be computed twice, unless a reduction loop encloses them, and columns are to whole vectors:
    there must be room for them in the second operand and in the output.
    """

    vector: str = ""
    vectors: int = 1
    tile: tuple[tuple[str, int], ...] = ()
    order: tuple[Loop, ...] = ()
    matrix: bool = False


@dataclass(frozen=True, slots=True)
class LoopNest:
    """One loop nest. Axes include those of the kernel's outer loops that the stage depends on.

    `prefetch`: what to bring nearer in every step of the reduction. `guard`: an integer whose place
    depends on the kernel's outer loops only; where it is 0 the stage is left out. `flushing`: what
    is stored in 16 bits may have zeros for denormal numbers, as sums of `dot2` have anyway.
    `ahead`: operands, of a stage without a reduction, of which each register tile fetches its part
    into the second-level cache instead of reading it.
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
    ahead: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Buffer:
    """A named piece of memory of `elements` elements of `dtype`, aligned to 64 bytes."""

    name: str
    dtype: str
    elements: int


@dataclass(frozen=True, slots=True)
class Kernel:
    """A parallel region: the outer loops, of which the first `parallel` are spread over the
    threads, around stages.

    `arguments`: the names of buffers passed in, in order of the call's pointers. `scratch`: buffers
    private to a thread. With `parallel` = 0 one thread runs the whole kernel.

    `lockstep`: so many loops outside the parallel ones are gone through by all threads together, of
    which none begins a turn before all have finished the one before. `waits`: numbers of stages,
    rising, before which threads wait for each other within a turn, too. Scratch keeps nothing over
    a wait. Every part of a turn is a region of its own, a *round* of the kernel.
    """

    name: str
    axes: tuple[Axis, ...]
    outer: tuple[Loop, ...]
    parallel: int
    nests: tuple[LoopNest, ...]
    arguments: tuple[str, ...]
    scratch: tuple[Buffer, ...] = ()
    lockstep: int = 0
    waits: tuple[int, ...] = ()

    @property
    def together(self) -> tuple[Loop, ...]:
        """The loops that all threads go through together."""
        return self.outer[: self.lockstep]

    @property
    def spread(self) -> tuple[Loop, ...]:
        """The loops that are spread over the threads."""
        return self.outer[self.lockstep : self.lockstep + self.parallel]

    @property
    def phases(self) -> tuple[tuple[LoopNest, ...], ...]:
        """The stages between one wait and the next."""
        edges = (0, *self.waits, len(self.nests))
        return tuple(self.nests[first:last] for first, last in pairwise(edges))

    def tiles(self, loops: Sequence[Loop]) -> list[int]:
        """How many tiles each of some outer loops, over different axes, has."""
        extents = {axis.name: axis.extent for axis in self.axes}
        return [ceil(extents[loop.axis] / loop.step) for loop in loops]

    @property
    def phase_count(self) -> int:
        """How many parallel regions it takes."""
        return prod(self.tiles(self.together)) * len(self.phases)


@dataclass(frozen=True, slots=True)
class LoweredOperator:
    """An operator, lowered. Buffers are named `input0…`, `output0…`, and as in `temporaries` and
    `packed`.

    `prepare` kernels run once when a model is loaded; they read constant inputs and fill `packed`.
    """

    kernels: tuple[Kernel, ...]
    prepare: tuple[Kernel, ...] = ()
    temporaries: tuple[Buffer, ...] = ()
    packed: tuple[Buffer, ...] = ()


def with_buffers(kernel: Kernel, names: Mapping[str, str]) -> Kernel:
    """A kernel that uses other buffers, where `names` has them by their names; what becomes one
    buffer so is one argument.
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
