"""Carries out `aoe tune MODEL`."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from contextlib import closing
from pathlib import Path

import click

from aoe.application.display.console import Observers
from aoe.application.display.live_table import live_observer
from aoe.application.display.lost_reader import reader_may_leave
from aoe.application.model.source import source_name
from aoe.application.request.named_model import with_named_model
from aoe.application.request.search_request import AUTOMATIC
from aoe.application.request.shape_ranges import ShapeRanges
from aoe.application.request.tune_request import TuneRequest
from aoe.application.run.session_inputs import example_shapes
from aoe.application.scopes import in_scopes
from aoe.application.tune.command import decisions_table, finished_sentence, show_folder
from aoe.application.tune.folder.folder_job import run_folder_job
from aoe.application.tune.reload import requested_job
from aoe.application.tune.run_log import run_log
from aoe.application.tune.tune_job import run_tune_job
from aoe.application.tune.tune_result import TuneResult
from aoe.application.tune_model.standing import (
    SECONDS,
    installed,
    is_possible,
    onnxruntime_sentence,
    roofline_sentence,
)
from aoe.application.tune_model.summary import files_text, next_text, summary_table
from aoe.application.tune_model.task_recorder import TaskRecorder
from aoe.errors import UsageError
from aoe.frontends.model_folder import frontend_of
from aoe.settings import Settings, read_settings

#: Number of the framework whose models ONNX Runtime reads.
ONNX = 5
#: Seconds around a job, kept back of a budget that is not short: Python starts before the job's
#: clock does, and ends after it.
AROUND = 0.6
#: Operators are tuned where nothing else is asked for.
USUAL_JOB_TYPE = "2"


def tune_model_command(model: str, given: Mapping[str, str | None], start: float) -> int:
    """Tunes a model, or all models of a folder, and shows the result. Returns the exit status.

    Args:
        model: The path of the model.
        given: Values of the options of `aoe`, by parameter; none names the model.
        start: When the run began, by `time.monotonic`.
    """
    settings = read_settings()
    try:
        request = requested_job(with_named_model(model, _completed(given), settings), settings)
    except UsageError as error:
        raise UsageError(in_scopes(str(error))) from error
    name = source_name(request.model.origin.source)
    shown = given.get("progress_bar") != "off" and not settings.log_to_stdout
    recorder = TaskRecorder()
    with run_log(given.get("log"), settings), live_observer(name, shown, start) as display:
        observer = Observers([display, recorder])
        if request.model.folder:
            models = run_folder_job(request, settings, observer, start)
        else:
            compared = _onnx_source(request) is not None and is_possible()
            after = AROUND + (SECONDS if compared else 0.0)
            result = run_tune_job(request, settings, observer, start, after)
    if request.model.folder:
        return show_folder(models, request.model.origin.framework)
    with reader_may_leave():
        show(result, recorder, request, settings, start)
    return 0


def _completed(given: Mapping[str, str | None]) -> dict[str, str | None]:
    """The options with the usual scope and budget where none is given. A job that is continued has
    its own.
    """
    if given.get("reload") is not None:
        return dict(given)
    usual = {"job_type": USUAL_JOB_TYPE, "budget": AUTOMATIC}
    return {**given, **{name: given.get(name) or value for name, value in usual.items()}}


def show(
    result: TuneResult,
    recorder: TaskRecorder,
    request: TuneRequest,
    settings: Settings,
    start: float,
) -> None:
    """Prints the result of a job that began at `start`: one table, the verdict, the files, and what
    to run next.
    """
    for name in result.failed:
        click.echo(f"warning: {name} could not be tuned; its default policy is used", err=True)
    working_directory = settings.working_directory
    click.echo(summary_table(result, recorder.tasks, recorder.kind))
    click.echo(decisions_table(result), nl=False)
    for sentence in () if result.compression is None else result.compression.sentences:
        click.echo(sentence)
    if result.precision is not None:
        click.echo(result.precision.sentence)
    click.echo(finished_sentence(result))
    source = _onnx_source(request)
    if not is_faster(result):
        budget = recorder.budget
        left = None if budget is None else budget - AROUND - (time.monotonic() - start)
        for sentence in _standing(result, source, settings, left):
            click.echo(sentence)
    click.echo(f"\n{files_text(result, working_directory)}")
    if result.elsewhere is None:
        shapes = None
        if isinstance(request.model.dynamic, ShapeRanges):
            with closing(result.session()) as session:
                shapes = example_shapes(session, request.model.profiles[0])
        file = request.model.origin.source
        file = file if isinstance(file, Path) else None
        click.echo(f"\n{next_text(result, working_directory, source is not None, shapes, file)}")


def is_faster(result: TuneResult) -> bool:
    """Whether the model is faster than before beyond the uncertainty of that."""
    gain, off_by = result.improvement, result.improvement_uncertainty
    return gain is not None and off_by is not None and gain > off_by


def _standing(
    result: TuneResult, source: Path | None, settings: Settings, left: float | None
) -> Iterator[str]:
    """What a model that got no faster runs at. `left`: seconds that are left of a budget."""
    if result.result_ms is None or result.interrupted:
        return
    roofline = roofline_sentence(result.model_path, result.result_ms, settings)
    if roofline is not None:
        yield roofline
    if source is not None and installed():
        yield onnxruntime_sentence(result.model_path, source, settings, left)


def _onnx_source(request: TuneRequest) -> Path | None:
    """The source model if ONNX Runtime reads it, and the tuned one has its inputs and outputs."""
    source = request.model.origin.source
    if not isinstance(source, Path) or not request.model.boundary.keeps_ends:
        return None
    held = frontend_of(source)
    return source if held is not None and held.number == ONNX else None
