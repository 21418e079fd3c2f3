"""The model of a backward pass is fitted to measured steps."""

from __future__ import annotations

from dataclasses import replace

import pytest

from aoe.gradients.backward import Backward, finish
from aoe.gradients.fitting import (
    MOST_BANDWIDTH,
    beside_compute,
    with_bandwidth,
    with_startup,
)
from aoe.gradients.link import Link
from aoe.gradients.rules import one_segment


def test_a_measured_end_tells_how_much_slower_collectives_were() -> None:
    backward = Backward.of([2.0, 4.0, 6.0], [2, 2, 2], Link.linear(0.1, 1.0))
    slowed = replace(backward, link=replace(backward.link, beside_compute=1.6))
    measured = finish(slowed, (1, 2, 3))
    assert beside_compute(backward, (1, 2, 3), measured) == pytest.approx(1.6, rel=5e-3)
    assert beside_compute(backward, (1, 2, 3), 1.0) == 1.0


@pytest.mark.parametrize("factor", [0.7, 1.4])
def test_the_end_of_one_segment_tells_the_bandwidth(factor: float) -> None:
    backward = Backward.of([2.0, 4.0, 6.0], [2, 2, 2], Link.linear(0.1, 1.0))
    truth = replace(backward, link=backward.link.scaled(1.0, factor))
    link = with_bandwidth(backward, finish(truth, one_segment(3)))
    assert link.line().per_byte == pytest.approx(factor, rel=5e-3)


def test_a_bandwidth_is_not_corrected_without_end() -> None:
    backward = Backward.of([2.0, 4.0, 6.0], [2, 2, 2], Link.linear(0.0, 1.0))
    for measured, factor in ((0.0, 1 / MOST_BANDWIDTH), (1e6, MOST_BANDWIDTH)):
        link = with_bandwidth(backward, measured)
        assert link.line().per_byte == pytest.approx(factor, rel=5e-3)


def test_an_early_end_of_several_segments_tells_a_shorter_startup() -> None:
    backward = Backward.of([2.0, 4.0, 6.0], [2, 2, 2], Link.linear(1.0, 1.0))
    truth = replace(backward, link=backward.link.scaled(0.7, 1.0))
    link = with_startup(backward, (1, 2, 3), finish(truth, (1, 2, 3)))
    assert link.line().startup == pytest.approx(0.7, rel=2e-2)
    assert with_startup(backward, (1, 2, 3), 1e6) == backward.link


def test_collectives_that_nothing_is_beside_were_not_slowed() -> None:
    backward = Backward.of([2.0, 4.0, 6.0], [2, 2, 2], Link.linear(0.1, 1.0))
    end = finish(backward, one_segment(3))
    for measured in (end * 1.0001, end * 1.5):
        assert beside_compute(backward, one_segment(3), measured) == 1.0
