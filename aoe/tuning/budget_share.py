"""How a budget is shared by the two kinds of tuning: by what each may be expected to gain.

Operators have two parts of it: one before subgraphs, so that these are decided about with operators
that are tuned, and what is left after them.

What the repositories know already is not searched, so it promises nothing; of the rest, what tuning
of either kind has gained on models at large is expected.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from aoe.graph.pipeline import KnownSubgraphs, PreparedGraph, nothing_known
from aoe.tuning.subgraph_model import KnownOperators, OperatorLookup, unknown

#: What default policies lose to tuned ones, as a share of a model's time: those of operators as
#: measured (`benchmarks/RESULTS.md`), those of subgraphs at a guess of half of that.
OPERATOR_GAIN, SUBGRAPH_GAIN = 0.034, 0.017
#: Subgraphs that promise anything have at least this share, and at most the other: what they form
#: are new operators.
LEAST, MOST = 0.1, 0.75
#: Share of the time for operators that they have before subgraphs are tuned. Most of them stay; the
#: rest is for those that are new then, searches that did not end, and the check of the whole model.
FIRST_SHARE = 0.5


@dataclass(frozen=True, slots=True)
class BudgetShares:
    """Shares of a budget, from 0 to 1: `first`, for operators before subgraphs, and `subgraphs`, of
    what is left after that. The rest is for operators again.
    """

    first: float
    subgraphs: float

    @staticmethod
    def of(subgraphs: float) -> BudgetShares:
        """If subgraphs are to have this share of all. Where they need no time, nothing is to come
        before them.
        """
        first = FIRST_SHARE * (1.0 - subgraphs) if subgraphs else 0.0
        return BudgetShares(first, subgraphs / (1.0 - first))


def subgraph_share(
    profiles: Iterable[PreparedGraph],
    operators: KnownOperators,
    known_operator: OperatorLookup = unknown,
    known_subgraph: KnownSubgraphs = nothing_known,
) -> float:
    """The share of a budget for tuning subgraphs, from 0 to 1; the rest is for operators.
    `operators`: tell what operators take; `known_operator`, `known_subgraph`: what need not be
    searched.
    """
    total = new_operators = new_subgraphs = 0.0
    for item in profiles:
        seconds = {
            node.output: operators.operator_seconds(node.operator)
            for node in item.default.operator_nodes
        }
        total += sum(seconds.values())
        new_operators += sum(
            seconds[node.output]
            for node in item.default.operator_nodes
            if known_operator(node.operator) is None
        )
        for subgraph in item.subgraphs:
            if known_subgraph(subgraph) is None:
                own = (node.output for node in subgraph.operator_nodes)
                new_subgraphs += sum(seconds.get(name, 0.0) for name in own)
    gains = SUBGRAPH_GAIN * new_subgraphs, OPERATOR_GAIN * new_operators
    if total == 0.0 or gains[0] == 0.0:
        return 0.0
    return min(MOST, max(LEAST, gains[0] / sum(gains)))
