"""Which contractions and recurrences of a model need a high precision. With two split terms, or
with weights of 24 bits, they would make the outputs of the model less accurate than float32 should
be. They are marked (`Operator.precision`).

The error of a contraction grows in the operators behind it, in some models a hundred times. So
those near the inputs do most harm. As many of these are marked as it takes, found by bisection in
NumPy: the model is evaluated with all numbers that the others multiply rounded as the backend would
round them. That is decided for the model, not for its implementations, so that it holds whatever
policies are known. Which inputs: `aoe.application.model.precision.contraction_precision`.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import replace
from math import prod

import numpy as np

from aoe.backends.registry import backend_of
from aoe.element_types import is_floating
from aoe.graph.precision.judged_outputs import judged_outputs
from aoe.graph.precision.mixed_precision import names_of
from aoe.graph.precision.own_operands import base_of, views_of
from aoe.operators.evaluate import evaluate
from aoe.operators.factors import factor_numbers, factors
from aoe.operators.operator import Operator, Precision
from aoe.operators.operator_graph import OperatorGraph, OperatorNode
from aoe.operators.registry import definition_of
from aoe.operators.useful_work import multiply_adds
from aoe.target import Target

#: The most multiply-adds, and elements of a value, of a model that is evaluated: some seconds and
#: gigabytes. All contractions of larger ones have a high precision.
MOST_WORK, MOST_ELEMENTS = 10**11, 2**24


def approximated_nodes(graph: OperatorGraph, target: Target) -> list[OperatorNode]:
    """The operators that a device may compute from numbers of fewer bits than float32 has."""
    rules = backend_of(target).precision
    return [node for node in graph.operator_nodes if rules.approximates(node.operator, target)]


def names_with_infinite_weights(graph: OperatorGraph, target: Target) -> frozenset[str]:
    """The names of what a device may compute from fewer bits, and that multiplies by constants that
    are infinite or no numbers: not all forms with fewer bits can hold these.
    """
    views = views_of(graph)

    def is_infinite(node: OperatorNode) -> bool:
        names = (base_of(node.inputs[n], views) for n in factor_numbers(node.operator))
        constants = (graph.constants.get(name) for name in names)
        return any(item is not None and not _is_finite(item) for item in constants)

    nodes = approximated_nodes(graph, target)
    return frozenset(name for node in nodes if is_infinite(node) for name in names_of(node))


def _is_finite(numbers: np.ndarray) -> bool:
    return not numbers.size or bool(np.isfinite(numbers.min()) and np.isfinite(numbers.max()))


def marked(graph: OperatorGraph, names: frozenset[str], precision: Precision) -> OperatorGraph:
    """The graph with a precision for the operators of these names that have none yet."""
    nodes = tuple(
        replace(node, operator=replace(node.operator, precision=precision))
        if isinstance(node, OperatorNode)
        and node.name in names
        and _can_be(node.operator, precision)
        else node
        for node in graph.nodes
    )
    return replace(graph, nodes=nodes)


def _can_be(operator: Operator, precision: Precision) -> bool:
    """Whether a precision may make a difference: some device may compute the operator from split
    numbers, or by a fast algorithm.
    """
    contraction = definition_of(operator).contraction
    if contraction is None or operator.precision != "default":
        return False
    types = {item.dtype for item in factors(operator)}
    return types == {"float32"} or (precision == "direct" and all(map(is_floating, types)))


def high_precision_names(
    graph: OperatorGraph, inputs: Mapping[str, np.ndarray], target: Target
) -> frozenset[str]:
    """The names of the operators that need a high precision for the outputs to be right for these
    inputs on a device, and of all that is fused into them. None where a model has outputs without
    numbers only.
    """
    judged = judged_outputs(graph)
    nodes = approximated_nodes(judged.graph, target)
    if not nodes:
        return frozenset()
    if _is_large(graph):
        return frozenset(name for node in nodes for name in names_of(node))
    expected = evaluate(judged.graph, inputs)
    limit = backend_of(target).precision.largest_error(target)

    def suffices(first_split: int) -> bool:
        found = _split_from(judged.graph, inputs, nodes[first_split:], target)
        return judged.error(found, expected) <= limit

    marked_count = 0
    if not suffices(0):
        marked_count = bisect_left(range(len(nodes)), True, lo=1, key=suffices)
    return frozenset(name for node in nodes[:marked_count] for name in names_of(node))


def _is_large(graph: OperatorGraph) -> bool:
    """Whether evaluating a graph takes too much time or memory."""
    values = [tensor for name, tensor in graph.tensors.items() if name not in graph.constants]
    work = sum(multiply_adds(node.operator) for node in graph.operator_nodes)
    return work > MOST_WORK or any(prod(item.shape) > MOST_ELEMENTS for item in values)


def _split_from(
    graph: OperatorGraph,
    inputs: Mapping[str, np.ndarray],
    nodes: Sequence[OperatorNode],
    target: Target,
) -> dict[str, np.ndarray]:
    """The outputs where the numbers that these operators multiply have fewer bits."""
    rules, split = backend_of(target).precision, {node.output for node in nodes}

    def read(node: OperatorNode, arrays: Sequence[np.ndarray]) -> Sequence[np.ndarray]:
        return rules.approximated(node.operator, arrays) if node.output in split else arrays

    return evaluate(graph, inputs, read)
