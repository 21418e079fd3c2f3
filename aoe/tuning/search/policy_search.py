"""The search for the policy of one operator or subgraph: what was tried, who leads, what next.

A search goes in rounds. A round loads the baseline (the policy to beat), the leader and a batch of
challengers into the runner, races them, and lets the fastest challenger duel with the leader: only
a difference beyond the noise makes a new leader, which is then measured against the baseline.
A duel is over within milliseconds, and the machine may have been in a state for so long in which
the leader is faster than it mostly is. So while challengers are loaded, it goes on being compared
with who led before (`aoe.tuning.search.revalidation`), and gives way if it proves slower.
When nothing new is left to try, the search has its finals (`aoe.tuning.search.final_ranking`).
`aoe.tuning.task_scheduler` decides which search has the next round; `operator_search` and
`subgraph_search` begin searches.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Generic, Protocol

from aoe.policy import AnyPolicy
from aoe.tuning.comparison.racing import race
from aoe.tuning.comparison.timing_statistics import (
    Comparison,
    Measurement,
    Sampler,
    confirm,
    duel,
    measure,
)
from aoe.tuning.measurement.candidate import Candidate
from aoe.tuning.observer import CandidateFailure
from aoe.tuning.search.revalidation import Leadership, Revalidation
from aoe.tuning.search.search_limits import USUAL, SearchLimits
from aoe.tuning.search.search_strategy import Trial
from aoe.tuning.workload.subgraph_model import AnySubject, Subject

#: Seconds for a duel, and for confirming its winner.
DUEL_SECONDS = 4.0
#: Bytes of constants that may be loaded together; a larger operator's candidates take turns.
LOADED_BYTES = 512 << 20


class Bench(Sampler, Protocol):
    """Where candidates are run; in practice `aoe.tuning.measurement.runner.Runner`."""

    @property
    def failures(self) -> dict[int, CandidateFailure[Any]]:
        """Why candidates failed, by number."""

    def open(self, subject: AnySubject) -> None:
        """Gets ready for candidates of an operator or subgraph."""

    def load(self, number: int, candidate: Candidate[Any]) -> CandidateFailure[Any] | None:
        """Loads and checks a candidate."""

    def forget(self) -> None:
        """Frees all candidates and clears `failures`. Those loaded next lie elsewhere in memory,
        all of them alike (`aoe.backends.cpu.profiler.candidate_memory`).
        """


class Space(Protocol[AnyPolicy]):
    """The policies that a search chooses from."""

    @property
    def default(self) -> AnyPolicy:
        """The default policy."""

    @property
    def size(self) -> int:
        """About how many policies there are."""

    @property
    def expected(self) -> float:
        """Seconds that the analytic model expects of the best policy."""

    @property
    def floor(self) -> float:
        """Seconds below which no policy can be, 0 if that is unknown."""

    def propose(
        self,
        seeds: Sequence[AnyPolicy],
        history: Sequence[Trial[AnyPolicy]],
        count: int,
        margin: float,
    ) -> list[AnyPolicy]:
        """The next at most `count` policies to try, given what was tried; empty when done."""


@dataclass(slots=True)
class PolicySearch(Generic[Subject, AnyPolicy]):
    """The state of a search: of a policy for `subject`.

    `baseline`: what a winner must beat. `leader`: the best policy confirmed so far, None until a
    round is done or while none has worked; it takes `leader_seconds`. `comparison`: leader
    (challenger) against baseline (incumbent), None while they are the same or the baseline does not
    work. `default_time`: of the default policy when that comparison was made, None where it does
    not work. `since_change`: trials since the leader was appointed. `compiled`: what is kept for
    the next round. `codes`: the first policy tried with some machine code, by its hash.
    `probation`: of the leader, where it is not the baseline. `searched`: whether nothing new is
    left to try; `finals`: rounds of finalists done; `reviewed`: the leader that held in the finals,
    `reviews` times.
    """

    subject: Subject
    space: Space[AnyPolicy]
    baseline: AnyPolicy
    seeds: tuple[AnyPolicy, ...] = ()
    leader: AnyPolicy | None = None
    leader_seconds: float = 0.0
    comparison: Comparison | None = None
    default_time: Measurement | None = None
    history: list[Trial[AnyPolicy]] = field(default_factory=list)
    failures: list[CandidateFailure[AnyPolicy]] = field(default_factory=list)
    since_change: int = 0
    rounds: int = 0
    compiled: dict[AnyPolicy, Candidate[AnyPolicy]] = field(default_factory=dict)
    limits: SearchLimits = USUAL
    codes: dict[str, AnyPolicy] = field(default_factory=dict)
    probation: Revalidation[AnyPolicy] = field(default_factory=Revalidation)
    finals: int = 0
    searched: bool = False
    reviewed: AnyPolicy | None = None
    reviews: int = 0

    @property
    def improved(self) -> bool:
        """Whether the leader is faster than the baseline beyond noise."""
        return self.comparison is not None and self.comparison.verdict < 0

    @property
    def rival(self) -> AnyPolicy:
        """What the leader is on probation against: who led before it, or the baseline."""
        before = self.probation.before
        works = before is not None and before.policy in self.compiled
        return before.policy if before is not None and works else self.baseline

    def next_batch(self, count: int) -> list[AnyPolicy]:
        """The new policies of the next round, the baseline among those of the first; empty when
        nothing is left that is worth trying.
        """
        limits = self.limits
        if len(self.history) >= limits.most_trials or self.since_change >= limits.patience:
            return []
        return self.space.propose(self.seeds, self.history, count, limits.margin)

    def add_failure(self, failure: CandidateFailure[AnyPolicy]) -> None:
        """Records a candidate that did not compile."""
        self.failures.append(failure)
        self.history.append(failed_trial(failure))


def failed_trial(failure: CandidateFailure[AnyPolicy]) -> Trial[AnyPolicy]:
    """The trial of a candidate that did not work."""
    return Trial(failure.policy, None, failure.cause, failure.detail)


def run_round(
    search: PolicySearch[Subject, AnyPolicy],
    candidates: Sequence[Candidate[AnyPolicy]],
    bench: Bench,
    seconds: float = DUEL_SECONDS,
) -> None:
    """Measures a batch of compiled candidates, in as many turns as memory needs; of those with the
    same machine code one, whose time is that of the others too. `seconds`: for a duel.
    """
    tried = {trial.policy for trial in search.history}
    search.finals += bool(candidates) and tried.issuperset(item.policy for item in candidates)
    new, twins = _told_apart(search, candidates)
    search.compiled |= {item.policy: item for item in new}
    bench.open(search.subject)
    for chunk in _chunks(new):
        _run_chunk(search, chunk, bench, seconds)
    results = {trial.policy: trial for trial in search.history}
    search.history = [results[policy] for policy in dict.fromkeys(t.policy for t in search.history)]
    search.history += [
        replace(results[first], policy=policy, same_as=first) for policy, first in twins.items()
    ]
    kept = _compared_with(search)
    search.compiled = {p: item for p, item in search.compiled.items() if p in kept}
    search.rounds += 1


def _told_apart(
    search: PolicySearch[Subject, AnyPolicy], candidates: Sequence[Candidate[AnyPolicy]]
) -> tuple[list[Candidate[AnyPolicy]], dict[AnyPolicy, AnyPolicy]]:
    """The candidates to measure, and of the others the policy tried before that has their code.
    What others are compared with is always measured itself.
    """
    new: list[Candidate[AnyPolicy]] = []
    twins: dict[AnyPolicy, AnyPolicy] = {}
    for candidate in candidates:
        policy = candidate.policy
        first = search.codes.setdefault(candidate.code, policy)
        if first == policy or policy in (search.baseline, search.space.default):
            new.append(candidate)
        else:
            twins[policy] = first
    return new, twins


def _chunks(candidates: Sequence[Candidate[AnyPolicy]]) -> Iterator[list[Candidate[AnyPolicy]]]:
    chunk: list[Candidate[AnyPolicy]] = []
    size = 0
    for candidate in candidates:
        if chunk and size + candidate.bytes > LOADED_BYTES:
            yield chunk
            chunk, size = [], 0
        chunk.append(candidate)
        size += candidate.bytes
    if chunk:
        yield chunk


def _run_chunk(
    search: PolicySearch[Subject, AnyPolicy],
    candidates: Sequence[Candidate[AnyPolicy]],
    bench: Bench,
    duel_seconds: float,
) -> None:
    batch = [candidate.policy for candidate in candidates]
    known = _compared_with(search)
    loaded = [policy for policy in dict.fromkeys([*known, *batch]) if policy in search.compiled]
    numbers = {policy: number for number, policy in enumerate(loaded)}
    for policy, number in numbers.items():
        bench.load(number, search.compiled[policy])
        if search.improved and search.leader in numbers and policy not in known:
            rival = numbers.get(search.rival)
            if rival is not None:
                search.probation.add(bench, numbers[search.leader], rival)
    if search.improved and search.probation.failed:
        step_down(search, search.probation.found.ratio)
    times = {loaded[number]: seconds for number, seconds in race(bench, range(len(loaded))).items()}
    if search.leader not in times:
        _appoint_leader(search, times)
    scale = search.leader_seconds / times[search.leader] if search.leader in times else 1.0
    timed = {policy: times[policy] * scale for policy in batch if policy in times}
    earlier = {trial.policy: trial for trial in search.history if trial.policy in timed}
    seconds = {policy: _mean(earlier.get(policy), time) for policy, time in timed.items()}
    search.since_change += len(timed.keys() - earlier.keys())
    _challenge(search, loaded, seconds, bench, duel_seconds)
    reasons = drop_failed(search, bench)
    seconds = {policy: time for policy, time in seconds.items() if policy not in reasons}
    search.history += [
        Trial(policy, time, loadings=1 + _loadings(earlier.get(policy)))
        for policy, time in seconds.items()
    ]
    search.history += [
        failed_trial(reasons[policy]) if policy in reasons else Trial(policy, None)
        for policy in batch
        if policy not in seconds
    ]
    bench.forget()


def _loadings(earlier: Trial[AnyPolicy] | None) -> int:
    return 0 if earlier is None or earlier.seconds is None else earlier.loadings


def _mean(earlier: Trial[AnyPolicy] | None, seconds: float) -> float:
    """Seconds of a policy that was timed before, from all its loadings."""
    if earlier is None or earlier.seconds is None:
        return seconds
    return (earlier.seconds * earlier.loadings + seconds) / (earlier.loadings + 1)


def drop_failed(
    search: PolicySearch[Subject, AnyPolicy], bench: Bench
) -> dict[AnyPolicy, CandidateFailure[AnyPolicy]]:
    """What failed on the bench, and why: it has no time, leads no longer, and nothing is compared
    with it.
    """
    reasons = {failure.policy: failure for failure in bench.failures.values()}
    search.failures += reasons.values()
    search.compiled = {p: item for p, item in search.compiled.items() if p not in reasons}
    search.history = [
        failed_trial(reasons[trial.policy]) if trial.policy in reasons else trial
        for trial in search.history
    ]
    if search.leader not in search.compiled:
        search.leader, search.comparison = None, None
    return reasons


def _compared_with(search: PolicySearch[Subject, AnyPolicy]) -> list[AnyPolicy]:
    """What challengers are compared with, the baseline first, and who would lead instead."""
    known = [search.baseline, search.leader or search.baseline, search.space.default]
    if search.probation.before is not None:
        known.append(search.probation.before.policy)
    return list(dict.fromkeys(known))


def step_down(search: PolicySearch[Subject, AnyPolicy], ratio: float) -> None:
    """The leader is not what it seemed to be: its rival leads again, who led before or the
    baseline. `ratio`: of the leader's time to the rival's.
    """
    assert search.comparison is not None, "only a leader that won is on probation"
    failed = search.leader
    before = search.probation.before
    if before is None or before.policy != search.rival:
        seconds = search.leader_seconds / search.comparison.ratio
        before = Leadership(search.baseline, seconds, None, None)
    corrected = before.seconds * ratio
    search.history = [
        replace(trial, seconds=corrected) if failed in (trial.policy, trial.same_as) else trial
        for trial in search.history
    ]
    search.leader, search.leader_seconds = before.policy, before.seconds
    search.comparison, search.default_time = before.comparison, before.default_time
    search.probation, search.since_change = Revalidation(), 0


def _appoint_leader(
    search: PolicySearch[Subject, AnyPolicy], times: Mapping[AnyPolicy, float]
) -> None:
    """The first leader is the baseline; should it not work, the fastest that does."""
    fastest = min(times, key=lambda policy: times[policy], default=None)
    search.leader = search.baseline if search.baseline in times else fastest
    search.leader_seconds = times[search.leader] if search.leader is not None else 0.0
    search.comparison, search.probation = None, Revalidation()


def _challenge(
    search: PolicySearch[Subject, AnyPolicy],
    loaded: Sequence[AnyPolicy],
    seconds: dict[AnyPolicy, float],
    bench: Bench,
    duel_seconds: float,
) -> None:
    """The fastest of the batch against the leader. `seconds` is corrected by what that shows."""
    challenger = min(seconds, key=lambda policy: seconds[policy], default=None)
    leader = search.leader
    if challenger is None or leader is None or challenger == leader:
        return
    if seconds[challenger] >= search.leader_seconds:
        return
    numbers = {policy: number for number, policy in enumerate(loaded)}
    comparison = duel(bench, numbers[challenger], numbers[leader], duel_seconds, True)
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
    before = Leadership(leader, search.leader_seconds, search.comparison, search.default_time)
    search.probation = Revalidation(before)
    seconds[challenger] = search.leader_seconds * ratio
    search.leader_seconds = seconds[challenger]
    search.leader, search.comparison, search.since_change = challenger, confirmed, 0
    search.default_time = _default_time(search, confirmed, numbers, bench)


def _default_time(
    search: PolicySearch[Subject, AnyPolicy],
    confirmed: Comparison | None,
    numbers: Mapping[AnyPolicy, int],
    bench: Bench,
) -> Measurement | None:
    """The default policy's time: known already where it is the one to beat."""
    if confirmed is not None and search.baseline == search.space.default:
        return confirmed.incumbent
    number = numbers.get(search.space.default)
    return None if number is None else measure(bench, number)
