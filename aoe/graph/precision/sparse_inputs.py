"""Which products have a first factor that is full of zeros: one row, what a ReLU left of it, of
images whose greatest pixels were kept perhaps, and many weights, each of which is read once.

They are marked (`Operator.sparse`) so that those weights need not be read that a zero is multiplied
by (`aoe.backends.cpu.implementations.matmul._nonzero_rows`), which is right as long as these are
numbers: zero times infinity is none. How many zeros there are depends on what the model is given.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from aoe.backends.backend import PrecisionRules
from aoe.element_types import is_floating
from aoe.graph.precision.own_operands import base_of, views_of
from aoe.operators import reference
from aoe.operators.operator import Operator
from aoe.operators.operator_graph import OperatorGraph, OperatorNode
from aoe.operators.registry import definition_of

#: The part of normally distributed numbers that a function makes zeros at least to be taken for a
#: ReLU.
_ZEROS = 0.4
#: Normally distributed numbers, near enough.
_NORMAL = np.linspace(-2.0, 2.0, 41)


def with_sparse_inputs(graph: OperatorGraph, rules: PrecisionRules) -> OperatorGraph:
    """The graph, its operators not formed yet, with such products marked for which a backend skips
    zeros.
    """
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

    def is_sparse(node: OperatorNode) -> bool:
        if not rules.skips_zeros(node.operator) or not is_full_of_zeros(node.inputs[0]):
            return False
        weights = graph.constants.get(base_of(node.inputs[1], views))
        return weights is not None and _is_finite(weights)

    nodes = tuple(
        replace(node, operator=replace(node.operator, sparse=True))
        if isinstance(node, OperatorNode) and is_sparse(node)
        else node
        for node in graph.nodes
    )
    return replace(graph, nodes=nodes)


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
