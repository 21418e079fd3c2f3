"""An offline model of the CPU, loaded: machine code, packed constants and threads.

An inference is one native call (`aoe.backends.cpu.codegen.plan.plan_code`,
`aoe.backends.cpu.runtime.native_call`). Constants are packed once, when a profile is first needed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from aoe.backends.cpu.runtime.loaded_plan import LoadedPlan, ProcessPools
from aoe.backends.cpu.runtime.native import NativeCode, missing_features
from aoe.backends.cpu.runtime.native_call import NativeCall
from aoe.backends.cpu.runtime.thread_pool import ThreadPool
from aoe.backends.cpu.target.cpu_target import CpuTarget
from aoe.runtime.memory import Memory
from aoe.runtime.offline_model import ForeignMachineError, OfflineModel, static_models


@dataclass(frozen=True, slots=True)
class SharedMemory:
    """What inferences of a model work in, one at a time.

    Attributes:
        arena: Intermediate values.
        packed: Packed constants. They say themselves whether they have been packed yet.
    """

    arena: Memory
    packed: Memory


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
        self._pools = ProcessPools(ThreadPool(threads) if pool is None else pool)
        self._shares_pool = pool is not None
        self._memory = memory or _shared_memory(self._models, self.threads)
        self._profiles: dict[int, LoadedPlan] = {}
        self._profile(0)

    @property
    def threads(self) -> int:
        """How many threads an inference uses."""
        return self._pools.threads

    def run(self, feed: Mapping[str, ArrayLike], profile: int = 0) -> list[np.ndarray]:
        """See `aoe.backends.backend.LoadedModel.run`."""
        loaded = self._profiles.get(profile) or self._profile(profile)
        return loaded.call.run(feed, self._pools.here())

    def run_at(self, inputs: Sequence[int], outputs: Sequence[int], profile: int = 0) -> None:
        """See `aoe.backends.backend.LoadedModel.run_at`."""
        self._profile(profile).call.run_at(inputs, outputs, self._pools.here())

    def time_runs(
        self, feed: Mapping[str, ArrayLike], count: int, profile: int = 0
    ) -> tuple[float, ...]:
        """See `aoe.backends.backend.LoadedModel.time_runs`."""
        return self._profile(profile).time_runs(feed, count)

    def call_seconds(self, feed: Mapping[str, ArrayLike], profile: int = 0) -> tuple[float, ...]:
        """See `aoe.backends.backend.LoadedModel.call_seconds`."""
        return self._profile(profile).call_seconds(feed)

    def close(self) -> None:
        """Ends its threads, after a running inference; `run` raises from then on."""
        for loaded in self._profiles.values():
            loaded.close()
        if not self._shares_pool:
            self._pools.here().close()

    def _profile(self, number: int) -> LoadedPlan:
        """A profile, loaded when it is first needed. `setdefault` lets one of several threads
        win.
        """
        if number in self._profiles:
            return self._profiles[number]
        model = self._models[number]
        code = NativeCode(tuple(model.objects.values()))
        addresses = (
            self._constants.ctypes.data,
            self._memory.packed.address,
            self._memory.arena.address,
        )
        pool = self._pools.here()
        with pool.lock:
            pool.start(code)
            code.prepare(*addresses, pool.address)
        call = NativeCall(code, model.plan, *addresses)
        loaded = LoadedPlan(model.plan, code, call, self._pools)
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
