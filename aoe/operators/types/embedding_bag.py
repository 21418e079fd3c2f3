"""Embedding bags: rows of a table looked up by indices and combined, so that they never lie in
memory. The name is PyTorch's (`torch.nn.EmbeddingBag`), whose weights of samples are elements here.

Anchor inputs: table and indices as those of Gather, then what is done to the elements reads too.
`axis` is the gathered axis; `axes`, `combine` and `keepdims` are those of the reduction of what a
Gather would give, of the dimensions that indices have there. `elements` is the text of an
expression: what is combined, where `Accumulator()` is the element looked up and `Load(i)` input i.
No ONNX node is imported as this: `aoe.graph.fusion.embedding_bag` makes it. Implementation:
`embedding_bag`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from aoe.loops.expression import Expression, from_text, to_text
from aoe.operators.definition import ImportedOperator, OperatorDefinition, SourceNode
from aoe.operators.importing import refuse
from aoe.operators.operator import Operand, Operator
from aoe.operators.reference import evaluate
from aoe.operators.types import reduce
from aoe.operators.types.gather import choices, gather, picked
from aoe.operators.types.reduce import reduction

#: Table and indices; what elements read comes behind them.
LOOKED_UP = 2


def embedding_bag(
    inputs: Sequence[Operand],
    axis: int,
    axes: Sequence[int],
    combine: str,
    keepdims: bool,
    elements: Expression,
) -> Operator:
    """The operator over a table, indices and what `elements` reads as inputs 2 and on."""
    whole = reduction(looked_up(inputs, axis), axes, combine, keepdims)
    attributes = (*whole.attributes, ("axis", axis), ("elements", to_text(elements)))
    return Operator(
        "EmbeddingBag", tuple(sorted(attributes)), tuple(inputs), whole.output, len(inputs)
    )


def lookup_of(operator: Operator) -> Operator:
    """The Gather of a bag."""
    table, indices = operator.inputs[:LOOKED_UP]
    return gather(table, indices, operator.integer("axis"))


def looked_up(inputs: Sequence[Operand], axis: int) -> Operand:
    """What a Gather would write, in the order in which table and indices lie."""
    table, indices = inputs[:LOOKED_UP]
    rank = len(indices.shape)
    places: dict[int, tuple[int, ...]] = {
        d: (d if d < axis else d + rank - 1,) for d in table.order
    }
    places[axis] = tuple(axis + d for d in indices.order)
    shape = gather(table, indices, axis).output.shape
    return Operand(table.dtype, shape, tuple(new for d in table.order for new in places[d]))


def elements_of(operator: Operator) -> Expression:
    """What is combined. Raises `ModelError` where the attribute is no expression."""
    return from_text(str(operator.attribute.get("elements", "")))


def as_reduction(operator: Operator) -> Operator:
    """The reduction of what is looked up: the bag's inputs by the same numbers, but for the first,
    and the indices with a dimension of extent 1 for each of the table's behind the axis.
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
    return replace(whole, inputs=inputs, output=operator.output, alone=operator.alone)


def _import_node(node: SourceNode) -> ImportedOperator:
    raise refuse(node, "an embedding bag is made of a Gather and a reduction")


def _reference(operator: Operator, inputs: Sequence[np.ndarray]) -> np.ndarray:
    whole = as_reduction(operator)
    elements = evaluate(elements_of(operator), inputs, picked(lookup_of(operator), inputs[:2]))
    elements = np.broadcast_to(elements, whole.inputs[0].shape)
    return reduce.OPERATOR.reference(whole, [elements])


def _choices(operator: Operator) -> Mapping[int, int]:
    return choices(lookup_of(operator))


def _output_order(operator: Operator) -> tuple[int, ...]:
    return reduce.OPERATOR.output_order(as_reduction(operator))


OPERATOR = OperatorDefinition(
    type="EmbeddingBag",
    onnx_types=(),
    import_node=_import_node,
    reference=_reference,
    output_order=_output_order,
    choices=_choices,
)
