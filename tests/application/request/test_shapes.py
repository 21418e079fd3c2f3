"""Shapes of inputs are read from text and mappings alike."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from aoe.application.request.shapes import shapes_by_input, static_shapes
from aoe.errors import UsageError


def test_shapes_are_read_by_input() -> None:
    assert static_shapes("image:1,3,224,224;scale:;ids:0:8") == {
        "image": (1, 3, 224, 224),
        "scale": (),
        "ids:0": (8,),
    }


@pytest.mark.parametrize("text", ["image:-1,3,224,224", "image:1,-1", "image:1~8,3", "a:2;b:4,-1"])
def test_open_dimensions_are_refused(text: str) -> None:
    with pytest.raises(UsageError, match="give each dimension a number"):
        static_shapes(text)


def test_shapes_may_be_a_mapping_or_text() -> None:
    wanted = {"a": (1, 3), "b": ()}
    sizes: Any = {"a": [1, np.int64(3)], "b": ()}
    assert shapes_by_input(sizes) == wanted
    assert shapes_by_input("a:1,3;b:") == wanted
    assert shapes_by_input(None) == {}


@pytest.mark.parametrize("shapes", [{"a": (2.5, 3)}, {"a": 3}, {"a": ("x",)}, 3, [("a", (1,))]])
def test_shapes_that_are_no_whole_numbers_by_name_are_refused(shapes: Any) -> None:
    with pytest.raises(UsageError, match=r"input_shape=.*whole numbers"):
        shapes_by_input(shapes)
