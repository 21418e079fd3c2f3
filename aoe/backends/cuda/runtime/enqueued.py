"""Inferences on memory and on a stream of the caller, such as a framework that trains: nothing is
copied, and nothing waits.

A kernel of a graph keeps the addresses that it was recorded with. The driver could be told others,
kernel by kernel, which costs as much of the host as starting the kernels one by one. An allocator
of a framework gives each step of a training the memory of the step before. So an inference on
addresses that come the first time starts its kernels one by one; on those that come again it is one
graph.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Sequence
from contextlib import ExitStack

from aoe.backends.cuda.runtime.device import Device, Graph, Stream
from aoe.backends.cuda.runtime.steps import Places, Steps, arena_bytes, overwrite_inputs
from aoe.backends.cuda.runtime.work import Kernels, Tables, not_early
from aoe.errors import AoeError
from aoe.runtime.plan import Plan

#: How many sets of addresses are remembered, with or without a graph.
MOST_KEPT = 8


class EnqueuedRuns:
    """Inferences of a plan on memory of the caller. Safe to use from several threads.

    Attributes:
        workspace_bytes: Bytes of memory that an inference works in.
    """

    def __init__(self, device: Device, plan: Plan, kernels: Kernels, tables: Tables) -> None:
        self._device, self._plan, self._kernels, self._tables = device, plan, kernels, tables
        self.workspace_bytes = arena_bytes(plan, kernels)
        self._kept: OrderedDict[tuple[int, ...], Graph | None] = OrderedDict()
        self._streams: dict[int, Stream] = {}
        self._recording: Stream | None = None
        self._enqueuing = threading.Lock()
        self._closed = False

    def run(
        self, inputs: Sequence[int], outputs: Sequence[int], workspace: int, stream: int
    ) -> None:
        """Enqueues one inference.

        Args:
            inputs: Addresses of the inputs, of 16 bytes or aligned to as many.
            outputs: Likewise of the outputs. One that overwrites an input has its address, or the
                input is copied there first.
            workspace: Address of `workspace_bytes` bytes that nothing else on the device uses
                before the inference has ended.
            stream: The handle of the stream.

        Raises:
            AoeError: After `close`.
        """
        places = Places(inputs, outputs, workspace)
        with self._enqueuing:
            if self._closed:  # perhaps while this thread waited
                raise AoeError("the session is closed; make a new one")
            if self._plan.loops:  # the host reads their conditions
                self._steps(self._stream(stream), places, recorded=False).run()
                return
            overwrite_inputs(self._stream(stream), self._plan, places)
            key = (*inputs, *outputs, workspace)
            is_known, graph = key in self._kept, self._kept.get(key)
            if is_known and graph is None:
                graph = self._recorded(places)
            if graph is None:
                self._start(self._stream(stream), places)
            else:
                graph.start_on(stream)
            self._keep(key, graph)

    def close(self) -> None:
        """Waits for what was enqueued, and frees graphs. `run` raises from then on."""
        with self._enqueuing, ExitStack() as last:  # what is named last is done first
            self._closed = True
            streams = [*self._streams.values(), *filter(None, [self._recording])]
            graphs = [graph for graph in self._kept.values() if graph is not None]
            was_used = bool(self._kept or streams)
            self._kept.clear()
            self._streams, self._recording = {}, None
            for stream in streams:
                last.callback(stream.close)
            for graph in graphs:
                last.callback(graph.close)
            if was_used:
                self._device.wait()

    def _recorded(self, places: Places) -> Graph:
        """An inference as a graph."""
        if self._recording is None:
            self._recording = self._device.stream()
        steps = self._steps(self._recording, places)
        return self._recording.record(steps.work(0, len(self._plan.calls)))

    def _start(self, stream: Stream, places: Places) -> None:
        """Starts the kernels of an inference. The first one waits for what others have enqueued."""
        stream.start(not_early(self._steps(stream, places).work(0, len(self._plan.calls))))

    def _steps(self, stream: Stream, places: Places, *, recorded: bool = True) -> Steps:
        return Steps(stream, self._plan, self._kernels, self._tables, places, recorded=recorded)

    def _keep(self, key: tuple[int, ...], graph: Graph | None) -> None:
        """Remembers the addresses of the latest inference."""
        self._kept[key] = graph
        self._kept.move_to_end(key)
        while len(self._kept) > MOST_KEPT:
            _, oldest = self._kept.popitem(last=False)
            if oldest is not None:
                oldest.close()

    def _stream(self, number: int) -> Stream:
        """The caller's stream."""
        if number not in self._streams:
            self._streams[number] = self._device.stream_at(number)
        return self._streams[number]
