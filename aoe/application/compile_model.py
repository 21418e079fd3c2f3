"""Compiles a model with the policies that the repository knows and default ones for the rest:
`aoe.compile` and `aoe compile`. Nothing is searched or measured.
"""

from __future__ import annotations

import shlex
from collections.abc import Mapping, Sequence
from pathlib import Path

import click

from aoe.application.display.console import WarningsOnly
from aoe.application.model.open_shapes.left_open import left_open
from aoe.application.model.open_shapes.open_file import opened
from aoe.application.model.open_shapes.shape_cache import KEPT_SHAPES
from aoe.application.model.opening import compiled_session
from aoe.application.model.precision.precision import Precision
from aoe.application.model.request.compile_request import CompileRequest
from aoe.application.model.request.compression_request import require_fixed
from aoe.application.model.session import InferenceSession
from aoe.application.model.source import read_model
from aoe.application.model.static_compilation import compiled_profiles
from aoe.application.request.named_model import with_named_model
from aoe.application.request.shape_ranges import ShapeRanges
from aoe.application.request.tune_request import (
    GraphRepositoryRequest,
    ModelRequest,
    TuneRequest,
    tune_request,
)
from aoe.application.run.session_inputs import example_shapes
from aoe.application.tune.command import finished_sentence
from aoe.application.tune.tune_job import run_tune_job
from aoe.errors import UsageError
from aoe.frontends.inputs.input_values import InputValue
from aoe.runtime.container import make_folder_of
from aoe.settings import Settings, read_settings

#: A job that would search operators: a request without a search has the same values.
JOB_TYPE = "2"


def compiled_model(
    read: ModelRequest,
    values: Mapping[str, InputValue],
    request: CompileRequest,
    kept: int = KEPT_SHAPES,
) -> InferenceSession:
    """A session of a model, compiled for all its shapes.

    Args:
        read: The model and how to read it.
        values: Inputs that become constants.
        request: How to compile it.
        kept: See `aoe.application.model.open_shapes.shape_cache.ShapeCache`.

    Raises:
        UsageError, ModelError, RepositoryError: If something is impossible.
    """
    customized = request.precision.customized
    found = read_model(read.origin, values, read.boundary, read.profiles[0], customized)
    repository = GraphRepositoryRequest(request.subgraphs, request.graph_repository)
    others = (*request.compression.warnings, *request.cache.warnings, *repository.warnings)
    for text in (*found.notices(read.profiles), *read.warnings, *others):
        request.warn(text)
    if isinstance(read.dynamic, ShapeRanges):
        require_fixed(request.compression)
        found = left_open(found, read.dynamic.ranges, read.profiles[0])
        shapes = opened(found, request, request.threads, kept)
        shapes.prepare_ahead(read.profiles)
        if shapes.specializer.precision:
            request.tell(Precision.from_json(shapes.specializer.precision).sentence)
        return InferenceSession(shapes)
    if read.dynamic is None:
        return compiled_session(found, read.input_shapes, request, kept)
    return InferenceSession(compiled_profiles(found, read.profiles, request), request.threads)


def compile_command(model: str, given: Mapping[str, str | None]) -> int:
    """Carries out `aoe compile`. Returns the exit status.

    Args:
        model: The path of the model.
        given: Values of the options of `aoe`, by parameter; none names the model.
    """
    settings = read_settings()
    named = with_named_model(model, {**given, "job_type": JOB_TYPE}, settings)
    request = tune_request(named, settings, to_tune=False)
    if request.model.folder:
        raise UsageError(
            f"{model}: is a folder and not a model; aoe compile takes one, and aoe tune a folder"
        )
    if request.elsewhere:
        result = run_tune_job(request, settings, WarningsOnly())
        for sentence in () if result.compression is None else result.compression.sentences:
            click.echo(sentence)
        click.echo(finished_sentence(result))
        _show(result.model_path, settings, ())
        return 0
    path = request.output.offline_model
    assert path is not None, "a named model has a place to be written to"
    with compiled_model(request.model, request.model.input_values, _how(request, settings)) as made:
        make_folder_of(path)
        made.save(path)
        shapes = example_shapes(made, request.model.profiles[0])
    at = "" if not shapes else f" --input_shape={shlex.quote(shapes)}"
    _show(path, settings, (("bench", at), ("run", f" --random{at}")))
    return 0


def _how(request: TuneRequest, settings: Settings) -> CompileRequest:
    return CompileRequest(
        settings=settings,
        threads=request.threads,
        backend=request.device,
        subgraphs=request.graph_repository.used,
        graph_repository=request.graph_repository.path,
        precision=request.precision,
        compression=request.compression,
        cache=request.cache,
        switches=request.model.fusions.switches,
        reuse_memory=request.reuse_memory,
        dump_graph=request.output.dump_graph,
        tell=click.echo,
    )


def _show(path: Path, settings: Settings, commands: Sequence[tuple[str, str]]) -> None:
    """Prints where the model is, and commands that use it: the name of each and its options."""
    working_directory = settings.working_directory
    shown = path.relative_to(working_directory) if path.is_relative_to(working_directory) else path
    click.echo(f"compiled model: {shown}")
    for command, options in commands:
        click.echo(f"next: aoe {command} {shlex.quote(str(shown))}{options}")
