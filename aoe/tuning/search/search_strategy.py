"""The search strategy of operators: which policies to measure next, as a pure function of the space
and the trials so far.

Compiling and measuring a candidate costs thousands of times more than estimating it. So candidates
come in this order:

1. policies found good before: the default, the repository's, those of similar operators;
2. in turn, the best of the analytic ranking, which trials correct
   (`aoe.tuning.search.cost_correction`), neighbours of the best one measured, and some spread over
   implementations and formats;
3. the rest of the ranking.

A policy is left out if it cannot be faster than the best measured, because its lower bound
(`aoe.backends.cpu.cost.lower_bound`) is above. `aoe.tuning.search.policy_search` measures
candidates.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain, islice
from math import inf, log2, prod
from typing import Generic

from aoe.backends.registry import default_policy, implementations_of
from aoe.operators.operator import Operator
from aoe.policy import AnyPolicy, Decision, Policy
from aoe.target import Target
from aoe.tuning.observer import Cause
from aoe.tuning.search.cost_correction import fit_correction
from aoe.tuning.search.search_limits import USUAL

#: Policies considered of one implementation, at most; spaces list the most promising first.
SPACE_LIMIT = 4096
#: Formats or implementations whose best estimate is this many times the overall best are left out.
HOPELESS = 4.0
#: In each turn so many are proposed: neighbours of the best policy measured, the best of the
#: ranking, and policies spread over the space.
NEAR, BEST, SPREAD = 1, 6, 1
#: A format of an implementation comes last when the best of `ENOUGH_TRIED` of its policies takes
#: `BEHIND` times as long as the best of all.
ENOUGH_TRIED, BEHIND = 2, 1.25


@dataclass(frozen=True, slots=True)
class Trial(Generic[AnyPolicy]):
    """A policy that was tried.

    Attributes:
        policy: The policy.
        seconds: Its time. None if it failed.
        cause: Why it failed.
        detail: The same in a sentence.
        same_as: The policy of an earlier trial with the same machine code, which was not measured
            again.
        spent: Seconds that compiling and measuring it took, where that is known.
        loadings: How often it was loaded; `seconds` is the mean.
    """

    policy: AnyPolicy
    seconds: float | None
    cause: Cause | None = None
    detail: str = ""
    same_as: AnyPolicy | None = None
    spent: float | None = None
    loadings: int = 1


@dataclass(frozen=True, slots=True)
class SearchSpace:
    """The policies of one operator on one target.

    Attributes:
        default: The operator's default policy.
        estimates: Every policy with its estimated time in seconds, ascending.
        exploration: Policies of the analytic ranking, spread over the space.
        lower_bounds: Lower bounds of the times of policies in seconds, where they are known.
    """

    default: Policy
    estimates: tuple[tuple[Policy, float], ...]
    exploration: tuple[Policy, ...]
    lower_bounds: Mapping[Policy, float] = field(default_factory=dict)

    def __contains__(self, policy: Policy) -> bool:
        return any(policy == candidate for candidate, _ in self.estimates)

    @property
    def expected(self) -> float:
        """The estimated time of the best policy."""
        return self.estimates[0][1]

    @property
    def size(self) -> int:
        """How many policies there are."""
        return len(self.estimates)

    def propose(
        self, seeds: Sequence[Policy], history: Sequence[Trial], count: int, margin: float
    ) -> list[Policy]:
        """What to try next; see `propose`."""
        return propose(self, seeds, history, count, margin)

    @property
    def lower_bound(self) -> float:
        """The lower bound of every policy's time in seconds."""
        return min(
            (self.lower_bounds.get(policy, 0.0) for policy, _ in self.estimates), default=0.0
        )


def search_space(
    operator: Operator, target: Target, explored: int = USUAL.explored, breadth: int = USUAL.breadth
) -> SearchSpace:
    """The space of an operator.

    Args:
        operator: The operator.
        target: What it is computed on.
        explored: As in `SearchLimits`.
        breadth: As in `SearchLimits`.

    Raises:
        PolicyError: No implementation computes the operator.
    """
    default = default_policy(operator, target)
    own = operator.target(target)
    estimates: dict[Policy, float] = {}
    lower_bounds: dict[Policy, float] = {}
    for item in implementations_of(operator, target):
        for policy in item.space(operator, own, breadth)[:SPACE_LIMIT]:
            estimates[policy] = item.estimate(operator, policy, own)
            lower_bounds[policy] = item.lower_bound(operator, policy, own)
    return space_of(default, estimates.items(), lower_bounds, explored)


