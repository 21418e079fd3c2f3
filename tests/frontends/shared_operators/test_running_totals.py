"""The largest and the smallest of the elements up to each place, against NumPy."""

from __future__ import annotations

import ml_dtypes
import numpy as np
import pytest

import aoe
from aoe.frontends.graph_builder import GraphBuilder
from aoe.frontends.shared_operators.running_totals import running_extreme


@pytest.mark.parametrize("kind", ["Max", "Min"])
@pytest.mark.parametrize("dtype", [ml_dtypes.bfloat16, np.float32, np.int32])
def test_running_extremes_are_those_of_numpy(dtype: type[np.generic], kind: str) -> None:
    given = np.asarray([[1, 0, -1, 3, 2, 3], [-5, -5, -4, -3, -6, -6]]).astype(dtype)
    builder = GraphBuilder("g")
    x = builder.input("x", given.dtype, given.shape)
    found = zip(running_extreme(builder, x, 1, kind), ("y", "places"), strict=True)
    model = builder.model([builder.named(item, name) for item, name in found])
    with aoe.compile(model) as session:
        extremes, places = session.run(None, {"x": given})
    function = np.maximum if kind == "Max" else np.minimum
    expected = function.accumulate(given.astype(np.float64), axis=1)
    np.testing.assert_array_equal(extremes.astype(np.float64), expected)
    rows = np.arange(len(given))[:, None]
    np.testing.assert_array_equal(given[rows, places].astype(np.float64), expected)
