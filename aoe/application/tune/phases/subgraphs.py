"""Tuning the subgraphs of a job's model: which operators are fused, how values lie in memory.

`whole_model.py` then checks the winners inside the whole model.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace

from aoe.application.request.tune_ops import OperatorSelection
from aoe.application.tune.journal import take_over
from aoe.application.tune.phases.budget import share_of
from aoe.application.tune.phases.context import JobContext, JobModel, SubgraphResult
from aoe.application.tune.result_observer import SubgraphResultObserver
from aoe.errors import AoeError
from aoe.graph.pipeline import PreparedGraph
from aoe.policy import SubgraphPolicy
from aoe.tuning.deadline import Deadline
from aoe.tuning.subgraph import subgraph_tuning
from aoe.tuning.subgraph.subgraph_tuning import model_of, owners
from aoe.tuning.tuning_options import EarlierTuning, TuningOptions
from aoe.tuning.workload.subgraph_model import KnownOperators


def tune_subgraphs(
    model: JobModel, context: JobContext, share: float | None = None
) -> SubgraphResult:
    """Tunes the subgraphs of a model at each of its shapes.

    Args:
        model: The model of the job.
        context: The context of the job.
        share: Share of the time that is left, where operators follow; `None` where nothing does.
    """
    report = SubgraphResultObserver(context.reports.subgraphs, model.source.name)
    whole = context.options.deadline
    store = context.repositories.operators
    operators = KnownOperators(store.target, store.measured)
    with reported_failure(report, context):
        selected = _selected(model, context)
        deadline = whole if share is None else share_of(whole, share)
        options = _options(context, selected, deadline, followed=share is not None)
        tuning = subgraph_tuning.tune_subgraphs(
            model.profiles,
            operators,
            context.repositories.subgraphs,
            options,
            context.observers(report),
            context.pool,
            [part.profiles for part in model.parts],
        )
    tuning = replace(tuning, interrupted=tuning.interrupted or context.interrupted)
    return SubgraphResult(tuning, report, deadline, operators)


@contextmanager
def reported_failure(report: SubgraphResultObserver, context: JobContext) -> Iterator[None]:
    """Within, an `AoeError` also removes the section of subgraphs from the result file."""
    try:
        yield
    except AoeError:
        report.failed(context.options.deadline.used)
        raise


def _selected(model: JobModel, context: JobContext) -> Collection[str] | None:
    """Keys of the subgraphs to tune; `None` for all."""
    journal = context.journal.content
    if journal.subgraphs_ended or context.decided is not None:
        return journal.subgraphs
    if model.selection is not None:
        return selected_subgraphs(model.selection, model.profiles, model.grouping)
    return None


def selected_subgraphs(
    operators: OperatorSelection,
    profiles: Sequence[PreparedGraph],
    policies: Mapping[str, SubgraphPolicy],
) -> frozenset[str]:
    """Keys of the subgraphs that hold selected operators. `policies`, by key of a subgraph, say
    which operators the model has.
    """
    owner = owners(profiles, policies)
    nodes = model_of(profiles, policies).operator_nodes
    return frozenset(owner[node.name] for node in nodes if operators.selects(node))


def _options(
    context: JobContext, selected: Collection[str] | None, deadline: Deadline, followed: bool
) -> TuningOptions[SubgraphPolicy]:
    options, journal = context.options, context.journal.content
    repository = context.repositories.subgraphs.repository
    begun = take_over(journal.stored_subgraphs, journal.subgraphs, repository, SubgraphPolicy)
    return TuningOptions(
        deadline,
        options.repeat_tune,
        selected=selected,
        earlier=EarlierTuning(dict(journal.subgraphs), begun),
        later=replace(options.later, followed=followed),
        together=options.together,
        limits=options.limits,
        trial_log=options.trial_log,
        measuring=options.measuring,
        budget=options.budget,
        model=options.model,
    )
