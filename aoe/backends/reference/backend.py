"""A backend in plain NumPy: every operator is computed by its reference
(`aoe.operators.reference`), one after the other.

A program is the operator graph as JSON, in the one object that it has. There is one implementation
for each operator type, with an empty schedule, so tuning finds nothing to choose.
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from math import prod
from types import MappingProxyType
from typing import Any
from weakref import WeakValueDictionary

import numpy as np
from numpy.typing import ArrayLike

from aoe.backends.array_programs import operator_plan, run_on_memory
from aoe.backends.backend import (
    Backend,
    BuildRequest,
    CompiledPlan,
    Compiler,
    CostModel,
    LoadedModel,
    LoadedProgram,
    Machine,
    ModelFamily,
    PrecisionRules,
    Profiler,
    Workload,
)
from aoe.backends.call_hints import NO_HINTS, CallHints
from aoe.backends.compile_cache import CompileCache
from aoe.backends.implementation import Implementation
from aoe.errors import AoeError
from aoe.isolation.system_memory import machine_memory
from aoe.operators.evaluate import evaluate
from aoe.operators.graph_json import graph_from_json, graph_to_json
from aoe.operators.operator import Operator
from aoe.operators.operator_graph import OperatorNode
from aoe.operators.registry import definitions
from aoe.operators.useful_work import multiply_adds
from aoe.policy import Policy
from aoe.runtime.model_inputs import ModelInputs
from aoe.runtime.offline_model import OfflineModel, static_models
from aoe.settings import usable_cores
from aoe.target import Target

NAME = "reference"
#: The object of a program: its operator graph, JSON without the constants.
_GRAPH = "plan"
#: Guesses of how long NumPy takes, in seconds.
_PER_ELEMENT, _PER_OPERATOR = 1e-9, 1e-5


class _Machine(Machine[Target]):
    """One device: the process that runs NumPy."""

    def target(self, threads: int | None = None) -> Target:
        """NumPy; it decides itself how many threads it uses, so it counts as one unit."""
        return Target(NAME, "numpy")

    def most_threads(self) -> int:
        """NumPy has all cores, whatever number is given."""
        return usable_cores()

    def memory(self, target: Target) -> int | None:
        """NumPy's arrays lie in main memory."""
        return machine_memory() if target.remote is None else None

    def target_from_json(self, data: Mapping[str, Any]) -> Target:
        return Target.from_json(data)

    def fingerprint(self, target: Target) -> Mapping[str, str]:
        """NumPy's version."""
        return {"device": target.model, "numpy": np.__version__}


class _Precision(PrecisionRules[Target]):
    """It computes with all bits."""


class _Cost(CostModel[Target]):
    """Operators take what they take."""


class _Compiler(Compiler):
    """Describes programs; there is nothing to compile."""

    def __init__(self, target: Target, cache: CompileCache | None) -> None:
        self._target, self._cache = target, cache

    @property
    def target(self) -> Target:
        return self._target

    def build(
        self,
        requests: Sequence[BuildRequest],
        *,
        for_tuning: bool = False,
        shared_constants: bool = False,
        scattered: bool = False,
    ) -> list[CompiledPlan | Exception]:
        shared: dict[int, int] = {}
        built: list[CompiledPlan | Exception] = []
        for graph, _ in requests:
            offsets = shared if shared_constants else {}
            plan = operator_plan(graph, offsets, scattered=scattered)
            built.append(CompiledPlan(plan, {_GRAPH: json.dumps(graph_to_json(graph)).encode()}))
        return built

    def close(self) -> None:
        """Closes the cache, which was not used."""
        if self._cache is not None:
            self._cache.close()


class _Program:
    """A graph with its constants, ready to be evaluated."""

    def __init__(self, program: CompiledPlan, constants: Mapping[str, np.ndarray]) -> None:
        self.plan = program.plan
        known = {info.name: constants[info.name] for info in program.plan.constants}
        self._graph = graph_from_json(json.loads(program.objects[_GRAPH]), known)
        self._inputs = ModelInputs(program.plan.inputs)

    def run(self, feed: Mapping[str, ArrayLike]) -> tuple[list[np.ndarray], tuple[float, ...]]:
        """All outputs, as new arrays, and the seconds of each operator."""
        arrays = self._inputs.checked(feed)
        begins: list[float] = []

        def read(node: OperatorNode, arrays: Sequence[np.ndarray]) -> Sequence[np.ndarray]:
            begins.append(time.perf_counter())
            return arrays

        named = dict(zip(self._graph.inputs, arrays, strict=True))
        found = evaluate(self._graph, named, read)
        ends = [*begins[1:], time.perf_counter()]
        seconds = tuple(end - begin for begin, end in zip(begins, ends, strict=False))
        return [np.array(found[name], order="C") for name in self._graph.outputs], seconds

    def timed(self, feed: Mapping[str, ArrayLike]) -> tuple[list[np.ndarray], float]:
        """The outputs and the seconds of one run."""
        begin = time.perf_counter()
        outputs, _ = self.run(feed)
        return outputs, time.perf_counter() - begin


