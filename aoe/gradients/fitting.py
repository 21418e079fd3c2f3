"""Fits the model of a backward pass to what steps took.

A link is timed apart from training. In a step it may be faster or slower, so the ends of measured
steps correct it. A step with one segment tells the bandwidth: nothing is beside that collective.
Steps with DDP's own buckets have several start-ups. If they end earlier than expected, a start-up
is shorter. If they end later, collectives are slower beside the backward pass.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from aoe.gradients.backward import Backward, Plan, finish
from aoe.gradients.link import Link
from aoe.gradients.rules import one_segment

#: How many times as fast or as slow a link may be in steps as it was alone. More is not its doing:
#: ranks wait for each other.
MOST_BANDWIDTH = 2.0
#: How many times as long a start-up is at least in steps as it was alone.
LEAST_STARTUP = 0.5
#: How much slower collectives may be beside the backward pass. More is not the link's doing.
MOST_BESIDE_COMPUTE = 4.0
#: How the search for a factor halves.
_HALVINGS = 20
#: The share of an end that is no difference.
_ROUNDING = 1e-3


def with_bandwidth(backward: Backward, measured: float) -> Link:
    """The link whose bandwidth is such that one segment ends when it did.

    Args:
        backward: The backward pass with the link as it was measured alone.
        measured: Seconds until the only segment of a plan was reduced.
    """
    plan = one_segment(backward.count)

    def link(factor: float) -> Link:
        return backward.link.scaled(1.0, factor)

    def end(factor: float) -> float:
        return finish(replace(backward, link=link(factor)), plan)

    return link(_factor(end, measured, 1 / MOST_BANDWIDTH, MOST_BANDWIDTH))


def with_startup(backward: Backward, plan: Plan, measured: float) -> Link:
    """The link whose start-up is so much shorter that a plan of several segments ends no later than
    it did.

    Args:
        backward: The backward pass with the link as it is known.
        plan: The plan of the step.
        measured: Seconds until the last segment of that plan was reduced.
    """

    def end(factor: float) -> float:
        return finish(replace(backward, link=backward.link.scaled(factor, 1.0)), plan)

    if end(1.0) <= measured:
        return backward.link
    return backward.link.scaled(_factor(end, measured, LEAST_STARTUP, 1.0), 1.0)


def beside_compute(backward: Backward, plan: Plan, measured: float) -> float:
    """How much slower collectives are beside the backward pass, by the measured end of a step.

    Args:
        backward: The backward pass with the link as it is after it.
        plan: The plan of the step.
        measured: Seconds until the last segment of that plan was reduced.
    """

    def end(factor: float) -> float:
        return finish(replace(backward, link=replace(backward.link, beside_compute=factor)), plan)

    return _factor(end, measured, 1.0, MOST_BESIDE_COMPUTE)


def _factor(end: Callable[[float], float], measured: float, low: float, high: float) -> float:
    """The least factor in a range with which an end, which grows with it, is not too early. Where
    the factor makes no difference to the end, that is the lowest.
    """
    wanted = min(measured, end(high)) * (1 - _ROUNDING)
    if end(low) >= wanted:
        return low
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        low, high = (middle, high) if end(middle) < wanted else (low, middle)
    return high
