"""Sessions of TensorFlow 1: `Session.run`, for training steps and predictions.

A run names tensors and operations of the session's graph. What they need of the graph is a step;
`needs.py` finds it. Threads may share a session; see `aoe.training.framework_runs`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np

from aoe.errors import AoeError, UnsupportedModelError
from aoe.tensorflow import adapter
from aoe.tensorflow.options import PARAMETERS, session_parameters
from aoe.training.framework_runs import FrameworkRuns
from aoe.training.frozen_step import FrozenSource, FrozenStep
from aoe.training.variables import HeldVariable

if TYPE_CHECKING:
    from aoe.tensorflow.needs import Needed

#: The attributes of a session that have its steps, and AOE's parameters of it.
_STEPS, _PARAMETERS = "_aoe_steps", "_aoe_parameters"
#: Most sets of fetches and shapes of feeds for which a session compiles.
_MOST_STEPS = 64
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
        config, parameters, unread = session_parameters(config)
        if unread:
            _tell_unread(unread)
        begin(self, target, graph, config=config)
        self.__dict__[_PARAMETERS] = parameters
        if target:
            _steps(self, do_run).stop("the variables of a server", "open it without one")

    def run(
        self: Any,
        handle: Any,
        targets: Any,
        fetches: Any,
        feeds: Any,
        options: Any = None,
        metadata: Any = None,
    ) -> Any:
        """Runs a step."""
        steps = _steps(self, do_run)
        if handle is None and not (options and _asks(module.tf_session.TF_GetBuffer(options))):
            return steps.run(targets, fetches, feeds)
        with steps.runs.one(steps.release):
            return do_run(self, handle, targets, fetches, feeds, options, metadata)

    def without_native(original: Callable[..., Any], what: str) -> Callable[..., Any]:
        def called(self: Any, *arguments: Any, **named: Any) -> Any:
            _steps(self, do_run).stop(what, "call its run instead")
            return original(self, *arguments, **named)

        called.__doc__ = original.__doc__
        return called

    base.__init__, base._do_run = initialized, run
    base.make_callable = without_native(make_callable, "make_callable")
    base._make_callable_from_options = without_native(from_options, "make_callable")
    base.partial_run_setup = without_native(partial, "partial_run")


@cache
def _tell_unread(names: tuple[str, ...]) -> None:
    """Says once which parameters of AOE's optimizer have no effect."""
    adapter.logger.warning(
        "parameter_map: %s %s no effect here; it reads %s",
        ", ".join(map(repr, names)),
        "has" if len(names) == 1 else "have",
        ", ".join(PARAMETERS),
    )


def _asks(options: bytes) -> bool:
    """Whether options of a run ask for what only TensorFlow does. A MonitoredSession always gives
    some, which ask for nothing.
    """
    import tensorflow as tf

    given = tf.compat.v1.RunOptions.FromString(options)
    return bool(
        given.trace_level
        or given.timeout_in_ms
        or given.output_partition_graphs
        or given.debug_options.debug_tensor_watch_opts
    )


