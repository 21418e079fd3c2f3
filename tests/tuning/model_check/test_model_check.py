"""A model never comes out of tuning slower or wrong; what loses inside it is undone, not more."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field

import numpy as np
import pytest

from aoe.backends.cpu.compile.compiler import CpuCompiler
from aoe.backends.registry import default_policy
from aoe.policy import Policy
from aoe.tuning.comparison.comparison_policy import QUIET, WAITING
from aoe.tuning.comparison.timing_statistics import Run
from aoe.tuning.measurement.candidate import Candidate
from aoe.tuning.measurement.idle_wait import IdleWait
from aoe.tuning.measurement.measurement_options import MeasurementOptions
from aoe.tuning.model_check import model_versions
from aoe.tuning.model_check.model_check import ModelCheck, check_model
from aoe.tuning.model_check.model_versions import Attempt, CheckOptions, Version, model_candidate
from aoe.tuning.observer import CandidateFailure
from aoe.tuning.search.search_strategy import search_space
from tests.tuning.examples import TARGET, Recorder, chain, product

FIRST, SECOND = product(4, 16, 32), product(4, 32, 16)
OLD, TUNED, REVERTED = 0, 1, 2
#: Runs that are wanted, and those in a process.
RUNS, LOADINGS = QUIET.model.looks[0], QUIET.loadings
#: Both operators take half as long; the first does, the second takes longer.
GAINING = {OLD: [("node0", 1.0), ("node1", 1.0)], TUNED: [("node0", 0.5), ("node1", 0.6)]}
MIXED = {OLD: [("node0", 1.0), ("node1", 1.0)], TUNED: [("node0", 0.5), ("node1", 1.2)]}


@dataclass
class FakeRunner:
    """Models with given times, numbered old, tuned and reverted. In profiles all that are not
    the old one are alike. Each time a process is opened, `opened` grows by one; the models in
    `slow_in` are five times as slow in these processes.
    """

    seconds: Mapping[int, float]
    profiles: Mapping[int, Sequence[tuple[str, float]]] = field(default_factory=lambda: GAINING)
    broken: int = -1
    loaded: list[int] = field(default_factory=list)
    opened: int = 0
    forgotten: int = 0
    slow_in: Mapping[int, Sequence[int]] = field(default_factory=dict)

    def open_model(self, inputs: Sequence[np.ndarray], constants: Mapping[str, np.ndarray]) -> None:
        assert [array.shape for array in inputs] == [(4, 16)]
        assert set(constants) == {"w0_1", "w1_1"}
        self.opened += 1

    def load(self, number: int, candidate: Candidate) -> CandidateFailure | None:
        if number == self.broken:
            return CandidateFailure(candidate.policy, "wrong", "fake")
        self.loaded.append(number)
        return None

    def sample(self, candidates: Sequence[int]) -> Mapping[int, float]:
        return {number: self.now(number) for number in candidates if number in self.loaded}

    def profile(self, number: int) -> Sequence[tuple[str, float]]:
        profile = self.profiles[min(number, TUNED)]
        scale = self.now(number) / self.seconds[number]
        return [(name, scale * seconds) for name, seconds in profile]

    def now(self, number: int) -> float:
        """Seconds of a model in the present process."""
        return self.seconds[number] * (5.0 if self.opened in self.slow_in.get(number, ()) else 1.0)

    def forget(self) -> None:
        self.loaded.clear()
        self.forgotten += 1

    def close(self) -> None:
        """Nothing to end."""


@pytest.fixture(scope="module")
def pool() -> Iterator[CpuCompiler]:
    with closing(CpuCompiler(TARGET, 1)) as made:
        yield made


def other_policy() -> Policy:
    space = search_space(FIRST, TARGET)
    return next(policy for policy, _ in space.estimates if policy != space.default)


def second_policy() -> Policy:
    space = search_space(SECOND, TARGET)
    return next(policy for policy, _ in space.estimates if policy != space.default)


def checked(
    runner: FakeRunner,
    pool: CpuCompiler,
    monkeypatch: pytest.MonkeyPatch,
    observer: Recorder,
    options: CheckOptions | None = None,
) -> ModelCheck:
    monkeypatch.setattr(model_versions, "Runner", lambda target, **_: runner)
    tuned = {FIRST.key: other_policy(), SECOND.key: second_policy()}
    options = CheckOptions() if options is None else options
    return check_model(chain(FIRST, SECOND), {}, tuned, pool, observer, options)


def test_a_faster_model_keeps_its_policies(
    pool: CpuCompiler, monkeypatch: pytest.MonkeyPatch
) -> None:
    runner = FakeRunner({OLD: 2.0, TUNED: 1.0})
    check = checked(runner, pool, monkeypatch, Recorder())
    assert check.policies == {FIRST.key: other_policy(), SECOND.key: second_policy()}
    assert check.before is not None
    assert check.after is not None
    assert (check.before.median, check.after.median) == (2.0, 1.0)
    assert check.reverted == frozenset()
    assert check.uncertainty == 0.0


def test_a_slower_model_is_not_tuned_at_all(
    pool: CpuCompiler, monkeypatch: pytest.MonkeyPatch
) -> None:
    observer = Recorder()
    check = checked(FakeRunner({OLD: 1.0, TUNED: 2.0, REVERTED: 1.5}), pool, monkeypatch, observer)
    assert check.policies[FIRST.key] == default_policy(FIRST, TARGET)
    assert check.policies[SECOND.key] == default_policy(SECOND, TARGET)
    assert check.before == check.after
    assert check.reverted == {FIRST.key, SECOND.key}
    assert "not faster than before, it takes 1.500 times as long" in observer.warnings[0]


class WaveringRunner(FakeRunner):
    """A tuned model that is now a little faster, now rather slower than the old one."""

    def sample(self, candidates: Sequence[int]) -> Mapping[int, float]:
        self.turns = getattr(self, "turns", 0) + 1
        tuned = (0.99, 1.04)[self.turns % 2]
        return {number: 1.0 if number == OLD else tuned for number in candidates}

    def now(self, number: int) -> float:
        return self.seconds[number]


def test_a_model_that_cannot_be_told_apart_but_looks_slower_is_not_tuned(
    pool: CpuCompiler, monkeypatch: pytest.MonkeyPatch
) -> None:
    check = checked(
        WaveringRunner(dict.fromkeys((OLD, TUNED, REVERTED), 1.0)), pool, monkeypatch, Recorder()
    )
    assert check.policies[FIRST.key] == default_policy(FIRST, TARGET)
    assert check.reverted == {FIRST.key, SECOND.key}


def test_an_operator_that_loses_inside_the_model_is_reverted(
    pool: CpuCompiler, monkeypatch: pytest.MonkeyPatch
) -> None:
    runner = FakeRunner({OLD: 2.0, TUNED: 1.7, REVERTED: 1.5}, MIXED)
    check = checked(runner, pool, monkeypatch, Recorder())
    assert check.policies[FIRST.key] == other_policy()
    assert check.policies[SECOND.key] == default_policy(SECOND, TARGET)
    assert check.reverted == {SECOND.key}
    assert check.after is not None
    assert check.after.median == 1.5


def test_reverting_that_does_not_help_is_not_done(
    pool: CpuCompiler, monkeypatch: pytest.MonkeyPatch
) -> None:
    runner = FakeRunner({OLD: 2.0, TUNED: 1.5, REVERTED: 1.6}, MIXED)
    check = checked(runner, pool, monkeypatch, Recorder())
    assert check.policies[FIRST.key] == other_policy()
    assert check.reverted == frozenset()


def test_a_tuned_model_that_does_not_work_is_not_used(
    pool: CpuCompiler, monkeypatch: pytest.MonkeyPatch
) -> None:
    observer = Recorder()
    check = checked(FakeRunner({OLD: 1.0}, broken=TUNED), pool, monkeypatch, observer)
    assert check.policies[FIRST.key] == default_policy(FIRST, TARGET)
    assert check.before is None
    assert check.reverted == {FIRST.key, SECOND.key}
    assert observer.warnings == ["the tuned model does not work (wrong: fake)"]


def test_one_that_makes_the_model_slower_does_not_take_the_others_along(
    pool: CpuCompiler, monkeypatch: pytest.MonkeyPatch
) -> None:
    runner = FakeRunner({OLD: 2.0, TUNED: 2.2, REVERTED: 1.8}, MIXED)
    check = checked(runner, pool, monkeypatch, Recorder())
    assert check.policies[FIRST.key] == other_policy()
    assert check.reverted == {SECOND.key}


def test_of_a_slower_model_in_which_all_seem_to_gain_the_better_half_is_tried(
    pool: CpuCompiler, monkeypatch: pytest.MonkeyPatch
) -> None:
    runner = FakeRunner({OLD: 2.0, TUNED: 2.2, REVERTED: 1.8}, GAINING)
    check = checked(runner, pool, monkeypatch, Recorder())
    assert check.policies[FIRST.key] == other_policy()
    assert check.reverted == {SECOND.key}
    assert check.after is not None
    assert check.after.median == 1.8


def test_one_process_in_which_the_tuned_model_is_slow_does_not_undo_it(
    pool: CpuCompiler, monkeypatch: pytest.MonkeyPatch
) -> None:
    runner = FakeRunner({OLD: 2.0, TUNED: 1.9}, slow_in={TUNED: [2]})
    check = checked(runner, pool, monkeypatch, Recorder())
    assert check.reverted == frozenset()
    assert check.after is not None
    assert check.after.median == pytest.approx(1.9)


class LuckyRunner(FakeRunner):
    """The reverted model is faster than usual until it was chosen."""

    def now(self, number: int) -> float:
        attempts = 2 * RUNS // LOADINGS
        lucky = number == REVERTED and self.opened <= attempts
        return self.seconds[number] * (0.9 if lucky else 1.0)


def test_what_was_best_of_several_attempts_is_measured_anew_before_it_is_told(
    pool: CpuCompiler, monkeypatch: pytest.MonkeyPatch
) -> None:
    runner = LuckyRunner({OLD: 2.0, TUNED: 1.9, REVERTED: 1.8}, MIXED)
    check = checked(runner, pool, monkeypatch, Recorder())
    assert check.reverted == {SECOND.key}
    assert check.after is not None
    assert check.after.median == pytest.approx(1.8)


@pytest.mark.parametrize(("left", "enough"), [(14.9, False), (15.1, True)])
def test_another_attempt_is_made_only_if_what_is_chosen_can_be_confirmed(
    pool: CpuCompiler, monkeypatch: pytest.MonkeyPatch, left: float, enough: bool
) -> None:
    monkeypatch.setattr("aoe.tuning.model_check.model_versions.time.monotonic", lambda: 100.0)
    check = model_versions.Check(
        model_versions.Version(chain(FIRST, SECOND), {}, {}),
        pool,
        model_versions.CheckOptions(),
        opening=2.0,
        loading=1.0,
        compiling=2.0,
        latest=100.0 + left,
    )
    assert check.has_time == enough  # 2 s to compile, 3 in a process, 2 * 2 and 6 to confirm


def test_what_proves_slower_when_it_is_measured_anew_is_undone(
    pool: CpuCompiler, monkeypatch: pytest.MonkeyPatch
) -> None:
    runner = LuckyRunner({OLD: 2.0, TUNED: 2.1, REVERTED: 2.05}, MIXED)
    observer = Recorder()
    check = checked(runner, pool, monkeypatch, observer)
    assert check.reverted == {FIRST.key, SECOND.key}
    assert "it takes 1.025 times as long" in observer.warnings[0]


def test_the_models_are_loaded_several_times_in_each_process(
    pool: CpuCompiler, monkeypatch: pytest.MonkeyPatch
) -> None:
    runner = FakeRunner({OLD: 2.0, TUNED: 1.0})
    checked(runner, pool, monkeypatch, Recorder())
    assert runner.opened == RUNS // LOADINGS
    assert runner.forgotten == RUNS - RUNS // LOADINGS


class ForgetfulRunner(FakeRunner):
    """The tuned model works when a process is opened, and not when it is loaded again."""

    def load(self, number: int, candidate: Candidate) -> CandidateFailure | None:
        if number == TUNED and self.forgotten:
            return CandidateFailure(candidate.policy, "memory", "fake")
        return super().load(number, candidate)


def test_a_tuned_model_that_fails_when_it_is_loaded_again_is_told_with_its_cause(
    pool: CpuCompiler, monkeypatch: pytest.MonkeyPatch
) -> None:
    observer = Recorder()
    check = checked(ForgetfulRunner({OLD: 2.0, TUNED: 1.0}), pool, monkeypatch, observer)
    assert check.reverted == {FIRST.key, SECOND.key}
    assert observer.warnings == ["the tuned model does not work (memory: fake)"]


def test_a_later_attempt_that_fails_leaves_the_one_before(
    pool: CpuCompiler, monkeypatch: pytest.MonkeyPatch
) -> None:
    runner = FakeRunner({OLD: 2.0, TUNED: 1.7, REVERTED: 1.5}, MIXED, broken=REVERTED)
    check = checked(runner, pool, monkeypatch, Recorder())
    assert check.reverted == frozenset()


@dataclass
class Watching:
    """Quiet but for the looks with these numbers, and for all of them where there are none."""

    noisy: Sequence[int] = ()
    looks: int = 0

    def is_quiet(self) -> bool:
        self.looks += 1
        return bool(self.noisy) and self.looks - 1 not in self.noisy


def watched_by(watch: Watching) -> CheckOptions:
    """Waiting takes no time."""
    now = [0.0]

    def sleep(seconds: float) -> None:
        now[0] += seconds

    idle_wait = IdleWait(watch, clock=lambda: now[0], sleep=sleep)
    return CheckOptions(measuring=MeasurementOptions(idle_wait=idle_wait))


def test_a_gain_that_only_noisy_cores_have_shown_is_told_without_how_sure_it_is(
    pool: CpuCompiler, monkeypatch: pytest.MonkeyPatch
) -> None:
    observer, runner = Recorder(), FakeRunner({OLD: 2.0, TUNED: 1.0})
    check = checked(runner, pool, monkeypatch, observer, watched_by(Watching()))
    assert check.uncertainty is None
    assert "cores were noisy" in observer.warnings[0]


def test_the_check_waits_for_quiet_cores_while_there_is_time_for_enough_runs(
    pool: CpuCompiler, monkeypatch: pytest.MonkeyPatch
) -> None:
    runner = FakeRunner({OLD: 2.0, TUNED: 1.0})
    seconds = 0.4 * CheckOptions().seconds
    watch = Watching(range(int(seconds / WAITING.look_seconds)))
    checked(runner, pool, monkeypatch, Recorder(), watched_by(watch))
    # No run was of noisy cores, so there are no more than are wanted.
    assert runner.opened == RUNS // LOADINGS


@pytest.mark.parametrize(("noisy", "told"), [((0, 1), True), ((2,), False)])
def test_too_few_runs_are_told_as_noisy_only_if_they_are(
    pool: CpuCompiler, noisy: Sequence[int], told: bool
) -> None:
    version = Version(chain(FIRST), {}, {})
    runs = [Run({TUNED: (1.0,), OLD: (2.0,)}, number not in noisy) for number in range(2)]
    compiled = model_candidate(version.graph, version.policies, pool)
    attempt = Attempt(TUNED, version, compiled, frozenset(), runs)
    assert attempt.is_noisy == told


def test_runs_in_which_cores_were_noisy_do_not_matter_where_there_are_others(
    pool: CpuCompiler, monkeypatch: pytest.MonkeyPatch
) -> None:
    observer, runner = Recorder(), FakeRunner({OLD: 2.0, TUNED: 1.0})
    check = checked(runner, pool, monkeypatch, observer, watched_by(Watching((1, 2))))
    assert check.uncertainty == 0.0
    assert not observer.warnings


class ListingRunner(FakeRunner):
    """Knows in which order models were loaded each time."""

    def __init__(self, seconds: Mapping[int, float]) -> None:
        super().__init__(seconds)
        self.loadings: list[list[int]] = []

    def forget(self) -> None:
        self.loadings.append(list(self.loaded))
        super().forget()


def test_the_models_take_turns_in_being_loaded_first(
    pool: CpuCompiler, monkeypatch: pytest.MonkeyPatch
) -> None:
    runner = ListingRunner({OLD: 2.0, TUNED: 1.0})
    checked(runner, pool, monkeypatch, Recorder())
    assert runner.loadings[:2] == [[OLD, TUNED], [TUNED, OLD]]


def test_a_model_whose_gain_the_clock_does_not_tell_stays_as_it_was(
    pool: CpuCompiler, monkeypatch: pytest.MonkeyPatch
) -> None:
    observer, runner = Recorder(), FakeRunner({OLD: 0.2e-6, TUNED: 0.18e-6, REVERTED: 0.18e-6})
    check = checked(runner, pool, monkeypatch, observer, CheckOptions(resolution=0.05e-6))
    assert check.reverted == {FIRST.key, SECOND.key}
    assert check.before == check.after
    assert "50 ns" in observer.warnings[-1]
