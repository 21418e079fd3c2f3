"""Fuses a matmul, a softmax of its rows and a matmul with that into one attention operator.

The scores are then never in memory, as in FlashAttention (Dao et al., 2022). `fuse` looks for it
once operators have their epilogues, so scale and mask are in the epilogue of the first matmul,
however a model wrote them.

As all fusion it is a decision. Where scores and softmax are stored, the three stay operators
(`aoe.graph.subgraph.mutations` switches between the two). The device says which of the two is the
default (`aoe.backends.backend.CostModel.attends`).
"""

from __future__ import annotations

from dataclasses import replace

from aoe.element_types import computed_type
from aoe.graph.fusion.compose import LARGEST_EXPRESSION, MOST_EXTRAS, expression_size
from aoe.graph.fusion.normal_form import normal_form
from aoe.loops.expression import Accumulator, renumber
from aoe.operators.operator import Operator, strictest
from aoe.operators.operator_graph import OperatorNode
from aoe.operators.types.attention.attention import FACTORS, attention
from aoe.operators.types.matmul import matmul
from aoe.operators.types.reduction import softmax


def fused_attention(
    scores: OperatorNode, softmax: OperatorNode, result: OperatorNode
) -> OperatorNode | None:
    """The operator that computes `result`, a matmul whose first operand is the softmax of `scores`.

    Returns None if the three are no attention.
    """
    if not (_is_matmul(scores.operator) and _is_matmul(result.operator)):
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
        precision=strictest(scores.operator.precision, result.operator.precision),
    )
    if expression_size(expression) > LARGEST_EXPRESSION or anchors > FACTORS + MOST_EXTRAS:
        return None
    inputs = (*scores.inputs[:2], result.inputs[1], *scores.inputs[2:], *softmax.inputs[1:])
    sources = (*scores.sources, *softmax.sources, *result.sources)
    return OperatorNode(
        result.name, operator, (*inputs, *result.inputs[2:]), result.output, sources
    )


def _places(first: int, then: int, count: int) -> dict[int, int]:
    """Renumbers `count` inputs from `first` on to those from `then` on."""
    return {first + number: then + number for number in range(count)}


def _is_matmul(operator: Operator) -> bool:
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
