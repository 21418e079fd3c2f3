"""Contractions and their schedules: out[rows, column] = epilogue(Σ a[rows, reduction] ·
b[reduction, column]).

Convolutions and matrix multiplications become a `Contraction`: it says which axes are rows, column
and reduction, and where the operands lie. One kind of schedule then gives the kernel. The register
tile is `tile` rows × `vectors` vectors of columns. Column panels of b run over a `block` of rows,
so that a's block and b's panel stay in cache. Threads share row blocks or column panels. The
structure is that of BLIS (Van Zee and van de Geijn, TOMS 2015).

`contraction_space.py` enumerates and estimates schedules, `panels.py` packs b, `slices.py` is for
operands that are read where they lie. Used by `aoe.backends.cpu.implementations`.
"""

from __future__ import annotations

from collections.abc import Sequence, Set
from dataclasses import dataclass, replace
from math import ceil, prod

from aoe.backends.cpu.lowering.sum_parts import reduction_loops
from aoe.backends.cpu.target.cpu_target import CpuTarget
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
from aoe.loops.outside_bounds import is_checked_in_front
from aoe.operators.operator import Operand
from aoe.policy import Decision, Policy


@dataclass(frozen=True, slots=True)
class Contraction:
    """The axes and operands of a contraction.

    Attributes:
        batch: Axes that select both a and b (convolution groups, batches of matmuls).
        rows: The other output axes but the column, outermost first.
        column: The output axis that is vectorised.
        reduction: The axes that are summed over, outermost first.
        a: The first operand.
        b: The second operand.
        extras: What else the epilogue reads. In the epilogue, operand 0 is a, 1 is b, 2… are these.
        output: Where results go.
        epilogue: What is stored, as an expression of the sum.
        slices: Reduction axes outside the row loops, whose partial sums wait in the output.
        element: What is summed, by default the product of a and b.
        term_strides: Elements between the terms of a's numbers, and of b's, where numbers are split
            (`aoe.backends.cpu.lowering.reduced_precision.split_terms`).
        terms: Terms that each number is split into.
        roots: How many times the root of their length the parts of long sums are long; 0 for one
            part. Parts round less (`aoe.backends.cpu.lowering.sum_parts`).
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
    term_strides: tuple[int, int] | None = None
    terms: int = 1
    roots: float = 0.0

    @property
    def flops(self) -> int:
        """Multiplications and additions."""
        axes = (*self.batch, *self.rows, self.column, *self.slices, *self.reduction)
        return 2 * prod(axis.extent for axis in axes)


@dataclass(frozen=True, slots=True, order=True)
class Schedule:
    """The decisions of a contraction.

    Attributes:
        tile: Register tile over the last two row axes. The first is 1 if there is only one.
        vectors: Vectors of columns in the register tile.
        unroll: Reduction steps per iteration.
        block: Coordinates of the outer of these row axes that one panel after another runs over
            before the next block.
        depth: Coordinates of the outermost reduction axis that are summed before the next slice.
            Partial sums wait in the output.
        prefetch: 0 for none, 1 to prefetch the next panel or, where nothing is packed, the next
            slice (`slices.py`), 2 to do so in several streams.
        parallel: "rows" if threads share blocks of rows, "columns" if each has its part of the
            columns.
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


def element_product(dtype: str) -> Expression:
    """What a contraction sums: the product of its operands, one of which has this type and the
    other one as wide. Integers of less than 32 bits are multiplied in int32.
    """
    if is_floating(dtype) or ITEM_BYTES[dtype] >= 4:
        return apply("mul", Load(0), Load(1))
    return apply("mul", cast(Load(0), "int32"), cast(Load(1), "int32"))


def contractible(a: Operand, b: Operand) -> bool:
    """Whether contractions of such operands are implemented: of equal types, of bytes, and of types
    that are computed in float32.
    """
    if "bool" in (a.dtype, b.dtype):
        return False
    bytes_only = {a.dtype, b.dtype} <= {"int8", "uint8"}
    return computed_type(a.dtype) == computed_type(b.dtype) or bytes_only