def space_of(
    default: Policy,
    estimates: Iterable[tuple[Policy, float]],
    lower_bounds: Mapping[Policy, float] | None = None,
    explored: int = USUAL.explored,
) -> SearchSpace:
    """The space of these policies, with estimates and lower bounds in seconds."""
    ranked = tuple(sorted(estimates, key=lambda pair: pair[1]))
    exploration = tuple(islice(_explore(ranked), explored))
    return SearchSpace(default, ranked, exploration, lower_bounds or {})


def propose(
    space: SearchSpace,
    seeds: Sequence[Policy],
    history: Sequence[Trial],
    count: int,
    margin: float = USUAL.margin,
) -> list[Policy]:
    """The next policies to try.

    Args:
        space: The search space.
        seeds: Policies that come first, after the default one.
        history: The trials so far.
        count: How many policies, at most.
        margin: A policy is left out if its lower bound says that it cannot be faster than the best
            one by this share.

    Returns:
        Policies not tried before; empty when the search is done.
    """
    known = [policy for policy in dict.fromkeys([space.default, *seeds]) if policy in space]
    best = best_of(history)
    expected = _corrected(space, history)
    near = sorted(neighbours(space, best.policy) if best else (), key=expected)
    limit = HOPELESS * space.expected
    hopeful = [policy for policy, seconds in space.estimates if seconds <= limit]
    ranked = sorted(hopeful, key=expected)
    first = _mixed((near, NEAR), (ranked, BEST), (space.exploration, SPREAD))
    slow = slow_families(history)
    promising = (policy for policy in first if _family(policy) not in slow)
    order = chain(known, promising, ranked)
    tried = {trial.policy for trial in history}
    highest = highest_bound(space, history, margin)
    worth_trying = (
        policy
        for policy in _once(order)
        if policy not in tried and space.lower_bounds.get(policy, 0.0) < highest
    )
    return list(islice(worth_trying, count))


def highest_bound(space: SearchSpace, history: Sequence[Trial], margin: float) -> float:
    """Policies with a lower bound so high or higher are not worth trying.

    Infinite before anything was measured. Infinite, too, if a policy was measured below its bound:
    the target is faster than the model says then, and bounds tell nothing.
    """
    best = best_of(history)
    if best is None or best.seconds is None:
        return inf
    timed = ((trial.policy, trial.seconds) for trial in history if trial.seconds is not None)
    if any(seconds < space.lower_bounds.get(policy, 0.0) for policy, seconds in timed):
        return inf
    return best.seconds / (1.0 + margin)


def slow_families(history: Sequence[Trial]) -> set[object]:
    """The formats of implementations that enough trials have shown to be slow."""
    seconds: dict[object, list[float]] = {}
    for trial in history:
        if trial.seconds is not None:
            seconds.setdefault(_family(trial.policy), []).append(trial.seconds)
    best = min((min(times) for times in seconds.values()), default=0.0)
    return {
        family
        for family, times in seconds.items()
        if len(times) >= ENOUGH_TRIED and min(times) > BEHIND * best
    }


def _family(policy: Policy) -> object:
    return policy.impl, policy.format


def seconds_of(history: Sequence[Trial[AnyPolicy]]) -> dict[AnyPolicy, float]:
    """The times of the policies that did not fail."""
    return {trial.policy: trial.seconds for trial in history if trial.seconds}


def best_of(history: Sequence[Trial[AnyPolicy]]) -> Trial[AnyPolicy] | None:
    """The fastest trial that did not fail."""
    timed = [trial for trial in history if trial.seconds is not None]
    return min(timed, key=lambda trial: trial.seconds or 0.0, default=None)


def neighbours(space: SearchSpace, policy: Policy) -> list[Policy]:
    """Policies that differ from `policy` in one decision, best estimate first.

    A number changes to the nearest smaller or larger value in the space with all else equal. A name
    or a list changes to any other. A decision that not all policies have may be dropped, or added
    with any value.
    """
    around: dict[str, list[tuple[Decision | None, Policy]]] = {}
    for candidate, _ in space.estimates:
        differing = differences(policy, candidate)
        if len(differing) == 1:
            name, value = differing[0]
            around.setdefault(name, []).append((value, candidate))
    here = decisions(policy)
    near = {
        candidate
        for name, options in around.items()
        for candidate in _nearest_values(here.get(name), options)
    }
    return [candidate for candidate, _ in space.estimates if candidate in near]


