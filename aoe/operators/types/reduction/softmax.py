"""Softmax and LogSoftmax over one axis; before opset 13, over all axes from one on.

Attributes: `axes`, counted from the front; `log` is 1 for LogSoftmax. Implementation: `softmax`.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from aoe.operators.access import aligned_beside_axes
from aoe.operators.definition import (
    ImportedOperator,
    OperatorDefinition,
    SourceNode,
    order_of_first_input,
)
from aoe.operators.importing import axis_in, floating_input, integer_attribute
from aoe.operators.operator import Operand, Operator


def softmax(operand: Operand, axes: Sequence[int], log: bool = False) -> Operator:
    """The operator that normalises `operand` over `axes`, which are not negative."""
    attributes = (("axes", tuple(sorted(axes))), ("log", int(log)))
    return Operator("Softmax", attributes, (operand,), operand, 1)


def _import_node(node: SourceNode) -> ImportedOperator:
    x = floating_input(node)
    rank = len(x.shape)
    flattened = node.version < 13
    axis = axis_in(node, integer_attribute(node, "axis", 1 if flattened else -1), rank)
    axes = tuple(range(axis, rank)) if flattened else (axis,)
    x = Operand.row_major(x.dtype, x.shape)
    return ImportedOperator(softmax(x, axes, node.op_type == "LogSoftmax"), (0,))


def _reference(operator: Operator, inputs: Sequence[np.ndarray]) -> np.ndarray:
    axes = operator.integers("axes")
    shifted = inputs[0] - inputs[0].max(axis=axes, keepdims=True)
    powers = np.exp(shifted)
    total = powers.sum(axis=axes, keepdims=True)
    return np.asarray(shifted - np.log(total) if operator.integer("log") else powers / total)


OPERATOR = OperatorDefinition(
    type="Softmax",
    onnx_types=("Softmax", "LogSoftmax"),
    import_node=_import_node,
    reference=_reference,
    output_order=order_of_first_input,
    fuses_prologue=True,
    access=aligned_beside_axes,
    accepts_reduced_precision=True,
)
