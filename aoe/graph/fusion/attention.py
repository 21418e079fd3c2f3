"""Attention as one operator: a product, a softmax of its rows and a product with that, whose scores
then never lie in memory. Found by `fuse` once operators have their epilogues, so that scale and
mask are in the first product's, however a model wrote them.

Like all fusing it is a decision: where scores and softmax are values to be stored, all three stay
operators (`aoe.graph.subgraph.mutations.attends` goes from one to the other).
"""

from __future__ import annotations

from dataclasses import replace

from aoe.element_types import computed_type
from aoe.graph.fusion.compose import LARGEST_EXPRESSION, MOST_EXTRAS, expression_size
from aoe.graph.fusion.normal_form import normal_form
from aoe.loops.expression import Accumulator, renumber
from aoe.operators.operator import Operator
from aoe.operators.operator_graph import OperatorNode
from aoe.operators.types import matmul, softmax
from aoe.operators.types.attention import FACTORS, attention

#: Fewer queries fill no vector, and their scores are few.
_FEWEST_QUERIES = 8
#: Keys from which the scores of a vector of queries no longer stay in the second-level cache.
_MOST_KEYS = 1 << 13
#: Longer rows of queries and values are no heads but layers: their products are worth blocking.
_LONGEST_HEAD = 512


def fused_attention(
    scores: OperatorNode, softmax: OperatorNode, result: OperatorNode
) -> OperatorNode | None:
    """The operator that computes `result`, a product whose first operand is the softmax of
    `scores`; None if they are not what it stands for.
    """
    if not (_is_product(scores.operator) and _is_product(result.operator)):
        return None
    if not _is_softmax_of_rows(softmax.operator):
        return None
    queries, keys = scores.operator.inputs[:2]
    values = result.operator.inputs[1]
    shape = scores.operator.output.shape
    if result.operator.inputs[0].shape != shape or result.operator.output.shape[:-1] != shape[:-1]:
        return None
    if keys.constant or values.constant:
        return None
    scores, softmax = normal_form(scores), normal_form(softmax)
    inner, outer = scores.operator.inputs[2:], softmax.operator.inputs[1:]
    after_inner = FACTORS + len(inner)
    expression = renumber(scores.operator.epilogue, _places(2, FACTORS, len(inner)))
    expression = renumber(
        softmax.operator.prologue, _places(1, after_inner, len(outer)), expression
    )
    anchor = attention(
        (queries, keys, values), expression, (*inner, *outer), result.operator.output
    )
    anchors, extras = anchor.anchor_inputs, result.operator.inputs[2:]
    epilogue = renumber(result.operator.epilogue, _places(2, anchors, len(extras)))
    operator = replace(
        anchor,
        inputs=(*anchor.inputs, *extras),
        epilogue=epilogue,
        exact=scores.operator.exact or result.operator.exact,
        whole=scores.operator.whole or result.operator.whole,
    )
    if expression_size(expression) > LARGEST_EXPRESSION or anchors > FACTORS + MOST_EXTRAS:
        return None
    inputs = (*scores.inputs[:2], result.inputs[1], *scores.inputs[2:], *softmax.inputs[1:])
    sources = (*scores.sources, *softmax.sources, *result.sources)
    return OperatorNode(
        result.name, operator, (*inputs, *result.inputs[2:]), result.output, sources
    )


def is_worthwhile(operator: Operator) -> bool:
    """Whether attention should be faster as one operator.

    It moves five times the scores less through memory, and its products are as fast as those apart
    as long as there are queries for a vector, and room for their scores in the caches.
    """
    queries, size = operator.inputs[0].shape[-2:]
    keys, values = operator.inputs[2].shape[-2:]
    few = queries >= _FEWEST_QUERIES and keys <= _MOST_KEYS
    return few and max(size, values) <= _LONGEST_HEAD


def _places(first: int, then: int, count: int) -> dict[int, int]:
    """Inputs from `first` on become those from `then` on."""
    return {first + number: then + number for number in range(count)}


def _is_product(operator: Operator) -> bool:
    if not matmul.OPERATOR.describes(operator):
        return False
    plain = not operator.integer("transpose_a") and not operator.integer("transpose_b")
    types = {computed_type(operand.dtype) for operand in operator.inputs[:2]}
    return plain and types == {"float32"} and computed_type(operator.output.dtype) == "float32"


def _is_softmax_of_rows(operator: Operator) -> bool:
    if not softmax.OPERATOR.describes(operator) or operator.integer("log"):
        return False
    last = len(operator.output.shape) - 1
    return operator.integers("axes") == (last,) and operator.epilogue == Accumulator()
