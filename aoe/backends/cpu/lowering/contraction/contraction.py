"""Contractions: out[rows, column] = epilogue(Σ a[rows, reduction] · b[reduction, column]), and
their schedules.

Convolutions and matrix products become a `Contraction` (which axes are rows, column and reduction,
and how the operands lie), then a kernel by one and the same schedule: the register tile is `tile`
rows × `vectors` vectors of columns; column panels of b run over a `block` of rows, so that a's
block and b's panel stay in cache; threads share row blocks or column panels. Used by
`aoe.operators.implementations` (conv_direct, conv_winograd, matmul). Which schedules there are and
how good they should be: `aoe.backends.cpu.lowering.contraction.contraction_space`.
"""

from __future__ import annotations

from collections.abc import Sequence, Set
from dataclasses import dataclass, replace
from math import ceil, prod

from aoe.backends.cpu.target.cpu_target import CpuTarget as Target
from aoe.element_types import ITEM_BYTES, computed_type, is_floating
from aoe.errors import PolicyError
from aoe.loops.expression import Expression, Load, apply, cast
from aoe.loops.loop_nest import (
    Access,
    Axis,
    Loop,
    LoopNest,
    LoopSchedule,
    Prefetch,
    Reduction,
    Store,
)
from aoe.operators.operator import Operand
from aoe.policy import Decision, Policy


@dataclass(frozen=True, slots=True)
class Contraction:
    """The axes and operands of a contraction.

    `batch`: axes that select a and b alike (groups, batches of products); `rows`: the other output
    axes but one, outermost first; `column`: the output axis that is vectorised. `extras`: what the
    epilogue reads; in it, operand 0 is a, 1 is b, 2… the extras. `element`: what is summed up, by
    default the product. `apart`: elements between the parts of a's numbers, and of b's, where both
    are sums of so many `parts` (`aoe.backends.cpu.lowering.reduced_precision.split_terms`).
    """

    batch: tuple[Axis, ...]
    rows: tuple[Axis, ...]
    column: Axis
    reduction: tuple[Axis, ...]
    a: Access
    b: Access
    extras: tuple[Access, ...]
    output: Access
    epilogue: Expression
    slices: tuple[Axis, ...] = ()
    element: Expression | None = None
    apart: tuple[int, int] | None = None
    parts: int = 1

    @property
    def flops(self) -> int:
        """Multiplications and additions."""
        axes = (*self.batch, *self.rows, self.column, *self.slices, *self.reduction)
        return 2 * prod(axis.extent for axis in axes)


@dataclass(frozen=True, slots=True, order=True)
class Schedule:
    """The decisions of a contraction.

    `tile`: register tile over the last two row axes (the first is 1 where there is only one row
    axis); `vectors`: vectors of columns in it; `unroll`: reduction steps per iteration; `block`:
    how many coordinates of the outer of these row axes are gone over panel by panel before the next
    are begun; `depth`: how much of the outermost reduction axis is summed up before the next part,
    partial sums waiting in the output; `prefetch`: 1 if the next panel is fetched ahead of its use,
    2 if from several places of it at a time;
    `parallel`: "rows" (blocks of rows are shared out to threads) or "columns" (every thread has its
    part of the columns).
    """

    tile: tuple[int, int]
    vectors: int
    unroll: int
    block: int
    depth: int
    prefetch: int
    parallel: str

    def decisions(self) -> dict[str, Decision]:
        """The schedule part of a policy."""
        return {
            "tile": self.tile,
            "vectors": self.vectors,
            "unroll": self.unroll,
            "block": self.block,
            "depth": self.depth,
            "prefetch": self.prefetch,
            "parallel": self.parallel,
        }


def schedule_of(policy: Policy) -> Schedule:
    """The schedule a policy holds. Raises `PolicyError` if a decision is missing or of the wrong
    kind.
    """
    given = dict(policy.schedule)
    tile = given.get("tile")
    numbers = [given.get(name) for name in ("vectors", "unroll", "block", "depth")]
    prefetch, parallel = given.get("prefetch"), given.get("parallel")
    if (
        not isinstance(tile, tuple)
        or len(tile) != 2
        or not all(isinstance(n, int) and n >= 1 for n in (*tile, *numbers))
        or not isinstance(prefetch, int)
        or prefetch not in (0, 1, 2)
        or parallel not in ("rows", "columns")
    ):
        raise PolicyError(f"not a contraction's schedule: {given}")
    outer, inner = (int(n) for n in tile)
    vectors, unroll, block, depth = (int(n) for n in numbers if isinstance(n, int))
    return Schedule((outer, inner), vectors, unroll, block, depth, prefetch, str(parallel))


