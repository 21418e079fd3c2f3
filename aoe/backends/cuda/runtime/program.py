"""A plan with its kernels on a device, ready for inferences.

Each inference has a *lane* (`aoe.backends.cuda.runtime.lane`). Lanes are made when several threads
run at a time, and used again. Inferences in the order of work of another library need none
(`aoe.backends.cuda.runtime.enqueued`).
"""

from __future__ import annotations

import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager

import numpy as np
from numpy.typing import ArrayLike

from aoe.backends.cuda.runtime.device import Device, Replay, undone_on_failure
from aoe.backends.cuda.runtime.dlpack import GpuTensor, is_on_gpu
from aoe.backends.cuda.runtime.enqueued import EnqueuedRuns
from aoe.backends.cuda.runtime.gpu_array import ArrayMemory, checked_output
from aoe.backends.cuda.runtime.lane import Lane
from aoe.backends.cuda.runtime.steps import Places, Steps, arena_bytes
from aoe.backends.cuda.runtime.work import Kernels, Tables, bytes_of
from aoe.backends.device_array import DeviceArray
from aoe.element_types import numpy_type
from aoe.errors import AoeError
from aoe.runtime.model_inputs import ModelInputs
from aoe.runtime.plan import KernelCall, Plan

#: The most inferences at a time; further ones wait.
MOST_LANES = 4


