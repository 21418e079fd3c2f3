"""InferenceSession: runs an offline model, with the interface of ONNX Runtime's class of that name.

An inference is one native call (`aoe.backends.cpu.codegen.plan.plan_code`,
`aoe.runtime.native_call`). Constants are packed once, when the session is made.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from aoe.errors import UsageError
from aoe.runtime.call_times import call_seconds, clock_readings
from aoe.runtime.memory import Memory
from aoe.runtime.native import NativeCode, missing_features
from aoe.runtime.native_call import NativeCall
from aoe.runtime.offline_model import (
    ForeignMachineError,
    OfflineModel,
    read_offline_model,
    static_models,
)
from aoe.runtime.plan import TensorInfo
from aoe.runtime.thread_pool import ThreadPool

#: ONNX Runtime's names of element types that differ from NumPy's.
TYPE_NAMES = {"float32": "float", "float64": "double"}


@dataclass(frozen=True, slots=True)
class NodeArg:
    """An input or output, described as ONNX Runtime does: type is e.g. `tensor(float)`."""

    name: str
    shape: list[int]
    type: str


@dataclass(frozen=True, slots=True)
class SharedMemory:
    """What inferences of a model work in, one at a time: the arena, and packed constants, whose
    parts say themselves whether they have been packed yet.
    """

    arena: Memory
    packed: Memory


class InferenceSession:
    """Runs an offline model on this machine's CPU. Safe to use from several threads, which take
    turns, and in children made by `fork`.
    """

    def __init__(
        self,
        model: str | Path | OfflineModel,
        threads: int | None = None,
        *,
        pool: ThreadPool | None = None,
        memory: SharedMemory | None = None,
    ) -> None:
        """Loads a file or a compiled model.

        `threads` defaults to the CPUs the process may use. Sessions given the same `pool` share its
        threads instead of having their own, so that none of them waits for CPU while another's
        threads spin; `pool.lock` makes them take turns. Profiles of one model share `memory` too.

        Raises `OfflineModelError` if the file is not sound, its subclass `ForeignMachineError` if
        its machine code cannot run here, `UsageError` on a bad `threads`.
        """
        if threads is not None and threads < 1:
            raise UsageError(f"threads is {threads}; it must be at least 1")
        self._model = model if isinstance(model, OfflineModel) else read_offline_model(model)
        _check_machine(self._model, "the model" if isinstance(model, OfflineModel) else str(model))
        first = static_models(self._model)[0]
        plan = first.plan
        own_pool = ThreadPool(threads) if pool is None else pool
        self._threads = own_pool.threads
        self._shares_pool = pool is not None
        # By process, because a child made by `fork` has its parent's memory but not its threads.
        self._pools = {own_pool.process: own_pool}
        self._output_numbers = {info.name: number for number, info in enumerate(plan.shown)}
        self._variable_extents = plan.data_dependent_sizes
        self._code = NativeCode(tuple(first.objects.values()))
        self._memory = memory or _shared_memory(self._model, self._threads)
        memory_addresses = (
            self._model.constant_data.ctypes.data,
            self._memory.packed.address,
            self._memory.arena.address,
        )
        self._native = NativeCall(self._code, plan, *memory_addresses)
        with own_pool.lock:
            own_pool.start(self._code)
            self._code.prepare(*memory_addresses, own_pool.address)
        self._others = _Profiles(self._model, own_pool, self._memory)

    def run(
        self, output_names: Sequence[str] | None, input_feed: Mapping[str, ArrayLike]
    ) -> list[np.ndarray]:
        """One inference: the named outputs (all, in the model's order, if None or empty) as new
        arrays that belong to the caller.

        Raises `UsageError` naming the input or output that is missing, unknown, or of another
        dtype or shape than the model's; `AoeError` if the session is closed. The profile of a model
        that has several is the one of these shapes.
        """
        other = self._others.session(input_feed)
        if other is not None:
            return other.run(output_names, input_feed)
        outputs = self._native.run(input_feed, self._pools.get(os.getpid()) or self._pool())
        if self._variable_extents:
            outputs = self._cut(outputs)
        if not output_names:
            return outputs
        return [outputs[self._output_number(name)] for name in output_names]

    def time_runs(self, input_feed: Mapping[str, ArrayLike], count: int) -> tuple[float, ...]:
        """How many seconds each of `count` inferences in a row took, by a clock read in native code
        right before and after each. Raises as `run` does.
        """
        other = self._others.session(input_feed)
        if other is not None:
            return other.time_runs(input_feed, count)
        nanoseconds = np.zeros(count, np.int64)
        self._call(self._code.time_runs, input_feed, nanoseconds.ctypes.data, count)
        return tuple((nanoseconds / 1e9).tolist())

    def profile(self, input_feed: Mapping[str, ArrayLike]) -> tuple[tuple[str, float], ...]:
        """One inference, as the operator's name and the seconds of each kernel call in order.
        Raises as `run` does.
        """
        other = self._others.session(input_feed)
        if other is not None:
            return other.profile(input_feed)
        plan = self._model.plan
        clock = np.zeros(clock_readings(plan), np.int64)
        self._call(self._code.profile_run, input_feed, clock.ctypes.data)
        seconds = call_seconds(plan, clock.tolist())
        return tuple((call.operator, time) for call, time in zip(plan.calls, seconds, strict=True))

    def get_inputs(self) -> list[NodeArg]:
        """The model's inputs in order; -1 stands for what differs between profiles."""
        return _node_args([model.plan.inputs for model in static_models(self._model)])

    def get_outputs(self) -> list[NodeArg]:
        """The model's outputs in order; -1 as for inputs, and for what depends on data."""
        models = static_models(self._model)
        args = _node_args([model.plan.shown for model in models])
        for item in models[0].plan.data_dependent_sizes:
            args[item.output].shape[item.dimension] = -1
        return args

    @property
    def model(self) -> OfflineModel:
        """What this session runs."""
        return self._model

    @property
    def threads(self) -> int:
        """How many threads an inference uses."""
        return self._threads

    def close(self) -> None:
        """Ends the session's threads, after a running inference; `run` raises from then on."""
        self._native.close()
        self._others.close()
        if not self._shares_pool:
            self._pool().close()

    def __enter__(self) -> InferenceSession:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    def _call(self, function: Any, feed: Mapping[str, ArrayLike], *rest: int) -> None:
        self._native.call(function, feed, self._pools.get(os.getpid()) or self._pool(), *rest)

    def _cut(self, outputs: list[np.ndarray]) -> list[np.ndarray]:
        """The outputs the user sees, as long as the counts among them say."""
        for item in self._variable_extents:
            count = int(outputs[item.count].reshape(-1)[0])
            kept = (slice(None),) * item.dimension + (slice(count),)
            outputs[item.output] = outputs[item.output][kept].copy()
        return outputs[: len(self._output_numbers)]

    def _pool(self) -> ThreadPool:
        """This process's pool; a new one after `fork`. `setdefault` lets one of several threads
        win.
        """
        process = os.getpid()
        if process not in self._pools:
            self._pools.setdefault(process, ThreadPool(self._threads))
        return self._pools[process]

    def _output_number(self, name: str) -> int:
        if name not in self._output_numbers:
            known = ", ".join(self._output_numbers)
            raise UsageError(f"the model has no output {name!r}; its outputs: {known}")
        return self._output_numbers[name]


class _Profiles:
    """Sessions of a model's profiles but the first, made when they are first needed."""

    def __init__(self, model: OfflineModel, pool: ThreadPool, memory: SharedMemory) -> None:
        self._models = {profile.shapes: number for number, profile in enumerate(model.profiles)}
        self._names = tuple(info.name for info in model.plan.inputs)
        self._model = model
        self._pool = pool
        self._memory = memory
        self._sessions: dict[int, InferenceSession] = {}

    def session(self, feed: Mapping[str, ArrayLike]) -> InferenceSession | None:
        """The session for these inputs; None for the first profile, and for inputs with which no
        session can do anything. Raises `UsageError` if no profile has their shapes.
        """
        if not self._models or any(name not in feed for name in self._names):
            return None
        shapes = tuple(np.shape(feed[name]) for name in self._names)
        if shapes not in self._models:
            legal = "; ".join(self._text(known) for known in self._models)
            raise UsageError(
                f"no profile of the model takes {self._text(shapes)}; its profiles: {legal}"
            )
        number = self._models[shapes]
        if number == 0:
            return None
        if number not in self._sessions:
            model = static_models(self._model)[number]
            session = InferenceSession(model, pool=self._pool, memory=self._memory)
            self._sessions.setdefault(number, session)
        return self._sessions[number]

    def close(self) -> None:
        for session in self._sessions.values():
            session.close()

    def _text(self, shapes: Sequence[tuple[int, ...]]) -> str:
        pairs = zip(self._names, shapes, strict=True)
        return " ".join(f"{name}:{','.join(map(str, shape))}" for name, shape in pairs)


def _node_args(profiles: Sequence[tuple[TensorInfo, ...]]) -> list[NodeArg]:
    """The inputs or the outputs of a model, from those of each profile."""
    return [
        _node_arg(infos[0], [info.shape for info in infos]) for infos in zip(*profiles, strict=True)
    ]


def _node_arg(info: TensorInfo, shapes: Sequence[tuple[int, ...]]) -> NodeArg:
    sizes = [set(sizes) for sizes in zip(*shapes, strict=True)]
    shape = [min(size) if len(size) == 1 else -1 for size in sizes]
    return NodeArg(info.name, shape, element_type(info.dtype))


def element_type(dtype: str) -> str:
    """ONNX Runtime's name for tensors of an element type, e.g. `tensor(float)`."""
    return f"tensor({TYPE_NAMES.get(dtype, dtype)})"


def _shared_memory(model: OfflineModel, threads: int) -> SharedMemory:
    """Memory enough for every profile of a model."""
    plans = [item.plan for item in static_models(model)]
    arena = max(plan.arena_bytes + threads * plan.scratch_bytes for plan in plans)
    return SharedMemory(Memory(arena), Memory(max(plan.packed_bytes for plan in plans)))


def _check_machine(model: OfflineModel, name: str) -> None:
    target = model.manifest.target
    missing = missing_features(target.triple, target.features)
    if missing:
        raise ForeignMachineError(
            f"{name} was compiled for {target.cpu}; this machine has no {', '.join(missing)};"
            " compile it for this machine from its source model"
        )
