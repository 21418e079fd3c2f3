"""Recurrences as operators of PyTorch: all steps of one direction of a layer, and their gradient.

`recurrences.py` makes LSTM, GRU and RNN of them, `translate/recurrences.py` translates them to
`aoe.operators.types.recurrent.recurrent` and `recurrent_gradient`, which have the layout of the
results. The kernels here are of PyTorch's operators, for parts of a graph that open-aoe does not
compute.

Sizes: T steps, B sequences, G gates, H hidden units. Gates are in PyTorch's order.
"""

from __future__ import annotations

from typing import TypeAlias

import torch

from aoe.operators.types.recurrent.recurrent import GATES, KEPT, state_count
from aoe.operators.types.recurrent.recurrent_gradient import column_count, gradient_count
from aoe.torch.own_operators import NAMESPACE

Tensor: TypeAlias = torch.Tensor


@torch.library.custom_op(  # type: ignore[untyped-decorator]
    f"{NAMESPACE}::recurrence", mutates_args=()
)
def recurrence(
    gates: Tensor,
    weights: Tensor,
    bias: Tensor | None,
    h: Tensor,
    c: Tensor | None,
    cell: str,
    activations: str,
    keeps_gates: bool,
) -> Tensor:
    """The states (R, (T + 1)·B, H) before the first step and after each step, all sequences of a
    step side by side.

    Args:
        gates: The input's share of the gates, (T, B, G·H).
        weights: What multiplies h, (G·H, H).
        bias: The bias of a GRU's product that its reset gate multiplies, (H,).
        h: The first state, (B, H).
        c: The first cell state of an LSTM, (B, H).
        cell: "LSTM", "GRU" or "RNN".
        activations: The activation functions, separated by spaces.
        keeps_gates: Whether the gates of each step are in further rows.
    """
    none = [torch.zeros_like(h)] * (KEPT[cell] if keeps_gates else 0)
    steps = [torch.stack([h, *([] if c is None else [c]), *none])]
    for x in gates:
        before = steps[-1]
        row = _step(x, before, weights, bias, cell, activations)
        steps.append(torch.stack(row[: before.shape[0]]))
    return torch.cat(steps, 1)


@recurrence.register_fake  # type: ignore[untyped-decorator]
def _fake_recurrence(
    gates: Tensor,
    weights: Tensor,
    bias: Tensor | None,
    h: Tensor,
    c: Tensor | None,
    cell: str,
    activations: str,
    keeps_gates: bool,
) -> Tensor:
    rows = state_count(cell) + (KEPT[cell] if keeps_gates else 0)
    batch, hidden = h.shape
    return gates.new_empty((rows, (gates.shape[0] + 1) * batch, hidden))


@torch.library.custom_op(  # type: ignore[untyped-decorator]
    f"{NAMESPACE}::recurrence_gradient", mutates_args=()
)
def recurrence_gradient(
    states: Tensor,
    weights: Tensor,
    dy: Tensor,
    dh: Tensor | None,
    dc: Tensor | None,
    cell: str,
    activations: str,
) -> Tensor:
    """The gradients (T + 1, B, C·H) of the gates' arguments of each step, and of the states before
    it.

    Args:
        states: What the recurrence gave, with the gates.
        weights: What multiplied h, (G·H, H).
        dy: The gradient of h after each step, (T, B, H).
        dh: The gradient of the last h beside it, (B, H).
        dc: The gradient of the last c, (B, H).
        cell: "LSTM", "GRU" or "RNN".
        activations: The activation functions, separated by spaces.
    """
    steps, batch, hidden = dy.shape
    count, arguments = state_count(cell), gradient_count(cell)
    result = dy.new_zeros((steps + 1, batch, column_count(cell), hidden))
    states = states.view(-1, steps + 1, batch, hidden)
    for number, given in enumerate((dh, dc)):
        if given is not None:
            result[steps, :, arguments + number] = given
    for t in reversed(range(steps)):
        later = [result[t + 1, :, arguments + number] for number in range(count)]
        later[0] = later[0] + dy[t]
        kept = list(states[count:, t + 1])
        before, after = states[:count, t], states[:count, t + 1]
        found, through = _gradient(kept, before, after, later, cell, activations)
        result[t, :, :arguments] = torch.stack(found, 1)
        multiplied = result[t, :, : GATES[cell]].reshape(batch, -1) @ weights
        through[0] = through[0] + multiplied
        result[t, :, arguments:] = torch.stack(through, 1)
    return result.flatten(2)


@recurrence_gradient.register_fake  # type: ignore[untyped-decorator]
def _fake_gradient(
    states: Tensor,
    weights: Tensor,
    dy: Tensor,
    dh: Tensor | None,
    dc: Tensor | None,
    cell: str,
    activations: str,
) -> Tensor:
    steps, batch, hidden = dy.shape
    return dy.new_empty((steps + 1, batch, column_count(cell) * hidden))


def _step(
    x: Tensor, before: Tensor, weights: Tensor, bias: Tensor | None, cell: str, activations: str
) -> list[Tensor]:
    """The states after a step, and what is kept of it."""
    h = before[0]
    if cell == "LSTM":
        i, f, g, o = (x + h @ weights.t()).chunk(4, -1)
        i, f, g, o = i.sigmoid(), f.sigmoid(), g.tanh(), o.sigmoid()
        c = f * before[1] + i * g
        return [o * c.tanh(), c, i, f, g, o]
    if cell == "GRU":
        size = h.shape[-1]
        product = h @ weights.t()
        r, z = (x + product)[..., : 2 * size].sigmoid().chunk(2, -1)
        last = product[..., 2 * size :]
        last = last if bias is None else last + bias
        new = (x[..., 2 * size :] + r * last).tanh()
        return [new + z * (h - new), r, z, new, last]
    argument = x + h @ weights.t()
    return [argument.tanh() if activations == "tanh" else argument.relu()]


def _gradient(
    kept: list[Tensor],
    before: Tensor,
    after: Tensor,
    later: list[Tensor],
    cell: str,
    activations: str,
) -> tuple[list[Tensor], list[Tensor]]:
    """The gradients of the gates' arguments, and those of the states before the step but for what
    comes through the weights.
    """
    dh = later[0]
    if cell == "LSTM":
        i, f, g, o = kept
        last = after[1].tanh()
        dc = later[1] + dh * o * (1 - last * last)
        found = [
            dc * g * i * (1 - i),
            dc * before[1] * f * (1 - f),
            dc * i * (1 - g * g),
            dh * last * o * (1 - o),
        ]
        return found, [torch.zeros_like(dh), dc * f]
    if cell == "GRU":
        r, z, new, product = kept
        hidden = dh * (1 - z) * (1 - new * new)
        update = dh * (before[0] - new) * z * (1 - z)
        return [hidden * product * r * (1 - r), update, hidden * r, hidden], [dh * z]
    h = after[0]
    slope = 1 - h * h if activations == "tanh" else (h > 0).to(h.dtype)
    return [dh * slope], [torch.zeros_like(dh)]
