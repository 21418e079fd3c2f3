"""Rewrites LSTM, GRU and RNN so that little is computed step by step.

The matmul of the input with its weights, for all steps at once, becomes a MatMul with biases for
each direction; the results are concatenated. The recurrence becomes a `Recurrent` node
(`aoe.operators.types.recurrent.recurrent`). The outputs are views of its states.
A reversed direction is a view with a negative step, or a Gather where sequences have their own
lengths. `aoe.graph.prepare.rules.recurrent.layer` reads the operands and attributes.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np
import onnx_ir

from aoe.graph.prepare.arithmetic_nodes import sliced, transposed
from aoe.graph.prepare.rewriting import Builder, Rule, constant_of, shape_of
from aoe.graph.prepare.rules.recurrent.layer import (
    Quantization,
    RecurrentLayer,
    recurrent_layer,
)
from aoe.operators.types.recurrent.recurrent import GATES

_FIRST_TO_LAST = -(1 << 31)


def recurrent(node: onnx_ir.Node, build: Builder) -> Sequence[onnx_ir.Value] | None:
    """LSTM, GRU and RNN become matmuls and a recurrence.

    Directions with different activations have a recurrence each.
    """
    layer = recurrent_layer(node, build)
    return None if layer is None else rewritten(layer, build)


def rewritten(layer: RecurrentLayer, build: Builder) -> Sequence[onnx_ir.Value]:
    """The outputs of a layer: Y, Y_h and, of an LSTM, Y_c."""
    if layer.steps == 0:
        outputs = _outputs_of_no_steps(layer, build)
    else:
        outputs = _outputs(_direction_groups(layer, build), build)
    if layer.batch_first:
        outputs = [
            transposed(build, value, (2, 0, 1, 3) if number == 0 else (1, 0, 2))
            for number, value in enumerate(outputs)
        ]
    return [build.cast(value, layer.dtype) for value in outputs]


@dataclass(frozen=True, slots=True)
class _DirectionGroup:
    """Directions that are computed together.

    Attributes:
        layer: The layer of these directions.
        states: Their states, (S, T + 1, D, B, H).
    """

    layer: RecurrentLayer
    states: onnx_ir.Value


def _direction_groups(layer: RecurrentLayer, build: Builder) -> list[_DirectionGroup]:
    if len(set(layer.activations)) == 1:
        return [_DirectionGroup(layer, _states(layer, build))]
    groups = []
    for direction in range(layer.directions):
        alone = _one_direction(layer, build, direction)
        groups.append(_DirectionGroup(alone, _states(alone, build)))
    return groups


def _one_direction(layer: RecurrentLayer, build: Builder, direction: int) -> RecurrentLayer:
    def cut(value: onnx_ir.Value | None) -> onnx_ir.Value | None:
        return None if value is None else sliced(build, value, 0, direction, direction + 1)

    weights, recurrent_weights = cut(layer.weights), cut(layer.recurrent_weights)
    assert weights is not None
    assert recurrent_weights is not None
    return replace(
        layer,
        weights=weights,
        recurrent_weights=recurrent_weights,
        bias=cut(layer.bias),
        initial=tuple(cut(value) for value in layer.initial),
        peepholes=cut(layer.peepholes),
        quantization=_cut_quantization(layer.quantization, cut),
        backwards=layer.backwards[direction : direction + 1],
        activations=layer.activations[direction : direction + 1],
    )


def _cut_quantization(
    quantization: Quantization | None,
    cut: Callable[[onnx_ir.Value | None], onnx_ir.Value | None],
) -> Quantization | None:
    if quantization is None:
        return None
    scales, recurrent_scales = cut(quantization.scales), cut(quantization.recurrent_scales)
    assert scales is not None
    assert recurrent_scales is not None
    return replace(
        quantization,
        scales=scales,
        zeros=cut(quantization.zeros),
        recurrent_scales=recurrent_scales,
        recurrent_zeros=cut(quantization.recurrent_zeros),
    )


def _states(layer: RecurrentLayer, build: Builder) -> onnx_ir.Value:
    """The recurrence over the gates' matmul with the input."""
    columns = GATES[layer.cell] * layer.hidden
    gates = [_input_gates(layer, build, number) for number in range(layer.directions)]
    shape = (layer.directions * layer.steps, layer.batch, columns)
    together = gates[0] if len(gates) == 1 else build.make("Concat", gates, shape, axis=0)
    x = build.reshape(together, (layer.directions, layer.steps, layer.batch, columns))
    states = 2 if layer.cell == "LSTM" else 1
    bytewise = layer.quantization
    return build.make(
        "Recurrent",
        [
            x,
            layer.recurrent_weights,
            *layer.initial,
            layer.peepholes,
            _inner_bias(layer, build),
            layer.lengths,
            None if bytewise is None else bytewise.recurrent_scales,
            None if bytewise is None else bytewise.recurrent_zeros,
        ],
        (states, layer.steps + 1, layer.directions, layer.batch, layer.hidden),
        cell=layer.cell,
        activations=layer.activations[0],
        clip=layer.clip,
        input_forget=layer.input_forget,
        linear_before_reset=layer.linear_before_reset,
        quantized=int(bytewise is not None),
    )


