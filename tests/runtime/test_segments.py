"""Segments of memory: blocks never overlap, and what is given back is found again."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from aoe.runtime.segments import GRAIN, SEGMENT, Segment, Segments

#: Blocks of a quarter of a segment at most, so that several share one, and one that is larger.
SIZES = st.one_of(st.integers(1, SEGMENT // 4), st.just(SEGMENT + 1))
#: A size to take, or the number of a block to give back.
ACTIONS = st.lists(
    st.one_of(
        SIZES.map(lambda size: ("take", size)),
        st.integers(0, 9).map(lambda place: ("give back", place)),
    ),
    max_size=40,
)


@settings(max_examples=100, deadline=None)
@given(ACTIONS)
def test_blocks_that_are_taken_at_once_do_not_overlap(actions: list[tuple[str, int]]) -> None:
    segments = Segments(0)
    blocks: list[tuple[Segment, int, int]] = []
    for kind, number in actions:
        if kind == "take":
            blocks.append(segments.take(number))
            assert blocks[-1][2] >= number
        elif blocks:
            segments.give_back(*blocks.pop(number % len(blocks)))
        ranges = sorted(
            (one.address(begin), one.address(begin) + size) for one, begin, size in blocks
        )
        assert all(end <= begin for (_, end), (begin, _) in pairwise(ranges))
        assert segments.used_bytes == sum(size for *_, size in blocks)


@settings(max_examples=50, deadline=None)
@given(st.lists(SIZES, min_size=1, max_size=12), st.randoms())
def test_a_step_that_is_repeated_gets_the_same_addresses(sizes: list[int], random: object) -> None:
    segments = Segments(1 << 40)
    found = []
    for _ in range(2):
        blocks = [segments.take(size) for size in sizes]
        found.append([one.address(begin) for one, begin, _ in blocks])
        random.shuffle(blocks)  # type: ignore[attr-defined]
        for block in blocks:
            segments.give_back(*block)
    assert found[0] == found[1]


def test_free_neighbours_are_one_range() -> None:
    segment = Segment(3 * GRAIN)
    for begin in (0, GRAIN, 2 * GRAIN):
        assert segment.take(GRAIN) == begin
    assert segment.take(GRAIN) is None
    for begin in (0, 2 * GRAIN, GRAIN):
        segment.give_back(begin, GRAIN)
    assert segment.take(3 * GRAIN) == 0


def test_blocks_have_whole_pages_and_no_more() -> None:
    segments = Segments(0)
    segments.take(GRAIN + 1)
    assert segments.used_bytes == 2 * GRAIN


def test_segments_without_blocks_go_once_there_is_more_than_was_used() -> None:
    segments = Segments(SEGMENT)
    for size in range(SEGMENT, 8 * SEGMENT, SEGMENT):
        segments.give_back(*segments.take(size))
    assert segments.free_bytes <= 8 * SEGMENT
    assert segments.used_bytes == 0
