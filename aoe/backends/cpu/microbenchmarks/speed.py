"""Measures the machine's speed: multiply-adds, bandwidth of each cache level and memory, fork-join.

The cost model ranks policies with it (`aoe.backends.cpu.cost.cost`). A measurement takes a second
and keeps the best of many tries, because disturbances only make code slower. The result is rounded
and stored in a file (`aoe.backends.cpu.microbenchmarks.stored_speed`), so that the same machine
gets the same default policies in every run. The measured loops are in `speed_code`.
"""

from __future__ import annotations

import ctypes
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from math import floor, inf, isfinite, log10
from typing import Any

import llvmlite.binding as llvm

from aoe.backends.cpu.codegen.object_code import target_machine
from aoe.backends.cpu.microbenchmarks.speed_code import (
    AMX_MULTIPLY_ADDS,
    CHAINS,
    SHARE_NANOSECONDS,
    SHARE_TURNS,
    STREAMS,
    TILES,
    amx_product_ir,
    dot_product_ir,
    fork_join_ir,
    multiply_add_ir,
    read_ir,
)
from aoe.backends.cpu.runtime import pool_layout
from aoe.backends.cpu.runtime.native import LinkedCode
from aoe.backends.cpu.runtime.thread_pool import SPIN_NANOSECONDS
from aoe.backends.cpu.target.cpu_target import CpuTarget, Speed
from aoe.runtime.memory import Memory

#: The precision of AMX matrix instructions.
AMX_PRECISION = "bfloat16 tiles"
#: The seconds of one try, and the number of tries. Short tries fit between two disturbances.
TRY_SECONDS, TRIES = 1e-3, 30
#: The parallel regions in one try of fork-join, and the number of tries.
REGIONS, REGION_TRIES = 16, 300
#: After so many seconds there are no more tries: many threads on few cores wait for each other.
MOST_REGION_SECONDS = 1.0
SHARE_SECONDS = SHARE_NANOSECONDS * 1e-9
#: The minimum and maximum size of the buffer that exceeds every cache.
LEAST_MEMORY, MOST_MEMORY = 64 << 20, 256 << 20
#: A measurement that differs from common values by more than this factor is implausible.
IMPLAUSIBLE = 20.0


@dataclass(frozen=True, slots=True)
class _Loop:
    """A compiled loop whose time is proportional to its iterations.

    Attributes:
        run: Runs so many iterations.
        code: Owns the code.
    """

    run: Callable[[int], None]
    code: object

    def seconds_per_turn(self, least_turns: int = 1) -> float:
        """Returns the least time per iteration of `TRIES` runs of at least so many iterations."""
        turns, taken = 256, 0.0
        while taken < TRY_SECONDS / 4:
            turns *= 4
            taken = self.seconds(turns)
        turns = max(least_turns, int(turns * TRY_SECONDS / taken))
        return min(self.seconds(turns) for _ in range(TRIES)) / turns

    def seconds(self, turns: int) -> float:
        start = time.perf_counter()
        self.run(turns)
        return time.perf_counter() - start


