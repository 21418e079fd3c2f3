"""Calls of cells in graph mode, and of functions with `@jit`: each is run by native code, or left
to MindSpore.

A cell has a graph for each set of argument types and shapes, as in MindSpore. A training step reads
and changes parameters in MindSpore's memory. In inference weights are constants of the model,
folded and packed once; when one has changed, the cell goes on with a model that reads them at each
call. Tables of embeddings, which are only looked up, are read at each call from the beginning.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass, replace
from functools import cache
from typing import Any
from weakref import WeakKeyDictionary, ref

import numpy as np

from aoe.errors import AoeError, quoted
from aoe.frontends.mindspore.reader import derives, read_step, trains
from aoe.frontends.step_model import StepModel, looked_up
from aoe.mindspore import adapter
from aoe.mindspore.capture import captured, parameters_of
from aoe.mindspore.dump import dump_folder, write_graph
from aoe.mindspore.flat_arguments import flat, grouping, of_tensors
from aoe.mindspore.held_parameters import FrozenWeights, HeldParameter, held, named
from aoe.mindspore.random_numbers import drawing, seeded
from aoe.mindspore.reachable import (
    FunctionCells,
    reachable_cells,
    reachable_parameters,
    training_of,
)
from aoe.mindspore.results import ResultForm
from aoe.mindspore.tune_mode import OFFLINE, asked
from aoe.training.step import Step, StepSource

#: Most sets of argument types and shapes for which a cell is compiled.
_MOST_GRAPHS = 16
#: MindSpore's own `Cell.compile_and_run`.
CompileAndRun = Callable[..., Any]


class _Thread(threading.local):
    """What this thread does.

    Attributes:
        is_busy: Whether MindSpore runs what is called.
    """

    is_busy = False


@cache
def _this_thread() -> _Thread:
    return _Thread()


@cache
def _lock() -> Any:
    """One cell at a time: parameters are shared."""
    return threading.RLock()


@cache
def _graphs() -> WeakKeyDictionary[Any, dict[object, CellGraph]]:
    """The graphs of each cell, function or owner of a method, by the types and shapes of
    arguments.
    """
    return WeakKeyDictionary()


@dataclass(frozen=True, slots=True)
class Target:
    """What has graphs.

    Attributes:
        name: What reports call it.
        exported: Gives what MindSpore exports.
        parameters: Gives its parameters by name.
        cells: Gives the cells that it has.
    """

    name: str
    exported: Callable[[], Any]
    parameters: Callable[[], Mapping[str, Any]]
    cells: Callable[[], Sequence[Any]]


@contextmanager
def left_to_mindspore() -> Iterator[None]:
    """MindSpore runs the cells that are called inside, to compare the two."""
    thread = _this_thread()
    before, thread.is_busy = thread.is_busy, True
    try:
        yield
    finally:
        thread.is_busy = before


def run_cell(
    cell: Any, arguments: Sequence[Any], keywords: Mapping[str, Any], original: CompileAndRun
) -> Any:
    """One call of a cell.

    Args:
        cell: The outermost cell.
        arguments: What it is called with.
        keywords: What it is called with by name.
        original: MindSpore's function.
    """

    def by_mindspore() -> Any:
        return original(cell, *arguments, **keywords)

    if _this_thread().is_busy:
        return by_mindspore()
    key = (cell.phase, *training_of([cell]))
    found = ref(cell)  # a graph goes with its cell
    target = Target(type(cell).__name__, found, lambda: parameters_of(found()), lambda: [found()])
    reason = _unsuited(arguments, keywords)
    if not reason and getattr(cell, "_dynamic_shape_inputs", None) is not None:
        reason = "set_inputs gives it dynamic shapes"
    if not reason and _has_loaded_graph(cell):
        reason = (
            "it has a graph that mindspore.load gave (GraphCell), which MindSpore can compile once "
            "only; compile the file itself with open-aoe"
        )
    return _run(cell, key, target, reason, arguments, by_mindspore)


def run_function(
    executor: Any, arguments: Sequence[Any], keywords: Mapping[str, Any], original: CompileAndRun
) -> Any:
    """One call of a function or method with `@jit`.

    Args:
        executor: MindSpore's object for the call.
        arguments: What it is called with; first the object whose method it is.
        keywords: What it is called with by name.
        original: MindSpore's function.
    """
    from mindspore.graph.jit_context import jit_context
    from mindspore.nn import cell as cells

    def by_mindspore() -> Any:
        return original(executor, *arguments, **keywords)

    function, owner = executor.fn, executor.obj
    if _this_thread().is_busy or cells._pynative_executor.requires_grad() or jit_context():
        return by_mindspore()  # MindSpore records the call, for gradients or for another graph
    kept = function if owner is None else owner
    try:
        found = ref(kept)
        hash(kept)
    except TypeError:
        return by_mindspore()
    given = arguments if owner is None else arguments[1:]
    name = function.__name__
    key = (name, getattr(owner, "phase", ""), getattr(owner, "training", None))
    is_whole = owner is None or name == "construct"

    def exported() -> Any:
        return found() if is_whole else getattr(found(), name)

    target = Target(
        name,
        exported,
        lambda: reachable_parameters(exported()),
        lambda: reachable_cells(exported()),
    )
    reason = _unsuited(given, keywords)
    if not reason and (executor.input_signature is not None or executor.enable_jit_dynamic):
        reason = "it has dynamic shapes"
    return _run(kept, key, target, reason, given, by_mindspore)


def run_compiled(
    function: Any,
    graph: Any,
    cells: FunctionCells,
    arguments: Sequence[Any],
    keywords: Mapping[str, Any],
) -> Any:
    """One call of a function that a script says is a graph.

    Args:
        function: The function, of whatever kind. MindSpore calls it.
        graph: A function that calls it, with source that MindSpore reads.
        cells: Those that it reaches.
        arguments: What it is called with.
        keywords: What it is called with by name.
    """

    def by_mindspore() -> Any:
        return function(*arguments, **keywords)

    if _this_thread().is_busy:
        return by_mindspore()
    found = ref(graph)
    target = Target(
        getattr(function, "__name__", "function"),
        found,
        lambda: reachable_parameters(found()),
        lambda: reachable_cells(found()),
    )
    reason = _unsuited(arguments, keywords) or cells.reason
    return _run(graph, cells.training(), target, reason, arguments, by_mindspore)


def _run(
    kept: Any,
    key: tuple[object, ...],
    target: Target,
    reason: str,
    arguments: Sequence[Any],
    by_mindspore: Callable[[], Any],
) -> Any:
    """One call. `kept`: what graphs go with. `key`: which of its graphs it is, apart from
    arguments. `reason`: why MindSpore has to run it; empty if it has not.
    """
    counts = grouping(arguments)
    if any(count is not None for count in counts):
        arguments, exported = flat(arguments), target.exported
        target = replace(target, exported=lambda: of_tensors(exported(), counts))
    with _lock(), left_to_mindspore():  # what MindSpore calls meanwhile is its own
        if not reason:
            key = (*key, counts, *((tuple(item.shape), str(item.dtype)) for item in arguments))
        known = _graphs().setdefault(kept, {})
        graph = known.get((*key, reason))
        if graph is None and len(known) < _MOST_GRAPHS:
            graph = known[(*key, reason)] = CellGraph(target, reason)
        return by_mindspore() if graph is None else graph.run(arguments, by_mindspore)


def _has_loaded_graph(cell: Any) -> bool:
    """Whether a cell or one inside of it is a loaded graph. To export it would spoil it."""
    from mindspore import nn

    return any(isinstance(item, nn.GraphCell) for _, item in cell.cells_and_names())


def _unsuited(arguments: Sequence[Any], keywords: Mapping[str, Any]) -> str:
    """Why MindSpore has to run a call; empty if it has not."""
    from mindspore import Parameter, Tensor, context

    if context.get_context("device_target") != "CPU":
        return f"the device is {context.get_context('device_target')}"
    if context.get_auto_parallel_context("parallel_mode") != "stand_alone":
        return f"its parallel_mode is {context.get_auto_parallel_context('parallel_mode')}"
    if keywords:
        return f"it is called with keywords ({', '.join(keywords)})"
    for number, item in enumerate(arguments):
        for part in flat([item]):
            if not isinstance(part, Tensor) or isinstance(part, Parameter):
                where = f"a part of argument {number}" if part is not item else f"argument {number}"
                return f"{where} is a {type(part).__name__}, not a Tensor"
    return ""


def _finish_pending() -> None:
    """Waits for operators that MindSpore computes on other threads: they may write parameters."""
    from mindspore.nn import cell

    cell._pynative_executor.sync()


class CellGraph:
    """A cell or a function for arguments of some types and shapes."""

    def __init__(self, target: Target, reason: str) -> None:
        """`reason`: why MindSpore has to run it; empty if it has not."""
        self._target = target
        self._data = b""
        self._form: ResultForm | None = None
        self._weights: FrozenWeights | None = None
        self._held: Mapping[str, HeldParameter] = {}
        self._draw: Callable[[], Sequence[np.ndarray]] = tuple
        self._arguments: Sequence[Any] = ()
        self._asked = asked()
        self.report = adapter.journal().begun(target.name)
        self._step: Step | None = None
        if reason:
            self._leave(reason)

    def run(self, arguments: Sequence[Any], by_mindspore: Callable[[], Any]) -> Any:
        """One call."""
        if self.report.reason:
            self.report.left += 1
            return by_mindspore()
        if self._asked.mode == OFFLINE:
            return self._written(arguments, by_mindspore)
        first: list[Any] = []

        def framework() -> Sequence[np.ndarray]:
            result = by_mindspore()
            first.append(result)
            self._form = ResultForm(result)
            return self._form.arrays()

        _finish_pending()
        step = self._current_step(arguments)
        inputs = [item.asnumpy() for item in arguments]
        with self._seeded():
            outputs = None if step is None else step.run(inputs, framework)
        self._arguments = ()
        if first:
            for item in self._held.values():
                item.share()
            return first[0]
        if outputs is None or self._form is None:
            self.report.left += step is None  # a step counts its own runs
            return by_mindspore()
        return self._form.filled(outputs)

    def _current_step(self, arguments: Sequence[Any]) -> Step | None:
        """The step that runs next: another one if frozen weights have changed."""
        self._arguments = arguments
        if self._weights is not None and not self._weights.are_current():
            self._weights, self._step = None, None
            self.report = adapter.journal().begun(f"{self._target.name}_of_changing_weights")
        if self._step is None:
            try:
                compiler = adapter.compiler(self._asked)
            except AoeError as error:
                self._leave(quoted(error))
                return None
            read = self._read_again if self._data else self._read
            source = StepSource(read, self._variables, lambda: self._draw())
            self._step = Step(source, compiler, self.report)
        return self._step

    def _read(self) -> StepModel:
        """The model of the cell, with frozen weights if it is inference: no part of training, of
        which weights change, and which random numbers show, too.
        """
        self._data = captured(self._target.exported(), self._arguments)
        model = self._read_again()
        self._draw = drawing(model.draws)
        if model.draws or trains(self._data) or derives(self._data):
            return model
        tables = looked_up(model)
        self._weights = FrozenWeights(self._target.parameters(), tables)
        return read_step(self._data, self.report.name, self._weights)

    def _read_again(self) -> StepModel:
        """The model of the cell, which reads weights at each call."""
        return read_step(self._data, self.report.name)

    def _seeded(self) -> AbstractContextManager[None]:
        """Where it is read and MindSpore compiles it: random numbers begin somewhere."""
        return nullcontext() if self._data else seeded(self._target.cells)

    def _variables(self, model: StepModel) -> Mapping[str, HeldParameter]:
        known = self._target.parameters()
        self._held = {name: held(named(known, name)) for name in model.variables}
        return self._held

    def _written(self, arguments: Sequence[Any], by_mindspore: Callable[[], Any]) -> Any:
        """One call by MindSpore, after the graph is written for tuning offline."""
        try:
            data = captured(self._target.exported(), arguments)
            write_graph(self.report.name, data, self._target.parameters(), arguments)
            self.report.reason = f"it is written to {dump_folder()}, to be tuned offline"
        except AoeError as error:
            self._leave(quoted(error))
        self.report.left += 1
        return by_mindspore()

    def _leave(self, reason: str) -> None:
        self.report.reason = reason
        adapter.logger.warning("%s", self.report)
