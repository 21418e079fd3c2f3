"""Finals: the end of a search, when nothing new is left to try.

What a search has found it found within seconds, in the states that the machine had then, with
memory where it happened to lie. So later, when all searches have come so far, or a moment later if
there is no other, its leader is compared again with the policies it took the lead from
(`review`), in sittings, each with both of them in other memory; and those that were about as fast
have another chance (`finalists`).
`aoe.tuning.task_scheduler` says when; rounds are those of `aoe.tuning.search.policy_search`.
"""

from __future__ import annotations

import time
from statistics import median

from aoe.policy import AnyPolicy
from aoe.tuning.comparison.timing_statistics import compare, pairs
from aoe.tuning.measurement.candidate import Candidate
from aoe.tuning.observer import CandidateFailure
from aoe.tuning.search.policy_search import Bench, PolicySearch, drop_failed, step_down
from aoe.tuning.search.search_strategy import Trial
from aoe.tuning.workload.subgraph_model import Subject

#: Those have another chance that took at most this many times as long as the leader, and what more
#: divided by how often they were loaded: where its memory lies makes an operator up to a fifth
#: slower.
CLOSE, DOUBTED = 1.04, 0.08
#: Reviews that a leader must hold in.
REVIEWS = 2
#: Sittings of a comparison: at least, where all say the same or time is short, and at most.
FEWEST_SITTINGS, MOST_SITTINGS = 3, 7
#: Pairs of samples in a sitting.
SITTING_PAIRS = 5


def needs_finals(search: PolicySearch[Subject, AnyPolicy]) -> bool:
    """Whether its leader has still to be reviewed, or somebody has another chance."""
    return needs_review(search) or bool(finalists(search, 1))


def needs_review(search: PolicySearch[Subject, AnyPolicy]) -> bool:
    """Whether its leader has won and has not held as often as it must."""
    return search.improved and (search.leader != search.reviewed or search.reviews < REVIEWS)


def doubtful(search: PolicySearch[Subject, AnyPolicy], count: int) -> list[AnyPolicy]:
    """The at most `count` policies close to the leader that were loaded least often, of these the
    fastest: where many are about as fast, where their memory lay decided who seemed to be.
    """
    close = sorted(_close(search), key=lambda trial: (trial.loadings, trial.seconds or 0.0))
    return [trial.policy for trial in close[:count]]


def finalists(search: PolicySearch[Subject, AnyPolicy], count: int) -> list[AnyPolicy]:
    """The at most `count` fastest policies that took about as long as the leader, or less, and
    lost to it; none when they had their chances.
    """
    if search.leader is None or search.finals >= search.limits.finals:
        return []
    close = sorted(_close(search), key=lambda trial: trial.seconds or 0.0)
    return [trial.policy for trial in close[:count]]


def _close(search: PolicySearch[Subject, AnyPolicy]) -> list[Trial[AnyPolicy]]:
    """The trials of policies that took about as long as the leader, or less, and lost to it."""
    known = (search.leader, search.baseline)

    def limit(trial: Trial[AnyPolicy]) -> float:
        return (CLOSE + DOUBTED / trial.loadings) * search.leader_seconds

    return [
        trial
        for trial in search.history
        if trial.seconds is not None
        and trial.seconds <= limit(trial)
        and trial.same_as is None
        and trial.policy not in known
    ]


def review(search: PolicySearch[Subject, AnyPolicy], bench: Bench, seconds: float) -> None:
    """Compares the leader with those who would lead without it. It gives way if it is rather slower
    than faster now, and so does who leads then. `seconds`: for each comparison.
    """
    while needs_review(search):
        leader = search.leader
        assert leader is not None, "a winner leads"
        rivals = dict.fromkeys((search.rival, search.baseline))
        for opponent in [policy for policy in rivals if policy in search.compiled]:
            bench.open(search.subject)
            ratio = ratio_in_sittings(
                bench, search.compiled[leader], search.compiled[opponent], seconds
            )
            failed = any(failure.policy == leader for failure in bench.failures.values())
            if failed or (ratio is not None and ratio >= 1.0):
                step_down(search, ratio or 1.0)
            drop_failed(search, bench)
            if search.leader != leader:
                break
        else:
            search.reviews = search.reviews + 1 if search.reviewed == leader else 1
            search.reviewed = leader
            break
    bench.forget()


def ratio_in_sittings(
    bench: Bench, challenger: Candidate[AnyPolicy], incumbent: Candidate[AnyPolicy], seconds: float
) -> float | None:
    """Challenger's time over incumbent's: the median of sittings, each of which loads both anew and
    elsewhere, in every second one each where the other was. None if there was no sitting because
    one of them fails. `seconds`: after these no sitting begins that need not be.
    """
    end = time.monotonic() + seconds
    numbered = {0: challenger, 1: incumbent}
    ratios: list[float] = []
    while len(ratios) < MOST_SITTINGS and not (_agreed(ratios) or time.monotonic() > end):
        bench.forget()
        order = (1, 0) if len(ratios) % 2 else (0, 1)
        loading = [bench.load(number, numbered[number]) for number in order]
        if any(isinstance(result, CandidateFailure) for result in loading):
            break
        samples = pairs(bench, 0, 1, SITTING_PAIRS)
        if samples is None:
            break
        ratios.append(compare(*samples).ratio)
    return median(ratios) if ratios else None


def _agreed(ratios: list[float]) -> bool:
    """Whether there are enough sittings and all of them say the same."""
    slower = sum(ratio >= 1.0 for ratio in ratios)
    return len(ratios) >= FEWEST_SITTINGS and slower in (0, len(ratios))