def product_of(a: str, b: str) -> Expression:
    """What a contraction sums up: the product of its operands, of narrow integers in int32."""
    if is_floating(a) or ITEM_BYTES[a] >= 4:
        return apply("mul", Load(0), Load(1))
    return apply("mul", cast(Load(0), "int32"), cast(Load(1), "int32"))


def contractible(a: Operand, b: Operand) -> bool:
    """Whether products of such operands are computed: of equal types, of bytes, and of numbers that
    are float32 once they are read.
    """
    if "bool" in (a.dtype, b.dtype):
        return False
    bytes_only = {a.dtype, b.dtype} <= {"int8", "uint8"}
    return computed_type(a.dtype) == computed_type(b.dtype) or bytes_only


def merge_rows(contraction: Contraction) -> Contraction:
    """The contraction with neighbouring row axes made one wherever every operand allows it; its
    operands no longer speak of axes of extent 1 that it does without.
    """
    rows = [axis for axis in contraction.rows if axis.extent > 1] or list(contraction.rows[-1:])
    accesses = (contraction.a, *contraction.extras, contraction.output)
    index = len(rows) - 2
    while index >= 0:
        outer, inner = rows[index], rows[index + 1]
        if all(_mergeable(access, outer, inner) for access in accesses):
            rows[index : index + 2] = [Axis(inner.name, outer.extent * inner.extent)]
        index -= 1
    return over_rows(contraction, rows)


def over_rows(contraction: Contraction, rows: Sequence[Axis]) -> Contraction:
    """The contraction over these rows; its operands no longer speak of other row axes."""
    axes = (
        *contraction.batch,
        *rows,
        contraction.column,
        *contraction.slices,
        *contraction.reduction,
    )
    names = {axis.name for axis in axes}
    return replace(
        contraction,
        rows=tuple(rows),
        a=_along(contraction.a, names),
        b=_along(contraction.b, names),
        extras=tuple(_along(access, names) for access in contraction.extras),
        output=_along(contraction.output, names),
    )


def _along(access: Access, names: Set[str]) -> Access:
    """The access as it is where all axes but `names` stay at 0."""
    return replace(
        access,
        strides=tuple(term for term in access.strides if term[0] in names),
        within=tuple(term for term in access.within if term[0] in names),
        bounds=tuple(
            replace(bound, terms=tuple(term for term in bound.terms if term[0] in names))
            for bound in access.bounds
        ),
    )


def _mergeable(access: Access, outer: Axis, inner: Axis) -> bool:
    bounded = {axis for bound in access.bounds for axis, _ in bound.terms}
    fits = access.stride(outer.name) == access.stride(inner.name) * inner.extent
    return fits and not bounded & {outer.name, inner.name}


