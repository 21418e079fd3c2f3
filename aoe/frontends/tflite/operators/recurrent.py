"""LSTM over a sequence, in one or both directions, in numbers. `integer_lstm.py` has that of
integers, `plain_recurrent.py` other recurrences.

TFLite limits the cell to `cell_clip`, ONNX has no such limit. The cell of a tanh gate cannot exceed
the number of steps, so a short sequence is one operator; a longer one is unrolled. A run starts
with states of zero, except for LSTM of one step, whose states are inputs and outputs.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from aoe.frontends.graph_builder import Operand, UnsupportedNodeError, shape_of
from aoe.frontends.tflite.call import Call, int64, numbers

#: Steps that are unrolled at most.
_MOST_STEPS = 1024
#: Hidden state and cell among the operands of a layer.
STATES = (18, 19)
#: The operands of the second direction of a layer of two, in the order of the first.
_BACKWARD = (0, *range(18, 35), 37, 38)
_FORWARD = (*range(18), 35, 36)


@dataclass(frozen=True, slots=True)
class _Weights:
    """Weights of the gates: input, output, forget, cell, as in ONNX.

    Attributes:
        inputs: Gates · units × inputs.
        states: Gates · units × units.
        bias: Gates · units.
        cells: From the cell to the input, output and forget gate, 3 × units; None for none.
    """

    inputs: np.ndarray
    states: np.ndarray
    bias: np.ndarray
    cells: np.ndarray | None

    @property
    def units(self) -> int:
        """The number of units."""
        return int(self.states.shape[1])


@numbers("UNIDIRECTIONAL_SEQUENCE_LSTM")
def _lstm(call: Call) -> Operand:
    """Each run starts with the states of the file, which are zeros."""
    if call.option("diagonal"):
        raise UnsupportedNodeError("its recurrent weights are diagonals")
    return _as_in_file(call, _layer(call, _sequence(call)))


@numbers("BIDIRECTIONAL_SEQUENCE_LSTM")
def _both_lstms(call: Call) -> tuple[Operand, ...]:
    """Both directions, beside each other or as two results."""
    if call.has(39):
        raise UnsupportedNodeError("it has a second input; convert layers with unroll=True")
    x = _sequence(call)
    found = [
        _as_in_file(call, _layer(_part(call, places), x, backward))
        for places, backward in ((_FORWARD, False), (_BACKWARD, True))
    ]
    return (call.node("Concat", *found, axis=2),) if call.option("merge") else tuple(found)


@numbers("LSTM")
def _step(call: Call) -> tuple[Operand, Operand, Operand]:
    """One step: the result, the next hidden state and the next cell."""
    if call.option("kernel") != 0:
        raise UnsupportedNodeError("it is of the basic kind of old converters")
    _refuse(call, starts=False)
    x = call.plain(0)
    batch, size = shape_of(x)
    weights, clip = _weights(call), call.number("cell_clip")
    states = call.plain(STATES[0]), call.plain(STATES[1])
    units = [batch, weights.units]
    given = [call.reshaped(state, (1, *units)) for state in states]
    y, cell = _unrolled(call, call.reshaped(x, (1, batch, size)), weights, clip, given)
    hidden = call.reshaped(y, units)
    return hidden, hidden, call.reshaped(cell, units)


def _sequence(call: Call) -> Operand:
    """The input, steps first."""
    x = call.plain(0)
    return x if call.option("time_major") else call.node("Transpose", x, perm=[1, 0, 2])


def _as_in_file(call: Call, y: Operand) -> Operand:
    """A result, as the file has it."""
    return y if call.option("time_major") else call.node("Transpose", y, perm=[1, 0, 2])


def _part(call: Call, places: Sequence[int]) -> Call:
    """The operands of one direction as those of a layer."""
    chosen = [place if place < len(call.inputs) else None for place in places]
    return replace(
        call,
        inputs=tuple(None if n is None else call.inputs[n] for n in chosen),
        input_tensors=tuple(None if n is None else call.input_tensors[n] for n in chosen),
    )


def _layer(call: Call, x: Operand, backward: bool = False) -> Operand:
    """Steps × batch × units, from operands in the order of a layer of one direction."""
    _refuse(call)
    weights = _weights(call)
    clip = call.number("cell_clip")
    steps, batch, _ = shape_of(x)
    if not 0 < clip < steps:
        return _operator(call, x, weights, batch, backward)
    order = np.arange(steps)[::-1].copy()
    if not backward:
        return _unrolled(call, x, weights, clip)[0]
    y, _ = _unrolled(call, call.node("Gather", x, order, axis=0), weights, clip)
    return call.node("Gather", y, order, axis=0)


def _refuse(call: Call, starts: bool = True) -> None:
    """Refuses what is not computed. `starts`: whether the states must be those of a first run."""
    if any(call.has(number) for number in (16, 17)):
        raise UnsupportedNodeError("it has a projection; convert layers with unroll=True")
    if any(call.has(number) for number in range(20, 24)):
        raise UnsupportedNodeError("it normalizes its gates; convert layers with unroll=True")
    if call.activation != "TANH":
        raise UnsupportedNodeError(f"its activation is {call.activation}, not TANH")
    if starts and any(call.constant(number, "states").any() for number in STATES):
        raise UnsupportedNodeError("its states do not start at 0")


def _weights(call: Call) -> _Weights:
    """The weights in the order of ONNX. A missing input gate is 1 less the forget gate, the sigmoid
    of the same with the other sign.
    """
    coupled = not call.has(1)

    def gates(first: int, what: str) -> list[np.ndarray]:
        own, forget, cell, output = first, first + 1, first + 2, first + 3
        chosen = [call.constant(n, what) for n in (output, forget, cell)]
        entry = -chosen[1] if coupled else call.constant(own, what)
        return [np.asarray(item, np.float32) for item in (entry, *chosen)]

    cells = None
    if call.has(10):
        forget = np.asarray(call.constant(10, "weights"), np.float32)
        entry = -forget if coupled else call.constant(9, "weights")
        cells = np.stack([entry, call.constant(11, "weights"), forget]).astype(np.float32)
    inputs, states = gates(1, "weights"), gates(5, "weights")
    return _Weights(
        np.concatenate(inputs), np.concatenate(states), np.concatenate(gates(12, "biases")), cells
    )


def _operator(call: Call, x: Operand, weights: _Weights, batch: int, backward: bool) -> Operand:
    """Steps × batch × units, as one operator."""
    bias = np.concatenate([weights.bias, np.zeros_like(weights.bias)])
    state = np.zeros((1, batch, weights.units), np.float32)
    y = call.node(
        "LSTM",
        x,
        weights.inputs[None],
        weights.states[None],
        bias[None],
        None,
        state,
        state,
        None if weights.cells is None else weights.cells.reshape(1, -1),
        hidden_size=weights.units,
        direction="reverse" if backward else None,
    )
    return call.node("Squeeze", y, int64([1]))


def _unrolled(
    call: Call,
    x: Operand,
    weights: _Weights,
    clip: float,
    states: Sequence[Operand] | None = None,
) -> tuple[Operand, Operand]:
    """The same, step by step, with a limit of the cell if it is above 0, and the last cell.
    `states`: hidden state and cell of the start, 1 × batch × units; None for zeros.
    """
    steps, batch, _ = shape_of(x)
    if steps > _MOST_STEPS:
        raise UnsupportedNodeError(f"it has a limit of its cell, and {steps} steps to unroll")
    units, limit = weights.units, np.asarray(clip, np.float32)
    entries = call.node("MatMul", x, np.ascontiguousarray(weights.inputs.T))
    entries = call.node("Add", entries, weights.bias)
    matrix = np.ascontiguousarray(weights.states.T)
    parts = call.nodes("Split", steps, entries, int64([1] * steps), axis=0)
    hidden, cell = states or [np.zeros((1, batch, units), np.float32)] * 2
    found = []
    for step, part in enumerate(parts):
        first = states is None and step == 0
        total = part if first else call.node("Add", part, call.node("MatMul", hidden, matrix))
        gates = list(call.nodes("Split", 4, total, int64([units] * 4), axis=2))
        if weights.cells is not None and not first:
            for place, row in ((0, 0), (2, 2)):
                gates[place] = _with_cell(call, gates[place], weights.cells[row], cell)
        entry, forget = (call.node("Sigmoid", gates[place]) for place in (0, 2))
        added = call.node("Mul", entry, call.node("Tanh", gates[3]))
        if not first:
            added = call.node("Add", call.node("Mul", forget, cell), added)
        cell = call.node("Clip", added, -limit, limit) if clip > 0 else added
        if weights.cells is not None:
            gates[1] = _with_cell(call, gates[1], weights.cells[1], cell)
        hidden = call.node("Mul", call.node("Sigmoid", gates[1]), call.node("Tanh", cell))
        found.append(hidden)
    return _joined(call, found), cell


def _with_cell(call: Call, gate: Operand, weight: np.ndarray, cell: Operand) -> Operand:
    return call.node("Add", gate, call.node("Mul", cell, weight))


def _joined(call: Call, parts: Sequence[Operand]) -> Operand:
    return parts[0] if len(parts) == 1 else call.node("Concat", *parts, axis=0)
