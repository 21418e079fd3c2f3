"""Numbers of the intervals that elements lie in."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import onnx_ir

from aoe.frontends.graph_builder import GraphBuilder, Operand, dtype_of, shape_of


def passed_boundaries(builder: GraphBuilder, x: Operand, boundaries: Sequence[float]) -> Operand:
    """How many boundaries are not above each element, as int32: all of them for NaN.

    Args:
        builder: Takes the nodes.
        x: Numbers. Whole ones are compared as float32.
        boundaries: Rising numbers of float32.
    """
    if not boundaries:
        return np.zeros(shape_of(x), np.int32)
    if dtype_of(x) not in (np.float32, np.float64):
        x = builder.node("Cast", x, to=int(onnx_ir.DataType.FLOAT))
    last = np.asarray([-1], np.int64)
    limits = np.asarray(boundaries, np.float32).astype(dtype_of(x))
    below = builder.node("Less", builder.node("Unsqueeze", x, last), limits)
    found = builder.node("Cast", builder.node("Not", below), to=int(onnx_ir.DataType.INT32))
    return builder.node("ReduceSum", found, last, keepdims=0)
