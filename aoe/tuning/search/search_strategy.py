"""Which policies of an operator to measure next: a pure function of the space and what is known.

The order follows from one fact: compiling and measuring a candidate costs thousands of times more
than thinking about it. So the candidates are first the policies somebody already found good (the
default, the repository's, those of similar operators); then, in turn, the best of the analytic
ranking, which trials correct (`aoe.tuning.search.cost_correction`), neighbours of the best one
measured, and some spread over implementations and formats, until these bring nothing; then the
rest, for who has the time. What cannot be faster than the best measured, because its floor
(`aoe.backends.cpu.cost.lower_bound`) is above, is left out. `aoe.tuning.search.policy_search`
measures them.
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
from aoe.tuning.search.cost_correction import decision_effects
from aoe.tuning.search.search_limits import USUAL

#: Policies considered of one implementation; spaces list the most promising first.
SPACE_LIMIT = 4096
#: Formats or implementations whose best estimate is this many times the overall best are left out.
HOPELESS = 4.0
#: How many neighbours of the best policy measured, of the best by the ranking, and of those spread
#: over the space are proposed in turn.
NEAR, BEST, SPREAD = 1, 6, 1
#: A format of an implementation waits for the others when the best of so many of its policies takes
#: so many times as long as the best of all.
ENOUGH_TRIED, BEHIND = 2, 1.25


@dataclass(frozen=True, slots=True)
class Trial(Generic[AnyPolicy]):
    """A policy that was tried. `seconds` is None if it failed; `cause` and `detail` then say why.
    `same_as`: an earlier trial's policy that gives the same machine code, which was not measured
    again. `spent`: seconds that compiling and measuring it took, where that is known. `loadings`:
    of how many `seconds` is the mean, each in other memory and at another moment.
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
    """The policies of one operator on one device.

    `default`: the operator's default policy. `estimates`: every policy with the seconds the
    analytic model expects, ascending. `exploration`: the policies the analytic ranking proposes.
    `floors`: seconds below which policies cannot be, where that is known.
    """

    default: Policy
    estimates: tuple[tuple[Policy, float], ...]
    exploration: tuple[Policy, ...]
    floors: Mapping[Policy, float] = field(default_factory=dict)

    def __contains__(self, policy: Policy) -> bool:
        return any(policy == candidate for candidate, _ in self.estimates)

    @property
    def expected(self) -> float:
        """The seconds that the analytic model expects of the best policy."""
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
    def floor(self) -> float:
        """Seconds below which no policy of the space can be."""
        return min((self.floors.get(policy, 0.0) for policy, _ in self.estimates), default=0.0)


def search_space(
    operator: Operator, target: Target, explored: int = USUAL.explored, breadth: int = USUAL.breadth
) -> SearchSpace:
    """The space of an operator. `explored`, `breadth`: see `SearchLimits`. Raises `PolicyError` if
    nothing computes it.
    """
    default = default_policy(operator, target)
    own = operator.target(target)
    estimates: dict[Policy, float] = {}
    floors: dict[Policy, float] = {}
    for item in implementations_of(operator, target):
        for policy in item.space(operator, own, breadth)[:SPACE_LIMIT]:
            estimates[policy] = item.estimate(operator, policy, own)
            floors[policy] = item.lower_bound(operator, policy, own)
    return space_of(default, estimates.items(), floors, explored)


def space_of(
    default: Policy,
    estimates: Iterable[tuple[Policy, float]],
    floors: Mapping[Policy, float] | None = None,
    explored: int = USUAL.explored,
) -> SearchSpace:
    """The space of the given policies, estimates and floors (seconds)."""
    ranked = tuple(sorted(estimates, key=lambda pair: pair[1]))
    exploration = tuple(islice(_explore(ranked), explored))
    return SearchSpace(default, ranked, exploration, floors or {})


