"""LLVM IR of a loop nest whose points threads share.

A thread takes a point, or a tile of neighbouring points: its number becomes coordinates, contiguous
memory along the fastest one, so that a warp reads and writes whole cache lines. Expressions are
those of `aoe.backends.llvm`, without vectors; loads and stores are those of
`aoe.backends.cuda.codegen.thread_memory`. Where a nest has few points and long reductions, a warp
or the whole block shares each reduction.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from math import gcd, prod

from aoe.backends.cuda.codegen.thread_code import combined_in_block, combined_in_warp
from aoe.backends.cuda.codegen.thread_memory import ThreadTile
from aoe.backends.cuda.kernels.simt_kernel import dividing_axis
from aoe.backends.cuda.kernels.wide_access import Width, widths
from aoe.backends.cuda.target.cuda_target import WARP
from aoe.backends.llvm.emitter import Emitter, Value, element_type
from aoe.backends.llvm.loop_nest_code import (
    LoopNestCode,
    NestContext,
    base_pointer,
    register_tile,
    where_it_holds,
)
from aoe.backends.llvm.loop_position import Position, advance, branch, counted_loop
from aoe.loops.loop_nest import Access, Loop, LoopNest, LoopSchedule


@dataclass(frozen=True, slots=True)
class Threads:
    """The threads that share the points of a nest.

    Attributes:
        first: The number of this thread among them, an SSA name.
        count: How many there are; 0 if there is one for each point.
        number: The number of this thread in its block.
        block: Threads of a block.
        exchange: The address of shared memory for reductions of a block.
        sharing: Threads that share one reduction.
    """

    first: str
    count: int
    number: str
    block: int
    exchange: str
    sharing: int


def emit_nest(
    emitter: Emitter,
    nest: LoopNest,
    context: NestContext,
    threads: Threads,
    lanes: int,
    steps: Mapping[str, int],
) -> None:
    """Emits this thread's points of a nest.

    Args:
        emitter: Receives the instructions.
        nest: The nest.
        context: Its context in the kernel.
        threads: The threads that share it.
        lanes: Those of the vectors that it was lowered for.
        steps: Coordinates along each axis that a thread computes at a time.
    """
    if nest.guard is not None:
        inside = replace(nest, guard=None)
        where_it_holds(
            emitter,
            nest.guard,
            context,
            lambda: emit_nest(emitter, inside, context, threads, lanes, steps),
        )
        return
    _NestPoints(emitter, nest, context, threads, lanes, steps).emit()


class _NestPoints:
    """Emits the points of one nest."""

    def __init__(
        self,
        emitter: Emitter,
        nest: LoopNest,
        context: NestContext,
        threads: Threads,
        lanes: int,
        steps: Mapping[str, int],
    ) -> None:
        self.emitter, self.threads, self.buffers = emitter, threads, context.buffers
        self.packed = register_tile(nest, lanes)
        reduced = nest.reduction.axes if nest.reduction else ()
        outputs = [axis.name for axis in nest.axes if axis.name not in reduced]
        self.nest = _scalar(nest, self.packed, outputs, steps)
        self.accesses = (*nest.operands, *(store.access for store in nest.stores))
        self.start = Position(
            {axis.name: context.starts.get(axis.name, "0") for axis in nest.axes},
            {axis.name: context.sizes.get(axis.name, axis.extent) for axis in nest.axes},
            tuple(base_pointer(emitter, access, context) for access in self.accesses),
        )
        self.outputs = _fastest_last(outputs, nest)
        self.steps = {axis: steps[axis] for axis in outputs}
        self.wide = self._widths(steps)

    def _widths(self, steps: Mapping[str, int]) -> tuple[Width, ...]:
        """How wide accesses of a tile are."""
        granularity = {}
        for axis in self.nest.axes:
            rest = self.start.sizes[axis.name] % steps[axis.name]
            granularity[axis.name] = gcd(steps[axis.name], rest)
        return widths(self.nest, steps, granularity)

    def emit(self) -> None:
        """Emits all of this thread's points."""
        sharing = self.threads.sharing
        count = prod(self._tiles(axis) for axis in self.outputs)
        first, step = self.threads.first, self.threads.count
        if count == 0:
            return
        if sharing > 1:
            first = self.emitter.let(f"udiv i64 {first}, {sharing}")
            step //= sharing
        if count == 1 and step == 1:
            self._emit_tile("0", count)
        elif step == 0 or count <= step:
            inside = self.emitter.let(f"icmp ult i64 {first}, {count}")
            branch(self.emitter, inside, lambda: self._emit_tile(first, count), lambda: None)
        else:
            counted_loop(
                self.emitter, first, str(count), step, lambda number: self._emit_tile(number, count)
            )

    def _tiles(self, axis: str) -> int:
        return -(-self.start.sizes[axis] // self.steps[axis])

    def _emit_tile(self, number: str, count: int) -> None:
        """Emits the tile with a number. Short numbers are divided in 32 bits, which is faster."""
        kind = "i32" if count < 1 << 31 else "i64"
        let, position, rest = self.emitter.let, self.start, number
        divided = [axis for axis in self.outputs if self._tiles(axis) > 1]
        if kind == "i32" and not number.isdigit():
            rest = let(f"trunc i64 {number} to i32")
        for axis in reversed(divided):
            place = rest
            if axis != divided[0]:
                place = let(f"urem {kind} {rest}, {self._tiles(axis)}")
                rest = let(f"udiv {kind} {rest}, {self._tiles(axis)}")
            begin = self._begin(axis, place, kind)
            if kind == "i32" and not begin.isdigit():
                begin = let(f"zext i32 {begin} to i64")
            position = self._advanced(position, axis, begin)
        position = replace(position, sizes={**position.sizes, **self.steps})
        order = self.nest.schedule.order
        code = _PointCode(self.emitter, self.nest, self.accesses, order, 1, position.sizes)
        code.threads, code.buffers, code.wide = self.threads, self.buffers, self.wide
        code.emit(position, 0)

    def _begin(self, axis: str, place: str, kind: str) -> str:
        """The first coordinate of a tile. The last one overlaps the one before."""
        let, step, size = self.emitter.let, self.steps[axis], self.start.sizes[axis]
        if step == 1:
            return place
        begin = let(f"mul {kind} {place}, {step}")
        if size % step == 0:
            return begin
        early = let(f"icmp ult {kind} {begin}, {size - step}")
        return let(f"select i1 {early}, {kind} {begin}, {kind} {size - step}")

    def _advanced(self, position: Position, axis: str, place: str) -> Position:
        """The position at a coordinate of an axis. Memory packed in tiles has other strides inside
        a tile than between them.
        """
        moved = advance(self.emitter, position, self.accesses, axis, place, 1)
        if place == "0" or all(_is_uniform(access, axis) for access in self.accesses):
            return moved
        inside = self.emitter.let(f"urem i64 {place}, {self.packed[axis]}")
        pointers = list(moved.pointers)
        for number, access in enumerate(self.accesses):
            if not _is_uniform(access, axis):
                change = access.tile_stride(axis) - access.stride(axis)
                offset = self.emitter.let(f"mul nsw i64 {inside}, {change}")
                kind = element_type(access.dtype)
                pointers[number] = self.emitter.let(
                    f"getelementptr {kind}, ptr {pointers[number]}, i64 {offset}"
                )
        return replace(moved, pointers=tuple(pointers), run=None)


class _PointCode(LoopNestCode):
    """Emits one point of a nest, and its reduction."""

    threads: Threads
    buffers: Mapping[str, str]
    wide: tuple[Width, ...]

    def emit_tiles(self, position: Position) -> None:
        """Emits the points of a tile. Each may be inside its bounds or not."""
        tile = ThreadTile(self.emitter, self.nest, position, self.buffers, self.wide)
        reduction = self.nest.reduction
        if reduction is None:
            tile.store()
            return
        tile.start(None)
        if self.threads.sharing == 1:
            self.reduce(tile, position, 0)
            tile.finish(None)
            return
        self._reduce_together(tile, position)

        def combine(left: Value, right: Value) -> Value:
            return tile.combined(reduction.combine, left, right)

        tile.change_accumulators(lambda value: self._exchanged(value, combine))
        lane = self._lane()
        is_first = self.emitter.let(f"icmp eq i64 {lane}, 0")
        branch(self.emitter, is_first, lambda: tile.finish(None), lambda: None)

    def _lane(self) -> str:
        """The number of this thread among those that share the reduction."""
        threads = self.threads
        if threads.sharing == threads.block:
            return threads.number
        return self.emitter.let(f"and i64 {threads.number}, {threads.sharing - 1}")

    def _reduce_together(self, tile: ThreadTile, position: Position) -> None:
        axis = dividing_axis(self.nest)
        terms = dict(self.nest.schedule.tile).get(axis, 1)
        first = self._lane()
        if terms > 1:
            first = self.emitter.let(f"mul i64 {first}, {terms}")
        whole, self.inside = self.inside, tuple(e for e in self.inside if e.axis != axis)

        def step(place: str) -> None:
            here = advance(self.emitter, position, self.accesses, axis, place, terms)
            self.reduce(tile, here, 0)

        counted_loop(
            self.emitter, first, str(position.sizes[axis]), self.threads.sharing * terms, step
        )
        self.inside = whole

    def _exchanged(self, value: Value, combine: Callable[[Value, Value], Value]) -> Value:
        threads = self.threads
        if threads.sharing == WARP:
            return combined_in_warp(self.emitter, value, combine)
        return combined_in_block(
            self.emitter, value, threads.exchange, threads.block, threads.number, combine
        )


def _scalar(
    nest: LoopNest, tile: Mapping[str, int], outputs: Sequence[str], wanted: Mapping[str, int]
) -> LoopNest:
    """The nest as one thread computes it: no vectors, no prefetches, no tiles along a reduction but
    those that are wanted and those of packed memory.
    """
    reduced = nest.reduction.axes if nest.reduction else ()
    packed = {axis for access in nest.operands for axis, _ in access.tile_strides}
    steps = {axis: tile[axis] if axis in packed else wanted[axis] for axis in reduced}
    inner = [
        replace(entry, step=max(entry.step, steps[entry.axis]))
        for entry in nest.schedule.order
        if entry.axis in reduced
    ]
    finest = {entry.axis: entry.step for entry in inner}
    extents = {axis.name: axis.extent for axis in nest.axes}
    inner += [
        Loop(axis, steps[axis])
        for axis in extents
        if axis in reduced and finest.get(axis, extents[axis] + 1) > steps[axis]
    ]
    order = (*(Loop(axis, wanted[axis]) for axis in outputs), *inner)
    return replace(
        nest,
        schedule=LoopSchedule(
            tile=tuple((axis, step) for axis, step in steps.items() if step > 1), order=order
        ),
        prefetch=(),
        prefetched_operands=(),
        prefetched_ahead=(),
    )


def _fastest_last(outputs: Sequence[str], nest: LoopNest) -> tuple[str, ...]:
    """Output axes, that of the smallest stride of the result last."""
    stored = nest.stores[0].access

    def rank(axis: str) -> tuple[bool, int]:
        stride = abs(stored.tile_stride(axis))
        return stride != 0, -stride

    return tuple(sorted(outputs, key=rank))


def _is_uniform(access: Access, axis: str) -> bool:
    return access.tile_stride(axis) == access.stride(axis)
