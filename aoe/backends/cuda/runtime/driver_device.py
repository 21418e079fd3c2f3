"""A GPU in use, through NVIDIA's driver (`aoe.backends.cuda.runtime.driver`)."""

from __future__ import annotations

import contextlib
import ctypes
import os
import threading
from collections.abc import Iterator, Sequence
from ctypes import byref, c_size_t, c_uint64, c_void_p
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from typing import Any

import numpy as np

from aoe.backends.cuda.runtime.device import Branches, Device, Graph, Replay, Start, Stream, Work
from aoe.backends.cuda.runtime.driver import (
    Driver,
    DriverError,
    GpuLostError,
    device_count,
    driver,
    found_device,
)
from aoe.backends.cuda.runtime.driver_branches import NON_BLOCKING, WITHOUT_TIME, BranchStreams
from aoe.backends.cuda.runtime.driver_launch import launch_attributes, launch_configuration
from aoe.backends.cuda.runtime.driver_maps import EncodedMap
from aoe.backends.cuda.runtime.kernel_object import parts
from aoe.backends.cuda.runtime.launch_plan import Launch
from aoe.backends.cuda.runtime.staging import RECEIVED, SENT, chunks, side_by_side
from aoe.backends.cuda.target.devices import FoundDevice
from aoe.collector_pause import collector_paused
from aoe.errors import AoeError, CompileError

#: `CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES`, and how much needs no permission.
_SHARED_ATTRIBUTE, _FREE_SHARED = 8, 48 << 10
#: `CU_JIT_ERROR_LOG_BUFFER` and `CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES`, and the size.
_LOG, _LOG_SIZE, _LOG_BYTES = 5, 6, 8192
#: `CU_STREAM_CAPTURE_MODE_RELAXED`.
_RELAXED = 2


@dataclass(frozen=True, slots=True)
class _Function:
    """A kernel of a module."""

    module: c_void_p
    function: c_void_p


class Devices:
    """The GPUs of this machine.

    Attributes:
        are_timed: Whether their times mean something.
    """

    are_timed = True

    def count(self) -> int:
        """How many there are; 0 without a driver."""
        return device_count()

    def found(self, ordinal: int) -> FoundDevice:
        """What is known of a GPU. Raises `UsageError` if there is none of that number."""
        return found_device(ordinal)

    def opened(self, ordinal: int) -> Device:
        """A GPU, opened once in this process. Raises `UsageError` likewise."""
        return opened_device(ordinal)


@cache
def opened_device(ordinal: int) -> DriverDevice:
    """A GPU through the driver, opened once in this process. Raises as `Devices.opened` does."""
    return DriverDevice(driver(), ordinal)


class DriverDevice(Device):
    """See `aoe.backends.cuda.runtime.device.Device`. It is in the primary context of the device,
    which torch and CuPy use, too: addresses are the same everywhere.
    """

    def __init__(self, used: Driver, ordinal: int) -> None:
        self.driver, self._process = used, os.getpid()
        self._number = ordinal
        self._device = used.integer("cuDeviceGet", ordinal)
        self._context = used.handle("cuDevicePrimaryCtxRetain", self._device)
        self._recording = threading.Lock()

    @property
    def number(self) -> int:
        """See `aoe.backends.cuda.runtime.device.Device.number`."""
        return self._number

    def wait(self) -> None:
        """See `aoe.backends.cuda.runtime.device.Device.wait`."""
        used = self.enter()
        with self.recording():
            used.call("cuCtxSynchronize")

    @contextlib.contextmanager
    def recording(self) -> Iterator[None]:
        """Held while kernels are recorded: the driver refuses to wait for a context meanwhile. A
        collection of garbage may close programs, which wait: on this thread, for ever. So there is
        none until the lock is free again.
        """
        with collector_paused(), self._recording:
            yield

    def enter(self) -> Driver:
        """The driver, with this device for the calling thread."""
        if os.getpid() != self._process:
            raise AoeError(
                "the GPU was opened before this process was forked; open models in the child, or "
                "start it by another way than fork"
            )
        self.driver.call("cuCtxSetCurrent", self._context)
        return self.driver

    @contextlib.contextmanager
    def kept_current(self) -> Iterator[None]:
        """See `aoe.backends.cuda.runtime.device.Device.kept_current`."""
        before = self.driver.handle("cuCtxGetCurrent")
        try:
            yield
        finally:
            self.driver.call("cuCtxSetCurrent", before)

    def allocate(self, size: int) -> int:
        """See `aoe.backends.cuda.runtime.device.Device.allocate`."""
        address = c_uint64()
        try:
            self.enter().call("cuMemAlloc", byref(address), c_size_t(max(size, 256)))
        except MemoryError as error:
            raise MemoryError(f"the GPU has no {size} bytes of memory left") from error
        return address.value

    def free(self, address: int) -> None:
        """See `aoe.backends.cuda.runtime.device.Device.free`."""
        self.enter().call("cuMemFree", c_uint64(address))

    def function(self, data: bytes, symbol: str, launch: Launch) -> Any:
        """See `aoe.backends.cuda.runtime.device.Device.function`. Machine code that the driver
        refuses, such as that of a later toolkit, is left aside for PTX.
        """
        ptx, machine_code = parts(data)
        if machine_code:
            with contextlib.suppress(CompileError):
                return self._loaded(machine_code, symbol, launch)
        return self._loaded(ptx + b"\0", symbol, launch)

    def _loaded(self, image: bytes, symbol: str, launch: Launch) -> _Function:
        used = self.enter()
        log = ctypes.create_string_buffer(_LOG_BYTES)
        options = (ctypes.c_int * 2)(_LOG, _LOG_SIZE)
        values = (c_void_p * 2)(ctypes.addressof(log), _LOG_BYTES)
        try:
            module = used.handle("cuModuleLoadDataEx", image, 2, options, values)
            found = used.handle("cuModuleGetFunction", module, symbol.encode())
            if launch.shared > _FREE_SHARED:
                used.call("cuFuncSetAttribute", found, _SHARED_ATTRIBUTE, launch.shared)
        except GpuLostError:  # an earlier kernel did it
            raise
        except DriverError as error:
            told = log.value.decode(errors="replace").strip()
            raise CompileError(
                f"the GPU refuses kernel {symbol}: {error} {told}".strip()
            ) from error
        return _Function(module, found)

    def unload(self, function: Any) -> None:
        """See `aoe.backends.cuda.runtime.device.Device.unload`."""
        self.enter().call("cuModuleUnload", function.module)

    def stream(self) -> Stream:
        """See `aoe.backends.cuda.runtime.device.Device.stream`."""
        return DriverStream(self)

    def stream_at(self, number: int) -> Stream:
        """See `aoe.backends.cuda.runtime.device.Device.stream_at`."""
        return DriverStream(self, c_void_p(number))


