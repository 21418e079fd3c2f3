"""How long each kernel call of a profiled inference took."""

from __future__ import annotations

from collections.abc import Sequence

from aoe.runtime.plan import Plan


def clock_readings(plan: Plan) -> int:
    """How many values `profile_run` writes: the clock before and after each call."""
    return 2 * len(plan.calls)


def call_seconds(plan: Plan, nanoseconds: Sequence[int]) -> tuple[float, ...]:
    """Seconds of each call by the clock that `profile_run` wrote. Those of an inter-op region run
    at the same time. They share the time of the region in proportion to their own times, so that
    all add up to the whole.
    """
    seconds = [
        (after - before) * 1e-9
        for before, after in zip(nanoseconds[::2], nanoseconds[1::2], strict=True)
    ]
    for region in plan.inter_op_regions:
        calls = slice(region.first, region.end)
        clock = nanoseconds[2 * region.first : 2 * region.end]
        taken = (max(clock) - min(clock)) * 1e-9
        own = sum(seconds[calls])
        seconds[calls] = [item * taken / own if own else 0.0 for item in seconds[calls]]
    return tuple(seconds)
