"""The search for one operator's policy: what was tried, who leads, what to try next.

A search goes in rounds. A round loads the baseline (the policy to beat), the leader and a batch of
challengers into the runner, races them, and lets the fastest challenger duel with the leader: only
a difference beyond the noise makes a new leader, which is then measured against the baseline.
`aoe.tuning.operator_tuning` decides which operator has the next round.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Protocol

from aoe.device import Device
from aoe.operators.operator import Operator
from aoe.policy import Policy
from aoe.tuning.candidate import Candidate
from aoe.tuning.measure import Comparison, Measurement, Sampler, confirm, duel, measure
from aoe.tuning.observer import CandidateFailure
from aoe.tuning.race import race
from aoe.tuning.search import SearchSpace, Trial, propose, search_space
from aoe.tuning.search_limits import USUAL, SearchLimits

#: Seconds for a duel, and for confirming its winner.
DUEL_SECONDS = 4.0
#: Bytes of constants that may be loaded together; a larger operator's candidates take turns.
LOADED_BYTES = 512 << 20


class Bench(Sampler, Protocol):
    """Where candidates are run; in practice `aoe.tuning.runner.Runner`."""

    @property
    def failures(self) -> dict[int, CandidateFailure]:
        """Why candidates failed, by number."""

    def open(self, operator: Operator) -> None:
        """Gets ready for candidates of an operator."""

    def load(self, number: int, candidate: Candidate) -> CandidateFailure | None:
        """Loads and checks a candidate."""

    def forget(self) -> None:
        """Frees all candidates and clears `failures`."""


@dataclass(slots=True)
class OperatorSearch:
    """The state of one operator's search.

    `baseline`: what a winner must beat. `leader`: the best policy confirmed so far, None until a
    round is done or while none has worked; it takes `leader_seconds`. `comparison`: leader
    (challenger) against baseline (incumbent), None while they are the same or the baseline does not
    work. `default_time`: of the default policy when that comparison was made, None where it does
    not work. `since_change`: trials since the leader was appointed. `compiled`: what is kept for
    the next round. `codes`: the first policy tried with some machine code, by its hash.
    """

    operator: Operator
    space: SearchSpace
    baseline: Policy
    seeds: tuple[Policy, ...] = ()
    leader: Policy | None = None
    leader_seconds: float = 0.0
    comparison: Comparison | None = None
    default_time: Measurement | None = None
    history: list[Trial] = field(default_factory=list)
    failures: list[CandidateFailure] = field(default_factory=list)
    since_change: int = 0
    rounds: int = 0
    compiled: dict[Policy, Candidate] = field(default_factory=dict)
    limits: SearchLimits = USUAL
    codes: dict[str, Policy] = field(default_factory=dict)

    @property
    def improved(self) -> bool:
        """Whether the leader is faster than the baseline beyond noise."""
        return self.comparison is not None and self.comparison.verdict < 0

    def next_batch(self, count: int) -> list[Policy]:
        """The policies of the next round, the baseline among those of the first; empty when the
        search is over.
        """
        limits = self.limits
        if len(self.history) >= limits.most_trials or self.since_change >= limits.patience:
            return []
        return propose(self.space, self.seeds, self.history, count, limits.margin)

    def add_failure(self, failure: CandidateFailure) -> None:
        """Records a candidate that did not compile."""
        self.failures.append(failure)
        self.history.append(failed_trial(failure))


def failed_trial(failure: CandidateFailure) -> Trial:
    """The trial of a candidate that did not work."""
    return Trial(failure.policy, None, failure.cause, failure.detail)


def start_search(
    operator: Operator,
    device: Device,
    baseline: Policy | None,
    seeds: Sequence[Policy] = (),
    limits: SearchLimits = USUAL,
) -> OperatorSearch:
    """A search for something better than `baseline`, by default the default policy. Raises
    `PolicyError` if nothing computes the operator.
    """
    space = search_space(operator, device, limits.explored)
    chosen = space.default if baseline is None else baseline
    known = seeds if baseline is None else (baseline, *seeds)
    return OperatorSearch(operator, space, chosen, tuple(known), limits=limits)


def run_round(
    search: OperatorSearch,
    candidates: Sequence[Candidate],
    bench: Bench,
    seconds: float = DUEL_SECONDS,
) -> None:
    """Measures a batch of compiled candidates, in as many turns as memory needs; of those with the
    same machine code one, whose time is that of the others too. `seconds`: for a duel.
    """
    new, twins = _told_apart(search, candidates)
    search.compiled |= {item.policy: item for item in new}
    bench.open(search.operator)
    for chunk in _chunks(new):
        _run_chunk(search, chunk, bench, seconds)
    results = {trial.policy: trial for trial in search.history}
    search.history += [
        replace(results[first], policy=policy, same_as=first) for policy, first in twins.items()
    ]
    kept = (search.baseline, search.space.default, search.leader)
    search.compiled = {p: item for p, item in search.compiled.items() if p in kept}
    search.rounds += 1


def _told_apart(
    search: OperatorSearch, candidates: Sequence[Candidate]
) -> tuple[list[Candidate], dict[Policy, Policy]]:
    """The candidates to measure, and of the others the policy tried before that has their code.
    What others are compared with is always measured itself.
    """
    new: list[Candidate] = []
    twins: dict[Policy, Policy] = {}
    for candidate in candidates:
        policy = candidate.policy
        first = search.codes.setdefault(candidate.code, policy)
        if first == policy or policy in (search.baseline, search.space.default):
            new.append(candidate)
        else:
            twins[policy] = first
    return new, twins


def _chunks(candidates: Sequence[Candidate]) -> Iterator[list[Candidate]]:
    chunk: list[Candidate] = []
    size = 0
    for candidate in candidates:
        plan = candidate.compiled.plan
        weight = plan.packed_bytes + plan.constant_bytes + plan.arena_bytes
        if chunk and size + weight > LOADED_BYTES:
            yield chunk
            chunk, size = [], 0
        chunk.append(candidate)
        size += weight
    if chunk:
        yield chunk


def _run_chunk(
    search: OperatorSearch, candidates: Sequence[Candidate], bench: Bench, duel_seconds: float
) -> None:
    batch = [candidate.policy for candidate in candidates]
    known = [search.baseline, search.leader or search.baseline, search.space.default]
    wanted = dict.fromkeys([*known, *batch])
    loaded = [policy for policy in wanted if policy in search.compiled]
    for number, policy in enumerate(loaded):
        bench.load(number, search.compiled[policy])
    times = {loaded[number]: seconds for number, seconds in race(bench, range(len(loaded))).items()}
    if search.leader not in times:
        _appoint_leader(search, times)
    scale = search.leader_seconds / times[search.leader] if search.leader in times else 1.0
    seconds = {policy: times[policy] * scale for policy in batch if policy in times}
    _challenge(search, loaded, seconds, bench, duel_seconds)
    for failure in bench.failures.values():
        search.failures.append(failure)
        search.compiled.pop(failure.policy, None)
        seconds.pop(failure.policy, None)
    if search.leader not in search.compiled:
        search.leader, search.comparison = None, None
    reasons = {failure.policy: failure for failure in bench.failures.values()}
    search.history += [Trial(policy, time) for policy, time in seconds.items()]
    search.history += [
        failed_trial(reasons[policy]) if policy in reasons else Trial(policy, None)
        for policy in batch
        if policy not in seconds
    ]
    bench.forget()


def _appoint_leader(search: OperatorSearch, times: Mapping[Policy, float]) -> None:
    """The first leader is the baseline; should it not work, the fastest that does."""
    fastest = min(times, key=lambda policy: times[policy], default=None)
    search.leader = search.baseline if search.baseline in times else fastest
    search.leader_seconds = times[search.leader] if search.leader is not None else 0.0
    search.comparison = None


def _challenge(
    search: OperatorSearch,
    loaded: Sequence[Policy],
    seconds: dict[Policy, float],
    bench: Bench,
    duel_seconds: float,
) -> None:
    """The fastest of the batch against the leader. `seconds` is corrected by what that shows."""
    search.since_change += len(seconds)
    challenger = min(seconds, key=lambda policy: seconds[policy], default=None)
    leader = search.leader
    if challenger is None or leader is None or challenger == leader:
        return
    if seconds[challenger] >= search.leader_seconds:
        return
    numbers = {policy: number for number, policy in enumerate(loaded)}
    comparison = duel(bench, numbers[challenger], numbers[leader], duel_seconds)
    ratio = comparison.ratio if comparison is not None else 1.0
    confirmed: Comparison | None = None
    wins = comparison is not None and comparison.verdict < 0
    if wins and search.baseline in numbers:
        gained = search.comparison.ratio if search.comparison is not None else 1.0
        baseline = numbers[search.baseline]
        confirmed = confirm(bench, numbers[challenger], baseline, ratio * gained, duel_seconds)
        wins = confirmed is not None and confirmed.verdict < 0
    if not wins:
        seconds[challenger] = search.leader_seconds * max(1.0, ratio)
        return
    seconds[challenger] = search.leader_seconds * ratio
    search.leader_seconds = seconds[challenger]
    search.leader, search.comparison, search.since_change = challenger, confirmed, 0
    search.default_time = _default_time(search, confirmed, numbers, bench)


def _default_time(
    search: OperatorSearch,
    confirmed: Comparison | None,
    numbers: Mapping[Policy, int],
    bench: Bench,
) -> Measurement | None:
    """The default policy's time: known already where it is the one to beat."""
    if confirmed is not None and search.baseline == search.space.default:
        return confirmed.incumbent
    number = numbers.get(search.space.default)
    return None if number is None else measure(bench, number)
