"""Loads candidates of a GPU and times them by events around graphs.

A graph has several runs, and is timed behind another one, so that the start of a graph does not
count: the processor sends it while the GPU is busy. Each run has the next copy of
the constants: together the copies are larger than the second cache, because in a model an operator
does not find its weights there. Inputs were just written, as the operators in front of it do, also
those that a model finds in no cache (`Workload.cold_inputs`), which was not tried on a card. The
first run writes to outputs filled with a pattern that is no plausible result, between guard zones.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack, suppress

import numpy as np

from aoe.backends.backend import CompiledPlan, LoadedProgram, Profiler, Workload
from aoe.backends.cuda.runtime.device import Device, Replay, Stream, undone_on_failure
from aoe.backends.cuda.runtime.execution_context import ExecutionContext
from aoe.backends.cuda.runtime.work import ALIGNMENT, Kernels, Tables, bytes_of, in_order
from aoe.backends.output_guards import GUARD, POISON
from aoe.element_types import numpy_type
from aoe.errors import AoeError
from aoe.runtime.offline_model import gather_constants

#: Runs in a graph, for programs of fewer kernels than `FEW_KERNELS`.
RUNS_TOGETHER, FEW_KERNELS = 10, 32
#: Seconds of a graph up to which the start of one counts, a few microseconds.
SHORT = 1e-3
#: Copies of the constants cover the second cache so many times, and there are at most so many.
COVERING, MOST_COPIES = 2, 8


class CudaProfiler(Profiler):
    """The profiler of a device."""

    def __init__(self, device: Callable[[], Device], l2: Callable[[], int]) -> None:
        """`device`, `l2`: the device, opened when it is first needed, and bytes of its cache."""
        self._device, self._l2 = device, l2
        self._stream: Stream | None = None

    def open(self) -> None:
        """See `aoe.backends.backend.Profiler.open`: the driver reserves addresses for all memory of
        the machine and of its GPUs.
        """
        with suppress(AoeError, MemoryError):
            self._device()

    def load(self, program: CompiledPlan, workload: Workload) -> LoadedProgram:
        """See `aoe.backends.backend.Profiler.load`. All candidates use one stream, since its pinned
        memory takes longer to get than a candidate to run.
        """
        device = self._device()
        self._stream = self._stream or device.stream()
        return _Candidate(device, self._stream, self._l2(), program, workload)


class _Candidate(LoadedProgram):
    """A candidate on the device."""

    def __init__(
        self, device: Device, stream: Stream, l2: int, program: CompiledPlan, workload: Workload
    ) -> None:
        self._device, self._stream, self._plan = device, stream, program.plan
        plan = program.plan
        self._blocks: list[int] = []
        self._contexts: list[ExecutionContext] = []
        self._graphs: list[Replay] = []
        constants = gather_constants(plan, workload.constants)
        self._inputs = [np.ascontiguousarray(array) for array in workload.inputs]
        size = max(constants.nbytes + plan.packed_bytes, 1)
        cold = workload.working_set > l2
        copies = min(-(-COVERING * l2 // size), MOST_COPIES) if cold else 1
        self._kernels = Kernels(device, program.objects)
        with undone_on_failure(self.release):
            for _ in range(max(copies, 1)):
                self._add_context(constants)
            self._write_inputs()
            stream.wait()
        self._rewriting = workload.rewriting
        self._is_short = True
        together = len(plan.calls) < FEW_KERNELS and not plan.loops and not plan.aliases
        self._runs = RUNS_TOGETHER if together else 1

    def time(self, runs: int) -> Sequence[int]:
        """Nanoseconds of each of some runs, of which several are in one graph."""
        times: list[int] = []
        for _ in range(runs):
            if self._rewriting:
                self._write_inputs()
            again = 2 if self._is_short else 1
            seconds = self._stream.timed([self._graph()] * again)[-1]
            self._is_short = seconds < SHORT
            times.append(round(seconds / self._runs * 1e9))
        return times

    def time_calls(self, runs: int) -> Sequence[float]:
        """Seconds of whole inferences, with the copies of inputs and outputs."""
        times = []
        context = self._contexts[0]
        outputs = [np.empty(info.shape, numpy_type(info.dtype)) for info in self._plan.outputs]
        for _ in range(runs):
            begin = time.perf_counter()
            context.stream.upload_all(context.inputs, self._inputs)
            context.run()
            context.stream.download_all(outputs, context.outputs)
            times.append(time.perf_counter() - begin)
        return times

    def call_seconds(self) -> tuple[float, ...]:
        """Seconds of each kernel call, one after the other."""
        context = self._contexts[0]
        context.run()
        return tuple(context.stream.timed([context.replay([call]) for call in self._plan.calls]))

    def outputs(self) -> Sequence[np.ndarray]:
        """The outputs of the first context, in which every graph runs."""
        context = self._contexts[0]
        found = [np.empty(info.shape, numpy_type(info.dtype)) for info in self._plan.outputs]
        context.stream.download_all(found, context.outputs)
        return found

    def overrun(self) -> int | None:
        """The number of an output whose guard zones were written."""
        context = self._contexts[0]
        for number, (info, block) in enumerate(
            zip(self._plan.outputs, context.guarded, strict=True)
        ):
            zone = np.empty(GUARD, np.uint8)
            for address in (block, block + GUARD + bytes_of(info)):
                context.stream.download(zone, address)
                context.stream.wait()
                if not (zone == POISON).all():
                    return number
        return None

    def release(self) -> None:
        """See `aoe.backends.backend.LoadedProgram.release`. A candidate that failed is freed, too;
        what waiting for it raises is raised then.
        """
        graphs, contexts, blocks = self._graphs, self._contexts, self._blocks
        self._graphs, self._contexts, self._blocks = [], [], []
        with ExitStack() as last:  # what is named last is freed first
            last.callback(self._kernels.close)
            for block in blocks:
                last.callback(self._device.free, block)
            for context in contexts:
                last.callback(context.close)
            for graph in graphs:
                last.callback(graph.close)
            self._stream.wait()

    def _add_context(self, constants: np.ndarray) -> None:
        """Makes an execution context with a copy of the constants of its own, packed."""
        plan, stream, first = self._plan, self._stream, self._blocks[:2]
        sizes = constants.nbytes, plan.packed_bytes
        for size in sizes:
            self._blocks.append(self._device.allocate(max(size, ALIGNMENT)))
        block, packed = self._blocks[-2:]
        tables = Tables([block], [packed])
        context = ExecutionContext(stream, self._device, plan, self._kernels, tables, GUARD)
        self._contexts.append(context)
        if first:
            for target, source, size in zip((block, packed), first, sizes, strict=True):
                stream.copy(target, source, size)
        else:
            stream.upload(block, constants)
            stream.start(context.starts(plan.prepare))
        for info, guarded in zip(plan.outputs, context.guarded, strict=True):
            stream.fill(guarded, POISON, bytes_of(info) + 2 * GUARD)

    def _write_inputs(self) -> None:
        """Writes the inputs of all contexts: those of the first, and copies of these."""
        first, *others = self._contexts
        self._stream.upload_all(first.inputs, self._inputs)
        for context in others:
            for target, source, array in zip(
                context.inputs, first.inputs, self._inputs, strict=True
            ):
                self._stream.copy(target, source, array.nbytes)

    def _graph(self) -> Replay:
        """What is timed: some runs in turn on all contexts, on the stream of the first one."""
        if self._runs == 1:
            return _Run(self._contexts[0])
        if not self._graphs:
            count = len(self._contexts)
            contexts = [self._contexts[run % count] for run in range(self._runs)]
            work = in_order(*(context.work(0, len(self._plan.calls)) for context in contexts))
            self._graphs.append(self._stream.record(work))
        return self._graphs[0]


class _Run(Replay):
    """One run of a program of loops, or of many kernels."""

    def __init__(self, context: ExecutionContext) -> None:
        self._context = context

    def start(self) -> None:
        """Starts it."""
        self._context.run()

    def close(self) -> None:
        """The context lives on."""
