"""Products of the elements up to each place of an axis, which the canonical operator set of ONNX
does not have.
"""

from __future__ import annotations

import numpy as np

from aoe.frontends.graph_builder import GraphBuilder, Operand, dtype_of, shape_of


def running_product(
    builder: GraphBuilder, x: Operand, axis: int, *, exclusive: bool, reverse: bool
) -> Operand:
    """Products of 2, 4, 8 elements and so on, of those that are as many apart.

    Args:
        builder: Takes the nodes.
        x: The tensor.
        axis: The axis, not negative.
        exclusive: Whether an element is no part of its own product.
        reverse: Whether elements from a place on are multiplied, not those up to it.
    """
    size, step = shape_of(x)[axis], 1
    if exclusive and size:
        x = _moved(builder, x, axis, 1, reverse)
    while step < size:
        x = builder.node("Mul", x, _moved(builder, x, axis, step, reverse))
        step *= 2
    return x


def _moved(builder: GraphBuilder, x: Operand, axis: int, step: int, reverse: bool) -> Operand:
    """A value moved along an axis, with ones where nothing is left."""
    shape = list(shape_of(x))
    size, shape[axis] = shape[axis], step
    start, end = (step, size) if reverse else (0, size - step)
    bounds = (np.asarray([number], np.int64) for number in (start, end, axis))
    kept = builder.node("Slice", x, *bounds)
    ones: Operand = np.ones(shape, dtype_of(x))
    parts = (kept, ones) if reverse else (ones, kept)
    return builder.node("Concat", *parts, axis=axis)
