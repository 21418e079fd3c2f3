"""LLVM IR of attention on matrix instructions (`aoe.backends.cuda.kernels.attention_kernel`): the
order of its parts.

The parts are in `attention_copies`, `attention_products`, `attention_softmax` and
`attention_stores` beside it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from aoe.backends.cuda.codegen.attention.attention_copies import AttentionCopies
from aoe.backends.cuda.codegen.attention.attention_stores import AttentionStores
from aoe.backends.cuda.codegen.handover import Handover
from aoe.backends.cuda.codegen.thread_code import barrier
from aoe.backends.cuda.kernels.attention_kernel import KEY, QUERY, SIZE, VALUE, AttentionKernel
from aoe.backends.llvm.emitter import Emitter
from aoe.backends.llvm.loop_position import branch, counted_loop


def emit_attention_kernel(
    emitter: Emitter, kernel: AttentionKernel, shared: str, handover: Handover
) -> None:
    """Emits the body of a kernel. `shared`: the symbol of shared memory."""
    _AttentionCode(emitter, kernel, shared).emit(handover)


class _AttentionCode(AttentionCopies, AttentionStores):
    """Emits one kernel for one thread."""

    def emit(self, handover: Handover) -> None:
        """Emits the whole body without its return."""
        kernel, parts = self.kernel, self.parts
        scores, result = kernel.nests[:2]
        ahead = kernel.slots if kernel.slots == kernel.step_count else kernel.slots - 1
        start = parts.query_bytes
        copies = [
            self.copier(self.lines(scores.operands[1], SIZE, kernel.tile[1], start)),
            self.copier(
                self.lines(
                    result.operands[1],
                    VALUE,
                    kernel.tile[1],
                    start + kernel.tile[1] * parts.key_pitch,
                )
            ),
        ]
        first, last = self._range()
        self.place_fragments()
        self.read_scale()
        self.place_queries()
        self.allocate_sums()
        handover.wait()
        self.copy_queries()
        for number in range(ahead):
            step = self._sum(first, number)
            self._copy_step(copies, step, last, always=number == 0 or isinstance(last, int))
        whole = self._whole(last)
        more = kernel.slots < kernel.step_count

        def steps(begin: int | str, end: int | str, checked: bool) -> None:
            if isinstance(begin, int) and isinstance(end, int) and begin >= end:
                return
            counted_loop(
                self.emitter,
                self.numbers.wide(str(begin)),
                self.numbers.wide(str(end)),
                1,
                lambda step: self._step(
                    self.emitter.let(f"trunc i64 {step} to i32"),
                    last,
                    copies if more else (),
                    ahead,
                    checked,
                ),
            )

        self.assembly(f"cp.async.wait_group {2 * ahead - 1};")
        barrier(self.emitter)
        self.hold_queries()
        steps(first, whole, False)
        steps(whole, last, True)
        handover.release("late")
        self.assembly("cp.async.wait_all;")
        self.finish()

    def _range(self) -> tuple[int | str, int | str]:
        """The first step of this block, and the one behind the last."""
        numbers, kernel = self.numbers, self.kernel
        keys, tile = kernel.seen_keys, kernel.tile[1]
        every = -(-keys // tile)
        if kernel.split > 1:
            first = numbers.times(self.part, kernel.step_count)
            end = numbers.plus(first, kernel.step_count)
            return first, numbers.least(end, every)
        if kernel.causal and len(kernel.rows) == 1 and self.extents[QUERY] > kernel.tile[0]:
            seen = numbers.least(numbers.plus(self.row_start, kernel.tile[0]), keys)
            return 0, numbers.quotient(numbers.plus(seen, tile - 1), tile)
        return 0, every

    def _whole(self, last: int | str) -> int | str:
        """The first step with keys that do not exist or are hidden."""
        numbers = self.numbers
        kernel = self.kernel
        keys, tile = self.extents[KEY], kernel.tile[1]
        if kernel.causal:
            if len(kernel.rows) > 1 or self.extents[QUERY] <= kernel.tile[0]:
                return 0
            seen = numbers.least(numbers.plus(self.row_start, 1), kernel.seen_keys)
            return numbers.quotient(seen, tile)
        return keys // tile if isinstance(last, int) else numbers.least(last, keys // tile)

    def _copy_step(
        self,
        copies: Sequence[Callable[[str, str], None]],
        step: int | str,
        last: int | str,
        always: bool = False,
    ) -> None:
        """Starts the copies of keys and values of a step, if there is one: a group of each."""
        numbers, kernel = self.numbers, self.kernel
        slot: str | int
        if isinstance(step, int):
            first, slot = str(step * kernel.tile[1]), step % kernel.slots
            stage = str(slot * self.parts.stage_bytes)
        else:
            first = numbers.times(step, kernel.tile[1])
            slot = numbers.rest(step, kernel.slots)
            stage = numbers.times(slot, self.parts.stage_bytes)
        for copy in copies:
            if always:
                copy(first, stage)
            else:
                exists = numbers.below(str(step), last)
                branch(
                    self.emitter,
                    exists,
                    partial(copy, first, stage),
                    lambda: None,
                )
            self.assembly("cp.async.commit_group;")

    def _step(
        self,
        step: str,
        last: int | str,
        copies: Sequence[Callable[[str, str], None]],
        ahead: int,
        checked: bool,
    ) -> None:
        numbers = self.numbers
        let, kernel = self.emitter.let, self.kernel
        first = numbers.times(step, kernel.tile[1])
        masks = self.masks(first, checked)
        self.assembly(f"cp.async.wait_group {2 * ahead - 1};")
        barrier(self.emitter)
        if copies:
            self._copy_step(copies, numbers.plus(step, ahead), last)
        else:
            self.assembly("cp.async.commit_group;")
            self.assembly("cp.async.commit_group;")
        stage = numbers.times(numbers.rest(step, kernel.slots), self.parts.stage_bytes)
        weights, factors = self.weights(self.products(stage), masks, first, checked)
        for row, cells in enumerate(self.sums):
            for cell in cells:
                for place, slot in enumerate(cell):
                    value = let(f"load float, ptr {slot}")
                    value = let(f"fmul float {value}, {factors[2 * row + place // 2]}")
                    self.emitter.do(f"store float {value}, ptr {slot}")
        self.assembly(f"cp.async.wait_group {2 * ahead};")
        barrier(self.emitter)
        self.add_weighted(stage, weights)

    def _sum(self, first: int | str, number: int) -> int | str:
        return first + number if isinstance(first, int) else self.numbers.plus(first, number)
