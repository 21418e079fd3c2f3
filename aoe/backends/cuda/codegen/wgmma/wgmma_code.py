"""LLVM IR of contractions by `wgmma` (`aoe.backends.cuda.kernels.wgmma_kernel`).

The parts are emitted by `wgmma_copies`, `wgmma_products` and `wgmma_results` of this folder. This
module has their order where a block has one tile, `wgmma_stream` where blocks stay, `wgmma_boxes`
where a warp of its own copies. Products of two steps are in flight at a time. A step is copied to
the stage whose products are two steps back: every thread has waited for these at the barrier of the
step.
"""

from __future__ import annotations

from aoe.backends.cuda.codegen.handover import Handover
from aoe.backends.cuda.codegen.thread_code import barrier
from aoe.backends.cuda.codegen.wgmma.wgmma_boxes import WgmmaBoxes
from aoe.backends.cuda.codegen.wgmma.wgmma_results import WgmmaResults
from aoe.backends.cuda.codegen.wgmma.wgmma_stream import WgmmaStream
from aoe.backends.cuda.kernels.wgmma_kernel import WgmmaKernel
from aoe.backends.llvm.emitter import Emitter
from aoe.backends.llvm.loop_position import branch


def emit_wgmma_kernel(
    emitter: Emitter, kernel: WgmmaKernel, shared: str, handover: Handover
) -> None:
    """Emits the body of a kernel. `shared`: the symbol of shared memory."""
    if kernel.boxes:
        WgmmaBoxes(emitter, kernel, shared).emit(handover)
    elif kernel.stays:
        WgmmaStream(emitter, kernel, shared).emit(handover)
    else:
        _WgmmaCode(emitter, kernel, shared).emit(handover)


class _WgmmaCode(WgmmaResults):
    """Emits one kernel for one thread."""

    def emit(self, handover: Handover) -> None:
        """Emits the whole body without its return."""
        kernel, steps = self.kernel, self.kernel.step_count
        ahead = kernel.stages - 2
        first = range(min(ahead, steps))
        # Weights do not wait for the kernels in front of this one.
        early = self.second.buffer in kernel.constants
        self.make_barriers()
        for step in first if early else ():
            self.copy_second(step, step)
        self.fetch_constants()
        handover.wait()
        for step in first:
            self.copy_first(step)
            if not early:
                self.copy_second(step, step)
            self.assembly("cp.async.commit_group;")
        for _ in range(ahead - len(first)):
            self.assembly("cp.async.commit_group;")
        self._multiply_all(steps, ahead)
        handover.release("late")
        self.store()

    def _multiply_all(self, steps: int, ahead: int) -> None:
        numbers, emitter, stages = self.numbers, self.emitter, self.kernel.stages
        counter, used, phase = self.slot(0), self.slot(0), self.slot(0)
        filled = self.slot(ahead)
        head, done = emitter.fresh("loop"), emitter.fresh("done")
        emitter.do(f"br label %{head}")
        emitter.label(head)
        step, stage = self.value(counter), self.value(used)
        self.assembly(f"cp.async.wait_group {ahead - 1};")
        self.assembly("fence.proxy.async.shared::cta;")
        barrier(emitter)
        self.wait_second(stage, self.value(phase))
        self.multiply(stage)
        self.assembly("wgmma.wait_group.sync.aligned 1;")

        def copy() -> None:
            slot = self.value(filled)
            if self.kernel.share > 1:  # others may not have read the stage yet
                self.copy_first(slot)
            self.wait_read(slot, self.value(phase))
            self.copy_second(slot, numbers.plus(step, ahead))
            if self.kernel.share == 1:
                self.copy_first(slot)

        if steps > ahead:
            branch(emitter, numbers.below(step, steps - ahead), copy, lambda: None)
        self.assembly("cp.async.commit_group;")
        for place in (used, filled):
            following = numbers.plus(self.value(place), 1)
            inside = numbers.below(following, stages)
            self.put(place, numbers.chosen(inside, following, 0))
            if place == used:
                turned = numbers.bits("xor", self.value(phase), 1)
                self.put(phase, numbers.chosen(inside, self.value(phase), turned))
        following = numbers.plus(step, 1)
        self.put(counter, following)
        emitter.do(f"br i1 {numbers.below(following, steps)}, label %{head}, label %{done}")
        emitter.label(done)
