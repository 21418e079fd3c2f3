"""Windows that all readers share."""

from __future__ import annotations

import pytest

from aoe.frontends.shared_operators.windows import Window, same_pads


def test_sizes_have_the_gaps_of_dilations() -> None:
    window = Window((3, 1), (2, 4), (2, 5))
    assert window.sizes == (5, 1)
    assert window.smallest == 1


def test_same_puts_the_odd_element_at_the_end() -> None:
    assert same_pads((5, 6), (3, 3), (2, 2)) == [1, 0, 1, 1]
    assert Window((2,), (1,), (1,)).same_pads((4,)) == [0, 1]


@pytest.mark.parametrize(
    ("size", "kernel", "stride", "pads", "wanted"),
    [
        (6, 3, 2, [0, 0], [0, 1]),  # a third window has one element too few
        (7, 3, 2, [0, 0], [0, 0]),
        (3, 1, 2, [0, 1], [0, 1]),  # the last window starts in the padding and is left out
    ],
)
def test_ceil_pads_reach_the_last_partial_window(
    size: int, kernel: int, stride: int, pads: list[int], wanted: list[int]
) -> None:
    assert Window((kernel,), (stride,), (1,)).ceil_pads((size,), pads) == wanted
