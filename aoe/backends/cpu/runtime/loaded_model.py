"""An offline model of the CPU, loaded: machine code, packed constants, threads and memory.

An inference is one native call (`aoe.backends.cpu.codegen.plan.plan_code`,
`aoe.backends.cpu.runtime.native_call`). Constants are packed once, when a profile is first needed.
Several inferences may run at once (`aoe.backends.cpu.runtime.execution_contexts`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import ArrayLike

from aoe.backends.call_hints import NO_HINTS, CallHints
from aoe.backends.cpu.runtime.execution_contexts import (
    ExecutionContext,
    ExecutionContexts,
    ProcessContexts,
)
from aoe.backends.cpu.runtime.loaded_plan import LoadedPlan
from aoe.backends.cpu.runtime.native import NativeCode, missing_features
from aoe.backends.cpu.runtime.native_call import NativeCall
from aoe.backends.cpu.runtime.thread_pool import ThreadPool
from aoe.backends.cpu.target.cpu_target import CpuTarget
from aoe.runtime.memory import Memory
from aoe.runtime.offline_model import ForeignMachineError, OfflineModel, static_models
from aoe.settings import usable_cores


class CpuModel:
    """An offline model, loaded. Safe to use from several threads, whose inferences run at once, and
    in children made by `fork`.
    """

    def __init__(
        self,
        model: OfflineModel,
        threads: int | None = None,
        *,
        pool: ThreadPool | None = None,
        packed: Memory | None = None,
    ) -> None:
        """`threads` defaults to the CPUs the process may use. Models given the same `pool` share
        its threads instead of having their own, so that none of them waits for CPU while another's
        threads spin; their inferences take turns. `packed`: memory for packed constants, which say
        themselves whether they have been packed yet.

        Raises `ForeignMachineError` if the machine code cannot run here.
        """
        _check_machine(model)
        self._models = static_models(model)
        self._constants = model.constant_data
        self._shares_pool = pool is not None
        self._contexts = ProcessContexts(
            ExecutionContexts(usable_cores() if threads is None else threads)
            if pool is None
            else ExecutionContexts(pool.threads, only=ExecutionContext(pool))
        )
        self._packed = packed or Memory(max(item.plan.packed_bytes for item in self._models))
        self._profiles: dict[int, LoadedPlan] = {}
        self._profile(0)

    @property
    def threads(self) -> int:
        """How many threads an inference uses."""
        return self._contexts.threads

    def run(self, feed: Mapping[str, ArrayLike], profile: int = 0) -> list[np.ndarray]:
        """See `aoe.backends.backend.LoadedModel.run`."""
        loaded = self._profiles.get(profile) or self._profile(profile)
        return loaded.call.run(feed, self._contexts.here())

    def run_at(
        self,
        inputs: Sequence[int],
        outputs: Sequence[int],
        profile: int = 0,
        hints: CallHints = NO_HINTS,
    ) -> None:
        """See `aoe.backends.backend.LoadedModel.run_at`."""
        call, contexts = self._profile(profile).call, self._contexts.here()
        call.run_at(inputs, outputs, contexts, hints)

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
            self._contexts.here().close()

    def _profile(self, number: int) -> LoadedPlan:
        """A profile, loaded when it is first needed. `setdefault` lets one of several threads
        win.
        """
        if number in self._profiles:
            return self._profiles[number]
        model = self._models[number]
        code = NativeCode(tuple(model.objects.values()))
        call = NativeCall(code, model.plan, self._constants.ctypes.data, self._packed.address)
        call.prepare(self._contexts.here())
        loaded = LoadedPlan(model.plan, code, call, self._contexts)
        return self._profiles.setdefault(number, loaded)


def _check_machine(model: OfflineModel) -> None:
    target = model.manifest.target
    assert isinstance(target, CpuTarget), "the CPU runs what was compiled for CPUs"
    missing = missing_features(target.triple, target.features)
    if missing:
        raise ForeignMachineError(
            f"it was compiled for {target.model}; this machine has no {', '.join(missing)}"
        )
