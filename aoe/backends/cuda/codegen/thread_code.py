"""LLVM IR of what threads of a GPU know and do together: their numbers, barriers, and the exchange
of values inside a warp and a block.
"""

from __future__ import annotations

from collections.abc import Callable

from aoe.backends.cuda.target.cuda_target import WARP
from aoe.backends.llvm.emitter import Emitter, Value, llvm_type

_REGISTERS = "llvm.nvvm.read.ptx.sreg"


def register(emitter: Emitter, name: str) -> str:
    """Returns a special register, such as `tid.x`, as an i64."""
    return emitter.let(f"zext i32 {register32(emitter, name)} to i64")


def register32(emitter: Emitter, name: str) -> str:
    """Returns a special register as an i32."""
    emitter.declare(f"declare i32 @{_REGISTERS}.{name}()")
    return emitter.let(f"call i32 @{_REGISTERS}.{name}()")


def warp_barrier(emitter: Emitter) -> None:
    """Waits for all threads of the warp. What they wrote is visible to each other behind it."""
    emitter.declare("declare void @llvm.nvvm.bar.warp.sync(i32) convergent")
    emitter.do("call void @llvm.nvvm.bar.warp.sync(i32 -1)")


def barrier(emitter: Emitter) -> None:
    """Waits for all threads of the block. What they wrote is visible behind it."""
    emitter.declare("declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32) convergent")
    emitter.do("call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)")


def combined_in_warp(
    emitter: Emitter, value: Value, combine: Callable[[Value, Value], Value], threads: int = WARP
) -> Value:
    """Returns the combination of the values of all threads of a warp, or of each part of it with so
    many threads, a power of two, in each of them.
    """
    distance = threads // 2
    while distance:
        value = combine(value, _exchanged(emitter, value, distance))
        distance //= 2
    return value


def combined_in_block(
    emitter: Emitter,
    value: Value,
    exchange: str,
    block: int,
    thread: str,
    combine: Callable[[Value, Value], Value],
) -> Value:
    """Returns the combination of the values of all threads of a block, in each of them.

    Args:
        emitter: Receives the instructions.
        value: The value of this thread.
        exchange: The address of 8 bytes of shared memory for each warp.
        block: Threads of the block, whole warps.
        thread: The number of this thread in its block.
        combine: Combines two values.
    """
    value = combined_in_warp(emitter, value, combine)
    if block == WARP:
        return value
    kind = llvm_type(value.dtype)
    warp = emitter.let(f"udiv i64 {thread}, {WARP}")
    barrier(emitter)
    emitter.do(f"store {value.typed}, ptr {_place(emitter, exchange, warp)}, align 8")
    barrier(emitter)
    total: Value | None = None
    for number in range(block // WARP):
        loaded = emitter.let(f"load {kind}, ptr {_place(emitter, exchange, str(number))}, align 8")
        part = Value(loaded, value.dtype)
        total = part if total is None else combine(total, part)
    assert total is not None, "a block has a warp"
    return total


def _place(emitter: Emitter, exchange: str, warp: str) -> str:
    return emitter.let(f"getelementptr [8 x i8], ptr {exchange}, i64 {warp}")


def _exchanged(emitter: Emitter, value: Value, distance: int) -> Value:
    """Returns the value of the thread whose number in the warp differs in the bit `distance`."""
    kind = llvm_type(value.dtype)
    words = 2 if kind in ("double", "i64") else 1
    bits = value.name
    whole = "i64" if words == 2 else "i32"
    if kind in ("double", "float"):
        bits = emitter.let(f"bitcast {kind} {bits} to {whole}")
    elif kind not in ("i32", "i64"):
        bits = emitter.let(f"zext {kind} {bits} to i32")
    if words == 1:
        moved = _shuffled(emitter, bits, distance)
    else:
        low = emitter.let(f"trunc i64 {bits} to i32")
        shifted = emitter.let(f"lshr i64 {bits}, 32")
        high = emitter.let(f"trunc i64 {shifted} to i32")
        parts = [
            emitter.let(f"zext i32 {_shuffled(emitter, part, distance)} to i64")
            for part in (low, high)
        ]
        upper = emitter.let(f"shl i64 {parts[1]}, 32")
        moved = emitter.let(f"or i64 {parts[0]}, {upper}")
    if kind in ("double", "float"):
        moved = emitter.let(f"bitcast {whole} {moved} to {kind}")
    elif kind not in ("i32", "i64"):
        moved = emitter.let(f"trunc i32 {moved} to {kind}")
    return Value(moved, value.dtype)


def _shuffled(emitter: Emitter, bits: str, distance: int) -> str:
    name = "@llvm.nvvm.shfl.sync.bfly.i32"
    emitter.declare(f"declare i32 {name}(i32, i32, i32, i32) convergent")
    return emitter.let(f"call i32 {name}(i32 -1, i32 {bits}, i32 {distance}, i32 31)")
