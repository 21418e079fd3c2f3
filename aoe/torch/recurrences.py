"""LSTM, GRU and RNN as operators with a gradient, where PyTorch would unroll them to cells.

Dynamo calls `torch.lstm` and the like in its graph. `take_recurrences` puts functions in their
place that make a matmul of the inputs of all steps and an operator for the recurrence
(`recurrent_operators.py`). The gradient is one operator too, and matmuls over all steps.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

import torch
from torch.nn import functional

from aoe.operators.types.recurrent.recurrent import GATES
from aoe.torch.recurrent_operators import recurrence, recurrence_gradient

Tensor: TypeAlias = torch.Tensor


def take_recurrences(module: torch.fx.GraphModule) -> None:
    """Puts the functions here in the place of PyTorch's in a graph of Dynamo."""
    changed = False
    for node in module.graph.nodes:
        if node.op == "call_function" and node.target in _FUNCTIONS:
            node.target, changed = _FUNCTIONS[node.target], True
    if changed:
        module.recompile()


def _lstm(x: Tensor, hx: Any, weights: Any, *others: Any) -> Any:
    # A packed sequence comes with the number of sequences of each step, before `hx`.
    packed = not isinstance(hx, tuple | list)
    if packed or not _is_plain(x, hx, weights, 4 if others[0] else 2):
        return _unrolled(torch.lstm, x, hx, weights, *others)
    dtype = _autocast_type(x.device) or x.dtype
    return _layers("LSTM", "sigmoid tanh tanh", dtype, x, hx, weights, *others)


def _gru(x: Tensor, hx: Any, weights: Any, *others: Any) -> Any:
    return _of_one_state("GRU", "sigmoid tanh", torch.gru, x, hx, weights, *others)


def _rnn_tanh(x: Tensor, hx: Any, weights: Any, *others: Any) -> Any:
    return _of_one_state("RNN", "tanh", torch.rnn_tanh, x, hx, weights, *others)


def _rnn_relu(x: Tensor, hx: Any, weights: Any, *others: Any) -> Any:
    return _of_one_state("RNN", "relu", torch.rnn_relu, x, hx, weights, *others)


def _of_one_state(
    cell: str,
    activations: str,
    whole: Callable[..., Any],
    x: Tensor,
    hx: Any,
    weights: Any,
    *others: Any,
) -> Any:
    packed = not isinstance(weights, tuple | list)
    if packed or not _is_plain(x, [hx], weights, 4 if others[0] else 2):
        return _unrolled(whole, x, hx, weights, *others)
    # As in eager mode, where the state of a GRU is no operand of a matmul alone.
    dtype = hx.dtype if cell == "GRU" else _autocast_type(x.device) or x.dtype
    return _layers(cell, activations, dtype, x, [hx], weights, *others)


def _unrolled(whole: Callable[..., Any], *arguments: Any) -> Any:
    """What PyTorch makes of a recurrence. Not oneDNN's operator, which AOTAutograd cannot trace."""
    with torch.backends.mkldnn.flags(enabled=False):
        return whole(*arguments)


#: What stands for which function.
_FUNCTIONS: dict[Any, Callable[..., Any]] = {
    torch.lstm: _lstm,
    torch.gru: _gru,
    torch.rnn_tanh: _rnn_tanh,
    torch.rnn_relu: _rnn_relu,
}


def _is_plain(x: Tensor, hx: Sequence[Tensor], weights: Sequence[Tensor], each: int) -> bool:
    """Whether all tensors are computed in one type, and no layer has a projection. `each`: the
    weights of a direction of a layer.
    """
    types = {_computed(item.dtype) for item in (x, *hx, *weights)}
    one = types in ({torch.float32}, {torch.float64})
    square = all(item.shape[1] == hx[0].shape[2] for item in weights[1::each])
    projected = len(hx) == 2 and hx[0].shape[2] != hx[1].shape[2]
    return one and x.dim() == 3 and 0 not in x.shape and square and not projected


def _computed(dtype: torch.dtype) -> torch.dtype:
    """The type that tensors of a type are computed in."""
    return torch.float32 if dtype in (torch.bfloat16, torch.float16) else dtype


def _autocast_type(device: torch.device) -> torch.dtype | None:
    """The type of matmuls on a device under autocast; None without it."""
    kind = device.type
    return torch.get_autocast_dtype(kind) if torch.is_autocast_enabled(kind) else None