def _input_gates(layer: RecurrentLayer, build: Builder, direction: int) -> onnx_ir.Value:
    """The matmul of the input with its weights, with biases, in a direction's order of time."""
    _, columns, size = shape_of(layer.weights)
    weights = build.reshape(
        sliced(build, layer.weights, 0, direction, direction + 1), (columns, size)
    )
    x = _in_order(layer, build, layer.x, direction)
    shape = (layer.steps, layer.batch, columns)
    gates = _of_input(layer, build, x, transposed(build, weights, (1, 0)), direction)
    if layer.bias is None:
        return gates
    both = build.reshape(sliced(build, layer.bias, 0, direction, direction + 1), (2 * columns,))
    bias, more = sliced(build, both, 0, 0, columns), sliced(build, both, 0, columns, 2 * columns)
    if _resets_last(layer):
        assert bias.dtype is not None
        kept = np.asarray([1, 0], bias.dtype.numpy())
        inside = build.constant(np.repeat(kept, [2 * layer.hidden, layer.hidden]))
        more = build.make("Mul", [more, inside], (columns,))
    return build.make("Add", [gates, build.make("Add", [bias, more], (columns,))], shape)


def _of_input(
    layer: RecurrentLayer,
    build: Builder,
    x: onnx_ir.Value,
    weights: onnx_ir.Value,
    direction: int,
) -> onnx_ir.Value:
    """The matmul of the input (T, B, size) with weights (size, G·H), of bytes or of numbers."""
    columns = shape_of(weights)[1]
    shape = (layer.steps, layer.batch, columns)
    quantization = layer.quantization
    if quantization is None:
        return build.make("MatMul", [x, weights], shape)

    def of_direction(value: onnx_ir.Value) -> onnx_ir.Value:
        return build.reshape(sliced(build, value, 0, direction, direction + 1), (columns,))

    zeros = quantization.zeros and of_direction(quantization.zeros)
    total = build.infer("MatMulInteger", x, weights, quantization.x_zero, zeros)
    factor = build.infer("Mul", quantization.x_scale, of_direction(quantization.scales))
    return build.infer("Mul", build.cast(total, onnx_ir.DataType.FLOAT), factor)


def _resets_last(layer: RecurrentLayer) -> bool:
    """Whether a reset gate multiplies the matmul with its bias, not the state."""
    return layer.cell == "GRU" and bool(layer.linear_before_reset)


def _inner_bias(layer: RecurrentLayer, build: Builder) -> onnx_ir.Value | None:
    if layer.bias is None or not _resets_last(layer):
        return None
    return sliced(build, layer.bias, 1, 5 * layer.hidden, 6 * layer.hidden)


def _outputs(groups: Sequence[_DirectionGroup], build: Builder) -> list[onnx_ir.Value]:
    """Y (T, D, B, H), Y_h and, for an LSTM, Y_c (D, B, H).

    As in ONNX Runtime, a sequence of length 0 ends with zeros, not with its initial state.
    """
    layer = groups[0].layer
    steps, batch, hidden = layer.steps, layer.batch, layer.hidden
    results = [
        _results(group, build, direction)
        for group in groups
        for direction in range(group.layer.directions)
    ]
    count, outputs = len(results), [results[0]]
    if count > 1:
        outputs = [build.make("Concat", results, (steps, count, batch, hidden), axis=1)]
    for state in range(2 if layer.cell == "LSTM" else 1):
        last = []
        for group in groups:
            value = sliced(build, group.states, 0, state, state + 1)
            value = sliced(build, value, 1, steps, steps + 1)
            value = build.reshape(value, (group.layer.directions, batch, hidden))
            if layer.initial[state] is not None and _may_be_empty(layer):
                value = _unless_empty(layer, build, value)
            last.append(value)
        together = last[0]
        if len(last) > 1:
            together = build.make("Concat", last, (count, batch, hidden), axis=0)
        outputs.append(together)
    return outputs


