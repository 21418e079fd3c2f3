"""Work is spread evenly over threads, and only where threads pay."""

from __future__ import annotations

from math import ceil, prod

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aoe.backends.cpu.cost import cost
from aoe.backends.cpu.implementations.scheduling import (
    best_of_kinds,
    parallel_choices,
    spread,
)
from aoe.loops.loop_nest import Axis
from aoe.policy import Policy
from tests.operators.operator_cases import target


def tasks(axes: list[Axis], loops: tuple[object, ...]) -> int:
    extents = {axis.name: axis.extent for axis in axes}
    return prod(ceil(extents[loop.axis] / loop.step) for loop in loops)  # type: ignore[attr-defined]


@given(
    st.lists(st.integers(1, 60), min_size=1, max_size=4),
    st.integers(1, 16),
    st.sampled_from([1, 16, 64]),
)
def test_outer_loops_step_in_whole_grains_over_different_axes(
    extents: list[int], threads: int, grain: int
) -> None:
    axes = [Axis(f"d{i}", extent) for i, extent in enumerate(extents)]
    last = axes[-1].name
    loops = spread(axes, {last: grain}, threads)
    assert len({loop.axis for loop in loops}) == len(loops)
    assert all(loop.step % grain == 0 for loop in loops if loop.axis == last)
    possible = prod(axis.extent for axis in axes[:-1]) * ceil(axes[-1].extent / grain)
    assert tasks(axes, loops) <= max(possible, 1)
    if possible > 1 and threads > 1:
        assert tasks(axes, loops) > 1


def test_one_long_axis_becomes_one_piece_for_each_thread() -> None:
    axes = [Axis("d0", 1), Axis("d1", 1000)]
    (loop,) = spread(axes, {"d1": 16}, 4)
    assert loop.axis == "d1"
    assert ceil(1000 / loop.step) == 4


def test_an_axis_that_splits_unevenly_is_joined_by_the_next() -> None:
    loops = spread([Axis("d0", 3), Axis("d1", 64)], {}, 2)
    assert [loop.axis for loop in loops] == ["d0", "d1"]


@pytest.mark.parametrize(
    ("threads", "work", "choices"),
    [
        (1, 1e9, (0,)),
        (2, cost.PARALLEL_THRESHOLD / 3, (0,)),
        (2, cost.PARALLEL_THRESHOLD * 2, (1, 0)),
        (2, cost.PARALLEL_THRESHOLD * 100, (1,)),
    ],
)
def test_threads_are_considered_where_they_may_pay(
    threads: int, work: float, choices: tuple[int, ...]
) -> None:
    assert parallel_choices(work, target(threads)) == choices


def test_a_larger_working_set_is_never_moved_faster() -> None:
    sizes = [1 << shift for shift in range(10, 30)]
    speeds = [cost.bandwidth(target(2), size) for size in sizes]
    assert speeds == sorted(speeds, reverse=True)


def test_the_roofline_grows_with_work_and_traffic() -> None:
    destination = target(1)
    base = cost.roofline(destination, 1e6, 1e6, 1)
    assert cost.roofline(destination, 2e6, 1e6, 1) > base
    assert cost.roofline(destination, 1e6, 2e6, 1) > base


def test_equal_estimates_keep_the_order_of_kinds_and_of_policies() -> None:
    first, second = (
        [Policy.of(kind, {"rows": rows}, {}) for rows in range(4)] for kind in ("one", "other")
    )
    best = best_of_kinds((first, second), lambda policy: float(policy in first[:2] + second[2:]), 2)
    assert best == (*first[2:], *second[:2])
