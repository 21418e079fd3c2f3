"""Contractions of pairs of bfloat16 by instructions that multiply small matrices (tiles): the
kernels. Which schedules there are and how good they should be:
`aoe.backends.cpu.lowering.amx.amx_space`.

A kernel goes over blocks of rows, panel by panel of columns. In each it first multiplies into a
thread's scratch, which stays in its first caches, and then computes the epilogue of what is there
(stages `multiply` and `finish`). Decisions are those of every contraction
(`aoe.backends.cpu.lowering.contraction.contraction`): `tile` rows × `vectors` vectors of columns
are one register tile, `unroll` is the steps that one instruction takes. Operands come from
`_grouped`; machine code is in `aoe.backends.cpu.codegen.amx_code`.
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
from aoe.backends.cpu.target.cpu_target import CpuTarget as Target
from aoe.loops.expression import Accumulator, Load, renumber
from aoe.loops.loop_nest import Access, Axis, Buffer, Kernel, Loop, LoopNest, LoopSchedule, Store

#: The most rows, and the most steps, that one instruction takes; it takes 16 columns.
ROWS, STEPS = 16, 16
#: The scratch that a thread copies rows into.
BAND = "band"


def kernel(name: str, product: Contraction, schedule: Schedule, target: Target) -> Kernel:
    """A contraction over panels as a parallel region, on one thread if it is small."""
    return joint_kernel(name, [(product, schedule)], target)


def joint_kernel(
    name: str, parts: Sequence[tuple[Contraction, Schedule]], target: Target
) -> Kernel:
    """Contractions over the same batch, rows and columns as one parallel region: each block and
    panel of all of them, one after the other, while what they read is near. Their schedules differ
    in `depth` alone.
    """
    parts = [(with_long_runs(product), schedule) for product, schedule in parts]
    first, schedule = parts[0]
    axes, loops = outer_loops(first, schedule, target)
    flops = sum(product.flops for product, _ in parts)
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
    nests = [nest for part in parts for nest in _stages(*part, width, target)]
    used = [
        access.buffer
        for product, _ in parts
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


def banded_kernel(
    name: str,
    product: Contraction,
    schedule: Schedule,
    target: Target,
    fill: LoopNest,
    elements: int,
) -> Kernel:
    """A contraction over panels whose first operand lies in a thread's scratch, a `BAND` of so many
    elements, for one coordinate of the outer row axes: `fill` fills it, then all columns are gone
    over.
    """
    product = with_long_runs(product)
    axes = product.rows[:-2]
    columns = band_columns(product, schedule, target)
    used = [*fill.operands, product.b, *product.extras, product.output]
    rows = block_rows(product, schedule)
    return Kernel(
        name,
        axes,
        tuple(Loop(axis.name, 1) for axis in axes),
        len(axes) if product.flops > cost.PARALLEL_THRESHOLD * 8 else 0,
        (fill, *_stages(product, schedule, columns, target)),
        tuple(dict.fromkeys(access.buffer for access in used)),
        (
            Buffer(BAND, fill.stores[0].access.dtype, elements),
            Buffer("sums", "float32", rows * columns),
        ),
    )


def band_columns(contraction: Contraction, schedule: Schedule, target: Target) -> int:
    """Columns filled up to whole panels, and to an odd number of vectors, so that rows do not fall
    into few sets of the first cache.
    """
    lanes = target.lanes("float32")
    vectors = ceil(contraction.column.extent / (schedule.vectors * lanes)) * schedule.vectors
    if contraction.apart is not None and vectors % 2 == 0:
        vectors += 1
    return vectors * lanes


def _stages(
    product: Contraction, schedule: Schedule, columns: int, target: Target
) -> tuple[LoopNest, LoopNest]:
    """The products of a block, into rows of sums of so many columns, and what becomes of them."""
    outer, inner = row_axes(product)
    strides = (
        (outer.name, inner.extent * columns),
        (inner.name, columns),
        (product.column.name, 1),
    )
    sums = Access("sums", "float32", tuple(term for term in strides if term[0]))
    multiply = multiply_stage("multiply", product, schedule, sums, target)
    return multiply, finish_stage("finish", product, schedule, sums)


def multiply_stage(
    name: str, product: Contraction, schedule: Schedule, sums: Access, target: Target
) -> LoopNest:
    """The products of a block, stored as the sums that they are."""
    sliced = contractions.sliced(product, schedule.depth)
    body = contractions.nest(
        replace(sliced, extras=_further_parts(sliced), output=sums, epilogue=Accumulator()),
        schedule,
        target.lanes("float32"),
        name,
        panels.ahead(sliced, schedule),
    )
    return replace(body, schedule=replace(body.schedule, matrix=True))


def _further_parts(product: Contraction) -> tuple[Access, ...]:
    """Where the parts but the first of both operands' numbers lie
    (`aoe.backends.cpu.lowering.reduced_precision.split_terms`).
    """
    if product.apart is None:
        return ()
    return tuple(
        replace(item, offset=item.offset + part * apart)
        for part in range(1, product.parts)
        for item, apart in zip((product.a, product.b), product.apart, strict=True)
    )


def finish_stage(name: str, product: Contraction, schedule: Schedule, sums: Access) -> LoopNest:
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
def with_long_runs(contraction: Contraction) -> Contraction:
    """The contraction with its last two reduction axes made one where they lie behind each other in
    both operands, as the channels of neighbouring pixels do, and an instruction takes more steps
    so: of an image of few channels a whole row of the window.
    """
    if len(contraction.reduction) < 2:
        return contraction
    *others, outer, inner = contraction.reduction
    operands = (contraction.a, contraction.b)
    if (
        even_part(outer.extent * inner.extent) <= even_part(inner.extent)
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


def even_part(steps: int) -> int:
    """The largest part that so many steps can be cut into evenly."""
    return max(n for n in range(1, STEPS + 1) if steps % n == 0)


def block_rows(contraction: Contraction, schedule: Schedule) -> int:
    """Rows of a block."""
    outer, inner = row_axes(contraction)
    return schedule.block * (inner.extent if outer.name else 1)
