"""Products, logarithms of sums of powers, and extremes of the elements up to each place of an axis,
which the canonical operator set of ONNX does not have.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

import numpy as np

from aoe.frontends.graph_builder import GraphBuilder, Operand, dtype_of, shape_of

#: Puts the totals of neighbouring groups of elements together.
_Joined: TypeAlias = "Callable[[GraphBuilder, Operand, Operand], Operand]"


def running_product(
    builder: GraphBuilder, x: Operand, axis: int, *, exclusive: bool, reverse: bool
) -> Operand:
    """Products of the elements up to each place.

    Args:
        builder: Takes the nodes.
        x: The tensor.
        axis: The axis, not negative.
        exclusive: Whether an element is no part of its own product.
        reverse: Whether elements from a place on are multiplied, not those up to it.
    """
    return _running(builder, x, axis, (1, _product), exclusive, reverse)


def running_log_sum_exp(
    builder: GraphBuilder, x: Operand, axis: int, *, exclusive: bool, reverse: bool
) -> Operand:
    """log(exp(x_0) + … + exp(x_i)) for each place i, without overflow. That of an empty sum is
    -inf. The arguments are those of `running_product`.
    """
    return _running(builder, x, axis, (-np.inf, _log_add_exp), exclusive, reverse)


def running_extreme(
    builder: GraphBuilder, x: Operand, axis: int, kind: str
) -> tuple[Operand, Operand]:
    """The largest or the smallest of the elements up to each place, and where it is.

    Args:
        builder: Takes the nodes.
        x: The tensor.
        axis: The axis, not negative.
        kind: "Max" or "Min".

    Returns:
        The extremes, and their places along the axis in int64. Of equal ones the last counts.
    """
    dtype = dtype_of(x)
    least, greatest = -np.inf, np.inf
    if dtype.kind in "iu":
        least, greatest = np.iinfo(dtype).min, np.iinfo(dtype).max
    neutral = {"Max": least, "Min": greatest}[kind]

    def join(builder: GraphBuilder, one: Operand, other: Operand) -> Operand:
        return builder.node(kind, one, other)

    def latest(builder: GraphBuilder, one: Operand, other: Operand) -> Operand:
        return builder.node("Max", one, other)

    found = _running(builder, x, axis, (neutral, join), exclusive=False, reverse=False)
    sizes = [1] * len(shape_of(x))
    sizes[axis] = shape_of(x)[axis]
    own = np.arange(sizes[axis], dtype=np.int64).reshape(sizes)
    reached = builder.node("Where", builder.node("Equal", x, found), own, np.asarray(0, np.int64))
    places = _running(builder, reached, axis, (0, latest), exclusive=False, reverse=False)
    return found, places


def _product(builder: GraphBuilder, one: Operand, other: Operand) -> Operand:
    return builder.node("Mul", one, other)


def _log_add_exp(builder: GraphBuilder, one: Operand, other: Operand) -> Operand:
    """The larger one plus log(1 + exp(-their distance)). Equal infinities have no distance."""
    largest = builder.node("Max", one, other)
    apart = builder.node("Abs", builder.node("Sub", one, other))
    zero = np.asarray(0, dtype_of(one))
    apart = builder.node("Where", builder.node("Equal", one, other), zero, apart)
    return builder.node("Add", largest, builder.node("Softplus", builder.node("Neg", apart)))


def _running(
    builder: GraphBuilder,
    x: Operand,
    axis: int,
    operation: tuple[float, _Joined],
    exclusive: bool,
    reverse: bool,
) -> Operand:
    """Totals of 2, 4, 8 elements and so on, of those that are as many apart. `operation` is the
    total of nothing, and what joins two totals.
    """
    neutral, join = operation
    size, step = shape_of(x)[axis], 1
    if exclusive and size:
        x = _moved(builder, x, axis, (1, neutral), reverse)
    while step < size:
        x = join(builder, x, _moved(builder, x, axis, (step, neutral), reverse))
        step *= 2
    return x


def _moved(
    builder: GraphBuilder, x: Operand, axis: int, by: tuple[int, float], reverse: bool
) -> Operand:
    """A value moved along an axis by some places, with a number where nothing is left."""
    shape = list(shape_of(x))
    step, fill = by
    size, shape[axis] = shape[axis], step
    start, end = (step, size) if reverse else (0, size - step)
    bounds = (np.asarray([number], np.int64) for number in (start, end, axis))
    kept = builder.node("Slice", x, *bounds)
    filled: Operand = np.full(shape, fill, dtype_of(x))
    parts = (kept, filled) if reverse else (filled, kept)
    return builder.node("Concat", *parts, axis=axis)
