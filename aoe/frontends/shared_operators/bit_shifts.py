"""Shifts of the bits of whole numbers as TensorFlow and TFLite define them, for numbers with a sign
too, which BitShift of ONNX does not take.
"""

from __future__ import annotations

import numpy as np
import onnx_ir

from aoe.frontends.graph_builder import GraphBuilder, Operand, dtype_of


def shifted(builder: GraphBuilder, x: Operand, places: Operand, direction: str) -> onnx_ir.Value:
    """Bits moved by a number of places, which is taken for at least 0 and for less than there are
    bits. A number with a sign keeps its sign on the way to the right.

    Args:
        builder: Takes the nodes.
        x: Whole numbers of any type.
        places: How far each is moved, of the same type. Both are broadcast.
        direction: "LEFT" or "RIGHT".
    """
    dtype = dtype_of(x)
    zero, most = (np.asarray(number, dtype) for number in (0, dtype.itemsize * 8 - 1))
    count = builder.node("Min", builder.node("Max", places, zero), most)
    unsigned = np.dtype(f"u{dtype.itemsize}")
    if dtype == unsigned:
        return builder.node("BitShift", x, count, direction=direction)
    count = converted(builder, count, unsigned)
    if direction == "LEFT":
        plain = converted(builder, x, unsigned)
        return converted(builder, builder.node("BitShift", plain, count, direction="LEFT"), dtype)
    negative = builder.node("Less", x, zero)
    positive = builder.node("Where", negative, builder.node("BitwiseNot", x), x)
    plain = converted(builder, positive, unsigned)
    found = converted(builder, builder.node("BitShift", plain, count, direction="RIGHT"), dtype)
    return builder.node("Where", negative, builder.node("BitwiseNot", found), found)


def converted(builder: GraphBuilder, x: Operand, dtype: np.dtype) -> onnx_ir.Value:
    """A value with another element type."""
    return builder.node("Cast", x, to=int(onnx_ir.DataType.from_numpy(dtype)))
