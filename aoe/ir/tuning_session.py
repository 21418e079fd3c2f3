"""A session that tunes graphs, with AOE's options, and raises errors.

A job is that of `aoe.tune` and of the command: the same checks, result files and repositories.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from types import MappingProxyType, TracebackType
from typing import TypeAlias

import numpy as np
import onnx
import onnx_ir

from aoe.application.display.console import RewordingObserver, progress_observer
from aoe.application.model.source import read_model, source_name
from aoe.application.options import NO_VALUE
from aoe.application.request.tune_request import TuneRequest, tune_request
from aoe.application.request.values import whole_number
from aoe.application.tune.reload import continued
from aoe.application.tune.run_log import run_log
from aoe.application.tune.tune_job import run_tune_job
from aoe.application.tune.tune_result import TuneResult
from aoe.arguments import checked_call
from aoe.errors import AoeError, UsageError, counted
from aoe.frontends.frontend import ModelOrigin
from aoe.frontends.inputs.given_shapes import given_by
from aoe.frontends.inputs.input_shapes import describe, fix_input_shapes
from aoe.frontends.operator_names import read_op_name_map
from aoe.frontends.registry import frontend_for
from aoe.graph.model_copy import copied_model
from aoe.ir.graph import Graph
from aoe.ir.option_maps import job_options
from aoe.ir.status import SessionError, StatusCode
from aoe.settings import Settings, read_settings

logger = logging.getLogger(__name__)

#: What a session tunes.
AnyGraph: TypeAlias = Graph | onnx_ir.Model | onnx.ModelProto
Shapes: TypeAlias = Mapping[str, tuple[int, ...]]
NO_OPTIONS: Mapping[str, str] = MappingProxyType({})
#: An option in a message, as the command line calls it.
_DASHES = re.compile(r"--(?=[A-Za-z])")


class TuningSession:
    """Tunes graphs one after the other, with the same global options.

        with aoe.ir.TuningSession({"job_type": "2"}) as session:
            session.set_graph(graph)
            result = session.tune({"output": "net"})

    Leaving the context drops the graph.
    """

    @checked_call("aoe.ir.TuningSession")
    def __init__(self, global_options: Mapping[str, str]) -> None:
        """Checks options, and starts nothing.

        Args:
            global_options: Values of AOE's options that count for all graphs, by name. `job_type`
                is needed: "1" tunes subgraphs, "2" operators, "1,2" both.

        Raises:
            SessionError: For an option that is not a global one.
            UsageError: For a value that cannot be used.
        """
        self._global_options = dict(global_options)
        self._model: onnx_ir.Model | None = None
        self._shapes: Shapes = {}
        self._closed = False
        with _names_of_options():
            given, _ = job_options(self._global_options, NO_OPTIONS)
            tune_request(given, read_settings(), ModelOrigin(_NOTHING))

    def __enter__(self) -> TuningSession:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Drops the graph. The session cannot be used any more."""
        self._model, self._shapes, self._closed = None, {}, True

    @checked_call("TuningSession.set_graph")
    def set_graph(self, graph: AnyGraph) -> None:
        """Names the graph to tune, in place of an earlier one. Later changes of it do not count.

        Args:
            graph: A graph that was built here, or a model in memory.

        Raises:
            ModelError: It is not valid.
        """
        self._require_open()
        self._model, self._shapes = checked_model(graph), {}

    @checked_call("TuningSession.set_inputs")
    def set_inputs(self, inputs: Sequence[np.ndarray | np.generic]) -> None:
        """Gives tensors for the inputs of the graph, which fix the sizes that it leaves open. Their
        values do not count: candidates are checked and timed with data of the tuner.

        Args:
            inputs: A tensor for each input, in the order of the graph.

        Raises:
            UsageError: The tensors do not fit the inputs.
        """
        self._shapes = shapes_of_inputs(self._graph(), inputs)

    @checked_call("TuningSession.tune")
    def tune(
        self, tuning_options: Mapping[str, str] = NO_OPTIONS, *, progress: bool = False
    ) -> TuneResult:
        """Tunes the graph and writes the offline model.

        Args:
            tuning_options: Values of AOE's options for this graph, by name.
            progress: Show progress on standard error.

        Returns:
            What the job made and found, as `aoe.tune`.

        Raises:
            SessionError: There is no graph, an option is in the wrong map, or the graph has open
                sizes.
            UsageError, ModelError, RepositoryError: Before any work, if something is impossible.
            AoeError: Later, if a step fails.
        """
        model, settings = self._graph(), read_settings()
        with _names_of_options():
            given, sentences = job_options(self._global_options, tuning_options)
            request = self._request(model, given, settings)
            for sentence in sentences:
                logger.warning("%s", in_maps(sentence))
            with (
                run_log(given.get("log"), settings),
                progress_observer(source_name(model), progress) as observer,
            ):
                return run_tune_job(request, settings, RewordingObserver(observer, in_maps))

    def _request(
        self, model: onnx_ir.Model, given: Mapping[str, str | None], settings: Settings
    ) -> TuneRequest:
        names = read_op_name_map(given.get("op_name_map"), settings.working_directory)
        origin = ModelOrigin(model, operator_names=names)
        framework, own = whole_number(given, "framework"), frontend_for(origin)
        if framework not in (None, own.number):
            raise UsageError(
                f"--framework={framework}: the graph of a session is one of {own.name}; leave the "
                "option out"
            )
        wanted = given.get("reload")
        request = tune_request({**given, "reload": None}, settings, origin)
        request = replace(request, model=replace(request.model, input_shapes=self._known(request)))
        _require_sizes(model, request)
        if wanted is None:
            return request
        return continued(request, None if wanted == NO_VALUE else wanted, settings)

    def _known(self, request: TuneRequest) -> Shapes:
        """The shapes of inputs, from tensors and options. Both may name an input if they agree."""
        given, tensors = request.model.input_shapes, self._shapes
        if tensors and request.model.dynamic is not None:
            raise UsageError(
                f"--{request.model.dynamic.option} compiles for several shapes, but the tensors "
                "of the inputs have one; set the graph again without tensors, or leave the option "
                "out"
            )
        for name in given.keys() & tensors.keys():
            if given[name] != tensors[name]:
                raise UsageError(
                    f"--input_shape gives {name!r} the shape {given[name]}, but its tensor has "
                    f"{tensors[name]}; give one of them"
                )
        values = request.model.input_values
        return {**{key: tensors[key] for key in tensors if key not in values}, **given}

    def _graph(self) -> onnx_ir.Model:
        self._require_open()
        if self._model is None:
            raise SessionError(
                StatusCode.AOE_ERROR_INVALID_GRAPH,
                "the session has no graph; set one before its inputs and before tuning",
            )
        return self._model

    def _require_open(self) -> None:
        if self._closed:
            raise SessionError(
                StatusCode.AOE_ERROR_INVALID_SESSION, "the session is closed; start another one"
            )


