"""LLVM IR that copies steps of a second operand that is packed in tiles: one piece of memory for a
step, copied by one thread at once. A barrier of each stage counts the bytes that have arrived; all
threads wait for it.

Blocks that share tiles copy a part of each step, to all of them. A second barrier of each stage
counts the blocks that have read it: only then it is filled again.
"""

from __future__ import annotations

from aoe.backends.cuda.codegen.wgmma.wgmma_copies import WgmmaCopies
from aoe.backends.cuda.kernels.wgmma_kernel import BARRIER, LINE, WgmmaKernel, barriers_start
from aoe.backends.llvm.emitter import Emitter
from aoe.backends.llvm.loop_position import branch


class WgmmaTiles(WgmmaCopies):
    """Emits the copies of tiles, and those of lines where there are none."""

    def __init__(self, emitter: Emitter, kernel: WgmmaKernel, shared: str) -> None:
        super().__init__(emitter, kernel, shared)
        numbers = self.numbers
        self.leads = emitter.let(f"icmp eq i32 {self.thread}, 0")
        self.tile_bytes = self.tile_columns * LINE
        #: Bytes whose arrival fills a stage.
        self.arriving = self.tile_bytes
        barriers = barriers_start(kernel.tile, kernel.stages, kernel.stays)
        self.barriers = numbers.plus(self.shared, barriers)
        self.read_barriers = numbers.plus(self.barriers, kernel.stages * BARRIER)
        if kernel.in_tiles:
            self.tile_address = self.address_of_tile()

    def address_of_tile(self) -> str:
        """Where the steps of the second operand begin, as i64."""
        numbers, kernel, access = self.numbers, self.kernel, self.second
        base = self.emitter.let(f"ptrtoint ptr addrspace(1) {self.base_of(access)} to i64")
        first = numbers.times(self.part, kernel.step_count * self.tile_bytes // self.item)
        column = numbers.times(self.column_start, access.stride(kernel.column))
        return self._behind(base, numbers.plus(column, first))

    def make_barriers(self) -> None:
        """Makes the barriers, each for the one thread that copies. Where blocks share tiles, all of
        them have done so behind it.
        """
        kernel = self.kernel
        if not kernel.in_tiles:
            return

        def make() -> None:
            for stage in range(kernel.stages):
                self.told("mbarrier.init.shared::cta.b64 [$0], 1;", self.barrier(stage))
                if kernel.readers:
                    place = self.read_barrier(stage)
                    self.told(f"mbarrier.init.shared::cta.b64 [$0], {kernel.readers};", place)
            self.assembly("fence.mbarrier_init.release.cluster;")
            self.assembly("fence.proxy.async.shared::cta;")

        branch(self.emitter, self.leads, make, lambda: None)
        if kernel.share > 1:
            self.meet()  # before others copy here

    def copy_second(self, slot: str | int, step: str | int) -> None:
        """Starts the copy of a step of this block's part to the stage with a number."""
        if not self.kernel.in_tiles:
            super().copy_second(slot, step)
            return
        numbers, share = self.numbers, self.kernel.share
        part = self.tile_bytes // share
        own = numbers.times(self.member, part)

        def copy() -> None:
            skip = numbers.wide(numbers.plus(numbers.times(step, self.tile_bytes), own))
            source = self.emitter.let(f"add i64 {self.tile_address}, {skip}")
            target = numbers.plus(self.shared, numbers.times(slot, self.stage))
            target = numbers.plus(numbers.plus(target, self.second_start), own)
            barrier = self.barrier(slot)
            self.told(
                f"mbarrier.arrive.expect_tx.shared::cta.b64 _, [$0], {self.arriving};", barrier
            )
            name = "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes"
            text, kinds = f"{name} [$0], [$1], {part}, [$2];", "r,l,r"
            given = f"i32 {target}, i64 {source}, i32 {barrier}"
            if share > 1:
                text = f"{name}.multicast::cluster [$0], [$1], {part}, [$2], $3;"
                kinds, given = f"{kinds},h", f"{given}, i16 {(1 << share) - 1}"
            self.emitter.do(f'call void asm sideeffect "{text}", "{kinds},~{{memory}}"({given})')

        branch(self.emitter, self.leads, copy, lambda: None)

    def wait_read(self, slot: str, phase: str) -> None:
        """Tells all blocks that share tiles that this one has read a stage, and waits until all
        have. `phase`: whether it was filled an odd number of times in the loop before.
        """
        if self.kernel.share == 1:
            return

        def wait() -> None:
            self.wait_until(self.tell_read(slot), phase)

        branch(self.emitter, self.leads, wait, lambda: None)

    def tell_read(self, slot: str) -> str:
        """Tells all blocks that share tiles that this thread needs a stage no more. Returns the
        barrier of this block.
        """
        barrier = self.read_barrier(slot)
        if self.kernel.share == 1:
            self.told("mbarrier.arrive.release.cta.shared::cta.b64 _, [$0];", barrier)
            return barrier
        for member in range(self.kernel.share):
            self.emitter.do(
                'call void asm sideeffect "{ .reg .b32 other; '
                "mapa.shared::cluster.u32 other, $0, $1; "
                'mbarrier.arrive.release.cluster.shared::cluster.b64 _, [other]; }", '
                f'"r,r,~{{memory}}"(i32 {barrier}, i32 {member})'
            )
        return barrier

    def wait_second(self, slot: str, phase: str) -> None:
        """Waits until the copy to a stage has arrived. `phase`: whether the stage was filled an odd
        number of times before.
        """
        if self.kernel.in_tiles:
            self.wait_until(self.barrier(slot), phase)

    def wait_until(self, barrier: str, phase: str) -> None:
        """Waits until a phase of a barrier has ended."""
        emitter = self.emitter
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

    def barrier(self, slot: str | int) -> str:
        """The barrier that says whether a stage is filled."""
        return self.numbers.plus(self.barriers, self.numbers.times(slot, BARRIER))

    def read_barrier(self, slot: str | int) -> str:
        """The barrier that says whether a stage has been read."""
        return self.numbers.plus(self.read_barriers, self.numbers.times(slot, BARRIER))
