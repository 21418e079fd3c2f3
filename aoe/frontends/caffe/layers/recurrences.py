"""RNN and LSTM, unrolled. The state is zero at the start of each run.

The first bottom has the steps of several sequences: steps × sequences × …. The second is 0 where a
sequence begins and its state is dropped. A third one is an input of each step.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

import numpy as np

from aoe.frontends.caffe.layer import Layer, integers, layer
from aoe.frontends.graph_builder import Operand, UnsupportedNodeError

#: Most steps that are unrolled.
_MOST_STEPS = 512


@layer("LSTM")
def lstm(layer: Layer) -> list[Operand]:
    """Gates in the order input, forget, output, candidate."""
    inputs, cont, states, weights = _projected(layer, 4, 2)
    size = layer.parameter("recurrent").num_output
    (hidden, cell), outputs = states, list[Operand]()
    for step, going in zip(inputs, cont, strict=True):
        product = layer.node("MatMul", layer.node("Mul", hidden, going), weights)
        gates = layer.node("Add", product, step)
        parts = layer.builder.nodes("Split", 4, gates, integers([size] * 4), axis=1)
        enter, forget, leave = (layer.node("Sigmoid", part) for part in parts[:3])
        kept = layer.node("Mul", layer.node("Mul", going, forget), cell)
        added = layer.node("Mul", enter, layer.node("Tanh", parts[3]))
        cell = layer.node("Add", kept, added)
        hidden = layer.node("Mul", leave, layer.node("Tanh", cell))
        outputs.append(hidden)
    return _results(layer, outputs, [hidden, cell])


@layer("RNN")
def rnn(layer: Layer) -> list[Operand]:
    """`h = tanh(W x + V h)`, and of it `o = tanh(U h + b)`."""
    inputs, cont, (hidden,), weights = _projected(layer, 1, 1)
    size = layer.parameter("recurrent").num_output
    first = 4 if _is_static(layer, 1) else 3
    outer = np.ascontiguousarray(layer.blob(first, (size, size)).T)
    shift = layer.blob(first + 1, [size])
    outputs = list[Operand]()
    for step, going in zip(inputs, cont, strict=True):
        product = layer.node("MatMul", layer.node("Mul", hidden, going), weights)
        hidden = layer.node("Tanh", layer.node("Add", product, step))
        outputs.append(layer.node("Tanh", layer.node("Gemm", hidden, outer, shift)))
    return _results(layer, outputs, [hidden])


def _is_static(layer: Layer, states: int) -> bool:
    shown = states if layer.parameter("recurrent").expose_hidden else 0
    return len(layer.inputs) > 2 + shown


def _projected(
    layer: Layer, gates: int, states: int
) -> tuple[list[Operand], list[Operand], list[Operand], np.ndarray]:
    """The part of the input in each step, `cont` of each step, the first states, and the weights of
    the state, transposed.
    """
    given, (steps, sequences, *rest) = layer.parameter("recurrent"), layer.shape()
    size, static = layer.number("recurrent", "num_output"), _is_static(layer, states)
    if steps > _MOST_STEPS:
        raise UnsupportedNodeError(f"it has {steps} steps; at most {_MOST_STEPS} are unrolled")
    if layer.shape(1) != (steps, sequences):
        found, wanted = list(layer.shape(1)), [steps, sequences]
        raise ValueError(f"its second bottom has the shape {found}, not {wanted}")
    rows = layer.reshaped(layer.inputs[0], (steps * sequences, prod(rest)))
    whole = layer.node(
        "Gemm",
        rows,
        layer.blob(0, (gates * size, prod(rest))),
        layer.blob(1, [gates * size]),
        transB=1,
    )
    inputs = _steps(layer, whole, steps, (sequences, gates * size))
    if static:
        flat = layer.reshaped(layer.inputs[2], (sequences, prod(layer.shape(2)[1:])))
        table = layer.blob(2, (gates * size, prod(layer.shape(2)[1:])))
        same = layer.node("Gemm", flat, table, transB=1)
        inputs = [layer.node("Add", step, same) for step in inputs]
    cont = _steps(layer, layer.inputs[1], steps, (sequences, 1))
    if given.expose_hidden:
        first: list[Operand] = [
            layer.reshaped(x, (sequences, size)) for x in layer.inputs[2 + static :]
        ]
    else:
        first = [np.zeros((sequences, size), np.float32) for _ in range(states)]
    if len(first) != states:
        raise ValueError(f"{len(first)} first states, not {states}")
    weights = layer.blob(3 if static else 2, (gates * size, size))
    return inputs, cont, first, np.ascontiguousarray(weights.T)


def _steps(layer: Layer, x: Operand, steps: int, shape: Sequence[int]) -> list[Operand]:
    whole = layer.reshaped(x, (steps * shape[0], *shape[1:]))
    if steps == 1:
        return [whole]
    lengths = integers([shape[0]] * steps)
    return list(layer.builder.nodes("Split", steps, whole, lengths, axis=0))


def _results(layer: Layer, outputs: list[Operand], states: list[Operand]) -> list[Operand]:
    sequences, size = layer.shape()[1], layer.parameter("recurrent").num_output
    whole = outputs[0] if len(outputs) == 1 else layer.node("Concat", *outputs, axis=0)
    found = [layer.reshaped(whole, (len(outputs), sequences, size))]
    if layer.parameter("recurrent").expose_hidden:
        found += [layer.reshaped(state, (1, sequences, size)) for state in states]
    return found