def _outputs_of_no_steps(layer: RecurrentLayer, build: Builder) -> list[onnx_ir.Value]:
    """The outputs of `_outputs` for sequences without steps: as there, they end with zeros."""
    assert layer.x.dtype is not None
    last = (layer.directions, layer.batch, layer.hidden)
    shapes = [(0, *last), *[last] * (2 if layer.cell == "LSTM" else 1)]
    return [build.constant(np.zeros(shape, layer.x.dtype.numpy())) for shape in shapes]


def _may_be_empty(layer: RecurrentLayer) -> bool:
    """Whether a sequence may have length 0."""
    lengths = constant_of(layer.lengths)
    return layer.lengths is not None and (lengths is None or bool(np.any(lengths <= 0)))


def _unless_empty(layer: RecurrentLayer, build: Builder, value: onnx_ir.Value) -> onnx_ir.Value:
    """A value (D, B, H) with zeros for sequences of length 0."""
    some = build.infer("Greater", layer.lengths, build.constant(np.zeros((), np.int32)))
    column = build.reshape(some, (layer.batch, 1))
    return build.infer("Where", column, value, build.scalar(0.0, value))


def _results(group: _DirectionGroup, build: Builder, direction: int) -> onnx_ir.Value:
    """The results of a direction for each element of the sequence; zeros behind its end."""
    layer = group.layer
    value = sliced(build, group.states, 0, 0, 1)
    value = sliced(build, value, 1, 1, layer.steps + 1)
    value = sliced(build, value, 2, direction, direction + 1)
    shape = (layer.steps, layer.batch, layer.hidden)
    value = _in_order(layer, build, build.reshape(value, shape), direction)
    if layer.lengths is not None:
        inside = build.reshape(_inside(layer, build), (layer.steps, layer.batch, 1))
        zero = build.scalar(0.0, value)
        value = build.infer("Where", inside, value, zero)
    return build.reshape(value, (layer.steps, 1, layer.batch, layer.hidden))


def _in_order(
    layer: RecurrentLayer, build: Builder, value: onnx_ir.Value, direction: int
) -> onnx_ir.Value:
    """A value (T, B, …) in a direction's order of time.

    Sequences that run from their end are reversed. Reversing twice gives the value again.
    """
    if not layer.backwards[direction]:
        return value
    shape = shape_of(value)
    if layer.lengths is None:
        bounds = [build.integers([item]) for item in (-1, _FIRST_TO_LAST, 0, -1)]
        return build.make("Slice", [value, *bounds], shape)
    flat = build.reshape(value, (shape[0] * shape[1], shape[2]))
    return build.make("Gather", [flat, _reversed_positions(layer, build)], shape, axis=0)


def _inside(layer: RecurrentLayer, build: Builder) -> onnx_ir.Value:
    """Which steps (T, B) lie within their sequence."""
    assert layer.lengths is not None
    times = build.constant(np.arange(layer.steps, dtype=np.int32)[:, None])
    return build.infer("Less", times, layer.lengths)


def _reversed_positions(layer: RecurrentLayer, build: Builder) -> onnx_ir.Value:
    """The position of each element among all T·B when sequences are reversed."""
    assert layer.lengths is not None
    shape = (layer.steps, layer.batch)
    times = build.constant(np.arange(layer.steps, dtype=np.int32)[:, None])
    one = build.constant(np.ones((), np.int32))
    last = build.make("Sub", [layer.lengths, one], shape[1:])
    mirrored = build.make("Sub", [last, times], shape)
    chosen = build.infer("Where", _inside(layer, build), mirrored, times)
    width = build.constant(np.asarray(layer.batch, np.int32))
    sequence = build.constant(np.arange(layer.batch, dtype=np.int32))
    return build.make("Add", [build.make("Mul", [chosen, width], shape), sequence], shape)


RULES: tuple[Rule, ...] = (recurrent,)
