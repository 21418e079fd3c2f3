"""What is made of the rows of each segment: TensorFlow's UnsortedSegmentSum and its like."""

from __future__ import annotations

from collections.abc import Callable
from math import prod
from typing import Any

import ml_dtypes
import numpy as np

from aoe.frontends.graph_builder import GraphBuilder, Operand, dtype_of, shape_of
from aoe.frontends.node_writer import reshaped


def rows_of_segments(
    builder: GraphBuilder, rows: Operand, segments: Operand, count: int, reduction: str
) -> Operand:
    """The rows of each segment, put together. Those of a segment below 0 are left out.

    Args:
        builder: Takes the nodes.
        rows: rows × any sizes. The rows may lie along several axes.
        segments: The segment of each row, int64.
        count: How many segments there are.
        reduction: What is made of rows, as in ScatterND: "add", "mul", "max" or "min". A segment
            without rows is 0, 1, the least or the greatest number.

    Returns:
        `count` × the sizes of a row.
    """
    dtype, axes = dtype_of(rows), shape_of(segments)
    if shape_of(rows)[: len(axes)] != axes:
        raise ValueError(f"its segments are {list(axes)}, and its rows {list(shape_of(rows))}")
    number, sizes = prod(axes), shape_of(rows)[len(axes) :]
    finfo: Callable[[np.dtype], Any] = ml_dtypes.finfo  # it has no types
    limits = np.iinfo(dtype) if dtype.kind in "iu" else finfo(dtype)
    first = {"add": 0, "mul": 1, "max": limits.min, "min": limits.max}[reduction]
    target = np.full((count + 1, *sizes), first, dtype)
    below = builder.node("Less", segments, np.asarray(0, np.int64))
    places = builder.node("Where", below, np.asarray(count, np.int64), segments)
    column = reshaped(builder, places, (number, 1))
    if len(axes) != 1:
        rows = reshaped(builder, rows, (number, *sizes))
    found = builder.node("ScatterND", target, column, rows, reduction=reduction)
    bounds = (np.asarray([bound], np.int64) for bound in (0, count, 0))
    return builder.node("Slice", found, *bounds)
