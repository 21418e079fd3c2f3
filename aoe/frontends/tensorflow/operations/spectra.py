"""Fourier transforms of real numbers, and what becomes real again of their results."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from aoe.frontends.graph_builder import UnsupportedNodeError, dtype_of, shape_of
from aoe.frontends.tensorflow.context import Context, integers, whole_number
from aoe.frontends.tensorflow.node import Node
from aoe.frontends.tensorflow.operations.table import OperationTable
from aoe.frontends.tensorflow.values import Complex, Held

TABLE = OperationTable()


@TABLE.add("RFFT")
def _transform(context: Context, node: Node, values: Sequence[Held]) -> Held:
    """The first half of the spectrum along the last axis, which is cut or filled with zeros."""
    x, length = context.plain(values[0]), whole_number(values[1], "length")
    if dtype_of(x) != np.float32:
        raise UnsupportedNodeError(f"it transforms {dtype_of(x)}")
    *rest, size = shape_of(x)
    last = len(rest)
    if length < 1:
        raise ValueError(f"its length is {length}")
    if size > length:
        x = context.node("Slice", x, integers([0]), integers([length]), integers([last]))
    elif size < length:
        x = context.node("Pad", x, integers([0] * (last + 1) + [0] * last + [length - size]))
    wide = context.reshaped(x, (*rest, length, 1))
    return Complex(context.node("DFT", wide, None, integers([last])[0], onesided=1))


@TABLE.add("ComplexAbs")
def _size(context: Context, node: Node, values: Sequence[Held]) -> Held:
    pairs = _complex(values[0])
    return context.node("ReduceL2", pairs.value, integers([-1]), keepdims=0)


@TABLE.add("Real", "Imag")
def _part(context: Context, node: Node, values: Sequence[Held]) -> Held:
    place = np.asarray(0 if node.op == "Real" else 1, np.int64)
    return context.node("Gather", _complex(values[0]).value, place, axis=-1)


def _complex(value: Held) -> Complex:
    if not isinstance(value, Complex):
        raise UnsupportedNodeError("its operand is no result of RFFT")
    return value
