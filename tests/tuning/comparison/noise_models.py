"""Simulated machines: samplers whose noise is known, seeded, without a clock."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import exp, sin

#: What slows a machine down, sample by sample.
Slowness = Callable[[random.Random], Iterator[float]]


def white(generator: random.Random) -> Iterator[float]:
    """Independent noise of 3 %."""
    while True:
        yield exp(generator.gauss(0.0, 0.03))


def drift(generator: random.Random) -> Iterator[float]:
    """A frequency that wanders: a wave of 10 %, a random walk, and noise of 1 %."""
    level, phase, number = 0.0, generator.uniform(0.0, 6.0), 0
    while True:
        number += 1
        level = 0.99 * level + generator.gauss(0.0, 0.01)
        yield exp(level + 0.1 * sin(phase + number / 25) + generator.gauss(0.0, 0.01))


def bursts(generator: random.Random) -> Iterator[float]:
    """Other programs: bursts of one to ten samples, 1.2 to 2.5 times as long, a seventh of the
    time.
    """
    while True:
        for _ in range(1 + int(generator.expovariate(1 / 33))):
            yield exp(generator.gauss(0.0, 0.015))
        factor = generator.uniform(1.2, 2.5)
        for _ in range(generator.randint(1, 10)):
            yield factor * exp(generator.gauss(0.0, 0.05))


def two_speeds(generator: random.Random) -> Iterator[float]:
    """Virtual cores that move: for 40 samples at a time everything takes 1.6 times as long."""
    slow = generator.random() < 0.5
    while True:
        for _ in range(1 + int(generator.expovariate(1 / 40))):
            yield (1.6 if slow else 1.0) * exp(generator.gauss(0.0, 0.01))
        slow = not slow


NOISES: tuple[Slowness, ...] = (white, drift, bursts, two_speeds)


@dataclass
class NoisyMachine:
    """Times candidates on a machine with some noise.

    Attributes:
        seconds: Of each candidate without noise.
        slowness: The noise.
        seed: Of the noise.
        luck: Standard deviation of what a place in memory does to a candidate, as a logarithm.
    """

    seconds: Mapping[int, float]
    slowness: Slowness
    seed: int
    luck: float = 0.0
    places: dict[int, float] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.random = random.Random(self.seed)
        self.noise = self.slowness(self.random)

    def load(self) -> None:
        """Loads all candidates elsewhere."""
        self.places = {number: exp(self.random.gauss(0.0, self.luck)) for number in self.seconds}

    def sample(self, candidates: Sequence[int]) -> Mapping[int, float]:
        return {
            number: self.seconds[number] * self.places.get(number, 1.0) * next(self.noise)
            for number in candidates
        }


def points(ratio: float) -> float:
    """The gain in percent that a ratio of times means."""
    return 100.0 * (1.0 / ratio - 1.0)