def measure_speed(target: CpuTarget) -> Speed:
    """Measures this machine, which `target` describes."""
    fork_join = fork_join_seconds(target)  # measured again at the end, when cores may be closer
    memory = memory_bytes(target)
    buffer = Memory(memory)
    ctypes.memset(buffer.address, 0, memory)  # unwritten pages all map to one zero page
    levels = {"l1": target.l1 // 2, "l2": target.l2 // 2, "l3": target.l3 // 2, "memory": memory}
    read = {name: read_speed(target, buffer, min(size, memory)) for name, size in levels.items()}
    tiles = Speed().amx_multiply_adds
    if target.multiplies_amx:
        tiles = multiply_add_speed(target, AMX_PRECISION) / 2
    return Speed(
        multiply_adds=multiply_add_speed(target) / 2,
        amx_multiply_adds=tiles,
        memory_together=max(read["memory"], read_together(target, buffer, memory)),
        fork_join=min(fork_join, fork_join_seconds(target)),
        **read,
    )


def rounded(speed: Speed) -> Speed:
    """Rounds the speed to about 5 or 10 %, so that noise does not change the results derived from
    it.
    """
    return Speed(**{name: _rounded(value) for name, value in asdict(speed).items()})


def is_plausible(speed: Speed) -> bool:
    """Whether every figure is within reach of common machines."""
    common = asdict(Speed())
    return all(
        isfinite(value) and common[name] / IMPLAUSIBLE < value < common[name] * IMPLAUSIBLE
        for name, value in asdict(speed).items()
        if name != "fork_join"  # 0 for one thread, large for many threads on few cores
    )


def multiply_add_speed(target: CpuTarget, precision: str = "float32") -> float:
    """Returns the operations per second of one core; a multiply-add counts two.

    Args:
        target: The target.
        precision: float32, float64, or one of `dot_precisions(target)`. "int8" counts integer
            operations.
    """
    if precision in ("float32", "float64"):
        ir, products = multiply_add_ir(target, precision), CHAINS * target.lanes(precision)
    elif precision == AMX_PRECISION:
        ir, products = amx_product_ir(), TILES * AMX_MULTIPLY_ADDS
    else:
        ir, products = dot_product_ir(target, precision), CHAINS * target.vector_bytes
        products //= 2 if precision == "bfloat16" else 1
    buffer = Memory(CHAINS * target.vector_bytes)
    loop = _loop(ir, "multiply_add", target, buffer.address)
    return 2.0 * products / loop.seconds_per_turn()


def dot_precisions(target: CpuTarget) -> tuple[str, ...]:
    """Returns the precisions whose dot products and matrix instructions can be measured on this
    CPU.
    """
    enabled = set(target.features.split(","))
    found = []
    if {"+avx512bf16", "+avx512vl"} <= enabled:
        found.append("bfloat16")
    if {"+avx512vnni", "+avx512vl"} <= enabled:
        found.append("int8")
    if target.multiplies_amx:
        found.append(AMX_PRECISION)
    return tuple(found)


def read_speed(target: CpuTarget, buffer: Memory, size: int) -> float:
    """Returns the bytes per second that one core reads from `size` bytes, again and again."""
    step = STREAMS * target.vector_bytes
    turns = _power_of_two(size // step)
    loop = _loop(read_ir(target), "read", target, buffer.address, turns - 1)
    return step / loop.seconds_per_turn(turns)


def read_together(target: CpuTarget, buffer: Memory, size: int) -> float:
    """Returns the bytes per second that all threads read together, each its own part of `size`
    bytes.
    """
    step = STREAMS * target.vector_bytes
    turns = _power_of_two(size // step // target.threads)
    starts = [buffer.address + number * turns * step for number in range(target.threads)]
    code = compiled(read_ir(target), target)
    read = function_of(code, "read", ctypes.c_int64, ctypes.c_void_p, ctypes.c_int64)
    parts = [(2 * turns, start, turns - 1) for start in starts]

    def once() -> float:
        others = [threading.Thread(target=read, args=part) for part in parts[1:]]
        start = time.perf_counter()
        for thread in others:
            thread.start()
        read(*parts[0])
        for thread in others:
            thread.join()
        return time.perf_counter() - start

    return 2 * turns * step * target.threads / min(once() for _ in range(TRIES))


def fork_join_seconds(target: CpuTarget) -> float:
    """Returns the seconds of an empty parallel region on all threads; 0 for one thread."""
    if target.threads == 1:
        return 0.0
    with parallel_regions(target, fork_join_ir(target)) as regions:
        if regions is None:
            return Speed().fork_join
        seconds = regions.fork_join(REGION_TRIES)
    alone = seconds > 0.8 * SHARE_SECONDS  # no worker got a core, the caller ran all shares
    return Speed().fork_join if alone else seconds


@dataclass(frozen=True, slots=True)
class ParallelRegions:
    """A running thread pool and the code that uses it.

    Attributes:
        pool: The memory of the pool.
        code: The compiled module.
    """

    pool: Memory
    code: LinkedCode

    def fork_join(self, tries: int) -> float:
        """Returns the least seconds, of some tries, to start all threads on a region and wait for
        them. Of long tries there are fewer.
        """
        run = function_of(self.code, "fork_join", ctypes.c_int64, ctypes.c_void_p)
        loop = _Loop(lambda turns: run(turns, self.pool.address), self.code)
        fastest, end = inf, time.perf_counter() + MOST_REGION_SECONDS
        for _ in range(tries):
            fastest = min(fastest, loop.seconds(REGIONS) / REGIONS)
            if time.perf_counter() > end:
                break
        return max(0.0, fastest - SHARE_SECONDS)

    def slowing(self, target: CpuTarget, tries: int) -> float:
        """Returns how much longer multiply-adds take on all threads together than on one, as a
        factor.
        """
        buffers = Memory(target.threads * CHAINS * target.vector_bytes)
        pointers = [ctypes.c_int64, ctypes.c_void_p]
        alone = function_of(self.code, "multiply_add", *pointers)
        together = function_of(self.code, "together", *pointers, ctypes.c_void_p)
        one = _Loop(lambda turns: alone(turns * SHARE_TURNS, buffers.address), self.code)
        all_of_them = _Loop(
            lambda turns: together(turns, self.pool.address, buffers.address), self.code
        )
        seconds = [
            (all_of_them.seconds(REGIONS), one.seconds(REGIONS)) for _ in range(max(1, tries))
        ]
        return min(both for both, _ in seconds) / min(single for _, single in seconds)


@contextmanager
def parallel_regions(target: CpuTarget, ir: str) -> Iterator[ParallelRegions | None]:
    """Yields a thread pool of the module `ir`, which contains `fork_join_ir`.

    Yields None if the system gives no threads.
    """
    pool = Memory(pool_layout.pool_bytes(target.threads))
    fields = {
        pool_layout.THREADS: target.threads,
        pool_layout.SPIN_NANOSECONDS: SPIN_NANOSECONDS,
    }
    for offset, value in fields.items():
        ctypes.c_int64.from_address(pool.address + offset).value = value
    code = compiled(ir, target)
    start = function_of(code, "aoe_pool_start", ctypes.c_void_p, result=ctypes.c_int32)
    if start(pool.address) != 0:
        yield None
        return
    try:
        yield ParallelRegions(pool, code)
    finally:
        function_of(code, "aoe_pool_stop", ctypes.c_void_p)(pool.address)


def memory_bytes(target: CpuTarget) -> int:
    """Returns a power of two of bytes that no cache of the target holds."""
    return _power_of_two(min(MOST_MEMORY, max(LEAST_MEMORY, 4 * target.l3)))


def _loop(ir: str, name: str, target: CpuTarget, *arguments: int) -> _Loop:
    """Returns a function of a module, bound to all arguments but the number of iterations."""
    code = compiled(ir, target)
    types = [ctypes.c_void_p, ctypes.c_int64][: len(arguments)]
    function = function_of(code, name, ctypes.c_int64, *types)
    return _Loop(lambda turns: function(turns, *arguments), code)


def compiled(ir: str, target: CpuTarget) -> LinkedCode:
    """Returns the machine code of a module, in this process."""
    machine, module = target_machine(target), llvm.parse_assembly(ir)
    module.triple, module.data_layout = target.triple, str(machine.target_data)
    external = [item for item in module.functions if item.linkage is llvm.Linkage.external]
    names = [item.name for item in external if not item.is_declaration]
    return LinkedCode([bytes(machine.emit_object(module))], names)


def function_of(
    code: LinkedCode, name: str, *arguments: Any, result: Any = None
) -> Callable[..., Any]:
    """Returns a function of a module as Python calls it, given the C types of its arguments."""
    return ctypes.CFUNCTYPE(result, *arguments)(code.address_of(name))


def _power_of_two(number: int) -> int:
    """Returns the largest power of two up to `number`, at least 1."""
    return 1 << max(0, number.bit_length() - 1)


def _rounded(value: float) -> float:
    """Rounds to 5 % or 10 %: to 1.0, 1.1 … 2.0, 2.2 … 5.0, 5.5 … 9.5 times a power of ten."""
    if value <= 0:
        return 0.0
    scale: float = 10.0 ** floor(log10(value))
    digits = value / scale
    step = 0.1 if digits < 2 else 0.2 if digits < 5 else 0.5
    return round(digits / step) * step * scale
