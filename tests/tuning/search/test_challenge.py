"""A candidate that wins a challenge is confirmed by figures of its own, or it has not won."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import pytest

from aoe.tuning.comparison.comparison_policy import NOISY, QUIET
from aoe.tuning.comparison.paired_comparison import Turns
from aoe.tuning.search.challenge import (
    challenge,
    confirmation,
    measured_alone,
    which_is_faster,
)
from tests.tuning.comparison.samplers import FakeSampler, SlowedSampler

NEW, OLD = 1, 0
FEWEST = QUIET.challenge.looks[0]


def turns(sampler: FakeSampler) -> Turns:
    return Turns(sampler, names={OLD: "old"})


def slowed(
    seconds: Mapping[int, float], factor: float, when: Callable[[int], bool]
) -> SlowedSampler:
    """A machine that slows down the old candidate in some turns."""
    return SlowedSampler(seconds, factor, when)


def test_a_confirmation_takes_pairs_of_its_own() -> None:
    sampler = FakeSampler({NEW: 0.5, OLD: 1.0})
    made = turns(sampler)
    first = challenge(made, NEW, OLD)
    assert first is not None
    found = confirmation(made, NEW, OLD, first.ratio)
    assert found is not None
    assert (found.verdict, found.ratio) == (-1, 0.5)
    assert len(sampler.taken) == 2 * FEWEST


def test_a_confirmation_that_contradicts_the_challenge_is_repeated() -> None:
    sampler = slowed({NEW: 0.9, OLD: 1.0}, 2.0, lambda turn: turn < FEWEST)
    found = confirmation(turns(sampler), NEW, OLD, 0.9)
    assert found is not None
    assert found.verdict == -1
    assert found.ratio == pytest.approx(0.9)


def test_what_contradicts_itself_twice_has_not_won() -> None:
    sampler = slowed({NEW: 0.9, OLD: 1.0}, 2.0, lambda turn: True)
    found = confirmation(turns(sampler), NEW, OLD, 0.9)
    assert found is not None
    assert found.verdict == 0


def test_a_baseline_that_lost_its_core_since_the_screening_has_not_lost() -> None:
    sampler = slowed({NEW: 0.9, OLD: 1.0}, 1000.0, lambda turn: True)
    found = confirmation(turns(sampler), NEW, OLD, 0.0009, usual=1.0)
    assert found is not None
    assert found.verdict == 0


def test_contaminated_pairs_do_not_decide() -> None:
    sampler = slowed({NEW: 1.0, OLD: 0.9}, 3.0, lambda turn: turn % 3 == 0)
    found = challenge(turns(sampler), NEW, OLD)
    assert found is not None
    assert found.verdict == 0
    sampler = slowed({NEW: 0.9, OLD: 1.0}, 3.0, lambda turn: turn % 3 == 0)
    found = challenge(turns(sampler), NEW, OLD)
    assert found is not None
    assert found.verdict == -1
    assert found.ratio == pytest.approx(0.9)


def test_a_gain_that_is_not_known_well_is_measured_longer() -> None:
    sampler = FakeSampler({NEW: 0.8, OLD: 1.0}, noise=0.15)
    found = confirmation(turns(sampler), NEW, OLD, 0.8)
    assert found is not None
    assert found.verdict < 0
    assert found.uncertainty is not None
    assert len(sampler.taken) == NOISY.challenge.looks[-1]
    assert found.uncertainty / found.ratio > QUIET.confirmation.precision


def test_a_slower_policy_of_a_repository_is_found_out() -> None:
    found = which_is_faster(turns(FakeSampler({NEW: 1.2, OLD: 1.0})), NEW, OLD)
    assert found is not None
    assert found.verdict > 0


def test_who_fails_is_not_compared() -> None:
    assert challenge(turns(FakeSampler({OLD: 1.0})), NEW, OLD) is None
    assert confirmation(turns(FakeSampler({NEW: 1.0})), NEW, OLD, 0.5) is None
    assert measured_alone(turns(FakeSampler({})), NEW) is None


def test_a_candidate_is_measured_alone() -> None:
    found = measured_alone(turns(FakeSampler({NEW: 1.5})), NEW)
    assert found is not None
    assert (found.median, found.spread) == (1.5, 0.0)
