"""Primitives of elements that treat some values in a way of their own."""

from __future__ import annotations

import math

import ml_dtypes
import numpy as np

from aoe.frontends.graph_builder import dtype_of
from aoe.frontends.mindspore.arguments import operand, real
from aoe.frontends.mindspore.emitter import Emitter, is_real
from aoe.frontends.mindspore.items import Item
from aoe.frontends.mindspore.primitives.arithmetic import real_operand
from aoe.frontends.mindspore.table import Primitives
from aoe.frontends.shared_operators.angles import angle_of

PRIMITIVES = Primitives()


@PRIMITIVES.reads("NanToNum")
def _numbers(
    emit: Emitter, x: Item, nan: Item = None, posinf: Item = None, neginf: Item = None
) -> Item:
    """Numbers in place of what is none; by default 0 and the limits of the type."""
    value = operand(x)
    dtype = dtype_of(value)
    if not is_real(dtype):
        return value
    limits = ml_dtypes.finfo(dtype)  # type: ignore[no-untyped-call]
    found = emit.node("Where", emit.node("IsNaN", value), _number(nan, 0.0, dtype), value)
    for sign, given, limit in ((1, posinf, limits.max), (-1, neginf, limits.min)):
        positive, negative = int(sign > 0), int(sign < 0)
        infinite = emit.node("IsInf", value, detect_positive=positive, detect_negative=negative)
        found = emit.node("Where", infinite, _number(given, float(limit), dtype), found)
    return found


def _number(item: Item, default: float, dtype: np.dtype) -> np.ndarray:
    return np.asarray(default if item is None else real(item, "replacement"), dtype)


@PRIMITIVES.reads("Sinc")
def _sinc(emit: Emitter, x: Item) -> Item:
    """sin(πx) / (πx), which is 1 at 0."""
    value = real_operand(emit, x)
    dtype = dtype_of(value)
    angle = emit.node("Mul", value, np.asarray(math.pi, dtype))
    quotient = emit.node("Div", emit.node("Sin", angle), angle)
    is_zero = emit.node("Equal", value, np.asarray(0, dtype))
    return emit.node("Where", is_zero, np.asarray(1, dtype), quotient)


@PRIMITIVES.reads("Atan2", "Atan2Ext")
def _angle(emit: Emitter, x: Item, y: Item) -> Item:
    """The angle of the point (y, x): MindSpore calls the ordinate x. Whole numbers become
    float32.
    """
    ordinate, abscissa = (real_operand(emit, item) for item in emit.pair(x, y))
    dtype = dtype_of(ordinate)
    return angle_of(emit.node, lambda number: np.asarray(number, dtype), ordinate, abscissa)
