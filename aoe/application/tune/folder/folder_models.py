"""Reads the models of a folder, each with the options that concern it.

All models have the same options. What these say about an input holds for the models that have the
input. A model that cannot be read or computed fails by itself, and the others go on.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from aoe.application.model.source import Source, read_model
from aoe.application.request.dynamic_profiles import DynamicProfiles
from aoe.application.request.tune_request import ModelRequest, TuneRequest
from aoe.application.tune.folder.named_observer import NamedObserver
from aoe.application.tune.phases.context import JobModel, Repositories
from aoe.application.tune.phases.prepare import prepare_model
from aoe.application.tune.workspace import RESULTS, JobFiles
from aoe.errors import AoeError, UnknownInputError, UsageError, quoted
from aoe.frontends.frontend import ModelOrigin
from aoe.frontends.inputs.input_examples import (
    AppliedExamples,
    applied_examples,
    read_input_examples,
)
from aoe.frontends.model_folder import (
    ModelFolder,
    examples_file,
    frontend_of,
    require_weight,
    unique_names,
)
from aoe.frontends.registry import image_format_of
from aoe.settings import Settings
from aoe.tuning.observer import Observer

#: Number of the framework whose models must not be in the working directory, by AOE's rule.
TENSORFLOW = 3


@dataclass(frozen=True, slots=True)
class FolderModel:
    """A model of a folder.

    Attributes:
        name: Its name in reports and files, which no other model of the folder has.
        source: Its file or folder.
        request: What is asked for it.
        model: The prepared model; `None` if it failed.
        failure: Why it failed; `None` if it did not.
        without: Names of inputs that it does not have, by the option that gives them.
    """

    name: str
    source: Path
    request: TuneRequest
    model: JobModel | None = None
    failure: str | None = None
    without: Mapping[str, frozenset[str]] = field(default_factory=dict)

    @property
    def prepared(self) -> JobModel:
        """The prepared model, of one that did not fail."""
        assert self.model is not None, "the model failed"
        return self.model


def read_models(
    folder: ModelFolder,
    request: TuneRequest,
    settings: Settings,
    repositories: Repositories,
    observer: Observer,
) -> tuple[FolderModel, ...]:
    """Reads and prepares the models of a folder.

    Raises:
        UsageError: If an option names an input that no model has.
    """
    names = unique_names(folder.models)
    models = []
    for name, origin in zip(names, folder.models, strict=True):
        observer.phase(f"reading {name}", None)
        named = NamedObserver(observer, name)
        models.append(_read(name, origin, request, settings, repositories, named))
    _require_known_inputs(models, folder.folder)
    return tuple(models)


def _read(
    name: str,
    origin: ModelOrigin,
    request: TuneRequest,
    settings: Settings,
    repositories: Repositories,
    observer: Observer,
) -> FolderModel:
    """One model, without what options say about inputs of other models."""
    origin = replace(origin, operator_names=request.model.origin.operator_names)
    wanted = _in_own_format(replace(request.model, origin=origin, folder=False))
    without: dict[str, frozenset[str]] = {}
    while True:
        own = replace(request, model=wanted)
        found = FolderModel(name, Path(str(origin.source)), own, without=without)
        try:
            require_weight(origin)
            examples = _examples(own.model)
            own = replace(own, model=_with_values(own.model, examples))
            model = prepare_model(own, settings, repositories, observer, name)
        except UnknownInputError as error:
            before = wanted
            wanted = before.without_inputs(error.option, error.names)
            if wanted == before:
                return replace(found, failure=str(error))
            known = without.get(error.option, frozenset())
            without = {**without, error.option: known.union(error.names)}
        except Exception as error:  # of whatever kind, it is this model's alone
            return replace(found, failure=failure_text(error))
        else:
            return replace(found, request=own, model=_with_ranges(model, examples.ranges))


def _in_own_format(wanted: ModelRequest) -> ModelRequest:
    """What is asked for a model, with images in the layout of its format if `--input_format` does
    not say it.
    """
    if wanted.input_format is not None:
        return wanted
    image_format, dynamic = image_format_of(wanted.origin), wanted.dynamic
    if isinstance(dynamic, DynamicProfiles):
        dynamic = replace(dynamic, input_format=image_format)
    boundary = replace(wanted.boundary, image_format=image_format)
    return replace(wanted, boundary=boundary, dynamic=dynamic)


def _examples(wanted: ModelRequest) -> AppliedExamples:
    """What the file of examples beside a model means for it; nothing where there is none."""
    path = examples_file(wanted.origin)
    if path is None or not path.is_file():
        return AppliedExamples({}, {})
    examples = read_input_examples(path)
    read = read_model(wanted.origin, shapes=wanted.profiles[0], quiet=True)
    return applied_examples(examples, read.model, path)


def _with_values(wanted: ModelRequest, examples: AppliedExamples) -> ModelRequest:
    """What is asked for, with values of examples where no option gives one."""
    return replace(wanted, input_values={**examples.values, **wanted.input_values})


def _with_ranges(model: JobModel, ranges: Mapping[str, tuple[int, int]]) -> JobModel:
    """A model with inputs that are measured within ranges."""
    return replace(model, profiles=tuple(item.with_input_ranges(ranges) for item in model.profiles))


def failure_text(error: Exception) -> str:
    """What a report says of a model that failed."""
    if isinstance(error, AoeError):
        return str(error)
    if isinstance(error, MemoryError):
        return "there is not enough memory for it"
    return (
        f"unexpected {type(error).__name__}: {quoted(error)}; this is a defect of open-aoe: "
        "tune the model alone with AOE_TRACEBACK=1 for the traceback and report it"
    )


def _require_known_inputs(models: Sequence[FolderModel], folder: Path) -> None:
    """Raises `UsageError` for inputs that an option names and no model has."""
    read = [item for item in models if item.model is not None]
    for option in {option for item in read for option in item.without}:
        nowhere = frozenset.intersection(*(item.without.get(option, frozenset()) for item in read))
        if nowhere:
            raise UsageError(
                f"--{option} names "
                f"{', '.join(map(repr, sorted(nowhere)))}, but no model of {folder} has such an "
                "input"
            )


def require_other_place(folder: ModelFolder, settings: Settings) -> None:
    """Raises `UsageError` for models of TensorFlow in the directory that a job works in."""
    places = {settings.working_directory.resolve(), settings.tuning_directory.resolve()}
    if folder.folder.resolve() not in places:
        return
    for origin in folder.models:
        frontend = frontend_of(Path(str(origin.source)))
        if frontend is not None and frontend.number == TENSORFLOW:
            raise UsageError(
                f"{folder.folder}: models of TensorFlow must lie in another folder "
                "than the working directory; run aoe in another directory"
            )


def joint_model(name: str, models: Sequence[JobModel]) -> JobModel:
    """One model that stands for several, which are searched together. Its operators are those of
    all, and equal ones are one.
    """
    profiles = tuple(profile for model in models for profile in model.profiles)
    grouping = {key: policy for model in models for key, policy in model.grouping.items()}
    return JobModel(Source(name), profiles, grouping, None, parts=tuple(models))


def own_files(item: FolderModel, request: TuneRequest, files: JobFiles) -> JobFiles:
    """The files of one model: its offline model where it was asked for, or in the folder of the
    job.
    """
    if item.request.output.offline_model is not None:  # of a kernel, which is found by its name
        return replace(files, offline_model=item.request.output.offline_model)
    name, ending = item.name, item.request.name_ending
    if request.output.folder is not None:
        return replace(files, offline_model=request.output.folder / f"{name}{ending}.om")
    moment = "_".join(files.folder.name.rsplit("_", 2)[1:])
    path = files.folder / RESULTS / f"{name}_{moment}_tune{ending}.om"
    return replace(files, offline_model=path)
