"""A job that tunes single operators, each as a model of its own.

Several operators are a job of several models (`aoe.application.tune.folder`). They are searched
together under one budget. One that fails does not stop the others. One result file has a report of
each. One operator is a job of one model.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path

from aoe.application.model.kernels import write_description
from aoe.application.model.open_shapes.open_file import open_model_of, opened
from aoe.application.model.request.compile_request import CompileRequest
from aoe.application.model.source import read_model
from aoe.application.model.static_compilation import compiled_profiles
from aoe.application.request.single_operators import OperatorsRequest, SingleOperator
from aoe.application.tune.folder.folder_job import run_models_job
from aoe.application.tune.folder.folder_models import FolderModel, failure_text
from aoe.application.tune.folder.folder_result import ModelOutcome
from aoe.application.tune.folder.named_observer import NamedObserver
from aoe.application.tune.phases.context import Repositories
from aoe.application.tune.phases.prepare import prepare_model
from aoe.application.tune.tune_job import run_tune_job
from aoe.application.tune.tune_result import TuneResult
from aoe.errors import AoeError
from aoe.frontends.frontend import ModelOrigin
from aoe.runtime.offline_model import write_offline_model
from aoe.runtime.open_model import write_open_model
from aoe.settings import Settings
from aoe.tuning.observer import Observer

#: Why options of the search have no effect where operators are only compiled.
NOT_SEARCHED = "--op_tune_mode=fast searches nothing"


@dataclass(frozen=True, slots=True)
class OperatorOutcome:
    """What became of one operator.

    Attributes:
        name: Name of its offline model, or what messages call it.
        path: Its offline model; `None` if it failed.
        result: What tuning it made and found; `None` if it failed or was only compiled.
        failure: Why it failed; `None` if it did not.
    """

    name: str
    path: Path | None = None
    result: TuneResult | None = None
    failure: str | None = None


@dataclass(frozen=True, slots=True)
class OperatorsResult:
    """What a job of single operators made and found.

    Attributes:
        operators: What became of each; first those that cannot be read, then the others in the
            order of the descriptions.
        result_path: The result file; `None` if nothing was tuned.
    """

    operators: tuple[OperatorOutcome, ...]
    result_path: Path | None

    @property
    def failed(self) -> bool:
        """Whether an operator failed."""
        return any(item.failure is not None for item in self.operators)


def operator_warnings(request: OperatorsRequest) -> tuple[str, ...]:
    """Sentences about what was given and has no effect."""
    unused = () if request.searched else request.job.search.unused(NOT_SEARCHED)
    return (*request.job.warnings, *unused, *request.ignored)


def run_operators_job(
    request: OperatorsRequest, settings: Settings, observer: Observer, start: float
) -> OperatorsResult:
    """Carries out a job of single operators.

    Args:
        request: What the user asks for.
        settings: The environment of the run.
        observer: Shows progress and warnings.
        start: When the run began, by `time.monotonic`.

    Raises:
        UsageError, RepositoryError: Before any work, if something asked for is impossible.
        AoeError: Later, if a step for all operators fails.
    """
    # What is searched tells the warnings of its job itself.
    for warning in request.ignored if request.searched else operator_warnings(request):
        observer.warning(warning)
    if not request.searched:
        outcomes = [OperatorOutcome(name, failure=text) for name, text in request.failures.items()]
        outcomes += [_compiled(item, request, settings, observer) for item in request.operators]
        found = OperatorsResult(tuple(outcomes), None)
    elif len(request.operators) + len(request.failures) > 1:
        found = _tuned_together(request, settings, observer, start)
    else:
        (operator,) = request.operators
        result = run_tune_job(request.job_of(operator), settings, observer, start)
        outcome = OperatorOutcome(operator.file_name, result.model_path, result)
        found = OperatorsResult((outcome,), result.result_path)
    if request.kernels:
        described = {item.file_name: item.description for item in request.operators}
        for item in found.operators:
            if item.path is not None:
                write_description(item.path, described[item.name])
    return found


def _tuned_together(
    request: OperatorsRequest, settings: Settings, observer: Observer, start: float
) -> OperatorsResult:
    """Tunes several operators as a job of several models."""

    def read(repositories: Repositories) -> Sequence[FolderModel]:
        failed = [
            FolderModel(name, Path(request.name), request.job, failure=text)
            for name, text in request.failures.items()
        ]
        able = [
            _prepared(item, request, settings, repositories, observer) for item in request.operators
        ]
        return [*failed, *able]

    job = replace(request.job, output=replace(request.job.output, folder=request.folder))
    found = run_models_job(request.name, read, job, settings, observer, start)
    return OperatorsResult(tuple(map(_outcome, found.models)), found.result_path)


def _prepared(
    operator: SingleOperator,
    request: OperatorsRequest,
    settings: Settings,
    repositories: Repositories,
    observer: Observer,
) -> FolderModel:
    """The prepared model of one operator, or why it failed."""
    name, job = operator.file_name, request.job_of(operator)
    named = NamedObserver(observer, name)
    found = FolderModel(name, operator.path, job)
    try:
        return replace(found, model=prepare_model(job, settings, repositories, named, name))
    except (AoeError, MemoryError) as error:
        return replace(found, failure=f"{name}: {failure_text(error)}")


def _outcome(model: ModelOutcome) -> OperatorOutcome:
    path = None if model.result is None else model.result.model_path
    return OperatorOutcome(model.name, path, model.result, model.failure)


def _compiled(
    operator: SingleOperator, request: OperatorsRequest, settings: Settings, observer: Observer
) -> OperatorOutcome:
    """Compiles one operator with the policies that the repositories have, or default ones."""
    job, warn = request.job_of(operator), NamedObserver(observer, operator.file_name).warning
    path = job.output.offline_model
    assert path is not None, "kernels have a folder"
    how = CompileRequest(
        settings=settings,
        threads=job.threads,
        backend=job.device,
        subgraphs=job.graph_repository.used,
        graph_repository=job.graph_repository.path,
        precision=job.precision,
        cache=job.cache,
        reuse_memory=job.reuse_memory,
        dump_graph=job.output.dump_graph,
        warn=warn,
    )
    customized = job.precision.customized
    try:
        read = read_model(ModelOrigin(operator.model), customized=customized)
        for text in read.notices([]):
            warn(text)
        path.parent.mkdir(parents=True, exist_ok=True)
        if job.model.dynamic is None:
            write_offline_model(path, compiled_profiles(read, [{}], how))
        else:
            shapes = opened(read, how, job.threads)
            with closing(shapes):
                shapes.prepare_ahead(job.model.profiles)
                write_open_model(path, open_model_of(shapes))
    except (AoeError, OSError) as error:
        return OperatorOutcome(operator.file_name, failure=f"{operator.file_name}: {error}")
    return OperatorOutcome(operator.file_name, path)
