"""Compares plans on steps of a training, in turns. Each function is a generator of steps: it is
sent the seconds that a step took, the slowest worker's.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping
from statistics import median
from typing import Any, TypeAlias

from aoe.training.gradients.findings import DEFAULT, Candidate, LastComparison, Race, Taken
from aoe.tuning.comparison.timing_statistics import LEVEL, sign_verdict

#: Rounds of the race.
ROUNDS = 3
#: Numbers of pairs after which the last comparison is judged.
LOOKS = (7, 11, 15)
#: An all-reduce of all gradients that takes less of the backward pass is not worth a plan.
NEGLIGIBLE = 0.03
#: An all-reduce of all gradients that takes more of it gains little by any plan.
OVERWHELMING = 3.0

#: A step: the seconds it took.
Step: TypeAlias = Generator[None, float, Any]
#: Trains with the plan of a name until a step is timed, and returns its seconds.
Timed: TypeAlias = Callable[[str], Generator[None, float, float]]


def race(
    plans: Mapping[str, Candidate], timed: Timed, noted: Callable[[], tuple[float, float]]
) -> Generator[None, float, Race]:
    """Compares plans and the default. Without a plan there is no race.

    Args:
        plans: The plans besides the default, by name.
        timed: Trains with one of them, or `DEFAULT`.
        noted: When the last gradient of the step that was timed was ready, and when the last
            segment was reduced, in seconds.
    """
    names = [DEFAULT, *plans]
    if len(names) < 2:
        return Race(plans, {}, {})
    times: dict[str, list[float]] = {name: [] for name in names}
    ready: dict[str, list[float]] = {name: [] for name in names}
    ends: dict[str, list[float]] = {name: [] for name in names}
    for number in range(ROUNDS):
        begin = number % len(names)
        for name in (*names[begin:], *names[:begin]):
            times[name].append((yield from timed(name)))
            found = noted()
            ready[name].append(found[0])
            ends[name].append(found[1])
    seconds = {name: float(median(found)) for name, found in times.items()}
    taken = {name: Taken.of(ready[name], ends[name]) for name in names}
    return Race(plans, seconds, taken)


def last_comparison(
    winner: str, timed: Timed, may_go_on: Callable[[], bool]
) -> Generator[None, float, LastComparison]:
    """Compares the winner of a race with the default in fresh steps, in pairs.

    Args:
        winner: Its name.
        timed: Trains with it, or with `DEFAULT`.
        may_go_on: Whether there are steps left for another pair.
    """
    last = LastComparison()
    for number in range(1, LOOKS[-1] + 1):
        if not may_go_on():
            break
        turns = [(DEFAULT, last.default), (winner, last.winner)]
        for name, found in turns if number % 2 else reversed(turns):
            found.append((yield from timed(name)))
        ratios = [mine / other for mine, other in zip(last.winner, last.default, strict=True)]
        if number in LOOKS and sign_verdict(ratios, LEVEL) != 0:
            last.is_won = median(ratios) < 1.0
            break
    return last


def share_remark(share: float) -> str | None:
    """What is said where no plan gains much.

    Args:
        share: The time of an all-reduce of all gradients, as a part of the backward pass.
    """
    if share > OVERWHELMING:
        return (
            f"an all-reduce of all gradients takes {share:.1f} times as long as the backward pass, "
            "so a plan gains little; a faster network or fewer bytes gain more"
        )
    if share < NEGLIGIBLE:
        return (
            f"an all-reduce of all gradients takes {share:.1%} of the backward pass: there is "
            "nothing to gain"
        )
    return None
