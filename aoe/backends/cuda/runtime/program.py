"""A plan with its kernels on a device, ready for inferences.

Each inference has an *execution context* (`aoe.backends.cuda.runtime.execution_context`). More are
made when several threads run at a time, and used again. Inferences in the order of work of another
library need none (`aoe.backends.cuda.runtime.enqueued`).
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
from aoe.backends.cuda.runtime.execution_context import ExecutionContext
from aoe.backends.cuda.runtime.gpu_array import ArrayMemory, checked_output
from aoe.backends.cuda.runtime.steps import Places, Steps, arena_bytes
from aoe.backends.cuda.runtime.work import Kernels, Tables, bytes_of
from aoe.backends.device_array import DeviceArray
from aoe.element_types import numpy_type
from aoe.errors import AoeError
from aoe.runtime.model_inputs import ModelInputs
from aoe.runtime.plan import KernelCall, Plan

#: The most inferences at a time; further ones wait.
MOST_CONTEXTS = 4


class Program:
    """A plan, loaded. Safe to use from several threads, each in an execution context."""

    def __init__(
        self, device: Device, plan: Plan, kernels: Kernels, tables: Tables, owned: object = None
    ) -> None:
        """`owned`: what lives as long as this, such as the blocks of `tables`."""
        self.plan, self.kernels = plan, kernels
        self._device, self._tables, self._owned = device, tables, owned
        self._inputs = ModelInputs(plan.inputs)
        self._outputs = [(info.shape, numpy_type(info.dtype)) for info in plan.outputs]
        self._free: list[ExecutionContext] = []
        self._contexts: list[ExecutionContext] = []
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
        with self.context() as context:
            self._copy_in(context, feed)
            context.run()
            context.stream.download_all(outputs, context.outputs)
        return outputs

    def run_on_device(
        self, feed: Mapping[str, ArrayLike], into: Mapping[int, DeviceArray]
    ) -> list[DeviceArray]:
        """One inference whose outputs stay on the GPU, in arrays by their number or in new ones.
        Raises as `aoe.backends.device_array.DeviceModel.run_on_device` does.
        """
        with self._device.kept_current():
            outputs = self._device_outputs(into)
        with self.context() as context:
            self._copy_in(context, feed)
            context.run()
            for array, source, info in zip(
                outputs, context.outputs, self.plan.outputs, strict=True
            ):
                context.stream.copy(array.address, source, bytes_of(info))
            context.stream.wait()
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

    def _copy_in(self, context: ExecutionContext, feed: Mapping[str, ArrayLike]) -> None:
        """Copies inputs, of which some may be tensors of the GPU. Raises as `run` does."""
        on_device = {name for name, value in feed.items() if is_on_gpu(value)}
        if not on_device:
            context.stream.upload_all(context.inputs, self._inputs.checked(feed))
            return
        shown = {
            info.name: np.empty(info.shape, numpy_type(info.dtype)) for info in self.plan.inputs
        }
        others = {name: value for name, value in feed.items() if name not in on_device}
        stand_ins = {name: shown[name] for name in on_device if name in shown}
        unknown = {name: np.empty(0) for name in on_device if name not in shown}
        arrays = self._inputs.checked({**others, **stand_ins, **unknown})
        for info, address, array in zip(self.plan.inputs, context.inputs, arrays, strict=True):
            if info.name not in on_device:
                context.stream.upload(address, array)
                continue
            source = GpuTensor(feed[info.name], context.stream.number)
            source.require(info, self._device.number)
            context.stream.copy(address, source.address, bytes_of(info))
            context.stream.wait()  # the tensor may be changed as soon as its owner has it back

    def run_at(self, inputs: Sequence[int], outputs: Sequence[int]) -> None:
        """One inference on memory of the caller, which may be the device's. Nothing waits for what
        the caller computes there: the inputs are complete, and nobody reads the outputs any more.
        """
        with self.context() as context:
            for address, source, info in zip(context.inputs, inputs, self.plan.inputs, strict=True):
                context.stream.copy(address, source, bytes_of(info))
            context.run()
            for target, source, info in zip(
                outputs, context.outputs, self.plan.outputs, strict=True
            ):
                context.stream.copy(target, source, bytes_of(info))
            context.stream.wait()

    @property
    def workspace_bytes(self) -> int:
        """See `aoe.backends.stream_model.StreamModel.workspace_bytes`."""
        return self._enqueued.workspace_bytes

    def enqueue(
        self, inputs: Sequence[int], outputs: Sequence[int], workspace: int, stream: int
    ) -> None:
        """See `aoe.backends.stream_model.StreamModel.enqueue`. Raises `AoeError` after `close`."""
        if self._closed:  # `close` may still wait for contexts
            raise AoeError("the session is closed; make a new one")
        with self._device.kept_current():
            self._enqueued.run(inputs, outputs, workspace, stream)

    def time_runs(self, feed: Mapping[str, ArrayLike], count: int) -> tuple[float, ...]:
        """Seconds of each of some inferences in a row, without copies of inputs and outputs."""
        arrays = self._inputs.checked(feed)
        with self.context() as context:
            context.stream.upload_all(context.inputs, arrays)
            return tuple(context.stream.timed([_Inference(context)] * count))

    def call_seconds(self, feed: Mapping[str, ArrayLike]) -> tuple[float, ...]:
        """Seconds of each kernel call of one inference. Calls in a loop are timed once."""
        arrays = self._inputs.checked(feed)
        with self.context() as context:
            context.stream.upload_all(context.inputs, arrays)
            context.run()
            replays = [context.stream.record(context.starts([call])) for call in self.plan.calls]
            try:
                return tuple(context.stream.timed(replays))
            finally:
                for replay in replays:
                    replay.close()

    def close(self) -> None:
        """Frees everything, after running inferences; `run` raises from then on."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()
            while len(self._free) < len(self._contexts):
                self._changed.wait()
            contexts, self._contexts, self._free = self._contexts, [], []
        owned, self._owned = self._owned, None  # memory that contexts read until they are closed
        with self._device.kept_current(), ExitStack() as last:  # what is named last is freed first
            last.callback(self._memory.close)
            last.callback(self.kernels.close)
            last.callback(self._enqueued.close)
            for context in contexts:
                last.callback(context.stream.close)
                last.callback(context.close)
        del owned

    @contextmanager
    def context(self) -> Iterator[ExecutionContext]:
        """An execution context that nobody else has meanwhile. Raises `AoeError` after `close`."""
        with self._device.kept_current():
            context = self._taken()
            try:
                yield context
            finally:
                with self._changed:
                    self._free.append(context)
                    self._changed.notify_all()

    def _taken(self) -> ExecutionContext:
        with self._changed:
            while True:
                if self._closed:
                    raise AoeError("the session is closed; make a new one")
                if self._free:
                    return self._free.pop()
                if len(self._contexts) < MOST_CONTEXTS:
                    stream = self._device.stream()
                    with undone_on_failure(stream.close):
                        context = ExecutionContext(
                            stream, self._device, self.plan, self.kernels, self._tables
                        )
                    self._contexts.append(context)
                    return context
                self._changed.wait()


class _Inference(Replay):
    """A whole inference as something to be timed."""

    def __init__(self, context: ExecutionContext) -> None:
        self._context = context

    def start(self) -> None:
        """Starts it."""
        self._context.run()

    def close(self) -> None:
        """The context lives on."""
