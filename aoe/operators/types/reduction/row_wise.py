"""An expression of each element, and of reductions of the row that the element is in.

Such are the gradients of softmax and of normalisations. A row is all elements with equal
coordinates but along `axes`. Anchor inputs broadcast to the shape of the first. Attributes, all
texts: `reductions` lists [combine, element, result]: what is reduced over the row, by "sum", "max",
"min" or "prod", and what is made of the `Accumulator()`. `value` is the result. In these
expressions, `Load(i)` is input i, and behind the inputs, one row of each reduction before.

No ONNX node is imported as this type: `aoe.graph.fusion.rows` makes it of reductions and a
pointwise operator that reads them. Implementation: `row_wise`.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from aoe.errors import MALFORMED, ModelError
from aoe.loops.expression import Expression, from_json, from_text, to_json, to_text
from aoe.operators.access import aligned_beside_axes
from aoe.operators.definition import (
    ImportedOperator,
    OperatorDefinition,
    SourceNode,
    order_of_first_input,
)
from aoe.operators.importing import refuse
from aoe.operators.operator import Operand, Operator
from aoe.operators.reference import evaluate, is_narrow
from aoe.operators.types.reduction.reduce import NUMPY

#: The name of the type.
TYPE = "RowWise"


@dataclass(frozen=True, slots=True)
class RowReduction:
    """A number for each row.

    Attributes:
        combine: "sum", "max", "min" or "prod".
        element: What is reduced. `Load(i)` is input i or an earlier reduction.
        result: What is made of the `Accumulator()`; it reads nothing that varies along a row.
    """

    combine: str
    element: Expression
    result: Expression


def row_wise(
    inputs: Sequence[Operand],
    axes: Sequence[int],
    reductions: Sequence[RowReduction],
    value: Expression,
    output: Operand,
) -> Operator:
    """The operator.

    Args:
        inputs: What is read; the first has the shape of the result.
        axes: The dimensions of a row, not negative.
        reductions: The numbers of each row.
        value: The result, of inputs and reductions.
        output: The operand that is written.
    """
    listed = [[item.combine, to_json(item.element), to_json(item.result)] for item in reductions]
    attributes = (
        ("axes", tuple(sorted(axes))),
        ("reductions", json.dumps(listed, separators=(",", ":"))),
        ("value", to_text(value)),
    )
    return Operator(TYPE, attributes, tuple(inputs), output, len(inputs))


def reductions_of(operator: Operator) -> tuple[RowReduction, ...]:
    """The reductions of an operator. Raises `ModelError` where the attribute lists none."""
    text = str(operator.attribute.get("reductions", ""))
    try:
        return tuple(
            RowReduction(str(combine), from_json(element), from_json(result))
            for combine, element, result in json.loads(text)
        )
    except MALFORMED as error:
        raise ModelError(f"not reductions of rows: {text[:80]!r}") from error


def value_of(operator: Operator) -> Expression:
    """The expression of the result. Raises `ModelError` where the attribute is none."""
    return from_text(str(operator.attribute.get("value", "")))


def _import_node(node: SourceNode) -> ImportedOperator:
    raise refuse(node, "it is made of reductions")


def _reference(operator: Operator, inputs: Sequence[np.ndarray]) -> np.ndarray:
    axes, shape = operator.integers("axes"), operator.inputs[0].shape
    known = list(inputs)
    value = value_of(operator)
    parts = [part for item in reductions_of(operator) for part in (item.element, item.result)]
    narrow = is_narrow(operator, value, *parts)
    for item in reductions_of(operator):
        elements = np.broadcast_to(evaluate(item.element, known, narrow=narrow), shape)
        total = NUMPY[item.combine](elements, axis=axes, keepdims=True)
        known.append(np.asarray(evaluate(item.result, known, total, narrow=narrow)))
    return np.asarray(np.broadcast_to(evaluate(value, known, narrow=narrow), shape))


OPERATOR = OperatorDefinition(
    type=TYPE,
    onnx_types=(),
    import_node=_import_node,
    reference=_reference,
    output_order=order_of_first_input,
    access=aligned_beside_axes,
    accepts_reduced_precision=True,
)
