"""The budget of a job: how long it is where the model decides, and how a job that tunes subgraphs
and operators splits it: first operators, then subgraphs, then operators again.
`aoe.tuning.budget_split` has the model behind the shares.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from math import inf

from aoe.application.tune.phases.context import JobContext, JobModel, Repositories
from aoe.backends.registry import default_policy
from aoe.errors import PolicyError
from aoe.graph.subgraph.subgraph import Subgraph
from aoe.operators.operator import Operator
from aoe.policy import SubgraphPolicy
from aoe.tuning.budget_split import BudgetShares, subgraph_share
from aoe.tuning.deadline import Deadline
from aoe.tuning.subgraph.subgraph_tuning import default_policies
from aoe.tuning.workload.subgraph_model import KnownOperators, KnownPolicy

#: Shares where all searches have ended, so that only the checks of both kinds remain.
DECIDED = BudgetShares(first=0.0, subgraphs=0.5)
#: A model is small that takes at most so many seconds and has at most so many different operators.
SMALL_SECONDS, SMALL_OPERATORS = 5e-3, 30
#: Budgets where the model decides: of a small one, and of each other one.
SMALL_BUDGET, USUAL_BUDGET = 15.0, 300.0
#: How many times as long as reading the model it is at least, for machines that are busy or slow.
#: The first run on a machine measures the machine's speed before, which takes a second.
TIMES_READING = 3.0


def automatic_budget(model: JobModel, repositories: Repositories, reading: float = 0.0) -> float:
    """The budget of a job where the model decides, in seconds. Its time is measured where a
    repository knows it, and estimated elsewhere. `reading`: how long reading the model took.
    """
    nodes = model.graph().operator_nodes
    known = KnownOperators(repositories.target, repositories.operators.measured)
    small = len({node.operator.key for node in nodes}) <= SMALL_OPERATORS
    try:
        small = small and sum(known.operator_seconds(n.operator) for n in nodes) <= SMALL_SECONDS
    except PolicyError:  # the step that compiles the model tells the reason
        small = False
    usual = SMALL_BUDGET if small else USUAL_BUDGET * max(1, len(model.parts))
    return max(usual, float(round(TIMES_READING * reading)))


def split_budget(model: JobModel, context: JobContext) -> BudgetShares:
    """The shares of the phases. They depend on what the repositories did not know before the job;
    with REPEAT_TUNE everything is searched.
    """
    store, journal = context.repositories.operators, context.journal.content
    operators = KnownOperators(store.target, store.measured)
    seconds = context.options.deadline.budget or inf
    if context.options.repeat_tune:
        return BudgetShares.of(subgraph_share(model.profiles, operators, seconds))

    depth, name = context.options.depth, context.options.model
    defaults = default_policies(model.profiles)

    def known(operator: Operator) -> KnownPolicy | None:
        found = store.measured(operator)  # an entry comes first, as in tuning
        if found is not None:
            return None if operator.key in journal.stored else found
        default = partial(default_policy, operator, store.target)
        stands = store.default_stands(operator, default, depth, name)
        return operators.known(operator) if stands else None

    def known_subgraph(subgraph: Subgraph) -> SubgraphPolicy | None:
        groupings = context.repositories.subgraphs
        found = groupings.lookup(subgraph)
        if found is not None:
            return None if subgraph.key in journal.stored_subgraphs else found
        default = partial(defaults.__getitem__, subgraph.key)
        stands = groupings.default_stands(subgraph, default, depth, name)
        return default() if stands else None

    share = subgraph_share(model.profiles, operators, seconds, known, known_subgraph)
    return BudgetShares.of(share)


def share_of(deadline: Deadline, share: float) -> Deadline:
    """The deadline of a phase that gets this share of what is left of the budget. Time that the
    phase does not use is left for the phases after it.
    """
    left = deadline.left
    budget = None if left is None else deadline.used + share * left
    return replace(deadline, budget=budget)
