"""The noise of a machine is measured by what is sampled anyway."""

from __future__ import annotations

import random

from aoe.tuning.comparison.comparison_policy import NOISY, QUIET
from aoe.tuning.comparison.noise import FEWEST, REMEMBERED, NoiseMonitor


def monitor(*seconds: float) -> NoiseMonitor:
    made = NoiseMonitor()
    for taken in seconds:
        made.add("old", taken)
    return made


def test_a_machine_that_is_not_known_is_compared_on_strictly() -> None:
    made = monitor(*[1.0] * (FEWEST - 1))
    assert made.policy is NOISY
    assert not made.is_noisy


def test_timings_that_repeat_are_quiet() -> None:
    generator = random.Random(0)
    assert monitor(*(generator.gauss(1.0, 0.01) for _ in range(50))).policy is QUIET


def test_timings_that_do_not_repeat_are_noisy() -> None:
    generator = random.Random(0)
    assert monitor(*(generator.gauss(1.0, 0.06) for _ in range(50))).policy is NOISY


def test_two_speeds_of_the_machine_are_noise() -> None:
    assert monitor(*[1.0] * 30, *[1.6] * 10).is_noisy


def test_a_single_slow_sample_among_many_is_none() -> None:
    assert not monitor(*[1.0] * 30, 9.0).is_noisy


def test_what_is_long_ago_is_forgotten() -> None:
    assert monitor(*[1.6] * 10, *[1.0] * REMEMBERED).policy is QUIET


def test_each_candidate_is_compared_with_itself() -> None:
    made = monitor(*[1.0] * FEWEST)
    for _ in range(FEWEST):
        made.add("new", 2.0)
    assert made.policy is QUIET


def test_noisy_cores_are_noise() -> None:
    made = monitor(*[1.0] * FEWEST)
    made.quiet_cores = False
    assert made.policy is NOISY
