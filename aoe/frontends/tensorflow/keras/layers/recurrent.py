"""LSTM, GRU and plain recurrent layers, in one direction or both, and layers of each step."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import onnx_ir

from aoe.frontends.graph_builder import Operand, UnsupportedNodeError, shape_of
from aoe.frontends.tensorflow.context import Context, integers
from aoe.frontends.tensorflow.keras.layer import Build, Call, Layer, LayerTable
from aoe.frontends.tensorflow.keras.layers.merging import concatenated
from aoe.frontends.tensorflow.values import Held, Result

TABLE = LayerTable()

#: Gates of Keras in the order of ONNX.
_GATES = {"LSTM": (0, 3, 1, 2), "GRU": (0, 1, 2), "SimpleRNN": (0,)}
#: What ONNX calls activations of Keras.
_ACTIVATIONS = {
    "tanh": "Tanh",
    "sigmoid": "Sigmoid",
    "relu": "Relu",
    "softsign": "Softsign",
    "softplus": "Softplus",
    "elu": "Elu",
}
_DEFAULT = {"LSTM": ["Sigmoid", "Tanh", "Tanh"], "GRU": ["Sigmoid", "Tanh"], "SimpleRNN": ["Tanh"]}


def _activations(layer: Layer) -> list[str] | None:
    """The activations of a layer; None for those of ONNX."""
    given = [layer.config.get("activation", "tanh")]
    if layer.kind == "LSTM":
        given *= 2
    if layer.kind != "SimpleRNN":
        given = [layer.config.get("recurrent_activation", "sigmoid"), *given]
    names = [_ACTIVATIONS.get(item) if isinstance(item, str) else None for item in given]
    found = [name for name in names if name is not None]
    if len(found) < len(given):
        raise UnsupportedNodeError(f"its activations are {given}")
    return None if found == _DEFAULT[layer.kind] else found


def _by_gate(array: np.ndarray, kind: str) -> np.ndarray:
    """The last axis of an array, gate after gate in ONNX's order."""
    parts = np.split(array, len(_GATES[kind]), axis=-1)
    return np.concatenate([parts[gate] for gate in _GATES[kind]], axis=-1)


def _weights(layer: Layer) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Matrices of the inputs and of the state, and both biases one after the other."""
    kernel, recurrence = layer.weight(0, "cell"), layer.weight(1, "cell")
    width = recurrence.shape[1]
    biases = np.zeros((2, width), np.float32)
    if layer.flag("use_bias", True):
        given = layer.weight(2, "cell")
        biases[: 1 if given.ndim == 1 else 2] = given
    kind = layer.kind
    both = np.concatenate([_by_gate(bias, kind) for bias in biases])
    return (_by_gate(kernel, kind).T[None], _by_gate(recurrence, kind).T[None], both[None])


@TABLE.add("LSTM", "GRU", "SimpleRNN")
def _recurrent(context: Context, layer: Layer, call: Call) -> Result:
    layer.refuse("stateful", "time_major")
    masked = call.named.get("mask")
    if masked is not None:
        raise UnsupportedNodeError("it has a mask")
    value, *states = call.tensors()
    given = call.named.get("initial_state")
    if given is not None:
        states = list(given) if isinstance(given, list | tuple) else [given]
    x = context.plain(value)
    batch, steps, _ = shape_of(x)
    kernel, recurrence, biases = _weights(layer)
    size = recurrence.shape[2]
    x = context.node("Transpose", x, perm=[1, 0, 2])
    backwards = layer.flag("go_backwards")
    if backwards:
        x = _reversed(context, x, 0)
    starts = [context.reshaped(context.plain(state), (1, batch, size)) for state in states]
    kind = "RNN" if layer.kind == "SimpleRNN" else layer.kind
    results = context.builder.nodes(
        kind,
        3 if kind == "LSTM" else 2,
        x,
        *map(np.ascontiguousarray, (kernel, recurrence, biases)),
        None,
        *starts,
        hidden_size=size,
        activations=_activations(layer),
        linear_before_reset=int(layer.flag("reset_after", True)) if kind == "GRU" else None,
    )
    last: list[Held] = [context.reshaped(item, (batch, size)) for item in results[1:]]
    if layer.flag("return_sequences"):
        whole = context.reshaped(results[0], (steps, batch, size))
        output: Held = context.node("Transpose", whole, perm=[1, 0, 2])
    else:
        output = last[0]
    return (output, *last) if layer.flag("return_state") else output


def _reversed(context: Context, value: Operand, axis: int) -> onnx_ir.Value:
    """A value with an axis backwards."""
    size = shape_of(value)[axis]
    return context.node("Gather", value, integers(range(size - 1, -1, -1)), axis=axis)


@TABLE.add("Bidirectional")
def _bidirectional(context: Context, layer: Layer, call: Call) -> Result:
    """The second layer goes backwards; its steps are put in order again."""
    config = layer.config
    forward = layer.inner(config["layer"], "forward_layer")
    given = config.get("backward_layer") or config["layer"]
    backward = layer.inner(given, "backward_layer")
    if not config.get("backward_layer"):
        turned = not forward.flag("go_backwards")
        backward = replace(backward, config={**backward.config, "go_backwards": turned})
    if forward.kind not in _GATES or backward.kind not in _GATES or forward.flag("return_state"):
        raise UnsupportedNodeError(f"it has two layers {forward.kind} that give their states")
    layer.refuse("stateful")
    if call.named.get("initial_state") is not None or len(call.tensors()) > 1:
        raise UnsupportedNodeError("it is called with initial states")
    one = _recurrent(context, forward, call)
    other = _recurrent(context, backward, call)
    assert not isinstance(one, tuple)
    assert not isinstance(other, tuple)
    if forward.flag("return_sequences"):
        other = _reversed(context, context.plain(other), 1)
    mode = config.get("merge_mode")
    if mode is None:
        return one, other
    if mode == "concat":
        return concatenated(context, [one, other], -1)
    if mode not in ("sum", "mul", "ave"):
        raise ValueError(f"its merge_mode is {mode}")
    made = context.elementwise("Mul" if mode == "mul" else "Add", one, other)
    if mode == "ave":
        return context.elementwise("Mul", made, np.asarray(0.5, np.float32))
    return made


def each_step(context: Context, layer: Layer, call: Call, build: Build) -> Held:
    """A layer for each step: steps are images of a larger batch."""
    value = context.plain(call.only("mask"))
    batch, steps, *sizes = shape_of(value)
    flat = context.reshaped(value, (batch * steps, *sizes))
    made = build(context, layer, Call([flat]))
    if isinstance(made, tuple):
        raise UnsupportedNodeError("its layer gives several tensors")
    plain = context.plain(made)
    return context.reshaped(plain, (batch, steps, *shape_of(plain)[1:]))
