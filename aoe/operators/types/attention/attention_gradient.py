"""The gradients of attention: those of queries, keys and values, from that of the result.

Anchor inputs: queries (B, H, M, D), keys (B, H, D, N) and values (B, H, N, E) as
`aoe.operators.types.attention.attention` reads them, the gradient of the result (B, H, M, E), and
perhaps a mask that is added to the scores, broadcast to (B, H, M, N). Attributes: `scale`
multiplies queries · keys; with `causal` 1, query m sees the keys up to m only.

The output is one vector, because an operator writes one tensor: the gradients of queries, keys and
values one behind another (`parts`). Each lies as (B, rows, H, columns), so that joined heads are a
view of it.

Nothing that the forward pass computed is read: a block of scores, which is needed anyway, gives the
logarithm of its sum of powers and the sums of products of the result and its gradient, without the
result. (FlashAttention-2, arXiv 2307.08691, saves both, because it never has whole rows of scores.)

No ONNX operator does this. `aoe.torch.translate.training` makes nodes of the domain
`open_aoe.training`. Implementations: `attention_gradient*`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import prod

import numpy as np

from aoe.operators.definition import ImportedOperator, OperatorDefinition, SourceNode
from aoe.operators.importing import (
    float_attribute,
    floating_input,
    integer_attribute,
    optional_input,
    refuse,
)
from aoe.operators.operator import Operand, Operator
from aoe.operators.types.attention.attention import CAUSAL, attention_weights, is_causal, seen

#: The name of the type, and of its node.
TYPE = "AttentionGradient"
#: The numbers of the inputs.
QUERIES, KEYS, VALUES, GRADIENT, MASK = range(5)


@dataclass(frozen=True, slots=True)
class Part:
    """The place of one gradient in the output.

    Attributes:
        offset: Its first element.
        shape: Its dimensions as they lie: batch, rows, heads, columns.
    """

    offset: int
    shape: tuple[int, int, int, int]

    @property
    def end(self) -> int:
        """The first element behind it."""
        return self.offset + prod(self.shape)


def parts(
    batch: int, heads: int, queries: int, keys: int, size: int, values: int
) -> tuple[Part, Part, Part]:
    """The gradients of queries, keys and values in the output."""
    found: list[Part] = []
    offset = 0
    for rows, columns in ((queries, size), (keys, size), (keys, values)):
        found.append(Part(offset, (batch, rows, heads, columns)))
        offset = found[-1].end
    first, second, third = found
    return first, second, third


def parts_of(operator: Operator) -> tuple[Part, Part, Part]:
    """The gradients in the output of an operator."""
    return _parts_of(operator.inputs)


def _parts_of(factors: Sequence[Operand]) -> tuple[Part, Part, Part]:
    batch, heads, queries, size = factors[QUERIES].shape
    keys, values = factors[VALUES].shape[2:]
    return parts(batch, heads, queries, keys, size, values)


def attention_gradient(
    factors: Sequence[Operand],
    gradient: Operand,
    mask: Operand | None,
    scale: float,
    causal: bool = False,
) -> Operator:
    """The operator.

    Args:
        factors: Queries, keys and values.
        gradient: The gradient of the result.
        mask: What is added to the scores; None for nothing.
        scale: What the products of queries and keys are multiplied by.
        causal: Whether a query sees the keys up to its own number only.
    """
    inputs = (*factors, gradient, *(() if mask is None else (mask,)))
    length = _parts_of(factors)[-1].end
    attributes = ((CAUSAL, int(causal)), ("scale", scale))
    output = Operand.row_major(gradient.dtype, (length,))
    return Operator(TYPE, attributes, inputs, output, len(inputs))


def scale_of(operator: Operator) -> float:
    """What the products of queries and keys are multiplied by."""
    return operator.number("scale")


def multiply_adds(operator: Operator) -> int:
    """The multiply-adds of five products: scores, their gradients, and three results."""
    batch, heads, queries, size = operator.inputs[QUERIES].shape
    keys, values = operator.inputs[VALUES].shape[2:]
    pairs = seen(queries, keys, is_causal(operator))
    return batch * heads * pairs * (3 * size + 2 * values)


def _between(operator: Operator) -> int:
    """The scores."""
    batch, heads, queries, _ = operator.inputs[QUERIES].shape
    return batch * heads * queries * operator.inputs[VALUES].shape[2]


def _import_node(node: SourceNode) -> ImportedOperator:
    factors = [floating_input(node, number) for number in range(VALUES + 1)]
    gradient, mask = floating_input(node, GRADIENT), optional_input(node, MASK)
    queries, keys, values = (item.shape for item in factors)
    if len(queries) != 4 or keys != (*queries[:2], queries[3], values[2]):
        raise refuse(node, f"queries {list(queries)} and keys {list(keys)} do not fit")
    if values[:2] != queries[:2] or gradient.shape != (*queries[:3], values[3]):
        shapes = f"values {list(values)} and the gradient {list(gradient.shape)}"
        raise refuse(node, f"{shapes} do not fit queries {list(queries)}")
    operator = attention_gradient(
        factors,
        gradient,
        mask,
        float_attribute(node, "scale", 1.0),
        bool(integer_attribute(node, CAUSAL, 0)),
    )
    if node.output.shape != operator.output.shape:
        raise refuse(node, f"its result must have the shape {list(operator.output.shape)}")
    return ImportedOperator(operator, tuple(range(len(operator.inputs))))


def _reference(operator: Operator, inputs: Sequence[np.ndarray]) -> np.ndarray:
    queries, keys, values, gradient = inputs[:MASK]
    scale = scale_of(operator)
    scores = np.matmul(queries, keys) * scale
    if len(inputs) > MASK:
        scores = scores + inputs[MASK]
    weights = attention_weights(scores, is_causal(operator))
    to_weights = np.matmul(gradient, values.swapaxes(2, 3))
    mean = (weights * to_weights).sum(axis=-1, keepdims=True)
    to_scores = weights * (to_weights - mean) * scale
    results = (
        np.matmul(to_scores, keys.swapaxes(2, 3)),
        np.matmul(to_scores.swapaxes(2, 3), queries),
        np.matmul(weights.swapaxes(2, 3), gradient),
    )
    whole = np.empty(operator.output.shape, gradient.dtype)
    for part, result in zip(parts_of(operator), results, strict=True):
        whole[part.offset : part.end] = result.swapaxes(1, 2).reshape(-1)
    return whole


def _output_order(operator: Operator) -> tuple[int, ...]:
    return (0,)


OPERATOR = OperatorDefinition(
    type=TYPE,
    onnx_types=(TYPE,),
    import_node=_import_node,
    reference=_reference,
    output_order=_output_order,
    fuses_epilogue=False,
    multiply_adds=multiply_adds,
    between=_between,
    accepts_reduced_precision=True,
)
