"""Attention: softmax(scores) · values, where the scores are an expression of queries · keys.

Anchor inputs: queries (…, M, D), keys (…, D, N), values (…, N, E), then the masks that the scores
read, broadcast to (…, M, N). Attribute `scores`: the expression of the scores as text, in which
`Accumulator()` is queries · keys and `Load(i)` is input i. The output is (…, M, E). Batch
dimensions broadcast. With the attribute `causal` 1, query m sees the keys up to m only.

`aoe.graph.fusion.attention` makes it of two matmuls around a Softmax. No ONNX node is imported as
this type, but `CausalAttention` of the domain `open_aoe.training`: queries, keys and values as
above, and `scale`, which multiplies queries · keys. Implementations: `attention*`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import prod

import numpy as np

from aoe.loops.expression import (
    Accumulator,
    Constant,
    Expression,
    apply,
    from_text,
    to_text,
)
from aoe.operators.definition import (
    Contraction,
    ImportedOperator,
    OperatorDefinition,
    SourceNode,
    row_major_order,
)
from aoe.operators.importing import float_attribute, floating_input, refuse
from aoe.operators.operator import Operand, Operator
from aoe.operators.reference import evaluate, is_narrow

#: How many inputs are queries, keys and values; the masks come behind them.
FACTORS = 3
#: The node of causal attention.
CAUSAL_NODE = "CausalAttention"
#: The attribute that hides the keys behind a query.
CAUSAL = "causal"


def attention(
    factors: Sequence[Operand],
    scores: Expression,
    masks: Sequence[Operand],
    output: Operand,
    causal: bool = False,
) -> Operator:
    """The operator over queries, keys and values.

    Args:
        factors: Queries, keys and values.
        scores: The expression of the scores, in which `Load(3)` is the first mask.
        masks: What the scores read.
        output: The operand that is written.
        causal: Whether a query sees the keys up to its own number only.
    """
    inputs = (*factors, *masks)
    attributes = (*(((CAUSAL, 1),) if causal else ()), ("scores", to_text(scores)))
    return Operator("Attention", attributes, inputs, output, len(inputs))


def is_causal(operator: Operator) -> bool:
    """Whether a query sees the keys up to its own number only."""
    return bool(operator.attribute.get(CAUSAL, 0))


def seen(queries: int, keys: int, causal: bool) -> int:
    """How many pairs of a query and a key have a score."""
    if not causal:
        return queries * keys
    return sum(min(keys, query + 1) for query in range(queries))


def attention_weights(scores: np.ndarray, causal: bool) -> np.ndarray:
    """The softmax of scores (…, M, N) over the keys that each query sees."""
    if causal:
        scores = np.where(np.tri(*scores.shape[-2:]) > 0, scores, -np.inf)
    powers = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return np.asarray(powers / powers.sum(axis=-1, keepdims=True))


def scores_of(operator: Operator) -> Expression:
    """The expression of the scores. Raises `ModelError` where the attribute is none."""
    return from_text(str(operator.attribute.get("scores", "")))


def scores_shape(operator: Operator) -> tuple[int, ...]:
    """The shape of the scores, (…, M, N)."""
    return (*operator.output.shape[:-1], operator.inputs[1].shape[-1])


def multiply_adds(operator: Operator) -> int:
    """The multiply-adds of both matmuls."""
    each = operator.inputs[0].shape[-1] + operator.output.shape[-1]
    *batch, queries, keys = scores_shape(operator)
    return prod(batch) * seen(queries, keys, is_causal(operator)) * each


def _between(operator: Operator) -> int:
    """The scores."""
    return prod(scores_shape(operator))


def _import_node(node: SourceNode) -> ImportedOperator:
    queries, keys, values = (floating_input(node, number) for number in range(FACTORS))
    shapes = f"queries {list(queries.shape)}, keys {list(keys.shape)}, values {list(values.shape)}"
    if min(len(item.shape) for item in (queries, keys, values)) < 2:
        raise refuse(node, f"{shapes} are no matrices")
    fits = (queries.shape[-1], keys.shape[-1]) == (keys.shape[-2], values.shape[-2])
    result = (*queries.shape[:-1], values.shape[-1])
    if not fits or node.output.shape != result or keys.shape[:-2] != values.shape[:-2]:
        raise refuse(node, f"{shapes} and a result {list(node.output.shape)} do not fit")
    scale = Constant(float_attribute(node, "scale", 1.0))
    scores = apply("mul", Accumulator(), scale)
    operator = attention((queries, keys, values), scores, (), node.output, causal=True)
    return ImportedOperator(operator, tuple(range(FACTORS)))


def _reference(operator: Operator, inputs: Sequence[np.ndarray]) -> np.ndarray:
    queries, keys, values = inputs[:FACTORS]
    scores, narrow = scores_of(operator), is_narrow(operator, scores_of(operator))
    weighed = evaluate(scores, inputs, np.matmul(queries, keys), narrow=narrow)
    return np.asarray(np.matmul(attention_weights(weighed, is_causal(operator)), values))


def _summed(operator: Operator) -> int:
    """The fewer of those of a score and those of a result."""
    return min(operator.inputs[0].shape[-1], operator.inputs[1].shape[-1])


def _columns(operator: Operator, weights: np.ndarray) -> Iterable[np.ndarray]:
    return [weights]


OPERATOR = OperatorDefinition(
    type="Attention",
    onnx_types=(CAUSAL_NODE,),
    import_node=_import_node,
    reference=_reference,
    output_order=row_major_order,
    multiply_adds=multiply_adds,
    between=_between,
    contraction=Contraction(
        kinds=("MatMul",),
        kind=lambda operator: "MatMul",
        factors=range(FACTORS),
        summed=_summed,
        columns=_columns,
    ),
    accepts_reduced_precision=True,
)
