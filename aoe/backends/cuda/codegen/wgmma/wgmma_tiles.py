"""LLVM IR that copies steps of a second operand that is packed in tiles: one piece of memory for a
step, copied by one thread at once. A barrier of each stage counts the bytes that have arrived; all
threads wait for it.
"""

from __future__ import annotations

from aoe.backends.cpu.codegen.emitter import Emitter
from aoe.backends.cpu.codegen.loop_position import branch
from aoe.backends.cuda.codegen.wgmma.wgmma_copies import WgmmaCopies
from aoe.backends.cuda.kernels.wgmma_kernel import BARRIER, LINE, WgmmaKernel, barriers_start


class WgmmaTiles(WgmmaCopies):
    """Emits the copies of tiles, and those of lines where there are none."""

    def __init__(self, emitter: Emitter, kernel: WgmmaKernel, shared: str) -> None:
        super().__init__(emitter, kernel, shared)
        words, access = self.words, self.second
        self.leads = emitter.let(f"icmp eq i32 {self.thread}, 0")
        self.tile_bytes = self.tile_columns * LINE
        self.barriers = words.add(self.shared, barriers_start(kernel.tile, kernel.stages))
        if kernel.in_tiles:
            base = emitter.let(f"ptrtoint ptr addrspace(1) {self.base_of(access)} to i64")
            first = words.mul(self.part, kernel.step_count * self.tile_bytes // self.item)
            column = words.mul(self.column_start, access.stride(kernel.column))
            self.tile_address = self._behind(base, words.add(column, first))

    def make_barriers(self) -> None:
        """Makes the barriers, each for the one thread that copies."""
        if not self.kernel.in_tiles:
            return

        def make() -> None:
            for stage in range(self.kernel.stages):
                self.told("mbarrier.init.shared::cta.b64 [$0], 1;", self._barrier(stage))
            self.assembly("fence.mbarrier_init.release.cluster;")
            self.assembly("fence.proxy.async.shared::cta;")

        branch(self.emitter, self.leads, make, lambda: None)

    def copy_second(self, slot: str | int, step: str | int) -> None:
        """Starts the copy of a step of this block's part to the stage with a number."""
        if not self.kernel.in_tiles:
            super().copy_second(slot, step)
            return
        words = self.words

        def copy() -> None:
            skip = words.wide(words.mul(step, self.tile_bytes))
            source = self.emitter.let(f"add i64 {self.tile_address}, {skip}")
            target = words.add(self.shared, words.mul(slot, self.stage))
            target = words.add(target, self.second_start)
            barrier = self._barrier(slot)
            self.told(
                f"mbarrier.arrive.expect_tx.shared::cta.b64 _, [$0], {self.tile_bytes};", barrier
            )
            name = "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes"
            self.emitter.do(
                f'call void asm sideeffect "{name} [$0], [$1], {self.tile_bytes}, [$2];", '
                f'"r,l,r,~{{memory}}"(i32 {target}, i64 {source}, i32 {barrier})'
            )

        branch(self.emitter, self.leads, copy, lambda: None)

    def wait_second(self, slot: str, phase: str) -> None:
        """Waits until the copy to a stage has arrived. `phase`: whether the stage was filled an odd
        number of times before.
        """
        if not self.kernel.in_tiles:
            return
        emitter, barrier = self.emitter, self._barrier(slot)
        head, done = emitter.fresh("wait"), emitter.fresh("arrived")
        emitter.do(f"br label %{head}")
        emitter.label(head)
        text = "{ .reg .pred there; "
        text += "mbarrier.try_wait.parity.shared::cta.b64 there, [$1], $2; "
        text += "selp.b32 $0, 1, 0, there; }"
        there = emitter.let(
            f'call i32 asm sideeffect "{text}", "=r,r,r,~{{memory}}"(i32 {barrier}, i32 {phase})'
        )
        arrived = emitter.let(f"icmp ne i32 {there}, 0")
        emitter.do(f"br i1 {arrived}, label %{done}, label %{head}")
        emitter.label(done)

    def told(self, text: str, number: str) -> None:
        """Emits instructions of PTX with one number as their operand."""
        self.emitter.do(f'call void asm sideeffect "{text}", "r,~{{memory}}"(i32 {number})')

    def _barrier(self, slot: str | int) -> str:
        return self.words.add(self.barriers, self.words.mul(slot, BARRIER))
