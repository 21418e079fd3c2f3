"""A kernel of rows whose values stay in registers: reductions, softmax, normalisations.

A row is all elements with equal coordinates along the kept axes. Some threads share a row: each has
some of its elements, for all loop nests. What a nest computes of an element for later nests stays
in registers of the thread that has the element. What it reduces a row to is exchanged, so that
every thread of the row has it. So every element is read once and written once. Where a row is too
long for registers, and nests keep nothing of its elements, each nest reads it again.

Where memory is contiguous along the rows, neighbouring threads take neighbouring elements of a row,
`vector` at a time. Where it is contiguous along a kept axis, neighbouring threads take neighbouring
rows, `vector` at a time, and the threads that share rows are a block's width apart.

`aoe.backends.cuda.codegen.row_code` emits these kernels.
"""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from math import ceil, gcd, prod

from aoe.backends.cuda.kernels.simt_kernel import EXCHANGE, SimtKernel
from aoe.backends.cuda.target.cuda_target import WARP
from aoe.loops.loop_nest import Access, Axis, Kernel, LoopNest

#: Elements of a row that one thread keeps in registers at most.
MOST_KEPT = 64
#: Bytes with which a thread exchanges one value.
VALUE = 8


@dataclass(frozen=True, slots=True)
class RowKernel(SimtKernel):
    """A kernel of rows.

    Attributes:
        shares: Threads that share a row: a power of two; the whole block, or at most a warp where
            vectors lie along rows.
        vector: Neighbouring elements that a thread has.
        across: Whether vectors lie along a kept axis, so that a thread has several rows.
    """

    shares: int = WARP
    vector: int = 1
    across: bool = False

    @property
    def kept(self) -> tuple[Axis, ...]:
        """The axes of rows. Along the last one rows are contiguous, if they are across."""
        return self.axes

    @property
    def reduced(self) -> tuple[Axis, ...]:
        """The axes of elements, outermost in memory first."""
        kept = {axis.name for axis in self.axes}
        return tuple(axis for axis in self.nests[-1].axes if axis.name not in kept)

    @property
    def length(self) -> int:
        """Elements of a row."""
        return prod(axis.extent for axis in self.reduced)

    @property
    def groups(self) -> int:
        """Rows, or sets of `vector` rows if these lie across."""
        rows = prod(axis.extent for axis in self.kept)
        return rows // self.vector if self.across else rows

    @property
    def chunks(self) -> int:
        """Vectors, or elements of each of its rows, that a thread has."""
        return ceil(self.length / (self.shares * (1 if self.across else self.vector)))

    @property
    def is_kept(self) -> bool:
        """Whether rows stay in registers."""
        return self.chunks * self.vector <= MOST_KEPT

    @property
    def keeps_elements(self) -> bool:
        """Whether a nest keeps something of each element for later nests."""
        return any(nest.reduction is None for nest in self.nests[:-1])

    @property
    def tasks(self) -> int:
        """Blocks."""
        return ceil(self.groups / (self.block // self.shares))

    @property
    def shared_bytes(self) -> int:
        """Bytes of shared memory of a block, for exchanges."""
        if self.across:
            return self.block * self.vector * VALUE if self.shares > 1 else 0
        return EXCHANGE if self.shares > WARP else 0

    @property
    def along(self) -> str:
        """The axis of vectors."""
        return (self.kept if self.across else self.reduced)[-1].name


def row_kernel(kernel: Kernel, block: int, shares: int, vector: int) -> RowKernel:
    """A kernel of `aoe.backends.cpu.implementations.reduction._row_kernels` in rows.

    Args:
        kernel: The kernel.
        block: Threads of a block.
        shares: Threads that share a row.
        vector: Neighbouring elements that a thread has, if so many divide their axis.
    """
    own = {item.name: getattr(kernel, item.name) for item in fields(Kernel)}
    own |= {"outer": (), "parallel": 0}
    made = RowKernel(**own, block=block, shares=shares, across=is_across(kernel))
    extents = {axis.name: axis.extent for axis in (*made.kept, *made.reduced)}
    vector = gcd(vector, extents[made.along])
    block = shares if shares > WARP and not made.across else block
    return replace(made, vector=vector, block=block)


def is_across(kernel: Kernel) -> bool:
    """Whether what it reads is contiguous along its last kept axis rather than along its rows."""
    last = kernel.axes[-1]
    first = kernel.nests[0].operands[0]
    return last.extent > 1 and first.stride(last.name) == 1


def merged(kernel: RowKernel) -> tuple[LoopNest, tuple[tuple[int | str, ...], ...]]:
    """One loop nest with everything that a kernel touches in memory, and what each operand of each
    nest is: the number of an operand of that one, or the name of what an earlier nest has kept.
    """
    kept = {buffer.name for buffer in kernel.scratch}
    found: dict[Access, int] = {}
    numbers = []
    for nest in kernel.nests:

        def number(operand: int, nest: LoopNest = nest) -> int:
            access = nest.operands[operand]
            indirect = tuple(
                replace(item, operand=number(item.operand)) for item in access.indirect
            )
            return found.setdefault(replace(access, indirect=indirect), len(found))

        numbers.append(
            tuple(
                access.buffer if access.buffer in kept else number(operand)
                for operand, access in enumerate(nest.operands)
            )
        )
    last = kernel.nests[-1]
    return (
        LoopNest(kernel.name, (*kernel.kept, *kernel.reduced), tuple(found), last.stores),
        tuple(numbers),
    )
