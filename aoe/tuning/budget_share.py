"""How a budget is shared by the two kinds of tuning: by what each may be expected to gain.

What the repositories know already is not searched, so it promises nothing; of the rest, what tuning
of either kind has gained on models at large is expected.
"""

from __future__ import annotations

from collections.abc import Iterable

from aoe.graph.pipeline import KnownSubgraphs, PreparedGraph, nothing_known
from aoe.tuning.subgraph_model import KnownOperators, OperatorLookup, unknown

#: What default policies lose to tuned ones, as a share of a model's time: those of operators as
#: measured (`benchmarks/RESULTS.md`), those of subgraphs at a guess of half of that.
OPERATOR_GAIN, SUBGRAPH_GAIN = 0.034, 0.017
#: Subgraphs that promise anything have at least this share, and at most the other: what they form
#: are new operators.
LEAST, MOST = 0.1, 0.75


def subgraph_share(
    profiles: Iterable[PreparedGraph],
    operators: KnownOperators,
    known_operator: OperatorLookup = unknown,
    known_subgraph: KnownSubgraphs = nothing_known,
) -> float:
    """The share of a budget for tuning subgraphs before operators, from 0 to 1. `operators`: tell
    what operators take; `known_operator`, `known_subgraph`: what need not be searched.
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
