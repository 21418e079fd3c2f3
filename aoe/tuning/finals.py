"""Finals: the end of a search, when nothing new is left to try.

What a search has found it found within seconds, in the states that the machine had then, with
memory where it happened to lie. So later, when all searches have come so far, or a moment later if
there is no other, its leader is compared once more with the policies it took the lead from
(`review`), and those that were about as fast have another chance (`finalists`).
`aoe.tuning.tuning_session` says when; rounds are those of `aoe.tuning.policy_search`.
"""

from __future__ import annotations

from aoe.policy import AnyPolicy
from aoe.tuning.measure import duel
from aoe.tuning.policy_search import Bench, PolicySearch, step_down
from aoe.tuning.subgraph_model import Subject

#: Those have another chance that took at most this many times as long as the leader.
CLOSE = 1.04


def needs_finals(search: PolicySearch[Subject, AnyPolicy]) -> bool:
    """Whether its leader has still to be reviewed, or somebody has another chance."""
    unreviewed = search.improved and search.leader != search.reviewed
    return unreviewed or bool(finalists(search, 1))


def finalists(search: PolicySearch[Subject, AnyPolicy], count: int) -> list[AnyPolicy]:
    """The at most `count` fastest policies that took about as long as the leader, or less, and
    lost to it; none when they had their chances.
    """
    if search.leader is None or search.finals >= search.limits.finals:
        return []
    close = [
        trial
        for trial in search.history
        if trial.seconds is not None
        and trial.seconds <= CLOSE * search.leader_seconds
        and trial.same_as is None
        and trial.policy not in (search.leader, search.baseline)
    ]
    close.sort(key=lambda trial: trial.seconds or 0.0)
    return [trial.policy for trial in close[:count]]


def review(search: PolicySearch[Subject, AnyPolicy], bench: Bench, seconds: float) -> None:
    """Compares the leader with those who would lead without it. It gives way if it is rather slower
    than faster now, and so does who leads then. `seconds`: for each comparison.
    """
    bench.open(search.subject)
    numbers: dict[AnyPolicy, int] = {}
    while search.improved and search.leader is not None and search.leader != search.reviewed:
        leader = search.leader
        for opponent in dict.fromkeys((search.rival, search.baseline)):
            for policy in (leader, opponent):
                if policy not in numbers:
                    numbers[policy] = len(numbers)
                    bench.load(numbers[policy], search.compiled[policy])
            found = duel(bench, numbers[leader], numbers[opponent], seconds)
            if found is not None and (found.verdict > 0 or found.ratio >= 1.0):
                step_down(search, found.ratio)
                break
        else:
            search.reviewed = leader
    bench.forget()
