"""The plan to use: the one that is best on average where the profile and the link are not quite as
measured.

Where the link idles, hundreds of plans end at the same time, and the exact one is any of them, with
segments that are too small or with no slack. A profile that is off by a tenth then costs
milliseconds. So candidates are judged in several worlds: the measured one, and some in which
intervals between gradients and the times of the link are scaled at random. The seed is fixed, so
all ranks find the same plan.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from aoe.gradient_tuning.backward import Backward, Plan, finish
from aoe.gradient_tuning.exact import Layers, cost_matrix, exact
from aoe.gradient_tuning.link import Floats
from aoe.gradient_tuning.rules import known_plans, one_segment

#: How many worlds there are.
WORLDS = 24
#: Spread of an interval between two gradients, and of the link, as the sigma of a log-normal
#: factor.
INTERVAL_SPREAD = 0.1
LINK_SPREAD = 0.3
#: Most gradients whose borders are all tried; of more, so many are tried.
MOST_BORDERS = 192
#: Most segments of a candidate other than the exact plan.
MOST_SEGMENTS = 16
#: How much later than the best a plan with fewer segments may end to be a candidate.
_SLACKS = (1 + 1e-9, 1.005)
#: Plans that lose at most this share of what the best saves count as equal.
NEAR = 0.005
#: The share by which a plan may end later than the best of other tools.
HARDLY = 0.001
#: Seconds that are no difference.
_ROUNDING = 1e-9


@dataclass(frozen=True, slots=True)
class _Worlds:
    """Backward passes that are not quite as measured. The first is as measured.

    Attributes:
        clock: When gradients are ready, a row for each world.
        startup: The factor of the link's start-up in each world.
        bandwidth: The factor of the rest of a collective.
    """

    clock: Floats
    startup: Floats
    bandwidth: Floats

    @staticmethod
    def around(clock: Floats) -> _Worlds:
        draws = np.random.default_rng(0)
        intervals = np.diff(clock, prepend=0.0)
        factors = draws.lognormal(0.0, INTERVAL_SPREAD, (WORLDS, len(clock)))
        startup, bandwidth = draws.lognormal(0.0, LINK_SPREAD, (2, WORLDS))
        factors[0], startup[0], bandwidth[0] = 1.0, 1.0, 1.0
        return _Worlds(np.cumsum(intervals * factors, axis=1), startup, bandwidth)

    def occupied(self, seconds: Floats, least: float) -> Floats:
        """The seconds of segments in each world, of those as measured."""
        factors, others = self.startup[:, None], self.bandwidth[:, None]
        return factors * least + others * (seconds - least)


def robust(backward: Backward, most: int | None = None) -> Plan:
    """Of the plans that end hardly later than those of other tools in the measured world, the one
    with the least mean end over all worlds; of near-equals, the one with the fewest segments.

    Args:
        backward: The backward pass.
        most: The largest number of segments; by default any.
    """
    small, borders = _coarse(backward)
    limit = small.count if most is None else most
    others = {_mapped(plan, borders) for plan in known_plans(small).values()}
    made = {exact(small, most), *_candidates(small, limit)}
    candidates = others | {_mapped(plan, borders) for plan in made}
    found = {plan: finish(backward, plan) for plan in candidates if len(plan) <= limit}
    latest = min(end for plan, end in found.items() if plan in others) * (1 + HARDLY)
    judged = [plan for plan in sorted(found) if found[plan] <= latest]
    *means, single = mean_ends(backward, [*judged, one_segment(backward.count)])
    ends = dict(zip(judged, means, strict=True))
    least = min(means)
    saved = single - least
    slack = NEAR * max(saved, 0.0) + _ROUNDING
    near = [plan for plan, end in ends.items() if end <= least + slack]
    return min(near, key=lambda plan: (len(plan), ends[plan], plan))


def mean_ends(backward: Backward, plans: Sequence[Plan]) -> list[float]:
    """The mean over the worlds of the end of each plan, in seconds."""
    worlds = _Worlds.around(backward.clock())
    return [_mean_end(backward, worlds, plan) for plan in plans]


def _candidates(backward: Backward, limit: int) -> set[Plan]:
    """Plans with few segments that are exact or nearly so in one of the worlds."""
    worlds = _Worlds.around(backward.clock())
    costs = cost_matrix(backward)
    least = backward.link.occupied[0]
    found: set[Plan] = set()
    for number, clock in enumerate(worlds.clock):
        scaled = worlds.startup[number] * least + worlds.bandwidth[number] * (costs - least)
        layers = Layers(clock, scaled)
        ends: list[float] = []
        for count in range(1, min(MOST_SEGMENTS, limit, backward.count) + 1):
            ends.append(layers.extend())
            if count > 2 and ends[-1] >= ends[-2] * (1 - 1e-6):
                break  # more segments do not help
        best = min(ends)
        wanted = (next(n for n, end in enumerate(ends, 1) if end <= best * by) for by in _SLACKS)
        found |= {
            layers.plan(count) for count in (*wanted, *(range(1, len(ends)) if not number else ()))
        }
    return found


def _mean_end(backward: Backward, worlds: _Worlds, plan: Plan) -> float:
    """The mean over the worlds of the end of a plan."""
    borders = np.asarray((0, *plan))
    sums, slots = backward.sums(), backward.link.in_flight
    held = sums[:, borders[1:]] - sums[:, borders[:-1]]
    occupied = worlds.occupied(backward.occupied(held), backward.link.occupied[0])
    latency = worlds.startup[:, None] * backward.latency(held)
    free = busy = np.zeros(WORLDS)  # until when, and how long within the backward pass
    last, updates = worlds.clock[:, -1], backward.update_sums()
    ends, updated, begin = [free] * slots, last, 0
    for number, end in enumerate(plan):
        start = np.maximum(np.maximum(worlds.clock[:, end - 1], free), ends[-slots])
        free = start + occupied[:, number]
        busy = busy + np.minimum(free, last) - np.minimum(start, last)
        ends.append(free + latency[:, number])
        updated = np.maximum(updated, ends[-1]) + (updates[end] - updates[begin])
        begin = end
    done = updated if backward.updates else np.max(ends[-slots:], axis=0)
    tail = done - last
    return float(np.mean(last * backward.pace + backward.lost * busy + tail))


def _coarse(backward: Backward) -> tuple[Backward, tuple[int, ...]]:
    """The backward pass with at most `MOST_BORDERS` gradients, each of which stands for several,
    and the number of gradients until the end of each.
    """
    count = backward.count
    if count <= MOST_BORDERS:
        return backward, tuple(range(1, count + 1))
    progress = np.cumsum(backward.sizes) / sum(backward.sizes)
    progress += np.asarray(backward.ready) / max(backward.ready[-1], 1e-12)
    wanted = np.linspace(0.0, progress[-1], MOST_BORDERS + 1)[1:]
    borders = np.unique(np.searchsorted(progress, wanted * (1 - 1e-12)) + 1)
    borders = np.unique(np.append(borders[borders < count], count))
    begins = np.concatenate([[0], borders[:-1]])
    parts = list(zip(begins.tolist(), borders.tolist(), strict=True))
    return (
        Backward(
            tuple(backward.ready[end - 1] for _, end in parts),
            tuple(sum(backward.sizes[begin:end]) for begin, end in parts),
            tuple(backward.kinds[end - 1] for _, end in parts),
            backward.link,
            tuple(sum(backward.updates[begin:end]) for begin, end in parts if backward.updates),
        ),
        tuple(borders.tolist()),
    )


def _mapped(plan: Plan, borders: tuple[int, ...]) -> Plan:
    return tuple(borders[end - 1] for end in plan)