def _steps(session: Any, do_run: DoRun) -> SessionSteps:
    found: SessionSteps | None = session.__dict__.get(_STEPS)
    if found is None:
        found = session.__dict__[_STEPS] = SessionSteps(session, do_run)
    return found


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
    """The steps of one session.

    Attributes:
        runs: Its runs by TensorFlow.
    """

    def __init__(self, session: Any, do_run: DoRun) -> None:
        self._session, self._do_run = session, do_run
        self.runs = FrameworkRuns()
        self._steps: dict[object, FrozenStep] = {}
        self._needed: dict[object, Needed] = {}
        self._held: dict[str, HeldVariable] = {}
        self._graph: tuple[int, bytes] | None = None
        self._is_stopped = False

    def run(self, targets: list[Any], fetches: list[Any], feeds: dict[Any, Any]) -> list[Any]:
        """One run: the values of the tensors that are fetched."""
        needed = self._needs(targets, fetches, feeds)
        if not (needed.is_work or needed.variables):
            return self._by_tensorflow(targets, fetches, feeds)
        if needed.is_work and not (needed.problem or self._is_stopped or adapter.is_left()):
            feeds = {**feeds, **self._sources(needed.sources, feeds)}
            outputs = self._native(targets, fetches, feeds, needed)
            if outputs is not None:
                return self._filled(fetches, feeds, needed, outputs)
        with self.runs.one(self.release):
            return self._by_tensorflow(targets, fetches, feeds)

    def _native(
        self,
        targets: list[Any],
        fetches: list[Any],
        feeds: Mapping[Any, Any],
        needed: Needed,
    ) -> Sequence[np.ndarray] | None:
        """What native code gives; None for TensorFlow to run it."""
        fed = [(key.deref(), np.asarray(value)) for key, value in feeds.items()]
        given = [(item, array) for item, array in fed if array.dtype.kind in "fiubV"]
        with self.runs.lock:
            if not self.runs.are_ended:
                return None
            step = self._step(targets, fetches, given, needed)
            return (
                None
                if step is None
                else step.run(
                    [array for _, array in given],
                    lambda: self._first(targets, needed, feeds),
                )
            )

    def _first(
        self, targets: Sequence[Any], needed: Needed, feeds: Mapping[Any, Any]
    ) -> list[np.ndarray]:
        """What TensorFlow gives for the run that native code is compared with. Of a variable that
        it may read before or after a change, both give the value before.
        """
        before: list[np.ndarray] = []
        if needed.unordered:
            values = self._by_tensorflow([], needed.unordered, feeds)
            before = [np.array(item) for item in values]
        made = self._by_tensorflow(targets, needed.results, feeds)
        return [*before, *map(np.asarray, made[len(before) :])]

    def _filled(
        self,
        fetches: Sequence[Any],
        feeds: Mapping[Any, Any],
        needed: Needed,
        outputs: Sequence[np.ndarray],
    ) -> list[Any]:
        """What a run gives. `outputs`: what native code has given."""
        values = {key.deref().name: value for key, value in feeds.items()}
        made = [array[()] for array in outputs]
        values.update((item.name, one) for item, one in zip(needed.results, made, strict=True))
        if needed.texts:
            fed = zip(needed.results, made, strict=True)
            texts = self._by_tensorflow(
                [], needed.texts, {**feeds, **{item.ref(): one for item, one in fed}}
            )
            values.update((item.name, one) for item, one in zip(needed.texts, texts, strict=True))
        return [values[item.name] for item in fetches]

    def release(self) -> None:
        """Gives TensorFlow all values that are newer here."""
        for variable in self._held.values():
            variable.release()

    def stop(self, what: str, advice: str) -> None:
        """From now on TensorFlow runs everything in this session. `advice`: what to do instead."""
        with self.runs.lock:
            self.release()
        if not self._is_stopped:
            self._is_stopped = True
            adapter.logger.warning(
                "a session stays with TensorFlow, because it uses %s, which open-aoe does not see; "
                "%s",
                what,
                advice,
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

    def _needs(self, targets: Sequence[Any], fetches: Sequence[Any], feeds: Any) -> Needed:
        from aoe.tensorflow.needs import needed

        fed = frozenset(key.deref().name for key in feeds)
        key = (*_names(targets, fetches), fed)
        found = self._needed.get(key)
        if found is None:
            found = self._needed[key] = needed(targets, fetches, fed)
            if found.is_work and found.problem:
                report = adapter.journal().begun(_kind_of(targets, fetches))
                report.reason = found.problem
                adapter.logger.warning("%s", report)
        return found

    def _step(
        self,
        targets: Sequence[Any],
        fetches: Sequence[Any],
        given: Sequence[tuple[Any, np.ndarray]],
        needed: Needed,
    ) -> FrozenStep | None:
        key = (
            *_names(targets, fetches),
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
        needed: Needed,
    ) -> FrozenStep:
        from aoe.frontends.tensorflow.step import StepGraph, TensorKind, read_step
        from aoe.tensorflow.outside import TensorFlowNodes

        kind = _kind_of(targets, fetches)
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
                results=tuple(item.name for item in needed.results),
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


def _names(targets: Sequence[Any], fetches: Sequence[Any]) -> tuple[tuple[str, ...], ...]:
    """What a run is asked for, by name."""
    return tuple(item.name for item in targets), tuple(item.name for item in fetches)


def _kind_of(targets: Sequence[Any], fetches: Sequence[Any]) -> str:
    """What reports call a run."""
    names = [item.name for item in targets[:1]] + [item.op.name for item in fetches[:1]]
    return f"session_{'_and_'.join(names).replace('/', '_')}"[:60]


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
