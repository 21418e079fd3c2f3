"""Recurrences without gates: RNN in one or both directions, its single step, and SVDF.

A sequence starts with a state of zero in each run. RNN and SVDF take one step in a run, so their
state is an input and an output of the model, and the second result of their functions.
"""

from __future__ import annotations

import numpy as np

from aoe.errors import counted
from aoe.frontends.graph_builder import Operand, UnsupportedNodeError, shape_of
from aoe.frontends.tflite.call import Call, int64, numbers

#: Activations that ONNX's RNN has, by their names in the schema.
_FUNCTIONS = {"TANH": "Tanh", "RELU": "Relu"}


@numbers("UNIDIRECTIONAL_SEQUENCE_RNN")
def _rnn(call: Call) -> Operand:
    return _layer(call, 1, backward=False)


@numbers("BIDIRECTIONAL_SEQUENCE_RNN")
def _both_rnns(call: Call) -> tuple[Operand, ...]:
    """Both directions, beside each other or as two results."""
    if any(call.has(place) for place in (9, 10, 11)):
        raise UnsupportedNodeError("it has a second input; convert layers with unroll=True")
    found = [_layer(call, first, backward) for first, backward in ((1, False), (5, True))]
    return (call.node("Concat", *found, axis=2),) if call.option("merge") else tuple(found)


def _layer(call: Call, first: int, backward: bool) -> Operand:
    """One direction, whose weights, recurrent weights, bias and state are operands from `first`."""
    weights, states, bias = (
        np.asarray(call.constant(first + place, "weights"), np.float32) for place in range(3)
    )
    if call.constant(first + 3, "states").any():
        raise UnsupportedNodeError("its states do not start at 0")
    x = call.plain(0)
    if not call.option("time_major"):
        x = call.node("Transpose", x, perm=[1, 0, 2])
    y = call.node(
        "RNN",
        x,
        weights[None],
        states[None],
        np.concatenate([bias, np.zeros_like(bias)])[None],
        None,
        np.zeros((1, shape_of(x)[1], len(bias)), np.float32),
        hidden_size=len(bias),
        activations=[_function(call)],
        direction="reverse" if backward else None,
    )
    y = call.node("Squeeze", y, int64([1]))
    return y if call.option("time_major") else call.node("Transpose", y, perm=[1, 0, 2])


def _function(call: Call) -> str:
    if call.activation not in _FUNCTIONS:
        raise UnsupportedNodeError(f"its activation is {call.activation}, not TANH or RELU")
    return _FUNCTIONS[call.activation]


@numbers("RNN")
def _step(call: Call) -> tuple[Operand, Operand]:
    """One step: the result, which is the next state too."""
    entry, state = (
        call.node("MatMul", call.plain(place), _columns(call, matrix))
        for place, matrix in ((0, 1), (4, 2))
    )
    total = call.node("Add", call.node("Add", entry, state), call.plain(3))
    found = call.layouts.to_nhwc(call.activated(total))
    return found, found


@numbers("SVDF")
def _filters(call: Call) -> tuple[Operand, Operand]:
    """One step of filters over features and time: the result, and the results of all filters over
    the last steps, the latest last.

    Source: Nakkiran et al., "Compressing Deep Neural Networks using a Rank-Constrained Topology",
    Interspeech 2015.
    """
    rank = call.option("rank")
    times = np.asarray(call.constant(2, "weights"), np.float32)
    filters, steps = times.shape
    batch = shape_of(call.plain(0))[0]
    if rank < 1 or filters % rank:
        raise UnsupportedNodeError(f"its rank is {rank} for {counted(filters, 'filter')}")
    state = call.reshaped(call.plain(4), (batch, filters, steps))
    latest = call.node("MatMul", call.plain(0), _columns(call, 1))
    kept = call.node("Slice", state, int64([1]), int64([steps]), int64([2]))
    after = call.node("Concat", kept, call.reshaped(latest, (batch, filters, 1)), axis=2)
    summed = call.node("ReduceSum", call.node("Mul", after, times), int64([2]), keepdims=0)
    ranks = call.reshaped(summed, (batch, filters // rank, rank))
    found = call.node("ReduceSum", ranks, int64([2]), keepdims=0)
    if call.has(3):
        found = call.node("Add", found, call.plain(3))
    result = call.layouts.to_nhwc(call.activated(found))
    return result, call.reshaped(after, shape_of(call.plain(4)))


def _columns(call: Call, place: int) -> np.ndarray:
    return np.ascontiguousarray(np.asarray(call.constant(place, "weights"), np.float32).T)
