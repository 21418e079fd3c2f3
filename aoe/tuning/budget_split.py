"""The split of a budget between operator tuning and subgraph tuning, by the gain expected of both.

The gain of a search comes fast at first and then slower, and each kind ends with a whole-model
check. So a short budget is all for operators, which gain more and sooner. In a long budget
operators need no more at some point, and subgraphs get the rest. Operators get time before
subgraphs, so that subgraphs are tuned with tuned operators, and what is left after them. What the
repositories know already is not searched, so no gain is expected of it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import exp, inf

from aoe.graph.pipeline import KnownSubgraphs, PreparedGraph, nothing_known
from aoe.tuning.workload.subgraph_model import KnownOperators, OperatorLookup, unknown

#: What tuning has gained on models in general, rounded, as a share of a model's time
#: (`benchmarks/log`): 3 to 6 % by operators on two machines. By subgraphs 0 to 7 % where
#: operators take less than `SHORT` seconds and threads lose time between them, next to nothing
#: where they take longer.
OPERATOR_GAIN, SUBGRAPH_GAIN, LONG_SUBGRAPH_GAIN = 0.05, 0.02, 0.002
SHORT = 2e-4
#: Seconds of search, for each distinct operator or subgraph, in which two thirds of that are
#: gained: guesses from how many candidates are tried in a second.
OPERATOR_SECONDS, SUBGRAPH_SECONDS = 1.0, 4.0
#: Seconds around a search, of either kind, for the whole-model check.
AROUND = 15.0
#: Shares that subgraphs may get. Not all of it, because they form new operators.
SHARES = tuple(number / 20 for number in range(16))
MOST = SHARES[-1]
#: Share of the operators' time that comes before subgraphs are tuned. Most operators stay. The rest
#: is for those that are new then, for searches that did not end, and for the whole-model check.
FIRST_SHARE = 0.5


@dataclass(frozen=True, slots=True)
class BudgetShares:
    """Shares of a budget, from 0 to 1. The rest is for operators again.

    Attributes:
        first: For operators before subgraphs.
        subgraphs: For subgraphs, of what is left after that.
    """

    first: float
    subgraphs: float

    @staticmethod
    def of(subgraphs: float) -> BudgetShares:
        """The shares if subgraphs get this share of all. If they get none, nothing comes before
        them.
        """
        first = FIRST_SHARE * (1.0 - subgraphs) if subgraphs else 0.0
        return BudgetShares(first, subgraphs / (1.0 - first))


@dataclass(frozen=True, slots=True)
class ExpectedGain:
    """The expected gain of a kind of tuning.

    Attributes:
        gain: At most, as a share of the model's time.
        seconds: Of search, in which about two thirds of it are gained.
    """

    gain: float
    seconds: float

    def within(self, seconds: float) -> float:
        """The expected gain within so many seconds."""
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
    """The share of a budget for tuning subgraphs, from 0 to 1; the rest is for operators.

    Args:
        profiles: The model at each of its shapes.
        operators: Knows the times of operators.
        seconds: The budget.
        known_operator: Finds the policy of an operator that need not be searched.
        known_subgraph: Finds the policy of a subgraph that need not be searched.
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
        ExpectedGain(OPERATOR_GAIN * operator_time / total, OPERATOR_SECONDS * len(new_operators)),
        ExpectedGain(subgraph_gain / total, SUBGRAPH_SECONDS * len(new_subgraphs)),
        seconds,
    )


def _gain_of(seconds: float) -> float:
    """Seconds that another grouping may gain of an operator that takes so long."""
    return seconds * (SUBGRAPH_GAIN if seconds < SHORT else LONG_SUBGRAPH_GAIN)


def best_share(operators: ExpectedGain, subgraphs: ExpectedGain, seconds: float) -> float:
    """The share for subgraphs with the largest expected gain of both."""
    if seconds == inf or operators.gain == 0.0:
        return MOST

    def gain(share: float) -> float:
        return operators.within((1 - share) * seconds) + subgraphs.within(share * seconds)

    return max(SHARES, key=gain)
