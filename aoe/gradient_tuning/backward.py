"""The model of a backward pass beside a link, and the timeline of a plan in it.

Gradients become ready one after the other. They are reduced in segments, in the order in which they
become ready. A segment is reduced when its last gradient is ready and the link is free. What the
last segment takes beyond the backward pass is the *tail*. A plan is the ends of its segments:
`(3, 7)` joins the first three of seven gradients, and the other four.

A segment of several element types is one collective for each. While the backward pass computes,
collectives may be slower, all by the same factor (`Link.beside_compute`), and while the link is
occupied, the pass may be (`Link.slows_compute`): threads that send and add take turns with those
that compute. Both are changes of the clock until the end of the pass: on the clock of the link,
gradients are ready at fixed times, whatever the plan is. What the pass loses is proportional to the
time for which the link was occupied until then.

The parameters of a segment may be updated as soon as it is reduced, one segment after the other.
Updates begin when the backward pass has computed all gradients, because both need the processor.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from aoe.gradient_tuning.link import Floats, Link

#: The ends of segments, ascending; the last is the number of gradients.
Plan: TypeAlias = tuple[int, ...]

#: Reducing a gradient in a smaller part of the backward pass is not worth a remark.
_LASTING = 0.05


@dataclass(frozen=True, slots=True)
class Backward:
    """A backward pass and the link beside it.

    Attributes:
        ready: Seconds after its start at which each gradient is ready, ascending.
        sizes: Bytes of each gradient.
        kinds: A number for the element type of each gradient.
        link: The link.
        updates: Seconds in which the parameter of each gradient is updated as soon as its segment
            is reduced; empty where updates come after the last segment and do not count.
    """

    ready: tuple[float, ...]
    sizes: tuple[int, ...]
    kinds: tuple[int, ...]
    link: Link
    updates: tuple[float, ...] = ()

    @staticmethod
    def of(
        ready: Sequence[float],
        sizes: Sequence[int],
        link: Link,
        types: Sequence[str] | None = None,
    ) -> Backward:
        """A backward pass. Times that fall are raised to the one before.

        Args:
            ready: Seconds at which gradients are ready, in their order.
            sizes: Their bytes.
            link: The link.
            types: Their element types; by default all the same.
        """
        times = np.maximum.accumulate(np.asarray(ready, float))
        known = sorted(set(types)) if types is not None else []
        kinds = [0] * len(sizes) if types is None else [known.index(item) for item in types]
        return Backward(tuple(map(float, times)), tuple(map(int, sizes)), tuple(kinds), link)

    @property
    def count(self) -> int:
        """How many gradients there are."""
        return len(self.ready)

    def clock(self) -> Floats:
        """The times at which gradients are ready, in seconds in which the link works at its usual
        speed.
        """
        return np.asarray(self.ready) / self.pace

    @property
    def pace(self) -> float:
        """Seconds of the undisturbed backward pass in a second of that clock."""
        return self.link.beside_compute / self.link.slows_compute

    @property
    def lost(self) -> float:
        """Seconds that the backward pass loses for each second for which the link is occupied."""
        return self.link.beside_compute * (1.0 - 1.0 / self.link.slows_compute)

    def seconds(self, link_times: Floats, occupied: Floats) -> Floats:
        """The times of moments of that clock.

        Args:
            link_times: The moments.
            occupied: For how long the link was occupied until each of them, or until the end of the
                backward pass.
        """
        end = self.ready[-1] / self.pace
        within = np.minimum(link_times, end) * self.pace + self.lost * occupied
        found: Floats = within + np.maximum(link_times - end, 0.0)
        return found

    def sums(self) -> Floats:
        """The bytes of the first gradients: a row for each element type, a column for each number
        of gradients from none to all.
        """
        kinds = np.asarray(self.kinds)
        rows = kinds == np.arange(max(self.kinds) + 1)[:, None]
        held = np.cumsum(np.where(rows, np.asarray(self.sizes, float), 0.0), axis=1)
        return np.concatenate([np.zeros((len(held), 1)), held], axis=1)

    def update_sums(self) -> Floats:
        """The seconds of the updates of the first gradients, for each number of them from none to
        all.
        """
        found: Floats = np.cumsum([0.0, *(self.updates or (0.0,) * self.count)])
        return found

    def occupied(self, held: Floats) -> Floats:
        """How long segments occupy the link. `held` has their bytes, a row for each type."""
        found: Floats = self.link.occupied_seconds(held).sum(axis=0)
        return found

    def latency(self, held: Floats) -> Floats:
        """What segments take beyond that."""
        found: Floats = self.link.latency_seconds(held).max(axis=0)
        return found


@dataclass(frozen=True, slots=True)
class Segment:
    """A segment in a timeline, in seconds after the start of the backward pass.

    Attributes:
        gradients: How many gradients it joins.
        bytes: Their bytes.
        ready: When the last of them is ready.
        start: When its reduction starts.
        end: When it ends.
        updated: When its parameters are updated; as `end` where updates do not count.
    """

    gradients: int
    bytes: int
    ready: float
    start: float
    end: float
    updated: float


@dataclass(frozen=True, slots=True)
class Timeline:
    """What a plan makes of a backward pass.

    Attributes:
        segments: Its segments.
        backward: Seconds until the last gradient is ready.
        end: Seconds until the last segment is reduced.
        updated: Seconds until its parameters are updated; as `end` where updates do not count.
    """

    segments: tuple[Segment, ...]
    backward: float
    end: float
    updated: float

    @property
    def tail(self) -> float:
        """Seconds of communication after the backward pass."""
        return self.end - self.backward

    @property
    def hidden(self) -> float:
        """The share of the link's work that lies within the backward pass."""
        spans = [(item.start, item.end) for item in self.segments]
        whole = sum(end - start for start, end in spans)
        within = sum(min(end, self.backward) - min(start, self.backward) for start, end in spans)
        return within / whole if whole else 1.0


