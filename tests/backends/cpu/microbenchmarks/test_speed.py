"""The machine's speed: what is measured and what is plausible."""

from __future__ import annotations

from dataclasses import asdict, replace

import pytest

from aoe.backends.cpu.microbenchmarks import speed as speeds
from aoe.backends.cpu.microbenchmarks.speed import (
    dot_precisions,
    is_plausible,
    measure_speed,
    memory_bytes,
    multiply_add_speed,
    rounded,
)
from aoe.backends.cpu.runtime.native import LinkedCode
from aoe.backends.cpu.target.cpu_target import CpuTarget, Speed
from aoe.backends.cpu.target.host import host_target
from aoe.runtime.memory import Memory
from tests.backends.cpu.changed_target import changed

ONE = Speed(60e9, 200e9, 100e9, 50e9, 20e9, 30e9, 0.0)
TARGET = host_target(2)


@pytest.mark.parametrize("threads", [1, 2])
def test_every_figure_of_this_machine_can_be_measured(threads: int) -> None:
    figures = asdict(measure_speed(host_target(threads)))
    assert all(value > 0 for name, value in figures.items() if name != "fork_join")
    assert figures["fork_join"] >= 0
    assert figures["memory_together"] >= figures["memory"]


def test_long_tries_of_a_region_are_few(monkeypatch: pytest.MonkeyPatch) -> None:
    """Threads that share a core take milliseconds, and 1000 of them take minutes together."""
    tried: list[int] = []

    def seconds(loop: object, turns: int) -> float:
        tried.append(turns)
        return 1.0

    monkeypatch.setattr(speeds._Loop, "seconds", seconds)
    monkeypatch.setattr(speeds, "MOST_REGION_SECONDS", 0.0)
    measure_speed(host_target(2))
    assert tried.count(speeds.REGIONS) == 2


def test_what_threads_read_together_is_compiled_once(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[str] = []

    def compiled(ir: str, target: CpuTarget) -> LinkedCode:
        made.append(ir)
        return speeds_compiled(ir, target)

    speeds_compiled = speeds.compiled
    monkeypatch.setattr(speeds, "compiled", compiled)
    assert speeds.read_together(host_target(8), Memory(1 << 20), 1 << 20) > 0
    assert len(made) == 1


def test_every_precision_has_a_peak() -> None:
    precisions = ("float32", "float64", *dot_precisions(TARGET))
    assert all(multiply_add_speed(TARGET, precision) > 1e8 for precision in precisions)


def test_cpus_without_dot_products_have_none_measured() -> None:
    assert dot_precisions(changed(TARGET, features="+avx2,+fma")) == ()


@pytest.mark.parametrize(
    ("value", "kept"), [(117.3e9, 120e9), (1.04e9, 1.0e9), (33.9e9, 34e9), (7.7e-7, 7.5e-7)]
)
def test_figures_are_rounded_so_that_noise_changes_nothing(value: float, kept: float) -> None:
    assert rounded(replace(ONE, memory=value)).memory == pytest.approx(kept)


def test_rounding_twice_is_rounding_once() -> None:
    once = rounded(replace(ONE, l1=217.3e9, l2=4.99e9, fork_join=0.0))
    assert rounded(once) == once


@pytest.mark.parametrize("value", [0.0, -1.0, 1e3, 1e18, float("nan"), float("inf")])
def test_nonsense_is_not_plausible(value: float) -> None:
    assert is_plausible(ONE)
    assert not is_plausible(replace(ONE, l2=value))


def test_memory_is_larger_than_any_cache() -> None:
    assert memory_bytes(changed(TARGET, l3=32 << 20)) == 128 << 20
    assert memory_bytes(changed(TARGET, l3=1 << 20)) == speeds.LEAST_MEMORY
    assert memory_bytes(changed(TARGET, l3=1 << 30)) == speeds.MOST_MEMORY
