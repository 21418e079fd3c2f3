"""Attention and MultiHeadAttention of ONNX Runtime's domain become matmuls around a softmax.

Attention contains the projections. Masks are added to the scores.

Source: Vaswani et al., "Attention Is All You Need", 2017.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt

import numpy as np
import onnx_ir

from aoe.graph.prepare.rewriting import (
    Builder,
    Replacement,
    Rule,
    has_shape,
    integer,
    integers,
    is_floating,
    number,
    operand,
    shape_of,
)
from aoe.graph.prepare.rule_application import rule_for


@rule_for("Attention")
def attention(node: onnx_ir.Node, build: Builder) -> Replacement:
    """Attention: projections of one input are queries, keys and values, appended to past ones."""
    value, weights, bias, mask, past, scores_bias = (operand(node, n) for n in range(6))
    if not has_shape(value, weights):
        return None
    if not all(item is None or has_shape(item) for item in (bias, mask, past, scores_bias)):
        return None
    if integer(node, "do_rotary", 0) or integer(node, "past_present_share_buffer", 0):
        return None
    projected = build.infer("MatMul", value, weights)
    if bias is not None:
        projected = build.infer("Add", projected, bias)
    return attended_projection(node, build, projected, mask, past, scores_bias)


def attended_projection(
    node: onnx_ir.Node,
    build: Builder,
    projected: onnx_ir.Value,
    mask: onnx_ir.Value | None,
    past: onnx_ir.Value | None,
    scores_bias: onnx_ir.Value | None = None,
) -> Replacement:
    """The results of Attention, given queries, keys and values side by side."""
    heads = integer(node, "num_heads", 1)
    columns = shape_of(projected)[2]
    sizes = integers(node, "qkv_hidden_sizes") or (columns // 3,) * 3
    stops = np.cumsum(sizes).tolist()
    query, key, content = (
        by_heads(build, build.piece(projected, 2, stop - size, stop), heads)
        for size, stop in zip(sizes, stops, strict=True)
    )
    before: tuple[onnx_ir.Value | None, ...] = (None, None)
    if past is not None:
        shape = shape_of(past)[1:]
        before = tuple(build.reshape(build.piece(past, 0, i, i + 1), shape) for i in (0, 1))
    result = _attended(node, build, (query, key, content), before, mask, scores_bias)
    if result is None:
        return None
    output, keys, contents = result
    present = None
    if len(node.outputs) > 1:
        rows = [build.reshape(item, (1, *shape_of(item))) for item in (keys, contents)]
        present = build.infer("Concat", *rows, axis=0)
    return [output, present][: len(node.outputs)]


@rule_for("MultiHeadAttention")
def multi_head_attention(node: onnx_ir.Node, build: Builder) -> Replacement:
    """MultiHeadAttention: queries, keys and values may be packed; a bias is added."""
    if len(node.inputs) > 8:
        return None
    given = [operand(node, position) for position in range(8)]
    if not all(item is None or has_shape(item) for item in given) or given[0] is None:
        return None
    query, key, content, bias, mask, scores_bias, past_key, past_value = given
    heads = integer(node, "num_heads", 1)
    qkv = _unpacked(build, query, key, content, heads)
    if qkv is None:
        return None
    if bias is not None:
        widths = [shape_of(item)[1] * shape_of(item)[3] for item in qkv]
        stops = np.cumsum(widths).tolist()
        biases = [
            build.piece(bias, 0, stop - width, stop)
            for width, stop in zip(widths, stops, strict=True)
        ]
        qkv = [
            build.infer("Add", value, build.reshape(item, (heads, 1, shape_of(value)[3])))
            for value, item in zip(qkv, biases, strict=True)
        ]
    result = _attended(node, build, qkv, (past_key, past_value), mask, scores_bias)
    return None if result is None else list(result[: len(node.outputs)])


def _unpacked(
    build: Builder,
    query: onnx_ir.Value | None,
    key: onnx_ir.Value | None,
    content: onnx_ir.Value | None,
    heads: int,
) -> list[onnx_ir.Value] | None:
    """Queries, keys and values, each (batch, heads, length, size).

    Packed ones have a dimension of three or two before the last. Returns None for an unknown form.
    """
    assert query is not None
    if len(shape_of(query)) == 5:
        return _sliced(build, query)
    first = by_heads(build, query, heads)
    if key is None:
        return None
    if len(shape_of(key)) == 5:
        return [first, *_sliced(build, key)]
    if content is None:
        return None
    others = [
        item if len(shape_of(item)) == 4 else by_heads(build, item, heads)
        for item in (key, content)
    ]
    return [first, *others]


def _sliced(build: Builder, packed: onnx_ir.Value) -> list[onnx_ir.Value]:
    """Packed values as values of their own, each (batch, heads, length, size)."""
    batch, length, heads, count, size = shape_of(packed)
    values = []
    for position in range(count):
        value = build.piece(packed, 3, position, position + 1)
        value = build.reshape(value, (batch, length, heads, size))
        values.append(build.infer("Transpose", value, perm=(0, 2, 1, 3)))
    return values


def by_heads(build: Builder, value: onnx_ir.Value, heads: int) -> onnx_ir.Value:
    """(batch, length, heads · size) as (batch, heads, length, size)."""
    batch, length, width = shape_of(value)
    split = build.reshape(value, (batch, length, heads, width // heads))
    return build.infer("Transpose", split, perm=(0, 2, 1, 3))


def _attended(
    node: onnx_ir.Node,
    build: Builder,
    qkv: Sequence[onnx_ir.Value],
    past: Sequence[onnx_ir.Value | None],
    mask: onnx_ir.Value | None,
    scores_bias: onnx_ir.Value | None,
) -> tuple[onnx_ir.Value, onnx_ir.Value, onnx_ir.Value] | None:
    """The result (batch, length, heads · size), and all keys and values with past ones in front.

    Returns None for a mask of unknown form.
    """
    query, key, content = qkv
    if not is_floating(query):
        return None
    joined = [
        value if before is None else build.infer("Concat", before, value, axis=2)
        for value, before in zip((key, content), past, strict=True)
    ]
    batch, heads, length, size = shape_of(query)
    total = shape_of(joined[0])[2]
    scores = build.infer("MatMul", query, build.infer("Transpose", joined[0], perm=(0, 1, 3, 2)))
    scale = number(node, "scale", 0.0) or 1 / sqrt(size)
    scores = build.infer("Mul", scores, build.scalar(scale, scores))
    if mask is not None:
        addend = _masked(node, build, mask, query, total)
        if addend is None:
            return None
        scores = build.infer("Add", scores, addend)
    if integer(node, "unidirectional", 0):
        before = 0 if past[0] is None else shape_of(past[0])[2]
        hidden = np.arange(total) > np.arange(length).reshape(-1, 1) + before
        hidden[-1:] = False  # ONNX Runtime hides no keys of the last query, however many there are
        lowest = build.scalar(float(np.finfo(np.float32).min), scores)
        scores = build.infer("Where", build.constant(hidden), lowest, scores)
    if scores_bias is not None:
        scores = build.infer("Add", scores, scores_bias)
    weights = build.infer("Softmax", scores, axis=-1)
    result = build.infer("MatMul", weights, joined[1])
    result = build.infer("Transpose", result, perm=(0, 2, 1, 3))
    width = heads * shape_of(joined[1])[3]
    return build.reshape(result, (batch, length, width)), joined[0], joined[1]


def _masked(
    node: onnx_ir.Node, build: Builder, mask: onnx_ir.Value, query: onnx_ir.Value, total: int
) -> onnx_ir.Value | None:
    """What a mask adds to the scores: `mask_filter_value` where it is 0.

    A vector has the length of each sequence, and perhaps the start of each.
    """
    batch, _, length, _ = shape_of(query)
    shape = shape_of(mask)
    if shape in ((batch,), (2 * batch,)):
        places = build.constant(np.arange(total, dtype=np.int32))
        ends = build.reshape(build.piece(mask, 0, 0, batch), (batch, 1, 1, 1))
        kept = build.infer("Less", places, ends)
        if shape != (batch,):
            starts = build.reshape(build.piece(mask, 0, batch, 2 * batch), (batch, 1, 1, 1))
            kept = build.infer("And", kept, build.infer("GreaterOrEqual", places, starts))
    elif shape == (batch, total):
        kept = build.infer("Cast", build.reshape(mask, (batch, 1, 1, total)), to=9)
    elif shape == (batch, length, total):
        kept = build.infer("Cast", build.reshape(mask, (batch, 1, length, total)), to=9)
    else:
        return None
    hidden = build.scalar(number(node, "mask_filter_value", -10000.0), query)
    return build.infer("Where", kept, build.scalar(0, query), hidden)


CONTRIB_RULES: tuple[Rule, ...] = (attention, multi_head_attention)
