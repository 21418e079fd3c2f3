"""GroupQueryAttention of ONNX Runtime's domain, the attention of language models.

Several heads of queries share one head of keys and values, and a cache of past keys and values
grows. Every sequence of a batch has its own length. Rows of queries beyond it have no meaning.

Sources: Ainslie et al., "GQA", 2023; ONNX Runtime's documentation of the domain com.microsoft.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt

import numpy as np
import onnx_ir

from aoe.graph.prepare.rewriting import (
    Builder,
    Replacement,
    Rule,
    has_shape,
    integer,
    integers_of,
    is_floating,
    number,
    operand,
    shape_of,
)
from aoe.graph.prepare.rule_application import rule_for
from aoe.graph.prepare.rules.contrib.attention import by_heads
from aoe.graph.prepare.rules.rotary_embedding import rotated

#: Inputs from here on are not supported: sinks, quantised caches, norms of queries and keys.
_FIRST_UNKNOWN_INPUT = 11

_INT64 = onnx_ir.DataType.INT64


@dataclass(frozen=True, slots=True)
class _Lengths:
    """The lengths of sequences.

    Attributes:
        new: Positions of queries.
        capacity: Positions of keys: the capacity of the cache.
        past: The number of past positions of each sequence, (batch, 1), int64.
    """

    new: int
    capacity: int
    past: onnx_ir.Value


@rule_for("GroupQueryAttention")
def group_query_attention(node: onnx_ir.Node, build: Builder) -> Replacement:
    """GroupQueryAttention in all forms with floating-point caches."""
    if not _computable(node):
        return None
    query, lengths = operand(node, 0), operand(node, 5)
    total = integers_of(operand(node, 6))
    if query is None or lengths is None or total is None or len(total) != 1:
        return None
    qkv = _heads(node, build, query)
    if qkv is None:
        return None
    caches = [operand(node, place) for place in (3, 4)]
    batch, _, new, _ = shape_of(qkv[0])
    capacity = max(total[0], *(0 if cache is None else shape_of(cache)[2] for cache in caches))
    counts = build.reshape(build.cast(lengths, _INT64), (batch, 1))
    first = new == total[0]  # ONNX Runtime's convention: nothing is past
    past = build.constant(np.zeros((batch, 1), np.int64))
    if not first:
        past = build.infer("Add", counts, build.constant(np.asarray(1 - new)))
        past = build.infer("Max", past, build.constant(np.asarray(0)))
    known = _Lengths(new, capacity, past)
    if integer(node, "do_rotary", 0):
        qkv = _with_positions(node, build, qkv, known)
    keys, contents = (
        _joined(build, None if first else cache, value, known)
        for cache, value in zip(caches, qkv[1:], strict=True)
    )
    result = _attended(node, build, (qkv[0], keys, contents), known)
    return [result, keys, contents][: len(node.outputs)]


def _computable(node: onnx_ir.Node) -> bool:
    """Whether a node asks for supported features only and its inputs have known shapes."""
    inputs = [value for value in node.inputs[:_FIRST_UNKNOWN_INPUT] if value is not None]
    more = [value for value in node.inputs[_FIRST_UNKNOWN_INPUT:] if value is not None]
    if more or not has_shape(*inputs) or not is_floating(inputs[0]):
        return False
    flags = ("smooth_softmax", "qk_output", "sliding_window_cache", "kv_cache_bit_width")
    if any(integer(node, name, 0) > 0 for name in flags) or not integer(node, "causal", 1):
        return False
    caches = [operand(node, place) for place in (3, 4)]
    rotary = [operand(node, place) for place in (7, 8)]
    if integer(node, "do_rotary", 0) and None in rotary:
        return False
    return caches.count(None) != 1 and len(node.outputs) < 4


def _heads(
    node: onnx_ir.Node, build: Builder, query: onnx_ir.Value
) -> tuple[onnx_ir.Value, onnx_ir.Value, onnx_ir.Value] | None:
    """Queries, keys and values (batch, heads, length, size), which may be packed in one input."""
    heads, shared = integer(node, "num_heads", 1), integer(node, "kv_num_heads", 1)
    key, content = operand(node, 1), operand(node, 2)
    _, length, width = shape_of(query)
    if (key is None) != (content is None) or heads % shared:
        return None
    if key is None or content is None:
        size = width // (heads + 2 * shared)
        stops = (heads * size, (heads + shared) * size, width)
        key = build.piece(query, 2, stops[0], stops[1])
        content = build.piece(query, 2, stops[1], stops[2])
        query = build.piece(query, 2, 0, stops[0])
    if shape_of(key)[1] != length:
        return None
    counted = ((query, heads), (key, shared), (content, shared))
    query, key, content = (by_heads(build, value, count) for value, count in counted)
    return query, key, content


def _with_positions(
    node: onnx_ir.Node,
    build: Builder,
    qkv: tuple[onnx_ir.Value, onnx_ir.Value, onnx_ir.Value],
    lengths: _Lengths,
) -> tuple[onnx_ir.Value, onnx_ir.Value, onnx_ir.Value]:
    """Queries and keys rotated by the angles of their positions."""
    positions = operand(node, 9)
    if positions is None:
        positions = build.infer("Add", lengths.past, build.constant(np.arange(lengths.new)))
    angles = [build.infer("Gather", operand(node, place), positions, axis=0) for place in (7, 8)]
    interleaved = bool(integer(node, "rotary_interleaved", 0))
    size = 2 * shape_of(angles[0])[-1]
    query, key = (rotated(build, value, angles, 1, size, interleaved) for value in qkv[:2])
    return query, key, qkv[2]


def _joined(
    build: Builder, cache: onnx_ir.Value | None, value: onnx_ir.Value, lengths: _Lengths
) -> onnx_ir.Value:
    """All keys or values (batch, heads, capacity, size).

    Each sequence has its past ones, then its new ones, then zeros.
    """
    batch, heads, new, size = shape_of(value)
    zero = build.constant(np.zeros((batch, heads, 1, size), _numpy_type(value)))
    if cache is None:
        if new == lengths.capacity:
            return value
        rest = build.infer(
            "Expand", zero, build.integers((batch, heads, lengths.capacity - new, size))
        )
        return build.infer("Concat", value, rest, axis=2)
    before = shape_of(cache)[2]
    rows = build.infer("Concat", cache, value, zero, axis=2)
    places = build.constant(np.arange(lengths.capacity))
    end = build.infer("Add", lengths.past, build.constant(np.asarray(new)))
    moved = build.infer(
        "Add", build.infer("Sub", places, lengths.past), build.constant(np.asarray(before))
    )
    beyond = build.constant(np.asarray(before + new))
    moved = build.infer("Where", build.infer("Less", places, end), moved, beyond)
    index = build.infer("Where", build.infer("Less", places, lengths.past), places, moved)
    by_place = build.infer("Transpose", rows, perm=(0, 2, 1, 3))
    index = build.reshape(index, (batch, lengths.capacity, 1))
    found = build.infer("GatherND", by_place, index, batch_dims=1)
    return build.infer("Transpose", found, perm=(0, 2, 1, 3))


def _numpy_type(value: onnx_ir.Value) -> np.dtype:
    """The NumPy dtype of a value with known dtype."""
    assert value.dtype is not None
    return value.dtype.numpy()


def _attended(
    node: onnx_ir.Node,
    build: Builder,
    qkv: tuple[onnx_ir.Value, onnx_ir.Value, onnx_ir.Value],
    lengths: _Lengths,
) -> onnx_ir.Value:
    """The result (batch, length, heads · size). Heads of queries that share keys are adjacent."""
    query, keys, contents = qkv
    batch, heads, new, size = shape_of(query)
    shared, width = shape_of(keys)[1], shape_of(contents)[3]
    together = (batch, shared, heads // shared * new)
    grouped = build.reshape(query, (*together, size))
    scores = build.infer("MatMul", grouped, build.infer("Transpose", keys, perm=(0, 1, 3, 2)))
    scale = number(node, "scale", 0.0) or 1 / sqrt(size)
    scores = build.infer("Mul", scores, build.scalar(scale, scores))
    cap = number(node, "softcap", 0.0)
    if cap > 0:
        scores = build.infer("Div", scores, build.scalar(cap, scores))
        scores = build.infer("Mul", build.infer("Tanh", scores), build.scalar(cap, scores))
    scores = build.reshape(scores, (batch, heads, new, lengths.capacity))
    bias = operand(node, 10)
    if bias is not None:
        scores = build.infer("Add", scores, bias)
    kept = _visible(node, build, lengths, batch)
    lowest = build.scalar(float(np.finfo(np.float32).min), scores)
    if scores.dtype == onnx_ir.DataType.FLOAT16:
        lowest = build.scalar(float(np.finfo(np.float16).min), scores)
    weights = build.infer("Softmax", build.infer("Where", kept, scores, lowest), axis=-1)
    weights = build.reshape(weights, (*together, lengths.capacity))
    result = build.reshape(build.infer("MatMul", weights, contents), (batch, heads, new, width))
    result = build.infer("Transpose", result, perm=(0, 2, 1, 3))
    return build.reshape(result, (batch, new, heads * width))


def _visible(node: onnx_ir.Node, build: Builder, lengths: _Lengths, batch: int) -> onnx_ir.Value:
    """The keys that each query sees, (batch, 1, new, capacity).

    They are those up to its own position; with a local window only the last of them.
    """
    queries = build.constant(np.arange(lengths.new).reshape(-1, 1))
    past = build.reshape(lengths.past, (batch, 1, 1, 1))
    positions = build.infer("Add", queries, past)
    places = build.constant(np.arange(lengths.capacity))
    kept = build.infer("LessOrEqual", places, positions)
    window = integer(node, "local_window_size", -1)
    if window < 0:
        return kept
    first = build.infer("Sub", positions, build.constant(np.asarray(window)))
    return build.infer("And", kept, build.infer("Greater", places, first))


CONTRIB_RULES: tuple[Rule, ...] = (group_query_attention,)
