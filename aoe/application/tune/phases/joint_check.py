"""The last check of a job that tunes subgraphs and operators: the model before the job against the
model with the new grouping and the operators tuned for it.

Groupings, under the key of their subgraph, and operators, under their own key, are taken back one
by one if they lose. An operator of a subgraph that is grouped anew counts as part of that subgraph.
The gain that is reported is that of the whole job.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from aoe.application.tune.journal import PoliciesBefore
from aoe.application.tune.phases.context import (
    JobContext,
    JobModel,
    OperatorResult,
    SubgraphResult,
    TunedJob,
)
from aoe.application.tune.phases.joint_versions import JointVersions, Side
from aoe.application.tune.phases.whole_model import check_options, checked_times
from aoe.backends.registry import complete_policies
from aoe.graph.pipeline import PreparedGraph
from aoe.tuning.model_check.model_check import check_versions
from aoe.tuning.observer import OperatorOutcome, SilentObserver
from aoe.tuning.operator_tuning import operators_by_key
from aoe.tuning.policy_database import RepositoryPolicies
from aoe.tuning.subgraph.subgraph_tuning import (
    SubgraphStore,
    default_policies,
    model_of,
    subgraph_tasks,
)
from aoe.tuning.tuning_result import with_paused_ended, with_reverted
from aoe.tuning.workload.subgraph_model import KnownOperators


def check_jointly(
    model: JobModel,
    subgraphs: SubgraphResult,
    operators: OperatorResult,
    first: OperatorResult | None,
    context: JobContext,
) -> TunedJob:
    """Checks the winners of a job that tunes both. Winners that the final model does not use leave
    the repository. If the user interrupts the check, all winners stay.

    Args:
        model: The model of the job.
        subgraphs: What tuning subgraphs found.
        operators: What tuning operators after that found.
        first: What tuning operators before subgraphs found, if this run did that.
        context: The context of the job.

    Raises:
        AoeError: As `check_versions`; `RepositoryError` if a repository cannot be written.
    """
    checked = _checked_jointly(model, subgraphs, operators, context)
    if first is not None:
        checked = replace(checked, operators=_with_regained(checked.operators, first, context))
    store = context.repositories.operators
    for key, item in context.journal.content.stored.items():
        if checked.operators.policies.get(key) != item.entry.policy:
            store.repository.withdraw(item.entry.signature, key)
    tuning = checked.subgraphs.tuning
    kept = any(item.decision in ("add", "update") for item in tuning.outcomes)
    times = checked.subgraphs.times if kept else None  # a gain that was taken back is none
    return TunedJob(tuning.policies, replace(checked.subgraphs, times=times), checked.operators)


@dataclass(frozen=True, slots=True)
class _Checked:
    """Both results after the joint check."""

    subgraphs: SubgraphResult
    operators: OperatorResult


def _checked_jointly(
    model: JobModel, subgraphs: SubgraphResult, operators: OperatorResult, context: JobContext
) -> _Checked:
    before = context.journal.content.before or PoliciesBefore()
    store = context.repositories.operators
    versions = _versions(model.profiles, before, subgraphs, operators, store)
    kept = replace(operators, of_whole_job=True)
    changed, regrouped = versions.changed, versions.regrouped
    if not changed or operators.tuning.interrupted:
        return _Checked(subgraphs, kept)
    observers = context.observers(operators.report)
    options = check_options(operators.tuning.dry_run, context.options.deadline, context, observers)
    try:
        found = check_versions(
            versions.first(),
            versions.without(frozenset()),
            changed,
            versions.without,
            context.pool,
            observers,
            options,
        )
        tasks = subgraph_tasks(model.profiles, KnownOperators(store.target))
        grouping = with_reverted(
            subgraphs.tuning,
            found.reverted & regrouped,
            {task.workload.key: task.workload for task in tasks},
            SubgraphStore(context.repositories.subgraphs),
            context.observers(subgraphs.report),
            context.options,
        )
        gone = versions.after.policies.keys() - found.version.policies.keys()
        tuning = with_reverted(
            operators.tuning,
            (found.reverted - regrouped) | gone,
            operators_by_key(versions.graph),
            store,
            observers,
            context.options,
        )
    except KeyboardInterrupt:
        interrupted = replace(operators.tuning, interrupted=True)
        return _Checked(subgraphs, replace(kept, tuning=interrupted))
    return _Checked(
        replace(subgraphs, tuning=grouping),
        replace(kept, tuning=tuning, policies=found.version.policies, times=checked_times(found)),
    )


def _with_regained(
    operators: OperatorResult, first: OperatorResult, context: JobContext
) -> OperatorResult:
    """Adds outcomes of `first` for operators that a new grouping had removed and that the final
    model has after all.
    """
    known = {outcome.key for outcome in operators.tuning.outcomes}

    def used(outcome: OperatorOutcome) -> bool:
        key = outcome.key
        return key not in known and operators.policies.get(key) == outcome.policy

    ended = with_paused_ended(first.tuning, SilentObserver())
    regained = tuple(outcome for outcome in ended.outcomes if used(outcome))
    observers = context.observers(operators.report)
    for outcome in regained:
        observers.decided(outcome)
        task, options = first.tuning.paused.get(outcome.key), context.options
        if task is not None and task.fruitless(outcome):
            store = context.repositories.operators
            depth, tried = options.depth, outcome.candidates
            store.remember(task.workload, outcome.policy, depth, tried, options.model)
    outcomes = (*operators.tuning.outcomes, *regained)
    return replace(operators, tuning=replace(operators.tuning, outcomes=outcomes))


def _versions(
    profiles: Sequence[PreparedGraph],
    before: PoliciesBefore,
    subgraphs: SubgraphResult,
    operators: OperatorResult,
    store: RepositoryPolicies,
) -> JointVersions:
    grouping_before = {**default_policies(profiles), **before.subgraphs}
    grouping = {**grouping_before, **subgraphs.tuning.policies}
    graph = model_of(profiles, grouping)
    outcomes = operators.tuning.outcomes
    known = {**before.operators, **{outcome.key: outcome.old for outcome in outcomes}}
    old = complete_policies(graph, known, store.target)
    return JointVersions(
        profiles,
        store,
        graph,
        Side(grouping_before, known),
        Side(grouping, {**old, **operators.tuning.policies}),
        old,
    )
