"""Made-up outcomes of operators for the tests of observers."""

from __future__ import annotations

from aoe.policy import Policy
from aoe.tuning.comparison.timing_statistics import Measurement
from aoe.tuning.observer import Decision, OperatorOutcome, Outcome


def outcome(
    name: str, decision: Decision, before_us: float | None = None, after_us: float | None = None
) -> OperatorOutcome:
    return Outcome(
        key=name,
        name=name,
        types=("Conv", "Relu"),
        uses=2,
        decision=decision,
        policy=Policy.of("direct", {}, {"tile": 2}),
        old=Policy.of("direct", {}, {"tile": 1}),
        before=_measurement(before_us),
        after=_measurement(after_us),
        candidates=0 if before_us is None else 8,
    )


def _measurement(microseconds: float | None) -> Measurement | None:
    if microseconds is None:
        return None
    seconds = microseconds * 1e-6
    return Measurement(seconds, seconds, 0.0, 9)
