"""The search for the policy of one operator or subgraph: its state and its generations.

A search proceeds in generations. A generation loads the baseline (the policy to beat), the
incumbent and a batch of candidates into the runner and screens them. The fastest candidate
challenges the incumbent. If it wins, it is confirmed against the baseline, in samples of its own,
and leads. While candidates are loaded, the incumbent is revalidated against its predecessor
(`aoe.tuning.search.revalidation`). When nothing new is left to try, the final ranking follows
(`aoe.tuning.search.final_ranking`).

All comparisons are `aoe.tuning.comparison.paired_comparison.compare_candidates`.
`aoe.tuning.task_scheduler` decides which search has the next generation; `operator_search` and
`subgraph_search` begin searches.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Generic, Protocol

from aoe.policy import AnyPolicy
from aoe.tuning.comparison.comparison_policy import QUIET
from aoe.tuning.comparison.noise import NoiseMonitor
from aoe.tuning.comparison.paired_comparison import Sampler, Turns
from aoe.tuning.comparison.racing import race
from aoe.tuning.comparison.timing_statistics import Comparison, Measurement
from aoe.tuning.measurement.candidate import Candidate
from aoe.tuning.observer import CandidateFailure
from aoe.tuning.search.challenge import challenge, confirmation, measured_alone
from aoe.tuning.search.memory_chunks import memory_chunks
from aoe.tuning.search.revalidation import Incumbency, RankingProgress, Revalidation
from aoe.tuning.search.search_limits import USUAL, SearchLimits
from aoe.tuning.search.search_strategy import Trial
from aoe.tuning.workload.cold_operands import WARM, ColdOperands
from aoe.tuning.workload.subgraph_model import AnyWorkload, Workload


class CandidateRunner(Sampler, Protocol):
    """Runs candidates; in practice `aoe.tuning.measurement.runner.Runner`."""

    @property
    def failures(self) -> dict[int, CandidateFailure[Any]]:
        """Why candidates failed, by number."""

    def open(self, workload: AnyWorkload, cold: ColdOperands = WARM) -> None:
        """Makes the data of an operator or subgraph whose candidates come next. `cold`: operands
        that are in no cache when it runs.
        """

    def load(self, number: int, candidate: Candidate[Any]) -> CandidateFailure[Any] | None:
        """Loads and checks a candidate."""

    def forget(self) -> None:
        """Frees all candidates and clears `failures`. Candidates loaded next lie elsewhere in
        memory, all of them alike (`aoe.backends.cpu.profiler.candidate_memory`).
        """


class Space(Protocol[AnyPolicy]):
    """The search space: the policies that a search chooses from."""

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
    def lower_bound(self) -> float:
        """The lower bound of every policy's time in seconds, 0 if that is unknown."""

    def propose(
        self,
        seeds: Sequence[AnyPolicy],
        history: Sequence[Trial[AnyPolicy]],
        count: int,
        margin: float,
    ) -> list[AnyPolicy]:
        """The next at most `count` policies to try, given what was tried; empty when done."""


