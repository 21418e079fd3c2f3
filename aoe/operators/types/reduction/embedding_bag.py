"""Embedding bags: rows of a table that are looked up by indices and reduced at once, so that the
rows are never stored. The name is PyTorch's (`torch.nn.EmbeddingBag`).

Anchor inputs: table and indices, as those of Gather, then the operands of `elements`. Attributes:
`axis` is the gathered axis. `axes`, `combine` and `keepdims` describe the reduction of what the
Gather would give. `elements` is the expression that is reduced, as text: `Accumulator()` is the
element looked up, `Load(i)` is input i.

No ONNX node is imported as this type: `aoe.graph.fusion.embedding_bag` makes it. Implementation:
`embedding_bag`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from aoe.loops.expression import Expression, from_text, to_text
from aoe.operators.definition import ImportedOperator, OperatorDefinition, SourceNode
from aoe.operators.importing import refuse
from aoe.operators.input_numbers import InputNumbers
from aoe.operators.operator import Operand, Operator
from aoe.operators.reference import evaluate, is_narrow
from aoe.operators.types.elementwise.gather import gather, index_numbers, picked
from aoe.operators.types.reduction import reduce
from aoe.operators.types.reduction.reduce import reduction

#: How many inputs are table and indices; the operands of `elements` come behind them.
LOOKED_UP = 2


def embedding_bag(
    inputs: Sequence[Operand],
    axis: int,
    axes: Sequence[int],
    combine: str,
    keepdims: bool,
    elements: Expression,
) -> Operator:
    """The operator over a table, indices and the operands that `elements` reads."""
    whole = reduction(looked_up(inputs, axis), axes, combine, keepdims)
    attributes = (*whole.attributes, ("axis", axis), ("elements", to_text(elements)))
    return Operator(
        "EmbeddingBag", tuple(sorted(attributes)), tuple(inputs), whole.output, len(inputs)
    )


def lookup_of(operator: Operator) -> Operator:
    """The Gather in an embedding bag."""
    table, indices = operator.inputs[:LOOKED_UP]
    return gather(table, indices, operator.integer("axis"))


def looked_up(inputs: Sequence[Operand], axis: int) -> Operand:
    """The operand that the Gather would write, in the dimension orders of table and indices."""
    table, indices = inputs[:LOOKED_UP]
    rank = len(indices.shape)
    places: dict[int, tuple[int, ...]] = {
        d: (d if d < axis else d + rank - 1,) for d in table.order
    }
    places[axis] = tuple(axis + d for d in indices.order)
    shape = gather(table, indices, axis).output.shape
    return Operand(table.dtype, shape, tuple(new for d in table.order for new in places[d]))


def elements_of(operator: Operator) -> Expression:
    """The expression that is reduced. Raises `ModelError` where the attribute is none."""
    return from_text(str(operator.attribute.get("elements", "")))


def as_reduction(operator: Operator) -> Operator:
    """The reduction of what is looked up. Its inputs are those of the bag, but for the first, which
    is what is looked up. The indices get a dimension of size 1 for each dimension of the table
    behind the axis.
    """
    table, indices = operator.inputs[:LOOKED_UP]
    axis, rank = operator.integer("axis"), len(indices.shape)
    behind = range(rank, rank + len(table.shape) - axis - 1)
    placed = replace(
        indices, shape=(*indices.shape, *(1 for _ in behind)), order=(*indices.order, *behind)
    )
    combine = operator.attribute["combine"]
    assert isinstance(combine, str)
    whole = reduction(
        looked_up(operator.inputs, axis),
        operator.integers("axes"),
        combine,
        bool(operator.integer("keepdims")),
        elements_of(operator),
        operator.epilogue,
    )
    inputs = (whole.inputs[0], placed, *operator.inputs[LOOKED_UP:])
    return replace(whole, inputs=inputs, output=operator.output, inter_op=operator.inter_op)


def _import_node(node: SourceNode) -> ImportedOperator:
    raise refuse(node, "an embedding bag is made of a Gather and a reduction")


def _reference(operator: Operator, inputs: Sequence[np.ndarray]) -> np.ndarray:
    whole = as_reduction(operator)
    expression, rows = elements_of(operator), picked(lookup_of(operator), inputs[:2])
    elements = evaluate(expression, inputs, rows, narrow=is_narrow(operator, expression))
    elements = np.broadcast_to(elements, whole.inputs[0].shape)
    return reduce.OPERATOR.reference(whole, [elements])


def _numbers(operator: Operator) -> Mapping[int, InputNumbers]:
    return index_numbers(lookup_of(operator))


def _output_order(operator: Operator) -> tuple[int, ...]:
    return reduce.OPERATOR.output_order(as_reduction(operator))


OPERATOR = OperatorDefinition(
    type="EmbeddingBag",
    onnx_types=(),
    import_node=_import_node,
    reference=_reference,
    output_order=_output_order,
    numbers=_numbers,
)
