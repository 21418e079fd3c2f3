"""The last check of a job that has tuned subgraphs and operators: the model as it was before all of
it against the model with the new grouping and the operators tuned for that.

What does not hold goes back one by one, groupings (by the key of their subgraph) as operators (by
their own); an operator of a subgraph that is grouped anew counts to that. So no model leaves a job
slower than it came, and the gain that is told is that of the whole job.
`aoe.tuning.model_check.model_check` says how it is decided, `job_run` what was before.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from aoe.application.tune.confirmation import announced_check, checked_times
from aoe.application.tune.journal import PoliciesBefore
from aoe.application.tune.model_times import ModelTimes
from aoe.backends.backend import Compiler
from aoe.backends.registry import complete_policies
from aoe.graph.pipeline import PreparedGraph
from aoe.operators.operator_graph import OperatorGraph
from aoe.policy import Policy, SubgraphPolicy
from aoe.tuning.driver import TuningOptions, with_paused_ended, with_reverted
from aoe.tuning.model_check.model_check import check_versions
from aoe.tuning.model_check.model_versions import Version
from aoe.tuning.observer import Observer, OperatorOutcome, SilentObserver
from aoe.tuning.operator_tuning import OperatorTuning, operators_by_key
from aoe.tuning.policy_database import RepositoryPolicies, known_policies
from aoe.tuning.subgraph.subgraph_database import RepositorySubgraphs
from aoe.tuning.subgraph.subgraph_tuning import (
    SubgraphStore,
    SubgraphTuning,
    default_policies,
    model_of,
    owners,
    subgraph_cases,
)
from aoe.tuning.workload.subgraph_model import KnownOperators


@dataclass(frozen=True, slots=True)
class Tunings:
    """What tuning subgraphs and operators has found, and who is told of what goes back."""

    subgraphs: SubgraphTuning
    operators: OperatorTuning
    subgraph_observer: Observer
    operator_observer: Observer


@dataclass(frozen=True, slots=True)
class JointCheck:
    """What is left of both tunings, the operator policies to compile with, by key, and the times of
    the model before the job and after it, if they were measured.
    """

    subgraphs: SubgraphTuning
    operators: OperatorTuning
    policies: Mapping[str, Policy]
    times: ModelTimes | None = None


def check_jointly(
    profiles: Sequence[PreparedGraph],
    before: PoliciesBefore,
    tunings: Tunings,
    store: RepositoryPolicies,
    subgraph_store: RepositorySubgraphs,
    options: TuningOptions[Policy],
    pool: Compiler,
) -> JointCheck:
    """Compares, and takes back what does not hold, in the repositories too. If the user interrupts
    it, all is kept and said to be interrupted. Raises as `check_versions`, and `RepositoryError` if
    a repository cannot be written.
    """
    subgraphs, operators = tunings.subgraphs, tunings.operators
    versions = _versions(profiles, before, tunings, store)
    kept = JointCheck(subgraphs, operators, operators.policies)
    if not versions.changed or operators.interrupted:
        return kept
    observer = tunings.operator_observer
    check = announced_check(operators.rehearsal, options, observer)
    try:
        found = check_versions(
            versions.first,
            versions.without(frozenset()),
            versions.changed,
            versions.without,
            pool,
            observer,
            check,
        )
        cases = subgraph_cases(profiles, KnownOperators(store.target))
        subgraphs = with_reverted(
            subgraphs,
            found.reverted & versions.regrouped,
            {case.subject.key: case.subject for case in cases},
            SubgraphStore(subgraph_store),
            tunings.subgraph_observer,
        )
        gone = versions.tuned.keys() - found.version.policies.keys()
        operators = with_reverted(
            operators,
            (found.reverted - versions.regrouped) | gone,
            operators_by_key(versions.graph),
            store,
            observer,
        )
    except KeyboardInterrupt:
        return replace(kept, operators=replace(operators, interrupted=True))
    return JointCheck(subgraphs, operators, found.version.policies, checked_times(found))


def with_regained(check: JointCheck, first: OperatorTuning, observer: Observer) -> JointCheck:
    """With the outcomes of operators that subgraphs had fused anew and that the model has again
    after all. `first`: the tuning that found their policies.
    """
    known = {outcome.key for outcome in check.operators.outcomes}

    def used(outcome: OperatorOutcome) -> bool:
        key = outcome.key
        return key not in known and check.policies.get(key) == outcome.policy

    ended = with_paused_ended(first, SilentObserver())
    regained = tuple(outcome for outcome in ended.outcomes if used(outcome))
    for outcome in regained:
        observer.decided(outcome)
    outcomes = (*check.operators.outcomes, *regained)
    return replace(check, operators=replace(check.operators, outcomes=outcomes))


@dataclass(frozen=True, slots=True)
class _Versions:
    """The versions of a model between `first`, as before the job, and all that was found. `graph`:
    with all subgraphs grouped as found; `grouping_before`, `grouping`: by subgraph; `old`, `tuned`:
    policies of operators; `regrouped`: keys of subgraphs, `changed`: these and keys of operators.
    """

    profiles: Sequence[PreparedGraph]
    store: RepositoryPolicies
    first: Version
    graph: OperatorGraph
    grouping_before: Mapping[str, SubgraphPolicy]
    grouping: Mapping[str, SubgraphPolicy]
    old: Mapping[str, Policy]
    tuned: Mapping[str, Policy]
    regrouped: frozenset[str]
    changed: frozenset[str]

    def without(self, keys: frozenset[str]) -> Version:
        """All that was found but for what these keys say. Operators of a grouping that has gone
        back have the policies that were found for them before it was left.
        """
        back = {key: self.grouping_before[key] for key in keys & self.regrouped}
        grouping = {**self.grouping, **back}
        graph = model_of(self.profiles, grouping)
        policies = {
            **known_policies(graph, self.store),
            **self.tuned,
            **{key: self.old[key] for key in keys - self.regrouped},
        }
        owner = _owners(self.profiles, grouping, graph, self.regrouped)
        return Version(graph, complete_policies(graph, policies, self.store.target), owner)


def _versions(
    profiles: Sequence[PreparedGraph],
    before: PoliciesBefore,
    tunings: Tunings,
    store: RepositoryPolicies,
) -> _Versions:
    grouping_before = {**default_policies(profiles), **before.subgraphs}
    grouping = {**grouping_before, **tunings.subgraphs.policies}
    regrouped = frozenset(key for key in grouping if grouping[key] != grouping_before[key])
    first = model_of(profiles, grouping_before)
    graph = model_of(profiles, grouping)
    outcomes = tunings.operators.outcomes
    known = {**before.operators, **{outcome.key: outcome.old for outcome in outcomes}}
    old = complete_policies(graph, known, store.target)
    tuned = {**old, **tunings.operators.policies}
    return _Versions(
        profiles,
        store,
        Version(
            first,
            complete_policies(first, known, store.target),
            _owners(profiles, grouping_before, first, regrouped),
        ),
        graph,
        grouping_before,
        grouping,
        old,
        tuned,
        regrouped,
        regrouped | {key for key, policy in old.items() if tuned[key] != policy},
    )


def _owners(
    profiles: Sequence[PreparedGraph],
    grouping: Mapping[str, SubgraphPolicy],
    graph: OperatorGraph,
    regrouped: Collection[str],
) -> dict[str, str]:
    """As in `Version`: the key of an operator's subgraph where that is grouped anew, else its own,
    by the operator's name.
    """
    subgraph_of = owners(profiles, grouping)
    found = {}
    for node in graph.operator_nodes:
        subgraph = subgraph_of.get(node.name, "")
        found[node.name] = subgraph if subgraph in regrouped else node.operator.key
    return found