class Program:
    """A plan, loaded. Safe to use from several threads, which have lanes of their own."""

    def __init__(
        self, device: Device, plan: Plan, kernels: Kernels, tables: Tables, owned: object = None
    ) -> None:
        """`owned`: what lives as long as this, such as the blocks of `tables`."""
        self.plan, self.kernels = plan, kernels
        self._device, self._tables, self._owned = device, tables, owned
        self._inputs = ModelInputs(plan.inputs)
        self._outputs = [(info.shape, numpy_type(info.dtype)) for info in plan.outputs]
        self._free: list[Lane] = []
        self._lanes: list[Lane] = []
        self._memory = ArrayMemory(device)
        self._enqueued = EnqueuedRuns(device, plan, kernels, tables)
        self._changed = threading.Condition()
        self._closed = False

    def prepare(self, calls: Sequence[KernelCall]) -> None:
        """Packs constants by some calls of the plan, now. They have neither inputs nor outputs."""
        if not calls:
            return
        device = self._device
        with device.kept_current(), ExitStack() as last:  # what is named last is done first
            arena = device.allocate(arena_bytes(self.plan, self.kernels))
            last.callback(device.free, arena)
            stream = device.stream()
            last.callback(stream.close)
            places = Places((), (), arena)
            steps = Steps(stream, self.plan, self.kernels, self._tables, places)
            stream.start(steps.starts(calls))
            stream.wait()

    def run(self, feed: Mapping[str, ArrayLike]) -> list[np.ndarray]:
        """One inference: all outputs as new arrays. Raises as
        `aoe.backends.backend.LoadedModel.run` does.
        """
        outputs = [np.empty(shape, dtype) for shape, dtype in self._outputs]
        with self.lane() as lane:
            self._copy_in(lane, feed)
            lane.run()
            lane.stream.download_all(outputs, lane.outputs)
        return outputs

    def run_on_device(
        self, feed: Mapping[str, ArrayLike], into: Mapping[int, DeviceArray]
    ) -> list[DeviceArray]:
        """One inference whose outputs stay on the GPU, in arrays by their number or in new ones.
        Raises as `aoe.backends.device_array.DeviceModel.run_on_device` does.
        """
        with self._device.kept_current():
            outputs = self._device_outputs(into)
        with self.lane() as lane:
            self._copy_in(lane, feed)
            lane.run()
            for array, source, info in zip(outputs, lane.outputs, self.plan.outputs, strict=True):
                lane.stream.copy(array.address, source, bytes_of(info))
            lane.stream.wait()
        return outputs

    def _device_outputs(self, into: Mapping[int, DeviceArray]) -> list[DeviceArray]:
        """The arrays that `run_on_device` writes."""
        outputs = [
            checked_output(into[number], info, self._device.number)
            if number in into
            else self._memory.array(info.shape, info.dtype)
            for number, info in enumerate(self.plan.outputs)
        ]
        if into:
            self._device.wait()  # another library may still read what they hold
        return outputs

    def _copy_in(self, lane: Lane, feed: Mapping[str, ArrayLike]) -> None:
        """Copies inputs, of which some may be tensors of the GPU. Raises as `run` does."""
        on_device = {name for name, value in feed.items() if is_on_gpu(value)}
        if not on_device:
            lane.stream.upload_all(lane.inputs, self._inputs.checked(feed))
            return
        shown = {
            info.name: np.empty(info.shape, numpy_type(info.dtype)) for info in self.plan.inputs
        }
        others = {name: value for name, value in feed.items() if name not in on_device}
        stand_ins = {name: shown[name] for name in on_device if name in shown}
        unknown = {name: np.empty(0) for name in on_device if name not in shown}
        arrays = self._inputs.checked({**others, **stand_ins, **unknown})
        for info, address, array in zip(self.plan.inputs, lane.inputs, arrays, strict=True):
            if info.name not in on_device:
                lane.stream.upload(address, array)
                continue
            source = GpuTensor(feed[info.name], lane.stream.number)
            source.require(info, self._device.number)
            lane.stream.copy(address, source.address, bytes_of(info))
            lane.stream.wait()  # the tensor may be changed as soon as its owner has it back

    def run_at(self, inputs: Sequence[int], outputs: Sequence[int]) -> None:
        """One inference on memory of the caller, which may be the device's. Nothing waits for what
        the caller computes there: the inputs are complete, and nobody reads the outputs any more.
        """
        with self.lane() as lane:
            for address, source, info in zip(lane.inputs, inputs, self.plan.inputs, strict=True):
                lane.stream.copy(address, source, bytes_of(info))
            lane.run()
            for target, source, info in zip(outputs, lane.outputs, self.plan.outputs, strict=True):
                lane.stream.copy(target, source, bytes_of(info))
            lane.stream.wait()

    @property
    def workspace_bytes(self) -> int:
        """See `aoe.backends.stream_model.StreamModel.workspace_bytes`."""
        return self._enqueued.workspace_bytes

    def enqueue(
        self, inputs: Sequence[int], outputs: Sequence[int], workspace: int, stream: int
    ) -> None:
        """See `aoe.backends.stream_model.StreamModel.enqueue`. Raises `AoeError` after `close`."""
        if self._closed:  # `close` may still wait for lanes
            raise AoeError("the session is closed; make a new one")
        with self._device.kept_current():
            self._enqueued.run(inputs, outputs, workspace, stream)

    def time_runs(self, feed: Mapping[str, ArrayLike], count: int) -> tuple[float, ...]:
        """Seconds of each of some inferences in a row, without copies of inputs and outputs."""
        arrays = self._inputs.checked(feed)
        with self.lane() as lane:
            lane.stream.upload_all(lane.inputs, arrays)
            return tuple(lane.stream.timed([_Inference(lane)] * count))

    def call_seconds(self, feed: Mapping[str, ArrayLike]) -> tuple[float, ...]:
        """Seconds of each kernel call of one inference. Calls in a loop are timed once."""
        arrays = self._inputs.checked(feed)
        with self.lane() as lane:
            lane.stream.upload_all(lane.inputs, arrays)
            lane.run()
            replays = [lane.stream.record(lane.starts([call])) for call in self.plan.calls]
            try:
                return tuple(lane.stream.timed(replays))
            finally:
                for replay in replays:
                    replay.close()

    def close(self) -> None:
        """Frees everything, after running inferences; `run` raises from then on."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()
            while len(self._free) < len(self._lanes):
                self._changed.wait()
            lanes, self._lanes, self._free = self._lanes, [], []
        owned, self._owned = self._owned, None  # memory that lanes read until they are closed
        with self._device.kept_current(), ExitStack() as last:  # what is named last is freed first
            last.callback(self._memory.close)
            last.callback(self.kernels.close)
            last.callback(self._enqueued.close)
            for lane in lanes:
                last.callback(lane.stream.close)
                last.callback(lane.close)
        del owned

    @contextmanager
    def lane(self) -> Iterator[Lane]:
        """A lane that nobody else has meanwhile. Raises `AoeError` after `close`."""
        with self._device.kept_current():
            lane = self._taken()
            try:
                yield lane
            finally:
                with self._changed:
                    self._free.append(lane)
                    self._changed.notify_all()

    def _taken(self) -> Lane:
        with self._changed:
            while True:
                if self._closed:
                    raise AoeError("the session is closed; make a new one")
                if self._free:
                    return self._free.pop()
                if len(self._lanes) < MOST_LANES:
                    stream = self._device.stream()
                    with undone_on_failure(stream.close):
                        lane = Lane(stream, self._device, self.plan, self.kernels, self._tables)
                    self._lanes.append(lane)
                    return lane
                self._changed.wait()


class _Inference(Replay):
    """A whole inference as something to be timed."""

    def __init__(self, lane: Lane) -> None:
        self._lane = lane

    def start(self) -> None:
        """Starts it."""
        self._lane.run()

    def close(self) -> None:
        """The lane lives on."""
