"""Rows of segments, put together."""

from __future__ import annotations

import numpy as np
import pytest

import aoe
from aoe.frontends.graph_builder import GraphBuilder
from aoe.frontends.shared_operators.segments import rows_of_segments


@pytest.mark.parametrize(("axes", "sizes"), [((5, 0), (3,)), ((0, 5), (3,)), ((2, 3), (0,))])
def test_no_elements_make_rows_of_nothing(axes: tuple[int, ...], sizes: tuple[int, ...]) -> None:
    builder = GraphBuilder("g")
    rows = builder.input("x", np.float32, (*axes, *sizes))
    segments = builder.input("i", np.int64, axes)
    found = builder.value(rows_of_segments(builder, rows, segments, 2, "mul"))
    with aoe.compile(builder.model([builder.named(found, "y")])) as session:
        x, i = np.zeros((*axes, *sizes), np.float32), np.zeros(axes, np.int64)
        (made,) = session.run(None, {"x": x, "i": i})
    np.testing.assert_array_equal(made, np.ones((2, *sizes), np.float32))
