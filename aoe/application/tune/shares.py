"""How the phases of a job that tunes subgraphs and operators share its budget: operators first,
subgraphs, and operators again (`aoe.tuning.budget_split` says by what).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from aoe.application.tune.journal import JournalContent
from aoe.graph.pipeline import PreparedGraph
from aoe.graph.subgraph.subgraph import Subgraph
from aoe.operators.operator import Operator
from aoe.policy import SubgraphPolicy
from aoe.tuning.budget_split import BudgetShares, subgraph_share
from aoe.tuning.deadline import Deadline
from aoe.tuning.policy_database import RepositoryPolicies
from aoe.tuning.subgraph.subgraph_database import RepositorySubgraphs
from aoe.tuning.workload.subgraph_model import KnownOperators, KnownPolicy


def job_shares(
    profiles: Sequence[PreparedGraph],
    store: RepositoryPolicies,
    subgraph_store: RepositorySubgraphs,
    journal: JournalContent,
    repeat_tune: bool,
    seconds: float,
) -> BudgetShares:
    """The shares of a job, by what the repositories did not know before it. `repeat_tune`: all is
    searched; `seconds`: its budget.
    """
    operators = KnownOperators(store.target, store.measured)
    if repeat_tune:
        return BudgetShares.of(subgraph_share(profiles, operators, seconds))

    def known(operator: Operator) -> KnownPolicy | None:
        return None if operator.key in journal.stored else store.measured(operator)

    def known_subgraph(subgraph: Subgraph) -> SubgraphPolicy | None:
        mine = subgraph.key in journal.stored_subgraphs
        return None if mine else subgraph_store.lookup(subgraph)

    return BudgetShares.of(subgraph_share(profiles, operators, seconds, known, known_subgraph))


def part_of(deadline: Deadline, share: float) -> Deadline:
    """The deadline of a phase that may have this share of what is left of the budget; what it
    leaves goes to those after it.
    """
    left = deadline.left
    budget = None if left is None else deadline.used + share * left
    return replace(deadline, budget=budget)
