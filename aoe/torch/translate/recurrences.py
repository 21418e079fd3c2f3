"""Recurrences and their gradients (`aoe.torch.recurrent_operators`)."""

from __future__ import annotations

from collections.abc import Sequence

import onnx_ir
import torch

from aoe.operators.types.recurrent.recurrent import KEEPS, ORDER, PYTORCH_ORDER
from aoe.torch.translate.emitter import Emitter
from aoe.torch.translate.facts import shape_of, type_of
from aoe.torch.translate.table import Operators

OPERATORS = Operators()


@OPERATORS.translates("open_aoe.recurrence")
def _recurrence(
    emit: Emitter,
    node: torch.fx.Node,
    gates: torch.fx.Node,
    weights: torch.fx.Node,
    bias: torch.fx.Node | None,
    h: torch.fx.Node,
    c: torch.fx.Node | None,
    cell: str,
    activations: str,
    keeps_gates: bool,
) -> onnx_ir.Value:
    operands = [_of_direction(emit, item) for item in (gates, weights, h, c)]
    x, multiplied, *states = operands
    inputs = [x, multiplied, *states, None, _of_direction(emit, bias)]
    attributes = {
        "cell": cell,
        "activations": activations,
        "linear_before_reset": int(cell == "GRU"),
        ORDER: PYTORCH_ORDER[cell],
        KEEPS: int(keeps_gates),
    }
    (steps, batch, _), (rows, _, hidden) = shape_of(gates), shape_of(node)
    whole = [rows, steps + 1, 1, batch, hidden]
    found = emit.own("Recurrent", _without_end(inputs), type_of(node), whole, **attributes)
    return emit.reshaped(found, shape_of(node))


@OPERATORS.translates("open_aoe.recurrence_gradient")
def _gradient(
    emit: Emitter,
    node: torch.fx.Node,
    states: torch.fx.Node,
    weights: torch.fx.Node,
    dy: torch.fx.Node,
    dh: torch.fx.Node | None,
    dc: torch.fx.Node | None,
    cell: str,
    activations: str,
) -> onnx_ir.Value:
    (steps, batch, hidden), rows = shape_of(dy), shape_of(states)[0]
    kept = emit.reshaped(emit.value(states), [rows, steps + 1, 1, batch, hidden])
    inputs = [kept, *(_of_direction(emit, item) for item in (weights, dy, dh, dc))]
    found = emit.own(
        "RecurrentGradient",
        _without_end(inputs),
        type_of(node),
        [1, *shape_of(node)],
        cell=cell,
        activations=activations,
        **{ORDER: PYTORCH_ORDER[cell]},
    )
    return emit.reshaped(found, shape_of(node))


def _of_direction(emit: Emitter, node: torch.fx.Node | None) -> onnx_ir.Value | None:
    """An operand of one direction."""
    if node is None:
        return None
    return emit.reshaped(emit.value(node), [1, *shape_of(node)])


def _without_end(inputs: Sequence[onnx_ir.Value | None]) -> list[onnx_ir.Value | None]:
    """The inputs without absent ones at the end."""
    found = list(inputs)
    while found[-1] is None:
        found.pop()
    return found
