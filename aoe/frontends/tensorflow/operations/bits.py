"""Operators on the bits of whole numbers that ONNX has no operator for."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce

import numpy as np
import onnx_ir

from aoe.frontends.graph_builder import Operand, dtype_of
from aoe.frontends.tensorflow.context import Context
from aoe.frontends.tensorflow.node import Node
from aoe.frontends.tensorflow.operations.arithmetic import computed
from aoe.frontends.tensorflow.operations.table import OperationTable
from aoe.frontends.tensorflow.values import Held

TABLE = OperationTable()


@TABLE.add("Invert")
def _inverted(context: Context, node: Node, values: Sequence[Held]) -> Held:
    found = computed(np.invert, values)
    return context.elementwise("BitwiseNot", values[0]) if found is None else found


@TABLE.add("LeftShift", "RightShift")
def _shifted(context: Context, node: Node, values: Sequence[Held]) -> Held:
    """Bits moved by a number of places, at least 0 and less than there are bits, as TensorFlow's
    kernels limit it. A number with a sign keeps its sign on the way to the right.
    """
    x, places = (context.builder.value(context.plain(value)) for value in values)
    dtype = dtype_of(x)
    zero, most = (np.asarray(number, dtype) for number in (0, dtype.itemsize * 8 - 1))
    count = context.node("Min", context.node("Max", places, zero), most)
    unsigned = np.dtype(f"u{dtype.itemsize}")
    if dtype == unsigned:
        return _moved(context, node, x, count)
    count = _converted(context, count, unsigned)
    if node.op == "LeftShift":
        moved = _moved(context, node, _converted(context, x, unsigned), count)
        return _converted(context, moved, dtype)
    negative = context.node("Less", x, zero)
    positive = context.node("Where", negative, context.node("BitwiseNot", x), x)
    moved = _moved(context, node, _converted(context, positive, unsigned), count)
    found = _converted(context, moved, dtype)
    return context.node("Where", negative, context.node("BitwiseNot", found), found)


def _moved(context: Context, node: Node, x: Operand, count: Operand) -> onnx_ir.Value:
    direction = node.op.removesuffix("Shift").upper()
    return context.node("BitShift", x, count, direction=direction)


def _converted(context: Context, x: Operand, dtype: np.dtype) -> onnx_ir.Value:
    return context.node("Cast", x, to=int(onnx_ir.DataType.from_numpy(dtype)))


@TABLE.add("PopulationCount")
def _set_bits(context: Context, node: Node, values: Sequence[Held]) -> Held:
    """How many bits of each element are 1, counted bit by bit."""
    x = context.builder.value(context.plain(values[0]))
    dtype = dtype_of(x)
    unsigned = np.dtype(f"u{dtype.itemsize}")
    bits = x if dtype == unsigned else _converted(context, x, unsigned)
    one = np.asarray(1, unsigned)
    parts = [
        context.node(
            "BitwiseAnd",
            context.node("BitShift", bits, np.asarray(place, unsigned), direction="RIGHT"),
            one,
        )
        for place in range(dtype.itemsize * 8)
    ]
    total = reduce(lambda one, other: context.node("Add", one, other), parts)
    return _converted(context, total, np.dtype(np.uint8))
