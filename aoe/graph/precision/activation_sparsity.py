"""Marks the matmuls whose first factor is expected to be full of zeros (activation sparsity).

The rule is one of the model, not of a device. A matmul is marked (`Operator.zeros_expected`) if:

- it multiplies one row by constant weights, so that an element of the row is all that its row of
  weights is read for;
- a ReLU, or another function that is zero for many inputs, made the row, perhaps with operators
  behind it that only move elements or take the largest ones;
- all weights are finite, so that zero times a weight is zero.

Weights that meet a zero need not be read then. Whether that is worth it, a backend decides
(`aoe.backends.cpu.implementations.matmul._nonzero_rows`). How many zeros there are depends on the
inputs of the model.
"""

from __future__ import annotations

from dataclasses import replace
from math import prod

import numpy as np

from aoe.element_types import is_floating
from aoe.graph.precision.own_operands import base_of, views_of
from aoe.operators import reference
from aoe.operators.operator import Operator
from aoe.operators.operator_graph import OperatorGraph, OperatorNode
from aoe.operators.registry import definition_of
from aoe.operators.types.matmul import matmul

#: The part of normally distributed numbers that a function makes zeros at least to be taken for a
#: ReLU.
_ZEROS = 0.4
#: Normally distributed numbers, near enough.
_NORMAL = np.linspace(-2.0, 2.0, 41)


def with_zeros_expected(graph: OperatorGraph) -> OperatorGraph:
    """The graph, its operators not fused yet, with such matmuls marked."""
    views, made = views_of(graph), {node.output: node.operator for node in graph.operator_nodes}
    sources = {node.output: node.inputs[:1] for node in graph.operator_nodes}

    def is_full_of_zeros(name: str) -> bool:
        base = base_of(name, views)
        operator = made.get(base)
        if operator is None:
            return False
        if definition_of(operator).moves_only(operator):
            return is_full_of_zeros(*sources[base])
        return _makes_zeros(operator)

    def expects_zeros(node: OperatorNode) -> bool:
        if not _multiplies_one_row(node.operator) or not is_full_of_zeros(node.inputs[0]):
            return False
        weights = graph.constants.get(base_of(node.inputs[1], views))
        return weights is not None and _is_finite(weights)

    nodes = tuple(
        replace(node, operator=replace(node.operator, zeros_expected=True))
        if isinstance(node, OperatorNode) and expects_zeros(node)
        else node
        for node in graph.nodes
    )
    return replace(graph, nodes=nodes)


def _multiplies_one_row(operator: Operator) -> bool:
    """Whether an operator is a matmul of one row by constant weights."""
    if not matmul.OPERATOR.describes(operator) or prod(operator.output.shape[:-1]) != 1:
        return False
    return operator.inputs[1].constant


def _makes_zeros(operator: Operator) -> bool:
    """Whether an operator is a function of one value that is zero for many."""
    single = operator.is_pointwise and len(operator.inputs) == 1
    if not single or not is_floating(operator.inputs[0].dtype):
        return False
    with np.errstate(all="ignore"):
        values = reference.evaluate(operator.epilogue, [_NORMAL])
    return values.size == _NORMAL.size and bool(np.mean(values == 0) >= _ZEROS)


def _is_finite(numbers: np.ndarray) -> bool:
    return bool(np.isfinite(numbers.min()) and np.isfinite(numbers.max()))
