"""The part of a tuning job that is about subgraphs: tune them, have the whole model confirm it, and
say what policies its graph is to be formed by. `tune_job` goes on from there.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from aoe.application.request.tune_ops import OperatorSelection
from aoe.application.tune.confirmation import announced_check, checked_times
from aoe.application.tune.model_times import ModelTimes
from aoe.backends.backend import Compiler
from aoe.graph.pipeline import PreparedGraph
from aoe.policy import SubgraphPolicy
from aoe.tuning.driver import TuningOptions, with_reverted
from aoe.tuning.model_check.model_check import check_versions
from aoe.tuning.model_check.model_versions import Version
from aoe.tuning.observer import Observer
from aoe.tuning.subgraph.subgraph_database import RepositorySubgraphs
from aoe.tuning.subgraph.subgraph_tuning import (
    SubgraphStore,
    SubgraphTuning,
    model_of,
    owners,
    subgraph_cases,
    tune_subgraphs,
)
from aoe.tuning.workload.subgraph_model import KnownOperators


@dataclass(frozen=True, slots=True)
class SubgraphPhase:
    """What came out: the tuning after the whole model was asked, and its times if it was."""

    tuning: SubgraphTuning
    times: ModelTimes | None = None


@dataclass(frozen=True, slots=True)
class EndedPhase:
    """That an earlier part of the job has brought the phase to its end, and the times of the whole
    model if that was asked.
    """

    times: ModelTimes | None = None


def selected_subgraphs(
    operators: OperatorSelection,
    profiles: Sequence[PreparedGraph],
    policies: Mapping[str, SubgraphPolicy],
) -> frozenset[str]:
    """Keys of the subgraphs that selected operators are in. `policies`: of the subgraphs, by key;
    they say what the operators are.
    """
    owner = owners(profiles, policies)
    nodes = model_of(profiles, policies).operator_nodes
    return frozenset(owner[node.name] for node in nodes if operators.selects(node))


def run_subgraph_phase(
    profiles: Sequence[PreparedGraph],
    operators: KnownOperators,
    store: RepositorySubgraphs,
    options: TuningOptions[SubgraphPolicy],
    observer: Observer,
    pool: Compiler,
    ended: EndedPhase | None = None,
) -> SubgraphPhase:
    """Tunes the subgraphs of a model at each of its shapes, and keeps what holds in all of it; what
    an earlier part of the job has `ended` is not measured again. Raises as `tune_subgraphs`.
    """
    tuning = tune_subgraphs(profiles, operators, store, options, observer, pool)
    before = {outcome.key: outcome.old for outcome in tuning.outcomes}
    old = {**tuning.policies, **before}
    changed = frozenset(key for key, policy in old.items() if tuning.policies.get(key) != policy)
    if ended is not None:
        return SubgraphPhase(tuning, ended.times)
    if tuning.interrupted or not changed:
        return SubgraphPhase(tuning)

    def version(policies: Mapping[str, SubgraphPolicy]) -> Version:
        graph = model_of(profiles, policies)
        return Version(graph, operators.policies(graph), owners(profiles, policies))

    def reverted(keys: frozenset[str]) -> Version:
        return version({**tuning.policies, **{key: old[key] for key in keys}})

    check = announced_check(tuning.rehearsal, options, observer)
    try:
        found = check_versions(
            version(old), version(tuning.policies), changed, reverted, pool, observer, check
        )
        subjects = {case.subject.key: case.subject for case in subgraph_cases(profiles, operators)}
        kept = with_reverted(tuning, found.reverted, subjects, SubgraphStore(store), observer)
    except KeyboardInterrupt:
        return SubgraphPhase(replace(tuning, interrupted=True))
    return SubgraphPhase(kept, checked_times(found))
