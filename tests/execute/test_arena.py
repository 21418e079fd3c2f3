"""Packing buffers into an arena."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from aoe.execute.arena import Lifetime, pack
from aoe.runtime.plan import ALIGNMENT, aligned

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
    """The most bytes alive at one step: no arena can be smaller."""
    steps = {item.first for item in lifetimes.values()}
    alive = (
        sum(aligned(i.bytes) for i in lifetimes.values() if i.first <= step <= i.last)
        for step in steps
    )
    return max(alive, default=0)


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


@given(LIFETIMES)
def test_the_arena_is_between_the_most_alive_and_all_together(
    lifetimes: dict[int, Lifetime],
) -> None:
    _, size = pack(lifetimes)
    assert most_alive(lifetimes) <= size <= sum(aligned(item.bytes) for item in lifetimes.values())


@given(st.integers(1, 4000), st.integers(2, 30))
def test_a_chain_of_equal_layers_needs_two_buffers(size: int, layers: int) -> None:
    lifetimes = {i: Lifetime(size, i, i + 1) for i in range(layers)}
    assert pack(lifetimes)[1] == 2 * aligned(size)


def test_a_residual_network_needs_the_most_bytes_alive_at_once() -> None:
    lifetimes: dict[int, Lifetime] = {}
    for stage, pixels in enumerate([3136, 784, 196, 49]):
        for block in range(3):
            first = 4 * (3 * stage + block)
            channels = 64 << stage
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
