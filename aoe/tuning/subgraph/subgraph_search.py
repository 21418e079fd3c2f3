"""Which policies of a subgraph to measure next: a pure function of what is known.

As with operators (`aoe.tuning.search.search_strategy`), thinking is cheap and measuring is not. The
first candidates are those that are best by the sum of what the operators are expected, or were
measured, to take (`aoe.tuning.subgraph.subgraph_choices`); by the same sum a best-first search over
moves (`aoe.graph.subgraph.mutations`) finds more, as far as the history is long, so that a large
model's search begins soon. The neighbours of the best policy measured take turns with them; both
are ranked by what measurements have shown of decisions (`aoe.tuning.search.cost_correction`). How a
search goes on is `aoe.tuning.search.policy_search`; what similar subgraphs gained by is
`aoe.tuning.subgraph.subgraph_similarity`.
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
from aoe.tuning.search.cost_correction import decision_effects
from aoe.tuning.search.policy_search import PolicySearch
from aoe.tuning.search.search_limits import USUAL, SearchLimits
from aoe.tuning.search.search_strategy import Trial, best_of, seconds_of
from aoe.tuning.subgraph.inter_op_choices import section_choices
from aoe.tuning.subgraph.subgraph_choices import best_choices
from aoe.tuning.workload.subgraph_model import SubgraphModel

SubgraphSearch: TypeAlias = PolicySearch[SubgraphModel, SubgraphPolicy]
#: Policies that the best-first search looks at before anything is measured, and for each trial
#: after that.
FIRST, MORE = 5, 3
#: Policies expected to take this many times as long as the best are left out: operators' estimates
#: add up what overlaps in caches, so those of subgraphs are further off than those of operators.
HOPELESS = 1.4


@dataclass(slots=True)
class SubgraphSpace:
    """The policies of one subgraph, found as they are asked for. `unequal`: see `SearchLimits`."""

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
        """How many policies are known by now."""
        return len(self._estimates)

    @property
    def expected(self) -> float:
        """Seconds that the best policy is expected to take."""
        return min((self.estimate(policy) or 0.0 for policy in self.first(FIRST)), default=0.0)

    @property
    def floor(self) -> float:
        """Not known."""
        return 0.0

    def estimate(self, policy: SubgraphPolicy) -> float | None:
        """Seconds that a policy is expected to take; None if it is impossible."""
        if policy not in self._estimates:
            try:
                self._estimates[policy] = self.model.seconds(policy)
            except AoeError:
                self._estimates[policy] = None
        return self._estimates[policy]

    def choices(self) -> Iterator[SubgraphPolicy]:
        """The policy that is best if the times of operators add up, then those with as much side by
        side as there can be, parts first, because they gain most often, then the others that are
        best by times; found when they are asked for.
        """
        if self._choices is None:
            self._choices = best_choices(self.model, self.default)
        yield from self._choices[:1]
        if self._sections is None:
            self._sections = list(section_choices(self.model, self.default))
        yield from reversed(self._sections)
        yield from self._choices[1:]

    def neighbours(self, policy: SubgraphPolicy) -> Iterator[SubgraphPolicy]:
        """The policies one move away."""
        operators = self.model.operators
        return neighbours(
            self.model.subgraph,
            policy,
            self.unequal,
            operators.target.threads,
            operators.alone_seconds,
        )

    def first(self, many: int) -> list[SubgraphPolicy]:
        """The first so many policies of the best-first search, the best estimate first."""
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
        """The next at most `count` policies to try, none tried before; empty when done. `margin` is
        of no meaning here: no floors are known.
        """
        best = best_of(history)
        measured = seconds_of(history)
        effects = decision_effects(self.default, measured, self.estimate, decisions_beside)

        def expected(policy: SubgraphPolicy) -> float:
            return (self.estimate(policy) or 0.0) * effects.factor(policy)

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
    """The policies that moves lead to from the default one, each once; what is expected to be the
    fastest of those found is gone on from first.
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
    """A search for something better than `baseline`, by default the default policy. Raises
    `PolicyError` if the default policy cannot be carried out.
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


def decisions_beside(default: SubgraphPolicy, policy: SubgraphPolicy) -> Mapping[object, float]:
    """What a policy decides otherwise than the default one, and leaves undecided that it decides;
    of stored values, each by itself. Features of `aoe.tuning.search.cost_correction`.
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
