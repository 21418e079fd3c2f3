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
from aoe.application.model.contraction_precision import has_choice
from aoe.application.model.machine import machine_to_tune
from aoe.application.model.precision import reduced_precision_of
from aoe.application.model.precision_gate import Gated, gated_profiles
from aoe.application.model.precision_request import PrecisionRequest
from aoe.application.model.source import (
    ReadModel,
    prepared_profiles,
    profiles_before_customization,
    read_model,
    require_open,
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
from aoe.repository.repository import require_writable
from aoe.runtime.offline_model import OfflineModel
from aoe.settings import Settings
from aoe.tuning.observer import Observer
from aoe.tuning.subgraph.subgraph_database import RepositorySubgraphs
from aoe.tuning.subgraph.subgraph_tuning import model_of


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
    target = machine_to_tune(request.threads, settings, request.device)
    store, subgraph_store = repository_policies(settings, target), tuned_subgraphs(settings, target)
    require_writable(store.repository)
    read = request.model
    precision, switches = request.precision, read.fusions.switches
    found = _read(request)
    for text in precision.customized.notices(found.model):
        observer.warning(text)
    reference = profiles_before_customization(found, read.profiles, target, switches)
    dumps = request.output.dump_graph
    profiles = prepared_profiles(found, read.profiles, dumps, target, switches, precision.operators)
    for text in precision.implementations.notices(profiles):
        observer.warning(text)
    if 1 in request.job_types:
        require_writable(subgraph_store.repository)
    reduced_precision = reduced_precision_of(profiles, precision, target, observer.warning)
    profiles = tuple(replace(item, reduced_precision=reduced_precision) for item in profiles)
    grouping = _known_grouping(request, settings, observer, profiles, subgraph_store)
    graph = model_of(profiles, grouping)
    selection = _checked_selection(request.search.operators, graph, profiles, observer)
    if read.fusions.warning is not None:
        observer.warning(read.fusions.warning)
    for condition in preconditions(settings, target.soc_version):
        if condition.remedy:
            observer.warning(f"{condition.name}: {condition.found}; {condition.remedy}")
    opened = None
    if isinstance(read.dynamic, ShapeRanges):
        opened = _read(request)
        require_open(opened)
    model = JobModel(found.source, profiles, grouping, selection, opened, reference)
    return PreparedJob(model, Repositories(store, subgraph_store))


def _read(request: TuneRequest) -> ReadModel:
    """The model as it is read."""
    read, customized = request.model, request.precision.customized
    return read_model(read.origin, read.input_values, read.boundary, read.profiles[0], customized)


def settle_precision(model: JobModel, precision: PrecisionRequest, context: JobContext) -> Gated:
    """Decides which operators compute in reduced precision, by the accuracy of the whole model on
    synthetic inputs. The profiles of the result replace those of the model.
    """
    if precision.wanted is not None or model.reference:
        context.observer.stage("measuring the accuracy of reduced precision", None)
    elif has_choice(model.profiles, context.target):
        context.observer.stage("deciding which operators need full float32 precision", None)

    def compiled(graphs: Sequence[OperatorGraph]) -> OfflineModel:
        first, *others = graphs
        return compile_with(first, model.source, {}, context.target, context.pool, profiles=others)

    # `prepare_job` has warned of everything before the first file was written.
    return gated_profiles(
        model.profiles,
        precision,
        context.target,
        lambda _: None,
        compiled,
        reference=model.reference,
    )


def _known_grouping(
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


def _checked_selection(
    operators: OperatorSelection | None,
    graph: OperatorGraph,
    profiles: Sequence[PreparedGraph],
    observer: Observer,
) -> OperatorSelection | None:
    """A selection extended by the operators that selected nodes of the model became. Warns of names
    and types that the model does not have. Raises `UsageError` if nothing is selected.
    """
    if operators is None:
        return None
    missing = ", ".join(map(repr, operators.unmatched(graph, profiles)))
    selected = operators.with_made(profiles)
    if not selected.keys(graph):
        raise UsageError(
            f"--tune_ops_file: no operator of the model has one of the names or types {missing}; "
            "take them from the model, a result file or a profile of the compiled model"
        )
    if missing:
        observer.warning(f"--tune_ops_file: no operator of the model is called {missing}")
    return selected
