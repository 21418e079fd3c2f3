"""The check of the whole model: the model before tuning against the model with the winners.

A winner of a single operator or subgraph may lose inside the model, where caches and threads are
shared. A winner that loses there leaves its repository, and the model keeps the policy from before.
So no model leaves a job slower than it came. A budget of a few seconds may leave no time for the
check. The winners are then used as after Ctrl-C, and the result says so.
`aoe.tuning.model_check.model_check` decides which winners lose.

Here are the checks of operators alone and of subgraphs alone. `joint_check.py` has the check of a
job that tunes both.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from math import hypot

from aoe.application.tune.model_times import ModelTimes
from aoe.application.tune.phases.context import (
    JobContext,
    JobModel,
    OperatorResult,
    SubgraphResult,
)
from aoe.application.tune.phases.subgraphs import reported_failure
from aoe.backends.registry import backend_of
from aoe.policy import SubgraphPolicy
from aoe.tuning.deadline import Deadline
from aoe.tuning.dry_run import DryRun
from aoe.tuning.model_check.model_check import (
    ModelCheck,
    VersionCheck,
    check_model,
    check_versions,
)
from aoe.tuning.model_check.model_versions import CHECK_SECONDS, CheckOptions, Version
from aoe.tuning.observer import Observer, OperatorOutcome
from aoe.tuning.operator_tuning import operators_by_key
from aoe.tuning.subgraph.subgraph_tuning import (
    SubgraphStore,
    owners,
    subgraph_tasks,
)
from aoe.tuning.tuning_result import with_reverted

#: While the gain is uncertain, the check may take this share of the time that the job has taken.
LONGER_SHARE = 0.3


def check_operators(model: JobModel, result: OperatorResult, context: JobContext) -> OperatorResult:
    """Checks the winners of a job that tunes operators only.

    Returns:
        The result without the winners that lose. If the user interrupts the check, all winners
        stay and the result is marked as interrupted.

    Raises:
        AoeError: As `check_model`; `RepositoryError` if the repository cannot be written.
    """
    tuning = result.tuning
    old = {**tuning.policies, **{outcome.key: outcome.old for outcome in tuning.outcomes}}
    changed = any(tuning.policies.get(key, policy) != policy for key, policy in old.items())
    if tuning.interrupted or not changed:
        return result
    if tuning.dry_run.unchecked:
        return replace(result, unchecked=True)
    graph, store = model.graph(), context.repositories.operators
    if context.decided is not None and len(graph.operator_nodes) == 1:
        return replace(result, times=searched_times(tuning.outcomes))
    observers = context.observers(result.report)
    options = check_options(tuning.dry_run, context.options.deadline, context, observers)
    try:
        found = check_model(graph, old, tuning.policies, context.pool, observers, options)
        operators = operators_by_key(graph)
        kept = with_reverted(tuning, found.reverted, operators, store, observers, context.options)
    except KeyboardInterrupt:
        return replace(result, tuning=replace(tuning, interrupted=True))
    return replace(result, tuning=kept, policies=found.policies, times=checked_times(found))


def searched_times(outcomes: Sequence[OperatorOutcome]) -> ModelTimes | None:
    """The times of a model of one operator, as one of several: those by which the search has chosen
    its winner. A check of the model would compare the same once more.
    """
    for outcome in outcomes:
        before, after = outcome.before, outcome.after
        if before is not None and after is not None:
            off_by = hypot(before.spread / before.median, after.spread / after.median)
            return ModelTimes(before.median, after.median, before.spread, after.spread, off_by)
    return None


def check_subgraphs(model: JobModel, result: SubgraphResult, context: JobContext) -> SubgraphResult:
    """Checks the groupings that tuning subgraphs found, and notes the end of the phase in the
    journal. Where an earlier run of the job did the check, its times are taken from the journal.

    Returns, raises and treats interruptions as `check_operators`.
    """
    with reported_failure(result.report, context):
        checked = _checked_subgraphs(model, result, context)
    if not checked.tuning.interrupted:
        context.journal.subgraphs_ended(checked.times)
    return checked


def _checked_subgraphs(
    model: JobModel, result: SubgraphResult, context: JobContext
) -> SubgraphResult:
    journal, tuning = context.journal.content, result.tuning
    if journal.subgraphs_ended:
        return replace(result, times=journal.subgraph_times)
    old = {**tuning.policies, **{outcome.key: outcome.old for outcome in tuning.outcomes}}
    changed = frozenset(key for key, policy in old.items() if tuning.policies.get(key) != policy)
    if tuning.interrupted or not changed:
        return result
    if tuning.dry_run.unchecked:
        return replace(result, unchecked=True)
    operators, observers = result.operators, context.observers(result.report)

    def version(policies: Mapping[str, SubgraphPolicy]) -> Version:
        graph = model.graph(policies)
        return Version(graph, operators.policies(graph), owners(model.profiles, policies))

    def reverted(keys: frozenset[str]) -> Version:
        return version({**tuning.policies, **{key: old[key] for key in keys}})

    options = check_options(tuning.dry_run, result.deadline, context, observers)
    try:
        found = check_versions(
            version(old),
            version(tuning.policies),
            changed,
            reverted,
            context.pool,
            observers,
            options,
        )
        cases = subgraph_tasks(model.profiles, operators)
        workloads = {case.workload.key: case.workload for case in cases}
        store = SubgraphStore(context.repositories.subgraphs)
        kept = with_reverted(tuning, found.reverted, workloads, store, observers, context.options)
    except KeyboardInterrupt:
        return replace(result, tuning=replace(tuning, interrupted=True))
    return replace(result, tuning=kept, times=checked_times(found))


def check_options(
    dry_run: DryRun, deadline: Deadline, context: JobContext, observer: Observer
) -> CheckOptions:
    """Announces the check and returns its options. It ends early enough for the steps after it."""
    around = dry_run.preparing_check + dry_run.ending
    observer.phase("measuring the whole model", around + deadline.within(CHECK_SECONDS, around))
    return CheckOptions(
        longer=LONGER_SHARE * deadline.used,
        usual=dry_run.run_seconds or None,
        measuring=context.options.measuring,
        deadline=deadline,
        ending=dry_run.ending,
        resolution=backend_of(context.target).machine.resolution(context.target),
    )


def checked_times(check: ModelCheck | VersionCheck) -> ModelTimes | None:
    """The times of the whole model, where the check could measure it."""
    if check.before is None or check.after is None:
        return None
    before, after = check.before, check.after
    return ModelTimes(before.median, after.median, before.spread, after.spread, check.uncertainty)
