"""Layers that make one tensor of several."""

from __future__ import annotations

from functools import reduce

import numpy as np

from aoe.frontends.graph_builder import UnsupportedNodeError, shape_of
from aoe.frontends.layout import NchwView, nchw_axis, shape_of_tensor
from aoe.frontends.tensorflow.context import Context, axis_of
from aoe.frontends.tensorflow.keras.layer import Call, Layer, LayerTable
from aoe.frontends.tensorflow.values import Held

TABLE = LayerTable()

_KINDS = {"Add": "Add", "Multiply": "Mul", "Average": "Add", "Maximum": "Max", "Minimum": "Min"}


def _several(context: Context, call: Call) -> list[Held]:
    """The tensors of a call. Those of fewer dimensions get some of size 1 behind the batch."""
    values = [context.tensor(value) for value in call.tensors()]
    rank = max(len(shape_of_tensor(value)) for value in values)
    found: list[Held] = []
    for value in values:
        batch, *sizes = shape_of_tensor(value)
        missing = rank - 1 - len(sizes)
        wide = (batch, *[1] * missing, *sizes)
        found.append(context.reshaped(context.plain(value), wide) if missing else value)
    return found


@TABLE.add(*_KINDS)
def _merge(context: Context, layer: Layer, call: Call) -> Held:
    values = _several(context, call)
    made = reduce(lambda one, other: context.elementwise(_KINDS[layer.kind], one, other), values)
    if layer.kind == "Average":
        return context.elementwise("Div", made, np.asarray(len(values), np.float32))
    return made


@TABLE.add("Subtract")
def _subtract(context: Context, layer: Layer, call: Call) -> Held:
    one, other = _several(context, call)
    return context.elementwise("Sub", one, other)


@TABLE.add("Concatenate")
def _concatenate(context: Context, layer: Layer, call: Call) -> Held:
    return concatenated(context, call.tensors(), layer.integer("axis", -1))


def concatenated(context: Context, values: list[Held], axis: int) -> Held:
    """Tensors one after another along an axis, in whichever layout they are."""
    tensors = [context.tensor(value) for value in values]
    rank = len(shape_of_tensor(tensors[0]))
    axis = axis_of(axis, rank)
    if any(isinstance(item, NchwView) for item in tensors):
        first = [context.first(item) for item in tensors]
        return NchwView(context.node("Concat", *first, axis=nchw_axis(axis, rank)))
    return context.node("Concat", *(context.plain(item) for item in tensors), axis=axis)


@TABLE.add("Dot")
def _dot(context: Context, layer: Layer, call: Call) -> Held:
    """A product of matrices for each image: one axis of each is summed over."""
    one, other = (context.plain(value) for value in call.tensors())
    given = layer.config["axes"]
    axes = [given, given] if isinstance(given, int) else list(given)
    ranks = len(shape_of(one)), len(shape_of(other))
    axes = [axis_of(int(axis), rank) for axis, rank in zip(axes, ranks, strict=True)]
    if 0 in axes or max(ranks) > 8:
        raise UnsupportedNodeError(f"it sums over the axes {given}")
    layer.refuse("normalize")
    names = iter("cdefghijklmnopqrstuv")
    first = ["b", *(next(names) for _ in range(ranks[0] - 1))]
    second = ["b", *(next(names) for _ in range(ranks[1] - 1))]
    first[axes[0]] = second[axes[1]] = "a"
    rest = [name for name in (*first[1:], *second[1:]) if name != "a"]
    if not rest:
        rest_equation = f"{''.join(first)},{''.join(second)}->b"
        made = context.node("Einsum", one, other, equation=rest_equation)
        return context.reshaped(made, (shape_of(one)[0], 1))
    equation = f"{''.join(first)},{''.join(second)}->b{''.join(rest)}"
    return context.node("Einsum", one, other, equation=equation)