def _layers(
    cell: str,
    activations: str,
    dtype: torch.dtype,
    x: Tensor,
    hx: Sequence[Tensor],
    weights: Sequence[Tensor],
    has_biases: bool,
    layers: int,
    dropout: float,
    train: bool,
    bidirectional: bool,
    batch_first: bool,
) -> tuple[Tensor, ...]:
    """The results of all layers, and the last states of each, in a type."""
    each, directions = (4 if has_biases else 2), (2 if bidirectional else 1)
    hx = [item.to(_computed(item.dtype)) for item in hx]
    weights = [item.to(_computed(item.dtype)) for item in weights]
    y = x.transpose(0, 1) if batch_first else x
    last: list[list[Tensor]] = [[] for _ in hx]
    for layer in range(layers):
        found = []
        for direction in range(directions):
            number = layer * directions + direction
            own = weights[number * each : (number + 1) * each]
            first = [state[number] for state in hx]
            one, *states = _direction(cell, activations, y, first, own, bool(direction))
            found.append(one.to(dtype))
            for all_of_state, state in zip(last, states, strict=True):
                all_of_state.append(state)
        y = found[0] if directions == 1 else torch.cat(found, -1)
        if dropout and train and layer < layers - 1:
            y = functional.dropout(y, dropout, True)
    y = y.transpose(0, 1) if batch_first else y
    return (y, *(torch.stack(states).to(dtype) for states in last))


def _direction(
    cell: str,
    activations: str,
    x: Tensor,
    first: Sequence[Tensor],
    weights: Sequence[Tensor],
    backwards: bool,
) -> tuple[Tensor, ...]:
    """h after each step, in the order of the input, and the last states."""
    of_input, of_state, *biases = weights
    bias = inner = None
    if biases and cell == "GRU":  # its reset gate multiplies the last bias, too
        size = of_state.shape[1]
        bias = biases[0] + functional.pad(biases[1][: 2 * size], (0, size))
        inner = biases[1][2 * size :]
    elif biases:
        bias = biases[0] + biases[1]
    gates = functional.linear(x.to(_computed(x.dtype)), of_input, bias)
    gates = gates.to(_computed(gates.dtype))
    gates = gates.flip(0) if backwards else gates
    c = first[1] if cell == "LSTM" else None
    y, *states = _Recurrence.apply(gates, of_state, inner, first[0], c, cell, activations)
    return (y.flip(0) if backwards else y, *states[: len(first)])


class _Recurrence(torch.autograd.Function):  # type: ignore[misc]
    """A recurrence with its gradient."""

    @staticmethod
    def forward(
        context: Any,
        gates: Tensor,
        weights: Tensor,
        bias: Tensor | None,
        h: Tensor,
        c: Tensor | None,
        cell: str,
        activations: str,
    ) -> tuple[Tensor | None, ...]:
        keeps = any(context.needs_input_grad)
        states = recurrence(gates, weights, bias, h, c, cell, activations, keeps)
        context.cell, context.activations, context.sizes = cell, activations, gates.shape[:2]
        context.save_for_backward(states, weights)
        context.set_materialize_grads(False)
        steps, batch = gates.shape[:2]
        y = states[0, batch:].view(steps, batch, -1)
        return y, states[0, -batch:], None if c is None else states[1, -batch:]

    @staticmethod
    def backward(
        context: Any, dy: Tensor | None, dh: Tensor | None, dc: Tensor | None
    ) -> tuple[Tensor | None, ...]:
        states, weights = context.saved_tensors
        cell, activations, (steps, batch) = context.cell, context.activations, context.sizes
        hidden, rows = states.shape[2], steps * batch
        if dy is None:
            dy = states.new_zeros((steps, batch, hidden))
        found = recurrence_gradient(states, weights, dy, dh, dc, cell, activations)
        # One row for each step and sequence.
        flat, before = found.view(rows + batch, -1)[:rows], states[0, :rows]
        through = of_input = flat[:, : GATES[cell] * hidden]
        bias = None
        if cell == "GRU":
            bias = flat[:, 2 * hidden : 3 * hidden].sum(0)
            of_input = torch.cat([flat[:, : 2 * hidden], flat[:, 3 * hidden : 4 * hidden]], -1)
        to_weights = through.t() @ before
        first = found[0]
        states_of = first[:, -hidden:] if cell != "LSTM" else first[:, -2 * hidden : -hidden]
        return (
            of_input.view(steps, batch, -1),
            to_weights,
            bias if context.needs_input_grad[2] else None,
            states_of,
            first[:, -hidden:] if cell == "LSTM" else None,
            None,
            None,
        )
