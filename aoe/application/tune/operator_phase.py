"""The part of a tuning job that is about operators: tune them, and have the whole model confirm it.
`aoe.application.tune.subgraph_phase` is its counterpart, `joint_check` has the model confirm both.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from aoe.application.request.tune_ops import OperatorSelection
from aoe.application.tune.confirmation import announced_check, checked_times
from aoe.application.tune.model_times import ModelTimes
from aoe.backends.backend import Compiler
from aoe.errors import UsageError
from aoe.graph.pipeline import PreparedGraph
from aoe.operators.operator_graph import OperatorGraph
from aoe.policy import Policy
from aoe.tuning.driver import TuningOptions, with_reverted
from aoe.tuning.model_check.model_check import check_model
from aoe.tuning.observer import Observer
from aoe.tuning.operator_tuning import OperatorTuning, operators_by_key, tune_operators
from aoe.tuning.policy_database import RepositoryPolicies


@dataclass(frozen=True, slots=True)
class OperatorPhase:
    """The tuning with what the whole model had to say of it, the policies to compile with, and what
    was measured of the whole model if anything was. `of_whole_job`: its time before is that of
    before the job, which has tuned subgraphs too.
    """

    tuning: OperatorTuning
    policies: Mapping[str, Policy]
    times: ModelTimes | None = None
    of_whole_job: bool = False


def run_operator_phase(
    graph: OperatorGraph,
    store: RepositoryPolicies,
    options: TuningOptions,
    observer: Observer,
    pool: Compiler,
) -> OperatorPhase:
    """Tunes the operators of a model, and measures the whole of it with the winners against the one
    before, where that is new; what does not help there is not used and not kept. Raises as
    `tune_operators`.
    """
    tuning = tune_operators(graph, store.target, store, options, observer, pool)
    before = {outcome.key: outcome.old for outcome in tuning.outcomes}
    old = {**tuning.policies, **before}
    changed = any(tuning.policies.get(key, policy) != policy for key, policy in old.items())
    if tuning.interrupted or not changed:
        return OperatorPhase(tuning, tuning.policies)
    check = announced_check(tuning.rehearsal, options, observer)
    try:
        found = check_model(graph, old, tuning.policies, pool, observer, check)
        operators = operators_by_key(graph)
        kept = with_reverted(tuning, found.reverted, operators, store, observer)
    except KeyboardInterrupt:
        return OperatorPhase(replace(tuning, interrupted=True), tuning.policies)
    return OperatorPhase(kept, found.policies, checked_times(found))


def checked_selection(
    operators: OperatorSelection | None,
    graph: OperatorGraph,
    profiles: Sequence[PreparedGraph],
    observer: Observer,
) -> OperatorSelection | None:
    """A selection with what was made of the model's nodes that it selects. Tells of the names and
    types that the model has not. Raises `UsageError` if it selects nothing.
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
