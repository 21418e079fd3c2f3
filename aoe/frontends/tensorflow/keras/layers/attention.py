"""Attention layers."""

from __future__ import annotations

from typing import Any

import numpy as np
import onnx_ir

from aoe.errors import counted
from aoe.frontends.graph_builder import Operand, UnsupportedNodeError, dtype_of, shape_of
from aoe.frontends.tensorflow.context import Context
from aoe.frontends.tensorflow.keras.layer import Call, Layer, LayerTable
from aoe.frontends.tensorflow.values import Held, Result

TABLE = LayerTable()
#: What Keras adds to scores that a mask takes out.
_MASKED = np.float32(-3e38)


def _causal(queries: int, keys: int) -> np.ndarray:
    return np.tril(np.ones((queries, keys), bool))


@TABLE.add("MultiHeadAttention", "GroupedQueryAttention")
def _heads(context: Context, layer: Layer, call: Call) -> Result:
    """Query, value and key are arguments, by place or by name."""
    given: dict[str, Any] = dict(
        zip(("query", "value", "key"), call.arguments, strict=False), **call.named
    )
    query, value = context.plain(given["query"]), context.plain(given["value"])
    key = value if given.get("key") is None else context.plain(given["key"])
    masks = [name for name in given if name.endswith("_mask") and given[name] is not None]
    if set(masks) - {"attention_mask", "use_causal_mask"} or given.get("training"):
        raise UnsupportedNodeError(f"it is called with {', '.join(masks)}")
    ranks = [len(shape_of(item)) for item in (query, key, value)]
    if ranks != [3, 3, 3]:
        raise UnsupportedNodeError(f"it attends to tensors of {ranks} dimensions")
    q, k, v = (
        _projected(context, layer, item, f"{name}_dense")
        for name, item in (("query", query), ("key", key), ("value", value))
    )
    heads, size = shape_of(q)[2:]
    groups = shape_of(k)[2]
    if groups != heads:
        k, v = (_repeated(context, item, heads // groups) for item in (k, v))
    scale = np.asarray(size**-0.5, np.float32)
    scores = context.node(
        "MatMul",
        context.node("Transpose", context.node("Mul", q, scale), perm=[0, 2, 1, 3]),
        context.node("Transpose", k, perm=[0, 2, 3, 1]),
    )
    queries, keys = shape_of(scores)[2:]
    if given.get("use_causal_mask"):
        scores = context.node("Where", _causal(queries, keys), scores, np.asarray(_MASKED))
    if given.get("attention_mask") is not None:
        scores = _masked(context, scores, given["attention_mask"])
    weights = context.node("Softmax", scores, axis=-1)
    product = context.node("MatMul", weights, context.node("Transpose", v, perm=[0, 2, 1, 3]))
    joined = context.node("Transpose", product, perm=[0, 2, 1, 3])
    batch, length, _, width = shape_of(joined)
    flat = context.reshaped(joined, (batch, length, heads * width))
    kernel = layer.weight(0, "output_dense")
    made = context.node("MatMul", flat, kernel.reshape(heads * width, -1))
    if layer.flag("use_bias", True):
        made = context.node("Add", made, layer.weight(1, "output_dense").reshape(-1))
    if kernel.ndim != 3:
        made_shape = (batch, length, *kernel.shape[2:])
        made = context.builder.value(context.reshaped(made, made_shape))
    return (made, weights) if given.get("return_attention_scores") else made


def _masked(context: Context, scores: Operand, mask: Held) -> onnx_ir.Value:
    """Scores without those where a mask of batch × queries × keys is false."""
    held = context.plain(mask)
    shape = shape_of(held)
    if dtype_of(held) != np.dtype(bool):
        held = context.node("Cast", held, to=int(onnx_ir.DataType.BOOL))
    if len(shape) not in (3, 4):
        raise UnsupportedNodeError(f"its attention_mask has {counted(len(shape), 'dimension')}")
    wide = shape if len(shape) == 4 else (shape[0], 1, *shape[1:])
    return context.node("Where", context.reshaped(held, wide), scores, np.asarray(_MASKED))


def _projected(context: Context, layer: Layer, value: Operand, part: str) -> Operand:
    """Batch × steps × heads × size."""
    kernel = layer.weight(0, part)
    width, heads, size = kernel.shape
    made = context.node("MatMul", value, kernel.reshape(width, heads * size))
    if layer.flag("use_bias", True):
        made = context.node("Add", made, layer.weight(1, part).reshape(-1))
    return context.reshaped(made, (*shape_of(value)[:2], heads, size))


def _repeated(context: Context, value: Operand, times: int) -> Operand:
    """Each head several times, for groups of queries."""
    batch, steps, groups, size = shape_of(value)
    wide = context.reshaped(value, (batch, steps, groups, 1, size))
    target = np.asarray([batch, steps, groups, times, size], np.int64)
    return context.reshaped(
        context.node("Expand", wide, target), (batch, steps, groups * times, size)
    )


@TABLE.add("Attention")
def _attention(context: Context, layer: Layer, call: Call) -> Result:
    """Query, value and key are a list; there is one head and no projection."""
    named = {key for key, given in call.named.items() if given}
    if named - {"use_causal_mask"} or layer.text("score_mode", "dot") != "dot":
        raise UnsupportedNodeError(
            f"it is called with {', '.join(sorted(named)) or 'score_mode concat'}"
        )
    operands = [context.plain(item) for item in call.tensors()]
    query, value = operands[:2]
    key = operands[2] if len(operands) > 2 else value
    scores = context.node("MatMul", query, context.node("Transpose", key, perm=[0, 2, 1]))
    if layer.flag("use_scale"):
        scores = context.node("Mul", scores, layer.weight(0))
    if call.named.get("use_causal_mask"):
        causal = _causal(*shape_of(scores)[1:])
        scores = context.node("Where", causal, scores, np.asarray(_MASKED))
    return context.node("MatMul", context.node("Softmax", scores, axis=-1), value)
