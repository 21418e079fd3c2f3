"""The recurrence of LSTM, GRU and RNN: all steps of one or two directions.

`aoe.graph.prepare.rules.recurrent.recurrence` rewrites ONNX's operators: a matmul multiplies the
inputs of all steps by their weights, and this type computes the rest. The equations are those of
ONNX's operator documentation.

Sizes: D directions, T steps, B sequences, G gates, H hidden units, S states (h, and of an LSTM c).

Anchor inputs, those behind the weights where the attribute `operands` names them:

- x (D, T, B, G·H): the matmul of the inputs, in the order in which a direction goes through time.
- weights (D, G·H, H), which multiply h. They may have fewer bits than x
  (`aoe.graph.precision.mixed_precision`); h is then rounded where it is multiplied.
- `initial_h` and `initial_c` (D, B, H).
- `peepholes` (D, 3·H).
- `bias` (D, H): of GRU's hidden gate, where the reset gate multiplies it.
- `lengths` (B,), int32: from step `lengths[b]` on the states of sequence b do not change.
- `scales` (D, G·H) and `zeros` (D, G·H), int32: of weights of 8 bits, which stand for
  (weights − zeros)·scales.
- `mask` (D, T, B), bool: where it is false, that step does not change the states of that sequence.

The output (S, T + 1, D, B, H) holds the states before the first step and after each step. Gates are
in ONNX's order, i, o, f, c of an LSTM and z, r, h of a GRU, unless `gate_order` says where each of
them lies among the rows of the weights. With `keeps_gates`, the output has more rows behind the
states, for `aoe.operators.types.recurrent.recurrent_gradient`: the gates of each step in the order
of the weights, and of a GRU the product that its reset gate multiplies. Such rows begin with zeros.

Attributes: `cell` is "LSTM", "GRU" or "RNN". `activations` are texts of
`aoe.operators.expressions.activations`. `clip` bounds the arguments of the gates' activations; as
in ONNX Runtime it does not bound the cell state that an LSTM's last activation is given. With
`quantized`, the weights are int8, and h is rounded to 8 bits in each step before it is multiplied,
by the range of the elements of its sequence (`quantized_state`), as ONNX Runtime's
DynamicQuantizeLSTM does where its threads have a sequence each. Implementations: `recurrent*`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from math import prod

import numpy as np

from aoe.element_types import integer_limits, numpy_type
from aoe.loops.expression import Load
from aoe.operators.definition import (
    Contraction,
    ImportedOperator,
    OperatorDefinition,
    SourceNode,
    row_major_order,
)
from aoe.operators.expressions.activations import activated
from aoe.operators.importing import (
    float_attribute,
    integer_attribute,
    integers_attribute,
    optional_inputs,
    refuse,
    required_input,
    text_attribute,
)
from aoe.operators.input_numbers import InputNumbers
from aoe.operators.operator import Operand, Operator
from aoe.operators.reference import evaluate
from aoe.operators.types.recurrent.quantized_state import quantized_state

#: Gates of each kind of cell.
GATES = {"LSTM": 4, "GRU": 3, "RNN": 1}
#: The attribute of recurrences that round h to 8 bits; ONNX's operators do not have it.
QUANTIZED = "quantized"
#: Where each gate of ONNX lies in the order of PyTorch: i, f, g, o and r, z, n.
PYTORCH_ORDER = {"LSTM": (0, 3, 1, 2), "GRU": (1, 0, 2), "RNN": (0,)}
#: The attributes of recurrences with gates in another order, and with gates in the output.
ORDER, KEEPS = "gate_order", "keeps_gates"
#: Rows of the output for each kind of cell behind the states, where gates are kept.
KEPT = {"LSTM": 4, "GRU": 4, "RNN": 0}
#: Names of the anchor inputs behind x and weights.
OPTIONAL_OPERANDS = (
    *("initial_h", "initial_c", "peepholes", "bias", "lengths", "scales", "zeros"),
    "mask",
)


def recurrence(
    cell: str,
    x: Operand,
    weights: Operand,
    activations: str,
    optional: dict[str, Operand],
    clip: float = 0.0,
    input_forget: int = 0,
    linear_before_reset: int = 0,
    quantized: int = 0,
    gate_order: tuple[int, ...] = (),
    keeps_gates: int = 0,
) -> Operator:
    """The operator of a cell.

    Args:
        cell: A name of `GATES`.
        x: The matmul of the inputs.
        weights: What multiplies h.
        activations: Texts of activation functions, separated by spaces.
        optional: The optional operands by name.
        clip: The bound of the arguments of activations; 0 for none.
        input_forget: 1 where an LSTM couples the input gate and the forget gate.
        linear_before_reset: 1 where a GRU multiplies by the reset gate after the matmul.
        quantized: 1 where h is rounded to 8 bits before it is multiplied.
        gate_order: Where each gate lies in the weights; empty for ONNX's order.
        keeps_gates: 1 where the gates of each step are in the output, if the cell has any to keep.
    """
    directions, steps, batch, _ = x.shape
    names = [name for name in OPTIONAL_OPERANDS if name in optional]
    inputs = (x, weights, *(optional[name] for name in names))
    rows = state_count(cell) + (KEPT[cell] if keeps_gates else 0)
    shape = (rows, steps + 1, directions, batch, weights.shape[2])
    attributes = (
        ("activations", activations),
        ("cell", cell),
        ("clip", clip),
        *(((ORDER, gate_order),) if gate_order else ()),
        ("input_forget", input_forget),
        *(((KEEPS, 1),) if keeps_gates and KEPT[cell] else ()),
        ("linear_before_reset", linear_before_reset),
        ("operands", " ".join(names)),
        *(((QUANTIZED, 1),) if quantized else ()),
    )
    return Operator("Recurrent", attributes, inputs, Operand.row_major(x.dtype, shape), len(inputs))


def operand_numbers(operator: Operator) -> dict[str, int]:
    """The numbers of the optional anchor inputs that an operator has, by name."""
    names = str(operator.attribute["operands"]).split()
    return {name: 2 + number for number, name in enumerate(names)}


def state_count(cell: str) -> int:
    """The states of a cell: h, and c of an LSTM."""
    return 2 if cell == "LSTM" else 1


def gate_order(operator: Operator) -> tuple[int, ...]:
    """Where each gate, in ONNX's order, lies in the weights."""
    if ORDER in operator.attribute:
        return operator.integers(ORDER)
    return tuple(range(GATES[str(operator.attribute["cell"])]))