@dataclass(slots=True)
class PolicySearch(Generic[Workload, AnyPolicy]):
    """The state of a search.

    Attributes:
        workload: The operator or subgraph whose policy is searched for.
        space: The search space.
        baseline: The policy that a winner must beat.
        seeds: Policies that are tried first.
        incumbency: The best policy confirmed so far. None until a generation is done or while no
            candidate has worked.
        history: All trials.
        failures: Why candidates failed.
        since_change: Trials since the incumbent was appointed.
        generations: Generations done.
        compiled: Candidates that are kept for the next generation.
        limits: How far the search goes.
        codes: The first policy tried with some machine code, by its hash.
        revalidation: Of the incumbent, where it is not the baseline.
        searched: Whether nothing new is left to try.
        ranking: How far the final ranking is.
        noise: What is measured of the machine's noise by the samples of incumbent and baseline.
        cold: Operands that are in no cache when the model comes to it.
    """

    workload: Workload
    space: Space[AnyPolicy]
    baseline: AnyPolicy
    seeds: tuple[AnyPolicy, ...] = ()
    incumbency: Incumbency[AnyPolicy] | None = None
    history: list[Trial[AnyPolicy]] = field(default_factory=list)
    failures: list[CandidateFailure[AnyPolicy]] = field(default_factory=list)
    since_change: int = 0
    generations: int = 0
    compiled: dict[AnyPolicy, Candidate[AnyPolicy]] = field(default_factory=dict)
    limits: SearchLimits = USUAL
    codes: dict[str, AnyPolicy] = field(default_factory=dict)
    revalidation: Revalidation[AnyPolicy] = field(default_factory=Revalidation)
    searched: bool = False
    ranking: RankingProgress[AnyPolicy] = field(default_factory=RankingProgress)
    noise: NoiseMonitor = field(default_factory=NoiseMonitor)
    cold: ColdOperands = WARM

    @property
    def incumbent(self) -> AnyPolicy | None:
        """The policy that leads."""
        return None if self.incumbency is None else self.incumbency.policy

    @property
    def incumbent_seconds(self) -> float:
        """Its time; while none leads that of the fastest trial, 0 if none worked."""
        if self.incumbency is not None:
            return self.incumbency.seconds
        return min((trial.seconds for trial in self.history if trial.seconds), default=0.0)

    @property
    def comparison(self) -> Comparison | None:
        """The incumbent against the baseline, as in `Incumbency`."""
        return None if self.incumbency is None else self.incumbency.comparison

    @property
    def improved(self) -> bool:
        """Whether the incumbent is faster than the baseline beyond noise."""
        return self.comparison is not None and self.comparison.verdict < 0

    @property
    def rival(self) -> AnyPolicy:
        """What the incumbent is revalidated against: who led before it, or the baseline."""
        before = self.revalidation.before
        works = before is not None and before.policy in self.compiled
        return before.policy if before is not None and works else self.baseline

    def next_batch(self, count: int) -> list[AnyPolicy]:
        """The new policies of the next generation, the baseline among those of the first. Empty
        when nothing is left that is worth trying.
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


def run_generation(
    search: PolicySearch[Workload, AnyPolicy],
    candidates: Sequence[Candidate[AnyPolicy]],
    bench: CandidateRunner,
    seconds: float = QUIET.seconds,
) -> None:
    """Runs a generation: measures a batch of compiled candidates, in as many chunks as memory
    needs. Of candidates with the same machine code one is measured, and the others get its time.

    Args:
        search: Its state is updated.
        candidates: The batch.
        bench: Where candidates are run.
        seconds: For a comparison of two candidates.
    """
    tried = {trial.policy for trial in search.history}
    search.ranking.generations += bool(candidates) and tried.issuperset(
        item.policy for item in candidates
    )
    new, twins = _without_twins(search, candidates)
    search.compiled |= {item.policy: item for item in new}
    bench.open(search.workload, search.cold)
    for chunk in memory_chunks(new):
        _run_chunk(search, chunk, bench, seconds)
    results = {trial.policy: trial for trial in search.history}
    search.history = [results[policy] for policy in dict.fromkeys(t.policy for t in search.history)]
    search.history += [
        replace(results[first], policy=policy, same_as=first) for policy, first in twins.items()
    ]
    kept = _incumbents(search)
    search.compiled = {p: item for p, item in search.compiled.items() if p in kept}
    search.generations += 1


def _without_twins(
    search: PolicySearch[Workload, AnyPolicy], candidates: Sequence[Candidate[AnyPolicy]]
) -> tuple[list[Candidate[AnyPolicy]], dict[AnyPolicy, AnyPolicy]]:
    """The candidates to measure, and for each of the others the policy that has its machine code.
    Incumbents are always measured themselves.
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


