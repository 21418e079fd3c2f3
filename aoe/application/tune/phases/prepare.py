"""The first phases of a job: read and prepare the model, then settle its precision."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from aoe.application.model.compilation import (
    compile_with,
    known_subgraphs,
    repository_policies,
    tuned_subgraphs,
)
from aoe.application.model.machine import machine_to_tune
from aoe.application.model.open_shapes.left_open import left_open
from aoe.application.model.precision.contraction_precision import has_choice
from aoe.application.model.precision.precision import reduced_precision_of
from aoe.application.model.precision.precision_gate import Gated, gated_profiles
from aoe.application.model.remote_device import remote_target
from aoe.application.model.request.precision_request import PrecisionRequest
from aoe.application.model.source import (
    ReadModel,
    prepared_profiles,
    profiles_before_customization,
    read_model,
)
from aoe.application.request.shape_ranges import ShapeRanges
from aoe.application.request.tune_ops import OperatorSelection
from aoe.application.request.tune_request import TuneRequest
from aoe.application.tune.phases.context import JobContext, JobModel, Repositories
from aoe.application.tune.preconditions import preconditions
from aoe.errors import UsageError
from aoe.graph.pipeline import PreparedGraph
from aoe.operators.operator_graph import OperatorGraph
from aoe.policy import SubgraphPolicy
from aoe.repository.opening import require_writable
from aoe.runtime.offline_model import OfflineModel
from aoe.settings import Settings
from aoe.target import Target
from aoe.tuning.observer import Observer
from aoe.tuning.subgraph.subgraph_database import RepositorySubgraphs

#: Seconds of a budget of which measuring the device's speed takes a small part.
RENEWING_BUDGET = 60.0


@dataclass(frozen=True, slots=True)
class PreparedJob:
    """What `prepare_job` read and opened.

    Attributes:
        model: The model in the precision asked for, before its accuracy is checked.
        repositories: The repositories for the device.
    """

    model: JobModel
    repositories: Repositories


def prepare_job(request: TuneRequest, settings: Settings, observer: Observer) -> PreparedJob:
    """Reads the model and opens the repositories. Writes no file.

    Args:
        request: What the user asks for.
        settings: The environment of the run.
        observer: Is warned of what may disturb the job.

    Raises:
        UsageError: If something asked for does not fit the model.
        ModelError: If the model cannot be read or computed.
        RepositoryError: If a repository cannot be written.
    """
    repositories = open_repositories(request, settings)
    model = prepare_model(request, settings, repositories, observer)
    selection = checked_selection(request.search.operators, model, observer)
    warn_of_conditions(request, settings, repositories.target, observer)
    return PreparedJob(replace(model, selection=selection), repositories)


def open_repositories(request: TuneRequest, settings: Settings) -> Repositories:
    """The repositories for the device of a job. Raises `RepositoryError` if one of them cannot be
    written.
    """
    if request.server is None:
        renew = renews_speed_first(request)
        target = machine_to_tune(request.threads, settings, request.device, renew)
    else:
        target = remote_target(request.server, request.threads)
    store, subgraph_store = repository_policies(settings, target), tuned_subgraphs(settings, target)
    require_writable(store.repository)
    if 1 in request.job_types:
        require_writable(subgraph_store.repository)
    return Repositories(store, subgraph_store)


def renews_speed_first(request: TuneRequest) -> bool:
    """Whether a job measures the speed of the device before all else. With a short budget, or one
    that the model decides, it does so at its end, if time is left.
    """
    search = request.search
    if search.automatic:
        return False
    return search.budget_seconds is None or search.budget_seconds >= RENEWING_BUDGET


def prepare_model(
    request: TuneRequest,
    settings: Settings,
    repositories: Repositories,
    observer: Observer,
    name: str | None = None,
) -> JobModel:
    """Reads and prepares the model of a request, of which all operators are selected. Raises as
    `prepare_job`. `name`: what to call it; by default as `source_name` does.
    """
    target, wanted, precision = repositories.target, request.model, request.precision
    read = read_of(request)
    read.boundary.require_default_images(read.model, wanted.profiles)
    for text in read.notices(wanted.profiles):
        observer.warning(text)
    if name is not None:
        read = replace(read, source=replace(read.source, name=name))
    switches, dump = wanted.fusions.switches, request.output.dump_graph
    reference = profiles_before_customization(read, wanted.profiles, target, switches)
    profiles = prepared_profiles(read, wanted.profiles, dump, target, switches, precision.operators)
    for text in precision.notices(profiles):
        observer.warning(text)
    reduced_precision = reduced_precision_of(profiles, precision, target, observer.warning)
    profiles = tuple(replace(item, reduced_precision=reduced_precision) for item in profiles)
    grouping = known_grouping(request, settings, observer, profiles, repositories.subgraphs)
    opened = None
    if isinstance(wanted.dynamic, ShapeRanges):
        opened = read_of(request, quiet=True)
        opened = left_open(opened, wanted.dynamic.ranges, wanted.profiles[0])
    return JobModel(read.source, profiles, grouping, None, opened, reference=reference)


def warn_of_conditions(
    request: TuneRequest, settings: Settings, target: Target, observer: Observer
) -> None:
    """Warns of what a job leaves out and of what may disturb it."""
    for warning in request.warnings:
        observer.warning(warning)
    for condition in preconditions(settings, target.soc_version):
        if condition.remedy:
            observer.warning(f"{condition.name}: {condition.found}; {condition.remedy}")


def read_of(request: TuneRequest, quiet: bool = False) -> ReadModel:
    """The model as it is read. `quiet`: see `read_model`."""
    read, customized = request.model, request.precision.customized
    shapes = read.profiles[0]
    found = read_model(read.origin, read.input_values, read.boundary, shapes, customized, quiet)
    return replace(found, ranges=not request.elsewhere)


def settle_precision(model: JobModel, precision: PrecisionRequest, context: JobContext) -> Gated:
    """Decides which operators compute in reduced precision, by the accuracy of the whole model on
    synthetic inputs. The profiles of the result replace those of the model.
    """
    if precision.wanted is not None or model.reference:
        context.observer.phase("measuring the accuracy of reduced precision", None)
    elif has_choice(model.profiles, context.target):
        context.observer.phase("deciding which operators need full float32 precision", None)

    judge = context.judge

    def compiled(graphs: Sequence[OperatorGraph]) -> OfflineModel:
        first, *others = graphs
        return compile_with(first, model.source, {}, judge.target, judge, profiles=others)

    # `prepare_job` has warned of everything before the first file was written.
    gated = gated_profiles(
        model.profiles,
        precision,
        context.target,
        lambda _: None,
        compiled,
        reference=model.reference,
        threads=judge.target.threads,
    )
    for text in gated.notices:
        context.observer.warning(text)
    return gated


def known_grouping(
    request: TuneRequest,
    settings: Settings,
    observer: Observer,
    profiles: Sequence[PreparedGraph],
    tuned: RepositorySubgraphs,
) -> dict[str, SubgraphPolicy]:
    """What the graph repository has for a model. `tuned`: the one that subgraph tuning writes."""
    graph_bank = request.graph_repository.path
    if 1 in request.job_types and graph_bank is not None:
        observer.warning(
            f"--mdl_bank_path={graph_bank} is not used: subgraph tuning reads the graph "
            f"repository that it writes, {tuned.repository.custom}"
        )
        graph_bank = None
    if not request.graph_repository.used:
        return {}
    lookup = known_subgraphs(settings, tuned.target, graph_bank).lookup
    return {key: policy for item in profiles for key, policy in item.known(lookup).items()}


def checked_selection(
    operators: OperatorSelection | None, model: JobModel, observer: Observer
) -> OperatorSelection | None:
    """A selection extended by the operators that selected nodes of the model became. Warns of names
    and types that the model does not have. Raises `UsageError` if nothing is selected.
    """
    if operators is None:
        return None
    graph, profiles = model.graph(), model.profiles
    missing = ", ".join(map(repr, operators.unmatched(graph, profiles)))
    selected = operators.with_made(profiles)
    if not selected.keys(graph):
        raise UsageError(
            f"{operators.option}: no operator of the model has one of the names or types "
            f"{missing}; take them from the model, a result file or a profile of the compiled model"
        )
    if missing:
        observer.warning(f"{operators.option}: no operator of the model is called {missing}")
    return selected