def keeps_gates(operator: Operator) -> bool:
    """Whether the gates of each step are in the output."""
    return KEEPS in operator.attribute


def is_quantized(operator: Operator) -> bool:
    """Whether h is rounded to 8 bits before it is multiplied."""
    return QUANTIZED in operator.attribute


def clip_of(operator: Operator) -> float:
    """The bound of the arguments of activations; 0 where there is none."""
    return operator.number("clip")


def activations_of(operator: Operator) -> list[str]:
    """The texts of the activations that ONNX calls f, g and h, as many as the cell has."""
    return str(operator.attribute["activations"]).split()


def _import_node(node: SourceNode) -> ImportedOperator:
    x, weights = required_input(node, 0), required_input(node, 1)
    if x.dtype not in ("float32", "float64"):
        raise refuse(node, f"element type {x.dtype} is not computed, only float32 and float64")
    found = optional_inputs(node, OPTIONAL_OPERANDS, 2)
    cell = text_attribute(node, "cell", "")
    _check_shapes(node, cell, x, weights, found)
    operator = recurrence(
        cell,
        x,
        weights,
        text_attribute(node, "activations", ""),
        found,
        float_attribute(node, "clip", 0.0),
        integer_attribute(node, "input_forget", 0),
        integer_attribute(node, "linear_before_reset", 0),
        integer_attribute(node, QUANTIZED, 0),
        integers_attribute(node, ORDER, ()) or (),
        integer_attribute(node, KEEPS, 0),
    )
    _check_training(node, operator)
    if is_quantized(operator) != (weights.dtype == "int8") or is_quantized(operator) != (
        "scales" in found
    ):
        raise refuse(node, "weights of int8 need scales and quantized states, and only these")
    positions = (0, 1, *(2 + OPTIONAL_OPERANDS.index(name) for name in found))
    return ImportedOperator(operator, positions)