def timeline(backward: Backward, plan: Plan) -> Timeline:
    """The timeline of a plan."""
    borders = np.asarray((0, *plan))
    sums, clock = backward.sums(), backward.clock()
    held = sums[:, borders[1:]] - sums[:, borders[:-1]]
    occupied, latency = backward.occupied(held), backward.latency(held)
    limit = backward.link.in_flight
    free, starts, frees, ends = 0.0, [], [], [0.0] * limit
    for number, end in enumerate(plan):
        starts.append(max(float(clock[end - 1]), free, ends[-limit]))
        free = starts[-1] + float(occupied[number])
        frees.append(free)
        ends.append(free + float(latency[number]))
    updated = _updated(backward, plan, ends[limit:], float(clock[-1]))
    moments = np.stack([clock[borders[1:] - 1], starts, ends[limit:], updated], axis=1)
    times = backward.seconds(moments, _occupied_until(moments, clock[-1], starts, frees))
    segments = tuple(
        Segment(end - begin, int(whole), *(float(time) for time in row))
        for begin, end, whole, row in zip(
            borders[:-1].tolist(), plan, held.sum(axis=0), times, strict=True
        )
    )
    return Timeline(
        segments,
        segments[-1].ready,
        max(item.end for item in segments),
        max(item.updated for item in segments),
    )


def _updated(
    backward: Backward, plan: Plan, ends: Sequence[float], compute_end: float
) -> Sequence[float]:
    """When the parameters of each segment are updated, on the clock of the link. `ends`: when each
    is reduced; `compute_end`: when the backward pass has computed all.
    """
    if not backward.updates:
        return ends
    sums, found, done, begin = backward.update_sums(), [], compute_end, 0
    for end, reduced in zip(plan, ends, strict=True):
        done = max(done, reduced) + float(sums[end] - sums[begin])
        found.append(done)
        begin = end
    return found


def _occupied_until(
    moments: Floats, compute_end: float, starts: Sequence[float], frees: Sequence[float]
) -> Floats:
    """For how long the link was occupied until moments, or until the end of the backward pass. It
    is occupied from each start until it is free.
    """
    times = np.stack([starts, frees], axis=1)
    sums = np.cumsum(times[:, 1] - times[:, 0])
    busy = np.stack([sums - (times[:, 1] - times[:, 0]), sums], axis=1)
    found: Floats = np.interp(np.minimum(moments, compute_end), times.ravel(), busy.ravel())
    return found


def finish(backward: Backward, plan: Plan) -> float:
    """Seconds until the last segment of a plan is reduced, and its parameters are updated where
    updates count.
    """
    return timeline(backward, plan).updated


def unhidden(backward: Backward, plan: Plan) -> int | None:
    """The number of the gradient that is ready last, if its bytes are most of the tail and take
    long, so that no plan can hide them. None if there is no such gradient.
    """
    tail = timeline(backward, plan).tail
    sums = backward.sums()
    last = sums[:, -1:] - sums[:, -2:-1]
    startup = np.minimum(last, 1.0)
    whole, least = (backward.occupied(held) + backward.latency(held) for held in (last, startup))
    seconds = float((whole - least)[0])
    most = seconds > 0.5 * tail and seconds > _LASTING * backward.ready[-1]
    return backward.count - 1 if backward.count > 1 and most else None
