"""How a kernel follows the one in front of it (programmatic dependent launch, since compute
capability 9.0; NVIDIA's CUDA C++ Programming Guide, "Programmatic Dependent Launch").

A kernel may start before those in front of it have ended. It *waits* before it touches what they
write, or reads what it writes; what it reads before are constants
(`aoe.backends.cuda.codegen.prefetch` brings more of them near). It *releases* the next one where
its schedule says: when every block has done so, the next kernel starts as multiprocessors have
room. Every thread waits before it ends. So a kernel that has ended knows that all kernels in front
of it have, and memory that several of them use in turn is safe.
"""

from __future__ import annotations

from aoe.backends.cuda.codegen.prefetch import emit_prefetch
from aoe.backends.cuda.kernels.simt_kernel import Release, SimtKernel
from aoe.backends.cuda.target.cuda_target import CudaTarget
from aoe.backends.llvm.emitter import Emitter


class Handover:
    """Emits where a kernel waits and where it releases the next one, each once. It emits nothing
    for a GPU whose kernels start one after the other.
    """

    def __init__(self, emitter: Emitter, kernel: SimtKernel, target: CudaTarget, grid: int) -> None:
        """`grid`: blocks of the kernel."""
        self._emitter, self._release = emitter, kernel.release
        self._kernel, self._target, self._grid = kernel, target, grid
        self._waits = target.limits.starts_early

    def wait(self) -> None:
        """All threads come here before they touch memory other than the kernel's constants."""
        if self._waits:
            self._waits = False
            emit_prefetch(self._emitter, self._kernel, self._grid, self._target)
            self._instruction("wait")
            self.release("early")

    def release(self, place: Release) -> None:
        """All threads come here; `place`: which place of the schedule this is. Where a thread ends,
        it releases in any case.
        """
        if self._release == place and not self._waits:
            self._release = "none"
            self._instruction("launch_dependents")

    def _instruction(self, name: str) -> None:
        self._emitter.do(f'call void asm sideeffect "griddepcontrol.{name};", "~{{memory}}"()')
