"""Tuning the operators of a job's model: alone, or before and after its subgraphs.

Each function returns what was found by measuring operators one by one. `whole_model.py` then checks
the winners inside the whole model.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from aoe.application.tune.journal import take_over
from aoe.application.tune.phases.budget import share_of
from aoe.application.tune.phases.context import (
    JobContext,
    JobModel,
    OperatorResult,
    SubgraphResult,
)
from aoe.application.tune.result_observer import ResultObserver
from aoe.operators.operator_graph import OperatorGraph
from aoe.policy import Policy
from aoe.tuning import operator_tuning
from aoe.tuning.tuning_options import EarlierTuning, TuningOptions
from aoe.tuning.tuning_result import with_paused_ended
from aoe.tuning.tuning_task import TuningTask


def tune_operators(model: JobModel, context: JobContext) -> OperatorResult:
    """Tunes the operators of a model whose subgraphs are not tuned."""
    graph = model.graph()
    report = _report(model, context)
    return _tuned(graph, model.part_graphs(), _options(graph, model, context), report, context)


def tune_operators_first(
    model: JobModel, context: JobContext, share: float
) -> OperatorResult | None:
    """Tunes the operators of the grouping known before, so that groupings are compared with tuned
    operators. Searches that do not end in time are paused.

    Args:
        model: The model of the job.
        context: The context of the job.
        share: Share of the time that is left.

    Returns:
        `None` where an earlier run of the job did this, or where there is no time for it.
    """
    journal = context.journal
    done = journal.content.operators_paused or journal.content.subgraphs_ended
    if done or not share:
        return None
    graph = model.graph()
    report = _report(model, context)
    options = _options(graph, model, context)
    options = replace(
        options,
        deadline=share_of(context.options.deadline, share),
        later=replace(options.later, pausing=True),
    )
    result = _tuned(graph, model.part_graphs(), options, report, context)
    if not result.tuning.interrupted:
        journal.operators_paused()
    return result


def tune_operators_again(
    model: JobModel,
    subgraphs: SubgraphResult,
    first: OperatorResult | None,
    context: JobContext,
) -> OperatorResult:
    """Tunes the operators of the grouping that was found. Paused searches of `first` go on."""
    grouping = subgraphs.tuning.policies
    graph, parts = model.graph(grouping), model.part_graphs(grouping)
    report = _report(model, context)
    paused = {} if first is None else first.tuning.paused
    return _tuned(graph, parts, _options(graph, model, context, paused), report, context)


def end_paused(first: OperatorResult, context: JobContext) -> OperatorResult:
    """The result of `tune_operators_first` where nothing follows it in this run."""
    tuning = with_paused_ended(first.tuning, context.observers(first.report))
    return replace(first, tuning=tuning, policies=tuning.policies)


def _report(model: JobModel, context: JobContext) -> ResultObserver:
    return ResultObserver(context.reports.operators, model.source.name)


def _options(
    graph: OperatorGraph,
    model: JobModel,
    context: JobContext,
    paused: Mapping[str, TuningTask[Any, Policy]] = MappingProxyType({}),
) -> TuningOptions:
    """The options of tuning the operators of a graph; `paused`: searches to go on with, by key."""
    journal = context.journal.content
    killed = {key: item for key, item in journal.stored.items() if key not in paused}
    repository = context.repositories.operators.repository
    begun = take_over(killed, journal.finished, repository, Policy)
    return replace(
        context.options,
        selected=_selected(graph, model, context),
        earlier=EarlierTuning(dict(journal.finished), begun, paused),
    )


def _selected(graph: OperatorGraph, model: JobModel, context: JobContext) -> Collection[str] | None:
    """Keys of the operators to tune; `None` for all."""
    if context.decided is not None:
        return context.journal.content.finished
    return None if model.selection is None else model.selection.keys(graph)


def _tuned(
    graph: OperatorGraph,
    parts: Sequence[OperatorGraph],
    options: TuningOptions,
    report: ResultObserver,
    context: JobContext,
) -> OperatorResult:
    observers = context.observers(report)
    store = context.repositories.operators
    tuning = operator_tuning.tune_operators(
        graph, context.target, store, options, observers, context.pool, parts
    )
    tuning = replace(tuning, interrupted=tuning.interrupted or context.interrupted)
    return OperatorResult(tuning, tuning.policies, report)
