"""Links of measured times, and of a text."""

from __future__ import annotations

import numpy as np
import pytest

from aoe.errors import UsageError
from aoe.gradient_tuning.link import Link, ring_link


def test_between_measured_sizes_times_are_straight_lines() -> None:
    link = Link.measured((0.0, 10.0, 20.0), (1.0, 2.0, 5.0), (4.0, 8.0, 20.0), 4, 1)
    assert link.occupied_seconds(np.array([5.0, 15.0, 30.0])).tolist() == [1.5, 3.5, 8.0]
    assert link.occupied_seconds(np.array([0.0])).tolist() == [0.0]


def test_what_several_in_flight_do_not_take_longer_is_latency() -> None:
    link = Link.measured((1.0, 2.0), (3.0, 4.0), (6.0, 16.0), 4, 2)
    assert link.occupied == (1.0, 4.0)
    assert link.latency_seconds(np.array([1.0, 2.0])).tolist() == [2.0, 0.0]


def test_times_that_fall_with_the_size_are_raised() -> None:
    assert Link.measured((1.0, 2.0), (3.0, 2.0), (6.0, 4.0), 2, 1).alone == (3.0, 3.0)


def test_the_line_and_how_far_it_is_off() -> None:
    straight = Link.linear(2.0, 0.5).line()
    assert [straight.startup, straight.per_byte] == pytest.approx([2.0, 0.5])
    assert straight.worst == pytest.approx(0.0, abs=1e-9)
    assert Link.measured((1.0, 2.0, 3.0), (1.0, 1.0, 4.0), (2, 2, 8), 2, 1).line().worst > 0.2


@pytest.mark.parametrize("times", [(0.013, 0.013, 0.013, 0.013), (0.02, 0.013, 0.013, 0.012)])
def test_a_line_never_takes_less_for_more_bytes(times: tuple[float, ...]) -> None:
    line = Link((1024, 4096, 65536, 1 << 20), times, times).line()
    assert 0 <= line.per_byte < 1e-12
    assert line.startup == pytest.approx(0.013, rel=0.2)


def test_a_line_in_words_has_no_rounding_error() -> None:
    assert Link.linear(50e-6, 8e-11).line().text == "50 us + 0.08 ns per byte"
    times = (1254.97e-6, 1254.97e-6)  # of the smallest sizes, whose bytes add nothing
    assert Link((4096, 65536), times, times).line().text == "1255 us + 0 ns per byte"


def test_a_scaled_link() -> None:
    link = Link((0.0, 10.0), (3.0, 7.0), (1.0, 5.0), in_flight=2).scaled(2.0, 3.0)
    assert link.occupied == (2.0, 14.0)
    assert link.alone == (6.0, 18.0)


def test_a_ring_of_workers() -> None:
    link = ring_link("10gbit,50us", 64)
    assert link.alone[0] == pytest.approx(126 * 50e-6)
    assert link.alone[1] - link.alone[0] == pytest.approx(126 / 64 * (1 << 20) / 1.25e9)


@pytest.mark.parametrize("text", ["fast", "10gbit", "0gbit,1us", "10,50us", "1.1.1gbit,1us"])
def test_a_link_of_another_form_is_refused(text: str) -> None:
    with pytest.raises(UsageError, match="10gbit,50us"):
        ring_link(text, 8)


def test_one_worker_is_refused() -> None:
    with pytest.raises(UsageError, match="--workers=1"):
        ring_link("1gbit,1ms", 1)
