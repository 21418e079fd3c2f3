"""LLVM IR of vector stores past the caches. Used by `aoe.backends.llvm.memory_code`."""

from __future__ import annotations

from aoe.backends.llvm.emitter import Emitter
from aoe.loops.loop_nest import Kernel

#: Says that what is stored is not read soon (LLVM Language Reference, "nontemporal").
_METADATA = "!0 = !{i32 1}"


def streamed_store(
    emitter: Emitter, pointer: str, value: str, element_bytes: int, vector_bytes: int
) -> None:
    """Stores a typed vector past the caches where its address is a multiple of its size: the
    instructions need that, and callers of a model choose its addresses.
    """
    emitter.declare(_METADATA)
    address = emitter.let(f"ptrtoint ptr {pointer} to i64")
    rest = emitter.let(f"and i64 {address}, {vector_bytes - 1}")
    aligned = emitter.let(f"icmp eq i64 {rest}, 0")
    past, through, join = (emitter.fresh(name) for name in ("past", "through", "stored"))
    emitter.do(f"br i1 {aligned}, label %{past}, label %{through}")
    emitter.label(past)
    emitter.do(f"store {value}, ptr {pointer}, align {vector_bytes}, !nontemporal !0")
    emitter.do(f"br label %{join}")
    emitter.label(through)
    emitter.do(f"store {value}, ptr {pointer}, align {element_bytes}")
    emitter.do(f"br label %{join}")
    emitter.label(join)


def complete_streamed(emitter: Emitter, kernel: Kernel, triple: str) -> None:
    """Completes the streamed stores of a kernel before other threads are told that it has ended:
    x86 does not order them otherwise.
    """
    streams = any(store.streamed for nest in kernel.nests for store in nest.stores)
    if streams and triple.startswith("x86_64"):
        emitter.declare("declare void @llvm.x86.sse.sfence()")
        emitter.do("call void @llvm.x86.sse.sfence()")
