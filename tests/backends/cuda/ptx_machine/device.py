"""The machine as a device of the runtime (`aoe.backends.cuda.runtime.device`)."""

from __future__ import annotations

import ctypes
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import chain, zip_longest
from typing import Any

import numpy as np

from aoe.backends.cuda.runtime.device import (
    Branches,
    Device,
    Graph,
    Replay,
    Start,
    Stream,
    Work,
)
from aoe.backends.cuda.runtime.kernel_object import parts
from aoe.backends.cuda.runtime.launch_plan import Launch
from aoe.errors import CompileError
from tests.backends.cuda.ptx_machine.machine import LoadedKernel, load_module, run_kernel
from tests.backends.cuda.ptx_machine.memory import GlobalMemory
from tests.backends.cuda.ptx_machine.tensors import given_to

#: What each replay is said to take.
SECONDS = 0.05


class PtxDevice(Device):
    """A device that executes PTX at once, wherever a stream would do so later."""

    def __init__(self, number: int = 0) -> None:
        self._number = number
        self.memory = GlobalMemory()
        self.kernels: list[str] = []
        #: Of each kernel, whether it could start before the one in front of it has ended.
        self.followed: list[bool] = []
        #: The kernels of the branches that ran side by side.
        self.branches: list[tuple[tuple[str, ...], ...]] = []
        #: The handles of streams on which a graph was started that was recorded on another one.
        self.replayed: list[int] = []
        #: The handles of streams on which kernels were started one by one.
        self.started: list[int] = []
        #: The graphs that were recorded, and those that were closed.
        self.recorded: list[Graph] = []
        self.closed: list[Graph] = []

    @property
    def number(self) -> int:
        return self._number

    def wait(self) -> None:
        """Everything is done."""

    @contextmanager
    def kept_current(self) -> Iterator[None]:
        yield

    def allocate(self, size: int) -> int:
        return self.memory.allocate(size)

    def free(self, address: int) -> None:
        self.memory.free(address)

    def function(self, data: bytes, symbol: str, launch: Launch) -> Any:
        try:
            return load_module(parts(data)[0].decode(), self.memory)[symbol]
        except KeyError as error:
            raise CompileError(f"no kernel {symbol} in the module") from error

    def unload(self, function: Any) -> None:
        function.unload(self.memory)

    def stream(self) -> Stream:
        return PtxStream(self)

    def stream_at(self, number: int) -> Stream:
        return PtxStream(self, number)


class PtxStream(Stream):
    """A stream whose work is done at once."""

    def __init__(self, device: PtxDevice, number: int = 7) -> None:
        self.device, self._number = device, number
        self._timed: dict[int, Replay] = {}

    @property
    def number(self) -> int:
        return self._number

    def start(self, kernels: Work) -> None:
        self.device.started.append(self._number)
        _Replay(self.device, kernels).start()

    def record(self, kernels: Work) -> Graph:
        graph = _Replay(self.device, kernels)
        self.device.recorded.append(graph)
        return graph

    def upload(self, address: int, array: np.ndarray) -> None:
        data = np.frombuffer(array.tobytes(), np.uint8)
        self.device.memory.view(address, data.size)[:] = data

    def upload_all(self, addresses: Sequence[int], arrays: Sequence[np.ndarray]) -> None:
        for address, array in zip(addresses, arrays, strict=True):
            self.upload(address, array)

    def download_all(self, arrays: Sequence[np.ndarray], addresses: Sequence[int]) -> None:
        for address, array in zip(addresses, arrays, strict=True):
            self.download(array, address)

    def download(self, array: np.ndarray, address: int) -> None:
        data = self.device.memory.view(address, array.nbytes)
        array[...] = np.frombuffer(data.tobytes(), array.dtype).reshape(array.shape)

    def copy(self, target: int, source: int, size: int) -> None:
        self._bytes(target, size)[:] = self._bytes(source, size).copy()

    def fill(self, address: int, value: int, size: int) -> None:
        self.device.memory.view(address, size)[:] = value

    def wait(self) -> None:
        """Everything is done."""

    def timed(self, replays: Sequence[Replay]) -> list[float]:
        """Times mean nothing here, so a graph that was timed before is not run again."""
        for replay in replays:
            if id(replay) not in self._timed:
                self._timed[id(replay)] = replay
                replay.start()
        return [SECONDS] * len(replays)

    def close(self) -> None:
        """Nothing to free."""

    def _bytes(self, address: int, size: int) -> np.ndarray:
        """Bytes at an address of the device, or of this process: those are larger by far."""
        if address < self.device.memory.bytes.size:
            return self.device.memory.view(address, size)
        held = (ctypes.c_char * size).from_address(address)
        return np.frombuffer(memoryview(held).cast("B"), np.uint8)


def in_turns(item: Branches) -> list[Start]:
    """The kernels of branches as they may overlap: one of each, the last branch first. A kernel
    that needs another branch to be done, or its memory, then computes something else.
    """
    rounds = chain.from_iterable(zip_longest(*reversed(item.starts)))
    return [start for start in rounds if start is not None]


class _Replay(Graph):
    def __init__(self, device: PtxDevice, kernels: Work) -> None:
        self._device, self._kernels = device, kernels

    def start(self) -> None:
        self._device.memory.begin()
        for item in self._kernels:
            if isinstance(item, Branches):
                names = tuple(tuple(start.name for start in starts) for starts in item.starts)
                self._device.branches.append(names)
            self._run(in_turns(item) if isinstance(item, Branches) else (item,))

    def start_on(self, stream: int) -> None:
        self._device.replayed.append(stream)
        self.start()

    def _run(self, starts: Iterable[Start]) -> None:
        for item in starts:
            function: LoadedKernel = item.function
            launch = item.launch
            self._device.kernels.append(item.name)
            self._device.followed.append(item.follows)
            run_kernel(
                function,
                self._device.memory,
                launch.grid,
                launch.block,
                launch.shared,
                given_to(launch, item.arguments),
                item.follows,
            )

    def close(self) -> None:
        self._device.closed.append(self)
