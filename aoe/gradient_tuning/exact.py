"""The plan whose last segment ends first, by dynamic programming over contiguous segments.

With one collective at a time, `done[j]`, the earliest end of the first j gradients, is the least of
`max(ready[j], done[i]) + cost(i..j)` over i < j. It is exact, because a later end of the first
gradients never lets the others end earlier. With several in flight, a prefix is described by when
the link is free and when its last collectives end; descriptions that another one beats in
everything are dropped, which is exact for the same reason. So it is where updates count, with when
the parameters of the prefix are updated. It takes O(n²) steps, and O(n) for one collective at a
time that takes start-up plus bytes (`exact_linear`).

The exact plan is a bound, not what to use: see `aoe.gradient_tuning.robust`.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from itertools import accumulate

import numpy as np

from aoe.gradient_tuning.backward import Backward, Plan
from aoe.gradient_tuning.link import Floats

#: The fewest beginnings of a segment that are tried at once.
_NARROWEST = 16


def exact(backward: Backward, most: int | None = None) -> Plan:
    """The plan that ends first.

    Args:
        backward: The backward pass.
        most: The largest number of segments; by default any.
    """
    if backward.link.in_flight > 1 or backward.updates:
        return _overlapping(backward, most)
    if most is None or most >= backward.count:
        return _in_turn(backward)
    clock, costs = backward.clock(), cost_matrix(backward)
    layers = Layers(clock, costs)
    ends = [layers.extend() for _ in range(most)]
    return layers.plan(int(np.argmin(ends)) + 1)


def _in_turn(backward: Backward) -> Plan:
    clock, sums = backward.clock(), backward.sums()
    done = np.zeros(backward.count + 1)
    back = np.zeros(backward.count + 1, int)
    width = _NARROWEST
    for end in range(1, backward.count + 1):
        while True:
            low = max(0, end - width)
            held = sums[:, end, None] - sums[:, low:end]
            cost = backward.occupied(held) + backward.latency(held)
            ends = np.maximum(clock[end - 1], done[low:end]) + cost
            best = int(ends.argmin())
            # Segments that begin earlier take longer than the first of these.
            if low == 0 or clock[end - 1] + cost[0] >= ends[best]:
                break
            width *= 2
        back[end], done[end] = low + best, ends[best]
        width = max(_NARROWEST, width // 2)
    return _followed(back, backward.count)


def cost_matrix(backward: Backward) -> Floats:
    """The seconds of the segment of the gradients from i until before j, in row i and column j - 1;
    infinite where there is none.
    """
    sums, count = backward.sums(), backward.count
    held = sums[:, None, 1:] - sums[:, :-1, None]
    cost = backward.occupied(held)
    if backward.link.in_flight == 1:
        cost = cost + backward.latency(held)
    cost[np.tril_indices(count, -1)] = np.inf
    return cost


class Layers:
    """The earliest ends of the first gradients in exactly 1, 2, … segments, one at a time."""

    def __init__(self, clock: Floats, costs: Floats) -> None:
        """`clock`: when gradients are ready; `costs`: those of `cost_matrix`."""
        self._clock, self._costs = clock, costs
        self._columns = np.arange(len(clock))
        self._done = np.full(len(clock), np.inf)
        self._done[0] = 0.0  # of the gradients before each one
        self._back: list[np.ndarray[tuple[int, ...], np.dtype[np.intp]]] = []

    def extend(self) -> float:
        """Allows one more segment. Returns the earliest end with exactly so many."""
        ends = np.maximum(self._done[:, None], self._clock) + self._costs
        back = ends.argmin(axis=0)
        found = ends[back, self._columns]
        self._back.append(back)
        self._done = np.concatenate([[np.inf], found[:-1]])
        return float(found[-1])

    def plan(self, count: int) -> Plan:
        """The plan of so many segments that ends first."""
        ends = [len(self._clock)]
        for back in reversed(self._back[:count]):
            ends.append(int(back[ends[-1] - 1]))
        return tuple(reversed(ends[:-1]))


class _Prefixes:
    """Descriptions of plans of first gradients that no other one beats. Columns of `state`: when
    the link is free, then when each of the last collectives ends, then when parameters are updated
    if that counts, then the number of segments if that is limited.
    """

    def __init__(self, slots: int, updates: bool, most: int | None) -> None:
        self.most = most
        self.state = np.zeros((64, 1 + slots + updates + (most is not None)))
        self.end = np.zeros(64, int)
        self.parent = np.full(64, -1)
        self.count = 1

    def add(self, state: Floats, end: int, parent: int) -> None:
        if self.count == len(self.end):
            self.state = np.concatenate([self.state, np.zeros_like(self.state)])
            self.end = np.concatenate([self.end, np.zeros_like(self.end)])
            self.parent = np.concatenate([self.parent, np.zeros_like(self.parent)])
        self.state[self.count], self.end[self.count] = state, end
        self.parent[self.count] = parent
        self.count += 1


def _overlapping(backward: Backward, most: int | None) -> Plan:
    clock, sums, slots = backward.clock(), backward.sums(), backward.link.in_flight
    known = _Prefixes(slots, bool(backward.updates), most)
    updates = backward.update_sums()
    width = _NARROWEST if most is None else backward.count
    for end in range(1, backward.count + 1):
        while True:
            low = max(0, end - width)
            fresh, first = _extended(backward, known, clock, sums, low, end)
            kept = _undominated(fresh)
            # Segments that begin earlier keep the link at least until then.
            held = sums[:, [end]] - sums[:, [low]]
            earliest = clock[end - 1] + float(backward.occupied(held)[0])
            beaten = fresh[kept, : slots + 1].max(axis=1) <= earliest
            if backward.updates:
                own = max(earliest, clock[-1]) + updates[end] - updates[low]
                beaten &= fresh[kept, slots + 1] <= max(own, clock[-1] + updates[end])
            if low == 0 or beaten.any():
                break
            width *= 2
        for parent in kept:
            known.add(fresh[parent], end, first + parent)
        if most is None:
            width = max(_NARROWEST, width // 2)
    last = np.flatnonzero(known.end[: known.count] == backward.count)
    decisive = slice(slots + 1, slots + 2) if backward.updates else slice(1, slots + 1)
    label = int(last[known.state[last, decisive].max(axis=1).argmin()])
    plan: list[int] = []
    while label:
        plan.append(int(known.end[label]))
        label = int(known.parent[label])
    return tuple(reversed(plan))


def _extended(
    backward: Backward, known: _Prefixes, clock: Floats, sums: Floats, low: int, end: int
) -> tuple[Floats, int]:
    """The descriptions of plans of the gradients before `end` whose last segment begins at `low` or
    later, and the number of the one that the first of them extends.
    """
    slots = backward.link.in_flight
    first = int(np.searchsorted(known.end[: known.count], low))
    state, begins = known.state[first : known.count], known.end[first : known.count] - low
    held = sums[:, end, None] - sums[:, low:end]
    occupied, latency = backward.occupied(held)[begins], backward.latency(held)[begins]
    start = np.maximum(np.maximum(clock[end - 1], state[:, 0]), state[:, 1])
    free = start + occupied
    fresh = np.empty_like(state)
    fresh[:, 0] = free
    fresh[:, 1:slots] = state[:, 2 : slots + 1]
    fresh[:, slots] = free + latency
    if backward.updates:
        updates = backward.update_sums()
        begun = np.maximum(np.maximum(state[:, slots + 1], clock[-1]), free + latency)
        fresh[:, slots + 1] = begun + (updates[end] - updates[low:end])[begins]
    # What ends before the next segment can start makes no difference to it.
    later = clock[end] if end < backward.count else 0.0
    fresh[:, 1] = np.maximum(fresh[:, 1], np.maximum(free, later))
    fresh[:, 1 : slots + 1] = np.maximum(fresh[:, 1 : slots + 1], free[:, None])
    if known.most is not None:
        fresh[:, -1] = state[:, -1] + 1
        fresh[fresh[:, -1] > known.most] = np.inf
    return fresh, first


def _undominated(states: Floats) -> list[int]:
    """The numbers of the rows that no other row is at most equal to in every column."""
    left = np.flatnonzero(np.isfinite(states[:, 0]))
    found: list[int] = []
    while len(left):
        first = states[left, 0]
        tied = left[first == first.min()]
        best = int(tied[states[tied].sum(axis=1).argmin()])
        found.append(best)
        left = left[(states[left] < states[best]).any(axis=1)]
    return found


def exact_linear(
    ready: Sequence[float], sizes: Sequence[float], startup: float, per_byte: float
) -> Plan:
    """The plan that ends first where one collective at a time takes `startup + per_byte * bytes`,
    in O(n).

    Earlier ends never fall from prefix to prefix. So those before a gradient is ready are a growing
    range, of which the longest prefix is best. Of the others, the one with the least
    `done - per_byte * bytes` is best: the minimum of a sliding window.
    """
    sums = list(accumulate(sizes, initial=0.0))
    done, back = [0.0], [0]
    window: deque[int] = deque()  # prefixes that end later, by rising done - per_byte * bytes
    early = 0  # the longest prefix that ends before the gradient is ready
    for end in range(1, len(ready) + 1):
        newest = end - 1
        offset = done[newest] - per_byte * sums[newest]
        while window and done[window[-1]] - per_byte * sums[window[-1]] >= offset:
            window.pop()
        window.append(newest)
        while early + 1 < end and done[early + 1] <= ready[end - 1]:
            early += 1
        while window and done[window[0]] <= ready[end - 1]:
            window.popleft()
        options = [early] if done[early] <= ready[end - 1] else []
        options += [window[0]] if window else []
        costs = [
            max(ready[end - 1], done[begin]) + startup + per_byte * (sums[end] - sums[begin])
            for begin in options
        ]
        least = min(costs)
        done.append(least)
        back.append(options[costs.index(least)])
    return _followed(back, len(ready))


def _followed(
    back: Sequence[int] | np.ndarray[tuple[int, ...], np.dtype[np.intp]], end: int
) -> Plan:
    plan: list[int] = []
    while end:
        plan.append(end)
        end = int(back[end])
    return tuple(reversed(plan))