def _check_shapes(
    node: SourceNode, cell: str, x: Operand, weights: Operand, optional: dict[str, Operand]
) -> None:
    """Raises `UnsupportedModelError` unless the operands fit each other."""
    directions, steps, batch, columns = x.shape
    hidden = columns // GATES[cell]
    expected = {
        "initial_h": (directions, batch, hidden),
        "initial_c": (directions, batch, hidden),
        "peepholes": (directions, 3 * hidden),
        "bias": (directions, hidden),
        "lengths": (batch,),
        "scales": (directions, columns),
        "zeros": (directions, columns),
        "mask": (directions, steps, batch),
    }
    if weights.shape != (directions, columns, hidden):
        raise refuse(node, f"recurrent weights {weights.shape} do not fit {columns} gates")
    for name, operand in optional.items():
        if operand.shape != expected[name]:
            raise refuse(node, f"{name} {operand.shape} must be {expected[name]}")


def _check_training(node: SourceNode, operator: Operator) -> None:
    """Raises `UnsupportedModelError` for gates in an order, or kept, where that is not computed."""
    cell, places = str(operator.attribute["cell"]), gate_order(operator)
    if sorted(places) != list(range(GATES[cell])) or (cell == "GRU" and places[2] != 2):
        raise refuse(node, f"{ORDER} {list(places)} is no order of the gates of {cell}")
    plain = not (clip_of(operator) or operator.integer("input_forget") or is_quantized(operator))
    plain = plain and not {"peepholes", "lengths"} & operand_numbers(operator).keys()
    last = cell != "GRU" or bool(operator.integer("linear_before_reset"))
    if ORDER in operator.attribute and not last:
        raise refuse(node, f"{ORDER} needs linear_before_reset")
    if keeps_gates(operator) and not (plain and last):
        raise refuse(node, f"{KEEPS} is computed for plain cells only")


class _Cell:
    """One step of a cell in NumPy, on arrays (D, B, …)."""

    def __init__(self, operator: Operator, inputs: Sequence[np.ndarray]) -> None:
        self.operator = operator
        x, weights = operator.inputs[:2]
        self.optional = {name: inputs[i] for name, i in operand_numbers(operator).items()}
        self.weights = self.dequantized(inputs[1]).astype(inputs[0].dtype).swapaxes(1, 2)
        narrow = weights.dtype != x.dtype and not is_quantized(operator)
        self.narrow = numpy_type(weights.dtype) if narrow else None
        self.activations, self.clip = activations_of(operator), clip_of(operator)
        self.places = gate_order(operator)
        #: The rows behind the states, after a step.
        self.kept: list[np.ndarray] = []

    def dequantized(self, weights: np.ndarray) -> np.ndarray:
        """The numbers that the weights stand for."""
        if "scales" not in self.optional:
            return weights
        zeros = self.optional.get("zeros")
        steps = weights.astype(np.int32) - (0 if zeros is None else zeros[..., None])
        return np.asarray(steps * self.optional["scales"][..., None])

    def split(self, gates: np.ndarray) -> list[np.ndarray]:
        """The gates (D, B, G·H) in ONNX's order."""
        parts = np.split(gates, len(self.places), axis=-1)
        return [parts[place] for place in self.places]

    def keep(self, gates: Sequence[np.ndarray], *others: np.ndarray) -> None:
        """Notes the gates, which are in ONNX's order, in that of the weights."""
        self.kept = [gates[self.places.index(place)] for place in range(len(gates))] + [*others]

    def activate(self, number: int, x: np.ndarray, clipped: bool = True) -> np.ndarray:
        if self.clip and clipped:
            x = np.clip(x, -self.clip, self.clip)
        return evaluate(activated(self.activations[number], Load(0), str(x.dtype)), [x])

    def product(self, h: np.ndarray, gates: slice = slice(None)) -> np.ndarray:
        """The matmul of a state and the weights of some gates."""
        read = h if self.narrow is None else h.astype(self.narrow).astype(h.dtype)
        if is_quantized(self.operator):
            read = quantized_state(read)
        return np.asarray(read @ self.weights[..., gates])

    def lstm(self, x: np.ndarray, h: np.ndarray, c: np.ndarray) -> list[np.ndarray]:
        i, o, f, g = self.split(x + self.product(h))
        peepholes = self.optional.get("peepholes")
        into, out, keep = (
            np.split(peepholes[:, None], 3, axis=-1) if peepholes is not None else (0.0,) * 3
        )
        i = self.activate(0, i + into * c)
        f = 1 - i if self.operator.integer("input_forget") else self.activate(0, f + keep * c)
        g = self.activate(1, g)
        c = f * c + i * g
        o = self.activate(0, o + out * c)
        self.keep([i, o, f, g])
        return [o * self.activate(2, c, clipped=False), c]

    def gru(self, x: np.ndarray, h: np.ndarray) -> list[np.ndarray]:
        size = h.shape[-1]
        first, last = slice(2 * size), slice(2 * size, None)
        gates = self.activate(0, x[..., first] + self.product(h, first))
        z, r, hidden = self.split(np.concatenate([gates, x[..., last]], axis=-1))
        if self.operator.integer("linear_before_reset"):
            bias = self.optional.get("bias")
            product = self.product(h, last) + (0.0 if bias is None else bias[:, None])
            hidden = hidden + r * product
        else:
            product = self.product(r * h, last)
            hidden = hidden + product
        hidden = self.activate(1, hidden)
        self.keep([z, r, hidden], product)
        return [(1 - z) * hidden + z * h]

    def rnn(self, x: np.ndarray, h: np.ndarray) -> list[np.ndarray]:
        return [self.activate(0, x + self.product(h))]


