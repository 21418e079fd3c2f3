"""How kernels are started: blocks, and memory for what a block keeps to itself."""

from __future__ import annotations

from dataclasses import replace

from aoe.backends.cuda.kernels.attention_gradient_kernel import AttentionGradientKernel
from aoe.backends.cuda.kernels.attention_kernel import AttentionKernel
from aoe.backends.cuda.kernels.gemv_kernel import GemvKernel
from aoe.backends.cuda.kernels.row_kernel import RowKernel
from aoe.backends.cuda.kernels.simt_kernel import EXCHANGE, SimtKernel
from aoe.backends.cuda.kernels.tensor_kernel import TensorKernel
from aoe.backends.cuda.kernels.wgmma_kernel import WgmmaKernel
from aoe.backends.cuda.runtime.launch_plan import Launch
from aoe.backends.cuda.target.cuda_target import RESERVED_SHARED, CudaTarget
from aoe.backends.llvm.kernel_body import scratch_bytes

#: Kernels that say how many blocks they have, and what these have in shared memory.
_IN_TILES = (
    AttentionGradientKernel,
    AttentionKernel,
    GemvKernel,
    RowKernel,
    TensorKernel,
    WgmmaKernel,
)


def launch_of(kernel: SimtKernel, target: CudaTarget) -> Launch:
    """How a kernel is started on a device."""
    early = [kernel.arguments.index(name) for name in kernel.constants]
    shape = _shape_of(kernel, target)
    return replace(shape, waits=target.limits.starts_early, early=tuple(early))


def _shape_of(kernel: SimtKernel, target: CudaTarget) -> Launch:
    phases = kernel.phase_count > 1
    if isinstance(kernel, _IN_TILES):
        maps = kernel.maps if isinstance(kernel, WgmmaKernel) else ()
        return Launch(kernel.tasks, kernel.block, kernel.shared_bytes, maps=maps)
    if kernel.flat:
        return Launch(max(1, -(-kernel.tasks // kernel.block)), kernel.block, 0)
    needed = scratch_bytes(kernel)
    if needed + EXCHANGE > target.limits.shared_per_block - RESERVED_SHARED:
        grid = min(kernel.tasks, target.threads * 2)
        return Launch(max(grid, 1), kernel.block, EXCHANGE, needed, phases)
    return Launch(max(kernel.tasks, 1), kernel.block, needed + EXCHANGE, 0, phases)
