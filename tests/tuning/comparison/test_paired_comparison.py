"""One procedure compares candidates: in shared runs, until it is known who is faster."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import count

import pytest

from aoe.tuning.comparison.comparison_policy import NOISY, QUIET, ComparisonPolicy, Stage
from aoe.tuning.comparison.noise import FEWEST, NoiseMonitor
from aoe.tuning.comparison.paired_comparison import (
    Turns,
    clean_runs,
    compare_candidates,
    judged,
)
from aoe.tuning.comparison.timing_statistics import Comparison, Run
from tests.tuning.comparison.samplers import FakeSampler

NEW, OLD = 1, 0
PRESETS = (QUIET, NOISY)


def challenge(policy: ComparisonPolicy) -> Stage:
    return policy.challenge


def without_cuts(policy: ComparisonPolicy) -> Stage:
    return replace(policy.challenge, cuts=())


def model(policy: ComparisonPolicy) -> Stage:
    return policy.model


def compared(
    sampler: FakeSampler,
    stage: Callable[[ComparisonPolicy], Stage] = challenge,
    noise: NoiseMonitor | None = None,
    end: float = float("inf"),
) -> Comparison | None:
    turns = Turns(sampler, noise or NoiseMonitor(), {OLD: "old"})
    found = compare_candidates(turns, [NEW], OLD, stage, turns.noise, end)
    return None if found is None else found.get(NEW)


def run(new: float, old: float, quiet: bool = True) -> Run:
    return Run({NEW: (new,) * 8, OLD: (old,) * 8}, quiet)


@pytest.mark.parametrize(("factor", "verdict"), [(0.8, -1), (1.25, 1)])
def test_a_clear_difference_is_seen_through_noise(factor: float, verdict: int) -> None:
    found = compared(FakeSampler({NEW: factor, OLD: 1.0}, noise=0.05), without_cuts)
    assert found is not None
    assert found.verdict == verdict
    assert found.ratio == pytest.approx(factor, rel=0.1)


def test_equal_candidates_are_sampled_to_the_limit_and_called_equal() -> None:
    sampler = FakeSampler({NEW: 1.0, OLD: 1.0})
    found = compared(sampler, without_cuts)
    assert found is not None
    assert found.verdict == 0
    assert len(sampler.taken) == QUIET.challenge.looks[-1]


def test_a_candidate_that_is_behind_is_given_up_at_the_first_look() -> None:
    sampler = FakeSampler({NEW: 1.0, OLD: 1.0})
    found = compared(sampler)
    assert found is not None
    assert found.verdict == 0
    assert len(sampler.taken) == QUIET.challenge.looks[0]


def test_pairs_are_taken_in_either_order() -> None:
    sampler = FakeSampler({NEW: 1.0, OLD: 2.0})
    compared(sampler)
    assert set(sampler.taken) == {(NEW, OLD), (OLD, NEW)}


def test_a_candidate_or_an_incumbent_that_fails_has_no_comparison() -> None:
    assert compared(FakeSampler({OLD: 1.0})) is None
    assert compared(FakeSampler({NEW: 1.0})) is None


def test_a_candidate_that_fails_does_not_take_the_others_along() -> None:
    sampler = FakeSampler({OLD: 1.0, 2: 0.5})
    found = compare_candidates(Turns(sampler), [NEW, 2], OLD, challenge, NoiseMonitor())
    assert found is not None
    assert list(found) == [2]


def test_when_the_time_is_over_only_the_fewest_runs_are_taken() -> None:
    sampler = FakeSampler({NEW: 0.9, OLD: 1.0}, noise=0.5)
    compared(sampler, without_cuts, end=0.0)
    assert len(sampler.taken) == QUIET.challenge.fewest


def test_a_noisy_machine_takes_more_runs() -> None:
    noise = NoiseMonitor(quiet_cores=False)
    sampler = FakeSampler({NEW: 0.9, OLD: 1.0})
    found = compared(sampler, noise=noise)
    assert found is not None
    assert found.verdict < 0
    assert len(sampler.taken) == NOISY.challenge.looks[0] > QUIET.challenge.looks[0]


def test_a_comparison_in_which_noise_was_measured_stays_strict() -> None:
    noise = NoiseMonitor()
    looks = count()

    class Sampler(FakeSampler):
        def sample(self, candidates: Sequence[int]) -> dict[int, float]:
            noise.quiet_cores = next(looks) != 2
            return dict(super().sample(candidates))

    sampler = Sampler({NEW: 0.9, OLD: 1.0})
    compared(sampler, noise=noise)
    assert len(sampler.taken) == NOISY.challenge.looks[0]


def test_a_stage_with_a_precision_goes_on_until_the_gain_is_known() -> None:
    unsure = [run(1.0 + number % 3 / 20, 2.0) for number in range(24)]
    sure = [run(1.0 + number % 2 / 1000, 2.0) for number in range(24)]
    lengths = []
    for runs in (unsure, sure):
        taken = iter(runs)
        noise = NoiseMonitor()
        for _ in range(FEWEST):
            noise.add("old", 2.0)
        gathered: list[Run] = []
        compare_candidates(lambda *_, t=taken: next(t), [NEW], OLD, model, noise, runs=gathered)
        lengths.append(len(gathered))
    assert lengths == [QUIET.model.looks[-1], QUIET.model.looks[0]]


def test_runs_of_before_count_and_none_is_taken_if_they_are_enough() -> None:
    noise = NoiseMonitor({"old": _samples(2.0)})
    runs = [run(1.0, 2.0)] * QUIET.model.looks[0]
    found = compare_candidates(
        lambda *_: pytest.fail("taken"), [NEW], OLD, model, noise, runs=[*runs]
    )
    assert found is not None
    assert (found[NEW].verdict, found[NEW].ratio) == (-1, 0.5)


def test_where_no_more_runs_can_be_taken_the_ones_taken_are_judged() -> None:
    taken = iter([run(1.0, 2.0), None])
    found = compare_candidates(lambda *_: next(taken), [NEW], OLD, model, NoiseMonitor())
    assert found is not None
    assert (found[NEW].verdict, found[NEW].ratio, found[NEW].uncertainty) == (0, 0.5, None)


def test_runs_on_a_machine_slower_than_usual_are_not_enough() -> None:
    noise = NoiseMonitor({"old": _samples(2.0)})
    gathered: list[Run] = []
    compare_candidates(lambda *_: run(1.0, 2.0), [NEW], OLD, model, noise, runs=gathered, usual=1.0)
    assert len(gathered) == QUIET.model.looks[-1]


def _samples(seconds: float) -> deque[float]:
    return deque([seconds] * FEWEST)


def clean(runs: Sequence[Run], usual: float | None = None) -> Sequence[Run]:
    return clean_runs(runs, NEW, OLD, QUIET.model.contaminated, usual)


@pytest.mark.parametrize("usual", [None, 2.0])
def test_a_run_that_was_slowed_down_from_start_to_end_is_left_out(usual: float | None) -> None:
    assert clean([run(3.0, 4.0), run(1.0, 2.0)], usual) == [run(1.0, 2.0)]


def test_the_fastest_run_is_used_if_all_were_slowed_down() -> None:
    assert clean([run(3.0, 4.0), run(2.0, 3.0)], 2.0) == [run(2.0, 3.0)]


def test_few_clean_runs_do_not_decide_where_there_are_others() -> None:
    lucky, slow = [run(0.9, 2.0)] * 2, [run(1.6 + number / 10, 3.0) for number in range(6)]
    assert clean([*slow, *lucky]) == [*lucky, *slow[:4]]


def test_a_run_in_which_the_incumbent_was_lucky_does_not_rule_out_the_others() -> None:
    usual = [run(1.0, 1.0 + number / 100) for number in range(8)]
    assert list(clean([*usual, run(1.0, 0.86)])) == [*usual, run(1.0, 0.86)]


def test_runs_of_quiet_cores_alone_count_where_there_are_enough() -> None:
    quiet = [run(1.0 + number / 1000, 2.0) for number in range(6)]
    noisy = [run(1.9, 2.0, quiet=False)] * 5
    assert clean([*noisy, *quiet]) == quiet
    assert judged([*noisy, *quiet], NEW, OLD, QUIET.model).uncertainty is not None


def test_how_certain_a_ratio_is_is_not_known_where_cores_were_never_quiet() -> None:
    noisy = [run(1.0 + number % 2 / 1000, 2.0, quiet=False) for number in range(12)]
    assert judged(noisy, NEW, OLD, QUIET.model).uncertainty is None


def test_the_strict_preset_takes_no_fewer_runs_than_the_simple_one() -> None:
    for stage in (challenge, model):
        assert all(n >= q for n, q in zip(stage(NOISY).looks, stage(QUIET).looks, strict=False))
    assert NOISY.reviews > QUIET.reviews


def test_changing_the_preset_in_between_keeps_the_level() -> None:
    looks = {*QUIET.challenge.looks, *NOISY.challenge.looks}
    assert QUIET.challenge.level == NOISY.challenge.level
    assert len(looks) * QUIET.challenge.level <= 0.02


@pytest.mark.parametrize("stage", [challenge, without_cuts, lambda policy: policy.final])
@pytest.mark.parametrize(("seconds", "verdict"), [(0.18e-6, 0), (0.12e-6, -1)])
def test_a_difference_that_the_clock_does_not_tell_is_no_gain(
    stage: Callable[[ComparisonPolicy], Stage], seconds: float, verdict: int
) -> None:
    sampler = FakeSampler({NEW: seconds, OLD: 0.2e-6})
    found = compared(sampler, stage, NoiseMonitor(resolution=0.05e-6))
    assert found is not None
    assert found.verdict == verdict


def test_a_loss_that_the_clock_does_not_tell_is_undecided_too() -> None:
    sampler = FakeSampler({NEW: 0.22e-6, OLD: 0.2e-6})
    found = compared(sampler, without_cuts, NoiseMonitor(resolution=0.05e-6))
    assert found is not None
    assert found.verdict == 0
