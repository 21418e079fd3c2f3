"""On simulated machines of every kind of noise, nothing is called faster that is not, and gains are
told as they are.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache

import pytest

from aoe.tuning.comparison.comparison_policy import NOISY, QUIET, ComparisonPolicy, Stage
from aoe.tuning.comparison.noise import NoiseMonitor
from aoe.tuning.comparison.paired_comparison import Turns, compare_candidates
from aoe.tuning.comparison.timing_statistics import Comparison, Run
from aoe.tuning.model_check.model_comparison import model_stage, take_run
from tests.tuning.comparison.noise_models import NOISES, NoisyMachine, Slowness, points, white

NEW, OLD = 1, 0
#: Comparisons of each kind; of models, which take more samples, fewer.
TRIALS, MODELS = 400, 60
#: Gains that are told have to be as near to the true ones as that, in percentage points.
POINTS = 2.0
#: Standard deviations of luck of a place in memory, as logarithms.
LUCK = (0.0, 0.01, 0.03)


def in_turns(
    ratio: float, noise: Slowness, seed: int, stage: Callable[[ComparisonPolicy], Stage]
) -> Comparison:
    """Two candidates that stay loaded."""
    machine = NoisyMachine({NEW: ratio, OLD: 1.0}, noise, seed)
    turns = Turns(machine, NoiseMonitor(), {OLD: "old"})
    found = compare_candidates(turns, [NEW], OLD, stage, turns.noise)
    assert found is not None
    return found[NEW]


def reloaded(
    ratio: float,
    noise: Slowness,
    seed: int,
    luck: float,
    stage: Callable[[ComparisonPolicy], Stage],
) -> Comparison:
    """Two candidates that are loaded anew for each run."""
    machine = NoisyMachine({NEW: ratio, OLD: 1.0}, noise, seed, luck)
    monitor = NoiseMonitor()

    def take(number: int, candidates: Sequence[int]) -> Run | None:
        machine.load()
        run = take_run(machine, NEW, OLD, 0.0)
        assert run is not None
        for seconds in run.seconds[OLD]:
            monitor.add(OLD, seconds)
        return run

    found = compare_candidates(take, [NEW], OLD, stage, monitor)
    assert found is not None
    return found[NEW]


def challenge(policy: ComparisonPolicy) -> Stage:
    return policy.challenge


def confirmation(policy: ComparisonPolicy) -> Stage:
    return policy.confirmation


def final(policy: ComparisonPolicy) -> Stage:
    return policy.final


def false_wins(stage: Stage) -> float:
    """The largest probability that an equal candidate is called faster."""
    return min(1.0, (len(stage.looks) if stage.needs_verdict else 1) * stage.level)


@cache
def models(noise: Slowness, ratio: float, luck: float) -> list[Comparison]:
    """Comparisons of whole models."""
    return [reloaded(ratio, noise, seed, luck, model_stage) for seed in range(MODELS)]


def share(found: Sequence[bool]) -> float:
    return sum(found) / len(found)


@pytest.mark.parametrize("ratio", [1.0, 1.02])
@pytest.mark.parametrize("noise", NOISES)
def test_what_is_not_faster_is_called_faster_no_more_often_than_stated(
    noise: Slowness, ratio: float
) -> None:
    wins = [in_turns(ratio, noise, seed, challenge).verdict < 0 for seed in range(TRIALS)]
    assert share(wins) <= max(false_wins(QUIET.challenge), false_wins(NOISY.challenge))


@pytest.mark.parametrize("noise", NOISES)
def test_a_clear_gain_is_found(noise: Slowness) -> None:
    wins = [in_turns(0.9, noise, seed, challenge).verdict < 0 for seed in range(TRIALS)]
    assert share(wins) >= 0.99


@pytest.mark.parametrize("ratio", [0.98, 0.95, 0.9])
@pytest.mark.parametrize("noise", NOISES)
def test_the_gain_of_an_operator_is_told_as_it_is(noise: Slowness, ratio: float) -> None:
    found = [in_turns(ratio, noise, seed, confirmation) for seed in range(TRIALS)]
    told = [points(item.ratio) for item in found if item.verdict < 0]
    assert share([abs(gain - points(ratio)) <= POINTS for gain in told]) >= 0.95


@pytest.mark.parametrize("luck", LUCK)
@pytest.mark.parametrize("noise", NOISES)
def test_a_model_that_is_not_faster_is_seldom_called_faster(noise: Slowness, luck: float) -> None:
    found = models(noise, 1.0, luck)
    # So many of 60 are exceeded by the stated level with a probability below 0.002.
    assert sum(item.verdict < 0 for item in found) <= 6
    assert false_wins(QUIET.model) == false_wins(NOISY.model) == 0.025


@pytest.mark.parametrize("luck", LUCK)
@pytest.mark.parametrize("ratio", [1.0, 0.95, 0.8])
@pytest.mark.parametrize("noise", NOISES)
def test_the_gain_of_a_model_is_told_as_it_is_or_as_uncertain(
    noise: Slowness, ratio: float, luck: float
) -> None:
    found = models(noise, ratio, luck)
    off = [abs(points(item.ratio) - points(ratio)) for item in found]
    told = [100.0 * (item.uncertainty or 0.0) / item.ratio for item in found]
    certain = [error <= POINTS for error, known in zip(off, told, strict=True) if known <= POINTS]
    assert share(certain or [True]) >= 0.95
    assert share([error <= known for error, known in zip(off, told, strict=True)]) >= 0.9
    if luck <= 0.01:
        assert share([error <= POINTS for error in off]) >= 0.95


@pytest.mark.parametrize("luck", LUCK)
def test_an_equal_leader_seldom_passes_a_review(luck: float) -> None:
    passed = [reloaded(1.0, white, seed, luck, final).verdict < 0 for seed in range(TRIALS)]
    assert share(passed) <= 0.1  # 0.06 exactly, and three standard errors of 400
    better = [reloaded(0.95, white, seed, luck, final).verdict < 0 for seed in range(TRIALS)]
    assert share(better) >= 0.9
