"""Axes are counted from the front, and those that a tensor lacks are refused."""

from __future__ import annotations

import pytest

from aoe.errors import ModelError
from aoe.operators.axes import axis_from_front


@pytest.mark.parametrize(("axis", "rank", "found"), [(0, 1, 0), (2, 3, 2), (-1, 3, 2), (-3, 3, 0)])
def test_a_negative_axis_counts_from_the_end(axis: int, rank: int, found: int) -> None:
    assert axis_from_front(axis, rank) == found


@pytest.mark.parametrize(("axis", "rank"), [(3, 3), (-4, 3), (0, 0), (-1, 0)])
def test_an_axis_that_a_tensor_lacks_is_refused_as_the_caller_says(axis: int, rank: int) -> None:
    words = f"a tensor of {rank} dimensions has no axis {axis}"
    with pytest.raises(ValueError, match=words):
        axis_from_front(axis, rank)
    with pytest.raises(ModelError, match=words):
        axis_from_front(axis, rank, ModelError)


def test_a_scalar_has_an_axis_where_a_format_says_so() -> None:
    assert axis_from_front(0, 0, scalars=True) == 0
    with pytest.raises(ValueError, match="a tensor of 0 dimensions has no axis -1"):
        axis_from_front(-1, 0, scalars=True)
