"""Loads candidates of the CPU and times them (`aoe.tuning.measurement.runner_process` asks for it).

A candidate's first run writes to a fresh output filled with a pattern that is no plausible result,
between guard zones. Timed runs rotate through copies of the constants, together as large as all of
a model's, because in a model an operator does not find its weights in the cache. Where caches hold
none of a model's constants, they are evicted. Its inputs it finds there, each thread those that it
computed, except those that are cold in its model (`aoe.tuning.workload.cold_operands`): these are
evicted, too.
"""

from __future__ import annotations

import ctypes
import time
from collections.abc import Iterator, Sequence
from math import isinf

import numpy as np

from aoe.backends.backend import CompiledPlan, LoadedProgram, Profiler, Workload
from aoe.backends.cpu.profiler.candidate_memory import (
    FreeBlocks,
    array_at,
    copied_to,
    memory_in_one_block,
    separate_memory,
)
from aoe.backends.cpu.profiler.constant_rotation import (
    Rotation,
    constant_bytes_read,
    constant_copies,
)
from aoe.backends.cpu.runtime.call_times import call_seconds, clock_readings
from aoe.backends.cpu.runtime.execution_contexts import ExecutionContext, ExecutionContexts
from aoe.backends.cpu.runtime.native import NativeCode
from aoe.backends.cpu.runtime.native_call import NativeCall
from aoe.backends.cpu.runtime.thread_pool import ThreadPool
from aoe.backends.cpu.target.cpu_target import CACHE_LINE
from aoe.backends.output_guards import GUARD, POISON
from aoe.runtime.offline_model import gather_constants

#: Constants that are not packed are rotated if a run reads at least so many bytes of them.
STREAMED = 65536


class CpuProfiler(Profiler):
    """The CPU's profiler: one thread pool for each number of threads, memory that is used again."""

    def __init__(self) -> None:
        self._pools: dict[int, ThreadPool] = {}
        self._blocks = FreeBlocks()

    def load(self, program: CompiledPlan, workload: Workload) -> LoadedProgram:
        """See `aoe.backends.backend.Profiler.load`."""
        pool = self._pools.setdefault(workload.threads, ThreadPool(workload.threads))
        return _Loaded(program, workload, pool, self._blocks)


class _Guarded:
    """An output in a block of memory between two guard zones, all poisoned."""

    def __init__(self, like: np.ndarray, address: int) -> None:
        """`like`: of its shape and type. `address`: of the block, of `guarded_bytes`."""
        self.block = array_at(address, (guarded_bytes(like),), np.dtype(np.uint8))
        self.block[:] = POISON
        self.address = address + GUARD
        self.array = array_at(self.address, like.shape, like.dtype)

    @property
    def intact(self) -> bool:
        guards = (self.block[:GUARD], self.block[-GUARD:])
        return all(bool((guard == POISON).all()) for guard in guards)


def guarded_bytes(output: np.ndarray) -> int:
    """Bytes of an output and its guard zones."""
    return output.nbytes + 2 * GUARD


