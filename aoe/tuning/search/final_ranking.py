"""The final ranking: the end of a search, when nothing new is left to try.

A search finds its incumbent within seconds, in the states that the machine had then, with memory
where it happened to lie. So later, when all searches have come so far, its incumbent is compared
again with the policies it took the lead from (`review`). Each run of that loads both anew,
elsewhere in memory. Policies that were about as fast get another chance (`finalists`).
`aoe.tuning.task_scheduler` says when.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from aoe.policy import AnyPolicy
from aoe.tuning.comparison.comparison_policy import QUIET, ComparisonPolicy, Stage
from aoe.tuning.comparison.noise import NoiseMonitor
from aoe.tuning.comparison.paired_comparison import Turns, compare_candidates
from aoe.tuning.comparison.timing_statistics import Comparison, Run
from aoe.tuning.measurement.candidate import Candidate
from aoe.tuning.observer import CandidateFailure
from aoe.tuning.search.policy_search import CandidateRunner, PolicySearch, demote, drop_failed
from aoe.tuning.search.search_strategy import Trial
from aoe.tuning.workload.subgraph_model import Workload

_OPPONENT, _CANDIDATE = 0, 1


def needs_final_ranking(search: PolicySearch[Workload, AnyPolicy]) -> bool:
    """Whether its incumbent has still to be reviewed, or a policy has another chance."""
    return needs_review(search) or bool(finalists(search, 1))


def needs_review(search: PolicySearch[Workload, AnyPolicy]) -> bool:
    """Whether its incumbent has won and has not passed as many reviews as it must."""
    wanted = search.noise.policy.reviews
    done = search.ranking
    return search.improved and (search.incumbent != done.reviewed or done.reviews < wanted)


def doubtful(search: PolicySearch[Workload, AnyPolicy], count: int) -> list[AnyPolicy]:
    """At most `count` policies close to the incumbent that were loaded least often, of these the
    fastest. Where many are about as fast, their place in memory decided which seemed to be.
    """
    close = sorted(_close(search), key=lambda trial: (trial.loadings, trial.seconds or 0.0))
    return [trial.policy for trial in close[:count]]


def finalists(search: PolicySearch[Workload, AnyPolicy], count: int) -> list[AnyPolicy]:
    """At most `count` of the fastest policies that were about as fast as the incumbent and lost to
    it. None once they had their chances.
    """
    if search.incumbent is None or search.ranking.generations >= search.limits.final_generations:
        return []
    close = sorted(_close(search), key=lambda trial: trial.seconds or 0.0)
    return [trial.policy for trial in close[:count]]


def _close(search: PolicySearch[Workload, AnyPolicy]) -> list[Trial[AnyPolicy]]:
    """The trials of policies that were about as fast as the incumbent or faster and lost to it."""
    known = (search.incumbent, search.baseline)
    policy = search.noise.policy

    def limit(trial: Trial[AnyPolicy]) -> float:
        return (policy.close + policy.close_once / trial.loadings) * search.incumbent_seconds

    return [
        trial
        for trial in search.history
        if trial.seconds is not None
        and trial.seconds <= limit(trial)
        and trial.same_as is None
        and trial.policy not in known
    ]


def review(
    search: PolicySearch[Workload, AnyPolicy], bench: CandidateRunner, seconds: float
) -> None:
    """Compares the incumbent with the policies that would lead without it. It is demoted unless it
    is faster than each of them, and then its successor is reviewed.

    Args:
        search: Its state is updated.
        bench: Where candidates are run.
        seconds: For each comparison.
    """
    while needs_review(search):
        incumbent = search.incumbent
        assert incumbent is not None, "a winner leads"
        rivals = dict.fromkeys((search.rival, search.baseline))
        for opponent in [policy for policy in rivals if policy in search.compiled]:
            bench.open(search.workload, search.cold)
            found = compared_when_reloaded(
                bench, search.compiled[incumbent], search.compiled[opponent], search.noise, seconds
            )
            failed = any(failure.policy == incumbent for failure in bench.failures.values())
            if failed or (found is not None and not passes(found)):
                demote(search, found.ratio if found is not None else 1.0)
            drop_failed(search, bench)
            if search.incumbent != incumbent:
                break
        else:
            done = search.ranking
            done.reviews = done.reviews + 1 if done.reviewed == incumbent else 1
            done.reviewed = incumbent
            break
    bench.forget()


def passes(found: Comparison) -> bool:
    """Whether an incumbent is faster. Where time was too short to tell, it must look faster."""
    if found.runs < QUIET.final.looks[0]:
        return found.ratio < 1.0
    return found.verdict < 0


def compared_when_reloaded(
    bench: CandidateRunner,
    candidate: Candidate[AnyPolicy],
    opponent: Candidate[AnyPolicy],
    noise: NoiseMonitor,
    seconds: float,
) -> Comparison | None:
    """A candidate against an opponent, both loaded anew for each run. None if one of them fails.

    Args:
        bench: Where both are run.
        candidate: The candidate.
        opponent: What it has to beat.
        noise: Is told the samples of the opponent.
        seconds: After these no run begins, but for the first.
    """
    loadings = _Loadings(bench, {_OPPONENT: opponent, _CANDIDATE: candidate}, noise)
    end = time.monotonic() + seconds
    found = compare_candidates(loadings, [_CANDIDATE], _OPPONENT, _final, noise, end)
    return None if found is None else found.get(_CANDIDATE)


def _final(policy: ComparisonPolicy) -> Stage:
    return policy.final


@dataclass(slots=True)
class _Loadings:
    """Takes runs of several pairs of samples; in every second run each lies where the other did.

    Attributes:
        bench: Where candidates are run.
        candidates: What to load, by number.
        noise: Is told the samples of the incumbent.
    """

    bench: CandidateRunner
    candidates: dict[int, Candidate[Any]]
    noise: NoiseMonitor

    def __call__(self, number: int, candidates: Sequence[int]) -> Run:
        """A run, of those candidates that work."""
        self.bench.forget()
        order = sorted(self.candidates, reverse=not number % 2)
        results = {item: self.bench.load(item, self.candidates[item]) for item in order}
        failed = {item for item, why in results.items() if isinstance(why, CandidateFailure)}
        if failed:
            return Run({item: (0.0,) for item in order if item not in failed})
        names = {_OPPONENT: self.candidates[_OPPONENT].policy}
        turns = Turns(self.bench, self.noise, names)
        pairs = [turns(pair, candidates).seconds for pair in range(self.noise.policy.final_pairs)]
        return Run(
            {
                item: tuple(taken[item][0] for taken in pairs)
                for item in candidates
                if all(item in taken for taken in pairs)
            }
        )
