"""Contractions of pairs of bfloat16 by AMX instructions: the kernels. `amx_space.py` enumerates and
estimates their schedules.

A kernel goes over blocks of rows, and in each over panels of columns. It first multiplies into a
thread's scratch, which stays in its own caches, and then computes the epilogue of these sums (loop
nests `multiply` and `finish`). The decisions are those of every contraction
(`aoe.backends.cpu.lowering.contraction.contraction`): `tile` rows × `vectors` vectors of columns
are one register tile, and `unroll` is the steps of one instruction. Operands come from
`aoe.backends.cpu.implementations.dot_instructions`, machine code from
`aoe.backends.cpu.codegen.amx_code`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from math import ceil

from aoe.backends.cpu.cost import cost
from aoe.backends.cpu.lowering.contraction import contraction as contractions
from aoe.backends.cpu.lowering.contraction import panels
from aoe.backends.cpu.lowering.contraction.contraction import (
    Contraction,
    Schedule,
    outer_loops,
    row_axes,
)
from aoe.backends.cpu.target.cpu_target import CpuTarget
from aoe.loops.expression import Accumulator, Load, renumber
from aoe.loops.loop_nest import Access, Axis, Buffer, Kernel, Loop, LoopNest, LoopSchedule, Store

#: The most rows and the most steps of one instruction. It has 16 columns.
ROWS, STEPS = 16, 16
#: The scratch that a thread copies a strip of rows into.
STRIP = "band"


def kernel(name: str, product: Contraction, schedule: Schedule, target: CpuTarget) -> Kernel:
    """A contraction over panels as a parallel region, on one thread if it is small."""
    return joint_kernel(name, [(product, schedule)], target)


def joint_kernel(
    name: str, joint: Sequence[tuple[Contraction, Schedule]], target: CpuTarget
) -> Kernel:
    """Contractions over the same batch, rows and columns as one parallel region: each block and
    panel of all of them, one after the other, so that what they read is still cached. Their
    schedules differ in `depth` only.
    """
    joint = [(with_merged_reduction(product), schedule) for product, schedule in joint]
    first, schedule = joint[0]
    axes, loops = outer_loops(first, schedule, target)
    flops = sum(product.flops for product, _ in joint)
    parallel = len(loops) if flops > cost.PARALLEL_THRESHOLD * 8 else 0
    width = schedule.vectors * target.lanes("float32")
    outer, inner = row_axes(first)
    blocked = outer if outer.name else inner
    if schedule.parallel == "columns":
        rows = [*first.rows[:-2], blocked]
        loops += tuple(Loop(axis.name, 1) for axis in rows[:-1])
        loops += (Loop(blocked.name, schedule.block),)
        axes += tuple(rows)
    else:
        axes += (first.column,)
    loops += (Loop(first.column.name, width),)
    nests = [nest for item in joint for nest in _nests(*item, width, target)]
    used = [
        access.buffer
        for product, _ in joint
        for access in (product.a, product.b, *product.extras, product.output)
    ]
    return Kernel(
        name,
        tuple(dict.fromkeys(axes)),
        loops,
        parallel,
        tuple(nests),
        tuple(dict.fromkeys(used)),
        (Buffer("sums", "float32", block_rows(first, schedule) * width),),
    )


def strip_kernel(
    name: str,
    product: Contraction,
    schedule: Schedule,
    target: CpuTarget,
    fill: LoopNest,
    elements: int,
) -> Kernel:
    """A contraction over panels whose first operand lies in a thread's scratch.

    Args:
        name: The kernel's name.
        product: The contraction, whose first operand is the buffer `STRIP`.
        schedule: Its schedule.
        target: What it is for.
        fill: The loop nest that fills the strip for one coordinate of the outer row axes.
        elements: Elements of the strip.
    """
    product = with_merged_reduction(product)
    axes = product.rows[:-2]
    columns = strip_columns(product, schedule, target)
    used = [*fill.operands, product.b, *product.extras, product.output]
    rows = block_rows(product, schedule)
    return Kernel(
        name,
        axes,
        tuple(Loop(axis.name, 1) for axis in axes),
        len(axes) if product.flops > cost.PARALLEL_THRESHOLD * 8 else 0,
        (fill, *_nests(product, schedule, columns, target)),
        tuple(dict.fromkeys(access.buffer for access in used)),
        (
            Buffer(STRIP, fill.stores[0].access.dtype, elements),
            Buffer("sums", "float32", rows * columns),
        ),
    )


def strip_columns(contraction: Contraction, schedule: Schedule, target: CpuTarget) -> int:
    """Columns padded to whole panels, and to an odd number of vectors where numbers are split, so
    that rows do not fall into few cache sets.
    """
    lanes = target.lanes("float32")
    vectors = ceil(contraction.column.extent / (schedule.vectors * lanes)) * schedule.vectors
    if contraction.term_strides is not None and vectors % 2 == 0:
        vectors += 1
    return vectors * lanes


def _nests(
    product: Contraction, schedule: Schedule, columns: int, target: CpuTarget
) -> tuple[LoopNest, LoopNest]:
    """The matmul of a block, into rows of `columns` sums, and its epilogue."""
    outer, inner = row_axes(product)
    strides = (
        (outer.name, inner.extent * columns),
        (inner.name, columns),
        (product.column.name, 1),
    )
    sums = Access("sums", "float32", tuple(term for term in strides if term[0]))
    multiply = multiply_nest("multiply", product, schedule, sums, target)
    return multiply, finish_nest("finish", product, schedule, sums)


def multiply_nest(
    name: str, product: Contraction, schedule: Schedule, sums: Access, target: CpuTarget
) -> LoopNest:
    """The matmul of a block, stored as sums."""
    sliced = contractions.sliced(product, schedule.depth)
    body = contractions.nest(
        replace(sliced, extras=_further_terms(sliced), output=sums, epilogue=Accumulator()),
        schedule,
        target.lanes("float32"),
        name,
        panels.prefetches(sliced, schedule),
    )
    return replace(body, schedule=replace(body.schedule, matrix=True))


def _further_terms(product: Contraction) -> tuple[Access, ...]:
    """Where the terms of both operands but the first ones lie
    (`aoe.backends.cpu.lowering.reduced_precision.split_terms`).
    """
    if product.term_strides is None:
        return ()
    return tuple(
        replace(item, offset=item.offset + term * stride)
        for term in range(1, product.terms)
        for item, stride in zip((product.a, product.b), product.term_strides, strict=True)
    )


def finish_nest(name: str, product: Contraction, schedule: Schedule, sums: Access) -> LoopNest:
    """The epilogue of a block's sums."""
    inner = product.rows[-1]
    operands = {0: 0, **{i: i - 1 for i in range(2, 2 + len(product.extras))}}
    column, vectors = product.column, schedule.vectors
    return LoopNest(
        name,
        (*product.batch, *product.rows, column),
        (sums, *product.extras),
        (Store(product.output, renumber(product.epilogue, operands, Load(0))),),
        None,
        LoopSchedule(column.name, vectors, ((inner.name, max(1, 4 // vectors)),)),
        flushing=True,
    )


@lru_cache(maxsize=256)
def with_merged_reduction(contraction: Contraction) -> Contraction:
    """The contraction with its last two reduction axes merged where both operands are contiguous
    along them and an instruction then takes more steps. An example is an image of few channels,
    where a run is a whole row of the window.
    """
    if len(contraction.reduction) < 2:
        return contraction
    *others, outer, inner = contraction.reduction
    operands = (contraction.a, contraction.b)
    if (
        largest_divisor(outer.extent * inner.extent) <= largest_divisor(inner.extent)
        or any(item.bounds for item in operands)
        or any(
            item.stride(outer.name) != item.stride(inner.name) * inner.extent for item in operands
        )
    ):
        return contraction
    a, b = (
        replace(item, strides=tuple(term for term in item.strides if term[0] != outer.name))
        for item in operands
    )
    run = Axis(inner.name, outer.extent * inner.extent)
    return replace(contraction, reduction=(*others, run), a=a, b=b)


def largest_divisor(steps: int) -> int:
    """The largest divisor of `steps` that one instruction can take."""
    return max(n for n in range(1, STEPS + 1) if steps % n == 0)


def block_rows(contraction: Contraction, schedule: Schedule) -> int:
    """Rows of a block."""
    outer, inner = row_axes(contraction)
    return schedule.block * (inner.extent if outer.name else 1)