class _Loaded(LoadedProgram):
    """A candidate in memory, ready to run."""

    def __init__(
        self, program: CompiledPlan, workload: Workload, pool: ThreadPool, blocks: FreeBlocks
    ) -> None:
        plan = program.plan
        self.plan, self.pool = plan, pool
        self.code = NativeCode(tuple(program.objects.values()), workload.rewriting)
        self._place(workload, blocks)
        pool.start(self.code)
        with pool.lock:
            self.code.prepare(self.constants.ctypes.data, self.packed, self.arena, pool.address)
        streamed = self.constants.nbytes if constant_bytes_read(plan) >= STREAMED else 0
        weights = (self.constants.ctypes.data, streamed), (self.packed, plan.packed_bytes)
        evicting = isinf(workload.working_set) and self.code.evict is not None
        copies = 1 if evicting else constant_copies(plan, workload.working_set)
        self.rotation = Rotation(*weights, copies, blocks)
        self.cold = frozenset(workload.cold_inputs if self.code.evict is not None else ())
        self.evicted = (*(weights if evicting else ()), *self._cold_memory(workload))
        self.call = NativeCall(self.code, plan, *self.rotation.first)
        arena = plan.arena_bytes + plan.scratch_bytes * pool.threads
        context = ExecutionContext(pool, self.arena, arena)
        self.contexts = ExecutionContexts(pool.threads, only=context)

    def _place(self, workload: Workload, blocks: FreeBlocks) -> None:
        """Allocates what it reads and writes: for a whole model as in a session, for an operator or
        subgraph at the location asked for, with its inputs.
        """
        plan = self.plan
        inputs = [np.asarray(array, order="C") for array in workload.inputs]
        constants = gather_constants(plan, workload.constants)
        outputs = [np.empty(info.shape, info.dtype) for info in plan.outputs]
        arena = plan.arena_bytes + plan.scratch_bytes * workload.threads
        written = [*map(guarded_bytes, outputs), arena, plan.packed_bytes]
        if workload.in_session:
            self.memory = separate_memory(written)
            self.inputs, self.constants = inputs, constants
            addresses = iter(self.memory.addresses)
        else:
            read = [*inputs, constants]
            sizes = [*(array.nbytes for array in read), *written]
            self.memory = memory_in_one_block(workload.location, sizes, blocks)
            addresses = iter(self.memory.addresses)
            *self.inputs, self.constants = [copied_to(next(addresses), array) for array in read]
        self.guarded = [_Guarded(like, next(addresses)) for like in outputs]
        for alias in plan.aliases:
            self.guarded[alias.output].array[...] = self.inputs[alias.input]
        self.arena, self.packed = addresses

    def _cold_memory(self, workload: Workload) -> Iterator[tuple[int, int]]:
        """Address and bytes of the operands that are evicted."""
        read = [self.inputs[number] for number in workload.cold_inputs]
        written = [self.guarded[number].array for number in workload.cold_outputs]
        return ((array.ctypes.data, array.nbytes) for array in (*read, *written))

    def release(self) -> None:
        """Gives back its memory, which the next candidates have; it cannot be run afterwards."""
        self.rotation.release()
        self.memory.release()

    def outputs(self) -> Sequence[np.ndarray]:
        """The outputs of the last run, in the memory of the candidate."""
        return [output.array for output in self.guarded]

    def overrun(self) -> int | None:
        """The number of an output whose guard zones were written."""
        numbers = (number for number, output in enumerate(self.guarded) if not output.intact)
        return next(numbers, None)

    def time_calls(self, runs: int) -> list[float]:
        """Seconds that whoever calls the model from Python sees, of each of some inferences."""
        feed = {info.name: array for info, array in zip(self.plan.inputs, self.inputs, strict=True)}
        seconds = []
        for _ in range(runs):
            begin = time.perf_counter()
            self.call.run(feed, self.contexts)
            seconds.append(time.perf_counter() - begin)
        return seconds

    def call_seconds(self) -> tuple[float, ...]:
        """Seconds of each kernel call of one run, after an unprofiled one."""
        self.time(1)
        clock = (ctypes.c_int64 * clock_readings(self.plan))()
        with self.pool.lock:
            self.code.profile_run(
                *self._addresses(),
                *self.rotation.first,
                self.arena,
                self.pool.address,
                clock,
            )
        return call_seconds(self.plan, list(clock))

    def time(self, runs: int) -> list[int]:
        """Nanoseconds of each of some runs, each with the next copy of the constants, or with
        constants that no cache holds, and, where a model would have computed them, inputs that
        were just written, except cold ones.
        """
        inputs, outputs = self._addresses()
        elapsed = (ctypes.c_int64 * runs)()
        with self.pool.lock:
            for run in range(runs):
                self._rewrite_inputs()
                self._evict()
                self.code.time_runs(
                    inputs,
                    outputs,
                    *self.rotation.next(),
                    self.arena,
                    self.pool.address,
                    ctypes.addressof(elapsed) + 8 * run,
                    1,
                )
        return list(elapsed)

    def _addresses(self) -> tuple[ctypes.Array[ctypes.c_void_p], ctypes.Array[ctypes.c_void_p]]:
        """The arrays of pointers to inputs and to outputs."""
        inputs = _pointers([array.ctypes.data for array in self.inputs])
        return inputs, _pointers([output.address for output in self.guarded])

    def _evict(self) -> None:
        if self.code.evict is not None:
            for address, size in self.evicted:
                self.code.evict(self.pool.address, address, -(-size // CACHE_LINE))

    def _rewrite_inputs(self) -> None:
        if self.code.rewrite is not None:
            for number, array in enumerate(self.inputs):
                if number not in self.cold:
                    lines = array.nbytes // CACHE_LINE
                    self.code.rewrite(self.pool.address, array.ctypes.data, lines)


def _pointers(values: Sequence[int]) -> ctypes.Array[ctypes.c_void_p]:
    return (ctypes.c_void_p * max(1, len(values)))(*values)
