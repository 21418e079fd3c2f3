"""What is asked of a device that programs run on. NVIDIA's driver answers it
(`aoe.backends.cuda.runtime.driver_device`), and in tests a machine that executes PTX.

Addresses are integers. What a method is not said to wait for happens in the order of calls on one
stream.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, suppress
from dataclasses import dataclass
from typing import Any, Protocol, TypeAlias

import numpy as np

from aoe.backends.cuda.runtime.launch_plan import Launch
from aoe.errors import AoeError


@dataclass(frozen=True, slots=True)
class Start:
    """A kernel with what it is started with.

    Attributes:
        function: The kernel, as the device knows it.
        launch: How it is started.
        arguments: Addresses of buffers, and the number of the phase, 64 bits each. The maps of the
            launch follow them.
        name: For messages.
        follows: Whether it may start before the kernel in front of it has ended; it waits itself.
    """

    function: Any
    launch: Launch
    arguments: tuple[int, ...]
    name: str = ""
    follows: bool = False


@dataclass(frozen=True, slots=True)
class Branches:
    """Sequences of kernels that do not wait for each other. What follows waits for all of them.

    Attributes:
        starts: The kernels of each.
    """

    starts: tuple[tuple[Start, ...], ...]


#: Kernels, and branches of them, one after the other.
Work: TypeAlias = Sequence[Start | Branches]


class Replay(Protocol):
    """Kernels that were recorded, to be started together."""

    def start(self) -> None:
        """Starts them, in order, on the stream that they were recorded for."""
        ...

    def close(self) -> None:
        """Frees what it needs."""
        ...


class Graph(Replay, Protocol):
    """Kernels that were recorded as one graph."""

    def start_on(self, stream: int) -> None:
        """Starts them, in order, on another stream, by its handle. They wait for an earlier start
        of the same graph, on whatever stream that was.
        """
        ...


class Stream(Protocol):
    """Work in order."""

    @property
    def number(self) -> int:
        """Its handle, as other libraries know it."""
        ...

    def start(self, kernels: Work) -> None:
        """Starts kernels once, in order."""
        ...

    def record(self, kernels: Work) -> Graph:
        """The kernels as a graph."""
        ...

    def upload(self, address: int, array: np.ndarray) -> None:
        """Copies a contiguous array to memory of the device. The array may change afterwards."""
        ...

    def upload_all(self, addresses: Sequence[int], arrays: Sequence[np.ndarray]) -> None:
        """As `upload`, for several."""
        ...

    def download(self, array: np.ndarray, address: int) -> None:
        """Copies memory of the device to a contiguous array. Waits for what is before it."""
        ...

    def download_all(self, arrays: Sequence[np.ndarray], addresses: Sequence[int]) -> None:
        """As `download`, for several; it waits once."""
        ...

    def copy(self, target: int, source: int, size: int) -> None:
        """Copies bytes between addresses, of the device or of the caller."""
        ...

    def fill(self, address: int, value: int, size: int) -> None:
        """Sets bytes of memory of the device."""
        ...

    def wait(self) -> None:
        """Waits until all of it is done. Raises `AoeError` if something of it failed."""
        ...

    def timed(self, replays: Sequence[Replay]) -> list[float]:
        """Starts some replays and waits. Returns the seconds of each by the device's clock."""
        ...

    def close(self) -> None:
        """Frees what it needs."""
        ...


class Device(Protocol):
    """A GPU that is in use by this process."""

    @property
    def number(self) -> int:
        """Its number in this machine."""
        ...

    def kept_current(self) -> AbstractContextManager[None]:
        """Within, the calling thread may use this device; afterwards it has the one of before."""
        ...

    def allocate(self, size: int) -> int:
        """The address of so many bytes, a multiple of 256. Raises `MemoryError`."""
        ...

    def free(self, address: int) -> None:
        """Gives memory back."""
        ...

    def function(self, data: bytes, symbol: str, launch: Launch) -> Any:
        """A kernel, ready to be started. Raises `CompileError` if the device refuses it.

        Args:
            data: Its object (`aoe.backends.cuda.runtime.kernel_object`).
            symbol: Its name there.
            launch: How it will be started.
        """
        ...

    def unload(self, function: Any) -> None:
        """Frees a kernel."""
        ...

    def stream(self) -> Stream:
        """A new stream."""
        ...

    def stream_at(self, number: int) -> Stream:
        """A stream of another library, by its handle. Closing it leaves the stream itself alone."""
        ...

    def wait(self) -> None:
        """Waits for all work of this process on it, also that of other libraries."""
        ...


@contextmanager
def undone_on_failure(undo: Callable[[], None]) -> Iterator[None]:
    """Calls `undo` if what is done within raises. The device may be beyond use then, so that what
    `undo` raises of it is not told.
    """
    try:
        yield
    except BaseException:
        with suppress(AoeError):
            undo()
        raise
