"""Colours of images: red, green and blue as hue, saturation and value, and back.

Colours are the last axis. Values are computed as the kernels of TensorFlow do.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from aoe.frontends.graph_builder import Operand, dtype_of, shape_of
from aoe.frontends.tensorflow.context import Context, integers
from aoe.frontends.tensorflow.node import Node
from aoe.frontends.tensorflow.operations.operation_table import OperationTable
from aoe.frontends.tensorflow.values import Held

TABLE = OperationTable()


def _colors(context: Context, value: Held) -> tuple[Operand, ...]:
    """The three parts of each colour, with a last axis of 1."""
    image = context.builder.value(context.plain(value))
    if not shape_of(image) or shape_of(image)[-1] != 3:
        raise ValueError(f"its colours have the shape {shape_of(image)}, not [..., 3]")
    return context.builder.nodes("Split", 3, image, integers([1, 1, 1]), axis=-1)


def _hue(context: Context, parts: Sequence[Operand], largest: Operand, spread: Operand) -> Operand:
    """The hue, from 0 to 1; 0 for grey."""
    dtype = dtype_of(largest)
    zero, one = np.asarray(0, dtype), np.asarray(1, dtype)
    grey = context.node("Equal", spread, zero)
    sixth = context.node("Where", grey, zero, context.node("Div", np.asarray(1 / 6, dtype), spread))
    red, green, blue = parts
    turns = [
        context.node("Add", context.node("Mul", context.node("Sub", a, b), sixth), start)
        for a, b, start in (
            (green, blue, zero),
            (blue, red, np.asarray(2 / 6, dtype)),
            (red, green, np.asarray(4 / 6, dtype)),
        )
    ]
    is_red, is_green = (context.node("Equal", part, largest) for part in (red, green))
    hue = context.node("Where", is_red, turns[0], context.node("Where", is_green, *turns[1:]))
    hue = context.node("Where", grey, zero, hue)
    below = context.node("Less", hue, zero)
    return context.node("Where", below, context.node("Add", hue, one), hue)


def _to_hsv(context: Context, parts: Sequence[Operand]) -> tuple[Operand, Operand, Operand]:
    largest, least = (context.node(kind, *parts) for kind in ("Max", "Min"))
    spread = context.node("Sub", largest, least)
    zero = np.asarray(0, dtype_of(largest))
    bright = context.node("Greater", largest, zero)
    part = context.node("Div", spread, largest)
    return (
        _hue(context, parts, largest, spread),
        context.node("Where", bright, part, zero),
        largest,
    )


def _to_rgb(context: Context, hue: Operand, saturation: Operand, value: Operand) -> Operand:
    """value * (1 - saturation * (1 - d)), where d is 0 to 1 by the distance of the hue from each
    colour.
    """
    six, three, two, four, one, zero = (
        np.asarray(number, dtype_of(hue)) for number in (6, 3, 2, 4, 1, 0)
    )
    turn = context.node("Mul", hue, six)
    red, green, blue = (
        context.node("Abs", context.node("Sub", turn, place)) for place in (three, two, four)
    )
    distances = (
        context.node("Sub", red, one),
        context.node("Sub", two, green),
        context.node("Sub", two, blue),
    )
    color = context.node("Clip", context.node("Concat", *distances, axis=-1), zero, one)
    pale = context.node("Sub", one, saturation)
    mixed = context.node("Add", pale, context.node("Mul", saturation, color))
    return context.node("Mul", mixed, value)


@TABLE.add("RGBToHSV")
def _rgb_to_hsv(context: Context, node: Node, values: Sequence[Held]) -> Held:
    return context.node("Concat", *_to_hsv(context, _colors(context, values[0])), axis=-1)


@TABLE.add("HSVToRGB")
def _hsv_to_rgb(context: Context, node: Node, values: Sequence[Held]) -> Held:
    return _to_rgb(context, *_colors(context, values[0]))


@TABLE.add("AdjustSaturation", "AdjustHue")
def _adjusted(context: Context, node: Node, values: Sequence[Held]) -> Held:
    """Images whose saturation is multiplied, or whose hue is turned by a part of a circle."""
    hue, saturation, value = _to_hsv(context, _colors(context, values[0]))
    change = context.plain(values[1])
    if node.op == "AdjustSaturation":
        dtype = dtype_of(value)
        scaled = context.node("Mul", saturation, change)
        saturation = context.node("Clip", scaled, np.asarray(0, dtype), np.asarray(1, dtype))
    else:
        turned = context.node("Add", hue, change)
        hue = context.node("Sub", turned, context.node("Floor", turned))
    return _to_rgb(context, hue, saturation, value)