def _run_chunk(
    search: PolicySearch[Workload, AnyPolicy],
    candidates: Sequence[Candidate[AnyPolicy]],
    bench: CandidateRunner,
    seconds_each: float,
) -> None:
    batch = [candidate.policy for candidate in candidates]
    known = _incumbents(search)
    loaded = [policy for policy in dict.fromkeys([*known, *batch]) if policy in search.compiled]
    numbers = {policy: number for number, policy in enumerate(loaded)}
    turns = Turns(bench, search.noise, {numbers[p]: p for p in known if p in numbers})
    for policy, number in numbers.items():
        bench.load(number, search.compiled[policy])
        if search.improved and search.incumbent in numbers and policy not in known:
            rival = numbers.get(search.rival)
            if rival is not None:
                search.revalidation.add(turns, numbers[search.incumbent], rival)
    if search.improved and search.revalidation.failed:
        demote(search, search.revalidation.found.ratio)
    times = {loaded[number]: taken for number, taken in race(turns, range(len(loaded))).items()}
    if search.incumbent not in times:
        _appoint_incumbent(search, times)
    scale = search.incumbent_seconds / times[search.incumbent] if search.incumbent in times else 1.0
    timed = {policy: times[policy] * scale for policy in batch if policy in times}
    earlier = {trial.policy: trial for trial in search.history if trial.policy in timed}
    seconds = {policy: _mean(earlier.get(policy), taken) for policy, taken in timed.items()}
    search.since_change += len(timed.keys() - earlier.keys())
    _challenge(search, loaded, seconds, times.get(search.baseline), turns, seconds_each)
    reasons = drop_failed(search, bench)
    seconds = {policy: taken for policy, taken in seconds.items() if policy not in reasons}
    search.history += [
        Trial(policy, taken, loadings=1 + _loadings(earlier.get(policy)))
        for policy, taken in seconds.items()
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
    """The time of a policy over all its loadings."""
    if earlier is None or earlier.seconds is None:
        return seconds
    return (earlier.seconds * earlier.loadings + seconds) / (earlier.loadings + 1)


def drop_failed(
    search: PolicySearch[Workload, AnyPolicy], bench: CandidateRunner
) -> dict[AnyPolicy, CandidateFailure[AnyPolicy]]:
    """Why candidates failed on the bench. They lose their times and their lead, and are kept no
    longer.
    """
    reasons = {failure.policy: failure for failure in bench.failures.values()}
    search.failures += reasons.values()
    search.compiled = {p: item for p, item in search.compiled.items() if p not in reasons}
    search.history = [
        failed_trial(reasons[trial.policy]) if trial.policy in reasons else trial
        for trial in search.history
    ]
    if search.incumbent not in search.compiled:
        search.incumbency = None
    return reasons


def _incumbents(search: PolicySearch[Workload, AnyPolicy]) -> list[AnyPolicy]:
    """What candidates are compared with, the baseline first, and who would lead instead."""
    known = [search.baseline, search.incumbent or search.baseline, search.space.default]
    if search.revalidation.before is not None:
        known.append(search.revalidation.before.policy)
    return list(dict.fromkeys(known))


def demote(search: PolicySearch[Workload, AnyPolicy], ratio: float) -> None:
    """Demotes the incumbent: its rival leads again, who led before or the baseline.

    Args:
        search: Its state is updated.
        ratio: Of the incumbent's time to the rival's.
    """
    assert search.comparison is not None, "only an incumbent that won is revalidated"
    failed = search.incumbent
    before = search.revalidation.before
    if before is None or before.policy != search.rival:
        seconds = search.incumbent_seconds / search.comparison.ratio
        before = Incumbency(search.baseline, seconds)
    corrected = before.seconds * ratio
    search.history = [
        replace(trial, seconds=corrected) if failed in (trial.policy, trial.same_as) else trial
        for trial in search.history
    ]
    search.incumbency = before
    search.revalidation, search.since_change = Revalidation(), 0


def _appoint_incumbent(
    search: PolicySearch[Workload, AnyPolicy], times: Mapping[AnyPolicy, float]
) -> None:
    """The first incumbent is the baseline; should it not work, the fastest that does."""
    fastest = min(times, key=lambda policy: times[policy], default=None)
    first = search.baseline if search.baseline in times else fastest
    search.incumbency = None if first is None else Incumbency(first, times[first])
    search.revalidation = Revalidation()


def _challenge(
    search: PolicySearch[Workload, AnyPolicy],
    loaded: Sequence[AnyPolicy],
    seconds: dict[AnyPolicy, float],
    usual: float | None,
    turns: Turns,
    seconds_each: float,
) -> None:
    """The fastest of the batch against the incumbent.

    Args:
        search: Its state is updated.
        loaded: The policies that are loaded; their places are their numbers.
        seconds: Of the batch; corrected by what the challenge shows.
        usual: Of the baseline in the screening.
        turns: Takes the runs.
        seconds_each: For a comparison of two candidates.
    """
    candidate = min(seconds, key=lambda policy: seconds[policy], default=None)
    before = search.incumbency
    if candidate is None or before is None or candidate == before.policy:
        return
    if seconds[candidate] >= before.seconds:
        return
    numbers = {policy: number for number, policy in enumerate(loaded)}
    number = numbers[candidate]
    found = challenge(turns, number, numbers[before.policy], seconds_each)
    ratio = found.ratio if found is not None else 1.0
    confirmed: Comparison | None = None
    wins = found is not None and found.verdict < 0
    if wins and search.baseline in numbers:
        gained = before.comparison.ratio if before.comparison is not None else 1.0
        baseline = numbers[search.baseline]
        confirmed = confirmation(turns, number, baseline, ratio * gained, usual, seconds_each)
        wins = confirmed is not None and confirmed.verdict < 0
    if not wins:
        seconds[candidate] = before.seconds * max(1.0, ratio)
        return
    seconds[candidate] = before.seconds * ratio
    usual_time = _default_time(search, confirmed, numbers, turns)
    search.incumbency = Incumbency(candidate, seconds[candidate], confirmed, usual_time)
    search.revalidation, search.since_change = Revalidation(before), 0


def _default_time(
    search: PolicySearch[Workload, AnyPolicy],
    confirmed: Comparison | None,
    numbers: Mapping[AnyPolicy, int],
    turns: Turns,
) -> Measurement | None:
    """The default policy's time: known already where it is the baseline."""
    if confirmed is not None and search.baseline == search.space.default:
        return confirmed.incumbent
    number = numbers.get(search.space.default)
    return None if number is None else measured_alone(turns, number)
