"""The gradient of a recurrence (`aoe.operators.types.recurrent.recurrent`): its steps in reverse.

Sizes are those of a recurrence: D directions, T steps, B sequences, G gates, H hidden units. The
attributes `cell`, `activations` and `gate_order` too. Cells are plain: no clipping, peepholes,
coupled gates or lengths, and a GRU's reset gate multiplies the matmul.

Anchor inputs, the last three where the attribute `operands` names them:

- states (R, T + 1, D, B, H): the output of the recurrence, with `keeps_gates`.
- weights (D, G·H, H), which multiplied h.
- dy (D, T, B, H): the gradient of h after each step.
- `last_h` and `last_c` (D, B, H): the gradients of the last states, beside dy.
- `mask` (D, T, B), bool, as that of the recurrence. A step that changes no state has zeros as the
  gradients of its gates, and gives on those of the states.

The output (D, T + 1, B, C·H) has in row t, side by side:

- the gradients of the arguments of the gates of step t, in the order of the weights. Those of a
  GRU's hidden gate are of the product that the reset gate multiplies. Behind the gates follows
  that of the hidden gate's argument itself. Row T has zeros;
- the gradients of the states before step t: of h, and of an LSTM's c.

The rest is matmuls over all steps at once: weights, inputs and biases. The equations follow from
those of ONNX's operators (Werbos, "Backpropagation through time", Proc. IEEE 1990). Implementation:
`recurrent_gradient`.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

import numpy as np

from aoe.operators.definition import (
    ImportedOperator,
    OperatorDefinition,
    SourceNode,
    row_major_order,
)
from aoe.operators.importing import (
    integers_attribute,
    optional_inputs,
    refuse,
    required_input,
    text_attribute,
)
from aoe.operators.operator import Operand, Operator
from aoe.operators.types.recurrent.recurrent import (
    GATES,
    KEPT,
    ORDER,
    activations_of,
    gate_order,
    state_count,
)

#: Names of the anchor inputs behind states, weights and dy, the first for the states.
OPTIONAL_OPERANDS = ("last_h", "last_c", "mask")
#: The activations that have gradients, for each kind of cell.
_ACTIVATIONS = {
    "LSTM": ("sigmoid tanh tanh", "sigmoid relu relu"),
    "GRU": ("sigmoid tanh", "sigmoid relu"),
    "RNN": ("tanh", "relu"),
}


def recurrence_gradient(
    cell: str,
    states: Operand,
    weights: Operand,
    dy: Operand,
    activations: str,
    optional: dict[str, Operand],
    gate_order: tuple[int, ...] = (),
) -> Operator:
    """The gradient of a cell.

    Args:
        cell: A name of `aoe.operators.types.recurrent.recurrent.GATES`.
        states: What the recurrence gave.
        weights: What multiplied h.
        dy: The gradient of h after each step.
        activations: Texts of activation functions, separated by spaces.
        optional: The optional operands by name.
        gate_order: Where each gate lies in the weights; empty for ONNX's order.
    """
    directions, steps, batch, hidden = dy.shape
    names = [name for name in OPTIONAL_OPERANDS if name in optional]
    inputs = (states, weights, dy, *(optional[name] for name in names))
    attributes = (
        ("activations", activations),
        ("cell", cell),
        *(((ORDER, gate_order),) if gate_order else ()),
        ("operands", " ".join(names)),
    )
    shape = (directions, steps + 1, batch, column_count(cell) * hidden)
    return Operator(
        "RecurrentGradient", attributes, inputs, Operand.row_major(dy.dtype, shape), len(inputs)
    )


def gradient_count(cell: str) -> int:
    """The gradients of gates that a step has; a GRU has two of its hidden gate."""
    return 4 if cell == "GRU" else GATES[cell]


def column_count(cell: str) -> int:
    """How many times H columns the output has."""
    return gradient_count(cell) + state_count(cell)


def operand_numbers(operator: Operator) -> dict[str, int]:
    """The numbers of the optional anchor inputs that an operator has, by name."""
    names = str(operator.attribute["operands"]).split()
    return {name: 3 + number for number, name in enumerate(names)}


def _import_node(node: SourceNode) -> ImportedOperator:
    states, weights, dy = (required_input(node, number) for number in range(3))
    found = optional_inputs(node, OPTIONAL_OPERANDS, 3)
    cell = text_attribute(node, "cell", "")
    activations = text_attribute(node, "activations", "")
    places = integers_attribute(node, ORDER, ()) or ()
    _check(node, cell, activations, (states, weights, dy), found)
    operator = recurrence_gradient(cell, states, weights, dy, activations, found, places)
    if sorted(gate_order(operator)) != list(range(GATES[cell])):
        raise refuse(node, f"{ORDER} {list(places)} is no order of the gates of {cell}")
    positions = (0, 1, 2, *(3 + OPTIONAL_OPERANDS.index(name) for name in found))
    return ImportedOperator(operator, positions)


def _check(
    node: SourceNode,
    cell: str,
    activations: str,
    operands: Sequence[Operand],
    optional: dict[str, Operand],
) -> None:
    """Raises `UnsupportedModelError` unless the gradient of the cell is computed."""
    if activations not in _ACTIVATIONS.get(cell, ()):
        raise refuse(node, f"the gradient of {cell!r} with {activations!r} is not computed")
    states, weights, dy = operands
    if dy.dtype not in ("float32", "float64"):
        raise refuse(node, f"element type {dy.dtype} is not computed, only float32 and float64")
    if len(dy.shape) != 4:
        raise refuse(node, f"the gradient {dy.shape} must have 4 dimensions")
    directions, steps, batch, hidden = dy.shape
    rows = state_count(cell) + KEPT[cell]
    expected = {
        "states": (states, (rows, steps + 1, directions, batch, hidden)),
        "weights": (weights, (directions, GATES[cell] * hidden, hidden)),
        **{name: (operand, (directions, batch, hidden)) for name, operand in optional.items()},
    }
    if "mask" in optional:
        expected["mask"] = optional["mask"], (directions, steps, batch)
    for name, (operand, shape) in expected.items():
        dtype = "bool" if name == "mask" else dy.dtype
        if operand.shape != shape or operand.dtype != dtype:
            raise refuse(node, f"{name} {operand.dtype} {operand.shape} must be {dtype} {shape}")


class _Gradient:
    """One step in NumPy, on arrays (D, B, H): from the gradients of the states after a step to
    those of the arguments of the gates, in ONNX's order, and those of the states before it. The
    share that comes through the weights is not in them.
    """

    def __init__(self, operator: Operator) -> None:
        self.activations = activations_of(operator)
        self.places = gate_order(operator)

    def lstm(
        self, kept: np.ndarray, before: np.ndarray, after: np.ndarray, gradients: np.ndarray
    ) -> tuple[list[np.ndarray], list[np.ndarray]]:
        i, o, f, g = (kept[place] for place in self.places)
        last = np.tanh(after[1]) if self.activations[2] == "tanh" else np.maximum(after[1], 0)
        dh, dc = gradients
        dc = dc + dh * o * self._slope(2, last)
        arguments = [
            dc * g * i * (1 - i),
            dh * last * o * (1 - o),
            dc * before[1] * f * (1 - f),
            dc * i * self._slope(1, g),
        ]
        return arguments, [np.zeros_like(dh), dc * f]

    def gru(
        self, kept: np.ndarray, before: np.ndarray, after: np.ndarray, gradients: np.ndarray
    ) -> tuple[list[np.ndarray], list[np.ndarray]]:
        z, r, new = (kept[place] for place in self.places)
        dh = gradients[0]
        hidden = dh * (1 - z) * self._slope(1, new)
        update = dh * (before[0] - new) * z * (1 - z)
        reset = hidden * kept[3] * r * (1 - r)
        return [update, reset, hidden * r, hidden], [dh * z]

    def rnn(
        self, kept: np.ndarray, before: np.ndarray, after: np.ndarray, gradients: np.ndarray
    ) -> tuple[list[np.ndarray], list[np.ndarray]]:
        h, dh = after[0], gradients[0]
        return [dh * self._slope(0, h)], [np.zeros_like(dh)]

    def _slope(self, number: int, y: np.ndarray) -> np.ndarray:
        """The derivative of an activation whose value is y: of a tanh or a ReLU."""
        is_tanh = self.activations[number] == "tanh"
        return np.asarray(1 - y * y if is_tanh else (y > 0).astype(y.dtype))


def _reference(operator: Operator, inputs: Sequence[np.ndarray]) -> np.ndarray:
    cell, step = str(operator.attribute["cell"]), _Gradient(operator)
    count, states = state_count(cell), inputs[0]
    weights, dy = inputs[1], inputs[2]
    directions, steps, batch, hidden = dy.shape
    given = {name: inputs[number] for name, number in operand_numbers(operator).items()}
    result = np.zeros(operator.output.shape, dy.dtype)
    parts = result.reshape(directions, steps + 1, batch, column_count(cell), hidden)
    gates, arguments = GATES[cell], gradient_count(cell)
    for state, name in enumerate(OPTIONAL_OPERANDS[:count]):
        if name in given:
            parts[:, steps, :, arguments + state] = given[name]
    for t in reversed(range(steps)):
        gradients = np.moveaxis(parts[:, t + 1, :, arguments:], 2, 0).copy()
        gradients[0] += dy[:, t]
        compute = {"LSTM": step.lstm, "GRU": step.gru, "RNN": step.rnn}[cell]
        found, before = compute(
            states[count:, t + 1], states[:count, t], states[:count, t + 1], gradients
        )
        if "mask" in given:
            inside = given["mask"][:, t, :, None]
            found = [np.where(inside, value, 0) for value in found]
            before = [np.where(inside, *pair) for pair in zip(before, gradients, strict=True)]
        for gate, value in enumerate(found):
            place = step.places[gate] if gate < gates else gate
            parts[:, t, :, place] = value
        multiplied = parts[:, t, :, :gates].reshape(directions, batch, gates * hidden)
        before[0] = before[0] + multiplied @ weights
        for state, value in enumerate(before):
            parts[:, t, :, arguments + state] = value
    return result


def _multiply_adds(operator: Operator) -> int:
    """All weights in each step of each sequence."""
    _, steps, batch, _ = operator.inputs[2].shape
    return steps * batch * prod(operator.inputs[1].shape)


OPERATOR = OperatorDefinition(
    type="RecurrentGradient",
    onnx_types=("RecurrentGradient",),
    import_node=_import_node,
    reference=_reference,
    output_order=row_major_order,
    fuses_epilogue=False,
    multiply_adds=_multiply_adds,
    multiplied_each_step=(0, 1),
)
