"""LLVM IR of one loop nest: its loops, from the outermost to the register tile.

Loops run as the nest's schedule says. A remainder is a separate copy of the body with a static
size. If accesses have bounds, the register tile is emitted twice: without checks for tiles inside
the bounds, and with checks for tiles at the border. `aoe.backends.llvm.register_tile_code`
emits the tile itself. `aoe.backends.llvm.kernel_body` combines nests to kernels.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence, Set
from dataclasses import dataclass, replace

from aoe.backends.llvm.emitter import Emitter, element_type, memory_type
from aoe.backends.llvm.loop_position import Position, branch, loop
from aoe.backends.llvm.register_tile_code import Tile
from aoe.errors import CompileError
from aoe.loops.expression import dtype_of
from aoe.loops.loop_nest import Access, Bound, Loop, LoopNest


@dataclass(frozen=True, slots=True)
class NestContext:
    """The context of a loop nest in its kernel.

    Attributes:
        buffers: The base pointer of each buffer.
        scratch: The names of buffers that are thread-private scratch.
        starts: The first coordinate of each outer axis, an SSA name or literal.
        sizes: The number of coordinates of each outer axis.
    """

    buffers: Mapping[str, str]
    scratch: frozenset[str]
    starts: Mapping[str, str]
    sizes: Mapping[str, int]


def emit_loop_nest(
    emitter: Emitter,
    nest: LoopNest,
    context: NestContext,
    lanes: int,
    kind: type[LoopNestCode] | None = None,
) -> None:
    """Emits a loop nest with vectors of `lanes` float32 elements. `kind`: what emits its loops, if
    not `LoopNestCode`.
    """
    if nest.guard is not None:
        inside = replace(nest, guard=None)
        where_it_holds(
            emitter,
            nest.guard,
            context,
            lambda: emit_loop_nest(emitter, inside, context, lanes, kind),
        )
        return
    accesses = (*nest.operands, *(store.access for store in nest.stores))
    pointers = [base_pointer(emitter, access, context) for access in accesses]
    for item in nest.prefetch:
        operand = nest.operands[item.operand]
        element = element_type(operand.dtype)
        start = pointers[item.operand]
        pointers.append(emitter.let(f"getelementptr {element}, ptr {start}, i64 {item.offset}"))
        accesses = (*accesses, replace(operand, strides=item.strides, bounds=()))
    names = [axis.name for axis in nest.axes]
    position = Position(
        starts={name: context.starts.get(name, "0") for name in names},
        sizes={axis.name: context.sizes.get(axis.name, axis.extent) for axis in nest.axes},
        pointers=tuple(pointers),
    )
    order = loop_order(nest, lanes)
    made = (kind or LoopNestCode)(emitter, nest, accesses, order, lanes, position.sizes)
    made.emit(position, 0)


def register_tile(nest: LoopNest, lanes: int) -> dict[str, int]:
    """Returns the number of coordinates of each axis in one register tile."""
    tile = dict.fromkeys((axis.name for axis in nest.axes), 1)
    tile.update(nest.schedule.tile)
    if nest.schedule.vector:
        tile[nest.schedule.vector] = nest.schedule.vectors * lanes
    return tile


def loop_order(nest: LoopNest, lanes: int) -> tuple[Loop, ...]:
    """Returns all loops, outermost first. The last loop of every axis steps by the register tile.
    Axes of outputs that the schedule does not name are outermost, so that no reduction is cut.

    Raises:
        CompileError: If the schedule or an access names an axis that the nest does not have.
    """
    tile = register_tile(nest, lanes)
    known = {axis.name for axis in nest.axes}
    _check_axes(
        nest,
        "the schedule",
        ({entry.axis for entry in nest.schedule.order} | tile.keys()) - known,
    )
    for access in (*nest.operands, *(store.access for store in nest.stores)):
        terms = [*access.strides, *access.tile_strides]
        terms += [term for bound in access.bounds for term in bound.terms]
        _check_axes(nest, f"an access of {access.buffer}", {axis for axis, _ in terms} - known)
    named = [replace(entry, step=entry.step or tile[entry.axis]) for entry in nest.schedule.order]
    reduced = set(nest.reduction.axes) if nest.reduction else set()
    others = known - reduced - {entry.axis for entry in named}
    order = [Loop(axis.name, tile[axis.name]) for axis in nest.axes if axis.name in others]
    order += named
    finest = {entry.axis: entry.step for entry in order}
    for wanted in (False, True):
        for axis in nest.axes:
            done = finest.get(axis.name, axis.extent + 1) <= tile[axis.name]
            if (axis.name in reduced) == wanted and not done:
                order.append(Loop(axis.name, tile[axis.name]))
    return tuple(order)


def _check_axes(nest: LoopNest, what: str, unknown: Set[str]) -> None:
    if unknown:
        raise CompileError(f"loop nest {nest.name}: {what} names unknown axes {sorted(unknown)}")


def where_it_holds(
    emitter: Emitter, guard: Access, context: NestContext, emit: Callable[[], None]
) -> None:
    """Emits what runs only where a guard is not 0."""
    kind = memory_type(guard.dtype, 1)
    value = emitter.let(f"load {kind}, ptr {base_pointer(emitter, guard, context)}")
    branch(emitter, emitter.let(f"icmp ne {kind} {value}, 0"), emit, lambda: None)


def base_pointer(emitter: Emitter, access: Access, context: NestContext) -> str:
    """Returns the address of an access at the first coordinates of the outer axes.

    Raises:
        CompileError: If the kernel has no such buffer.
    """
    if access.buffer not in context.buffers:
        raise CompileError(f"no argument or scratch of the kernel is named {access.buffer}")
    pointer = context.buffers[access.buffer]
    element = element_type(access.dtype)
    if access.offset:
        pointer = emitter.let(f"getelementptr {element}, ptr {pointer}, i64 {access.offset}")
    if access.buffer in context.scratch:
        return pointer  # scratch is private to the outer tile; coordinates start there
    for axis, stride in access.strides:
        start = context.starts.get(axis, "0")
        if stride and start != "0":
            offset = emitter.let(f"mul nsw i64 {start}, {stride}")
            pointer = emitter.let(f"getelementptr {element}, ptr {pointer}, i64 {offset}")
    return pointer


class LoopNestCode:
    """Emits the loops of a nest. Other devices override how a tile is emitted."""

    def __init__(
        self,
        emitter: Emitter,
        nest: LoopNest,
        accesses: Sequence[Access],
        order: tuple[Loop, ...],
        lanes: int,
        sizes: Mapping[str, int],
    ) -> None:
        """`order`: the loops, outermost first. `sizes`: the coordinates that they go through, by
        axis.
        """
        self.emitter, self.nest, self.accesses, self.lanes = emitter, nest, accesses, lanes
        self.reduced = nest.reduction.axes if nest.reduction else ()
        #: Whether the last tile along an axis starts earlier instead of being smaller.
        self.overlapping = False
        # A loop of one iteration, as over what loops of the kernel have fixed, encloses nothing.
        outputs = [
            i
            for i, entry in enumerate(order)
            if entry.axis not in self.reduced and sizes[entry.axis] > entry.step
        ]
        split = outputs[-1] + 1 if outputs else 0
        self.outside, self.inside = order[:split], order[split:]

    def emit(self, position: Position, depth: int) -> None:
        """Emits the loops from `depth` on."""
        if depth < len(self.outside):
            entry = self.outside[depth]
            loop(
                self.emitter,
                position,
                self.accesses,
                entry.axis,
                entry.step,
                lambda inner: self.emit(inner, depth + 1),
                overlapping=self.overlapping and entry.axis != self.nest.schedule.vector,
            )
            return
        self.emit_tiles(position)

    def emit_tiles(self, position: Position) -> None:
        """Emits what is inside the loops over outputs: without checks of bounds where they hold."""
        inside = self._inside_condition(position)
        if inside is None:
            self._tile(position, checked=True)
        elif inside == "true":
            self._tile(position, checked=False)
        else:
            branch(
                self.emitter,
                inside,
                lambda: self._tile(position, checked=False),
                lambda: self._tile(position, checked=True),
            )

    def made_tile(self, position: Position, checked: bool) -> Tile:
        """What emits the register tile at a position. `checked`: see `Tile`."""
        return Tile(self.emitter, self.nest, position, self.lanes, checked)

    def _tile(self, position: Position, checked: bool) -> None:
        tile = self.made_tile(position, checked)
        tile.prefetch_ahead()
        if self.nest.reduction is None:
            tile.store()
            return
        first, last = self._ends(position)
        tile.start(first)
        self.reduce(tile, position, 0)
        tile.finish(last)

    def reduce(self, tile: Tile, position: Position, depth: int) -> None:
        """Emits the reduction loops from `depth` on."""
        if depth == len(self.inside):
            tile.accumulate(position)
            tile.prefetch(position)
            return
        entry = self.inside[depth]

        def inside(inner: Position) -> None:
            if entry.separate_accumulators:
                tile.reduce_separately(lambda: self.reduce(tile, inner, depth + 1))
            else:
                self.reduce(tile, inner, depth + 1)

        loop(self.emitter, position, self.accesses, entry.axis, entry.step, inside)

    def _ends(self, position: Position) -> tuple[str | None, str | None]:
        """Returns conditions for the first and the last part of the reduction, which loops around
        the register tile cut: those of the nest and those of the kernel.

        None stands for a condition that always holds.
        """
        first: str | None = None
        last: str | None = None
        axis_sizes = {axis.name: axis.extent for axis in self.nest.axes}
        for axis in self.reduced:
            start, size = position.starts[axis], position.sizes[axis]
            if size == axis_sizes[axis]:
                continue
            self._check_partial(axis)
            at_start = self.emitter.let(f"icmp eq i64 {start}, 0")
            at_end = self.emitter.let(f"icmp eq i64 {start}, {axis_sizes[axis] - size}")
            first = at_start if first is None else self.emitter.let(f"and i1 {first}, {at_start}")
            last = at_end if last is None else self.emitter.let(f"and i1 {last}, {at_end}")
        return first, last

    def _check_partial(self, axis: str) -> None:
        """Raises `CompileError` unless the nest's output can hold partial results."""
        reduction, stores = self.nest.reduction, self.nest.stores
        assert reduction is not None
        kept = dtype_of(reduction.element, [access.dtype for access in self.nest.operands])
        if len(stores) != 1 or stores[0].access.dtype != kept:
            raise CompileError(
                f"loop nest {self.nest.name}: a loop over the reduction axis {axis} encloses "
                f"output loops, so its partial results need a single output of {kept}"
            )

    def _inside_condition(self, position: Position) -> str | None:
        """Returns an i1 that tells whether every access of the tile is inside its bounds.

        Returns "true" if that always holds, and None if it never does.
        """
        conditions: list[str] = []
        for access in self.accesses:
            for bound in access.bounds:
                condition = self._bound_condition(position, bound)
                if condition is None:
                    return None
                conditions += condition
        if not conditions:
            return "true"
        joined = conditions[0]
        for condition_name in conditions[1:]:
            joined = self.emitter.let(f"and i1 {joined}, {condition_name}")
        return joined

    def _bound_condition(self, position: Position, bound: Bound) -> list[str] | None:
        lowest = highest = bound.offset
        moving: list[tuple[str, int]] = []
        for axis, coefficient in bound.terms:
            reach = coefficient * (position.sizes[axis] - 1)
            lowest, highest = lowest + min(reach, 0), highest + max(reach, 0)
            start = position.starts[axis]
            if start.lstrip("-").isdigit():
                lowest, highest = (
                    lowest + coefficient * int(start),
                    highest + coefficient * int(start),
                )
            else:
                moving.append((start, coefficient))
        if highest - lowest >= bound.extent:
            return None
        if not moving:
            return [] if lowest >= 0 and highest < bound.extent else None
        total = ""
        for start, coefficient in moving:
            term = start
            if coefficient != 1:
                term = self.emitter.let(f"mul nsw i64 {start}, {coefficient}")
            total = term if not total else self.emitter.let(f"add nsw i64 {total}, {term}")
        shifted = self.emitter.let(f"add nsw i64 {total}, {lowest}")
        allowed = bound.extent - (highest - lowest)
        return [self.emitter.let(f"icmp ult i64 {shifted}, {allowed}")]
