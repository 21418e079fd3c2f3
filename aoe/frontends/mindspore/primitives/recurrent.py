"""Recurrent layers."""

from __future__ import annotations

import numpy as np

from aoe.frontends.graph_builder import Operand, dtype_of, shape_of
from aoe.frontends.mindspore.arguments import flag, operand, real, whole
from aoe.frontends.mindspore.emitter import Emitter
from aoe.frontends.mindspore.items import Item, Unknown, UnsupportedPrimitiveError
from aoe.frontends.mindspore.table import Primitives

PRIMITIVES = Primitives()
#: MindSpore's gates are i f g o, ONNX's i o f g.
_GATES = (0, 3, 1, 2)


@PRIMITIVES.reads("LSTM")
def _lstm(
    emit: Emitter,
    x: Item,
    h: Item,
    c: Item,
    w: Item,
    *,
    input_size: Item,
    hidden_size: Item,
    num_layers: Item = 1,
    has_bias: Item = True,
    bidirectional: Item = False,
    dropout: Item = 0.0,
    proj_size: Item = 0,
) -> Item:
    if whole(num_layers, "num_layers") != 1 or flag(bidirectional, "bidirectional"):
        raise UnsupportedPrimitiveError("it has several layers or directions in one node")
    if whole(proj_size, "proj_size") != 0:
        raise UnsupportedPrimitiveError("it has projections")
    if real(dropout, "dropout") < 0:
        raise UnsupportedPrimitiveError("its dropout is below 0")
    weights = operand(w)
    if not isinstance(weights, np.ndarray):
        raise UnsupportedPrimitiveError("its weights depend on data")
    value, sizes = operand(x), (whole(input_size, "input_size"), whole(hidden_size, "hidden_size"))
    return _layer(emit, value, operand(h), operand(c), weights, sizes, flag(has_bias, "has_bias"))


def _layer(
    emit: Emitter,
    value: Operand,
    hidden: Operand,
    cell: Operand,
    weights: np.ndarray,
    sizes: tuple[int, int],
    has_bias: bool,
) -> Item:
    """One layer. Its weights are one vector: of the input, of the state, and one sum of biases."""
    inputs, count = sizes
    rows = 4 * count
    flat = weights.reshape(-1)
    expected = rows * (inputs + count + int(has_bias))
    if min(sizes) < 1 or flat.size != expected:
        raise UnsupportedPrimitiveError(f"it has {flat.size} weights, not {expected}")
    first, second = rows * inputs, rows * (inputs + count)
    bias = None
    if has_bias:
        given = _gates(flat[second:], count).reshape(1, rows)
        bias = np.concatenate([given, np.zeros_like(given)], 1)
    result, *states = emit.nodes(
        "LSTM",
        3,
        value,
        emit.weight(weights, "input", _gates(flat[:first], count)),
        emit.weight(weights, "state", _gates(flat[first:second], count)),
        None if bias is None else emit.weight(weights, "bias", bias),
        None,
        hidden,
        cell,
        hidden_size=count,
    )
    length, _, batch, _ = shape_of(result)
    unread = Unknown("what an LSTM keeps for training is not read")
    if dtype_of(result) != weights.dtype:
        raise UnsupportedPrimitiveError("its weights are of another type")
    return (emit.reshaped(result, (length, batch, count)), *states, unread, unread)


def _gates(flat: np.ndarray, count: int) -> np.ndarray:
    """Weights with the gates in ONNX's order, after a dimension for the direction."""
    ordered = flat.reshape(4, count, -1)[list(_GATES)]
    return np.ascontiguousarray(ordered.reshape(1, 4 * count, -1))
