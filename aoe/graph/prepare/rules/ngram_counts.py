"""TfIdfVectorizer of integers becomes comparisons and sums: it counts constant n-grams in token
rows.

An n-gram occurs where all its tokens do. Shifted slices of the rows are compared with the n-grams,
joined by And, and summed over positions, once for each distance between tokens. The ONNX
specification of TfIdfVectorizer defines the attributes.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import numpy as np
import onnx_ir

from aoe.graph.prepare.rewriting import (
    Builder,
    Rule,
    has_shape,
    integer,
    integers,
    operand,
    shape_of,
)
from aoe.graph.prepare.rule_application import rule_for


@dataclass(frozen=True, slots=True)
class _Pool:
    """The n-grams of one length.

    Attributes:
        tokens: The n-grams, (n-grams, length).
        columns: The column of the output that each is counted in.
    """

    tokens: np.ndarray
    columns: tuple[int, ...]


@rule_for("TfIdfVectorizer")
def tfidf_vectorizer(node: onnx_ir.Node, build: Builder) -> onnx_ir.Value | None:
    """TfIdfVectorizer becomes comparisons, sums and a Gather that orders the counts."""
    rows = operand(node, 0)
    if rows is None or not has_shape(rows):
        return None
    columns = integers(node, "ngram_indexes") or ()
    rank, size = len(shape_of(rows)), max(columns, default=-1) + 1
    if "pool_int64s" not in node.attributes or rank not in (1, 2) or not size:
        return None
    if len(set(columns)) < len(columns) or min(columns) < 0:
        return None
    batch = shape_of(rows)[0] if rank == 2 else 1
    rows = build.reshape(rows, (batch, shape_of(rows)[-1]))
    pools = _pools(node, columns)
    skips = integer(node, "max_skip_count", 0)
    counts = [_counts(build, rows, pool, skips) for pool in pools]
    nothing = build.constant(np.zeros((batch, 1), np.float32))
    places = [column for pool in pools for column in pool.columns]
    gathered = [places.index(i) if i in places else len(places) for i in range(size)]
    joined = build.infer("Concat", *counts, nothing, axis=1)
    frequencies = build.infer("Gather", joined, build.integers(gathered), axis=1)
    result = _weighted(node, build, frequencies, size)
    return None if result is None else build.reshape(result, (batch, size)[2 - rank :])


def _pools(node: onnx_ir.Node, columns: tuple[int, ...]) -> list[_Pool]:
    """The pools of the lengths that are asked for."""
    tokens = np.asarray(integers(node, "pool_int64s"), np.int64)
    starts = (*(integers(node, "ngram_counts") or ()), tokens.size)
    shortest, longest = integer(node, "min_gram_length", 1), integer(node, "max_gram_length", 1)
    found, before = [], 0
    for length, (start, stop) in enumerate(pairwise(starts), 1):
        grams = tokens[start:stop].reshape(-1, length)
        if shortest <= length <= longest and len(grams):
            found.append(_Pool(grams, columns[before : before + len(grams)]))
        before += len(grams)
    return found


def _counts(build: Builder, rows: onnx_ir.Value, pool: _Pool, skips: int) -> onnx_ir.Value:
    """How often each n-gram of a pool occurs in each row, (batch, n-grams), float32.

    Single tokens have no distance and count once.
    """
    batch, width = shape_of(rows)
    length = pool.tokens.shape[1]
    total = build.constant(np.zeros((batch, len(pool.tokens)), np.float32))
    for distance in range(1, skips + 2 if length > 1 else 2):
        positions = width - distance * (length - 1)
        if positions < 1:
            break
        matches = None
        for number in range(length):
            start = distance * number
            piece = build.piece(rows, 1, start, start + positions)
            token = build.reshape(piece, (batch, positions, 1))
            assert rows.dtype is not None
            wanted = pool.tokens[:, number].astype(rows.dtype.numpy())
            equal = build.infer("Equal", token, build.constant(wanted))
            matches = equal if matches is None else build.infer("And", matches, equal)
        assert matches is not None
        ones = build.cast(matches, onnx_ir.DataType.FLOAT)
        found = build.infer("ReduceSum", ones, build.integers([1]), keepdims=0)
        total = build.infer("Add", total, found)
    return total


def _weighted(
    node: onnx_ir.Node, build: Builder, frequencies: onnx_ir.Value, size: int
) -> onnx_ir.Value | None:
    """The counts under a mode: TF unchanged, TFIDF weighted, IDF the weights of those found."""
    mode = node.attributes["mode"].as_string()
    if mode == "TF":
        return frequencies
    if mode == "IDF":
        found = build.infer("Greater", frequencies, build.scalar(0.0, frequencies))
        frequencies = build.cast(found, onnx_ir.DataType.FLOAT)
    if "weights" not in node.attributes:
        return frequencies
    weights = np.asarray(node.attributes["weights"].as_floats(), np.float32)
    if weights.shape != (size,):
        return None
    return build.infer("Mul", frequencies, build.constant(weights))


RULES: tuple[Rule, ...] = (tfidf_vectorizer,)
