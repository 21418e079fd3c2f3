"""Positions of the largest or smallest elements along an axis: the second output of TopK.

Attributes: `axis`, `k`, `largest` (1 or 0). The result is int64, the best element first. Of equal
elements the first one is better. NaN is larger than any number, as NumPy and PyTorch sort, and
equals NaN. ONNX leaves that open. The first output of TopK is a gather at these positions
(`aoe.graph.prepare.rules.selection.selection`). Implementation: `top_k`.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from aoe.operators.definition import (
    ImportedOperator,
    OperatorDefinition,
    SourceNode,
    order_of_first_input,
)
from aoe.operators.importing import axis_in, integer_attribute, required_input
from aoe.operators.operator import Operand, Operator


def top_k(x: Operand, k: int, axis: int, largest: bool = True) -> Operator:
    """The operator that finds the `k` best elements of `x` along `axis`."""
    attributes = (("axis", axis), ("k", k), ("largest", int(largest)))
    shape = (*x.shape[:axis], k, *x.shape[axis + 1 :])
    return Operator("TopK", attributes, (x,), Operand.row_major("int64", shape), 1)


def _import_node(node: SourceNode) -> ImportedOperator:
    x = required_input(node, 0)
    axis = axis_in(node, integer_attribute(node, "axis", -1), len(x.shape))
    largest = bool(integer_attribute(node, "largest", 1))
    return ImportedOperator(top_k(x, node.output.shape[axis], axis, largest), (0,))


def _reference(operator: Operator, inputs: Sequence[np.ndarray]) -> np.ndarray:
    x, axis, k = inputs[0], operator.integer("axis"), operator.integer("k")
    if operator.integer("largest"):  # of equal ones the first, so the last of the reversed
        turned = np.flip(x, axis)
        order = x.shape[axis] - 1 - np.flip(np.argsort(turned, axis, kind="stable"), axis)
    else:
        order = np.argsort(x, axis, kind="stable")
    return np.asarray(order.take(range(k), axis), np.int64)


OPERATOR = OperatorDefinition(
    type="TopK",
    onnx_types=("TopKPositions",),
    import_node=_import_node,
    reference=_reference,
    output_order=order_of_first_input,
    fuses_epilogue=False,
)
