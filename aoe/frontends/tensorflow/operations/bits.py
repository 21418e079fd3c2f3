"""Operators on the bits of whole numbers that ONNX has no operator for."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce

import numpy as np

from aoe.frontends.graph_builder import dtype_of
from aoe.frontends.shared_operators.bit_shifts import converted, shifted
from aoe.frontends.tensorflow.context import Context
from aoe.frontends.tensorflow.node import Node
from aoe.frontends.tensorflow.operations.arithmetic import computed
from aoe.frontends.tensorflow.operations.operation_table import OperationTable
from aoe.frontends.tensorflow.values import Held

TABLE = OperationTable()


@TABLE.add("Invert")
def _inverted(context: Context, node: Node, values: Sequence[Held]) -> Held:
    found = computed(np.invert, values)
    return context.elementwise("BitwiseNot", values[0]) if found is None else found


@TABLE.add("LeftShift", "RightShift")
def _shifted(context: Context, node: Node, values: Sequence[Held]) -> Held:
    x, places = (context.plain(value) for value in values)
    return shifted(context.builder, x, places, node.op.removesuffix("Shift").upper())


@TABLE.add("PopulationCount")
def _set_bits(context: Context, node: Node, values: Sequence[Held]) -> Held:
    """How many bits of each element are 1, counted bit by bit."""
    x = context.builder.value(context.plain(values[0]))
    dtype = dtype_of(x)
    unsigned = np.dtype(f"u{dtype.itemsize}")
    bits = x if dtype == unsigned else converted(context.builder, x, unsigned)
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
    return converted(context.builder, total, np.dtype(np.uint8))
