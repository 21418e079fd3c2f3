"""Concatenation along an axis.

All inputs that are joined belong to the anchor. Attribute `axis`: counted from the front. Memory
planning lets operators write straight into the result where it can; otherwise inputs are copied.
Implementation: `concat`.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from aoe.operators.access import Access, all_aligned
from aoe.operators.definition import ImportedOperator, OperatorDefinition, SourceNode
from aoe.operators.importing import axis_in, integer_attribute, required_input
from aoe.operators.operator import Operand, Operator


def concatenation(inputs: Sequence[Operand], axis: int) -> Operator:
    """The operator that joins `inputs` along `axis`, which is not negative."""
    shape = list(inputs[0].shape)
    shape[axis] = sum(item.shape[axis] for item in inputs)
    output = Operand.row_major(inputs[0].dtype, tuple(shape))
    return Operator("Concat", (("axis", axis),), tuple(inputs), output, len(inputs))


def _import_node(node: SourceNode) -> ImportedOperator:
    inputs = [required_input(node, position) for position in range(len(node.inputs))]
    axis = axis_in(node, integer_attribute(node, "axis", 1), len(inputs[0].shape))
    return ImportedOperator(concatenation(inputs, axis), tuple(range(len(inputs))))


def _reference(operator: Operator, inputs: Sequence[np.ndarray]) -> np.ndarray:
    return np.concatenate(list(inputs), axis=operator.integer("axis"))


def _output_order(operator: Operator) -> tuple[int, ...]:
    """The order of the largest input."""
    largest = max(operator.inputs[: operator.anchor_inputs], key=lambda item: item.shape)
    return largest.order


def _access(operator: Operator, dimension: int) -> Access | None:
    return all_aligned(operator, dimension) if dimension != operator.integer("axis") else None


OPERATOR = OperatorDefinition(
    type="Concat",
    onnx_types=("Concat",),
    import_node=_import_node,
    reference=_reference,
    output_order=_output_order,
    access=_access,
    of_images=True,
    joins_inputs=True,
)
