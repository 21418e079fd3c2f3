"""Cores that are slower or further apart than in the stored measurement are detected."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, cast

import pytest

from aoe.backends.cpu.microbenchmarks.core_watch import CoreWatch, core_watch
from aoe.backends.cpu.microbenchmarks.speed import ParallelRegions, parallel_regions
from aoe.backends.cpu.microbenchmarks.speed_code import busy_regions_ir
from aoe.backends.cpu.target.cpu_target import CpuTarget
from aoe.backends.cpu.target.host import host_target
from aoe.settings import usable_cores

TARGET = host_target(2)


@dataclass
class FakeRegions:
    """Threads with synthetic figures."""

    seconds: float
    factor: float

    def fork_join(self, tries: int) -> float:
        return self.seconds

    def slowing(self, target: CpuTarget, tries: int) -> float:
        return self.factor


@pytest.mark.parametrize(
    ("fork_join", "slowing", "quiet"),
    [(0.2e-6, 1.0, True), (0.55e-6, 1.0, False), (0.2e-6, 2.0, False), (0.3e-6, 1.2, True)],
)
def test_both_figures_must_be_as_they_were(fork_join: float, slowing: float, quiet: bool) -> None:
    target = replace(TARGET, speed=replace(TARGET.speed, fork_join=0.18e-6))
    regions = cast(ParallelRegions, cast(Any, FakeRegions(fork_join, slowing)))
    assert CoreWatch(target, regions).is_quiet() == quiet


def test_the_stored_measurement_may_be_contaminated() -> None:
    target = replace(TARGET, speed=replace(TARGET.speed, fork_join=0.55e-6))
    regions = FakeRegions(0.55e-6, 1.0)
    watch = CoreWatch(target, cast(ParallelRegions, cast(Any, regions)))
    assert watch.is_quiet()
    regions.seconds = 0.18e-6
    assert watch.is_quiet()
    regions.seconds = 0.55e-6
    assert not watch.is_quiet()


@pytest.mark.parametrize("threads", [1, usable_cores() + 1])
def test_a_single_thread_and_threads_without_cores_are_not_watched(threads: int) -> None:
    with core_watch(host_target(threads)) as watch:
        assert watch.is_quiet()


def test_both_figures_of_this_machine_can_be_measured() -> None:
    with parallel_regions(TARGET, busy_regions_ir(TARGET)) as regions:
        assert regions is not None
        assert regions.fork_join(3) < 1.0
        assert 0.5 < regions.slowing(TARGET, 3) < 100.0
