"""Programs that take turns, and what their times say."""

from __future__ import annotations

import pytest

from aoe.torch.turns import PAIRS, Gain, Turns, step_gain


def taken(before: float, after: float) -> Turns[str]:
    """Turns in which the programs take these seconds, but longer in their first calls."""
    turns = Turns("before", "after", lambda: None)
    for number in range(2 * (PAIRS + 1)):
        program = turns.program
        seconds = before if program == "before" else after
        turns.add(program, seconds * (100 if number < 2 else 1))
    return turns


def test_programs_take_turns() -> None:
    turns, seen = Turns("before", "after", lambda: None), []
    for _ in range(4):
        seen.append(turns.program)
        turns.add(turns.program, 1.0)
    assert seen == ["before", "after", "before", "after"]


def test_first_calls_do_not_count() -> None:
    assert taken(2.0, 1.0).pairs == [(2.0, 1.0)] * PAIRS


def test_it_is_told_once_when_there_are_enough_pairs() -> None:
    told: list[tuple[int, ...]] = []
    turns = Turns("before", "after", lambda: told.append(tuple(map(len, turns.seconds))))
    for _ in range(4 * PAIRS):
        turns.add(turns.program, 1.0)
    assert turns.are_enough
    assert told == [(PAIRS + 1, PAIRS + 1)]


def test_calls_of_two_threads_at_once_are_of_the_programs_that_they_ran() -> None:
    told: list[int] = []
    turns = Turns("before", "after", lambda: told.append(1))
    for _ in range(2 * (PAIRS + 1)):
        both = [turns.program, turns.program]
        for program in both:
            turns.add(program, 2.0 if program == "before" else 1.0)
    assert told == [1]
    assert turns.pairs == [(2.0, 1.0)] * PAIRS


def test_a_gain_is_the_median_ratio_of_pairs() -> None:
    gain = Gain.of([(2.0, 1.0)] * 14 + [(2.0, 8.0)])
    assert (gain.before, gain.after, gain.verdict) == (2.0, 1.0, -1)


def test_equal_programs_are_undecided() -> None:
    gain = Gain.of([(1.0, 1.1), (1.1, 1.0)] * 8)
    assert gain.verdict == 0


def test_the_gain_of_a_step_is_that_of_sums() -> None:
    gain = step_gain([taken(2.0, 1.0).pairs, taken(6.0, 5.0).pairs])
    assert (gain.before, gain.after) == pytest.approx((8.0, 6.0))
