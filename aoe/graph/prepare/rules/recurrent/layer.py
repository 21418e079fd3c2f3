"""A node of LSTM, GRU or RNN as a layer: its operands and attributes, read and checked.

`aoe.graph.prepare.rules.recurrent.recurrence` rewrites it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import onnx_ir
from onnx_ir import DataType

from aoe.errors import UnsupportedModelError
from aoe.graph.prepare.arithmetic_nodes import transposed
from aoe.graph.prepare.rewriting import (
    Builder,
    constant_of,
    has_shape,
    integer,
    number,
    operand,
    shape_of,
    text,
)
from aoe.operators.expressions.activations import activation_text, default_numbers
from aoe.operators.types.recurrent.recurrent import GATES

#: The default activations of each cell.
_DEFAULTS = {"LSTM": ("Sigmoid", "Tanh", "Tanh"), "GRU": ("Sigmoid", "Tanh"), "RNN": ("Tanh",)}
#: Dtypes that are computed in float32.
_STORAGE = (DataType.FLOAT16, DataType.BFLOAT16)


@dataclass(frozen=True, slots=True)
class Quantization:
    """What the bytes of a layer's input and of its weights stand for: (bytes − zeros)·scales.

    Attributes:
        x_scale: The scale of the input, a scalar.
        x_zero: The zero point of the input, a scalar.
        scales: The scales of the input's weights, (directions, columns).
        zeros: Their zero points as int8, of the same shape; None where all are 0.
        recurrent_scales: The scales of the recurrent weights, (directions, columns).
        recurrent_zeros: Their zero points as int32; None where all are 0.
    """

    x_scale: onnx_ir.Value
    x_zero: onnx_ir.Value
    scales: onnx_ir.Value
    zeros: onnx_ir.Value | None
    recurrent_scales: onnx_ir.Value
    recurrent_zeros: onnx_ir.Value | None


@dataclass(frozen=True, slots=True)
class RecurrentLayer:
    """The operands and attributes of a node, with time as the first dimension.

    Attributes:
        cell: "LSTM", "GRU" or "RNN".
        x: The input, (steps, batch, size).
        weights: The weights of the input.
        recurrent_weights: The weights of the state.
        bias: The biases of both, or None.
        lengths: The length of each sequence; None where all have full length.
        initial: The initial states.
        peepholes: The peephole weights of an LSTM, or None.
        backwards: Whether each direction runs from the end.
        activations: The activations of each direction.
        clip: The clipping bound of gates; 0 for none.
        input_forget: Whether input and forget gates are coupled.
        linear_before_reset: Whether a GRU's reset gate multiplies the matmul.
        quantization: Of a layer whose input (uint8) and weights (int8) are bytes, and whose state
            is rounded to 8 bits before it is multiplied; None of others.
        batch_first: Whether the batch is the first dimension of the node's input, states and
            results.
        dtype: The element type of the node's input and results.
    """

    cell: str
    x: onnx_ir.Value
    weights: onnx_ir.Value
    recurrent_weights: onnx_ir.Value
    bias: onnx_ir.Value | None
    lengths: onnx_ir.Value | None
    initial: tuple[onnx_ir.Value | None, ...]
    peepholes: onnx_ir.Value | None
    backwards: tuple[bool, ...]
    activations: tuple[str, ...]
    clip: float
    input_forget: int
    linear_before_reset: int
    quantization: Quantization | None
    batch_first: bool
    dtype: DataType

    @property
    def directions(self) -> int:
        """How many directions it has."""
        return len(self.backwards)

    @property
    def steps(self) -> int:
        """The length of the longest sequence."""
        return shape_of(self.x)[0]

    @property
    def batch(self) -> int:
        """How many sequences there are."""
        return shape_of(self.x)[1]

    @property
    def hidden(self) -> int:
        """The size of a state."""
        return shape_of(self.recurrent_weights)[2]


def recurrent_layer(node: onnx_ir.Node, build: Builder) -> RecurrentLayer | None:
    """The layer of a node of LSTM, GRU or RNN; None for other nodes, and for unknown shapes.

    Raises:
        UnsupportedModelError: Weights or biases do not fit the sequence, or an activation is
            unknown.
    """
    if node.op_type not in GATES or not has_shape(*node.inputs[:3]):
        return None
    x = node.inputs[0]
    if x is None or x.dtype not in (*_STORAGE, DataType.FLOAT, DataType.DOUBLE):
        return None
    if any(value is not None and len(shape_of(value)) != 3 for value in node.inputs[:3]):
        return None
    layer = _layer(node, _computed(node, build), build, x.dtype)
    _check_shapes(node, layer)
    return layer


def _computed(node: onnx_ir.Node, build: Builder) -> list[onnx_ir.Value | None]:
    """The node's operands, 16-bit ones in float32.

    The rounding of states would add up over the steps.
    """
    return [
        build.cast(value, DataType.FLOAT) if value and value.dtype in _STORAGE else value
        for value in (operand(node, number) for number in range(8))
    ]


def _layer(
    node: onnx_ir.Node,
    operands: Sequence[onnx_ir.Value | None],
    build: Builder,
    dtype: DataType,
) -> RecurrentLayer:
    x, weights, recurrent_weights = operands[:3]
    batch_first = bool(integer(node, "layout", 0))
    assert x is not None
    assert weights is not None
    assert recurrent_weights is not None
    initial = (operands[5], operands[6] if node.op_type == "LSTM" else None)
    if batch_first:
        x = transposed(build, x, (1, 0, 2))
        first, second = (None if v is None else transposed(build, v, (1, 0, 2)) for v in initial)
        initial = (first, second)
    direction = text(node, "direction", "forward")
    backwards = {"reverse": (True,), "bidirectional": (False, True)}.get(direction, (False,))
    return RecurrentLayer(
        node.op_type,
        x,
        weights,
        recurrent_weights,
        operands[3],
        _lengths(operands[4], shape_of(x)[0]),
        initial,
        operands[7] if node.op_type == "LSTM" else None,
        backwards,
        _activations(node, len(backwards)),
        number(node, "clip", 0.0),
        integer(node, "input_forget", 0),
        integer(node, "linear_before_reset", 0),
        None,
        batch_first,
        dtype,
    )


def _check_shapes(node: onnx_ir.Node, layer: RecurrentLayer) -> None:
    """Checks that weights and biases fit the sequence; the recurrence checks the rest.

    Raises:
        UnsupportedModelError: They do not fit.
    """
    rows = GATES[layer.cell] * layer.hidden
    expected = {
        "weights": (layer.weights, (layer.directions, rows, shape_of(layer.x)[2])),
        "recurrent weights": (layer.recurrent_weights, (layer.directions, rows, layer.hidden)),
        "biases": (layer.bias, (layer.directions, 2 * rows)),
    }
    for name, (value, shape) in expected.items():
        if value is not None and (not has_shape(value) or shape_of(value) != shape):
            raise UnsupportedModelError(
                f"{node.name} ({node.op_type}): its {name} {value.shape} must be {list(shape)}"
            )


def _lengths(value: onnx_ir.Value | None, steps: int) -> onnx_ir.Value | None:
    """The lengths of the sequences; None where all have full length."""
    array = constant_of(value)
    return None if array is not None and np.all(array >= steps) else value


def _activations(node: onnx_ir.Node, directions: int) -> tuple[str, ...]:
    """The activations of each direction, as texts separated by spaces.

    Given numbers go to the functions that take some, in order.
    """
    attributes = node.attributes
    names = list(_DEFAULTS[node.op_type]) * directions
    if "activations" in attributes:
        names = list(attributes["activations"].as_strings())
    count = len(_DEFAULTS[node.op_type])
    given = [
        list(attributes[name].as_floats()) if name in attributes else []
        for name in ("activation_alpha", "activation_beta")
    ]
    texts = []
    for name in names:
        numbers = default_numbers(name)
        if numbers is None or len(names) != count * directions:
            raise UnsupportedModelError(
                f"{node.name} ({node.op_type}): activations {names} are not {count * directions} "
                "known functions"
            )
        own = [
            values.pop(0) if values else default
            for default, values in zip(numbers, given, strict=False)
        ]
        texts.append(activation_text(name, tuple(own)))
    return tuple(" ".join(texts[count * i : count * (i + 1)]) for i in range(directions))
