"""SGAT, subgraph tuning: finds a policy for every distinct subgraph of a model.

`tune_subgraphs` is the way in. It goes as operator tuning does (`aoe.tuning.driver`); a candidate
is the subgraph as a small model, whose operators have the policies of the repository or their
default ones. `model_of` puts the policies found together to the operators of the whole model.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from aoe.backends.backend import Compiler
from aoe.errors import PolicyError
from aoe.graph.pipeline import PreparedGraph
from aoe.graph.precision.mixed_precision import COPY_ENDING
from aoe.graph.profiles import together
from aoe.graph.slicing import whole_value
from aoe.graph.subgraph.subgraph import Subgraph
from aoe.graph.subgraph.variants.replacement import INNER
from aoe.operators.operator_graph import OperatorGraph
from aoe.policy import SubgraphPolicy
from aoe.tuning.driver import TaskBook, Tuning, TuningOptions, Workplace, tune_cases
from aoe.tuning.dry_run import DryRun, compiled_ahead, rehearse
from aoe.tuning.observer import Observer
from aoe.tuning.operator_tuning import working_set
from aoe.tuning.policy_database import SubgraphWinner
from aoe.tuning.subgraph.subgraph_database import RepositorySubgraphs
from aoe.tuning.subgraph.subgraph_search import start_subgraph_search
from aoe.tuning.subgraph.subgraph_similarity import similar_subgraph_policies
from aoe.tuning.tuning_task import TuningTask
from aoe.tuning.workload.subgraph_model import KnownOperators, SubgraphModel

SubgraphCase: TypeAlias = TuningTask[SubgraphModel, SubgraphPolicy]
SubgraphTuning: TypeAlias = Tuning[SubgraphPolicy]


@dataclass(frozen=True, slots=True)
class SubgraphStore:
    """A graph repository as the place of winners."""

    repository: RepositorySubgraphs

    def store(self, subject: SubgraphModel, winner: SubgraphWinner) -> None:
        """See `RepositorySubgraphs.store`."""
        self.repository.store(subject.subgraph, winner)

    def withdraw(self, subject: SubgraphModel) -> None:
        """See `RepositorySubgraphs.withdraw`."""
        self.repository.withdraw(subject.subgraph)


def tune_subgraphs(
    profiles: Sequence[PreparedGraph],
    operators: KnownOperators,
    store: RepositorySubgraphs,
    options: TuningOptions[SubgraphPolicy],
    observer: Observer,
    pool: Compiler,
) -> SubgraphTuning:
    """Tunes the subgraphs of a model, given at each of its shapes. `operators`: what operators are
    computed by. Raises and ends as `tune_operators`.
    """

    def prepare() -> TaskBook[SubgraphModel, SubgraphPolicy]:
        cases = subgraph_cases(profiles, operators)
        for case in cases:
            case.earlier = options.finished.get(case.subject.key)
            if case.earlier is None:
                case.known = store.lookup(case.subject.subgraph)
        known = {case.subject.key: case.known for case in cases if case.known is not None}
        return TaskBook(known, _tunable(profiles, cases, options, observer))

    def rehearsed(known: Mapping[str, SubgraphPolicy]) -> DryRun:
        graph = model_of(profiles, known)
        policies = operators.policies(graph)
        return rehearse(graph, policies, pool, options.deadline, options.patience, options.seed)

    def ahead(rehearsal: DryRun, policies: Mapping[str, SubgraphPolicy]) -> DryRun:
        graph = model_of(profiles, policies)
        return compiled_ahead(rehearsal, graph, operators.policies(graph), pool)

    constants = working_set(model_of(profiles, {}), operators.target)
    place = Workplace(
        operators.target,
        SubgraphStore(store),
        observer,
        pool,
        constants,
        rehearsed,
        ahead,
        "subgraphs",
        similar_subgraph_policies,
    )
    return tune_cases(prepare, place, options)


def model_of(
    profiles: Sequence[PreparedGraph], policies: Mapping[str, SubgraphPolicy]
) -> OperatorGraph:
    """The operators of a model under policies of its subgraphs, by key."""
    return together([item.formed(policies) for item in profiles])


def owners(
    profiles: Sequence[PreparedGraph], policies: Mapping[str, SubgraphPolicy]
) -> dict[str, str]:
    """The key of the subgraph that each operator of `model_of` is of, by the operator's name."""
    found: dict[str, str] = {}
    for number, item in enumerate(profiles, 1):
        ending = "" if number == 1 else f"@{number}"
        keys = {node.output: subgraph.key for subgraph in item.subgraphs for node in subgraph.nodes}
        for node in item.formed(policies).operator_nodes:
            value = whole_value(node.output).partition(INNER)[0].removesuffix(COPY_ENDING)
            found[f"{node.name}{ending}"] = keys.get(value, "")
    return found


def subgraph_cases(
    profiles: Sequence[PreparedGraph], operators: KnownOperators
) -> list[SubgraphCase]:
    """The distinct subgraphs of a model in order of their first use."""
    cases: dict[str, SubgraphCase] = {}
    for subgraph in (subgraph for item in profiles for subgraph in item.subgraphs):
        if subgraph.key in cases:
            cases[subgraph.key].uses += 1
        else:
            model = SubgraphModel(subgraph, operators)
            cases[subgraph.key] = TuningTask(model, subgraph.name, _types(subgraph))
    return list(cases.values())


def default_policies(profiles: Sequence[PreparedGraph]) -> dict[str, SubgraphPolicy]:
    """The default policies of the subgraphs of a model, by key."""
    return {
        subgraph.key: subgraph.policy(item.decisions)
        for item in profiles
        for subgraph in item.subgraphs
    }


def _types(subgraph: Subgraph) -> tuple[str, ...]:
    return tuple(
        dict.fromkeys(kind for node in subgraph.operator_nodes for _, kind in node.sources)
    )


def _tunable(
    profiles: Sequence[PreparedGraph],
    cases: Sequence[SubgraphCase],
    options: TuningOptions[SubgraphPolicy],
    observer: Observer,
) -> list[SubgraphCase]:
    """The selected cases that are known or have more than one policy to choose from."""
    defaults = default_policies(profiles)
    found = []
    for case in cases:
        if options.selected is not None and case.subject.key not in options.selected:
            continue
        if case.earlier is None and (case.known is None or options.repeat_tune):
            default = defaults[case.subject.key]
            try:
                case.search = start_subgraph_search(
                    case.subject, default, case.known, options.limits
                )
            except PolicyError as error:
                observer.warning(f"{case.name} cannot be tuned: {error}")
                continue
            if len(case.search.next_batch(2)) < 2:
                case.search = None
        if case.search is not None or case.known is not None or case.earlier is not None:
            found.append(case)
    return found
