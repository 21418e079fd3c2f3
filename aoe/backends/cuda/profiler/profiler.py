"""Loads candidates of a GPU and times them by events around graphs.

A graph has several runs, so that the start of a graph hardly counts. Each run has the next copy of
the constants: together the copies are larger than the second cache, because in a model an operator
does not find its weights there. Inputs were just written, as the operators in front of it do. The
first run writes to outputs filled with a pattern that is no plausible result, between guard zones.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

import numpy as np

from aoe.backends.backend import CompiledPlan, LoadedProgram, Profiler, Workload
from aoe.backends.cuda.runtime.device import Device, Replay
from aoe.backends.cuda.runtime.program import ALIGNMENT, Kernels, Lane, Tables, bytes_of
from aoe.element_types import numpy_type
from aoe.runtime.offline_model import gather_constants

#: Bytes before and after an output that must not be touched.
GUARD = 4096
#: What outputs and guards are filled with: not-a-number for floats, implausible for integers.
POISON = 0xFF
#: Runs in a graph, for programs of fewer kernels than `FEW_KERNELS`.
RUNS_TOGETHER, FEW_KERNELS = 10, 32
#: Copies of the constants cover the second cache so many times, and there are at most so many.
COVERING, MOST_COPIES = 2, 8


class CudaProfiler(Profiler):
    """The profiler of a device."""

    def __init__(self, device: Callable[[], Device], l2: Callable[[], int]) -> None:
        """`device`, `l2`: the device, opened when it is first needed, and bytes of its cache."""
        self._device, self._l2 = device, l2

    def load(self, program: CompiledPlan, workload: Workload) -> LoadedProgram:
        """See `aoe.backends.backend.Profiler.load`."""
        return _Candidate(self._device(), self._l2(), program, workload)


class _Candidate(LoadedProgram):
    """A candidate on the device."""

    def __init__(self, device: Device, l2: int, program: CompiledPlan, workload: Workload) -> None:
        self._device, self._plan = device, program.plan
        plan = program.plan
        self._kernels = Kernels(device, program.objects)
        constants = gather_constants(plan, workload.constants)
        self._inputs = [np.ascontiguousarray(array) for array in workload.inputs]
        size = max(constants.nbytes + plan.packed_bytes, 1)
        cold = workload.working_set > l2
        copies = min(-(-COVERING * l2 // size), MOST_COPIES) if cold else 1
        self._blocks: list[int] = []
        self._lanes = [self._lane(constants) for _ in range(max(copies, 1))]
        self._rewriting = workload.rewriting
        self._turn = 0
        together = len(plan.calls) < FEW_KERNELS and not plan.loops and not plan.aliases
        self._runs = RUNS_TOGETHER if together else 1
        self._graphs: list[Replay] = []

    def time(self, runs: int) -> Sequence[int]:
        """Nanoseconds of each of some runs, of which several are in one graph."""
        lane = self._lanes[0]
        times: list[int] = []
        for _ in range(runs):
            if self._rewriting:
                for number in range(len(self._lanes)):
                    self._write_inputs(self._lanes[number])
            (seconds,) = lane.stream.timed([self._graph()])
            times.append(round(seconds / self._runs * 1e9))
        return times

    def time_calls(self, runs: int) -> Sequence[float]:
        """Seconds of whole inferences, with the copies of inputs and outputs."""
        times = []
        lane = self._lanes[0]
        outputs = [np.empty(info.shape, numpy_type(info.dtype)) for info in self._plan.outputs]
        for _ in range(runs):
            begin = time.perf_counter()
            self._write_inputs(lane)
            lane.run()
            lane.stream.download_all(outputs, lane.outputs)
            times.append(time.perf_counter() - begin)
        return times

    def call_seconds(self) -> tuple[float, ...]:
        """Seconds of each kernel call, one after the other."""
        lane = self._lanes[0]
        lane.run()
        return tuple(lane.stream.timed([lane.replay([call]) for call in self._plan.calls]))

    def outputs(self) -> Sequence[np.ndarray]:
        """The outputs of the first lane, in which every graph runs."""
        lane = self._lanes[0]
        found = [np.empty(info.shape, numpy_type(info.dtype)) for info in self._plan.outputs]
        lane.stream.download_all(found, lane.outputs)
        return found

    def overrun(self) -> int | None:
        """The number of an output whose guard zones were written."""
        lane = self._lanes[0]
        for number, (info, block) in enumerate(zip(self._plan.outputs, lane.guarded, strict=True)):
            zone = np.empty(GUARD, np.uint8)
            for address in (block, block + GUARD + bytes_of(info)):
                lane.stream.download(zone, address)
                lane.stream.wait()
                if not (zone == POISON).all():
                    return number
        return None

    def release(self) -> None:
        """See `aoe.backends.backend.LoadedProgram.release`."""
        for graph in self._graphs:
            graph.close()
        for lane in self._lanes:
            lane.close()
        for block in self._blocks:
            self._device.free(block)
        self._kernels.close()
        self._graphs, self._lanes, self._blocks = [], [], []

    def _lane(self, constants: np.ndarray) -> Lane:
        """A lane with a copy of the constants of its own, packed, and inputs."""
        plan = self._plan
        block = self._device.allocate(max(constants.nbytes, ALIGNMENT))
        packed = self._device.allocate(max(plan.packed_bytes, ALIGNMENT))
        self._blocks += [block, packed]
        lane = Lane(self._device, plan, self._kernels, Tables([block], [packed]), GUARD)
        lane.stream.upload(block, constants)
        if plan.prepare:
            lane.replay(plan.prepare).start()
        for info, guarded in zip(plan.outputs, lane.guarded, strict=True):
            lane.stream.fill(guarded, POISON, bytes_of(info) + 2 * GUARD)
        self._write_inputs(lane)
        lane.stream.wait()
        return lane

    def _write_inputs(self, lane: Lane) -> None:
        lane.stream.upload_all(lane.inputs, self._inputs)
        lane.stream.wait()

    def _graph(self) -> Replay:
        """What is timed: some runs in turn on all lanes, on the stream of the first one."""
        if self._runs == 1:
            return _Run(self._lanes[0])
        if not self._graphs:
            count = len(self._lanes)
            starts = [
                start
                for run in range(self._runs)
                for start in self._lanes[run % count].starts(self._plan.calls)
            ]
            self._graphs.append(self._lanes[0].stream.record(starts))
        return self._graphs[0]


class _Run(Replay):
    """One run of a program of loops, or of many kernels."""

    def __init__(self, lane: Lane) -> None:
        self._lane = lane

    def start(self) -> None:
        """Starts it."""
        self._lane.run()

    def close(self) -> None:
        """The lane lives on."""
