"""Branches of kernels that run side by side, through NVIDIA's driver: streams of their own, tied to
the one that they are part of by events. Recorded, the events become edges of a graph.

`aoe.backends.cuda.runtime.driver_device` starts kernels on these streams.
"""

from __future__ import annotations

from collections.abc import Callable
from ctypes import c_void_p

from aoe.backends.cuda.runtime.device import Branches, Start, Work
from aoe.backends.cuda.runtime.driver import Driver

#: `CU_EVENT_DISABLE_TIMING`, and `CU_STREAM_NON_BLOCKING`.
WITHOUT_TIME, NON_BLOCKING = 2, 1


class BranchStreams:
    """The streams of branches beside one stream, made when they are needed first."""

    def __init__(self) -> None:
        self._streams: list[c_void_p] = []
        self._ends: list[c_void_p] = []
        self._begin: list[c_void_p] = []

    def make(self, used: Driver, kernels: Work) -> None:
        """Makes what the branches among some kernels need: that is not recorded."""
        most = max((len(item.starts) for item in kernels if isinstance(item, Branches)), default=1)
        while len(self._begin) < min(most - 1, 1):
            self._begin.append(used.handle("cuEventCreate", WITHOUT_TIME))
        while len(self._ends) < most - 1:
            self._ends.append(used.handle("cuEventCreate", WITHOUT_TIME))
        while len(self._streams) < most - 1:
            self._streams.append(used.handle("cuStreamCreate", NON_BLOCKING))

    def start(
        self,
        used: Driver,
        item: Branches,
        stream: c_void_p,
        start: Callable[[Start, c_void_p], None],
    ) -> None:
        """Starts branches behind what a stream has, which then waits for them. The first one is on
        that stream.

        Args:
            used: The driver.
            item: The branches.
            stream: The stream.
            start: Starts a kernel on a stream.
        """
        first, *others = item.starts
        (begin,) = self._begin
        used.call("cuEventRecord", begin, stream)
        for kernel in first:
            start(kernel, stream)
        beside = list(zip(self._streams, self._ends, others, strict=False))
        for own, end, kernels in beside:
            used.call("cuStreamWaitEvent", own, begin, 0)
            for kernel in kernels:
                start(kernel, own)
            used.call("cuEventRecord", end, own)
        for _, end, _ in beside:
            used.call("cuStreamWaitEvent", stream, end, 0)

    def close(self, used: Driver) -> None:
        """Frees all of it."""
        events, streams = (*self._ends, *self._begin), self._streams
        self._streams, self._ends, self._begin = [], [], []
        for event in events:
            used.call("cuEventDestroy", event)
        for stream in streams:
            used.call("cuStreamDestroy", stream)
