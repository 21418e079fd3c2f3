"""Sessions of TensorFlow 1: `Session.run`, for training steps and predictions.

A run names tensors and operations of the session's graph. What they need of the graph is a step.
Operations with a state of their own that feed it, such as random numbers and iterators of data, the
session runs first, and their results become arguments.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from aoe.errors import AoeError, UnsupportedModelError
from aoe.tensorflow import adapter
from aoe.tensorflow.options import session_parameters
from aoe.training.frozen_step import FrozenSource, FrozenStep
from aoe.training.variables import HeldVariable

#: The attributes of a session that have its steps, and AOE's parameters of it.
_STEPS, _PARAMETERS = "_aoe_steps", "_aoe_parameters"
#: Most sets of fetches and shapes of feeds for which a session compiles.
_MOST_STEPS = 64
#: Operators that have variables.
_VARIABLES = frozenset({"VarHandleOp", "VariableV2", "Variable"})
#: Operators with a state of their own whose results are arguments of a step.
_SOURCES = frozenset(
    {
        *("RandomUniform", "RandomUniformInt", "RandomStandardNormal", "TruncatedNormal"),
        *("IteratorGetNext", "IteratorGetNextSync"),
    }
)

#: TensorFlow's own `_do_run`: session, handle, operations, tensors, feeds, options, metadata.
DoRun = Callable[..., list[Any]]


def patch(module: Any) -> None:
    """Takes over runs of sessions. `module`: TensorFlow's."""
    base = module.BaseSession
    begin, do_run = base.__init__, base._do_run
    make_callable, from_options = base.make_callable, base._make_callable_from_options
    partial = base.partial_run_setup

    def initialized(self: Any, target: Any = "", graph: Any = None, config: Any = None) -> None:
        """Makes a session; AOE's parameters are taken out of its configuration."""
        self._session = None  # TensorFlow asks for it when a session that was refused is deleted
        config, parameters = session_parameters(config)
        begin(self, target, graph, config=config)
        self.__dict__[_PARAMETERS] = parameters

    def run(self: Any, handle: Any, targets: Any, fetches: Any, feeds: Any, *rest: Any) -> Any:
        """Runs a step."""
        steps = _steps(self, do_run)
        if handle is not None or any(item is not None for item in rest):
            steps.release()
            return do_run(self, handle, targets, fetches, feeds, *rest)
        return steps.run(targets, fetches, feeds)

    def without_native(original: Callable[..., Any], what: str) -> Callable[..., Any]:
        def called(self: Any, *arguments: Any, **named: Any) -> Any:
            _steps(self, do_run).stop(what)
            return original(self, *arguments, **named)

        called.__doc__ = original.__doc__
        return called

    base.__init__, base._do_run = initialized, run
    base.make_callable = without_native(make_callable, "make_callable")
    base._make_callable_from_options = without_native(from_options, "make_callable")
    base.partial_run_setup = without_native(partial, "partial_run")


def _steps(session: Any, do_run: DoRun) -> SessionSteps:
    found: SessionSteps | None = session.__dict__.get(_STEPS)
    if found is None:
        found = session.__dict__[_STEPS] = SessionSteps(session, do_run)
    return found


@dataclass(frozen=True, slots=True)
class _Needed:
    """What a run needs of a graph.

    Attributes:
        variables: Those operations that have variables.
        sources: Results of operations that the session runs first.
        is_work: Whether it computes a network.
        trains: Whether it computes gradients.
    """

    variables: Mapping[str, Any]
    sources: Sequence[Any]
    is_work: bool
    trains: bool


class SessionVariable:
    """A variable of a session."""

    def __init__(self, run: Callable[..., list[Any]], variable: Any) -> None:
        """`run`: runs operations and tensors with feeds, by TensorFlow."""
        self._run, self._variable = run, variable

    def read(self) -> np.ndarray:
        """Its value."""
        variable = self._variable
        tensor = getattr(variable, "_graph_element", None)
        return np.asarray(self._run([], [variable._snapshot if tensor is None else tensor])[0])

    def write(self, value: np.ndarray) -> None:
        """Gives it a value, by its initializer."""
        initializer = self._variable.initializer
        self._run([initializer], [], {initializer.inputs[1].ref(): value})


