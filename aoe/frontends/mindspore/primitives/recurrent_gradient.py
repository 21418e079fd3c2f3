"""The gradient of an LSTM, in steps of training.

There the LSTM keeps the gates of all steps (`with_gates`), which its gradient reads. Both are
open-aoe's own operators (`aoe.operators.types.recurrent.recurrent` and `recurrent_gradient`).
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from aoe.frontends.graph_builder import Attribute, Operand, UnsupportedNodeError, dtype_of, shape_of
from aoe.frontends.mindspore.arguments import operand
from aoe.frontends.mindspore.emitter import Emitter, ints
from aoe.frontends.mindspore.items import Item
from aoe.frontends.mindspore.table import Primitives
from aoe.operators.types.recurrent.recurrent import (
    GATES,
    KEEPS,
    KEPT,
    ORDER,
    PYTORCH_ORDER,
    state_count,
)
from aoe.operators.types.recurrent.recurrent_gradient import column_count

PRIMITIVES = Primitives()
#: The types that gradients are computed in.
TYPES = (np.dtype(np.float32), np.dtype(np.float64))
_CELL = "LSTM"
#: MindSpore's gates are i f g o, as PyTorch's.
_ATTRIBUTES: Mapping[str, Attribute] = {
    "cell": _CELL,
    "activations": "sigmoid tanh tanh",
    ORDER: PYTORCH_ORDER[_CELL],
}


@dataclass(frozen=True, slots=True)
class KeptSteps:
    """What an LSTM of one layer and one direction keeps for its gradient.

    Attributes:
        states: Its states and gates (R, T + 1, 1, B, H): before the first step, and after each.
        of_input: Weights of the inputs, (4·H, features).
        of_state: Weights of the states, (1, 4·H, H).
    """

    states: Operand
    of_input: Operand
    of_state: Operand


def with_gates(
    emit: Emitter, x: Operand, states: tuple[Operand, Operand], weights: Operand, hidden: int
) -> Item:
    """The results of an LSTM of one layer and one direction, and what its gradient reads.

    Args:
        emit: Makes operators.
        x: The inputs, (T, B, features), of one of `TYPES`.
        states: h and c before the first step, (1, B, H).
        weights: Weights of the inputs and of the states, and the bias if there is one, in a row.
        hidden: H.
    """
    dtype = dtype_of(x)
    if {dtype_of(item) for item in (*states, weights)} != {dtype}:
        raise UnsupportedNodeError("its weights are of another type")
    steps, batch, features = shape_of(x)
    rows = GATES[_CELL] * hidden
    flat = emit.reshaped(weights, (math.prod(shape_of(weights)),))
    of_input = emit.reshaped(_part(emit, flat, 0, rows * features), (rows, features))
    end = rows * (features + hidden)
    of_state = emit.reshaped(_part(emit, flat, rows * features, end), (1, rows, hidden))
    inputs = emit.reshaped(x, (steps * batch, features))
    gates = emit.node("MatMul", inputs, emit.transposed(of_input, (1, 0)))
    if shape_of(flat)[0] > end:
        gates = emit.node("Add", gates, _part(emit, flat, end, end + rows))
    kept = state_count(_CELL) + KEPT[_CELL]
    found = emit.builder.own(
        "Recurrent",
        [emit.reshaped(gates, (1, steps, batch, rows)), of_state, *states],
        dtype,
        (kept, steps + 1, 1, batch, hidden),
        linear_before_reset=0,
        **{KEEPS: 1},
        **_ATTRIBUTES,
    )
    after = _part(emit, _part(emit, found, 0, 1), 1, steps + 1, axis=1)
    last = [
        emit.reshaped(
            _part(emit, _part(emit, found, number, number + 1), steps, steps + 1, axis=1),
            (1, batch, hidden),
        )
        for number in range(state_count(_CELL))
    ]
    steps_kept = KeptSteps(found, of_input, of_state)
    return (emit.reshaped(after, (steps, batch, hidden)), *last, steps_kept, steps_kept)


@PRIMITIVES.reads("LSTMGrad")
def _lstm_gradient(
    emit: Emitter,
    x: Item,
    hx: Item,
    cx: Item,
    w: Item,
    y: Item,
    hy: Item,
    cy: Item,
    dy: Item,
    dhy: Item,
    dcy: Item,
    reserve: Item,
) -> Item:
    """The gradients of the inputs, of both first states and of the weights in a row."""
    if not isinstance(reserve, KeptSteps):
        raise UnsupportedNodeError("it has several layers or directions in one node")
    inputs, slopes, weights = operand(x), operand(dy), operand(w)
    (steps, batch, features), hidden = shape_of(inputs), shape_of(slopes)[2]
    count, rows = steps * batch, GATES[_CELL] * hidden
    columns = column_count(_CELL) * hidden
    found = emit.builder.own(
        "RecurrentGradient",
        [
            reserve.states,
            reserve.of_state,
            emit.reshaped(slopes, (1, steps, batch, hidden)),
            operand(dhy),
            operand(dcy),
        ],
        dtype_of(slopes),
        (1, steps + 1, batch, columns),
        **_ATTRIBUTES,
    )
    # One row for each step and sequence.
    flat = emit.reshaped(_part(emit, found, 0, steps, axis=1), (count, columns))
    through = _part(emit, flat, 0, rows, axis=1)
    before = _part(emit, _part(emit, reserve.states, 0, 1), 0, steps, axis=1)
    back = emit.transposed(through, (1, 0))
    to_weights = [
        emit.node("MatMul", back, emit.reshaped(inputs, (count, features))),
        emit.node("MatMul", back, emit.reshaped(before, (count, hidden))),
    ]
    size = math.prod(shape_of(weights))
    if size > rows * (features + hidden):
        to_weights.append(emit.summed(through, (0,)))
    row = [emit.reshaped(item, (math.prod(shape_of(item)),)) for item in to_weights]
    first = _part(emit, found, 0, 1, axis=1)
    to_states = [
        emit.reshaped(_part(emit, first, begin, begin + hidden, axis=3), (1, batch, hidden))
        for begin in (rows, rows + hidden)
    ]
    return (
        emit.reshaped(emit.node("MatMul", through, reserve.of_input), (steps, batch, features)),
        *to_states,
        emit.reshaped(emit.node("Concat", *row, axis=0), shape_of(weights)),
    )


def _part(emit: Emitter, value: Operand, begin: int, end: int, axis: int = 0) -> Operand:
    """The elements of a dimension from one place to another."""
    if isinstance(value, np.ndarray):
        return value[(slice(None),) * axis + (slice(begin, end),)]
    return emit.node("Slice", value, ints([begin]), ints([end]), ints([axis]))
