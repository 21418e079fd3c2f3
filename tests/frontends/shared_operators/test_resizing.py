"""Positions of pixels in resized images."""

from __future__ import annotations

import pytest

from aoe.frontends.shared_operators.resizing import coordinate_transformation, nearest_pixels


def test_rules_have_the_names_of_onnx() -> None:
    assert coordinate_transformation(True, True) == "align_corners"
    assert coordinate_transformation(False, True) == "half_pixel"
    assert coordinate_transformation(False, False) == "asymmetric"


@pytest.mark.parametrize(
    ("size", "old", "align", "half", "wanted"),
    [
        (4, 2, False, False, [0, 0, 1, 1]),
        (2, 5, False, False, [0, 2]),
        (2, 5, False, True, [1, 3]),
        (3, 5, True, False, [0, 2, 4]),
        (1, 5, True, False, [0]),
    ],
)
def test_nearest_pixels(size: int, old: int, align: bool, half: bool, wanted: list[int]) -> None:
    assert nearest_pixels(size, old, align, half).tolist() == wanted
