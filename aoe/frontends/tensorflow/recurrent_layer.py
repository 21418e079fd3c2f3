"""A recurrent layer that one operator computes, as its gradient finds it.

The operators are `aoe.operators.types.recurrent.recurrent` and `recurrent_gradient`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import onnx_ir


@dataclass(frozen=True, slots=True)
class Layer:
    """One layer.

    Attributes:
        cell: "LSTM", "GRU" or "RNN".
        activations: Its activation functions, separated by spaces.
        order: Where each gate of ONNX lies among the columns of the weights.
        steps: How many steps it has.
        weights: The matrix of the state, (H, G·H), as its steps have it.
        rows: The matrix as operators take it, (1, G·H, H).
        states: What the operator gives, with the gates.
        roles: Which values of a step are states or gates: names by identity.
        values: The value of a step that each tensor of all steps was made of.
        mask: Which sequences have data in each step, (T, B, 1); None if all have.
    """

    cell: str
    activations: str
    order: tuple[int, ...]
    steps: int
    weights: onnx_ir.Value
    rows: onnx_ir.Value
    states: onnx_ir.Value
    roles: Mapping[int, str]
    values: dict[onnx_ir.Value, onnx_ir.Value]
    mask: onnx_ir.Value | None = None
