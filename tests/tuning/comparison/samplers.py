"""Samplers without machines."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence


class FakeSampler:
    """Candidates with a given time each, and the noise of a seeded generator."""

    def __init__(self, seconds: Mapping[int, float], noise: float = 0.0) -> None:
        self.seconds = seconds
        self.taken: list[tuple[int, ...]] = []
        self.random = random.Random(1)
        self.noise = noise

    def sample(self, candidates: Sequence[int]) -> Mapping[int, float]:
        self.taken.append(tuple(candidates))
        return {
            number: self.seconds[number] * (1 + self.noise * self.random.random())
            for number in candidates
            if number in self.seconds
        }


class SlowedSampler(FakeSampler):
    """A sampler in which candidate 0 takes `factor` times as long in some turns."""

    def __init__(
        self, seconds: Mapping[int, float], factor: float, slowed: Callable[[int], bool]
    ) -> None:
        super().__init__(seconds)
        self.factor = factor
        self.slowed = slowed

    def sample(self, candidates: Sequence[int]) -> Mapping[int, float]:
        slowed = self.slowed(len(self.taken))
        seconds = dict(super().sample(candidates))
        if slowed and 0 in seconds:
            seconds[0] *= self.factor
        return seconds
