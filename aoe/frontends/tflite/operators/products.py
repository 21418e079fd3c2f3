"""Products of matrices."""

from __future__ import annotations

from math import prod

import numpy as np

from aoe.frontends.graph_builder import Operand, UnsupportedNodeError, shape_of
from aoe.frontends.layout import LayoutOperand
from aoe.frontends.tflite.call import INTEGERS, Call, axis_of, numbers
from aoe.frontends.tflite.operators.quantized import byte_product, is_byte_product


@numbers("FULLY_CONNECTED")
def _fully_connected(call: Call) -> LayoutOperand:
    """Rows by a matrix of (outputs, inputs)."""
    made = call.node("MatMul", rows_of(call), matrix_transposed(call, call.plain(1)))
    if call.has(2):
        made = call.node("Add", made, call.plain(2))
    return call.activated(like_operand(call, made))


def byte_fully_connected(call: Call) -> LayoutOperand | None:
    """Rows of bytes that become bytes."""
    if not is_byte_product(call):
        return None
    weights = matrix_transposed(call, call.plain(1))
    assert isinstance(weights, np.ndarray)
    made = byte_product(call, rows_of(call), weights)
    return like_operand(call, call.layouts.to_nhwc(made))


INTEGERS["FULLY_CONNECTED"] = byte_fully_connected


@numbers("BATCH_MATMUL")
def _batch_matmul(call: Call) -> LayoutOperand:
    x, y = (
        matrix_transposed(call, call.plain(index)) if call.option(name) else call.plain(index)
        for index, name in enumerate(("adj_x", "adj_y"))
    )
    return call.node("MatMul", x, y)


@numbers("CUMSUM")
def _cumsum(call: Call) -> LayoutOperand:
    axis = axis_of(call.integers(1, "axes")[0], len(call.shape(0)))
    return call.node(
        "CumSum",
        call.plain(0),
        np.asarray(axis, np.int64),
        exclusive=call.option("exclusive"),
        reverse=call.option("reverse"),
    )


def rows_of(call: Call) -> Operand:
    """The first operand as a matrix, whose rows are as long as those of the weights."""
    x, weights = call.plain(0), call.shape(1)
    if len(weights) != 2 or call.option("weights_format"):
        raise UnsupportedNodeError("its weights are no plain matrix")
    length = weights[1]
    if not length or prod(shape_of(x)) % length:
        raise UnsupportedNodeError(f"it multiplies {shape_of(x)} by rows of {length}")
    return call.reshaped(x, (prod(shape_of(x)) // length, length))


def like_operand(call: Call, made: Operand) -> Operand:
    """A result with the axes of the operand before the last, if it keeps them."""
    if not call.option("keep_num_dims"):
        return made
    return call.reshaped(made, (*call.shape(0)[:-1], shape_of(made)[-1]))


def matrix_transposed(call: Call, matrix: Operand) -> Operand:
    """A matrix, or several, with rows for columns."""
    if isinstance(matrix, np.ndarray):
        return np.ascontiguousarray(matrix.swapaxes(-1, -2))
    rank = len(shape_of(matrix))
    return call.node("Transpose", matrix, perm=[*range(rank - 2), rank - 1, rank - 2])
