"""Layer normalisation, whole, with the statistics that its gradient reads."""

from __future__ import annotations

from collections.abc import Sequence

import onnx_ir
import torch

from aoe.torch.translate.emitter import Emitter
from aoe.torch.translate.facts import rank_of, type_name, type_of
from aoe.torch.translate.table import Operators

OPERATORS = Operators()


@OPERATORS.translates("native_layer_norm")
def _layer_norm(
    emit: Emitter,
    node: torch.fx.Node,
    x: torch.fx.Node,
    shape: Sequence[int],
    weight: torch.fx.Node | None,
    bias: torch.fx.Node | None,
    epsilon: float,
) -> Sequence[onnx_ir.Value]:
    """The gradient's formula reads the mean and the inverse deviation, not what was normalised."""
    result, statistics, _ = node.meta["val"]
    dtype, wide = type_name(result.dtype), type_name(statistics.dtype)
    axes = emit.integers(range(rank_of(x) - len(shape), rank_of(x)))
    value = emit.value(x, wide)
    mean = emit.node("ReduceMean", value, axes, keepdims=1)
    apart = emit.node("Sub", value, mean)
    variance = emit.node("ReduceMean", emit.node("Mul", apart, apart), axes, keepdims=1)
    shifted = emit.node("Add", variance, emit.constant(epsilon, wide))
    inverse = emit.node("Reciprocal", emit.node("Sqrt", shifted))
    if weight is None:
        normalized = emit.node("Mul", apart, inverse)
        if bias is not None:
            normalized = emit.node("Add", normalized, emit.value(bias, wide))
        return [_cast(emit, normalized, wide, dtype), mean, inverse]
    parameters = [None if item is None else emit.value(item, type_of(x)) for item in (weight, bias)]
    normalized = emit.node(
        "LayerNormalization", emit.value(x), *parameters, axis=-len(shape), epsilon=epsilon
    )
    return [_cast(emit, normalized, type_of(x), dtype), mean, inverse]


def _cast(emit: Emitter, value: onnx_ir.Value, given: str, wanted: str) -> onnx_ir.Value:
    return value if given == wanted else emit.cast(value, wanted)
