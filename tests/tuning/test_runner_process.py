"""Samples take several runs, and runs rotate through copies of the operator's constants."""

from __future__ import annotations

import pytest

from aoe.runtime.plan import ConstantInfo, KernelCall, Location, Plan
from aoe.tuning.runner_process import (
    MOST_COPIES,
    constant_bytes_read,
    constant_copies,
    runs_of_a_sample,
)

WEIGHTS = ConstantInfo("weights", "float32", (100, 10), 0)
BIAS = ConstantInfo("bias", "float32", (10,), 4032)


def plan(*offsets: int, packed: int = 0) -> Plan:
    """A plan whose one call reads the constants at these offsets."""
    arguments = tuple(Location("constant", 0, offset) for offset in offsets)
    call = KernelCall("kernel", (Location("input", 0, 0), *arguments), True)
    return Plan((), (), (call,), (call,), 4096, packed, 0, 0, (WEIGHTS, BIAS))


@pytest.mark.parametrize(
    ("read", "size"), [((), 0), ((0,), 4000), ((4032,), 40), ((64, 4032), 4040)]
)
def test_only_constants_that_a_run_reads_count(read: tuple[int, ...], size: int) -> None:
    assert constant_bytes_read(plan(*read)) == size


@pytest.mark.parametrize(
    ("made", "working_set", "copies"),
    [
        (plan(0), 40_000, 10),
        (plan(0), 5_000, 2),
        (plan(4032, packed=3960), 40_000, 10),
        (plan(0), 100, 1),
        (plan(4032), 1 << 30, MOST_COPIES),
        (plan(), 1 << 30, 1),
    ],
)
def test_copies_make_up_the_working_set(made: Plan, working_set: int, copies: int) -> None:
    assert constant_copies(made, working_set) == copies


@pytest.mark.parametrize(
    ("nanoseconds", "runs"), [(0, 1000), (1_000, 200), (100_000, 4), (50_000_000, 1)]
)
def test_short_runs_are_repeated_to_make_a_sample(nanoseconds: int, runs: int) -> None:
    assert runs_of_a_sample(nanoseconds) == runs
    assert runs_of_a_sample(nanoseconds, 20) == max(20, runs)