def _reference(operator: Operator, inputs: Sequence[np.ndarray]) -> np.ndarray:
    cell = _Cell(operator, inputs)
    steps: dict[str, Callable[..., list[np.ndarray]]]
    steps = {"LSTM": cell.lstm, "GRU": cell.gru, "RNN": cell.rnn}
    step = steps[str(operator.attribute["cell"])]
    x, shape = inputs[0], operator.output.shape
    count = state_count(str(operator.attribute["cell"]))
    states = np.zeros(shape, x.dtype)
    for number, name in enumerate(("initial_h", "initial_c")):
        if name in cell.optional:
            states[number, 0] = cell.optional[name]
    lengths, mask = cell.optional.get("lengths"), cell.optional.get("mask")
    for t in range(shape[1] - 1):
        before = list(states[:count, t])
        for number, state in enumerate(step(x[:, t], *before)):
            if lengths is not None:
                state = np.where((t < lengths)[:, None], state, before[number])
            if mask is not None:
                state = np.where(mask[:, t, :, None], state, before[number])
            states[number, t + 1] = state
        if keeps_gates(operator):
            states[count:, t + 1] = cell.kept
    return states


def _numbers(operator: Operator) -> Mapping[int, InputNumbers]:
    """Sequences have at least half of the steps. Weights of 8 bits have any zero."""
    steps, numbers = operator.inputs[0].shape[1], operand_numbers(operator)
    known = {
        "lengths": InputNumbers((steps + 1) // 2, steps),
        "zeros": InputNumbers(*integer_limits("int8")),
    }
    return {numbers[name]: found for name, found in known.items() if name in numbers}


def _fitted(operator: Operator, inputs: Sequence[np.ndarray]) -> Mapping[int, np.ndarray]:
    """Scales with which weights of 8 bits keep the size of what they multiply."""
    number = operand_numbers(operator).get("scales")
    if number is None:
        return {}
    largest = -integer_limits("int8")[0] * np.sqrt(operator.inputs[1].shape[-1])
    return {number: (inputs[number] / largest).astype(inputs[number].dtype)}


def _cell_of(operator: Operator) -> str:
    """The cell; one of quantised states has no kind of those that may get fewer bits."""
    return "quantized" if is_quantized(operator) else str(operator.attribute["cell"])


def _multiply_adds(operator: Operator) -> int:
    """All weights in each step of each sequence."""
    _, steps, batch, _ = operator.inputs[0].shape
    return steps * batch * prod(operator.inputs[1].shape)


def _summed(operator: Operator) -> int:
    return operator.inputs[1].shape[2]


def _columns(operator: Operator, weights: np.ndarray) -> Iterable[np.ndarray]:
    return [weights.swapaxes(-1, -2)]


OPERATOR = OperatorDefinition(
    type="Recurrent",
    onnx_types=("Recurrent",),
    import_node=_import_node,
    reference=_reference,
    output_order=row_major_order,
    fuses_epilogue=False,
    multiply_adds=_multiply_adds,
    numbers=_numbers,
    fitted=_fitted,
    multiplied_each_step=(1,),
    contraction=Contraction(
        kinds=tuple(GATES),
        kind=_cell_of,
        factors=range(1, 2),
        summed=_summed,
        columns=_columns,
    ),
)
