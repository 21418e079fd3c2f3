"""How a budget is shared by the two kinds of tuning: so that both together may be expected to gain
most in it.

What a search gains comes fast at first and then ever slower, and either kind ends with a check of
the whole model. So a short budget is all for operators, which gain more and sooner; where it is
long, operators need no more of it and subgraphs have the rest. Operators have two parts: one before
subgraphs, so that these are decided about with operators that are tuned, and what is left after
them. What the repositories know already is not searched, so it promises nothing.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import exp, inf

from aoe.graph.pipeline import KnownSubgraphs, PreparedGraph, nothing_known
from aoe.tuning.workload.subgraph_model import KnownOperators, OperatorLookup, unknown

#: What tuning has gained on models at large, rounded, as a share of a model's time: 3 to 6 % by
#: operators on two machines; by subgraphs 0 to 7 % where operators take less than `SHORT` seconds
#: and threads lose time between them, next to nothing where they take longer
#: (`benchmarks/log`). In how many seconds of search for each that is distinct two thirds of it
#: are gained: guesses from how many candidates are tried in a second.
OPERATOR_GAIN, SUBGRAPH_GAIN, LONG_SUBGRAPH_GAIN = 0.05, 0.02, 0.002
SHORT = 2e-4
OPERATOR_SECONDS, SUBGRAPH_SECONDS = 1.0, 4.0
#: Seconds around the search, of either kind, for the check of the whole model.
AROUND = 15.0
#: Shares that subgraphs may have. Not all: what they form are new operators.
SHARES = tuple(number / 20 for number in range(16))
MOST = SHARES[-1]
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


@dataclass(frozen=True, slots=True)
class Promise:
    """What a kind of tuning may gain, as a share of a model's time, in how many seconds about two
    thirds of it.
    """

    gain: float
    seconds: float

    def within(self, seconds: float) -> float:
        """What may be expected of so many seconds."""
        search = seconds - AROUND
        if search <= 0.0 or self.gain == 0.0:
            return 0.0
        return self.gain * (1.0 - exp(-search / self.seconds))


def subgraph_share(
    profiles: Iterable[PreparedGraph],
    operators: KnownOperators,
    seconds: float = inf,
    known_operator: OperatorLookup = unknown,
    known_subgraph: KnownSubgraphs = nothing_known,
) -> float:
    """The share of a budget of so many seconds for tuning subgraphs, from 0 to 1; the rest is for
    operators. `operators`: tell what operators take; `known_operator`, `known_subgraph`: what need
    not be searched.
    """
    total = operator_time = subgraph_gain = 0.0
    new_operators: set[str] = set()
    new_subgraphs: set[str] = set()
    for item in profiles:
        nodes = item.formed({}).operator_nodes
        times = {node.output: operators.operator_seconds(node.operator) for node in nodes}
        total += sum(times.values())
        for node in nodes:
            if known_operator(node.operator) is None:
                new_operators.add(node.operator.key)
                operator_time += times[node.output]
        for subgraph in item.subgraphs:
            if known_subgraph(subgraph) is None:
                new_subgraphs.add(subgraph.key)
                own = (times.get(node.output, 0.0) for node in subgraph.operator_nodes)
                subgraph_gain += sum(_gain_of(seconds) for seconds in own)
    if not new_subgraphs or total == 0.0:
        return 0.0
    return best_share(
        Promise(OPERATOR_GAIN * operator_time / total, OPERATOR_SECONDS * len(new_operators)),
        Promise(subgraph_gain / total, SUBGRAPH_SECONDS * len(new_subgraphs)),
        seconds,
    )


def _gain_of(seconds: float) -> float:
    """Seconds that grouping it otherwise may gain of an operator that takes so long."""
    return seconds * (SUBGRAPH_GAIN if seconds < SHORT else LONG_SUBGRAPH_GAIN)


def best_share(operators: Promise, subgraphs: Promise, seconds: float) -> float:
    """The share for subgraphs with which both may be expected to gain most."""
    if seconds == inf or operators.gain == 0.0:
        return MOST

    def gain(share: float) -> float:
        return operators.within((1 - share) * seconds) + subgraphs.within(share * seconds)

    return max(SHARES, key=gain)