def merge_rows(contraction: Contraction) -> Contraction:
    """The contraction with neighbouring row axes merged wherever every operand allows it. Row axes
    of size 1 are dropped.
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
    """The contraction over these rows only. Its operands no longer depend on other row axes."""
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
    """The access with all axes but `names` fixed at 0."""
    return replace(
        access,
        strides=tuple(term for term in access.strides if term[0] in names),
        tile_strides=tuple(term for term in access.tile_strides if term[0] in names),
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
    """The contraction with the outermost reduction axis cut into slices of `depth` coordinates, a
    divisor of its size, inside the slices that it has. Slices enclose the row loops.
    """
    first, *others = contraction.reduction
    if depth == first.extent:
        return contraction
    if depth == 1 and others:
        return replace(contraction, slices=(*contraction.slices, first), reduction=tuple(others))
    axis = Axis("d", first.extent // depth)

    def cut(access: Access) -> Access:
        stride = access.stride(first.name)
        strides = (*access.strides, ("d", depth * stride))
        return replace(access, strides=tuple(term for term in strides if term[1]))

    return replace(
        contraction,
        slices=(*contraction.slices, axis),
        reduction=(Axis(first.name, depth), *others),
        a=cut(contraction.a),
        b=cut(contraction.b),
    )


def row_axes(contraction: Contraction) -> tuple[Axis, Axis]:
    """The two row axes of the register tile. The first has size 1 if there is only one."""
    rows = contraction.rows
    return (rows[-2], rows[-1]) if len(rows) > 1 else (Axis("", 1), rows[-1])


def refitted(schedule: Schedule, dense: Contraction, contraction: Contraction) -> Schedule:
    """A schedule of `dense` for a contraction with two row axes where `dense` has one, as where an
    operand is read backwards: register tile and block keep about as many rows.
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
    """Of the row axis that is cut into blocks: its size, the rows of a register tile, and a
    thread's share in whole register tiles.
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
    threads: int = 0,
) -> LoopNest:
    """The loop nest of a sliced contraction. `outer_loops` gives the outer loops of its kernel.

    Args:
        contraction: The contraction.
        schedule: Its schedule.
        lanes: Elements of a vector.
        name: The nest's name, for messages.
        prefetch: What to fetch along the way.
        threads: How many share the blocks of rows; 0 where that is not known.
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
    order += reduction_loops(contraction.reduction, dict(tile), contraction.roots)
    reduction = (*contraction.slices, *contraction.reduction)
    return LoopNest(
        name,
        (*contraction.batch, *contraction.rows, contraction.column, *reduction),
        (contraction.a, contraction.b, *contraction.extras),
        (Store(contraction.output, contraction.epilogue),),
        Reduction(
            "sum",
            tuple(axis.name for axis in reduction),
            contraction.element or element_product(contraction.a.dtype),
        ),
        LoopSchedule(contraction.column.name, schedule.vectors, tuple(tile), tuple(order)),
        prefetch,
        prefetched_ahead=() if contraction.slices else _ahead(contraction, schedule, threads),
    )


def _ahead(
    contraction: Contraction, schedule: Schedule, threads: int
) -> tuple[tuple[int, int], ...]:
    """What each register tile prefetches of operands of the epilogue that are as large as the
    output: what the same tile of the next block of rows reads, or where a thread has one block,
    what it reads itself once it has reduced.
    """
    outer, inner = row_axes(contraction)
    row = outer if outer.name else inner
    blocks = row.extent // schedule.block if schedule.parallel == "rows" else 0
    ahead = schedule.block if threads and blocks >= 2 * threads else 0
    return tuple(
        (number, ahead * access.stride(row.name))
        for number, access in enumerate(contraction.extras, start=2)
        if is_residual(contraction, access) and access.stride(contraction.column.name) == 1
    )


def is_residual(contraction: Contraction, access: Access) -> bool:
    """Whether an operand of the epilogue is as large as the output."""
    along = (contraction.column, *contraction.rows)
    return all(access.stride(axis.name) for axis in along if axis.extent > 1)


def has_checks_in_front(contraction: Contraction, unroll: int) -> bool:
    """Whether `nest` checks the bounds of a in front of its innermost loop, not in each step.

    Args:
        contraction: A sliced contraction.
        unroll: That of the schedule.
    """
    last = contraction.reduction[-1]
    step = min(unroll, last.extent)
    loops = reduction_loops(contraction.reduction, {last.name: step}, contraction.roots)
    parts = [loop.step for loop in loops if loop.axis == last.name and loop.step]
    length = min(parts, default=last.extent)
    return length > step and is_checked_in_front(contraction.a, last.name, length)


def outer_loops(
    contraction: Contraction, schedule: Schedule, target: CpuTarget
) -> tuple[tuple[Axis, ...], tuple[Loop, ...]]:
    """The axes and loops that threads share. All of them are parallel."""
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
        if is_interleaved(contraction, blocked):
            axes, loops = [*rows, *axes], [*steps, *loops]
        else:
            axes, loops = [*axes, *rows], [*loops, *steps]
    return tuple(axes), tuple(loops)


def is_interleaved(contraction: Contraction, row: Axis) -> bool:
    """Whether a and the output interleave the batch within a row, as the channel groups of a pixel
    are. A thread then takes whole rows, as without groups: it has mostly written itself what it
    reads.
    """
    operands = (contraction.a, contraction.output)
    return all(
        operand.stride(axis.name) < operand.stride(row.name)
        for axis in contraction.batch
        for operand in operands
    )
