"""What a loop reads outside bounds, and where that is checked."""

from __future__ import annotations

import pytest

from aoe.loops.loop_nest import Access, Bound
from aoe.loops.outside_bounds import is_checked_in_front


@pytest.mark.parametrize(
    ("axis", "strides", "bounded", "size", "expected"),
    [
        ("c", {"c": 1, "x": 64}, "x", 1024, True),
        ("c", {"c": 1, "x": 64}, "x", 1025, False),
        ("c", {"c": 49, "x": 1}, "x", 21, True),
        ("c", {"c": 49, "x": 1}, "x", 22, False),
        ("c", {"x": 1}, "x", 8, False),
        ("x", {"c": 1, "x": 64}, "x", 8, False),
    ],
)
def test_bounds_are_checked_in_front_of_short_loops_that_leave_them_alone(
    axis: str, strides: dict[str, int], bounded: str, size: int, expected: bool
) -> None:
    bound = Bound(((bounded, 1),), -1, 8)
    read = Access("input0", "float32", tuple(strides.items()), 0, (bound,))
    assert is_checked_in_front(read, axis, size) is expected


@pytest.mark.parametrize("fill", [-1.0, -0.0])
def test_a_fill_other_than_zero_is_checked_each_time(fill: float) -> None:
    bound = Bound((("x", 1),), -1, 8)
    read = Access("input0", "float32", (("c", 1),), 0, (bound,), fill=fill)
    assert not is_checked_in_front(read, "c", 8)