def nearest(space: SearchSpace, policy: Policy) -> Policy | None:
    """The policy of the space that differs from `policy`, possibly of another operator's space, in
    the fewest decisions. None if the space has no policy of that implementation.
    """
    alike = [candidate for candidate, _ in space.estimates if candidate.impl == policy.impl]
    return min(alike, key=lambda candidate: len(differences(policy, candidate)), default=None)


def decisions(policy: Policy) -> dict[str, Decision]:
    """All decisions of a policy by name; the implementation is one of them."""
    parts = (("format", policy.format), ("schedule", policy.schedule))
    named = {f"{part}.{name}": value for part, items in parts for name, value in items}
    return {"impl": policy.impl, **named}


def differences(policy: Policy, other: Policy) -> list[tuple[str, Decision | None]]:
    """The decisions in which two policies differ: names with the values of `other`, None for a
    decision that `other` does not have.
    """
    mine, others = decisions(policy), decisions(other)
    names = dict.fromkeys([*others, *mine])
    return [(name, others.get(name)) for name in names if mine.get(name) != others.get(name)]


def _nearest_values(
    here: Decision | None, options: list[tuple[Decision | None, Policy]]
) -> list[Policy]:
    if not isinstance(here, int):
        return [policy for _, policy in options]
    without = [policy for value, policy in options if value is None]
    numbers = [(value, policy) for value, policy in options if isinstance(value, int)]
    below = max((pair for pair in numbers if pair[0] < here), key=_value, default=None)
    above = min((pair for pair in numbers if pair[0] > here), key=_value, default=None)
    return [*without, *(pair[1] for pair in (below, above) if pair is not None)]


def _value(pair: tuple[int, Policy]) -> int:
    return pair[0]


def _explore(ranked: Sequence[tuple[Policy, float]]) -> Iterator[Policy]:
    """The ranking, in turn over implementations and formats, near duplicates last."""
    groups: dict[object, list[Policy]] = {}
    limit = ranked[0][1] * HOPELESS if ranked else 0.0
    for policy, seconds in ranked:
        if seconds <= limit or not groups:
            groups.setdefault(_family(policy), []).append(policy)
    queues = [_spread(policies) for policies in groups.values()]
    while queues:
        remaining = []
        for queue in queues:
            for chosen in islice(queue, 1):
                yield chosen
                remaining.append(queue)
        queues = remaining


def _spread(policies: Sequence[Policy]) -> Iterator[Policy]:
    """The policies; those that differ from an earlier one in one decision only come last."""
    near: list[Policy] = []
    picked: set[object] = set()
    for policy in policies:
        around = _around(policy)
        if picked.isdisjoint(around):
            picked |= around
            yield policy
        else:
            near.append(policy)
    yield from near


def _around(policy: Policy) -> set[object]:
    """Keys of which two policies share one if they differ in the value of one decision only."""
    made = decisions(policy).items()
    return {(name, tuple(item for item in made if item[0] != name)) for name, _ in made}


def _mixed(*sources: tuple[Sequence[Policy], int]) -> Iterator[Policy]:
    """So many of each, in turn, to the end of all."""
    shares = [(iter(policies), count) for policies, count in sources]
    while turn := [policy for items, count in shares for policy in islice(items, count)]:
        yield from turn


def _corrected(space: SearchSpace, history: Sequence[Trial]) -> Callable[[Policy], float]:
    """The estimated time of a policy, as the trials correct it."""
    estimates = dict(space.estimates)
    measured = {p: seconds for p, seconds in seconds_of(history).items() if p in estimates}
    correction = fit_correction(space.default, measured, estimates.get, features)
    corrected = {policy: seconds * correction.factor(policy) for policy, seconds in space.estimates}
    return corrected.__getitem__


def features(default: Policy, policy: Policy) -> dict[object, float]:
    """The decisions in which a policy differs from the default one, each with amount 1. Sizes also
    have the logarithm of their ratio as an amount, because effects of sizes multiply.
    """
    before = decisions(default)
    found: dict[object, float] = {}
    for name, value in differences(default, policy):
        found[name, value] = 1.0
        sizes = _size(before.get(name)), _size(value)
        if sizes[0] is not None and sizes[1] is not None:
            found[name] = log2((sizes[1] + 1) / (sizes[0] + 1))
    return found


def _size(decision: Decision | None) -> int | None:
    """A number, or the product of the numbers of a tile; None for other decisions."""
    if isinstance(decision, int):
        return decision
    numbers = decision if isinstance(decision, tuple) else ()
    sizes = [item for item in numbers if isinstance(item, int)]
    return prod(sizes) if sizes else None


def _once(policies: Iterable[Policy]) -> Iterator[Policy]:
    return iter(dict.fromkeys(policies))
