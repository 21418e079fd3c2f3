"""Accesses at fixed coordinates."""

from __future__ import annotations

import pytest

from aoe.loops.loop_nest import Access, Bound


def test_fixed_coordinates_move_an_access_and_its_bounds() -> None:
    bounds = (Bound((("x", 2), ("k", 1)), -1, 9), Bound((("y", 1),), 0, 4))
    access = Access("b", "float32", (("x", 10), ("y", 3), ("k", 1)), 7, bounds)
    assert access.at(x=4, k=2) == Access(
        "b", "float32", (("y", 3),), 49, (Bound((), 9, 9), Bound((("y", 1),), 0, 4))
    )


def test_an_axis_with_strides_inside_a_tile_is_not_fixed() -> None:
    access = Access("b", "float32", (("x", 10), ("y", 3)), tile_strides=(("x", 1),))
    assert access.at(y=1).tile_strides == (("x", 1),)
    with pytest.raises(AssertionError):
        access.at(x=1)