def propose(
    space: SearchSpace,
    seeds: Sequence[Policy],
    history: Sequence[Trial],
    count: int,
    margin: float = USUAL.margin,
) -> list[Policy]:
    """The next at most `count` policies to try, none of them tried before; empty when done.

    The default and the `seeds` come first. Of the others most are the best of the analytic ranking,
    as the trials correct it once the default was measured, some are neighbours of the best policy,
    and some are spread over implementations and formats; of all of these, such as prove slow come
    last. Policies that cannot be faster than the best by `margin` are left out, and such as the
    analytic model gives no hope.
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
    highest = highest_floor(space, history, margin)
    worth_trying = (
        policy
        for policy in _once(order)
        if policy not in tried and space.floors.get(policy, 0.0) < highest
    )
    return list(islice(worth_trying, count))


def highest_floor(space: SearchSpace, history: Sequence[Trial], margin: float) -> float:
    """Policies with a floor so high or higher are not worth trying. Infinite before anything was
    measured, and where a measurement below its floor shows that the device is faster than it is
    taken to be, so that floors tell nothing.
    """
    best = best_of(history)
    if best is None or best.seconds is None:
        return inf
    timed = ((trial.policy, trial.seconds) for trial in history if trial.seconds is not None)
    if any(seconds < space.floors.get(policy, 0.0) for policy, seconds in timed):
        return inf
    return best.seconds / (1.0 + margin)


def slow_families(history: Sequence[Trial]) -> set[object]:
    """The formats of implementations of which enough was tried to see that they are behind."""
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
    """What the policies took that did not fail."""
    return {trial.policy: trial.seconds for trial in history if trial.seconds}


def best_of(history: Sequence[Trial[AnyPolicy]]) -> Trial[AnyPolicy] | None:
    """The fastest trial that did not fail."""
    timed = [trial for trial in history if trial.seconds is not None]
    return min(timed, key=lambda trial: trial.seconds or 0.0, default=None)


def neighbours(space: SearchSpace, policy: Policy) -> list[Policy]:
    """Policies that differ from `policy` in one decision, best estimate first.

    A number may move to the nearest smaller and the nearest larger value the space has when all
    else is equal; a name or a list may become any other. A decision that not all policies have may
    also be left out, or taken up with any value.
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
    """The policy of the space most like `policy`, which may be of another operator's space.

    None if the space has no policy of that implementation.
    """
    alike = [candidate for candidate, _ in space.estimates if candidate.impl == policy.impl]
    return min(alike, key=lambda candidate: len(differences(policy, candidate)), default=None)


def decisions(policy: Policy) -> dict[str, Decision]:
    """All decisions of a policy by name; the implementation is one of them."""
    parts = (("format", policy.format), ("schedule", policy.schedule))
    named = {f"{part}.{name}": value for part, items in parts for name, value in items}
    return {"impl": policy.impl, **named}


def differences(policy: Policy, other: Policy) -> list[tuple[str, Decision | None]]:
    """The decisions of `other` that `policy` does not share, one for each name that differs; None
    for one that `other` does not have.
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
    """The ranking dealt out evenly over implementations and formats, near duplicates last."""
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
    """The policies with those that differ from an earlier pick in one decision only put last."""
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
    """What two policies have in common if they differ in the value of one decision only."""
    made = decisions(policy).items()
    return {(name, tuple(item for item in made if item[0] != name)) for name, _ in made}


def _mixed(*sources: tuple[Sequence[Policy], int]) -> Iterator[Policy]:
    """So many of each, in turn, to the end of all."""
    shares = [(iter(policies), count) for policies, count in sources]
    while turn := [policy for items, count in shares for policy in islice(items, count)]:
        yield from turn


def _corrected(space: SearchSpace, history: Sequence[Trial]) -> Callable[[Policy], float]:
    """The seconds that the analytic model expects of a policy, times what trials show of it."""
    estimates = dict(space.estimates)
    measured = {p: seconds for p, seconds in seconds_of(history).items() if p in estimates}
    effects = decision_effects(space.default, measured, estimates.get, features)
    corrected = {policy: seconds * effects.factor(policy) for policy, seconds in space.estimates}
    return corrected.__getitem__


def features(default: Policy, policy: Policy) -> dict[object, float]:
    """What a policy decides otherwise than the default one, and of sizes how much larger they are:
    logarithms, because a loop twice as long is to one as long what that is to one half as long.
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
    """A number, or the product of those of a tile; None for what is neither."""
    if isinstance(decision, int):
        return decision
    numbers = decision if isinstance(decision, tuple) else ()
    sizes = [item for item in numbers if isinstance(item, int)]
    return prod(sizes) if sizes else None


def _once(policies: Iterable[Policy]) -> Iterator[Policy]:
    return iter(dict.fromkeys(policies))
