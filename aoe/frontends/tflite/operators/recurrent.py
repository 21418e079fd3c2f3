"""LSTM over a sequence, in numbers. `integer_lstm.py` has that of integers.

TFLite limits the cell to `cell_clip`, ONNX has no such limit. The cell of a tanh gate cannot exceed
the number of steps, so a short sequence is one operator; a longer one is unrolled.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from aoe.frontends.graph_builder import Operand, shape_of
from aoe.frontends.tflite.call import Call, RefusalError, int64, numbers

#: Steps that are unrolled at most.
_MOST_STEPS = 1024
#: Operands that are kept from one inference to the next: hidden state and cell.
STATES = (18, 19)


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
    _refuse(call)
    weights = _weights(call)
    x = call.plain(0)
    if not call.option("time_major"):
        x = call.node("Transpose", x, perm=[1, 0, 2])
    clip = call.number("cell_clip")
    steps, batch, _ = shape_of(x)
    hidden, cell = (np.zeros((1, batch, weights.units), np.float32) for _ in range(2))
    if 0 < clip < steps:
        y = _unrolled(call, x, weights, clip)
    else:
        y = _operator(call, x, weights, hidden, cell)
    return y if call.option("time_major") else call.node("Transpose", y, perm=[1, 0, 2])


def _refuse(call: Call) -> None:
    if any(call.has(number) for number in (16, 17)):
        raise RefusalError("it has a projection; convert layers with unroll=True")
    if any(call.has(number) for number in range(20, 24)):
        raise RefusalError("it normalizes its gates; convert layers with unroll=True")
    if call.option("diagonal"):
        raise RefusalError("its recurrent weights are diagonals")
    if call.activation != "TANH":
        raise RefusalError(f"its activation is {call.activation}, not TANH")
    if any(call.constant(number, "states").any() for number in STATES):
        raise RefusalError("its states do not start at 0")


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


def _operator(
    call: Call, x: Operand, weights: _Weights, hidden: np.ndarray, cell: np.ndarray
) -> Operand:
    """Steps × batch × units, as one operator."""
    bias = np.concatenate([weights.bias, np.zeros_like(weights.bias)])
    y = call.node(
        "LSTM",
        x,
        weights.inputs[None],
        weights.states[None],
        bias[None],
        None,
        hidden,
        cell,
        None if weights.cells is None else weights.cells.reshape(1, -1),
        hidden_size=weights.units,
    )
    return call.node("Squeeze", y, int64([1]))


def _unrolled(call: Call, x: Operand, weights: _Weights, clip: float) -> Operand:
    """The same, step by step, with a limit of the cell."""
    steps, batch, _ = shape_of(x)
    if steps > _MOST_STEPS:
        raise RefusalError(f"it has a limit of its cell, and {steps} steps to unroll")
    units, limit = weights.units, np.asarray(clip, np.float32)
    entries = call.node("MatMul", x, np.ascontiguousarray(weights.inputs.T))
    entries = call.node("Add", entries, weights.bias)
    states = np.ascontiguousarray(weights.states.T)
    parts = call.nodes("Split", steps, entries, int64([1] * steps), axis=0)
    hidden: Operand = np.zeros((1, batch, units), np.float32)
    cell: Operand = np.zeros((1, batch, units), np.float32)
    found = []
    for step, part in enumerate(parts):
        total = part if step == 0 else call.node("Add", part, call.node("MatMul", hidden, states))
        gates = list(call.nodes("Split", 4, total, int64([units] * 4), axis=2))
        if weights.cells is not None and step:
            for place, row in ((0, 0), (2, 2)):
                gates[place] = _with_cell(call, gates[place], weights.cells[row], cell)
        entry, forget = (call.node("Sigmoid", gates[place]) for place in (0, 2))
        added = call.node("Mul", entry, call.node("Tanh", gates[3]))
        if step:
            added = call.node("Add", call.node("Mul", forget, cell), added)
        cell = call.node("Clip", added, -limit, limit)
        if weights.cells is not None:
            gates[1] = _with_cell(call, gates[1], weights.cells[1], cell)
        hidden = call.node("Mul", call.node("Sigmoid", gates[1]), call.node("Tanh", cell))
        found.append(hidden)
    return _joined(call, found)


def _with_cell(call: Call, gate: Operand, weight: np.ndarray, cell: Operand) -> Operand:
    return call.node("Add", gate, call.node("Mul", cell, weight))


def _joined(call: Call, parts: Sequence[Operand]) -> Operand:
    return parts[0] if len(parts) == 1 else call.node("Concat", *parts, axis=0)
