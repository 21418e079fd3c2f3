"""Packing buffers into an arena."""

from __future__ import annotations

from itertools import accumulate, pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from aoe.backends.cpu.memory.arena import Lifetime, assign_branches, pack, pack_apart
from aoe.runtime.plan import ALIGNMENT, InterOpRegion, aligned

LIFETIMES = st.dictionaries(
    st.integers(0, 1000),
    st.builds(
        lambda size, first, length: Lifetime(size, first, first + length),
        st.integers(0, 5000),
        st.integers(0, 30),
        st.integers(0, 10),
    ),
    max_size=25,
)


def most_alive(lifetimes: dict[int, Lifetime]) -> int:
    """Returns the maximum of bytes alive at one step: no arena can be smaller."""
    steps = {item.first for item in lifetimes.values()}
    alive = (
        sum(aligned(i.bytes) for i in lifetimes.values() if i.first <= step <= i.last)
        for step in steps
    )
    return max(alive, default=0)


@settings(deadline=None)
@given(LIFETIMES)
def test_buffers_that_live_at_once_do_not_overlap(lifetimes: dict[int, Lifetime]) -> None:
    offsets, size = pack(lifetimes)
    assert offsets.keys() == lifetimes.keys()
    for number, item in lifetimes.items():
        start, end = offsets[number], offsets[number] + item.bytes
        assert start % ALIGNMENT == 0
        assert 0 <= start <= end <= size
        for other, neighbour in lifetimes.items():
            at_once = item.first <= neighbour.last and neighbour.first <= item.last
            if other != number and at_once:
                assert end <= offsets[other] or offsets[other] + neighbour.bytes <= start


@settings(deadline=None)
@given(LIFETIMES)
def test_buffers_apart_never_overlap_and_fill_the_arena(lifetimes: dict[int, Lifetime]) -> None:
    offsets, size = pack_apart(lifetimes)
    assert size == sum(aligned(item.bytes) for item in lifetimes.values())
    places = sorted((offsets[number], lifetimes[number].bytes) for number in lifetimes)
    assert all(start % ALIGNMENT == 0 for start, _ in places)
    assert all(start + length <= after for (start, length), (after, _) in pairwise(places))
    assert all(start + length <= size for start, length in places)


@settings(deadline=None)
@given(LIFETIMES)
def test_the_arena_is_between_the_most_alive_and_all_together(
    lifetimes: dict[int, Lifetime],
) -> None:
    _, size = pack(lifetimes)
    assert most_alive(lifetimes) <= size <= sum(aligned(item.bytes) for item in lifetimes.values())


@settings(deadline=None)
@given(st.integers(1, 4000), st.integers(2, 30))
def test_a_chain_of_equal_layers_needs_two_buffers(size: int, layers: int) -> None:
    lifetimes = {i: Lifetime(size, i, i + 1) for i in range(layers)}
    assert pack(lifetimes)[1] == 2 * aligned(size)


def test_a_residual_network_needs_the_most_bytes_alive_at_once() -> None:
    lifetimes: dict[int, Lifetime] = {}
    for nest, pixels in enumerate([3136, 784, 196, 49]):
        for block in range(3):
            first = 4 * (3 * nest + block)
            channels = 64 << nest
            for layer, (width, uses) in enumerate([(1, 1), (1, 1), (4, 5)]):
                size = 4 * pixels * channels * width
                step = first + layer
                lifetimes[len(lifetimes)] = Lifetime(size, step, step + uses)
    assert pack(lifetimes)[1] == most_alive(lifetimes)


def test_a_gap_is_filled_by_what_fits_it_best() -> None:
    lifetimes = {
        0: Lifetime(6400, 0, 9),
        1: Lifetime(640, 0, 1),  # leaves a gap of 640 below 2
        2: Lifetime(320, 0, 9),
        3: Lifetime(256, 2, 3),
    }
    offsets, size = pack(lifetimes)
    assert size == 6400 + 640 + 320
    assert offsets[3] == offsets[1]


def test_nothing_needs_no_arena() -> None:
    assert pack({}) == ({}, 0)


@settings(deadline=None)
@given(
    st.lists(st.integers(1, 4), min_size=2, max_size=4),
    st.lists(st.tuples(st.integers(0, 18), st.integers(0, 6), st.integers(1, 500)), max_size=20),
)
def test_branches_share_no_memory_that_one_of_them_writes(
    branches: list[int], drawn: list[tuple[int, int, int]]
) -> None:
    region = InterOpRegion(3, tuple(branches))
    lifetimes = {
        number: Lifetime(size, first, first + length)
        for number, (first, length, size) in enumerate(drawn)
    }
    offsets, _ = pack(assign_branches(lifetimes, [region]))
    starts = [*accumulate((region.first, *region.branches))]

    def branches_of(item: Lifetime) -> set[int]:
        """Returns the branches in which a buffer is used, or through which it stays alive."""
        touched = {
            branch
            for branch, (start, end) in enumerate(pairwise(starts))
            if item.first < end and item.last >= start
        }
        outside = item.first < region.first or item.last >= region.end
        return {*range(len(branches))} if touched and (outside or len(touched) > 1) else touched

    for number, item in lifetimes.items():
        for other, neighbour in lifetimes.items():
            both = branches_of(item), branches_of(neighbour)
            apart = both[0] and both[1] and (len(both[0] | both[1]) > 1)
            at_once = item.first <= neighbour.last and neighbour.first <= item.last
            if other != number and (apart or at_once):
                end = offsets[number] + item.bytes
                assert end <= offsets[other] or offsets[other] + neighbour.bytes <= offsets[number]


def test_memory_of_a_branch_is_reused_within_the_branch() -> None:
    region = InterOpRegion(0, (4, 4))
    lifetimes = {n: Lifetime(64, n, n + 1) for n in (0, 1, 2, 4, 5, 6)}
    assert pack(assign_branches(lifetimes, [region]))[1] == 4 * 64
