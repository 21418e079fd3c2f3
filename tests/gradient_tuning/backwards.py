"""Random backward passes, and the end of the best plan of one by trying all."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from math import inf

import numpy as np

from aoe.gradient_tuning.backward import Backward
from aoe.gradient_tuning.link import Link


def best_end(backward: Backward, most: int | None = None) -> float:
    """The earliest end of all plans, of those of at most `most` segments."""
    count, link = backward.count, backward.link
    limit = count if most is None else most

    def cost(begin: int, end: int) -> tuple[float, float]:
        held: dict[int, int] = {}
        for size, kind in zip(backward.sizes[begin:end], backward.kinds[begin:end], strict=True):
            held[kind] = held.get(kind, 0) + size
        sizes = np.array([*held.values()], float)
        return float(link.occupied_seconds(sizes).sum()), float(link.latency_seconds(sizes).max())

    costs = {(i, j): cost(i, j) for j in range(1, count + 1) for i in range(j)}

    def best(begin: int, free: float, ends: list[float], updated: float) -> float:
        if begin == count:
            return updated if backward.updates else max(ends)
        if len(ends) == limit:
            return inf
        found = inf
        for end in range(begin + 1, count + 1):
            occupied, latency = costs[begin, end]
            slot = ends[-link.in_flight] if len(ends) >= link.in_flight else 0.0
            start = max(backward.ready[end - 1], free, slot)
            done = start + occupied
            update = max(updated, done + latency) + sum(backward.updates[begin:end])
            found = min(found, best(end, done, [*ends, done + latency], update))
        return found

    return best(0, 0.0, [], backward.ready[-1])


def linear_link(draws: np.random.Generator) -> Link:
    """A link of start-up plus bytes."""
    return Link.linear(draws.uniform(0.0, 2.0), draws.uniform(0.0, 0.25))


def bent_link(draws: np.random.Generator, in_flight: int = 1) -> Link:
    """A link whose times bend, with some latency if several collectives are in flight."""
    alone = np.cumsum(draws.uniform(0.01, 2.0, 4))
    queued = alone * (1 + 3 * draws.uniform(0.1, 1.0))
    return Link.measured((1.0, 4.0, 16.0, 64.0), alone.tolist(), queued.tolist(), 4, in_flight)


def backward_passes(
    number: int, in_flight: int = 1, most: int = 8, types: int = 1, updates: bool = False
) -> Iterator[Backward]:
    """So many random backward passes. Some gradients are ready at the same time. `updates`: whether
    updates count.
    """
    draws = np.random.default_rng([number, in_flight, most, types])
    for case in range(number):
        count = int(draws.integers(1, most + 1))
        intervals = draws.uniform(0.0, 2.0, count) * draws.integers(0, 2, count)
        sizes = draws.integers(1, 41, count).tolist()
        names = map(str, draws.integers(0, types, count))
        linear = in_flight == 1 and case % 2
        link = linear_link(draws) if linear else bent_link(draws, in_flight)
        made = Backward.of(np.cumsum(intervals).tolist(), sizes, link, [*names])
        times = draws.uniform(0.0, 1.0, count) * draws.integers(0, 2, count) if updates else ()
        yield replace(made, updates=tuple(map(float, times)))
