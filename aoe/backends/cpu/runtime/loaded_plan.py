"""A plan with its machine code, ready for inferences (`aoe.backends.cpu.runtime.native_call`).

`aoe.backends.cpu.runtime.loaded_model` loads those of an offline model,
`aoe.backends.cpu.runtime.model_family` those of shapes that come and go.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from aoe.backends.call_hints import NO_HINTS, CallHints
from aoe.backends.cpu.runtime.call_times import call_seconds, clock_readings
from aoe.backends.cpu.runtime.execution_contexts import ProcessContexts
from aoe.backends.cpu.runtime.native import NativeCode
from aoe.backends.cpu.runtime.native_call import NativeCall
from aoe.runtime.plan import Plan


@dataclass(frozen=True, eq=False)
class LoadedPlan:
    """A plan, loaded.

    Attributes:
        plan: The plan.
        code: Its functions.
        call: How they are called on arrays.
        contexts: What inferences work with.
    """

    plan: Plan
    code: NativeCode
    call: NativeCall
    contexts: ProcessContexts

    @property
    def threads(self) -> int:
        """How many threads an inference uses."""
        return self.contexts.threads

    def run(self, feed: Mapping[str, ArrayLike], profile: int = 0) -> list[np.ndarray]:
        """See `aoe.backends.backend.LoadedModel.run`; there is one profile."""
        return self.call.run(feed, self.contexts.here())

    def run_at(
        self,
        inputs: Sequence[int],
        outputs: Sequence[int],
        profile: int = 0,
        hints: CallHints = NO_HINTS,
    ) -> None:
        """See `aoe.backends.backend.LoadedModel.run_at`; there is one profile."""
        self.call.run_at(inputs, outputs, self.contexts.here(), hints)

    def time_runs(
        self, feed: Mapping[str, ArrayLike], count: int, profile: int = 0
    ) -> tuple[float, ...]:
        """Seconds of each of so many inferences, by a clock read in native code right before and
        after each.
        """
        nanoseconds = np.zeros(count, np.int64)
        self._call(self.code.time_runs, feed, nanoseconds.ctypes.data, count)
        return tuple((nanoseconds / 1e9).tolist())

    def call_seconds(self, feed: Mapping[str, ArrayLike], profile: int = 0) -> tuple[float, ...]:
        """See `aoe.backends.backend.LoadedModel.call_seconds`."""
        clock = np.zeros(clock_readings(self.plan), np.int64)
        self._call(self.code.profile_run, feed, clock.ctypes.data)
        return call_seconds(self.plan, clock.tolist())

    def close(self) -> None:
        """From now on calls raise. The threads are not the plan's."""
        self.call.close()

    def _call(self, function: Any, feed: Mapping[str, ArrayLike], *rest: int) -> None:
        self.call.call_alone(function, feed, self.contexts.here(), *rest)
