"""The dry run measures the steps that follow the search, and never fails a job."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from aoe.backends.compile_cache import CompileCache
from aoe.backends.cpu.compile.compiler import CpuCompiler
from aoe.backends.registry import default_policy
from aoe.isolation.worker_process import WorkerCrashed
from aoe.operators.operator_graph import OperatorGraph
from aoe.policy import Policy
from aoe.tuning import dry_run
from aoe.tuning.deadline import Deadline
from aoe.tuning.dry_run import (
    CHECK_RUNS,
    CHECK_SHARE,
    FINAL_SHARE,
    TUNED_SHARE,
    UNCHECKED,
    DryRun,
    compiled_ahead,
    dry_run_of_models,
    measure_dry_run,
)
from aoe.tuning.measurement.measurement_options import MeasurementOptions
from aoe.tuning.measurement.runner import Runner
from aoe.tuning.model_check.model_versions import CHECK_SECONDS
from tests.tuning.examples import TARGET, chain, product

OPERATOR = product(4, 16, 8)
USUAL = MeasurementOptions()


@pytest.fixture(scope="module")
def pool() -> Iterator[CpuCompiler]:
    with closing(CpuCompiler(TARGET, 1)) as made:
        yield made


def test_every_step_takes_time(pool: CpuCompiler) -> None:
    policies = {OPERATOR.key: default_policy(OPERATOR, TARGET)}
    found = measure_dry_run(chain(OPERATOR), policies, pool, Deadline(), USUAL)
    assert found.compile_seconds > found.run_seconds > 0
    assert found.load_seconds > found.run_seconds


def test_without_time_nothing_is_loaded(pool: CpuCompiler, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dry_run, "Runner", lambda threads: pytest.fail("loaded"))
    policies = {OPERATOR.key: default_policy(OPERATOR, TARGET)}
    found = measure_dry_run(
        chain(OPERATOR),
        policies,
        pool,
        Deadline(0.01, time.monotonic() - 1.0),
        USUAL,
    )
    assert (found.load_seconds, found.run_seconds) == (0.0, 0.0)


def test_a_model_that_cannot_be_compiled_is_left_for_others_to_report(pool: CpuCompiler) -> None:
    found = measure_dry_run(
        chain(OPERATOR),
        {OPERATOR.key: Policy.of("unheard_of")},
        pool,
        Deadline(),
        USUAL,
    )
    assert found.load_seconds == 0.0


@pytest.mark.parametrize("failure", [WorkerCrashed("killed by SIGKILL"), MemoryError()])
def test_a_model_that_cannot_be_opened_is_left_for_others_to_report(
    pool: CpuCompiler, monkeypatch: pytest.MonkeyPatch, failure: Exception
) -> None:
    def failing(*_: object) -> None:
        raise failure

    monkeypatch.setattr(Runner, "open_model", failing)
    policies = {OPERATOR.key: default_policy(OPERATOR, TARGET)}
    found = measure_dry_run(chain(OPERATOR), policies, pool, Deadline(), USUAL)
    assert found.compile_seconds > 0.0
    assert (found.load_seconds, found.run_seconds) == (0.0, 0.0)


def test_what_the_compile_cache_saves_counts_as_spent(tmp_path: Path) -> None:
    policies = {OPERATOR.key: default_policy(OPERATOR, TARGET)}
    found = []
    for _ in ("cold", "warm"):
        cache = CompileCache(tmp_path / "cache", "enable")
        with closing(CpuCompiler(TARGET, 1, cache)) as pool:
            found.append(measure_dry_run(chain(OPERATOR), policies, pool, Deadline(), USUAL))
            saved = pool.saved_seconds
    cold, warm = found
    assert cold.compile_seconds > saved > 0
    assert warm.compile_seconds > saved


def test_the_reserve_covers_the_check_and_the_ending() -> None:
    steps = DryRun(compile_seconds=4.0, load_seconds=1.0, run_seconds=0.01)
    assert steps.least == pytest.approx(steps.preparing_check + CHECK_RUNS * 0.01 + steps.ending)
    assert steps.reserve(1.0) == steps.least > 4.0 * 1.0


def test_a_budget_with_room_keeps_time_for_a_check_that_tells_small_differences() -> None:
    steps = DryRun(compile_seconds=4.0, load_seconds=1.0, run_seconds=0.01)
    around = steps.preparing_check + steps.ending
    assert steps.reserve(80.0) == pytest.approx(around + 80.0 * CHECK_SHARE)
    assert steps.reserve(None) == steps.reserve(1e6) == pytest.approx(around + CHECK_SECONDS)


def test_without_a_check_compiling_and_writing_remain() -> None:
    steps = DryRun(compile_seconds=4.0, load_seconds=1.0, run_seconds=0.01, unchecked=True)
    compiling = (TUNED_SHARE + FINAL_SHARE) * 4.0
    assert steps.least == steps.reserve(80.0) == pytest.approx(compiling + UNCHECKED)


def test_the_process_of_the_search_may_be_used(
    pool: CpuCompiler, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dry_run, "Runner", lambda threads: pytest.fail("another process"))
    policies = {OPERATOR.key: default_policy(OPERATOR, TARGET)}
    with closing(Runner(TARGET)) as runner:
        found = measure_dry_run(chain(OPERATOR), policies, pool, Deadline(), USUAL, lambda: runner)
        assert found.run_seconds > 0
        runner.open(OPERATOR)


def test_what_the_tuned_model_took_to_compile_bounds_what_it_will_take_again() -> None:
    steps = DryRun(compile_seconds=10.0, load_seconds=1.0)
    quick, slow = replace(steps, tuned_seconds=0.1), replace(steps, tuned_seconds=9.0)
    assert quick.least < slow.least < steps.least
    assert quick.least == pytest.approx(replace(steps, compile_seconds=0.0).least + 3 * 0.1)


def test_compiling_ahead_is_timed(pool: CpuCompiler) -> None:
    policies = {OPERATOR.key: default_policy(OPERATOR, TARGET)}
    found = compiled_ahead(DryRun(compile_seconds=1.0), [chain(OPERATOR)], policies, pool)
    assert found.tuned_seconds is not None
    assert found.tuned_seconds > 0.0


def test_what_cannot_be_compiled_ahead_changes_nothing(pool: CpuCompiler) -> None:
    before = DryRun(compile_seconds=1.0)
    policies = {OPERATOR.key: Policy.of("unheard_of")}
    assert compiled_ahead(before, [chain(OPERATOR)], policies, pool) == before


def test_what_is_followed_by_other_tuning_keeps_nothing_back_for_the_end() -> None:
    last = DryRun(compile_seconds=4.0, load_seconds=1.0, run_seconds=0.01)
    followed = replace(last, followed=True)
    assert followed.ending == 0.0
    assert followed.reserve(None) == pytest.approx(last.reserve(None) - last.ending)


def test_the_check_has_its_share_of_a_part_of_a_budget() -> None:
    steps = DryRun(compile_seconds=0.4, load_seconds=0.1, run_seconds=0.01)
    followed = replace(steps, followed=True)
    check = followed.reserve(40.0) - followed.preparing_check
    assert check == pytest.approx(CHECK_SHARE * 40.0)


def test_the_steps_of_several_models_add_up() -> None:
    one = DryRun(compile_seconds=4.0, load_seconds=1.0, run_seconds=0.01)
    both = DryRun.of([one, one])
    assert both.least == pytest.approx(2 * one.least)
    assert both.parts == (one, one)
    assert both.reserve(None) == pytest.approx(2 * one.reserve(None))
    assert both.reserve(100.0) < one.reserve(100.0) + one.reserve(None)


def test_the_dry_run_of_one_model_is_its_own() -> None:
    one = DryRun(compile_seconds=4.0)
    assert DryRun.of([one]) is one


def test_the_largest_of_many_models_are_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dry_run, "MEASURED", 2)
    graphs = [chain(OPERATOR, *[OPERATOR] * more) for more in (0, 1, 3, 2)]
    seen: list[int] = []

    def measure(graph: OperatorGraph) -> DryRun:
        seen.append(len(graph.operator_nodes))
        return DryRun(run_seconds=float(seen[-1]))

    found = dry_run_of_models(graphs, measure)
    assert seen == [4, 3]
    assert [part.run_seconds for part in found.parts] == [0.0, 3.0, 4.0, 3.0]
    assert found.checked == 3


def test_a_single_model_is_measured_however_small() -> None:
    assert dry_run_of_models([chain(OPERATOR)], lambda _: DryRun(1.0)) == DryRun(1.0)
