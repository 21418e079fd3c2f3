"""Recurrent layers. In steps of training an LSTM keeps what its gradient reads
(`recurrent_gradient.py`).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from aoe.errors import counted
from aoe.frontends.graph_builder import Operand, UnsupportedNodeError, dtype_of, shape_of
from aoe.frontends.mindspore.arguments import flag, operand, real, whole
from aoe.frontends.mindspore.emitter import Emitter, ints
from aoe.frontends.mindspore.items import Item, Unknown
from aoe.frontends.mindspore.primitives.recurrent_gradient import TYPES, with_gates
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
    if whole(proj_size, "proj_size") != 0:
        raise UnsupportedNodeError("it has projections")
    if real(dropout, "dropout") < 0:
        raise UnsupportedNodeError("its dropout is below 0")
    weights = operand(w)
    form = _Form(
        whole(input_size, "input_size"),
        whole(hidden_size, "hidden_size"),
        whole(num_layers, "num_layers"),
        2 if flag(bidirectional, "bidirectional") else 1,
    )
    return _layers(emit, operand(x), (operand(h), operand(c)), weights, form, has_bias)


@dataclass(frozen=True)
class _Form:
    """Sizes of an LSTM.

    Attributes:
        inputs: Features of the first layer.
        hidden: Features of a state.
        layers: How many layers it has.
        directions: 1, or 2 if each layer goes backwards too.
    """

    inputs: int
    hidden: int
    layers: int
    directions: int

    @property
    def rows(self) -> int:
        """Rows of the weights of one layer in one direction."""
        return 4 * self.hidden


def _layers(
    emit: Emitter,
    value: Operand,
    states: tuple[Operand, Operand],
    weights: Operand,
    form: _Form,
    has_bias: Item,
) -> Item:
    """All layers. Weights are one vector in the order of oneDNN, with which MindSpore computes on
    a CPU: those of the inputs of all layers and directions, those of the states, and biases.
    """
    biased = flag(has_bias, "has_bias")
    count = form.layers * form.directions
    if min(form.inputs, form.hidden, form.layers) < 1:
        raise UnsupportedNodeError("one of its sizes is below 1")
    if form.layers > 1 and form.inputs != form.hidden * form.directions:
        raise UnsupportedNodeError("its layers have inputs of different sizes")
    each = (form.inputs, form.hidden, int(biased))
    size, expected = math.prod(shape_of(weights)), form.rows * count * sum(each)
    if size != expected:
        raise UnsupportedNodeError(f"it has {counted(size, 'weight')}, not {expected}")
    if count > 1 and not biased:
        # A GPU writes another order, which only the number of biases tells apart.
        raise UnsupportedNodeError("it has several layers or directions and no biases")
    if emit.trains and count == 1 and dtype_of(value) in TYPES:
        return with_gates(emit, value, states, weights, form.hidden)
    hidden: list[Operand] = []
    cells: list[Operand] = []
    for layer in range(form.layers):
        places = np.arange(layer * form.directions, (layer + 1) * form.directions)
        first = [
            item if count == form.directions else emit.node("Gather", item, places, axis=0)
            for item in states
        ]
        parts, begin = [], 0
        for kind, features in zip(("input", "state", "bias"), each, strict=True):
            name = f"{layer}_{kind}" if form.layers > 1 else kind
            own = begin + layer * form.directions * form.rows * features
            parts.append(_gates(emit, weights, own, features, form, name) if features else None)
            begin += form.rows * count * features
        value, *last = _layer(emit, value, first, dtype_of(weights), parts, form)
        hidden.append(last[0])
        cells.append(last[1])
    unread = Unknown(
        "what an LSTM keeps for training is read in steps of training only, of one layer and one "
        "direction in float32 or float64"
    )
    after = [
        items[0] if len(items) == 1 else emit.node("Concat", *items, axis=0)
        for items in (hidden, cells)
    ]
    return (value, *after, unread, unread)


def _layer(
    emit: Emitter,
    value: Operand,
    states: Sequence[Operand],
    dtype: np.dtype,
    parts: Sequence[Operand | None],
    form: _Form,
) -> tuple[Operand, ...]:
    """What one layer gives: its results, and its last states. `parts`: weights of the inputs and of
    the states, and biases.
    """
    of_input, of_state, bias = parts
    if bias is not None:
        given = emit.reshaped(bias, (form.directions, form.rows))
        bias = emit.node("Concat", given, np.zeros(shape_of(given), dtype), axis=1)
    result, *last = emit.nodes(
        "LSTM",
        3,
        value,
        of_input,
        of_state,
        bias,
        None,
        *states,
        hidden_size=form.hidden,
        direction="bidirectional" if form.directions > 1 else None,
    )
    if dtype_of(result) != dtype:
        raise UnsupportedNodeError("its weights are of another type")
    length, _, batch, _ = shape_of(result)
    if form.directions > 1:
        result = emit.node("Transpose", result, perm=[0, 2, 1, 3])
    return emit.reshaped(result, (length, batch, form.directions * form.hidden)), *last


def _gates(
    emit: Emitter, weights: Operand, begin: int, features: int, form: _Form, name: str
) -> Operand:
    """Weights of all directions of a layer with the gates in ONNX's order: directions × rows ×
    features.

    Args:
        emit: Makes operators.
        weights: All weights.
        begin: Where those of the layer begin.
        features: How many there are in a row.
        form: Sizes of the LSTM.
        name: What they are called.
    """
    end = begin + form.directions * form.rows * features
    shape, wanted = (form.directions, 4, -1), (form.directions, form.rows, features)
    if isinstance(weights, np.ndarray):
        ordered = weights.reshape(-1)[begin:end].reshape(shape)[:, list(_GATES)]
        return emit.weight(weights, name, np.ascontiguousarray(ordered.reshape(wanted)))
    flat = emit.reshaped(weights, (math.prod(shape_of(weights)),))
    own = emit.node("Slice", flat, ints([begin]), ints([end]), ints([0]))
    split = emit.reshaped(own, (form.directions, 4, form.hidden * features))
    return emit.reshaped(emit.node("Gather", split, ints(_GATES), axis=1), wanted)