class DriverStream(Stream):
    """See `aoe.backends.cuda.runtime.device.Stream`."""

    def __init__(self, device: DriverDevice, handle: c_void_p | None = None) -> None:
        """`handle`: of a stream that somebody else closes; None for a new one."""
        self.device, self._is_own = device, handle is None
        self.handle = (
            device.enter().handle("cuStreamCreate", NON_BLOCKING) if handle is None else handle
        )
        self._pinned, self._pinned_bytes = c_void_p(), 0
        #: Whether a copy may still read pinned memory.
        self._uploading = False
        self._events: list[c_void_p] = []
        self._branches = BranchStreams()

    @property
    def number(self) -> int:
        """See `aoe.backends.cuda.runtime.device.Stream.number`."""
        return int(self.handle.value or 0)

    def record(self, kernels: Work) -> Graph:
        """See `aoe.backends.cuda.runtime.device.Stream.record`."""
        self._branches.make(self.device.enter(), kernels)
        return _Graph(self, kernels)

    def start(self, kernels: Work) -> None:
        """See `aoe.backends.cuda.runtime.device.Stream.start`."""
        used = self.device.enter()
        self._branches.make(used, kernels)
        for item in kernels:
            if isinstance(item, Branches):
                self._branches.start(used, item, self.handle, self._start)
            else:
                self._start(item, self.handle)

    def _start(self, kernel: Start, stream: c_void_p) -> None:
        used = self.device.enter()
        values = (c_uint64 * max(len(kernel.arguments), 1))(*kernel.arguments)
        place = ctypes.addressof(values)
        function, launch = kernel.function.function, kernel.launch
        maps = [EncodedMap(used, item, item.address(kernel.arguments)) for item in launch.maps]
        places = [*range(place, place + 8 * len(values), 8), *(item.location for item in maps)]
        pointers = (c_void_p * len(places))(*places)
        attributes = launch_attributes(kernel)
        if attributes:
            told = launch_configuration(launch, stream, attributes)
            used.call("cuLaunchKernelEx", byref(told), function, pointers, None)
        else:
            shape = (launch.grid, 1, 1, launch.block, 1, 1, launch.shared)
            used.call("cuLaunchKernel", function, *shape, stream, pointers, None)

    def upload(self, address: int, array: np.ndarray) -> None:
        """See `aoe.backends.cuda.runtime.device.Stream.upload`."""
        self.upload_all((address,), (array,))

    def upload_all(self, addresses: Sequence[int], arrays: Sequence[np.ndarray]) -> None:
        """By pinned memory, so that the copies are the device's."""
        places, size = side_by_side(arrays)
        used = self.device.enter()
        if self._uploading:  # an earlier copy may still read the pinned memory
            self.wait()
        pinned = self._staging(size)
        for address, array, place in zip(addresses, arrays, places, strict=True):
            for first, size in chunks(array.nbytes, SENT):
                source = pinned + place + first
                ctypes.memmove(source, array.ctypes.data + first, size)
                used.call(
                    "cuMemcpyHtoDAsync",
                    *(c_uint64(address + first), c_void_p(source), c_size_t(size), self.handle),
                )
        self._uploading = True

    def download(self, array: np.ndarray, address: int) -> None:
        """See `aoe.backends.cuda.runtime.device.Stream.download`."""
        self.download_all((array,), (address,))

    def download_all(self, arrays: Sequence[np.ndarray], addresses: Sequence[int]) -> None:
        """By pinned memory, likewise. What was uploaded is on the device when it is overwritten.
        While a part of long arrays is copied from pinned memory, the next one is on its way there.
        """
        places, size = side_by_side(arrays)
        used = self.device.enter()
        pinned = self._staging(size)
        parts = [
            (array.ctypes.data + first, pinned + place + first, address + first, length)
            for array, address, place in zip(arrays, addresses, places, strict=True)
            for first, length in chunks(array.nbytes, RECEIVED)
        ]
        events = self._marks(len(parts)) if size > RECEIVED else []
        for number, (_, staged, source, length) in enumerate(parts):
            used.call(
                "cuMemcpyDtoHAsync",
                *(c_void_p(staged), c_uint64(source), c_size_t(length), self.handle),
            )
            if events:
                used.call("cuEventRecord", events[number], self.handle)
        if not events:
            self.wait()
        for number, (target, staged, _, length) in enumerate(parts):
            if events:
                used.call("cuEventSynchronize", events[number])
            ctypes.memmove(target, staged, length)
        self._uploading = False

    def copy(self, target: int, source: int, size: int) -> None:
        """See `aoe.backends.cuda.runtime.device.Stream.copy`: the driver knows whose addresses
        they are.
        """
        if size:
            self.device.enter().call(
                "cuMemcpyAsync", c_uint64(target), c_uint64(source), c_size_t(size), self.handle
            )

    def fill(self, address: int, value: int, size: int) -> None:
        """See `aoe.backends.cuda.runtime.device.Stream.fill`."""
        if size:
            self.device.enter().call(
                "cuMemsetD8Async",
                c_uint64(address),
                ctypes.c_ubyte(value),
                c_size_t(size),
                self.handle,
            )

    def wait(self) -> None:
        """See `aoe.backends.cuda.runtime.device.Stream.wait`."""
        self.device.enter().call("cuStreamSynchronize", self.handle)
        self._uploading = False

    def timed(self, replays: Sequence[Replay]) -> list[float]:
        """By events around each replay."""
        used = self.device.enter()
        events = [used.handle("cuEventCreate", 0) for _ in range(len(replays) + 1)]
        used.call("cuEventRecord", events[0], self.handle)
        for replay, event in zip(replays, events[1:], strict=True):
            replay.start()
            used.call("cuEventRecord", event, self.handle)
        self.wait()
        found = []
        for begin, end in pairwise(events):
            passed = ctypes.c_float()
            used.call("cuEventElapsedTime", byref(passed), begin, end)
            found.append(passed.value * 1e-3)
        for event in events:
            used.call("cuEventDestroy", event)
        return found

    def close(self) -> None:
        """See `aoe.backends.cuda.runtime.device.Stream.close`."""
        used = self.device.enter()
        for event in self._events:
            used.call("cuEventDestroy", event)
        self._events = []
        self._branches.close(used)
        if self._pinned_bytes:
            used.call("cuMemFreeHost", self._pinned)
            self._pinned_bytes = 0
        if self._is_own:
            used.call("cuStreamDestroy", self.handle)

    def _marks(self, count: int) -> list[c_void_p]:
        """So many events of this stream, or more."""
        used = self.device.enter()
        while len(self._events) < count:
            self._events.append(used.handle("cuEventCreate", WITHOUT_TIME))
        return self._events

    def _staging(self, size: int) -> int:
        """The address of pinned memory of at least so many bytes."""
        if size > self._pinned_bytes:
            used = self.device.enter()
            self.wait()
            if self._pinned_bytes:
                used.call("cuMemFreeHost", self._pinned)
            self._pinned_bytes = 0
            self._pinned = used.handle("cuMemHostAlloc", c_size_t(size), 0)
            self._pinned_bytes = size
        return self._pinned.value or 0


class _Graph(Graph):
    """Kernels as a CUDA graph."""

    def __init__(self, stream: DriverStream, kernels: Work) -> None:
        self._stream = stream
        used = stream.device.enter()
        graph = c_void_p()
        with stream.device.recording():
            used.call("cuStreamBeginCapture", stream.handle, _RELAXED)
            try:
                stream.start(kernels)
            finally:
                used.call("cuStreamEndCapture", stream.handle, byref(graph))
        self._graph = graph
        self._executable = used.handle("cuGraphInstantiateWithFlags", graph, c_uint64(0))

    def start(self) -> None:
        """See `aoe.backends.cuda.runtime.device.Replay.start`."""
        self.start_on(self._stream.number)

    def start_on(self, stream: int) -> None:
        """See `aoe.backends.cuda.runtime.device.Graph.start_on`."""
        used = self._stream.device.enter()
        used.call("cuGraphLaunch", self._executable, c_void_p(stream))

    def close(self) -> None:
        """See `aoe.backends.cuda.runtime.device.Replay.close`."""
        used = self._stream.device.enter()
        used.call("cuGraphExecDestroy", self._executable)
        used.call("cuGraphDestroy", self._graph)
