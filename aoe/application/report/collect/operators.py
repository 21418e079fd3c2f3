"""The operators of a model as a report lists them, from what `aoe explain` knows of each."""

from __future__ import annotations

from collections.abc import Iterator

from aoe.application.bank.format import operator_lines, policy_lines
from aoe.application.explain.explanation import Explanation
from aoe.application.explain.format import best_seconds, policy_difference, why_lost
from aoe.application.report.contents import Alternative, DistinctOperator

#: How many of the policies that lost are listed of an operator, and of those that failed.
MOST_SLOWER, MOST_FAILED = 12, 4


def distinct_operator(item: Explanation) -> DistinctOperator:
    """What is known of an operator, with the policies that came nearest to its own."""
    trials = () if item.search is None else item.search.trials
    return DistinctOperator(
        key=item.operator.key,
        label="+".join(item.types) or item.operator.type,
        operator=tuple(operator_lines(item.operator)),
        policy=item.policy.to_json(),
        decisions=tuple(policy_lines(item.policy)),
        origin=item.origin,
        uses=item.uses,
        seconds=item.seconds,
        lower_bound=item.lower_bound,
        tried=None if item.search is None else len(trials),
        failed=sum(trial.seconds is None for trial in trials),
        alternatives=tuple(_alternatives(item)),
    )


def _alternatives(item: Explanation) -> Iterator[Alternative]:
    trials = () if item.search is None else item.search.trials
    best = best_seconds(item)
    lost = [trial for trial in trials if trial.policy != item.policy]
    slower = sorted(
        (trial for trial in lost if trial.seconds is not None), key=lambda trial: trial.seconds or 0
    )
    failed = [trial for trial in lost if trial.seconds is None]
    for trial in (*slower[:MOST_SLOWER], *failed[:MOST_FAILED]):
        yield Alternative(
            policy_difference(item.policy, trial.policy),
            trial.seconds,
            why_lost(trial, item.policy, best) or "",
        )
