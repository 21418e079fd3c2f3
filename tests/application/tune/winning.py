"""Searches whose last candidate always wins, for tests of what a job does with winners."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest

from aoe.tuning import task_scheduler
from aoe.tuning.comparison.timing_statistics import Comparison
from aoe.tuning.search import final_ranking, policy_search
from aoe.tuning.search.revalidation import Revalidation
from tests.application.tune.subgraph_jobs import measured


def let_candidates_win(
    patch: pytest.MonkeyPatch,
    winner: float = 1.987654e-3,
    loser: float = 2.987654e-3,
    final: bool = False,
) -> None:
    """From now on the last candidate of every search wins, and nothing takes that back.

    Args:
        patch: Undoes it.
        winner: Seconds that are measured of a winner.
        loser: Seconds that are measured of the policy before.
        final: Whether there is a final ranking, which the winner passes.
    """
    won = Comparison(-1, 0.5, 0.0, measured(winner), measured(loser))
    for name in ("challenge", "confirmation"):
        patch.setattr(policy_search, name, lambda *_: won)

    def raced(sampler: object, numbers: Sequence[int]) -> Mapping[int, float]:
        return {number: 1 / (1 + number) for number in reversed(numbers)}

    patch.setattr(policy_search, "race", raced)
    patch.setattr(Revalidation, "failed", property(lambda _: False))
    if not final:
        patch.setattr(task_scheduler, "needs_final_ranking", lambda _: False)
    else:
        patch.setattr(final_ranking, "compared_when_reloaded", lambda *_: won)
