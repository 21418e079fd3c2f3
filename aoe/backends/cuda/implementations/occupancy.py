"""What a block needs of a multiprocessor, whether it has that, and how many blocks it holds at once
(CUDA C++ Programming Guide, "Multiprocessor Level"). Used where policies are pruned and estimated.
"""

from __future__ import annotations

from dataclasses import dataclass

from aoe.backends.cuda.target.cuda_target import (
    MOST_REGISTERS,
    REGISTERS,
    RESERVED_SHARED,
    CudaTarget,
)


@dataclass(frozen=True, slots=True)
class BlockNeeds:
    """What a block needs.

    Attributes:
        threads: Its threads.
        registers: Registers of a thread.
        shared: Bytes of shared memory.
    """

    threads: int
    registers: int
    shared: int

    def fit(self, target: CudaTarget, doubt: int = 0) -> bool:
        """Whether a multiprocessor has that. `doubt`: registers that a thread may need besides."""
        return (
            self.shared <= target.limits.shared_per_block - RESERVED_SHARED
            and self.registers + doubt <= MOST_REGISTERS
            and self.registers * self.threads <= REGISTERS
        )

    def resident(self, target: CudaTarget) -> int:
        """Blocks that a multiprocessor holds, at least one."""
        limits = target.limits
        return max(
            1,
            min(
                limits.shared_per_multiprocessor // (self.shared + RESERVED_SHARED),
                REGISTERS // (self.registers * self.threads),
                limits.threads_per_multiprocessor // self.threads,
                limits.blocks_per_multiprocessor,
            ),
        )
