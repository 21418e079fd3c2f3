"""The search strategy of subgraphs: which policies to measure next, as a pure function of the
search space and the trials so far.

As with operators (`aoe.tuning.search.search_strategy`), estimating is cheap and measuring is not.
The first candidates minimise the sum of the operators' times, estimated or measured
(`aoe.tuning.subgraph.subgraph_choices`). A best-first search over mutations
(`aoe.graph.subgraph.mutations`) finds more by the same sum; it goes further with every trial, so
that the search of a large model begins soon. Neighbours of the best policy measured take turns with
them. Both are ranked by the corrected estimate (`aoe.tuning.search.cost_correction`).

`aoe.tuning.search.policy_search` runs the search, and `aoe.tuning.subgraph.subgraph_similarity`
seeds it with what similar subgraphs gained by.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from heapq import heappop, heappush
from itertools import chain, count, islice, zip_longest
from typing import TypeAlias

from aoe.errors import AoeError
from aoe.graph.subgraph.mutations import neighbours
from aoe.graph.subgraph.subgraph import STORED
from aoe.policy import SubgraphPolicy
from aoe.tuning.search.cost_correction import fit_correction
from aoe.tuning.search.policy_search import PolicySearch
from aoe.tuning.search.search_limits import USUAL, SearchLimits
from aoe.tuning.search.search_strategy import Trial, best_of, seconds_of
from aoe.tuning.subgraph.inter_op_choices import inter_op_policies
from aoe.tuning.subgraph.subgraph_choices import best_choices
from aoe.tuning.workload.subgraph_model import SubgraphModel

SubgraphSearch: TypeAlias = PolicySearch[SubgraphModel, SubgraphPolicy]
#: Policies that the best-first search finds before anything is measured, and for each trial after
#: that.
FIRST, MORE = 5, 3
#: Policies with an estimate this many times the default policy's are left out. Estimates of
#: subgraphs are further off than those of operators, because times that overlap are added up.
HOPELESS = 1.4


@dataclass(slots=True)
class SubgraphSpace:
    """The policies of one subgraph, found as they are asked for.

    Attributes:
        model: The subgraph.
        default: Its default policy.
        unequal: See `SearchLimits`.
    """

    model: SubgraphModel
    default: SubgraphPolicy
    unequal: bool = False
    _found: list[SubgraphPolicy] = field(default_factory=list)
    _rest: Iterator[SubgraphPolicy] | None = None
    _estimates: dict[SubgraphPolicy, float | None] = field(default_factory=dict)
    _around: dict[SubgraphPolicy, tuple[SubgraphPolicy, ...]] = field(default_factory=dict)
    _choices: list[SubgraphPolicy] | None = None
    _sections: list[SubgraphPolicy] | None = None

    @property
    def size(self) -> int:
        """How many policies were found so far."""
        return len(self._estimates)

    @property
    def expected(self) -> float:
        """The estimated time of the best policy."""
        return min((self.estimate(policy) or 0.0 for policy in self.first(FIRST)), default=0.0)

    @property
    def lower_bound(self) -> float:
        """No lower bound is known."""
        return 0.0

    def estimate(self, policy: SubgraphPolicy) -> float | None:
        """The estimated time of a policy; None if it is impossible."""
        if policy not in self._estimates:
            try:
                self._estimates[policy] = self.model.seconds(policy)
            except AoeError:
                self._estimates[policy] = None
        return self._estimates[policy]

    def choices(self) -> Iterator[SubgraphPolicy]:
        """The policy with the least sum of operators' times, then those with as much inter-op
        parallelism as possible, chunks first, because they gain most often, then the others with a
        least sum. They are found when they are asked for.
        """
        if self._choices is None:
            self._choices = best_choices(self.model, self.default)
        yield from self._choices[:1]
        if self._sections is None:
            self._sections = list(inter_op_policies(self.model, self.default))
        yield from reversed(self._sections)
        yield from self._choices[1:]

    def neighbours(self, policy: SubgraphPolicy) -> Iterator[SubgraphPolicy]:
        """The policies one mutation away."""
        operators = self.model.operators
        return neighbours(
            self.model.subgraph,
            policy,
            self.unequal,
            operators.target.threads,
            operators.alone_seconds,
        )

    def first(self, many: int) -> list[SubgraphPolicy]:
        """The first policies of the best-first search, at most so many, the best estimate first."""
        if self._rest is None:
            self._rest = _best_first(self)
        self._found += islice(self._rest, max(0, many - len(self._found)))
        return sorted(self._found[:many], key=lambda policy: self.estimate(policy) or 0.0)

    def around(self, policy: SubgraphPolicy) -> tuple[SubgraphPolicy, ...]:
        """The possible neighbours of a policy, the best estimate first."""
        if policy not in self._around:
            timed = [
                (seconds, near)
                for near in self.neighbours(policy)
                if (seconds := self.estimate(near)) is not None
            ]
            timed.sort(key=lambda pair: pair[0])
            self._around[policy] = tuple(near for _, near in timed)
        return self._around[policy]

    def propose(
        self,
        seeds: Sequence[SubgraphPolicy],
        history: Sequence[Trial[SubgraphPolicy]],
        count: int,
        margin: float,
    ) -> list[SubgraphPolicy]:
        """The next at most `count` policies to try, none tried before; empty when done. `margin`
        has no effect, because no lower bounds are known.
        """
        best = best_of(history)
        measured = seconds_of(history)
        correction = fit_correction(self.default, measured, self.estimate, changed_decisions)

        def expected(policy: SubgraphPolicy) -> float:
            return (self.estimate(policy) or 0.0) * correction.factor(policy)

        near = sorted(self.around(best.policy) if best is not None else (), key=expected)
        tried = {trial.policy for trial in history}
        first = sorted(self.first(FIRST + MORE * len(history)), key=expected)
        order = chain((self.default, *seeds), self.choices(), _alternate(near, first))
        limit = HOPELESS * (self.estimate(self.default) or 0.0)
        worth_trying = (
            policy
            for policy in dict.fromkeys(order)
            if policy not in tried and (policy in seeds or expected(policy) <= limit)
        )
        return list(islice(worth_trying, count))


def _best_first(space: SubgraphSpace) -> Iterator[SubgraphPolicy]:
    """The policies that mutations of the default one lead to, each once. The search continues from
    the policy found with the best estimate.
    """
    number = count()  # of equal estimates, the policy found first
    waiting = [(space.estimate(space.default) or 0.0, next(number), space.default)]
    seen = {space.default}
    yield space.default
    while waiting:
        _, _, policy = heappop(waiting)
        for near in space.neighbours(policy):
            seconds = space.estimate(near) if near not in seen else None
            seen.add(near)
            if seconds is not None:
                heappush(waiting, (seconds, next(number), near))
                yield near


def start_subgraph_search(
    model: SubgraphModel,
    default: SubgraphPolicy,
    baseline: SubgraphPolicy | None,
    limits: SearchLimits = USUAL,
) -> SubgraphSearch:
    """A search for a policy that is faster than the baseline.

    Args:
        model: The subgraph.
        default: Its default policy.
        baseline: The policy to beat; by default the default policy.
        limits: How far the search goes.

    Raises:
        PolicyError: The default policy does not apply to the subgraph.
    """
    model.seconds(default)
    space = SubgraphSpace(model, default, limits.unequal)
    return PolicySearch(model, space, baseline or default, limits=limits)


def _alternate(
    first: Sequence[SubgraphPolicy], second: Sequence[SubgraphPolicy]
) -> Iterator[SubgraphPolicy]:
    """Items of both in turn, then the rest of the longer."""
    for pair in zip_longest(first, second):
        yield from (policy for policy in pair if policy is not None)


def changed_decisions(default: SubgraphPolicy, policy: SubgraphPolicy) -> Mapping[object, float]:
    """The decisions in which a policy differs from the default one, those that it lacks included;
    each stored value by itself. Features of `aoe.tuning.search.cost_correction`.
    """
    before, after = dict(default.decisions), dict(policy.decisions)
    stored = [decisions.pop(STORED, ()) for decisions in (before, after)]
    found = [
        *sorted({*_numbers(stored[0])} ^ {*_numbers(stored[1])}),
        *(pair for pair in after.items() if before.get(pair[0]) != pair[1]),
        *(name for name in before if name not in after),
    ]
    return dict.fromkeys(found, 1.0)


def _numbers(decision: object) -> tuple[int, ...]:
    return decision if isinstance(decision, tuple) else ()
