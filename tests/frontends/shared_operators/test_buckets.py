"""Numbers of intervals against NumPy."""

from __future__ import annotations

import numpy as np
import onnx_ir

import aoe
from aoe.frontends.graph_builder import GraphBuilder
from aoe.frontends.shared_operators.buckets import passed_boundaries


def test_buckets_are_those_of_numpy_and_nan_is_in_the_last() -> None:
    x = np.asarray([-2.0, 0.0, 0.5, 1.0, 7.0, np.inf, -np.inf, np.nan], np.float32)
    builder = GraphBuilder("g", ["x", "y"])
    given = builder.input("x", np.float32, x.shape)
    found = passed_boundaries(builder, given, [0.0, 1.0, 5.0])
    assert isinstance(found, onnx_ir.Value)
    made = builder.model([builder.named(found, "y")])
    with aoe.compile(made) as session:
        (buckets,) = session.run(None, {"x": x})
    assert buckets.tolist() == np.searchsorted([0.0, 1.0, 5.0], x, side="right").tolist()
