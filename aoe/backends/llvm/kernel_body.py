"""LLVM IR of what a kernel computes: each thread's share of the outer loops, and the loop nests
inside.

The parallel outer loops are flattened to one range of tasks; each thread executes a contiguous part
of it. `aoe.backends.llvm.loop_nest_code` emits the loop nests. The function around it, and how it
gets its arguments, is a device's.
"""

from __future__ import annotations

from collections.abc import Callable
from math import prod

from aoe.backends.llvm.emitter import Emitter
from aoe.backends.llvm.loop_nest_code import NestContext, emit_loop_nest
from aoe.backends.llvm.loop_position import Position, branch, counted_loop, loop
from aoe.element_types import ITEM_BYTES
from aoe.errors import CompileError
from aoe.loops.loop_nest import Kernel, Loop, LoopNest

SCRATCH_ALIGNMENT = 64


def scratch_bytes(kernel: Kernel) -> int:
    """Returns the size of one thread's scratch for a kernel, each buffer aligned to 64 bytes."""
    return sum(_padded(item.elements * ITEM_BYTES[item.dtype]) for item in kernel.scratch)


def _padded(size: int) -> int:
    return -(-size // SCRATCH_ALIGNMENT) * SCRATCH_ALIGNMENT


def _check_loops(kernel: Kernel) -> None:
    """Checks that threads can share the outer loops.

    The loops must be over known axes. No axis may occur twice among parallel and lockstep loops,
    and no loop nest may reduce along one of them. It may reduce along one of the other loops if it
    keeps partial results in its output meanwhile. Raises `CompileError` otherwise.
    """
    axes = [entry.axis for entry in kernel.outer]
    unknown = {*axes} - {axis.name for axis in kernel.axes}
    if unknown:
        raise CompileError(f"kernel {kernel.name}: loops over unknown axes {sorted(unknown)}")
    shared = [entry.axis for entry in (*kernel.together, *kernel.spread)]
    if len({*shared}) < len(shared):
        raise CompileError(f"kernel {kernel.name}: threads share an axis twice: {shared}")
    for nest in kernel.nests:
        reduced = {*axes} & {*(nest.reduction.axes if nest.reduction else ())}
        reduced -= nest.partial_axes - {*shared}
        if reduced:
            raise CompileError(
                f"kernel {kernel.name}: outer loops cut the reduction of loop nest {nest.name} "
                f"along {sorted(reduced)}"
            )


class KernelCode:
    """Emits the body of one kernel. Other devices override how tasks and loop nests are shared."""

    def __init__(self, emitter: Emitter, kernel: Kernel, lanes: int) -> None:
        """`lanes`: elements of a vector."""
        self.emitter, self.kernel, self.lanes = emitter, kernel, lanes
        sizes = {axis.name: axis.extent for axis in kernel.axes}
        _check_loops(kernel)
        self.whole = Position(dict.fromkeys(sizes, "0"), sizes, ())
        self.buffers = {name: f"%buffer{i}" for i, name in enumerate(kernel.arguments)}

    def emit(self) -> None:
        """Emits the whole body without its return."""
        self.place_scratch()
        if self.kernel.phase_count == 1:
            self._emit_phase(self.whole, self.kernel.nests)
            return
        phases = self.kernel.phases
        iteration, phase = "%round", "0"
        if len(phases) > 1:
            iteration = self.emitter.let(f"udiv i64 %round, {len(phases)}")
            phase = self.emitter.let(f"urem i64 %round, {len(phases)}")
        self._enter_tiles(
            iteration,
            self.whole,
            self.kernel.together,
            lambda position: self._select_phase(position, phase, 0),
        )

    def place_scratch(self) -> None:
        """Emits the addresses of the scratch buffers, which lie one after the other."""
        offset = 0
        for item in self.kernel.scratch:
            self.buffers[item.name] = self.emitter.let(
                f"getelementptr i8, ptr %scratch, i64 {offset}"
            )
            offset += _padded(item.elements * ITEM_BYTES[item.dtype])

    def _select_phase(self, position: Position, phase: str, number: int) -> None:
        """Emits all phases from `number` on; `phase` selects one of them at run time."""
        phases = self.kernel.phases
        if number == len(phases) - 1:
            self._emit_phase(position, phases[number])
            return
        branch(
            self.emitter,
            self.emitter.let(f"icmp eq i64 {phase}, {number}"),
            lambda: self._emit_phase(position, phases[number]),
            lambda: self._select_phase(position, phase, number + 1),
        )

    def _emit_phase(self, position: Position, nests: tuple[LoopNest, ...]) -> None:
        """Emits this thread's share of some loop nests, inside the lockstep loops."""
        spread, inner = self.kernel.spread, self.kernel.lockstep + self.kernel.parallel
        if not spread:
            self._serial_loops(position, inner, nests)
            return

        def task(number: str) -> None:
            self._enter_tiles(
                number,
                position,
                spread,
                lambda inside: self._serial_loops(inside, inner, nests),
            )

        self.share_tasks(prod(self.kernel.tiles(spread)), task)

    def share_tasks(self, tasks: int, task: Callable[[str], None]) -> None:
        """Emits the loop over this thread's tasks, by number."""
        first, last = self._task_range(tasks)
        counted_loop(self.emitter, first, last, 1, task)

    def _task_range(self, tasks: int) -> tuple[str, str]:
        """Returns this thread's range of tasks: `tasks·thread/threads` to
        `tasks·(thread+1)/threads`.
        """
        let = self.emitter.let
        following = let("add i64 %thread, 1")
        ends = []
        for number in ("%thread", following):
            scaled = let(f"mul i64 {number}, {tasks}")
            ends.append(let(f"udiv i64 {scaled}, %threads"))
        return ends[0], ends[1]

    def _enter_tiles(
        self,
        number: str,
        position: Position,
        loops: tuple[Loop, ...],
        body: Callable[[Position], None],
    ) -> None:
        """Decodes a task number into one tile of each loop and emits `body` there."""
        counts = self.kernel.tiles(loops)
        numbers: list[str] = []
        rest = number
        for count in reversed(counts[1:]):
            numbers.insert(0, self.emitter.let(f"urem i64 {rest}, {count}"))
            rest = self.emitter.let(f"udiv i64 {rest}, {count}")
        numbers.insert(0, rest)
        self._nested_tiles(position, loops, counts, numbers, body)

    def _nested_tiles(
        self,
        position: Position,
        loops: tuple[Loop, ...],
        counts: list[int],
        numbers: list[str],
        body: Callable[[Position], None],
    ) -> None:
        """Enters the tile of each loop in turn. If an axis's last tile is smaller, the code
        branches on it.
        """
        if not loops:
            body(position)
            return
        entry, count, number = loops[0], counts[0], numbers[0]
        start = self.emitter.let(f"mul i64 {number}, {entry.step}")
        remainder = position.sizes[entry.axis] % entry.step

        def inside(size: int) -> Callable[[], None]:
            entered = Position(
                {**position.starts, entry.axis: start}, {**position.sizes, entry.axis: size}, ()
            )
            return lambda: self._nested_tiles(entered, loops[1:], counts[1:], numbers[1:], body)

        if remainder == 0:
            inside(entry.step)()
        elif count == 1:
            inside(remainder)()
        else:
            is_last = self.emitter.let(f"icmp eq i64 {number}, {count - 1}")
            branch(self.emitter, is_last, inside(remainder), inside(entry.step))

    def _serial_loops(self, position: Position, depth: int, nests: tuple[LoopNest, ...]) -> None:
        if depth < len(self.kernel.outer):
            entry = self.kernel.outer[depth]
            loop(
                self.emitter,
                position,
                (),
                entry.axis,
                entry.step,
                lambda inner: self._serial_loops(inner, depth + 1, nests),
            )
            return
        context = NestContext(
            self.buffers,
            frozenset(item.name for item in self.kernel.scratch),
            position.starts,
            position.sizes,
        )
        self.emit_nests(nests, context)

    def emit_nests(self, nests: tuple[LoopNest, ...], context: NestContext) -> None:
        """Emits loop nests one after the other, inside all outer loops."""
        for nest in nests:
            emit_loop_nest(self.emitter, nest, context, self.lanes)
