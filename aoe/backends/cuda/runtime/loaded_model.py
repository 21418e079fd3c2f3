"""An offline model on a GPU: kernels, constants and execution contexts for each of its profiles.

Constants are copied to the device once, and packed when a profile is first needed.
"""

from __future__ import annotations

import threading
from collections.abc import Mapping, Sequence
from contextlib import ExitStack, closing

import numpy as np
from numpy.typing import ArrayLike

from aoe.backends.backend import LoadedModel
from aoe.backends.call_hints import NO_HINTS, CallHints
from aoe.backends.cuda.runtime.device import Device, undone_on_failure
from aoe.backends.cuda.runtime.program import Program
from aoe.backends.cuda.runtime.work import Kernels, Tables
from aoe.backends.device_array import DeviceArray
from aoe.errors import AoeError
from aoe.runtime.offline_model import OfflineModel, static_models


class CudaModel(LoadedModel):
    """An offline model, loaded. Safe to use from several threads."""

    def __init__(self, model: OfflineModel, device: Device) -> None:
        """Loads the first profile; the others when they are needed."""
        self._models = static_models(model)
        self._device = device
        self._loading = threading.Lock()
        self._blocks: list[int] = []
        self._profiles: dict[int, Program] = {}
        self._closed = False
        self._multiprocessors = model.manifest.target.threads
        with device.kept_current(), undone_on_failure(self.close):
            sizes = model.constant_data.nbytes, max(item.plan.packed_bytes for item in self._models)
            for size in sizes:
                self._blocks.append(device.allocate(size))
            self._upload(model.constant_data)
            self._profile(0)

    @property
    def threads(self) -> int:
        """Multiprocessors."""
        return self._multiprocessors

    def run(self, feed: Mapping[str, ArrayLike], profile: int = 0) -> list[np.ndarray]:
        """See `aoe.backends.backend.LoadedModel.run`."""
        return self._profile(profile).run(feed)

    def run_on_device(
        self, feed: Mapping[str, ArrayLike], into: Mapping[int, DeviceArray], profile: int = 0
    ) -> list[DeviceArray]:
        """See `aoe.backends.device_array.DeviceModel.run_on_device`."""
        return self._profile(profile).run_on_device(feed, into)

    def run_at(
        self,
        inputs: Sequence[int],
        outputs: Sequence[int],
        profile: int = 0,
        hints: CallHints = NO_HINTS,
    ) -> None:
        """See `aoe.backends.backend.LoadedModel.run_at`. Addresses of the GPU are such, too."""
        self._profile(profile).run_at(inputs, outputs)

    def time_runs(
        self, feed: Mapping[str, ArrayLike], count: int, profile: int = 0
    ) -> tuple[float, ...]:
        """See `aoe.backends.backend.LoadedModel.time_runs`."""
        return self._profile(profile).time_runs(feed, count)

    def call_seconds(self, feed: Mapping[str, ArrayLike], profile: int = 0) -> tuple[float, ...]:
        """See `aoe.backends.backend.LoadedModel.call_seconds`."""
        return self._profile(profile).call_seconds(feed)

    def close(self) -> None:
        """Frees memory after running inferences; `run` raises from then on."""
        with self._loading:
            if self._closed:
                return
            self._closed = True
            with self._device.kept_current(), ExitStack() as last:  # programs are freed first
                for block in self._blocks:
                    last.callback(self._device.free, block)
                for program in self._profiles.values():
                    last.callback(program.close)

    def _upload(self, constants: np.ndarray) -> None:
        """Copies the constants to the first block."""
        with closing(self._device.stream()) as stream:
            stream.upload(self._blocks[0], np.ascontiguousarray(constants))
            stream.wait()

    def _profile(self, number: int) -> Program:
        """A profile, loaded when it is first needed."""
        with self._loading:
            if self._closed:
                raise AoeError("the session is closed; make a new one")
            if number in self._profiles:
                return self._profiles[number]
            with self._device.kept_current():
                model = self._models[number]
                constants, packed = self._blocks
                tables = Tables([constants], [packed])
                kernels = Kernels(self._device, model.objects)
                with undone_on_failure(kernels.close):
                    program = Program(self._device, model.plan, kernels, tables)
                with undone_on_failure(program.close):
                    program.prepare(model.plan.prepare)
                self._profiles[number] = program
            return program