class SessionSteps:
    """The steps of one session."""

    def __init__(self, session: Any, do_run: DoRun) -> None:
        self._session, self._do_run = session, do_run
        self._steps: dict[object, FrozenStep] = {}
        self._needed: dict[object, _Needed] = {}
        self._held: dict[str, HeldVariable] = {}
        self._graph: tuple[int, bytes] | None = None
        self._is_stopped = False

    def run(self, targets: list[Any], fetches: list[Any], feeds: dict[Any, Any]) -> list[Any]:
        """One run: the values of the tensors that are fetched."""
        if self._is_stopped or adapter.is_left():
            self.release()
            return self._by_tensorflow(targets, fetches, feeds)
        needed = self._needs(targets, fetches, feeds)
        if not needed.is_work:
            self.release()
            return self._by_tensorflow(targets, fetches, feeds)
        feeds = {**feeds, **self._sources(needed.sources, feeds)}
        given = [(key.deref(), np.asarray(value)) for key, value in feeds.items()]
        if any(array.dtype.kind not in "fiubV" for _, array in given):
            self.release()
            return self._by_tensorflow(targets, fetches, feeds)
        step = self._step(targets, fetches, given, needed)
        outputs = None
        if step is not None:
            outputs = step.run(
                [array for _, array in given],
                lambda: [np.asarray(item) for item in self._by_tensorflow(targets, fetches, feeds)],
            )
        if outputs is None:
            self.release()
            return self._by_tensorflow(targets, fetches, feeds)
        return [item[()] for item in outputs]

    def release(self) -> None:
        """Gives TensorFlow all values that are newer here."""
        for variable in self._held.values():
            variable.release()

    def stop(self, what: str) -> None:
        """From now on TensorFlow runs everything in this session."""
        self.release()
        if not self._is_stopped:
            self._is_stopped = True
            adapter.logger.warning(
                "a session stays with TensorFlow, because it uses %s, which open-aoe does not see",
                what,
            )

    def _by_tensorflow(
        self, targets: Sequence[Any], fetches: Sequence[Any], feeds: Mapping[Any, Any] | None = None
    ) -> list[Any]:
        return self._do_run(
            self._session, None, list(targets), list(fetches), dict(feeds or {}), None, None
        )

    def _sources(self, sources: Sequence[Any], feeds: Mapping[Any, Any]) -> dict[Any, Any]:
        left = [item for item in sources if item.ref() not in feeds]
        if not left:
            return {}
        values = self._by_tensorflow([], left, feeds)
        return {item.ref(): value for item, value in zip(left, values, strict=True)}

    def _needs(self, targets: Sequence[Any], fetches: Sequence[Any], feeds: Any) -> _Needed:
        from aoe.tensorflow.capture import GRADIENTS, WORK

        fed = {key.deref().name for key in feeds}
        key = (
            tuple(item.name for item in targets),
            tuple(item.name for item in fetches),
            frozenset(fed),
        )
        if key in self._needed:
            return self._needed[key]
        seen: dict[str, Any] = {}
        sources: dict[str, Any] = {}
        todo = [*targets, *(item.op for item in fetches if item.name not in fed)]
        while todo:
            operation = todo.pop()
            if operation.name in seen:
                continue
            seen[operation.name] = operation
            for item in operation.inputs:
                if item.name in fed:
                    continue
                if item.op.type in _SOURCES:
                    sources[item.name] = item
                else:
                    todo.append(item.op)
            todo += operation.control_inputs
        variables = {name: item for name, item in seen.items() if item.type in _VARIABLES}
        is_work = any(item.type in WORK for item in seen.values())
        trains = any(name.startswith(GRADIENTS) for name in seen)
        found = self._needed[key] = _Needed(variables, tuple(sources.values()), is_work, trains)
        return found

    def _step(
        self,
        targets: Sequence[Any],
        fetches: Sequence[Any],
        given: Sequence[tuple[Any, np.ndarray]],
        needed: _Needed,
    ) -> FrozenStep | None:
        key = (
            tuple(item.name for item in targets),
            tuple(item.name for item in fetches),
            tuple((item.name, array.shape, array.dtype.str) for item, array in given),
        )
        found = self._steps.get(key)
        if found is None and len(self._steps) < _MOST_STEPS:
            found = self._made(targets, fetches, given, needed)
            self._steps[key] = found
        return found

    def _made(
        self,
        targets: Sequence[Any],
        fetches: Sequence[Any],
        given: Sequence[tuple[Any, np.ndarray]],
        needed: _Needed,
    ) -> FrozenStep:
        from aoe.frontends.tensorflow.step import StepGraph, TensorKind, read_step
        from aoe.tensorflow.outside import TensorFlowNodes

        names = [item.name for item in targets[:1]] + [item.op.name for item in fetches[:1]]
        kind = f"session_{'_and_'.join(names).replace('/', '_')}"[:60]
        report = adapter.journal().begun(kind)

        def read(weights: Mapping[str, np.ndarray]) -> Any:
            graph = StepGraph(
                name=report.name,
                graph=self._definition(),
                arguments=tuple(
                    (item.name, TensorKind(array.dtype, array.shape)) for item, array in given
                ),
                variables={
                    _key(item): _kind(report.name, item) for item in needed.variables.values()
                },
                results=tuple(item.name for item in fetches),
                effects=tuple(item.name for item in targets),
                weights=weights,
            )
            return read_step(graph, TensorFlowNodes())

        source = FrozenSource(
            read,
            lambda model: self._variables(report.name, model.variables),
            needed.trains,
        )
        compiler = adapter.compiler(self._session.__dict__.get(_PARAMETERS, {}))
        begun = adapter.journal().begun
        return FrozenStep(source, compiler, report, lambda added: begun(f"{kind}_of_{added}"))

    def _definition(self) -> bytes:
        graph = self._session.graph
        if self._graph is None or self._graph[0] != graph.version:
            self._graph = (graph.version, graph.as_graph_def().SerializeToString())
        return self._graph[1]

    def _variables(self, name: str, wanted: Mapping[str, object]) -> dict[str, HeldVariable]:
        import tensorflow as tf

        found = {}
        keys = tf.compat.v1.GraphKeys
        graph = self._session.graph
        known = {}
        for collection in (keys.GLOBAL_VARIABLES, keys.LOCAL_VARIABLES, keys.MODEL_VARIABLES):
            for variable in graph.get_collection(collection):
                operation = getattr(variable, "handle", variable).op
                known[_key(operation)] = variable
        for key in wanted:
            if key not in known:
                raise UnsupportedModelError(
                    f"{name}: the variable {key!r} is in no collection of variables"
                )
            if key not in self._held:
                try:
                    self._held[key] = HeldVariable(SessionVariable(self._by_tensorflow, known[key]))
                except tf.errors.OpError as error:
                    raise AoeError(
                        f"the variable {key!r} cannot be read: {error.message}"
                    ) from error
            found[key] = self._held[key]
        return found


def _key(operation: Any) -> str:
    """The name of a variable in a step, as the reader gives it."""
    shared = ""
    if operation.type == "VarHandleOp":
        shared = operation.get_attr("shared_name").decode()
    return shared or operation.name


def _kind(name: str, operation: Any) -> Any:
    """The type and shape of a variable. Raises `UnsupportedModelError` if they are open."""
    import tensorflow as tf

    from aoe.frontends.tensorflow.step import TensorKind

    dtype = tf.as_dtype(operation.get_attr("dtype"))
    shape = tf.TensorShape(operation.get_attr("shape"))
    if not shape.is_fully_defined() or dtype == tf.string:
        raise UnsupportedModelError(
            f"{name}: the variable {operation.name!r} is {dtype.name} {shape}; give it a type of "
            "numbers and a fixed shape"
        )
    return TensorKind(np.dtype(dtype.as_numpy_dtype), tuple(shape.as_list()))
