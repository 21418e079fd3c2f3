"""Slabs of memory: blocks never overlap, and what is given back is found again."""

from __future__ import annotations

from itertools import pairwise
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from aoe.runtime.slabs import GRAIN, SLAB, Slab, Slabs

#: Blocks of a quarter of a slab at most, so that several share one, and one that is larger.
SIZES = st.one_of(st.integers(1, SLAB // 4), st.just(SLAB + 1))
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
    slabs = Slabs(0)
    blocks: list[tuple[Slab, int, int]] = []
    for kind, number in actions:
        if kind == "take":
            blocks.append(slabs.take(number))
            assert blocks[-1][2] >= number
        elif blocks:
            slabs.give_back(*blocks.pop(number % len(blocks)))
        ranges = sorted(
            (one.address(begin), one.address(begin) + size) for one, begin, size in blocks
        )
        assert all(end <= begin for (_, end), (begin, _) in pairwise(ranges))
        assert slabs.used_bytes == sum(size for *_, size in blocks)


@settings(max_examples=50, deadline=None)
@given(st.lists(SIZES, min_size=1, max_size=12), st.randoms())
def test_a_step_that_is_repeated_gets_the_same_addresses(sizes: list[int], random: Random) -> None:
    slabs = Slabs(1 << 40)
    found = []
    for _ in range(2):
        blocks = [slabs.take(size) for size in sizes]
        found.append([one.address(begin) for one, begin, _ in blocks])
        random.shuffle(blocks)
        for block in blocks:
            slabs.give_back(*block)
    assert found[0] == found[1]


def test_free_neighbours_are_one_range() -> None:
    slab = Slab(3 * GRAIN)
    for begin in (0, GRAIN, 2 * GRAIN):
        assert slab.take(GRAIN) == begin
    assert slab.take(GRAIN) is None
    for begin in (0, 2 * GRAIN, GRAIN):
        slab.give_back(begin, GRAIN)
    assert slab.take(3 * GRAIN) == 0


def test_blocks_have_whole_pages_and_no_more() -> None:
    slabs = Slabs(0)
    slabs.take(GRAIN + 1)
    assert slabs.used_bytes == 2 * GRAIN


def test_slabs_without_blocks_go_once_there_is_more_than_was_used() -> None:
    slabs = Slabs(SLAB)
    for size in range(SLAB, 8 * SLAB, SLAB):
        slabs.give_back(*slabs.take(size))
    assert slabs.free_bytes <= 8 * SLAB
    assert slabs.used_bytes == 0


def test_the_last_slabs_go_first() -> None:
    slabs = Slabs(SLAB)
    first = slabs.take(SLAB)
    address = first[0].address(0)
    slabs.give_back(*slabs.take(SLAB))
    slabs.give_back(*first)
    slabs.give_back(*slabs.take(2 * SLAB))
    assert slabs.free_bytes == 3 * SLAB
    assert slabs.take(SLAB)[0].address(0) == address
