"""An offline model of the CPU, loaded: machine code, packed constants and threads.

An inference is one native call (`aoe.backends.cpu.codegen.plan.plan_code`,
`aoe.backends.cpu.runtime.native_call`). Constants are packed once, when a profile is first needed.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from aoe.backends.cpu.runtime.call_times import call_seconds, clock_readings
from aoe.backends.cpu.runtime.memory import Memory
from aoe.backends.cpu.runtime.native import NativeCode, missing_features
from aoe.backends.cpu.runtime.native_call import NativeCall
from aoe.backends.cpu.runtime.thread_pool import ThreadPool
from aoe.backends.cpu.target.cpu_target import CpuTarget
from aoe.runtime.offline_model import ForeignMachineError, OfflineModel, static_models
from aoe.runtime.plan import Plan


@dataclass(frozen=True, slots=True)
class SharedMemory:
    """What inferences of a model work in, one at a time.

    Attributes:
        arena: Intermediate values.
        packed: Packed constants. They say themselves whether they have been packed yet.
    """

    arena: Memory
    packed: Memory


@dataclass(frozen=True, slots=True)
class _Profile:
    """One of the model's profiles, loaded."""

    plan: Plan
    code: NativeCode
    call: NativeCall


class CpuModel:
    """An offline model, loaded. Safe to use from several threads, which take turns, and in children
    made by `fork`.
    """

    def __init__(
        self,
        model: OfflineModel,
        threads: int | None = None,
        *,
        pool: ThreadPool | None = None,
        memory: SharedMemory | None = None,
    ) -> None:
        """`threads` defaults to the CPUs the process may use. Models given the same `pool` share
        its threads instead of having their own, so that none of them waits for CPU while another's
        threads spin; `pool.lock` makes them take turns.

        Raises `ForeignMachineError` if the machine code cannot run here.
        """
        _check_machine(model)
        self._models = static_models(model)
        self._constants = model.constant_data
        own_pool = ThreadPool(threads) if pool is None else pool
        self._threads = own_pool.threads
        self._shares_pool = pool is not None
        # By process, because a child made by `fork` has its parent's memory but not its threads.
        self._pools = {own_pool.process: own_pool}
        self._memory = memory or _shared_memory(self._models, self._threads)
        self._profiles: dict[int, _Profile] = {}
        self._profile(0)

    @property
    def threads(self) -> int:
        """How many threads an inference uses."""
        return self._threads

    def run(self, feed: Mapping[str, ArrayLike], profile: int = 0) -> list[np.ndarray]:
        """See `aoe.backends.backend.LoadedModel.run`."""
        loaded = self._profiles.get(profile) or self._profile(profile)
        return loaded.call.run(feed, self._pools.get(os.getpid()) or self._pool())

    def time_runs(
        self, feed: Mapping[str, ArrayLike], count: int, profile: int = 0
    ) -> tuple[float, ...]:
        """Seconds of each of so many inferences, by a clock read in native code right before and
        after each.
        """
        loaded = self._profile(profile)
        nanoseconds = np.zeros(count, np.int64)
        self._call(loaded, loaded.code.time_runs, feed, nanoseconds.ctypes.data, count)
        return tuple((nanoseconds / 1e9).tolist())

    def call_seconds(self, feed: Mapping[str, ArrayLike], profile: int = 0) -> tuple[float, ...]:
        """See `aoe.backends.backend.LoadedModel.call_seconds`."""
        loaded = self._profile(profile)
        clock = np.zeros(clock_readings(loaded.plan), np.int64)
        self._call(loaded, loaded.code.profile_run, feed, clock.ctypes.data)
        return call_seconds(loaded.plan, clock.tolist())

    def close(self) -> None:
        """Ends its threads, after a running inference; `run` raises from then on."""
        for loaded in self._profiles.values():
            loaded.call.close()
        if not self._shares_pool:
            self._pool().close()

    def _call(
        self, loaded: _Profile, function: Any, feed: Mapping[str, ArrayLike], *rest: int
    ) -> None:
        loaded.call.call(function, feed, self._pools.get(os.getpid()) or self._pool(), *rest)

    def _pool(self) -> ThreadPool:
        """This process's pool; a new one after `fork`. `setdefault` lets one of several threads
        win.
        """
        process = os.getpid()
        if process not in self._pools:
            self._pools.setdefault(process, ThreadPool(self._threads))
        return self._pools[process]

    def _profile(self, number: int) -> _Profile:
        """A profile, loaded when it is first needed. `setdefault` as in `_pool`."""
        if number in self._profiles:
            return self._profiles[number]
        model = self._models[number]
        code = NativeCode(tuple(model.objects.values()))
        addresses = (
            self._constants.ctypes.data,
            self._memory.packed.address,
            self._memory.arena.address,
        )
        pool = self._pool()
        with pool.lock:
            pool.start(code)
            code.prepare(*addresses, pool.address)
        loaded = _Profile(model.plan, code, NativeCall(code, model.plan, *addresses))
        return self._profiles.setdefault(number, loaded)


def _shared_memory(models: tuple[OfflineModel, ...], threads: int) -> SharedMemory:
    """Memory enough for every profile of a model."""
    plans = [item.plan for item in models]
    arena = max(plan.arena_bytes + threads * plan.scratch_bytes for plan in plans)
    return SharedMemory(Memory(arena), Memory(max(plan.packed_bytes for plan in plans)))


def _check_machine(model: OfflineModel) -> None:
    target = model.manifest.target
    assert isinstance(target, CpuTarget), "the CPU runs what was compiled for CPUs"
    missing = missing_features(target.triple, target.features)
    if missing:
        raise ForeignMachineError(
            f"it was compiled for {target.model}; this machine has no {', '.join(missing)}"
        )
