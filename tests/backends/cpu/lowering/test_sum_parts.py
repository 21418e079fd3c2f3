"""Long sums in parts: how they are cut, and what that saves in rounding."""

from __future__ import annotations

from math import prod

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from aoe.backends.cpu.lowering.sum_parts import (
    PRECISE_ROOTS,
    USUAL_ROOTS,
    plain_loops,
    reduction_loops,
)
from aoe.loops.loop_nest import Axis, Loop


def axes(*extents: int) -> tuple[Axis, ...]:
    return tuple(Axis(f"r{number}", extent) for number, extent in enumerate(extents))


def part(*extents: int, unroll: int = 4, roots: float = USUAL_ROOTS) -> int:
    """How many numbers a part adds."""
    reduction = axes(*extents)
    for loop in reduction_loops(reduction, {reduction[-1].name: unroll}, roots):
        if loop.separate_accumulators:
            place = next(n for n, axis in enumerate(reduction) if axis.name == loop.axis)
            return loop.step * prod(extents[place + 1 :])
    return prod(extents)


@pytest.mark.parametrize(
    ("extents", "expected"),
    [
        ((8,), 8),
        ((256,), 256),
        ((512,), 256),
        ((300,), 140),
        ((4096,), 512),
        ((3, 3, 64), 192),
        ((5, 5, 48), 480),
        ((3, 3, 256), 768),
    ],
)
def test_parts_are_a_few_times_as_long_as_the_root_of_the_sum(
    extents: tuple[int, ...], expected: int
) -> None:
    assert part(*extents) == expected


@pytest.mark.parametrize(
    ("extents", "expected"), [((64,), 64), ((100,), 40), ((512,), 128), ((3, 3, 256), 256)]
)
def test_parts_of_precise_sums_are_shorter(extents: tuple[int, ...], expected: int) -> None:
    assert part(*extents, roots=PRECISE_ROOTS) == expected


def test_short_sums_have_the_usual_loops() -> None:
    assert reduction_loops(axes(2, 16), {}) == plain_loops(axes(2, 16)) == [
        Loop("r0", 0), Loop("r1", 0),
    ]  # fmt: skip


@given(
    extents=st.lists(st.integers(1, 40), min_size=1, max_size=3), unroll=st.sampled_from((1, 2, 4))
)
def test_parts_are_whole_steps_and_at_most_one_loop_has_them(
    extents: list[int], unroll: int
) -> None:
    reduction = axes(*extents)
    loops = reduction_loops(reduction, {reduction[-1].name: unroll})
    apart = [loop for loop in loops if loop.separate_accumulators]
    assert [loop for loop in loops if loop not in apart] == plain_loops(reduction)
    assert len(apart) <= 1
    for loop in apart:
        if loop.axis == reduction[-1].name:
            assert loop.step % unroll == 0


def test_parts_round_less_than_one_sum() -> None:
    numbers = np.random.default_rng(0).normal(size=(4096, 200)).astype(np.float32)
    exact = numbers.astype(np.float64).sum(0)

    def error(length: int) -> float:
        parts = [added(numbers[n : n + length]) for n in range(0, len(numbers), length)]
        return float(np.abs(added(np.array(parts)) - exact).mean())

    assert error(part(4096)) < 0.5 * error(4096)


def added(numbers: np.ndarray) -> np.ndarray:
    """The sum of rows, one by one."""
    return np.asarray(np.cumsum(numbers, axis=0, dtype=np.float32)[-1])
