"""What the code of a kernel with parts of its own in shared memory has in common, whatever it
computes: numbers of 32 bits, which a GPU computes faster, axes by their names, and assembly.

`TensorFrame`, `AttentionFrame` and `WgmmaFrame` say which part of the result a thread has.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from aoe.backends.cuda.codegen.index_numbers import Numbers
from aoe.backends.cuda.codegen.thread_code import register32
from aoe.backends.llvm.emitter import Emitter
from aoe.loops.loop_nest import Axis


class BlockFrame:
    """Where a thread and its block are.

    Attributes:
        emitter: Receives the instructions.
        numbers: Emits arithmetic of numbers of 32 bits.
        extents: The axes' extents by name.
        names: The addresses of the kernel's buffers.
        shared_symbol: The symbol of shared memory.
        shared: Its address, as an i32.
        thread: The number of the thread in its block, as an i32.
    """

    def __init__(
        self, emitter: Emitter, arguments: Sequence[str], extents: Mapping[str, int], shared: str
    ) -> None:
        self.emitter, self.numbers, self.extents = emitter, Numbers(emitter), extents
        self.names = {name: f"%buffer{number}" for number, name in enumerate(arguments)}
        self.shared_symbol = shared
        address = emitter.let(f"ptrtoint ptr addrspace(3) {shared} to i64")
        self.shared = emitter.let(f"trunc i64 {address} to i32")
        self.thread = register32(emitter, "tid.x")

    def axes(self, names: Sequence[str]) -> tuple[Axis, ...]:
        """Axes by their names."""
        return tuple(Axis(name, self.extents[name]) for name in names)

    def shared_word(self, offset: str) -> str:
        """The pointer to an offset in shared memory."""
        return self.emitter.let(
            f"getelementptr i8, ptr addrspace(3) {self.shared_symbol}, i32 {offset}"
        )

    def assembly(self, text: str) -> None:
        """Emits instructions of PTX without operands."""
        self.emitter.do(f'call void asm sideeffect "{text}", "~{{memory}}"() convergent')

    def meet(self) -> None:
        """Waits for all blocks of the cluster. What they wrote to shared memory can be read behind
        it.
        """
        self.assembly("barrier.cluster.arrive.release.aligned;")
        self.assembly("barrier.cluster.wait.acquire.aligned;")