def sliced(contraction: Contraction, depth: int) -> Contraction:
    """The contraction with the outermost reduction axis cut into slices of `depth` coordinates,
    which enclose the rows; `depth` divides its extent.
    """
    first, *others = contraction.reduction
    if depth == first.extent:
        return contraction
    if depth == 1 and others:
        return replace(contraction, slices=(first,), reduction=tuple(others))
    axis = Axis("d", first.extent // depth)

    def cut(access: Access) -> Access:
        stride = access.stride(first.name)
        strides = (*access.strides, ("d", depth * stride))
        return replace(access, strides=tuple(term for term in strides if term[1]))

    return replace(
        contraction,
        slices=(axis,),
        reduction=(Axis(first.name, depth), *others),
        a=cut(contraction.a),
        b=cut(contraction.b),
    )


def row_axes(contraction: Contraction) -> tuple[Axis, Axis]:
    """The two row axes of the register tile; the first has extent 1 if there is only one."""
    rows = contraction.rows
    return (rows[-2], rows[-1]) if len(rows) > 1 else (Axis("", 1), rows[-1])


def as_they_lie(schedule: Schedule, dense: Contraction, contraction: Contraction) -> Schedule:
    """A schedule of `dense`, whose rows are one axis, for a contraction whose rows lie so that they
    are two, as where one is gone through backwards: about as many rows in register tile and block.
    """
    outer, inner = row_axes(contraction)
    if row_axes(dense)[0].name or not outer.name:
        return schedule
    rows = schedule.tile[1]
    width = ceil(inner.extent / ceil(inner.extent / rows))
    height = min(rows // width, outer.extent) if width == inner.extent else 1
    block = min(ceil(schedule.block / inner.extent), outer.extent)
    return replace(schedule, tile=(height, width), block=block)


def shared_rows(contraction: Contraction, schedule: Schedule, threads: int) -> tuple[int, int, int]:
    """Of the row axis that blocks are cut along: its extent, the rows of a register tile, and a
    thread's share in whole ones of these.
    """
    outer, inner = row_axes(contraction)
    size, step = inner.extent, schedule.tile[1]
    if outer.name:
        size, step = outer.extent, schedule.tile[0]
    return size, step, ceil(size / step / threads) * step


def nest(
    contraction: Contraction,
    schedule: Schedule,
    lanes: int,
    name: str,
    prefetch: tuple[Prefetch, ...] = (),
) -> LoopNest:
    """The loop nest of a sliced contraction; the kernel's outer loops come from `outer_loops`.
    `prefetch`: what to fetch along the way.
    """
    outer, inner = row_axes(contraction)
    tile = [(inner.name, schedule.tile[1])]
    order = [Loop(axis.name, 1) for axis in (*contraction.batch, *contraction.rows[:-2])]
    order += [Loop(axis.name, 1) for axis in contraction.slices]
    if outer.name:
        tile.append((outer.name, schedule.tile[0]))
        order.append(Loop(outer.name, schedule.block))
    else:
        order.append(Loop(inner.name, schedule.block))
    order.append(Loop(contraction.column.name, schedule.vectors * lanes))
    order += [Loop(axis.name, 0) for axis in (outer, inner) if axis.name]
    last = contraction.reduction[-1]
    tile.append((last.name, min(schedule.unroll, last.extent)))
    if len(contraction.reduction) > 1 and schedule.unroll > last.extent:
        before = contraction.reduction[-2]
        tile.append((before.name, min(schedule.unroll // last.extent, before.extent)))
    order += [Loop(axis.name, 0) for axis in contraction.reduction]
    reduction = (*contraction.slices, *contraction.reduction)
    return LoopNest(
        name,
        (*contraction.batch, *contraction.rows, contraction.column, *reduction),
        (contraction.a, contraction.b, *contraction.extras),
        (Store(contraction.output, contraction.epilogue),),
        Reduction(
            "sum",
            tuple(axis.name for axis in reduction),
            contraction.element or product_of(contraction.a.dtype, contraction.b.dtype),
        ),
        LoopSchedule(contraction.column.name, schedule.vectors, tuple(tile), tuple(order)),
        prefetch,
    )


def outer_loops(
    contraction: Contraction, schedule: Schedule, target: Target
) -> tuple[tuple[Axis, ...], tuple[Loop, ...]]:
    """The axes and loops that threads share; all of them are parallel."""
    outer, inner = row_axes(contraction)
    axes = list(contraction.batch)
    loops = [Loop(axis.name, 1) for axis in contraction.batch]
    if schedule.parallel == "columns":
        axes.append(contraction.column)
        width = schedule.vectors * target.lanes("float32")
        panels = ceil(contraction.column.extent / width)
        loops.append(Loop(contraction.column.name, ceil(panels / target.threads) * width))
    else:
        blocked = outer if outer.name else inner
        rows = [*contraction.rows[:-2], blocked]
        steps = [Loop(axis.name, 1) for axis in rows[:-1]] + [Loop(blocked.name, schedule.block)]
        if is_beside(contraction, blocked):
            axes, loops = [*rows, *axes], [*steps, *loops]
        else:
            axes, loops = [*axes, *rows], [*loops, *steps]
    return tuple(axes), tuple(loops)


def is_beside(contraction: Contraction, row: Axis) -> bool:
    """Whether what the batch axes select lies side by side within a row, of a and of the result, as
    the groups of channels of a pixel do. Then a thread has all of a row, as it has of rows without
    groups: what it reads it has mostly written itself.
    """
    operands = (contraction.a, contraction.output)
    return all(
        operand.stride(axis.name) < operand.stride(row.name)
        for axis in contraction.batch
        for operand in operands
    )
