"""Times of the calls of a profiled inference."""

from __future__ import annotations

from dataclasses import replace

import pytest

from aoe.backends.cpu.runtime.call_times import call_seconds, clock_readings
from aoe.runtime.plan import InterOpRegion, KernelCall, Plan

PLAN = Plan((), (), tuple(KernelCall(name, (), False) for name in "abcd"), (), 0, 0, 0, 0)


def test_calls_take_what_is_between_their_readings() -> None:
    assert clock_readings(PLAN) == 8
    seconds = call_seconds(PLAN, [0, 10, 10, 30, 31, 31, 40, 140])
    assert seconds == pytest.approx([10e-9, 20e-9, 0, 100e-9])


def test_calls_of_a_section_share_its_time() -> None:
    plan = replace(PLAN, inter_op_regions=(InterOpRegion(1, (2, 1)),))
    seconds = call_seconds(plan, [0, 10, 10, 40, 40, 60, 12, 62])
    assert seconds == pytest.approx([10e-9, 15.6e-9, 10.4e-9, 26e-9])
    assert sum(seconds[1:]) == pytest.approx(52e-9)


def test_a_section_too_quick_for_the_clock_takes_nothing() -> None:
    plan = replace(PLAN, inter_op_regions=(InterOpRegion(0, (2, 2)),))
    assert call_seconds(plan, [5] * 8) == (0, 0, 0, 0)
