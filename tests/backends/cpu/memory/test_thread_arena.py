"""Packing buffers so that threads write cache lines they own."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from aoe.backends.cpu.memory import thread_arena
from aoe.backends.cpu.memory.arena import Lifetime, pack
from aoe.backends.cpu.memory.thread_arena import Use, pack_for_threads, transferred_bytes
from aoe.backends.cpu.memory.thread_shares import Footprint, Span
from aoe.runtime.plan import ALIGNMENT

KIBI = 1024


def halves(size: int) -> tuple[Span, Span]:
    """Returns what two threads access of rows that they share."""
    return Span(0, size // 2, 0), Span(size // 2, size, 1)


def writing(buffer: int, size: int) -> Use:
    return Use(buffer, 0, Footprint((), halves(size)))


def reading(buffer: int, size: int, beyond: int = 0) -> Use:
    """Returns a call that reads the halves, and so many bytes around each."""
    first, second = halves(size)
    wider = (Span(-beyond, first.stop, 0), Span(second.start, size + beyond, 1))
    return Use(buffer, 0, Footprint(wider, ()))


def chain(sizes: list[int], beyond: int = 0) -> tuple[dict[int, Lifetime], list[list[Use]]]:
    """Returns calls that each read what the previous one wrote."""
    lifetimes = {n: Lifetime(size, n, n + 1) for n, size in enumerate(sizes)}
    lifetimes[len(sizes) - 1] = Lifetime(sizes[-1], len(sizes) - 1, len(sizes) - 1)
    calls = [
        [*([reading(n - 1, sizes[n - 1], beyond)] if n else []), writing(n, size)]
        for n, size in enumerate(sizes)
    ]
    return lifetimes, calls


def by_one_thread(use: Use) -> Use:
    """Returns what one thread accesses alone."""
    reads, writes = (
        tuple(replace(span, thread=0) for span in spans)
        for spans in (use.shares.reads, use.shares.writes)
    )
    return replace(use, shares=Footprint(reads, writes))


def test_a_model_of_one_thread_has_the_smallest_arena_without_a_search(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    lifetimes, calls = chain([40 * KIBI, 8 * KIBI, 64 * KIBI, 4 * KIBI], beyond=64)
    alone = [[by_one_thread(use) for use in call] for call in calls]
    monkeypatch.setattr(thread_arena, "_Placer", None)
    assert pack_for_threads(lifetimes, alone) == pack(lifetimes)


CHAINS = st.lists(st.integers(1, 60).map(lambda count: count * 4 * KIBI), min_size=1, max_size=14)


@settings(deadline=None)
@given(CHAINS, st.sampled_from([0, 8 * KIBI]))
def test_buffers_that_live_at_once_do_not_overlap(sizes: list[int], beyond: int) -> None:
    lifetimes, calls = chain(sizes, beyond)
    offsets, size = pack_for_threads(lifetimes, calls)
    assert offsets.keys() == lifetimes.keys()
    for number, item in lifetimes.items():
        start, end = offsets[number], offsets[number] + item.bytes
        assert start % ALIGNMENT == 0
        assert 0 <= start <= end <= size
        following = number + 1
        if following in lifetimes:
            other = offsets[following]
            assert end <= other or other + lifetimes[following].bytes <= start


@settings(deadline=None)
@given(CHAINS, st.sampled_from([0, 8 * KIBI]))
def test_no_more_is_transferred_than_in_the_smallest_arena(sizes: list[int], beyond: int) -> None:
    lifetimes, calls = chain(sizes, beyond)
    smallest = pack(lifetimes)
    found = pack_for_threads(lifetimes, calls)
    assert found[1] <= 1.25 * smallest[1]
    assert transferred_bytes(lifetimes, calls, found) <= transferred_bytes(
        lifetimes, calls, smallest
    )


def test_halves_of_shrinking_layers_lie_on_halves() -> None:
    lifetimes, calls = chain([256 * KIBI, 256 * KIBI, 128 * KIBI, 64 * KIBI, 64 * KIBI])
    assert transferred_bytes(lifetimes, calls, pack(lifetimes)) > 0
    assert transferred_bytes(lifetimes, calls, pack_for_threads(lifetimes, calls)) == 0


def test_speculative_reads_avoid_what_other_threads_write() -> None:
    sizes = [64 * KIBI, 16 * KIBI]
    lifetimes, calls = chain(sizes, beyond=2 * KIBI)
    lifetimes[2] = Lifetime(256 * KIBI, 2, 2)  # leaves space for a gap
    calls.append([Use(2, 0, Footprint((), (Span(0, 256 * KIBI, 0),)))])
    offsets, _ = pack_for_threads(lifetimes, calls)
    gap = max(offsets[1] - (offsets[0] + sizes[0]), offsets[0] - (offsets[1] + sizes[1]))
    assert gap >= 2 * KIBI


def test_ownership_carries_over_to_the_next_inference() -> None:
    lifetimes = {0: Lifetime(64 * KIBI, 0, 0), 1: Lifetime(64 * KIBI, 1, 1)}
    calls = [[Use(0, 0, Footprint((), (Span(0, 64 * KIBI, 0),)))], [writing(1, 64 * KIBI)]]
    layout = pack(lifetimes)
    assert layout[1] == 64 * KIBI
    assert transferred_bytes(lifetimes, calls, layout) == 64 * KIBI


def test_a_write_takes_lines_back_that_another_thread_read() -> None:
    lifetimes = {0: Lifetime(64 * KIBI, 0, 2)}
    other = Use(0, 0, Footprint((Span(0, 16 * KIBI, 1),), ()))
    own = Use(0, 0, Footprint((), (Span(0, 64 * KIBI, 0),)))
    layout = pack(lifetimes)
    assert transferred_bytes(lifetimes, [[own], [other], [own]], layout) == 16 * KIBI


def test_a_buffer_may_be_kept_before_its_first_use() -> None:
    lifetimes = {0: Lifetime(64 * KIBI, 0, 2), 1: Lifetime(32 * KIBI, 0, 2)}
    calls = [[writing(0, 64 * KIBI)], [writing(1, 32 * KIBI)], [reading(1, 32 * KIBI)]]
    offsets, size = pack_for_threads(lifetimes, calls)
    assert size == 96 * KIBI
    assert {*offsets.values()} in ({0, 64 * KIBI}, {0, 32 * KIBI})


def test_nothing_needs_no_arena() -> None:
    assert pack_for_threads({}, []) == ({}, 0)
