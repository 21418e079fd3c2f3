"""NGramRepeatBlock: scores of tokens that would repeat an n-gram of a row become -inf.

The last n - 1 tokens of a row are compared with those at each place. Where they are equal, the
token that follows would repeat the n-gram. A scatter with `min` into zeros puts -inf at it, so that
a place where they differ changes nothing. Scores are chosen by that, so that -inf replaces NaN too.

Source: ONNX Runtime's documentation of the domain com.microsoft, and what its operator computes.
"""

from __future__ import annotations

from functools import reduce

import numpy as np
import onnx_ir

from aoe.graph.prepare.rewriting import (
    Builder,
    Rule,
    has_shape,
    integer,
    is_floating,
    operand,
    shape_of,
)
from aoe.graph.prepare.rule_application import rule_for


@rule_for("NGramRepeatBlock")
def repeated_tokens(node: onnx_ir.Node, build: Builder) -> onnx_ir.Value | None:
    """NGramRepeatBlock becomes comparisons and a scatter."""
    tokens, scores = operand(node, 0), operand(node, 1)
    size = integer(node, "ngram_size", 0)
    if tokens is None or scores is None or size < 1 or not has_shape(tokens, scores):
        return None
    shape = shape_of(tokens)
    if len(shape) != 2 or len(shape_of(scores)) != 2 or shape[0] != shape_of(scores)[0]:
        return None
    if not is_floating(scores):
        return None
    length, places = shape[1], shape[1] - size + 1
    if places < 1:
        return build.infer("Identity", scores)
    follows = build.piece(tokens, 1, size - 1, length)
    nothing, least = build.scalar(np.inf, scores), build.scalar(-np.inf, scores)
    if size == 1:
        values = build.infer("Expand", least, build.integers((shape[0], places)))
    else:
        equal = reduce(
            lambda found, other: build.infer("And", found, other),
            (
                build.infer(
                    "Equal",
                    build.piece(tokens, 1, step, step + places),
                    build.piece(tokens, 1, places + step, places + step + 1),
                )
                for step in range(size - 1)
            ),
        )
        values = build.infer("Where", equal, least, nothing)
    zeros = build.infer("Expand", build.scalar(0, scores), build.integers(shape_of(scores)))
    marks = build.infer("ScatterElements", zeros, follows, values, axis=1, reduction="min")
    repeats = build.infer("Less", marks, build.scalar(0, scores))
    return build.infer("Where", repeats, least, scores)


CONTRIB_RULES: tuple[Rule, ...] = (repeated_tokens,)
