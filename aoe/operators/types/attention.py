"""Attention: softmax(scores) · values, where the scores are an expression of queries · keys.

Anchor inputs: queries (…, M, D), keys (…, D, N), values (…, N, E), then the masks that the scores
read, broadcast to (…, M, N). Attribute `scores`: the expression of the scores as text, in which
`Accumulator()` is queries · keys and `Load(i)` is input i. The output is (…, M, E). Batch
dimensions broadcast.

No ONNX node is imported as this type: `aoe.graph.fusion.attention` makes it of two matmuls around a
Softmax. Implementations: `attention*`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import prod

import numpy as np

from aoe.loops.expression import Expression, from_text, to_text
from aoe.operators.definition import (
    Contraction,
    ImportedOperator,
    OperatorDefinition,
    SourceNode,
)
from aoe.operators.importing import refuse
from aoe.operators.operator import Operand, Operator
from aoe.operators.reference import evaluate

#: How many inputs are queries, keys and values; the masks come behind them.
FACTORS = 3


def attention(
    factors: Sequence[Operand],
    scores: Expression,
    masks: Sequence[Operand],
    output: Operand,
) -> Operator:
    """The operator over queries, keys and values.

    Args:
        factors: Queries, keys and values.
        scores: The expression of the scores, in which `Load(3)` is the first mask.
        masks: What the scores read.
        output: The operand that is written.
    """
    inputs = (*factors, *masks)
    return Operator("Attention", (("scores", to_text(scores)),), inputs, output, len(inputs))


def scores_of(operator: Operator) -> Expression:
    """The expression of the scores. Raises `ModelError` where the attribute is none."""
    return from_text(str(operator.attribute.get("scores", "")))


def scores_shape(operator: Operator) -> tuple[int, ...]:
    """The shape of the scores, (…, M, N)."""
    return (*operator.output.shape[:-1], operator.inputs[1].shape[-1])


def multiply_adds(operator: Operator) -> int:
    """The multiply-adds of both matmuls."""
    each = operator.inputs[0].shape[-1] + operator.output.shape[-1]
    return prod(scores_shape(operator)) * each


def _import_node(node: SourceNode) -> ImportedOperator:
    raise refuse(node, "attention is made of matmuls and a softmax")


def _reference(operator: Operator, inputs: Sequence[np.ndarray]) -> np.ndarray:
    queries, keys, values = inputs[:FACTORS]
    scores = evaluate(scores_of(operator), inputs, np.matmul(queries, keys))
    powers = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return np.asarray(np.matmul(powers / powers.sum(axis=-1, keepdims=True), values))


def _output_order(operator: Operator) -> tuple[int, ...]:
    return tuple(range(len(operator.output.shape)))


def _summed(operator: Operator) -> int:
    """The fewer of those of a score and those of a result."""
    return min(operator.inputs[0].shape[-1], operator.inputs[1].shape[-1])


def _columns(operator: Operator, weights: np.ndarray) -> Iterable[np.ndarray]:
    return [weights]


OPERATOR = OperatorDefinition(
    type="Attention",
    onnx_types=(),
    import_node=_import_node,
    reference=_reference,
    output_order=_output_order,
    multiply_adds=multiply_adds,
    contraction=Contraction(
        kinds=("MatMul",),
        kind=lambda operator: "MatMul",
        factors=range(FACTORS),
        summed=_summed,
        columns=_columns,
    ),
    accepts_reduced_precision=True,
)
