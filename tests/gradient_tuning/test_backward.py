"""The timeline of a plan: segments in turn, several in flight, compute beside communication."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest

from aoe.gradient_tuning.backward import Backward, Plan, finish, timeline, unhidden
from aoe.gradient_tuning.link import Link

from .backwards import backward_passes


def test_a_segment_waits_for_its_last_gradient_and_for_the_link() -> None:
    backward = Backward.of([1.0, 2.0, 9.0], [4, 4, 8], Link.linear(1.0, 0.5))
    found = timeline(backward, (2, 3))
    assert [(item.start, item.end) for item in found.segments] == [(2.0, 7.0), (9.0, 14.0)]
    assert (found.tail, found.hidden) == (5.0, 0.5)


def test_latency_of_collectives_in_flight_overlaps() -> None:
    link = Link((1.0, 2.0), (3.0, 3.0), (1.0, 1.0), in_flight=2)
    backward = Backward.of([0.0, 0.0, 0.0], [1, 1, 1], link)
    assert [item.end for item in timeline(backward, (1, 2, 3)).segments] == [3.0, 4.0, 6.0]


def test_a_segment_of_two_element_types_is_two_collectives() -> None:
    link = Link.linear(1.0, 0.0)
    assert finish(Backward.of([0.0, 0.0], [1, 1], link, ["float32", "bfloat16"]), (2,)) == 2.0
    assert finish(Backward.of([0.0, 0.0], [1, 1], link, ["float32", "float32"]), (2,)) == 1.0


def test_collectives_beside_compute_are_slower_until_the_end_of_the_pass() -> None:
    slowed = replace(Link.linear(0.0, 1.0), beside_compute=2.0)
    backward = Backward.of([2.0, 6.0], [3, 1], slowed)
    # Two of three bytes are reduced in the four seconds left, and the others at full speed.
    assert [item.end for item in timeline(backward, (1, 2)).segments] == [7.0, 8.0]


def test_updates_follow_their_segment_when_the_pass_is_done() -> None:
    backward = replace(
        Backward.of([1.0, 2.0, 9.0], [4, 4, 8], Link.linear(1.0, 0.5)), updates=(1.0, 0.5, 2.0)
    )
    found = timeline(backward, (1, 2, 3))
    # The first two are reduced at 4 and 7, but the pass computes until 9.
    assert [item.updated for item in found.segments] == [10.0, 10.5, 16.0]
    assert (found.end, found.updated) == (14.0, 16.0)
    assert finish(backward, (3,)) == 9.0 + 9.0 + 3.5


def test_updates_beside_slow_collectives_end_as_on_the_clock_of_the_pass() -> None:
    for number, plain in enumerate(backward_passes(40, updates=True)):
        link = replace(plain.link, beside_compute=1.0 + number % 3, slows_compute=1.5)
        backward, plan = replace(plain, link=link), (*range(1, plain.count + 1),)
        found = timeline(backward, plan)
        done = found.backward
        for item, update in zip(found.segments, backward.updates or [0.0] * 9, strict=False):
            done = max(done, item.end) + update
            assert item.updated == pytest.approx(done)


def taken_in_turns(backward: Backward, plan: Plan) -> tuple[float, float]:
    """When the last gradient is ready and the last segment is reduced, from event to event. One
    collective is under way at a time.
    """
    link, borders = backward.link, [0, *plan]
    left = [
        float(link.occupied_seconds(np.array([float(sum(backward.sizes[begin:end]))]))[0])
        for begin, end in pairwise(borders)
    ]
    now = done = ready = 0.0  # the time, and how far the backward pass is
    number, last = 0, backward.ready[-1]
    while number < len(plan):
        starts, computes = backward.ready[plan[number] - 1], done < last
        sends = done >= starts
        compute_rate = computes * (1 / link.slows_compute if sends else 1.0)
        send_rate = sends * (1 / link.beside_compute if computes else 1.0)
        waits = [
            (goal - done) / compute_rate for goal in (starts, last) if computes and goal > done
        ]
        waits += [left[number] / send_rate] if sends else []
        wait = min(waits)
        now, done = now + wait, done + wait * compute_rate
        left[number] -= wait * send_rate
        if abs(done - starts) < 1e-12:
            done = starts
        if abs(done - last) < 1e-12 or done >= last:
            ready, done = (now if computes else ready), last
        number += sends and left[number] <= 1e-12
    return ready, now


def test_the_pass_and_collectives_slow_each_other_down() -> None:
    for number, backward in enumerate(backward_passes(60)):
        link = replace(
            backward.link,
            beside_compute=1.0 + number % 3 / 2,
            slows_compute=1.0 + number % 4 / 3,
        )
        changed = replace(backward, link=link)
        plan = (*range(1 + number % 2, backward.count, 2), backward.count)
        found = timeline(changed, plan)
        assert (found.backward, found.end) == pytest.approx(taken_in_turns(changed, plan)), number


def test_slower_collectives_end_no_earlier() -> None:
    for backward in backward_passes(20):
        plan = tuple(range(1, backward.count + 1))
        slowed = replace(backward, link=replace(backward.link, beside_compute=1.7))
        assert finish(slowed, plan) >= finish(backward, plan) - 1e-9


def test_a_large_gradient_that_is_ready_last_cannot_be_hidden() -> None:
    link = Link.linear(0.1, 1.0)
    tied = Backward.of([1.0, 2.0, 3.0], [4, 4, 30], link)
    assert unhidden(tied, (2, 3)) == 2
    assert unhidden(Backward.of([1.0, 2.0, 3.0], [30, 30, 1], link), (3,)) is None
    slow_to_start = Link.linear(20.0, 0.01)
    assert unhidden(Backward.of([1.0, 2.0, 3.0], [4, 4, 30], slow_to_start), (2, 3)) is None


def test_times_that_fall_are_raised() -> None:
    link = Link.linear(1.0, 1.0)
    assert Backward.of([2.0, 1.0, 3.0], [1, 1, 1], link).ready == (2.0, 2.0, 3.0)
    assert finish(Backward.of([2.0, 1.0], [1, 1], link), (2,)) == pytest.approx(5.0)