class _LoadedProgram(LoadedProgram):
    """A program that is timed from Python. NumPy cannot write outside an array."""

    def __init__(self, program: CompiledPlan, workload: Workload) -> None:
        self._program = _Program(program, workload.constants)
        names = [info.name for info in program.plan.inputs]
        self._feed = dict(zip(names, workload.inputs, strict=True))
        self._outputs: Sequence[np.ndarray] = ()

    def time(self, runs: int) -> Sequence[int]:
        return [round(seconds * 1e9) for seconds in self.time_calls(runs)]

    def time_calls(self, runs: int) -> Sequence[float]:
        times = []
        for _ in range(runs):
            self._outputs, seconds = self._program.timed(self._feed)
            times.append(seconds)
        return times

    def call_seconds(self) -> tuple[float, ...]:
        self._outputs, seconds = self._program.run(self._feed)
        return seconds

    def outputs(self) -> Sequence[np.ndarray]:
        return self._outputs

    def release(self) -> None:
        self._outputs = ()


class _Profiler(Profiler):
    """Times programs in this process."""

    def load(self, program: CompiledPlan, workload: Workload) -> LoadedProgram:
        return _LoadedProgram(program, workload)


class _LoadedModel(LoadedModel):
    """An offline model whose profiles are evaluated."""

    def __init__(self, profiles: Iterable[_Program]) -> None:
        self._profiles = list(profiles)

    def run(self, feed: Mapping[str, ArrayLike], profile: int = 0) -> list[np.ndarray]:
        return self._profile(profile).run(feed)[0]

    def run_at(
        self,
        inputs: Sequence[int],
        outputs: Sequence[int],
        profile: int = 0,
        hints: CallHints = NO_HINTS,
    ) -> None:
        program = self._profile(profile)
        run_on_memory(lambda feed: program.run(feed)[0], program.plan, inputs, outputs)

    def time_runs(
        self, feed: Mapping[str, ArrayLike], count: int, profile: int = 0
    ) -> tuple[float, ...]:
        return tuple(self._profile(profile).timed(feed)[1] for _ in range(count))

    def call_seconds(self, feed: Mapping[str, ArrayLike], profile: int = 0) -> tuple[float, ...]:
        return self._profile(profile).run(feed)[1]

    def close(self) -> None:
        self._profiles.clear()

    def _profile(self, number: int) -> _Program:
        if not self._profiles:
            raise AoeError("the session is closed; make a new one")
        return self._profiles[number]


class _Family(ModelFamily):
    """Programs that share arrays."""

    def __init__(self) -> None:
        self._arrays: WeakValueDictionary[bytes, np.ndarray] = WeakValueDictionary()

    def load(
        self, program: CompiledPlan, constants: Mapping[str, np.ndarray | bytes]
    ) -> LoadedModel | None:
        found: dict[str, np.ndarray] = {}
        for name, item in constants.items():
            digest = item if isinstance(item, bytes) else self.digest(item)
            known = self._arrays.get(digest)
            if known is None and isinstance(item, np.ndarray):
                known = self._arrays[digest] = item
            if known is None:
                return None
            found[name] = known
        return _LoadedModel([_Program(program, found)])

    def close(self) -> None:
        """There are no threads to end."""


def _supports(operator: Operator, target: Target) -> bool:
    return True


def _estimate(operator: Operator, policy: Policy, target: Target) -> float:
    work = prod(operator.output.shape) + multiply_adds(operator)
    return _PER_OPERATOR + _PER_ELEMENT * work


def _implementation(type_name: str) -> Implementation[Target]:
    name = f"numpy_{type_name.lower()}"

    def policies(operator: Operator, target: Target, breadth: int) -> Sequence[Policy]:
        return (Policy(name),)

    about = f"Computes {type_name} by its reference in NumPy"
    return Implementation(name, type_name, _supports, policies, _estimate, description=about)


@cache
def _implementations() -> Mapping[str, Implementation[Target]]:
    made = [_implementation(name) for name in sorted(definitions())]
    return MappingProxyType({item.name: item for item in made})


class ReferenceBackend(Backend[Target]):
    """See `aoe.backends.backend.Backend`."""

    name = NAME
    version = "1"
    machine = _Machine()
    precision = _Precision()
    cost = _Cost()

    def implementations(self) -> Mapping[str, Implementation[Target]]:
        """One for each operator type."""
        return _implementations()

    def compiler(
        self,
        target: Target,
        processes: int = 1,
        cache: CompileCache | None = None,
        *,
        reuse_memory: bool = True,
    ) -> Compiler:
        """See `aoe.backends.backend.Backend.compiler`. Every value has memory of its own here."""
        return _Compiler(target, cache)

    def profiler(self) -> Profiler:
        """See `aoe.backends.backend.Backend.profiler`."""
        return _Profiler()

    def load(self, model: OfflineModel, threads: int | None = None) -> LoadedModel:
        """See `aoe.backends.backend.Backend.load`."""
        return _LoadedModel(
            _Program(CompiledPlan(item.plan, item.objects), item.constants)
            for item in static_models(model)
        )

    def family(self, threads: int | None = None) -> ModelFamily:
        """See `aoe.backends.backend.Backend.family`."""
        return _Family()


BACKEND = ReferenceBackend()
