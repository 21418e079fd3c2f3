"""Norms, and distances by them."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from aoe.frontends.graph_builder import Operand, UnsupportedNodeError, dtype_of, shape_of
from aoe.frontends.mindspore.arguments import axes as axes_of
from aoe.frontends.mindspore.arguments import axis as axis_of
from aoe.frontends.mindspore.arguments import element_type, flag, of_rank, operand, real
from aoe.frontends.mindspore.emitter import MOST_MADE, Emitter, ints
from aoe.frontends.mindspore.items import Item
from aoe.frontends.mindspore.table import Primitives

PRIMITIVES = Primitives()
_KINDS = {1.0: "ReduceL1", 2.0: "ReduceL2"}


@PRIMITIVES.reads("LinalgVectorNorm", "Norm")
def _norm(
    emit: Emitter,
    x: Item,
    ord: Item = 2,
    dim: Item = None,
    keepdim: Item = False,
    dtype: Item = None,
) -> Item:
    value = operand(x) if dtype is None else emit.cast(operand(x), element_type(dtype))
    return _reduced(emit, value, real(ord, "ord"), axes_of(dim, value), flag(keepdim, "keepdim"))


@PRIMITIVES.reads("LpNorm")
def _bounded_norm(
    emit: Emitter,
    x: Item,
    *,
    axis: Item = (),
    p: Item = 2,
    keep_dims: Item = False,
    epsilon: Item = 1e-12,
) -> Item:
    found = operand(_norm(emit, x, p, axis, keep_dims))
    return emit.binary("Max", found, real(epsilon, "epsilon"))


@PRIMITIVES.reads("Cdist")
def _distances(emit: Emitter, input_x: Item, input_y: Item, p: Item = 2.0) -> Item:
    """The distance of each row of one matrix from each of the other."""
    one, other = of_rank(input_x, "input_x", 2), of_rank(input_y, "input_y", 2)
    size = math.prod((*shape_of(one)[:-1], *shape_of(other)[-2:]))
    if size > MOST_MADE:
        raise UnsupportedNodeError(f"its differences have {size} elements")
    rows = emit.node("Unsqueeze", one, ints([-2]))
    columns = emit.node("Unsqueeze", other, ints([-3]))
    apart = emit.node("Sub", rows, columns)
    return _reduced(emit, apart, real(p, "p"), [len(shape_of(apart)) - 1], keeps=False)


@PRIMITIVES.reads("Renorm")
def _limited(emit: Emitter, input_x: Item, p: Item, dim: Item, maxnorm: Item) -> Item:
    """Slices along an axis, scaled down to a norm where theirs is larger."""
    value, most = operand(input_x), real(maxnorm, "maxnorm")
    kept, dtype = axis_of(dim, value), dtype_of(value)
    others = [axis for axis in range(len(shape_of(value))) if axis != kept]
    norms = _reduced(emit, value, real(p, "p"), others, keeps=True)
    limit, one = np.asarray(most, dtype), np.asarray(1, dtype)
    scale = emit.node("Div", limit, emit.node("Add", norms, np.asarray(1e-7, dtype)))
    is_larger = emit.node("Greater", norms, limit)
    return emit.node("Mul", value, emit.node("Where", is_larger, scale, one))


def _reduced(
    emit: Emitter, value: Operand, order: float, axes: Sequence[int], keeps: bool
) -> Operand:
    """The norm over some dimensions. The order 0 counts what is not 0; infinite ones are the
    largest and the least magnitude. `keeps`: whether the dimensions stay, of size 1.
    """

    def reduced(kind: str, operand: Operand) -> Operand:
        return emit.node(kind, operand, ints(axes), keepdims=int(keeps)) if axes else operand

    dtype = dtype_of(value)
    if order == 0:
        differs = emit.node("Not", emit.node("Equal", value, np.asarray(0, dtype)))
        return reduced("ReduceSum", emit.cast(differs, dtype))
    if order in _KINDS and axes:
        return reduced(_KINDS[order], value)
    sizes = emit.node("Abs", value)
    if not axes:
        return sizes
    if math.isinf(order):
        return reduced("ReduceMax" if order > 0 else "ReduceMin", sizes)
    total = reduced("ReduceSum", emit.node("Pow", sizes, np.asarray(order, dtype)))
    return emit.node("Pow", total, np.asarray(1 / order, dtype))
