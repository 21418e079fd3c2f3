"""Runs go through copies of constants in turn, whose memory is used again."""

from __future__ import annotations

import ctypes
from math import inf

import numpy as np
import pytest

from aoe.backends.cpu.profiler.candidate_memory import FreeBlocks
from aoe.backends.cpu.profiler.constant_rotation import (
    MOST_COPIES,
    Rotation,
    constant_bytes_read,
    constant_copies,
)
from aoe.runtime.memory_location import Location
from aoe.runtime.plan import ConstantInfo, KernelCall, Plan

WEIGHTS = ConstantInfo("weights", "float32", (100, 10), 0)
BIAS = ConstantInfo("bias", "float32", (10,), 4032)


def rotation(
    constants: np.ndarray,
    packed: np.ndarray,
    copies: int,
    blocks: FreeBlocks,
    streamed: bool = True,
) -> Rotation:
    return Rotation(
        (constants.ctypes.data, constants.nbytes if streamed else 0),
        (packed.ctypes.data, packed.nbytes),
        copies,
        blocks,
    )


def test_every_run_has_the_next_copy_and_all_are_equal() -> None:
    constants, packed = np.arange(100, dtype=np.uint8), np.arange(50, 250, dtype=np.uint8)
    turns = rotation(constants, packed, 3, FreeBlocks())
    pairs = [turns.next() for _ in range(4)]
    assert pairs[0] == turns.first == (constants.ctypes.data, packed.ctypes.data)
    assert pairs[3] == pairs[0]
    assert len({address for pair in pairs for address in pair}) == 6
    for first, second in pairs:
        assert ctypes.string_at(first, 100) == constants.tobytes()
        assert ctypes.string_at(second, 200) == packed.tobytes()


def test_constants_that_are_not_streamed_stay_one() -> None:
    constants, packed = np.zeros(9, np.uint8), np.ones(9, np.uint8)
    turns = rotation(constants, packed, 3, FreeBlocks(), streamed=False)
    assert {turns.next()[0] for _ in range(3)} == {constants.ctypes.data}


def test_what_is_released_serves_the_next_that_fits() -> None:
    blocks, packed = FreeBlocks(), np.ones(9000, np.uint8)
    large = rotation(np.zeros(0, np.uint8), packed, 4, blocks)
    large.next()
    second = large.next()
    large.release()
    assert large.next() == large.first
    small = rotation(np.zeros(0, np.uint8), packed[:5000], 4, blocks)
    small.next()
    assert small.next()[1] == second[1]
    assert not blocks.free


def plan(*offsets: int, packed: int = 0) -> Plan:
    """A plan whose one call reads the constants at these offsets."""
    arguments = tuple(Location("constant", 0, offset) for offset in offsets)
    call = KernelCall("kernel", (Location("input", 0, 0), *arguments), True)
    return Plan((), (), (call,), (call,), 4096, packed, 0, 0, (WEIGHTS, BIAS))


@pytest.mark.parametrize(
    ("read", "size"), [((), 0), ((0,), 4000), ((4032,), 40), ((64, 4032), 4040)]
)
def test_only_constants_that_a_run_reads_count(read: tuple[int, ...], size: int) -> None:
    assert constant_bytes_read(plan(*read)) == size


@pytest.mark.parametrize(
    ("made", "working_set", "copies"),
    [
        (plan(0), 40_000, 10),
        (plan(0), 5_000, 2),
        (plan(4032, packed=3960), 40_000, 10),
        (plan(0), 100, 1),
        (plan(4032), 1 << 30, MOST_COPIES),
        (plan(), 1 << 30, 1),
        (plan(packed=100 << 20), inf, 3),
    ],
)
def test_copies_make_up_the_working_set(made: Plan, working_set: float, copies: int) -> None:
    assert constant_copies(made, working_set) == copies
