"""The search for all models of a folder together, under one budget.

The models are one to the search (`joint_model`). An operator that several of them have is one task,
whose gain counts with the sum of its uses. Nothing is checked inside a whole model here; each model
does that in its own phases (`own_phases.py`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from aoe.application.tune.journal import JournalContent
from aoe.application.tune.phases.budget import split_budget
from aoe.application.tune.phases.context import JobContext, JobModel
from aoe.application.tune.phases.operators import (
    end_paused,
    tune_operators,
    tune_operators_again,
    tune_operators_first,
)
from aoe.application.tune.phases.subgraphs import tune_subgraphs
from aoe.application.tune.tune_job import note_policies_before
from aoe.policy import AnyPolicy
from aoe.tuning.dry_run import DryRun
from aoe.tuning.observer import OperatorOutcome, Outcome, SubgraphOutcome
from aoe.tuning.subgraph.subgraph_tuning import subgraph_tasks
from aoe.tuning.tuning_result import Tuning, policies_of
from aoe.tuning.tuning_task import TuningTask, tuning_tasks
from aoe.tuning.workload.subgraph_model import KnownOperators


@dataclass(frozen=True, slots=True)
class Searched:
    """What the search has decided for all models.

    Attributes:
        operators: Outcomes of operators, by key.
        subgraphs: Outcomes of subgraphs, by key.
        untried: How many operators and subgraphs the budget did not reach.
        dry_runs: How long the steps after the search take, for each model; empty if unknown.
        interrupted: Whether the user ended the search.
    """

    operators: Mapping[str, OperatorOutcome]
    subgraphs: Mapping[str, SubgraphOutcome]
    untried: int = 0
    dry_runs: tuple[DryRun, ...] = ()
    interrupted: bool = False


def search_together(model: JobModel, job_types: tuple[int, ...], context: JobContext) -> Searched:
    """Searches operators, subgraphs or both for the models that one model stands for."""
    if {1, 2} <= {*job_types}:
        return _search_both(model, context)
    if 1 in job_types:
        subgraphs = tune_subgraphs(model, context).tuning
        return _searched(context, subgraphs, subgraphs=[subgraphs])
    operators = tune_operators(model, context).tuning
    return _searched(context, operators, operators=[operators])


def _search_both(model: JobModel, context: JobContext) -> Searched:
    """Operators, subgraphs, and operators again, in the order of a job of one model."""
    shares = split_budget(model, context)
    note_policies_before(model, context)
    first = tune_operators_first(model, context, shares.first)
    if first is not None and first.tuning.interrupted:
        tuning = end_paused(first, context).tuning
        return _searched(context, tuning, operators=[tuning])
    subgraphs = tune_subgraphs(model, context, shares.subgraphs)
    ended = [] if first is None else [end_paused(first, context).tuning]
    if subgraphs.tuning.interrupted:
        return _searched(context, subgraphs.tuning, operators=ended, subgraphs=[subgraphs.tuning])
    context.journal.subgraphs_ended(None)
    again = tune_operators_again(model, subgraphs, first, context).tuning
    return _searched(context, again, operators=[*ended, again], subgraphs=[subgraphs.tuning])


def _searched(
    context: JobContext,
    last: Tuning[Any],
    operators: list[Tuning[Any]] | None = None,
    subgraphs: list[Tuning[Any]] | None = None,
) -> Searched:
    """What tunings, and earlier runs of the job, have decided. Later ones count."""
    journal = context.journal.content
    tunings = [*(subgraphs or ()), *(operators or ())]
    dry_run = last.dry_run
    known = dry_run.parts or ((dry_run,) if dry_run.compile_seconds else ())
    return Searched(
        {**journal.finished, **_by_key(operators or ())},
        {**journal.subgraphs, **_by_key(subgraphs or ())},
        sum(tuning.untried for tuning in tunings),
        known,
        last.interrupted,
    )


def _by_key(tunings: Any) -> dict[str, Outcome[Any]]:
    return {outcome.key: outcome for tuning in tunings for outcome in tuning.outcomes}


def own_tasks(
    model: JobModel, context: JobContext, searched: Searched | None = None
) -> dict[str, TuningTask[Any, Any]]:
    """The operators and subgraphs of one model, by key: under the grouping that was known before,
    and under the one that the search has found.
    """
    found: dict[str, TuningTask[Any, Any]] = {}
    subgraphs = subgraph_tasks(model.profiles, KnownOperators(context.target))
    groupings = [model.grouping]
    if searched is not None and searched.subgraphs:
        keys = {task.workload.key for task in subgraphs}
        own = [item for key, item in searched.subgraphs.items() if key in keys]
        groupings.append({**model.grouping, **policies_of(own)})
    for grouping in groupings:
        found |= {task.workload.key: task for task in tuning_tasks(model.graph(grouping))}
    return found | {task.workload.key: task for task in subgraphs}


def own_outcome(outcome: Outcome[AnyPolicy], task: TuningTask[Any, Any]) -> Outcome[AnyPolicy]:
    """An outcome of the search as one model has it: under its own names and with its own uses."""
    return replace(outcome, name=task.name, types=task.types, uses=task.uses)


def own_journal(
    tasks: Mapping[str, TuningTask[Any, Any]], searched: Searched, context: JobContext
) -> JournalContent:
    """What the journal of a job of one model would have, had it decided what the search has."""
    operators = {
        key: own_outcome(outcome, tasks[key])
        for key, outcome in searched.operators.items()
        if key in tasks
    }
    subgraphs = {
        key: own_outcome(outcome, tasks[key])
        for key, outcome in searched.subgraphs.items()
        if key in tasks
    }
    before = context.journal.content.before
    return JournalContent(
        finished=operators, subgraphs=subgraphs, before=before, operators_paused=True
    )