def checked_model(graph: AnyGraph) -> onnx_ir.Model:
    """The model of a graph, a copy. Raises `ModelError` if it cannot be read."""
    if isinstance(graph, onnx.ModelProto):
        read_model(ModelOrigin(graph))
        return onnx_ir.serde.deserialize_model(graph)
    model = graph.model() if isinstance(graph, Graph) else copied_model(graph)
    read_model(ModelOrigin(model))
    return model


def shapes_of_inputs(model: onnx_ir.Model, inputs: Sequence[np.ndarray | np.generic]) -> Shapes:
    """The shapes of tensors, by name of the input. Raises `UsageError` if they do not fit."""
    values = [value for value in model.graph.inputs if value.name not in model.graph.initializers]
    if len(values) != len(inputs):
        listed = ", ".join(f"{value.name} {describe(value)}" for value in values) or "none"
        raise UsageError(
            f"the list of tensors has {len(inputs)}, but the graph has "
            f"{counted(len(values), 'input')}: "
            f"{listed}"
        )
    for value, array in zip(values, inputs, strict=True):
        wanted = None if value.dtype is None else value.dtype.numpy()
        if wanted is not None and array.dtype != wanted:
            raise UsageError(
                f"the tensor for {value.name!r} is of {array.dtype}, but the input is of {wanted}; "
                "convert it with astype"
            )
    shapes = {str(value.name): array.shape for value, array in zip(values, inputs, strict=True)}
    given = given_by("the list of tensors", shapes, shapes)
    fix_input_shapes(copied_model(model), given, "the graph")
    return shapes


def in_maps(text: str) -> str:
    """A message with options as maps have them, without dashes."""
    return _DASHES.sub("", text)


@contextmanager
def _names_of_options() -> Iterator[None]:
    """Within, messages of errors name options as maps have them."""
    try:
        yield
    except AoeError as error:
        error.args = (in_maps(str(error)),)
        raise


def _require_sizes(model: onnx_ir.Model, request: TuneRequest) -> None:
    """Refuses a graph with open sizes that nothing fixes."""
    if request.model.dynamic is not None:
        return
    shaped = copied_model(model)
    if not fix_input_shapes(shaped, request.model.input_shapes, "the graph"):
        return
    known = request.model.input_values
    left = [
        f"{value.name} {describe(value)}"
        for value in shaped.graph.inputs
        if value.name not in known and (value.shape is None or not value.shape.is_static())
    ]
    if left:
        raise SessionError(
            StatusCode.AOE_ERROR_DYNAMIC_GRAPH,
            f"the graph leaves sizes of inputs open: {', '.join(left)}; give tensors for all "
            "inputs, or the option --input_shape or --input_shape_range",
        )


#: What global options are checked with before there is a graph.
_NOTHING = onnx_ir.Model(onnx_ir.Graph([], [], nodes=[], opset_imports={"": 21}), ir_version=10)
