"""Gradients that are operators of open-aoe's own (`aoe.torch.own_operators`)."""

from __future__ import annotations

from collections.abc import Sequence

import onnx_ir
import torch

from aoe.operators.types import attention_gradient
from aoe.torch.translate.emitter import Emitter
from aoe.torch.translate.facts import shape_of, type_of
from aoe.torch.translate.table import Operators

OPERATORS = Operators()


@OPERATORS.translates("open_aoe.attention_gradient")
def _attention_gradient(
    emit: Emitter,
    node: torch.fx.Node,
    gradient: torch.fx.Node,
    q: torch.fx.Node,
    k: torch.fx.Node,
    v: torch.fx.Node,
    mask: torch.fx.Node | None,
    is_causal: bool,
    scale: float,
) -> Sequence[onnx_ir.Value]:
    (batch, heads, queries, size), (keys, values) = shape_of(q), shape_of(v)[2:]
    parts = attention_gradient.parts(batch, heads, queries, keys, size, values)
    dtype = type_of(q)
    transposed = emit.permuted(emit.value(k), (0, 1, 3, 2))
    inputs = [emit.value(q), transposed, emit.value(v), emit.value(gradient)]
    if mask is not None:
        inputs.append(emit.value(mask))
    whole = emit.own(
        attention_gradient.TYPE, inputs, dtype, [parts[-1].end], causal=int(is_causal), scale=scale
    )
    # Each lies as (batch, rows, heads, columns).
    taken = [emit.part(whole, 0, part.offset, part.end) for part in parts]
    laid_out = [
        emit.reshaped(value, part.shape) for value, part in zip(taken, parts, strict=True)
    ]
    return [emit.permuted(value, (0, 2, 1, 3)) for value in laid_out]
