"""What one inference at a time works with: a stream, an arena, memory for inputs and outputs, and
the kernels of a plan recorded as graphs (`aoe.backends.cuda.runtime.steps`).
"""

from __future__ import annotations

from contextlib import ExitStack

from aoe.backends.cuda.runtime.device import Device, Stream, undone_on_failure
from aoe.backends.cuda.runtime.steps import Places, Steps, arena_bytes
from aoe.backends.cuda.runtime.work import Kernels, Tables, bytes_of
from aoe.runtime.plan import Plan


class ExecutionContext(Steps):
    """What one inference at a time works with."""

    def __init__(
        self,
        stream: Stream,
        device: Device,
        plan: Plan,
        kernels: Kernels,
        tables: Tables,
        guard: int = 0,
    ) -> None:
        """`stream`: what it uses; whoever gives it closes it. `guard`: bytes around each output
        that nothing uses.
        """
        self.device = device
        self._blocks: list[int] = []
        with undone_on_failure(self._free):
            self.inputs = [self._block(bytes_of(info)) for info in plan.inputs]
            self.guarded = [self._block(bytes_of(info) + 2 * guard) for info in plan.outputs]
            arena = self._block(arena_bytes(plan, kernels))
        self.outputs = [address + guard for address in self.guarded]
        places = Places(self.inputs, self.outputs, arena)
        super().__init__(stream, plan, kernels, tables, places)

    def close(self) -> None:
        """Waits, and frees all that it has, also where the work that it waits for failed: it raises
        then what that raised.
        """
        with ExitStack() as last:
            last.callback(self._free)
            super().close()

    def _block(self, size: int) -> int:
        """The address of memory that is freed with the context."""
        self._blocks.append(self.device.allocate(size))
        return self._blocks[-1]

    def _free(self) -> None:
        """Frees its memory, even where freeing a part of it fails."""
        blocks, self._blocks = self._blocks, []
        with ExitStack() as last:
            for address in blocks:
                last.callback(self.device.free, address)
