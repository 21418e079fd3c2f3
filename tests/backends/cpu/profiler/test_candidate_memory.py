"""Candidates have their memory in huge pages that are used again, at places that can be told."""

from __future__ import annotations

import ctypes

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from aoe.backends.cpu.profiler.candidate_memory import (
    WAY,
    Block,
    FreeBlocks,
    copied_to,
    memory_in_one_block,
    offsets,
    separate_memory,
)
from aoe.backends.cpu.target.cpu_target import CACHE_LINE
from aoe.runtime.memory import HUGE_PAGE, Memory


def test_the_smallest_block_that_fits_is_taken() -> None:
    blocks = FreeBlocks([Block(Memory(size), size) for size in (100, 50, 70)])
    assert blocks.take(60).size == 70
    assert [block.size for block in blocks.free] == [100, 50]


def test_a_new_block_has_room_for_what_is_a_little_larger() -> None:
    blocks = FreeBlocks()
    block = blocks.take(48_200_000)
    assert 50_000_000 <= block.size <= 1.25 * 48_200_000
    blocks.free.append(block)
    assert blocks.take(50_000_000) is block


def test_a_block_that_is_too_small_makes_room_for_a_larger_one() -> None:
    blocks = FreeBlocks([Block(Memory(size), size) for size in (10, 20)])
    assert blocks.take(30).size >= 30
    assert [block.size for block in blocks.free] == [10]


def test_blocks_are_whole_huge_pages() -> None:
    for size in (1, HUGE_PAGE - 1, HUGE_PAGE + 1, 100 << 20):
        block = FreeBlocks().take(size)
        assert block.size % HUGE_PAGE == 0
        assert block.memory.address % HUGE_PAGE == 0


@given(st.integers(0, 50), st.lists(st.integers(0, 1 << 20), min_size=1, max_size=6))
def test_parts_lie_in_whole_lines_and_do_not_overlap(place: int, sizes: list[int]) -> None:
    *starts, end = offsets(place, sizes)
    assert all(start % CACHE_LINE == 0 for start in starts)
    for start, size, after in zip(starts, sizes, [*starts[1:], end], strict=True):
        assert start + size <= after < start + size + WAY + CACHE_LINE


def test_the_same_place_means_the_same_distances_and_another_place_others() -> None:
    sizes = (4096, 4096, 100)
    assert offsets(0, sizes) == [0, 4096, 8192, 8192 + 128]
    assert offsets(3, sizes) == offsets(3, sizes)
    assert len({tuple(offsets(place, sizes)) for place in range(20)}) == 20


def test_a_released_room_serves_the_next_and_is_zero_again() -> None:
    blocks = FreeBlocks()
    first = memory_in_one_block(0, (100, 200), blocks)
    ctypes.memset(first.addresses[0], 0xFF, 328)
    first.release()
    first.release()
    second = memory_in_one_block(1, (300,), blocks)
    assert not blocks.free
    assert 0 <= second.addresses[0] - first.addresses[0] < WAY
    assert ctypes.string_at(second.addresses[0], 300) == bytes(300)


def test_parts_of_a_whole_model_have_memory_of_their_own() -> None:
    room = separate_memory((100, HUGE_PAGE))
    assert [memory.address for memory in room.memories] == room.addresses
    room.release()
    assert ctypes.string_at(room.addresses[1], 8) == bytes(8)


@pytest.mark.parametrize("shape", [(), (0, 3), (2, 3)])
def test_an_array_is_copied_to_where_it_should_lie(shape: tuple[int, ...]) -> None:
    array = np.arange(np.prod(shape, dtype=int), dtype=np.float32).reshape(shape)
    room = memory_in_one_block(2, (array.nbytes,), FreeBlocks())
    copy = copied_to(room.addresses[0], array)
    np.testing.assert_array_equal(copy, array)
    assert copy.ctypes.data == room.addresses[0] or not copy.size
